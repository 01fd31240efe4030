"""Variables of packages that keep the value they begin with."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration, VariableDeclaration
from apivet.golang.naming import WORDS
from apivet.golang.packages import Package
from apivet.golang.source import child, text
from apivet.golang.syntax_search import walked
from apivet.golang.types import (
    UNKNOWN,
    Array,
    Basic,
    Chan,
    GoType,
    Interface,
    Map,
    Named,
    Pointer,
    Slice,
    Struct,
    UnknownType,
    pointee,
)
from apivet.golang.typing import Selection, Typing

_SETTING = ("assignment_statement", "range_clause", "short_var_declaration", "receive_statement")
#: The type of the variables by which schemes know a group and its version: whoever set one would serve another API.
_GROUP_VERSION = Named("k8s.io/apimachinery/pkg/runtime/schema", "GroupVersion")
_READING = ("len", "cap", "copy", "min", "max")
#: Statements and expressions that look at a value and give none of it on.
_LOOKING = ("binary_expression", "unary_expression", "if_statement", "for_statement", "expression_switch_statement")
_AROUND = ("parenthesized_expression", "expression_list")


def stays(typing: Typing, package: Package, declared: VariableDeclaration, type_: GoType) -> bool:
    """Whether a variable is the same all the time, as far as its package says: a variable of the same name in a
    function counts too. One that other packages may set, or a part of it, does not stay."""
    if declared.name[:1].isupper() and not _is_out_of_reach(type_, typing.underlying(type_)):
        return False
    changes = _Changes(typing, package)
    return not any(changes.may_follow(use, type_) for use in _uses(package, declared))


def _is_out_of_reach(type_: GoType, under: GoType) -> bool:
    """Whether other packages can neither make a value of a type, other than by a copy, nor set a part of one."""
    if type_ == _GROUP_VERSION:
        return True
    if not isinstance(under, Struct):
        return False
    is_made_here = isinstance(type_, Named) and not type_.name[:1].isupper()
    return not under.fields or (is_made_here and not any(each.name[:1].isupper() for each in under.fields))


def _uses(package: Package, declared: VariableDeclaration) -> Iterator[Node]:
    """The identifiers of a variable's name in its package, without its declaration."""
    span = range(declared.node.start_byte, declared.node.end_byte)
    for file, node in package.mentions(declared.name, "identifier"):
        if not (file is declared.file and node.start_byte in span):
            yield node


class _Changes:
    """Effects of the uses of variables, as code tells them: what they do to a variable, or let others do."""

    def __init__(self, typing: Typing, package: Package) -> None:
        self._typing = typing
        self._package = package
        self._followed: set[FunctionDeclaration] = set()

    def may_follow(self, use: Node, type_: GoType, is_copy: bool = False) -> bool:
        """Whether a use of a variable may set it, or a part of it or something that it leads to, or lets others do
        so. Of a copy only the last matters."""
        node, around, part, whole = use, use.parent, type_, self._typing.underlying(type_)
        is_own = not is_copy  # whether what is set here is what the variable is or leads to
        while around is not None:
            is_inside = child(around, "operand") == node
            is_own = is_own or (is_inside and isinstance(self._typing.underlying(part), (Pointer, Slice, Map)))
            if around.type == "selector_expression" and is_inside:
                found = self._typing.select(part, text(child(around, "field") or around))
                if found is not None and found.is_method:
                    return self._is_changing(found)
                hops = () if found is None else found.path
                is_own = is_own or any(isinstance(self._typing.underlying(each.type), Pointer) for each in hops)
                part = UNKNOWN if found is None or found.field is None else found.field.type
            elif around.type in ("index_expression", "slice_expression") and is_inside:
                is_cut = around.type == "slice_expression"
                part = Slice(self._element(part)) if is_cut and not self._is_plain(part) else self._element(part)
            elif around.type == "unary_expression" and text(around).startswith("*"):
                part = pointee(self._typing.underlying(part))
            elif around.type not in _AROUND:
                break
            node, around = around, around.parent
        if around is None or around.type in ("inc_statement", "dec_statement"):
            return is_own
        if around.type in _SETTING and _is_target(around, node):
            return is_own
        if around.type == "unary_expression" and text(around).startswith("&"):
            return is_own or self._leads_on(part)
        if around.type == "range_clause":
            return self._may_follow_in_loop(around, part)
        if around.type == "return_statement" and self._is_for_the_server(around):
            return False
        is_unseen = self._is_unseen(part) and _is_whole(use, node) and not isinstance(whole, (Struct, Array))
        return (is_unseen or self._leads_on(part)) and not _is_read(around, node)

    def _may_follow_in_loop(self, clause: Node, over: GoType) -> bool:
        """Whether what a loop does with the keys and elements may change what they lead to."""
        found = self._typing.underlying(over)
        types = (found.key if isinstance(found, Map) else UNKNOWN, self._element(over))
        loop = clause.parent if ":=" in text(clause) else None
        return any(
            self._leads_on(type_) and (loop is None or self._uses_may(loop, text(name), type_))
            for name, type_ in zip(_named(clause), types)
        )

    def _uses_may(self, inside: Node, name: str, type_: GoType) -> bool:
        body = child(inside, "body")
        uses = () if body is None else walked(body, "identifier")
        return any(self.may_follow(use, type_, is_copy=True) for use in uses if text(use) == name)

    def _is_changing(self, method: Selection) -> bool:
        """Whether a method may change what its receiver is, or leads to."""
        declared, owner = method.declaration, method.owner
        if declared is None or owner is None or declared in self._followed:
            return False
        self._followed.add(declared)
        type_ = Pointer(owner) if declared.by_pointer else owner
        if declared.body is None:
            return self._leads_on(type_)
        return bool(declared.receiver_name) and self._uses_may(declared.node, declared.receiver_name, type_)

    def _is_for_the_server(self, node: Node) -> bool:
        """Whether what a function returns is for whoever asks which fields are reset: that is the server, which reads
        them, unless the package asks as well."""
        around: Node | None = node
        while around is not None and around.type not in ("method_declaration", "func_literal"):
            around = around.parent
        name = "" if around is None else text(child(around, "name") or around)
        asked = (each.parent for _, each in self._package.mentions(name, "field_identifier") if name)
        return name in WORDS.get_reset_fields and not any(
            each is not None and each.type == "selector_expression" for each in asked
        )

    def _element(self, type_: GoType) -> GoType:
        found = self._typing.underlying(pointee(self._typing.underlying(type_)))
        if isinstance(found, Map):
            return found.value
        return found.element if isinstance(found, (Slice, Array)) else UNKNOWN

    def _is_plain(self, type_: GoType) -> bool:
        return isinstance(self._typing.underlying(type_), Basic)

    def _is_unseen(self, type_: GoType) -> bool:
        """Whether a type does not tell what its values lead to."""
        found = self._typing.underlying(type_)
        return isinstance(found, (Interface, UnknownType)) or found in (Basic("any"), Basic("error"))

    def _leads_on(self, type_: GoType) -> bool:
        """Whether a copy of a value leads to memory that the value leads to as well. Of interfaces and of types outside
        the tree that is not known."""
        found = self._typing.underlying(type_)
        if isinstance(found, Struct):
            return any(self._leads_on(each.type) for each in found.fields)
        if isinstance(found, Array):
            return self._leads_on(found.element)
        return isinstance(found, (Pointer, Slice, Map, Chan))


def _is_target(around: Node, node: Node) -> bool:
    left = child(around, "left")
    return left == node or (left is None and around.named_children[:1] == [node])


def _named(clause: Node) -> list[Node]:
    """The variables that a loop sets for each element."""
    left = child(clause, "left")
    return [] if left is None else [each for each in left.named_children if each.type != "comment"]


def _is_whole(use: Node, node: Node) -> bool:
    """Whether an expression is the variable, and not a part of it."""
    return (use.start_byte, use.end_byte) == (node.start_byte, node.end_byte) or node.type in _AROUND


def _is_read(around: Node, node: Node) -> bool:
    """Whether the place of a slice, map or pointer only reads it."""
    if around.type == "argument_list" and around.parent is not None:
        function = child(around.parent, "function")
        name = "" if function is None else text(function)
        return name in _READING and not (name == "copy" and around.named_children[:1] == [node])
    if around.type == "call_expression":
        return child(around, "function") == node
    return around.type in _LOOKING
