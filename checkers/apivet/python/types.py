"""Classes as types: how they are declared, their fields with defaults and gates, and their order of resolution."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from apivet.program import model, syntax
from apivet.python.fields import FieldReader, type_parameters
from apivet.python.forms import Form
from apivet.python.gatetags import GateNames
from apivet.python.generics import arguments_of, class_name, type_variables, with_meanings
from apivet.python.lowering import Lowering, Scope, accessor_name
from apivet.python.source import ClassReference, ClassSource, SourceModule, function_nodes, statements_of

if TYPE_CHECKING:
    from apivet.python.modules import Workspace

_ATTRS: Final = frozenset(
    f"{module}.{name}"
    for module in ("attr", "attrs")
    for name in ("s", "attrs", "define", "frozen", "mutable", "dataclass", "attributes", "attr")
)
_ENUMS: Final = frozenset(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"))
_PYDANTIC: Final = frozenset(("BaseModel", "RootModel", "GenericModel", "BaseSettings"))
#: Bases outside the tree that bring no fields and no hooks.
_HARMLESS: Final = frozenset(
    ("object", "Generic", "Protocol", "ABC", "Struct", "TypedDict", "NamedTuple", "Exception", "ValueError")
    + ("str", "int", "float", "bytes", "dict", "list", "tuple", "set", "frozenset", "type", "TypeError")
    + ("RuntimeError", "KeyError", "BaseException", "LookupError", "Mixin")
) | (_ENUMS | _PYDANTIC)
_BUILTIN_BASES: Final = frozenset(
    ("str", "int", "float", "bytes", "complex", "dict", "list", "tuple", "set", "frozenset", "datetime", "date")
    + ("timedelta", "Decimal", "UUID", "UserDict", "UserList", "UserString", "OrderedDict", "defaultdict")
)


class Types:
    """Builds types from class statements and remembers them with their modules."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.gates = GateNames(workspace)
        #: What is being worked out, so that cycles of bases end.
        self._active: set[tuple[str, str]] = set()

    @property
    def busy(self) -> bool:
        """Whether something is being worked out, so that answers may have been withheld to end a cycle."""
        return bool(self._active)

    # -------------------------------------------------------------------------------------------------- building

    def build(self, module: SourceModule, source: ClassSource) -> model.Type:
        """The type that a class statement declares."""
        return self.workspace.remember(module, ("type", id(source.node)), lambda: self._build(module, source))

    def _build(self, module: SourceModule, source: ClassSource) -> model.Type:
        node = source.node
        inner = Scope(
            module.display, module.dotted, module.package, source.dotted, source.dotted, module.scope.own_functions
        )
        lowering = Lowering(inner)
        bases = lowering.expressions(node.bases)
        form = self.form_of(module.reference(source))
        key = ("build", source.dotted)
        inherited: list[model.Field] = []
        unknown = False
        if key in self._active:
            self.workspace.cut_cycle()
        else:
            self._active.add(key)
            try:
                parents = self._direct_bases(module, bases, source.qualified)
                inherited = self._inherited(module, source, bases, parents)
                unknown = any(_is_unknown(parent) for parent in parents)
            finally:
                self._active.discard(key)
        reader = FieldReader(self.workspace, module, source, lowering, form)
        declared = reader.declared()
        fields = _overridden(inherited, declared)
        methods = {accessor_name(item): lowering.function(item) for item in function_nodes(node.body)}
        return model.Type(
            name=node.name,
            dotted=source.dotted,
            module=module.dotted,
            location=lowering.location(node),
            form=form,
            fields=tuple(fields),
            methods=methods,
            attributes=self._attributes(node, lowering),
            bases=bases,
            structured=form not in ("plain", "enum", "protocol") or (form == "plain" and bool(fields)),
            has_unknown_base=unknown,
            decorators=lowering.expressions(node.decorator_list),
        )

    def _attributes(self, node: ast.ClassDef, lowering: Lowering) -> dict[str, syntax.Expression]:
        attributes: dict[str, syntax.Expression] = {}
        for statement in statements_of(node.body):
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        attributes[target.id] = lowering.expression(statement.value)
                    elif isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                        if len(target.elts) == len(statement.value.elts):
                            for item, value in zip(target.elts, statement.value.elts):
                                if isinstance(item, ast.Name):
                                    attributes[item.id] = lowering.expression(value)
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if statement.value is not None and not isinstance(statement.value, ast.Call):
                    attributes[statement.target.id] = lowering.expression(statement.value)
        return attributes

    def _direct_bases(
        self, module: SourceModule, bases: tuple[syntax.Expression, ...], qualified: str
    ) -> list[model.Entity | None]:
        enclosing = qualified.rpartition(".")[0]
        entities: list[model.Entity | None] = []
        for base in bases:
            if isinstance(base, syntax.Starred):
                entities.append(None)
            elif isinstance(base, syntax.Call) and isinstance(base.callee, (syntax.Name, syntax.Attribute)):
                made = self.workspace.entity(module, base.callee, enclosing)
                name = made.dotted if isinstance(made, model.External) else ""
                known = name in ("typing.NamedTuple", "collections.namedtuple", "typing.TypedDict")
                entities.append(made if known else None)
            else:
                entities.append(self.workspace.entity(module, base, enclosing))
        return entities

    def _inherited(
        self,
        module: SourceModule,
        source: ClassSource,
        bases: tuple[syntax.Expression, ...],
        parents: list[model.Entity | None],
    ) -> list[model.Field]:
        """Fields of the bases: as in a data class, the last base's first, each name once."""
        fields: list[model.Field] = []
        for base, parent in zip(reversed(bases), reversed(parents)):
            if not isinstance(parent, model.Type) or parent.form == "protocol":
                continue
            meanings: dict[str, model.Shape] = {}
            if isinstance(base, syntax.Subscript) and parent.fields:
                own = type_parameters(source.node)
                shapes = [
                    self.workspace.shapes.annotation(module, argument, source.qualified, own).shape
                    for argument in arguments_of(base)
                ]
                meanings = dict(zip(type_variables(self.workspace, parent), shapes))
            fields = _overridden(fields, with_meanings(parent.fields, meanings))
        return fields

    # ----------------------------------------------------------------------------------------------------- forms

    def form_of(self, reference: ClassReference) -> Form:
        """How a class is declared: by its decorators, else as its bases are."""
        module = self.workspace.load(reference.path)
        source = None if module is None else module.class_of(reference)
        key = ("form", reference.dotted)
        if module is None or source is None or key in self._active:
            self.workspace.cut_cycle()
            return "plain"
        self._active.add(key)
        try:
            return self.workspace.remember(module, ("form", id(source.node)), lambda: self._form(module, source))
        finally:
            self._active.discard(key)

    def _form(self, module: SourceModule, source: ClassSource) -> Form:
        decorated = self._decorated_form(module, source)
        if decorated is not None:
            return decorated
        for parent in self._parents(module, source):
            if isinstance(parent, model.External):
                form = _external_form(parent.dotted)
                if form is not None:
                    return form
            elif isinstance(parent, ClassReference):
                form = self.form_of(parent)
                if form not in ("plain", "protocol"):
                    return form
        return "plain"

    def _parents(self, module: SourceModule, source: ClassSource) -> list[model.Entity | ClassReference | None]:
        """What the direct bases refer to."""
        enclosing = source.qualified.rpartition(".")[0]
        parents = []
        for base in source.node.bases:
            written = base.func if isinstance(base, ast.Call) else base
            parents.append(self.workspace.reference(module, module.lower(written), enclosing))
        return parents

    def builtin_base_of(self, reference: ClassReference) -> str:
        """``str`` for a class that derives from ``str`` (and so on), else nothing."""
        if self.form_of(reference) in ("namedtuple", "typeddict"):
            return ""
        module = self.workspace.load(reference.path)
        source = None if module is None else module.class_of(reference)
        key = ("builtin", reference.dotted)
        if module is None or source is None or key in self._active:
            return ""
        self._active.add(key)
        try:
            for parent in self._parents(module, source):
                name = ""
                if isinstance(parent, model.External):
                    name = parent.dotted.rpartition(".")[2]
                elif isinstance(parent, ClassReference):
                    name = self.builtin_base_of(parent)
                if name in _BUILTIN_BASES:
                    return name
            return ""
        finally:
            self._active.discard(key)

    def _decorated_form(self, module: SourceModule, source: ClassSource) -> Form | None:
        enclosing = source.qualified.rpartition(".")[0]
        for decorator in source.node.decorator_list:
            callee = decorator.func if isinstance(decorator, ast.Call) else decorator
            form = self._decorator_form(module, module.lower(callee), enclosing)
            if form is not None:
                return form
        return None

    def _decorator_form(self, module: SourceModule, callee: syntax.Expression, enclosing: str) -> Form | None:
        entity = self.workspace.entity(module, callee, enclosing)
        if isinstance(entity, model.External):
            if entity.dotted in _ATTRS:
                return "attrs"
            return "dataclass" if entity.dotted.rpartition(".")[2] == "dataclass" else None
        if isinstance(entity, syntax.Function):
            return self._transform_form(entity)
        if isinstance(entity, model.Global) and isinstance(entity.value, syntax.Call):
            inner = self.workspace.module(entity.module)
            if inner is None:
                return None
            # ``api_type = dataclass(slots=True)`` or ``partial(dataclass, slots=True)``
            for made_by in (entity.value.callee, *(argument.value for argument in entity.value.arguments[:1])):
                if isinstance(made_by, (syntax.Name, syntax.Attribute)) and made_by != callee:
                    form = self._decorator_form(inner, made_by, "")
                    if form is not None:
                        return form
        return None

    def _transform_form(self, function: syntax.Function) -> Form | None:
        """A project's own decorator that is one for data classes: marked so, or built on ``dataclass``."""
        for decorator in function.decorators:
            if isinstance(decorator, syntax.Call) and isinstance(decorator.callee, (syntax.Name, syntax.Attribute)):
                if decorator.callee.name == "dataclass_transform":
                    return "dataclass"
        for statement in function.body:
            if isinstance(statement, syntax.Return) and isinstance(statement.value, syntax.Call):
                callee = statement.value.callee
                while isinstance(callee, syntax.Call):
                    callee = callee.callee
                if isinstance(callee, (syntax.Name, syntax.Attribute)):
                    if callee.name == "dataclass":
                        return "dataclass"
                    if callee.name in ("define", "attrs", "frozen"):
                        return "attrs"
        return None

    # --------------------------------------------------------------------------------------------------- ancestry

    def ancestry(self, type_: model.Type) -> tuple[model.Type, ...]:
        """Method resolution order, cut at cycles; where C3 finds none, bases depth first. A generic class with
        arguments comes before the class itself."""
        generic = class_name(type_.dotted)
        if generic != type_.dotted:
            plain = self.workspace.type(generic)
            return (type_,) if plain is None else (type_, *self.ancestry(plain))
        module = self.workspace.module(type_.module)
        key = ("ancestry", type_.dotted)
        if module is None or key in self._active:
            self.workspace.cut_cycle()
            return (type_,)
        self._active.add(key)
        try:
            return self.workspace.remember(
                module, ("ancestry", type_.dotted, type_.location.line), lambda: self._linear(type_)
            )
        finally:
            self._active.discard(key)

    def bases(self, type_: model.Type) -> list[model.Entity | None]:
        """What the direct bases mean, in order."""
        module = self.workspace.module(type_.module)
        if module is None:
            return []
        return self._direct_bases(module, type_.bases, class_name(type_.dotted)[len(type_.module) + 1 :])

    def _linear(self, type_: model.Type) -> tuple[model.Type, ...]:
        parents = [
            parent for parent in self.bases(type_) if isinstance(parent, model.Type) and parent.dotted != type_.dotted
        ]
        orders = [[item for item in self.ancestry(parent) if item.dotted != type_.dotted] for parent in parents]
        orders.append(list(parents))
        return (type_, *_merged([order for order in orders if order]))

    def builtin_base(self, type_: model.Type) -> str:
        """``str`` for a class that derives from ``str`` (and so on), else nothing."""
        module = self.workspace.module(type_.module)
        if module is None:
            return ""
        qualified = class_name(type_.dotted)[len(type_.module) + 1 :]
        return self.builtin_base_of(ClassReference(module.path, type_.module, qualified, type_.location.line))

    # ------------------------------------------------------------------------------------------------------ gates

    def gates_of_marker(self, module: SourceModule, call: syntax.Call, enclosing: str) -> list[str]:
        """The gates that a call inside ``Annotated`` names."""
        return self.gates.of_marker(module, call, enclosing)


def _merged(orders: list[list[model.Type]]) -> Iterator[model.Type]:
    """The C3 merge; where it would fail, the first candidate is taken."""
    tails = Counter(item.dotted for order in orders for item in order[1:])
    done: set[str] = set()
    places = [0] * len(orders)
    while True:
        left = [index for index, order in enumerate(orders) if places[index] < len(order)]
        if len(left) <= 1:
            yield from (item for index in left for item in orders[index][places[index] :] if item.dotted not in done)
            return
        heads = [orders[index][places[index]] for index in left]
        head = next((item for item in heads if not tails[item.dotted]), heads[0])
        yield head
        done.add(head.dotted)
        for index in left:
            order = orders[index]
            while places[index] < len(order) and order[places[index]].dotted in done:
                places[index] += 1
                if places[index] < len(order):
                    tails[order[places[index]].dotted] -= 1


def _overridden(inherited: list[model.Field], declared: list[model.Field]) -> list[model.Field]:
    """A field that is declared again keeps the place it had."""
    fields = {field.name: field for field in inherited}
    fields.update({field.name: field for field in declared})
    return list(fields.values())


def _external_form(dotted: str) -> Form | None:
    package, _, name = dotted.rpartition(".")
    if name in _ENUMS:
        return "enum"
    if name == "Protocol":
        return "protocol"
    if name == "TypedDict":
        return "typeddict"
    if name in ("NamedTuple", "namedtuple"):
        return "namedtuple"
    if name == "Struct" and package.startswith("msgspec"):
        return "msgspec"
    if (name in _PYDANTIC and package.startswith("pydantic")) or name == "SQLModel":
        return "pydantic"
    return None


def _is_unknown(parent: model.Entity | None) -> bool:
    if isinstance(parent, model.Type):
        return parent.has_unknown_base
    if isinstance(parent, model.External):
        return parent.dotted.rpartition(".")[2] not in _HARMLESS
    return True
