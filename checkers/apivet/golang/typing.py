"""The types that type expressions mean, what they consist of, and how a name is selected from them.

Nothing here fails: what can't be told is an :class:`~apivet.golang.types.UnknownType`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.constants import Constants
from apivet.golang.declarations import FunctionDeclaration, TypeDeclaration, VariableDeclaration
from apivet.golang.dependencies import KeptValue
from apivet.golang.instances import Instances
from apivet.golang.packages import Package, Packages
from apivet.golang.source import GoFile, child, children, text, unquoted
from apivet.golang.syntax_search import walked
from apivet.golang.types import (
    PREDECLARED,
    PREDECLARED_ALIASES,
    UNKNOWN,
    Array,
    Basic,
    Chan,
    Func,
    GoType,
    Interface,
    Map,
    Named,
    Pointer,
    Slice,
    Struct,
    StructField,
    TypeParameter,
    UnknownType,
    pointee,
    substituted,
)
from apivet.program.model import field_key

#: How many names a chain of types may go through before it counts as a circle.
_FAR = 64
#: Interfaces that strategies embed, of which all methods are known, and none has to do with objects' fields.
_WITHOUT_HOOKS = frozenset(
    (
        Named("k8s.io/apimachinery/pkg/runtime", "ObjectTyper"),
        Named("k8s.io/apiserver/pkg/storage/names", "NameGenerator"),
    )
)


class Selection(msgspec.Struct, frozen=True):
    """A field or method that a name selects. ``path`` are the embedded fields gone through. For a method, ``owner`` is
    the type that declares it (a :class:`Named` without pointer) and ``declaration`` its function, which an interface's
    method has none of."""

    path: tuple[StructField, ...]
    field: StructField | None = None
    owner: GoType | None = None
    declaration: FunctionDeclaration | None = None
    signature: Func | None = None

    @property
    def is_method(self) -> bool:
        return self.field is None

    @property
    def bound(self) -> dict[str, GoType]:
        """The types that the parameters of the type which declares a method stand for."""
        arguments = self.owner.arguments if isinstance(self.owner, Named) else ()
        return dict(zip(self.declaration.parameters, arguments)) if self.declaration is not None else {}


class Typing:
    """The static types of a tree's packages."""

    def __init__(self, packages: Packages) -> None:
        self.packages = packages
        self._underlying: dict[Named, KeptValue[GoType]] = {}
        self._signatures: dict[FunctionDeclaration, KeptValue[Func]] = {}
        self._keys: dict[tuple[GoType, str], str] = {}
        #: Generic types and functions with their arguments.
        self.instances = Instances()
        self.constants = Constants(self)
        self._aliased: list[tuple[str, str]] = []

    # ------------------------------------------------------------------------------------------- type expressions

    def of(self, node: Node, file: GoFile, parameters: tuple[str, ...] = ()) -> GoType:
        """The type that an expression means in a file; ``parameters`` are the type parameters in scope."""
        kind = node.type
        if kind in ("type_identifier", "identifier", "package_identifier"):
            return self._plain(text(node), file, parameters)
        if kind == "qualified_type":
            return self._qualified(node, file)
        if kind == "selector_expression":
            operand, field = child(node, "operand"), child(node, "field")
            if operand is None or field is None:
                return UNKNOWN
            return self._member(text(operand), text(field), file)
        if kind in ("parenthesized_type", "parenthesized_expression", "type_elem", "type_constraint", "negated_type"):
            inner = [each for each in node.named_children if each.type != "comment"]
            return self.of(inner[0], file, parameters) if len(inner) == 1 else UnknownType("a set of types")
        if kind == "generic_type":
            return self._generic(node, file, parameters)
        if kind in ("struct_type", "interface_type", "function_type"):
            return self._written_out(node, file, parameters)
        return self._container(node, file, parameters)

    def _container(self, node: Node, file: GoFile, parameters: tuple[str, ...]) -> GoType:
        kind = node.type
        if kind == "pointer_type":
            inner = [each for each in node.named_children if each.type != "comment"]
            return Pointer(self.of(inner[0], file, parameters)) if inner else UNKNOWN
        if kind == "unary_expression":  # *T where an expression may stand
            operand = child(node, "operand")
            return Pointer(self.of(operand, file, parameters)) if operand is not None else UNKNOWN
        element = child(node, "element") or child(node, "value")
        inner_type = UNKNOWN if element is None else self.of(element, file, parameters)
        if kind == "slice_type":
            return Slice(inner_type)
        if kind in ("array_type", "implicit_length_array_type"):
            length = child(node, "length")
            return Array("..." if length is None else self._length(length, file, parameters), inner_type)
        if kind == "map_type":
            key = child(node, "key")
            return Map(UNKNOWN if key is None else self.of(key, file, parameters), inner_type)
        if kind == "channel_type":
            return Chan("".join(text(each) for each in node.children if not each.is_named), inner_type)
        return UnknownType(text(node))

    def _length(self, node: Node, file: GoFile, local: tuple[str, ...]) -> str:
        """How long an array is: the number, or the text where a ``local`` name may stand in it, or it can't be told."""
        is_local = bool(local) and any(text(each) in local for each in walked(node, "identifier"))
        found = None if is_local else self.constants.fold(node, file)
        return text(node) if found is None or type(found[0]) is not int else str(found[0])

    def _written_out(self, node: Node, file: GoFile, parameters: tuple[str, ...]) -> GoType:
        if node.type == "struct_type":
            return Struct(tuple(self._fields(node, file, parameters)))
        if node.type == "interface_type":
            return self._interface(node, file, parameters)
        return self.function_type(node, file, parameters)

    def _plain(self, name: str, file: GoFile, parameters: tuple[str, ...]) -> GoType:
        if name in parameters:
            return TypeParameter(name)
        package = self.package_of(file)
        if _is_predeclared(name) and (package is None or package.type(name) is None):
            return Basic(PREDECLARED_ALIASES.get(name, name))
        declared = package.type(name) if package is not None else None
        if declared is not None and package is not None:
            return self._declared(package, declared)
        for path in self.packages.dotted_imports(file):
            taken = self.packages.package(path)
            declared = taken.type(name) if taken is not None else None
            if declared is not None and taken is not None:
                return self._declared(taken, declared)
        if package is not None and package.is_broken(name):
            return UnknownType(f"{package.path}.{name}")
        return UnknownType(name)

    def _qualified(self, node: Node, file: GoFile) -> GoType:
        package, name = child(node, "package"), child(node, "name")
        if package is None or name is None:
            return UNKNOWN
        return self._member(text(package), text(name), file)

    def _member(self, local: str, name: str, file: GoFile) -> GoType:
        path = self.packages.imported(file).get(local)
        return UnknownType(f"{local}.{name}") if path is None else self.named(path, name)

    def named(self, path: str, name: str) -> GoType:
        """The type of that name in a package: what it stands for where it is an alias. In a package that is not in the
        tree, it is taken for a type of its own."""
        package = self.packages.package(path)
        declared = package.type(name) if package is not None else None
        if package is None or (declared is None and package.is_partial):
            return Named(path, name)
        return UnknownType(f"{path}.{name}") if declared is None else self._declared(package, declared)

    def _declared(self, package: Package, declared: TypeDeclaration) -> GoType:
        if not declared.is_alias:
            return Named(package.path, declared.name)
        key = (package.path, declared.name)
        if key in self._aliased or len(self._aliased) > _FAR:
            return UnknownType(f"{package.path}.{declared.name}")
        self._aliased.append(key)
        try:
            return self.of(declared.type_node, declared.file, declared.parameters)
        finally:
            self._aliased.pop()

    def _generic(self, node: Node, file: GoFile, parameters: tuple[str, ...]) -> GoType:
        base, listed = child(node, "type"), child(node, "type_arguments")
        if base is None:
            return UNKNOWN
        type_ = self.of(base, file, parameters)
        arguments = tuple(
            self.of(each, file, parameters)
            for each in (listed.named_children if listed is not None else ())
            if each.type != "comment"
        )
        return replace(type_, arguments=arguments) if isinstance(type_, Named) else type_

    def _fields(self, node: Node, file: GoFile, parameters: tuple[str, ...]) -> Iterator[StructField]:
        listed = next((each for each in node.named_children if each.type == "field_declaration_list"), None)
        for declared in listed.named_children if listed is not None else ():
            type_node = child(declared, "type") if declared.type == "field_declaration" else None
            if type_node is None:
                continue
            type_ = self.of(type_node, file, parameters)
            written = child(declared, "tag")
            tag = "" if written is None else unquoted(written)
            names = children(declared, "name")
            for name in names:
                yield StructField(text(name), type_, False, tag, declared, file)
            if not names:
                if any(each.type == "*" for each in declared.children):
                    type_ = Pointer(type_)
                yield StructField(_embedded_name(type_node), type_, True, tag, declared, file)

    def _interface(self, node: Node, file: GoFile, parameters: tuple[str, ...]) -> GoType:
        methods: list[tuple[str, Func]] = []
        embedded: list[GoType] = []
        is_constraint = False
        for each in node.named_children:
            if each.type == "method_elem":
                name = child(each, "name")
                if name is not None:
                    methods.append((text(name), self.function_type(each, file, parameters)))
            elif each.type == "type_elem":
                terms = [term for term in each.named_children if term.type != "comment"]
                if len(terms) == 1 and terms[0].type != "negated_type":
                    embedded.append(self.of(terms[0], file, parameters))
                else:
                    is_constraint = True
        return Interface(tuple(methods), tuple(embedded), is_constraint)

    def function_type(self, node: Node, file: GoFile, parameters: tuple[str, ...] = ()) -> Func:
        """The signature of a function's type, a method's or a function literal."""
        listed, result = child(node, "parameters"), child(node, "result")
        taken: list[GoType] = []
        variadic = False
        for each in listed.named_children if listed is not None else ():
            type_node = child(each, "type")
            if type_node is None:
                continue
            type_ = self.of(type_node, file, parameters)
            if each.type == "variadic_parameter_declaration":
                variadic, type_ = True, Slice(type_)
            taken += [type_] * max(1, len(children(each, "name")))
        given: list[GoType] = []
        if result is not None and result.type == "parameter_list":
            for each in result.named_children:
                type_node = child(each, "type")
                if type_node is not None:
                    given += [self.of(type_node, file, parameters)] * max(1, len(children(each, "name")))
        elif result is not None:
            given.append(self.of(result, file, parameters))
        return Func(tuple(taken), tuple(given), variadic)

    # ----------------------------------------------------------------------------------------------- declarations

    def package_of(self, file: GoFile) -> Package | None:
        """The package that a file belongs to."""
        return self.packages.package_of(file)

    def declaration(self, type_: GoType) -> TypeDeclaration | None:
        """The declaration of a named type."""
        if not isinstance(type_, Named):
            return None
        package = self.packages.package(type_.package)
        return None if package is None else package.type(type_.name)

    def signature(self, declared: FunctionDeclaration) -> Func:
        """The signature of a function or method, without the receiver."""
        return self.packages.recorder.once(
            self._signatures,
            declared,
            lambda: self.function_type(declared.head, declared.file, declared.parameters),
        )

    def variable_type(self, declared: VariableDeclaration) -> GoType | None:
        """The type that a variable's declaration names; ``None`` where only its value tells."""
        return None if declared.type_node is None else self.of(declared.type_node, declared.file)

    # --------------------------------------------------------------------------------------------------- parts

    def underlying(self, type_: GoType) -> GoType:
        """The type behind names: never a :class:`Named`. That of a type outside the tree is unknown."""
        for _ in range(_FAR):
            if not isinstance(type_, Named):
                return type_
            type_ = self._step(type_)
        return UnknownType("a type that is made of itself")

    def _step(self, type_: Named) -> GoType:
        return self.packages.recorder.once(self._underlying, type_, lambda: self._written(type_))

    def _written(self, type_: Named) -> GoType:
        declared = self.declaration(type_)
        if declared is None:
            return UnknownType(type_.dotted)
        written = self.of(declared.type_node, declared.file, declared.parameters)
        return substituted(written, dict(zip(declared.parameters, type_.arguments)))

    def struct(self, type_: GoType) -> Struct | None:
        """The struct behind a type, or behind what it points to."""
        found = self.underlying(pointee(self._shallow(type_)))
        return found if isinstance(found, Struct) else None

    def field_key(self, holder: GoType, name: str) -> str:
        """The model's name of a field that a type declares, with those beside it."""
        key = self._keys.get((holder, name))
        if key is None:
            struct = self.struct(holder)
            beside = [each.name for each in struct.fields if each.name != "_"] if struct is not None else []
            key = self._keys[holder, name] = field_key(name, beside) if beside else ""
        return key

    def _shallow(self, type_: GoType) -> GoType:
        """The type; a pointer behind a name is that pointer."""
        if isinstance(type_, Named):
            found = self.underlying(type_)
            return found if isinstance(found, Pointer) else type_
        return type_

    def select(self, type_: GoType, name: str) -> Selection | None:
        """The field or method that ``x.name`` selects for an ``x`` of this type: the least deep one. ``None`` where
        there is none, or where two are equally deep. Where a type :meth:`hides` names, another one may be meant."""
        level: list[tuple[tuple[StructField, ...], GoType]] = [((), type_)]
        seen: set[GoType] = set()
        while level:
            found: list[Selection] = []
            deeper: list[tuple[tuple[StructField, ...], GoType]] = []
            for path, holder in level:
                holder = pointee(holder)
                if holder in seen:
                    continue
                seen.add(holder)
                own = self._own(holder, name, path)
                if own is not None:
                    found.append(own)
                deeper += [((*path, each), each.type) for each in self._embedded(holder)]
            if found:
                return found[0] if len(found) == 1 else None
            level = deeper
        return None

    def _own(self, holder: GoType, name: str, path: tuple[StructField, ...]) -> Selection | None:
        if isinstance(holder, Named):
            package = self.packages.package(holder.package)
            method = package.method(holder.name, name) if package is not None else None
            if method is not None:
                declared = self.declaration(holder)
                bound = dict(zip(method.parameters, holder.arguments)) if declared is not None else {}
                signature = substituted(self.signature(method), bound)
                return Selection(path, owner=holder, declaration=method, signature=_as_function(signature))
        parts = self.underlying(holder)
        if isinstance(parts, Interface):
            signature_of = self.interface_methods(holder).get(name)
            return None if signature_of is None else Selection(path, owner=holder, signature=signature_of)
        for each in parts.fields if isinstance(parts, Struct) else ():
            if each.name == name:
                return Selection(path, field=each)
        return None

    def _embedded(self, holder: GoType) -> list[StructField]:
        parts = self.underlying(holder)
        return [each for each in parts.fields if each.embedded] if isinstance(parts, Struct) else []

    def interfaces(self, type_: GoType) -> Iterator[GoType]:
        """An interface and all that it embeds, each once."""
        pending, seen = [type_], set()
        while pending:
            each = pending.pop()
            if each not in seen:
                seen.add(each)
                yield each
                parts = self.underlying(each)
                pending += parts.embedded if isinstance(parts, Interface) else ()

    def interface_methods(self, type_: GoType) -> dict[str, Func]:
        """The methods of an interface, those of embedded ones too."""
        found: dict[str, Func] = {}
        for each in self.interfaces(type_):
            parts = self.underlying(each)
            for name, signature in parts.methods if isinstance(parts, Interface) else ():
                found.setdefault(name, signature)
            if each == Basic("error"):
                found.setdefault("Error", Func((), (Basic("string"),)))
        return found

    def hides(self, type_: GoType, above: int | None = None) -> bool:
        """Whether something embedded, however deep or less deep than ``above``, is of a type that can't be told: it may
        bring any name."""
        level, depth = [type_], 0
        seen: set[GoType] = set()
        while level and depth != above:
            holders = {pointee(each) for each in level} - seen - _WITHOUT_HOOKS
            seen |= holders
            if any(isinstance(self.underlying(each), (UnknownType, TypeParameter)) for each in holders):
                return True
            level, depth = [each.type for holder in holders for each in self._embedded(holder)], depth + 1
        return False

    def method_names(self, type_: GoType) -> tuple[str, ...]:
        """The names of all methods of a type, promoted ones too, those of generated files left out; sorted. Ask
        :meth:`select` which method each is."""
        names: set[str] = set()
        pending, seen = [type_], set()
        while pending:
            holder = pointee(pending.pop())
            if holder in seen:
                continue
            seen.add(holder)
            package = self.packages.package(holder.package) if isinstance(holder, Named) else None
            if package is not None and isinstance(holder, Named):
                names.update(package.methods_of(holder.name))
            names.update(self.interface_methods(holder))
            pending += [each.type for each in self._embedded(holder)]
        return tuple(sorted(names))


def _is_predeclared(name: str) -> bool:
    return name in PREDECLARED or name in PREDECLARED_ALIASES


def _as_function(type_: GoType) -> Func | None:
    return type_ if isinstance(type_, Func) else None


def _embedded_name(node: Node) -> str:
    """The name of an embedded field: that of its type, without package, pointer and arguments."""
    while node.type in ("pointer_type", "parenthesized_type", "generic_type"):
        inner = child(node, "type") or (node.named_children[0] if node.named_children else None)
        if inner is None:
            break
        node = inner
    if node.type == "qualified_type":
        node = child(node, "name") or node
    return text(node)
