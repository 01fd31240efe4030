"""The declarations of a file: types, functions, constants and variables at its top level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from msgspec import Struct, field
from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.source import GoFile, child, children, is_alone_sound, is_sound, text


class TypeDeclaration(Struct, frozen=True, eq=False):
    """``type Name[Parameters] Type``; ``is_alias`` with an equals sign."""

    name: str
    file: GoFile
    node: Node
    type_node: Node
    parameters: tuple[str, ...] = ()
    is_alias: bool = False


class FunctionDeclaration(Struct, frozen=True, eq=False):
    """A function or method. ``head`` is its node, for what it says before its body: who looks into that asks for the
    ``node`` or the ``body``. ``receiver`` is the name of the receiver's type, empty for a function; ``by_pointer`` says
    that it is a pointer, ``receiver_name`` is that of the variable. ``parameters`` are the type parameters: those of
    the receiver go by the names that the method gives them."""

    name: str
    file: GoFile
    head: Node
    receiver: str = ""
    receiver_name: str = ""
    by_pointer: bool = False
    parameters: tuple[str, ...] = ()

    @property
    def node(self) -> Node:
        self.file.look_into(self.head)
        return self.head

    @property
    def body(self) -> Node | None:
        return child(self.node, "body")


class ConstantDeclaration(Struct, frozen=True, eq=False):
    """A constant. Where its line names neither, ``type_node`` and ``value_node`` are those of the line that it repeats;
    ``iota`` is that of its own line."""

    name: str
    file: GoFile
    node: Node
    iota: int
    type_node: Node | None = None
    value_node: Node | None = None


class VariableDeclaration(Struct, frozen=True, eq=False):
    """A variable of the package. ``position`` counts the names of its line; with ``is_unpacked`` the value is a call
    with that many results."""

    name: str
    file: GoFile
    node: Node
    type_node: Node | None = None
    value_node: Node | None = None
    position: int = 0
    is_unpacked: bool = False


Declaration = Union[TypeDeclaration, FunctionDeclaration, ConstantDeclaration, VariableDeclaration]


class Declarations(Struct):
    """The declarations of one file, or of a package, by their names. The first of several wins. ``methods`` are by the
    name of the receiver's type, ``initializers`` the functions ``init``. ``broken`` are names whose declarations hold
    syntax errors."""

    types: dict[str, TypeDeclaration] = field(default_factory=dict)
    functions: dict[str, FunctionDeclaration] = field(default_factory=dict)
    methods: dict[str, dict[str, FunctionDeclaration]] = field(default_factory=dict)
    constants: dict[str, ConstantDeclaration] = field(default_factory=dict)
    variables: dict[str, VariableDeclaration] = field(default_factory=dict)
    initializers: list[FunctionDeclaration] = field(default_factory=list)
    blank: list[VariableDeclaration] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)

    def find(self, name: str) -> Declaration | None:
        """The declaration of a name of the package."""
        return self.types.get(name) or self.functions.get(name) or self.constants.get(name) or self.variables.get(name)

    def add(self, other: Declarations) -> None:
        """Take over the declarations of another file."""
        self.types = {**other.types, **self.types}
        self.functions = {**other.functions, **self.functions}
        self.constants = {**other.constants, **self.constants}
        self.variables = {**other.variables, **self.variables}
        for receiver, methods in other.methods.items():
            own = self.methods.setdefault(receiver, {})
            for name, method in methods.items():
                own.setdefault(name, method)
        self.initializers += other.initializers
        self.blank += other.blank
        self.broken |= other.broken

    def give_to_aliased(self) -> None:
        """Give the methods that a receiver's alias declares to the type that it stands for: ``type A = *T``."""
        for alias in [name for name in self.methods if name in self.types and self.types[name].is_alias]:
            name, by_pointer = self._aliased(alias)
            own = self.methods.setdefault(name, {})
            for method in self.methods.pop(alias).values():
                own.setdefault(method.name, replace(method, receiver=name, by_pointer=method.by_pointer or by_pointer))

    def _aliased(self, name: str) -> tuple[str, bool]:
        """The name of the type that an alias stands for in the end, and whether it does so for a pointer to it."""
        passed, by_pointer = {name}, False
        while (declared := self.types.get(name)) is not None and declared.is_alias:
            node, _, is_pointer = _base_type(declared.type_node)
            name, by_pointer = text(node), by_pointer or is_pointer
            if name in passed:
                break
            passed.add(name)
        return name, by_pointer


def declarations(file: GoFile) -> Declarations:
    """The declarations of a file. Those with syntax errors inside are left out, and their names reported; functions
    where the errors lie in what they take or give."""
    found = Declarations()
    for node in file.top_level:
        if node.type == "type_declaration":
            for spec in node.named_children:
                _add_type(found, file, node, spec)
        elif node.type in ("function_declaration", "method_declaration"):
            _add_function(found, file, node)
        elif node.type == "const_declaration":
            for constant in constants_of(file, node):
                if constant.name != "_":
                    found.constants.setdefault(constant.name, constant)
        elif node.type == "var_declaration":
            for variable in _variables(file, node):
                if variable.name == "_":
                    found.blank.append(variable)
                else:
                    found.variables.setdefault(variable.name, variable)
        elif node.is_error:
            found.broken.update(text(each) for each in node.named_children if each.type.endswith("identifier"))
    return found


def _add_type(found: Declarations, file: GoFile, node: Node, spec: Node) -> None:
    name, type_node = child(spec, "name"), child(spec, "type")
    if spec.type not in ("type_spec", "type_alias") or name is None or type_node is None:
        return
    if not is_sound(spec) or not is_alone_sound(node):
        found.broken.add(text(name))
        return
    parameters = _type_parameters(child(spec, "type_parameters"))
    declared = TypeDeclaration(text(name), file, spec, type_node, parameters, spec.type == "type_alias")
    if declared.name != "_":
        found.types.setdefault(declared.name, declared)


def _add_function(found: Declarations, file: GoFile, node: Node) -> None:
    name = child(node, "name")
    if name is None:
        return
    receiver = child(node, "receiver")
    owner, owner_parameters, by_pointer, variable = _receiver(receiver) if receiver else ("", (), False, "")
    if not _has_sound_head(node):
        found.broken.add(f"{owner}.{text(name)}" if owner else text(name))
        return
    parameters = owner_parameters or _type_parameters(child(node, "type_parameters"))
    declared = FunctionDeclaration(text(name), file, node, owner, variable, by_pointer, parameters)
    if owner:
        found.methods.setdefault(owner, {}).setdefault(declared.name, declared)
    elif receiver is not None or declared.name == "_":
        return
    elif declared.name == "init":
        found.initializers.append(declared)
    else:
        found.functions.setdefault(declared.name, declared)


def _has_sound_head(node: Node) -> bool:
    """Whether a function has no syntax error but in its body."""
    return all(is_sound(each) or each.type == "block" for each in node.children)


def _receiver(node: Node) -> tuple[str, tuple[str, ...], bool, str]:
    """The name of the receiver's type, the names of its type parameters, whether it is a pointer, and the variable."""
    for parameter in node.named_children:
        type_node = child(parameter, "type") if parameter.type == "parameter_declaration" else None
        name = child(parameter, "name")
        if type_node is not None:
            base, arguments, by_pointer = _base_type(type_node)
            return text(base), arguments, by_pointer, text(name) if name is not None else ""
    return "", (), False, ""


def _base_type(node: Node) -> tuple[Node, tuple[str, ...], bool]:
    """The type that has the methods, the names of its type arguments, and whether there is a pointer to it."""
    by_pointer = False
    arguments: tuple[str, ...] = ()
    while node.type in ("pointer_type", "parenthesized_type") and node.named_children:
        by_pointer = by_pointer or node.type == "pointer_type"
        node = node.named_children[0]
    if node.type == "generic_type":
        listed = child(node, "type_arguments")
        arguments = tuple(text(each) for each in listed.named_children) if listed is not None else ()
        node = child(node, "type") or node
    return node, arguments, by_pointer


def _type_parameters(node: Node | None) -> tuple[str, ...]:
    if node is None:
        return ()
    return tuple(
        text(name)
        for each in node.named_children
        if each.type == "type_parameter_declaration"
        for name in children(each, "name")
    )


def constants_of(file: GoFile, declaration: Node) -> Iterator[ConstantDeclaration]:
    """The constants of a declaration, of a package or inside a function."""
    type_node: Node | None = None
    values: list[Node] = []
    specs = [each for each in declaration.named_children if each.type == "const_spec"]
    for iota, spec in enumerate(specs):
        own = child(spec, "value")
        if own is not None:
            type_node, values = child(spec, "type"), _expressions(own)
        for position, name in enumerate(children(spec, "name")):
            value = values[position] if position < len(values) else None
            if is_sound(spec):
                yield ConstantDeclaration(text(name), file, spec, iota, type_node, value)


def _variables(file: GoFile, declaration: Node) -> Iterator[VariableDeclaration]:
    for each in declaration.named_children:
        for spec in each.named_children if each.type == "var_spec_list" else [each]:
            if spec.type != "var_spec" or not is_sound(spec):
                continue
            names, type_node, own = children(spec, "name"), child(spec, "type"), child(spec, "value")
            values = _expressions(own) if own is not None else []
            unpacked = len(names) > 1 and len(values) == 1
            for position, name in enumerate(names):
                value = values[0] if unpacked else values[position] if position < len(values) else None
                yield VariableDeclaration(text(name), file, spec, type_node, value, position, unpacked)


def _expressions(node: Node) -> list[Node]:
    listed = node.named_children if node.type == "expression_list" else [node]
    return [each for each in listed if each.type != "comment"]
