"""The state of lowering one function: its scopes, and values with their static types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

import msgspec
from msgspec import field
from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.lowering import library
from apivet.golang.packages import Package
from apivet.golang.source import GoFile, child, children, text
from apivet.golang.types import (
    UNKNOWN,
    Array,
    Basic,
    Func,
    GoType,
    Interface,
    Map,
    Named,
    Pointer,
    Slice,
    Struct,
    substituted,
)
from apivet.golang.typing import Typing
from apivet.golang.zero_values import TEXTS, zero
from apivet.program import syntax
from apivet.program.operations import Operation
from apivet.verdicts import Location

#: Types that the language brings along.
BOOL: Final = Basic("bool")
INT: Final = Basic("int")
STRING: Final = Basic("string")
ERROR: Final = Basic("error")
NIL: Final = Basic("untyped nil")


class Unlowered(Exception):
    """Something that has no place in the statements of the model; the statement around it is lost as a whole."""


class Value(msgspec.Struct, frozen=True):
    """An expression with its static type. A ``fresh`` one is nobody else's, so that it need not be copied. ``held`` is
    the type of what has just been put into an interface."""

    node: syntax.Expression
    type: GoType = UNKNOWN
    fresh: bool = False
    held: GoType = UNKNOWN

    @property
    def constant(self) -> syntax.Literal | None:
        return self.node if isinstance(self.node, syntax.Literal) else None


class Variable(msgspec.Struct, frozen=True):
    """A local variable: its name in the model, which no other has, its type, and the frame that it belongs to."""

    name: str
    type: GoType
    frame: int
    constant: syntax.Literal | None = None


class Frame(msgspec.Struct):
    """A function or function literal: its results, and what it sets of the functions around it."""

    results: tuple[GoType, ...]
    named: tuple[Variable, ...] = ()
    outer: set[str] = field(default_factory=set)
    #: The calls that run at its end, each with the name of the variable that says whether it was reached.
    deferred: list[tuple[str, syntax.Statement]] = field(default_factory=list)
    exit: str = ""
    #: The labels of the loops and switches around a statement, innermost last.
    targets: list[JumpTarget] = field(default_factory=list)


class JumpTarget(msgspec.Struct):
    """A statement that ``break`` or ``continue`` may mean: the blocks of the model that are left then; ``None`` where
    the innermost loop of the model is meant."""

    label: str
    is_loop: bool
    breaks: str = ""
    continues: str = ""
    broken: bool = False
    continued: bool = False


class Filter(msgspec.Struct, frozen=True):
    """A list that is filtered in place: the variable that counts what stays, the list as it is written, and the name of
    the list of what stays."""

    count: str
    whole: str
    kept: str


class Body:
    """One function of the source while it is lowered."""

    def __init__(
        self,
        typing: Typing,
        package: Package,
        file: GoFile,
        parameters: tuple[str, ...] = (),
        *,
        bound: Mapping[str, GoType] | None = None,
        converts: bool = False,
    ) -> None:
        self.typing = typing
        self.package = package
        self.file = file
        self.parameters = parameters
        #: The types that these stand for, where that is known.
        self.bound = dict(bound or {})
        #: Whether the function is a conversion: those that it calls are judged by themselves.
        self.converts = converts
        self.frames: list[Frame] = []
        self.scopes: list[dict[str, Variable]] = [{}]
        self._used: dict[str, int] = {}
        #: Names of variables that are given more than one value somewhere in the function.
        self.reassigned: frozenset[str] = frozenset()
        #: Statements that come before the one that is being lowered.
        self.before: list[syntax.Statement] = []
        #: The filter whose loop is lowered.
        self.filter: Filter | None = None
        #: Statements, by their numbers in the tree, of which all is done by those before them.
        self.done: set[int] = set()
        #: The types behind those that are declared inside the function.
        self.local_types: dict[str, GoType] = {}
        #: Names of constants that are declared inside the function: an array may be as long as one of them says.
        self._local_constants: list[str] = []

    @property
    def shares_loop_variables(self) -> bool:
        """Whether all rounds of a loop have the same variables."""
        return self.typing.packages.modules.shares_loop_variables(self.package.directory)

    # ------------------------------------------------------------------------------------------------------ places

    def at(self, node: Node) -> Location:
        return self.file.location(node)

    # ------------------------------------------------------------------------------------------------------ scopes

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block."""
        self.scopes.append({})
        try:
            yield
        finally:
            self.scopes.pop()

    def fresh(self, name: str) -> str:
        """A name that no other variable of the function has."""
        number = self._used.get(name, 0)
        self._used[name] = number + 1
        return name if number == 0 and name != "_" else f"{name}·{number}"

    def unnamed(
        self,
        at: Location,
        name: str,
        parameters: Iterable[str],
        statements: Iterable[syntax.Statement],
        outer: Iterable[str] = (),
    ) -> syntax.Lambda:
        """A function without a name of its own, which may set these variables of the functions around it."""
        taken = tuple(syntax.Parameter(each, "positional", None, None) for each in parameters)
        names = tuple(sorted(outer))
        whole = (*([syntax.Outer(at, names)] if names else []), *statements)
        function = syntax.Function(
            at, name, f"{self.package.path}.{name}", self.package.path, None, taken, whole, (),
            "none", False, False, False, False, None, is_static=True,
        )  # fmt: skip
        return syntax.Lambda(at, function)

    def declare(self, name: str, type_: GoType, constant: syntax.Literal | None = None) -> Variable:
        """A new variable of the innermost block."""
        variable = Variable(self.fresh(name), type_, len(self.frames) - 1, constant)
        if name != "_":
            self.scopes[-1][name] = variable
        if constant is not None:
            self._local_constants.append(name)
        return variable

    def find(self, name: str) -> Variable | None:
        """The variable that a name means here."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def name_of(self, node: Node, variable: Variable) -> syntax.Name:
        return syntax.Name(self.at(node), variable.name)

    def note_assigned(self, variable: Variable) -> None:
        """A variable is set: where it is one of a function around this one, the model has to be told."""
        for frame in self.frames[variable.frame + 1 :]:
            frame.outer.add(variable.name)

    # ------------------------------------------------------------------------------------------------------- types

    def type_of(self, node: Node) -> GoType:
        """The type that a type expression means here."""
        named = (*self.parameters, *self.local_types, *self._local_constants)
        return substituted(self.typing.of(node, self.file, named), {**self.bound, **self.local_types})

    def underlying(self, type_: GoType) -> GoType:
        if isinstance(type_, Named) and type_.package == "iter" and type_.name in ("Seq", "Seq2"):
            return Func((Func(type_.arguments, (BOOL,)),))
        return self.typing.underlying(type_)

    def is_object(self, type_: GoType) -> bool:
        """Whether values of a type are objects of the model that an assignment copies."""
        return isinstance(self.underlying(type_), Struct) and type_ != Struct()

    def is_array(self, type_: GoType) -> bool:
        return isinstance(self.underlying(type_), Array)

    def is_array_of_values(self, type_: GoType) -> bool:
        """Whether values of a type are arrays of structures, which are parts of them, or of such arrays."""
        found = self.underlying(type_)
        return isinstance(found, Array) and (self.is_object(found.element) or self.is_array_of_values(found.element))

    def is_text(self, type_: GoType) -> bool:
        found = self.underlying(type_)
        return isinstance(found, Basic) and found.name in TEXTS

    def is_interface(self, type_: GoType) -> bool:
        found = self.underlying(type_)
        return isinstance(found, Interface) or found in (Basic("any"), ERROR)

    def is_container(self, type_: GoType) -> bool:
        """Whether ``nil`` of a type is the empty one."""
        return isinstance(self.underlying(type_), (Slice, Map))

    def is_pointer_to_object(self, type_: GoType) -> bool:
        found = self.underlying(type_)
        return isinstance(found, Pointer) and self.is_object(found.target)

    def is_known(self, type_: GoType) -> bool:
        """Whether it is told whether values of a type are copied."""
        found = self.underlying(type_)
        return isinstance(found, (Basic, Pointer, Slice, Map, Func, Interface, Array, Struct))

    def element_of(self, type_: GoType) -> GoType:
        """The type of the elements of a container."""
        found = self.underlying(type_)
        if isinstance(found, Pointer):
            found = self.underlying(found.target)
        if isinstance(found, (Slice, Array)):
            return found.element
        if isinstance(found, Map):
            return found.value
        return Basic("uint8") if found == STRING else UNKNOWN

    # ------------------------------------------------------------------------------------------------------ values

    def zero(self, type_: GoType, at: Location) -> Value:
        """The zero value of a type."""
        return Value(zero(type_, at, self.underlying, self.typing.instances.type_name), type_, True)

    def own(self, value: Value) -> syntax.Expression:
        """The value for a place of its own: one that lies elsewhere is copied."""
        if value.fresh or isinstance(value.node, syntax.Literal):
            return value.node
        if library.is_field_set(value.type):
            return syntax.Opaque(value.node.location, "a copy of a set of paths", (value.node,), holds=True)
        if self.is_object(value.type):
            return syntax.Copied(value.node.location, value.node)
        if self.is_array(value.type):
            return self.own_elements(value.node, self.element_of(value.type))
        return value.node

    def own_elements(self, node: syntax.Expression, element: GoType) -> syntax.Expression:
        """A container of its own with the elements of another one."""
        own = self.copied_elements(node, element)
        return own if own is not node else syntax.Perform(node.location, Operation.SAME_ELEMENTS, (node,))

    def copied_elements(self, node: syntax.Expression, element: GoType) -> syntax.Expression:
        """The elements of a container, where they lie in another one: structures are copied, all others shared."""
        if self.is_array(element):
            raise Unlowered("a copy of arrays in each other")
        if self.is_object(element):
            return syntax.Copied(node.location, node, elements=True)
        return node

    def as_type(self, value: Value, wanted: GoType) -> Value:
        """A value where something of a type is wanted: ``nil`` is the empty slice or map there."""
        if value.type == NIL and self.is_container(wanted):
            return self.zero(wanted, value.node.location)
        is_untyped = isinstance(value.type, Basic) and value.type.name.startswith("untyped")
        if is_untyped and self.is_container(wanted):  # a text, for a conversion to say what becomes of it
            return value
        if value.type == NIL or is_untyped:
            return replace(value, type=wanted if self.is_known(wanted) else value.type)
        if (
            not self.is_known(value.type)
            and self.is_known(wanted)
            and not isinstance(self.underlying(wanted), Interface)
        ):
            return replace(value, type=wanted)
        return value


def named_children(node: Node | None) -> list[Node]:
    """The children that are no comments."""
    return [] if node is None else [each for each in node.named_children if each.type != "comment"]


def listed(node: Node | None) -> list[Node]:
    """The expressions of a list, or the one."""
    if node is None:
        return []
    return named_children(node) if node.type == "expression_list" else [node]


def statements_of(block: Node | None) -> list[Node]:
    """The statements of a block or a case."""
    found: list[Node] = []
    for each in named_children(block):
        found += named_children(each) if each.type == "statement_list" else [each]
    return found


def inside(root: Node, *, functions: bool = True) -> Iterator[Node]:
    """All nodes of a piece of code, function literals with their bodies only where these are wanted."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if functions or node.type != "func_literal" or node is root:
            pending += reversed(node.named_children)


def has_call(root: Node) -> bool:
    """Whether anything is called in a piece of code."""
    return any(each.type == "call_expression" for each in inside(root))


def is_in_loop(node: Node) -> bool:
    """Whether a piece of code of a function may run several times in it: all of a loop but what it begins with."""
    below, around = node, node.parent
    while around is not None and around.type not in ("func_literal", "function_declaration", "method_declaration"):
        is_start = below in (child(around, "right"), child(around, "initializer"))
        if around.type in ("range_clause", "for_clause") and is_start and around.parent is not None:
            around = around.parent
        elif around.type == "for_statement":
            return True
        below, around = around, around.parent
    return False


_SETTING: Final = ("assignment_statement", "inc_statement", "dec_statement", "range_clause", "receive_statement")


def assigned_names(root: Node) -> set[str]:
    """The names of variables that are set other than where they are declared, or parts of them."""
    return {root_of(each) for each in targets_within(root)}


def targets_within(root: Node) -> Iterator[Node]:
    """The places that are set other than where they are declared."""
    for node in inside(root):
        if node.type in _SETTING:
            left = child(node, "left")
            is_declaring = node.type == "range_clause" and any(each.type == ":=" for each in node.children)
            targets = listed(left) if left is not None else named_children(node)[:1]
            yield from () if is_declaring else targets
        elif node.type == "short_var_declaration":
            yield from _declared_again(node)


def declared_names(root: Node) -> set[str]:
    """The names of variables that a piece of code declares, and of the parameters of functions in it."""
    names: list[Node] = []
    for node in inside(root):
        if node.type in ("short_var_declaration", "range_clause"):
            names += listed(child(node, "left"))
        elif node.type in ("var_spec", "parameter_declaration"):
            names += children(node, "name")
    return set(map(text, names))


def root_of(node: Node) -> str:
    """The name of the variable that a place lies in."""
    while node.type not in ("identifier", "field_identifier") and node.named_children:
        node = node.named_children[0]
    return text(node)


def _declared_again(node: Node) -> list[Node]:
    """Names to the left of ``:=``: with others, one of them may be there already."""
    names = listed(child(node, "left"))
    return names if len(names) > 1 else []


def parameter_names(node: Node) -> list[tuple[str, Node, bool]]:
    """The parameters of a list: name, type expression, and whether it takes the rest."""
    found: list[tuple[str, Node, bool]] = []
    for each in named_children(node):
        type_node = child(each, "type")
        if type_node is not None:
            names = [text(name) for name in children(each, "name")] or ["_"]
            found += [(name, type_node, each.type == "variadic_parameter_declaration") for name in names]
    return found


def defaulted(type_: GoType) -> GoType:
    """The type of a variable that is declared with an untyped constant."""
    if isinstance(type_, Basic) and type_.name.startswith("untyped"):
        plain = {"untyped int": "int", "untyped string": "string", "untyped bool": "bool", "untyped rune": "int32"}
        return Basic(plain.get(type_.name, "float64"))
    return type_
