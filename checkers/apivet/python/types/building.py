"""Classes as types: how they are declared, their fields with defaults and gates, and their order of resolution."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.program.constants import spelled_constant
from apivet.python.annotations.canonical import canonical
from apivet.python.annotations.forms import CHECKING, ENUMS, PYDANTIC, UNREAD, Declaration, Form
from apivet.python.annotations.readings import Meanings
from apivet.python.names.resolver import Resolver
from apivet.python.source.bound_behind import bound_again_in
from apivet.python.source.class_bodies import function_nodes
from apivet.python.source.module import ClassReference, ClassSource, SourceModule
from apivet.python.source.nodes import every_node, first_line, last_name
from apivet.python.source.statements import CodeScope, StatementLowering
from apivet.python.source.walking import walk
from apivet.python.types.accessors import accessed_parts
from apivet.python.types.checks import checks_in, checks_of_texts
from apivet.python.types.class_decorators import ClassDecorators
from apivet.python.types.class_layout import memory_of, outside_bases_of
from apivet.python.types.declarations import TypeDeclarations
from apivet.python.types.enums import constants_of, enum_bases_of
from apivet.python.types.fields import FieldReader, type_parameters
from apivet.python.types.gate_tags import GateNames, is_tagged_union
from apivet.python.types.generics import arguments_of, class_name, type_variables, with_meanings
from apivet.python.types.inheritance import Above, all_fields, linearized
from apivet.python.types.members import attributes_of, methods_of
from apivet.python.types.options import COMPUTED_NAMES, EXTRA
from apivet.python.types.rebinding import Makers
from apivet.python.types.rebound import Rebound, rebound_in
from apivet.python.types.treatments import serializers_in

#: Bases outside the tree that bring no fields and no hooks.
_HARMLESS: Final = frozenset(
    ("object", "Generic", "Protocol", "ABC", "Struct", "TypedDict", "NamedTuple", "namedtuple", "Exception")
    + ("str", "int", "float", "bytes", "dict", "list", "tuple", "set", "frozenset", "type", "TypeError", "ValueError")
    + ("RuntimeError", "KeyError", "BaseException", "LookupError")
) | (ENUMS | PYDANTIC)
#: The method of an enum that gives values to members that have none of their own.
_GENERATE: Final = "_generate_next_value_"
_MAKING: Final = ("__new__", "__init__")
#: Settings that let a field with an alias be given under its own name, too.
_TAKING_NAMES: Final = ("populate_by_name", "validate_by_name", "allow_population_by_field_name")
#: Names that stand for each other.
_NAMES: Final = 6
_CALLED_BASES: Final = frozenset(("typing.NamedTuple", "collections.namedtuple", "typing.TypedDict"))


class Types:
    """Builds types from class statements and remembers them with their modules."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.gates = GateNames(resolver)
        self.declarations = TypeDeclarations(resolver)
        self.decorators = ClassDecorators(resolver, self.declarations)
        #: Classes that are being worked out, so that cycles of bases end.
        self._active: set[tuple[str, str]] = set()

    @property
    def busy(self) -> bool:
        """Whether something is being worked out, so that answers may have been withheld to end a cycle."""
        return bool(self._active) or self.declarations.busy

    # -------------------------------------------------------------------------------------------------- building

    def build(self, module: SourceModule, source: ClassSource) -> model.Type:
        """The type that a class statement declares."""
        if ("type", id(source.node)) not in module.memory:
            for above in self.declarations.unvisited(module.reference(source), "type"):
                holder = self.resolver.load(above.path)
                found = None if holder is None else holder.class_of(above)
                if holder is not None and found is not None:
                    self._remembered(holder, found)
        return self._remembered(module, source)

    def _remembered(self, module: SourceModule, source: ClassSource) -> model.Type:
        return self.resolver.remember(module, ("type", id(source.node)), lambda: self._build(module, source))

    def _build(self, module: SourceModule, source: ClassSource) -> model.Type:
        node = source.node
        inner = CodeScope(
            *(module.display, module.dotted, module.package, source.dotted, source.dotted),
            *(module.scope.own_functions, module.scope.marking, bound_again_in(node.body, module.scope.again)),
        )
        lowering = StatementLowering(inner)
        bases = tuple(map(module.loaded, node.bases))
        declaration = self.declarations.of(module.reference(source))
        key = ("build", source.dotted)
        parents: list[model.Entity | None] = []
        above = Above((), (), {})
        if key in self._active:
            self.resolver.cut_cycle()
        else:
            self._active.add(key)
            try:
                parents = self._direct_bases(module, bases, source.qualified)
                above = self._above(module, source, bases, parents)
            finally:
                self._active.discard(key)
        declared = FieldReader(self.resolver, module, source, lowering, declaration).declared()
        taken = all_fields(declaration, declared, above)
        fields = tuple(field for field in taken if not field.treatment.taken_only)
        memory = memory_of(declaration, node, fields, parents)
        form = declaration.form
        enum_bases = enum_bases_of(parents) if form == "enum" else ()
        # What a stub's methods do is not written there.
        rebound, makers = self.resolver.remember(
            module,
            ("bound anew", id(node)),
            lambda: (rebound_in(self.resolver, module, source), Makers(self.resolver, module, source, parents)),
        )
        methods = {} if module.is_stub else methods_of(node, lowering, rebound, makers, {each.name for each in fields})
        makers.note_setters((*methods, *(each.name for each in fields)))
        known = {*methods, *(each.name for each in fields)}
        given = [name for name in makers.given(rebound.unread, above.order) if name not in known]
        hooks = self._hooks_beside(node, methods, above)
        described = _described(form, node, taken)
        attributes = attributes_of(node, lowering, rebound, makers.doubt, hooks, given, described)
        inherited = self._accessed_above(module, source, bases, parents)
        defined = (methods, *(base.methods for base in above.order))
        is_open = form not in ("enum", "protocol") and _is_open(declaration, defined)
        return model.Type(
            name=node.name,
            dotted=source.dotted,
            module=module.dotted,
            location=lowering.location(node),
            form=form,
            fields=fields,
            methods=methods,
            attributes=attributes,
            bases=bases,
            structured=form not in ("plain", "enum", "protocol") or (form == "plain" and bool(fields)),
            has_unknown_base=module.is_stub or any(_is_unknown(parent) for parent in parents),
            decorators=lowering.expressions(node.decorator_list),
            outside_bases=outside_bases_of(parents, node),
            unread_decorators=self._unread_decorators(module, source, parents, above),
            slotted=memory.slotted,
            maybe_slotted=memory.maybe_slotted,
            frozen=memory.frozen,
            slots=memory.slots,
            constants=self._constants(module, source, enum_bases, methods, above) if form == "enum" else (),
            enum_bases=enum_bases,
            accessed=accessed_parts(self.resolver, module, source, methods, attributes, fields, inherited),
            open=is_open,
            drops_undeclared=form in ("pydantic", "msgspec") and not is_open,
            is_union=is_tagged_union(module, first_line(node), node.end_lineno or node.lineno),
            equals_itself_only=form == "plain" or (declaration.is_own and not declaration.options.get("eq", True)),
            parameters=taken if len(taken) != len(fields) else (),
            serializers=_serializers(declaration, node, above),
            takes_names=any(declaration.has(name) for name in _TAKING_NAMES),
            computes_aliases=any(declaration.has(name) for name in COMPUTED_NAMES),
            dumps_aliases=declaration.has("serialize_by_alias"),
            dumps_as_declared=form == "pydantic",
            prints_fields=form != "plain" and declaration.options.get("repr", True),
            metaclass=self._metaclass(module, source, parents),
            checks=self._checks(module, source, declaration, fields, above),
            checks_defaults=form == "attrs" or declaration.has("validate_default"),
            checks_changes=_checks_changes(declaration),
            makes_parts=form == "pydantic",
        )

    def doubt(self, module: SourceModule, source: ClassSource, name: str) -> str | None:
        """The reason why nobody can tell whether a class has something under a name that its body does not bind."""
        self.build(module, source)
        known: tuple[Rebound, Makers] | None = module.memory.get(("bound anew", id(source.node)), (None,))[0]
        return None if known is None else known[0].doubt(name) or known[1].doubt(name)

    def _hooks_beside(self, node: ast.ClassDef, methods: Mapping[str, syntax.Function], above: Above) -> list[str]:
        """The names of hooks that the body of a strategy does not define: what makes the class may give them to it."""
        words = self.resolver.config.vocabulary
        names = (*words.prepare_for_create, *words.prepare_for_update)
        assigned = (item for item in node.body if isinstance(item, (ast.Assign, ast.AnnAssign)))
        bound = {each.id for item in assigned for each in every_node(item) if isinstance(each, ast.Name)}
        holders = (methods, bound, *(held for base in above.order for held in (base.methods, base.attributes)))
        is_strategy = any(name in held for held in holders for name in names)
        return [name for name in names if name not in methods] if is_strategy else []

    def _checks(
        self,
        module: SourceModule,
        source: ClassSource,
        declaration: Declaration,
        fields: Sequence[model.Field],
        above: Above,
    ) -> tuple[model.Check, ...]:
        """The checks that methods make, a base's first; a method of the class takes the place of a base's of that
        name."""
        if declaration.form not in ("pydantic", "attrs") and not declaration.has(CHECKING):
            return ()
        own = {item.name for item in function_nodes(source.node.body)} if above.parents else set()
        inherited = [
            each
            for base in above.parents
            for each in base.checks or self._mixed_in(declaration, base)
            if not each.method or each.method not in own
        ]
        texts = checks_of_texts(fields, declaration.options)
        return tuple(dict.fromkeys((*inherited, *self._checks_in(declaration, module, source), *texts)))

    def _mixed_in(self, declaration: Declaration, base: model.Type) -> Iterator[model.Check]:
        """The checks that methods make of a class that is declared in no form."""
        holder = self.resolver.module(base.module) if base.form == "plain" else None
        found = None if holder is None else holder.classes.get(class_name(base.dotted)[len(base.module) + 1 :])
        if holder is not None and found is not None:
            yield from self._checks_in(declaration, holder, found)

    def _checks_in(self, declaration: Declaration, module: SourceModule, source: ClassSource) -> Iterator[model.Check]:
        called = partial(self._library_name, module, source.qualified)
        for check in checks_in(declaration.form, source.node, called, module.lower):
            yield replace(check, module=module.dotted) if check.function is not None else check

    def _library_name(self, module: SourceModule, enclosing: str, node: ast.expr) -> str:
        """The name that a library has for a decorator or what makes one."""
        written = module.lower(node.func if isinstance(node, ast.Call) else node)
        for _ in range(_NAMES):
            entity = self.resolver.reference(module, written, enclosing)
            if isinstance(entity, model.External):
                return entity.dotted.rpartition(".")[2]
            holder = self.resolver.module(entity.module) if isinstance(entity, model.Global) else None
            if holder is None or not isinstance(entity, model.Global) or entity.value is None:
                break
            module, written, enclosing = holder, entity.value, ""
        return last_name(node)

    def _metaclass(self, module: SourceModule, source: ClassSource, parents: Sequence[model.Entity | None]) -> str:
        """The class of the tree that makes the class, as its header or a base's says."""
        enclosing = source.qualified.rpartition(".")[0]
        given = next((each.value for each in source.node.keywords if each.arg == "metaclass"), None)
        named = None if given is None else self.resolver.entity(module, module.lower(given), enclosing)
        above = [parent.metaclass for parent in parents if isinstance(parent, model.Type) and parent.metaclass]
        return named.dotted if isinstance(named, model.Type) else "".join(above[:1])

    def _accessed_above(
        self,
        module: SourceModule,
        source: ClassSource,
        bases: tuple[syntax.Expression, ...],
        parents: Sequence[model.Entity | None],
    ) -> list[model.Accessed]:
        """The parts that the bases give through accessors, the nearest first."""
        found: dict[str, model.Accessed] = {}
        for base, parent in zip(bases, parents):
            if not isinstance(parent, model.Type) or not parent.accessed:
                continue
            meanings = self._meanings(module, source, base, parent)
            for each in parent.accessed:
                field = with_meanings((each.field,), meanings)[0]
                found.setdefault(each.field.name, replace(each, field=field))
        return list(found.values())

    def _unread_decorators(
        self, module: SourceModule, source: ClassSource, parents: Sequence[model.Entity | None], above: Above
    ) -> tuple[str, ...]:
        inherited = [name for parent in parents if isinstance(parent, model.Type) for name in parent.unread_decorators]
        node = source.node
        own = self.decorators.unread(module, source) if node.decorator_list or node.keywords else ()
        return tuple(dict.fromkeys((*inherited, *own, *self.decorators.beside(module, source, above.order))))

    def _constants(
        self,
        module: SourceModule,
        source: ClassSource,
        enum_bases: tuple[str, ...],
        methods: Mapping[str, syntax.Function],
        above: Above,
    ) -> tuple[model.EnumConstant, ...]:
        """The members of an enum."""
        holders = (methods, *(base.methods for base in above.order))
        generate = next((held[_GENERATE] for held in holders if _GENERATE in held), None)

        def elsewhere(node: ast.expr) -> str | None:
            return self._value_of(module, node, source.qualified, "str" in enum_bases)

        def meaning(node: ast.expr) -> str:
            return self.decorators.spelled(module, module.lower(node), source.qualified)

        maker = next(
            (held[name] for held in holders for name in _MAKING if name in held and _sets_values(held[name])), None
        )
        return constants_of(module, source, enum_bases, generate, maker, elsewhere, meaning)

    def _value_of(self, module: SourceModule, node: ast.expr, enclosing: str, as_text: bool) -> str | None:
        """The value of a constant, or of a member of another enum, as the value of a member; ``as_text`` where members
        are strings, so that ``str`` is asked for it."""
        whole = isinstance(node, ast.Attribute) and node.attr == "value"
        named = node.value if whole and isinstance(node, ast.Attribute) else node
        entity = self.resolver.entity(module, module.lower(named), enclosing)
        if not isinstance(entity, model.Global):
            return None
        holder, _, name = entity.name.rpartition(".")
        enum = self.resolver.type(f"{entity.module}.{holder}") if holder else None
        if enum is None:
            return spelled_constant(entity.value.value) if isinstance(entity.value, syntax.Literal) else None
        tells_value = "enum.StrEnum" in enum.enum_bases or any(
            "__str__" in item.methods for item in self.ancestry(enum)
        )
        if as_text and not whole and not tells_value:
            return repr(f"{enum.name}.{name}")
        return next((item.value for item in enum.constants if item.name == name), None)

    def _direct_bases(
        self, module: SourceModule, bases: tuple[syntax.Expression, ...], qualified: str
    ) -> list[model.Entity | None]:
        enclosing = qualified.rpartition(".")[0]
        entities: list[model.Entity | None] = []
        for base in bases:
            if isinstance(base, syntax.Starred):
                entities.append(None)
            elif isinstance(base, syntax.Call) and isinstance(base.callee, (syntax.Name, syntax.Attribute)):
                made = self.resolver.entity(module, base.callee, enclosing)
                name = made.dotted if isinstance(made, model.External) else ""
                entities.append(made if canonical(name) in _CALLED_BASES else None)
            else:
                entities.append(self.resolver.entity(module, base, enclosing))
        return entities

    def _above(
        self,
        module: SourceModule,
        source: ClassSource,
        bases: tuple[syntax.Expression, ...],
        entities: list[model.Entity | None],
    ) -> Above:
        """The bases, each with its fields as the class sees them."""
        dotted = source.dotted
        parents = [
            (base, parent)
            for base, parent in zip(bases, entities)
            if isinstance(parent, model.Type) and parent.dotted != dotted
        ]
        types = tuple(parent for _, parent in parents)
        orders = [[item for item in self.ancestry(parent) if item.dotted != dotted] for parent in types]
        order = tuple(orders[0]) if len(orders) == 1 else linearized(types, orders)
        fields: dict[str, Sequence[model.Field]] = {}
        for base, parent in parents:
            meanings = self._meanings(module, source, base, parent)
            seen = {parent.dotted: parent.makers} if len(parents) == 1 else self._seen_from(parent, frozenset())
            for name, inherited in seen.items():
                fields.setdefault(name, with_meanings(inherited, meanings))
        return Above(types, order, fields)

    def _seen_from(self, type_: model.Type, below: frozenset[str]) -> dict[str, Sequence[model.Field]]:
        """The fields of a class and of each of its bases, with type variables as they stand for the class."""
        order = self.ancestry(type_)
        if not any(isinstance(base, syntax.Subscript) for item in order for base in item.bases):
            return {item.dotted: item.makers for item in order}
        found: dict[str, Sequence[model.Field]] = {type_.dotted: type_.makers}
        module = self.resolver.module(type_.module)
        source = None if module is None else module.classes.get(class_name(type_.dotted)[len(type_.module) + 1 :])
        if module is None or source is None:
            return found
        for base, parent in zip(type_.bases, self.bases(type_)):
            if isinstance(parent, model.Type) and parent.dotted not in below:
                meanings = self._meanings(module, source, base, parent)
                for dotted, fields in self._seen_from(parent, below | {type_.dotted}).items():
                    found.setdefault(dotted, with_meanings(fields, meanings))
        return found

    def _meanings(
        self, module: SourceModule, source: ClassSource, base: syntax.Expression, parent: model.Type
    ) -> Meanings:
        """Readings of a base's type variables, by name."""
        if not isinstance(base, syntax.Subscript) or not (parent.fields or parent.accessed):
            return {}
        own = type_parameters(source.node)
        given = [
            self.resolver.shapes.annotation(module, argument, source.qualified, own) for argument in arguments_of(base)
        ]
        return dict(zip(type_variables(self.resolver, parent), given))

    # ----------------------------------------------------------------------------------------------------- forms

    def form_of(self, reference: ClassReference) -> Form:
        """The form of a class: by its decorators, else as its bases are."""
        return self.declarations.of(reference).form

    def builtin_base_of(self, reference: ClassReference) -> str:
        """``str`` for a class that derives from ``str`` (and so on), else nothing."""
        return self.declarations.builtin_base_of(reference)

    # --------------------------------------------------------------------------------------------------- ancestry

    def ancestry(self, type_: model.Type) -> tuple[model.Type, ...]:
        """Method resolution order, cut at cycles; where C3 finds none, bases depth first. A generic class with
        arguments comes before the class itself."""
        generic = class_name(type_.dotted)
        if generic != type_.dotted:
            plain = self.resolver.type(generic)
            return (type_,) if plain is None else (type_, *self.ancestry(plain))
        module = self.resolver.module(type_.module)
        key = ("ancestry", type_.dotted)
        if module is None or key in self._active:
            self.resolver.cut_cycle()
            return (type_,)
        self._active.add(key)
        try:
            return self.resolver.remember(
                module, ("ancestry", type_.dotted, type_.location.line), lambda: self._linear(type_)
            )
        finally:
            self._active.discard(key)

    def bases(self, type_: model.Type) -> list[model.Entity | None]:
        """The entities that the direct bases mean, in order."""
        module = self.resolver.module(type_.module)
        if module is None:
            return []
        return self._direct_bases(module, type_.bases, class_name(type_.dotted)[len(type_.module) + 1 :])

    def _linear(self, type_: model.Type) -> tuple[model.Type, ...]:
        parents = [
            parent for parent in self.bases(type_) if isinstance(parent, model.Type) and parent.dotted != type_.dotted
        ]
        orders = [[item for item in self.ancestry(parent) if item.dotted != type_.dotted] for parent in parents]
        return (type_, *(orders[0] if len(orders) == 1 else linearized(parents, orders)))


def _is_open(declaration: Declaration, methods: tuple[Mapping[str, syntax.Function], ...]) -> bool:
    """Whether objects may hold fields that no declaration names: a configuration lets them in, or the class answers for
    names that nobody declared. One that only refuses them has none."""
    if declaration.form in ("enum", "protocol"):
        return False
    answers = next((held["__getattr__"] for held in methods if "__getattr__" in held), None)
    refuses = answers is not None and all(isinstance(statement, syntax.Raise) for statement in answers.body)
    return any(declaration.has(name) for name in EXTRA) or (answers is not None and not refuses)


def _described(form: str, node: ast.ClassDef, taken: Sequence[model.Field]) -> set[str]:
    """The names for which a call in the body of a class only describes what its objects hold."""
    if form == "plain":
        return set()
    annotated = (each.target for each in node.body if isinstance(each, ast.AnnAssign))
    private = {each.id for each in annotated if isinstance(each, ast.Name) and each.id.startswith("_")}
    return {*(each.name for each in taken), *(private if form == "pydantic" else ())}


def _serializers(declaration: Declaration, node: ast.ClassDef, above: Above) -> tuple[str, ...]:
    """The fields of which methods, a base's too, say what a dump tells; all, where it leaves defaults out."""
    if declaration.form == "msgspec" and declaration.has("omit_defaults"):
        return ("*",)
    if declaration.form != "pydantic":
        return ()
    inherited = [name for base in above.parents for name in base.serializers]
    return tuple(dict.fromkeys((*inherited, *serializers_in(node))))


def _checks_changes(declaration: Declaration) -> bool | None:
    """Whether what an object's fields are set to is looked at, if that can be told."""
    if declaration.form == "attrs":
        return declaration.has("detect_attribs")
    return None if declaration.has(UNREAD) else declaration.has("validate_assignment")


def _sets_values(function: syntax.Function) -> bool:
    """Whether a method that makes or completes members of an enum may give them other values than are written."""
    return function.name == "__new__" or any(
        isinstance(node, syntax.Attribute) and node.name == "_value_" for node in walk(function.body)
    )


def _is_unknown(parent: model.Entity | None) -> bool:
    if isinstance(parent, model.Type):
        return parent.has_unknown_base
    if isinstance(parent, model.External):
        return parent.dotted.rpartition(".")[2] not in _HARMLESS
    return True
