"""Objects that Go code hands to a scheme: written out one by one, or in lists that are put together elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from tree_sitter import Node

from apivet.golang.declarations import VariableDeclaration
from apivet.golang.packages import Package
from apivet.golang.source import GoFile, child, children, text
from apivet.golang.stores import declared_function
from apivet.golang.syntax_search import assigned_value, assigned_values, parameter_names, plain, walked
from apivet.golang.typing import Typing

#: How many variables, functions and appended lists a list is followed through.
_STEPS: Final = 8
#: The statements around an ``append`` that is made in any case.
_ALWAYS: Final = ("block", "statement_list", "for_statement", "expression_list", "function_declaration", "func_literal")
_DECLARING: Final = ("short_var_declaration", "var_spec")


class WrittenPlace(Struct, frozen=True):
    """A place in the source by which names are looked up."""

    file: GoFile
    package: Package
    function: Node | None


#: The type expression of an object, where its names are looked up; ``None`` for one that can't be told.
_Told = tuple[WrittenPlace, Node] | None


def value_of(place: WrittenPlace, node: Node) -> Node | None:
    """The expression that a variable of the function or the package is given."""
    body = child(place.function, "body") if place.function is not None else None
    found = assigned_value(body, text(node)) if body is not None else None
    if found is not None:
        return found
    declared = place.package.find(text(node))
    return declared.value_node if isinstance(declared, VariableDeclaration) else None


class RegisteredObjects:
    """The types of the objects that expressions stand for."""

    def __init__(self, typing: Typing) -> None:
        self._typing = typing

    def types(self, place: WrittenPlace, node: Node) -> Iterator[_Told]:
        """The types of the objects that an argument gives: one, those of a list, or those that a loop goes through."""
        listed = node.named_children[0] if node.type == "variadic_argument" else _gone_through(place, node)
        if listed is not None:
            yield from self._listed(place, listed, _STEPS)
            return
        made = _given(place, node)
        function, given = child(made, "function"), child(made, "arguments")
        type_node = None
        if made.type == "composite_literal":
            type_node = child(made, "type")
        elif made.type == "call_expression" and function is not None and given is not None and text(function) == "new":
            type_node = next(iter(given.named_children), None)
        yield None if type_node is None else (place, type_node)

    def _listed(self, place: WrittenPlace, node: Node, steps: int) -> Iterator[_Told]:
        """The types of a list's objects: of a literal, of what a function returns, and of all that is appended."""
        node = plain(node)
        if node.type == "identifier" and _is_declared_in(place.function, text(node)):
            yield from self._gathered(place, node, steps)
            return
        made = _given(place, node)
        function, given = child(made, "function"), child(made, "arguments")
        if made.type == "composite_literal":
            for element in _elements(made):
                yield from self.types(place, element)
        elif steps == 0 or function is None or given is None:
            yield None
        elif text(function) == "append":
            first, *more = _arguments(given)
            yield from self._listed(place, first, steps - 1)
            for each in more:
                yield from self.types(place, each)
        else:
            yield from self._returned(place, function, steps - 1)

    def _gathered(self, place: WrittenPlace, name: Node, steps: int) -> Iterator[_Told]:
        """The types of the objects in a list that a variable of a function holds: of what it is given first, and of
        what is appended to it before it is looked at. Nothing is told of a list that is set in another way."""
        values = list(assigned_values(place.function, text(name))) if place.function is not None else []
        appended = [_appended(each, text(name)) for each in values]
        given = [value for value, more in zip(values, appended) if more is None]
        is_late = any(each.start_byte > name.start_byte for each in values)
        if (
            len(given) > 1
            or not all(map(_is_declaring, given))
            or is_late
            or _is_set_in_part(place.function, text(name))
        ):
            yield None
            return
        for value, more in zip(values, appended):
            if more is None:
                yield from self._listed(place, value, steps - 1)
            elif _is_done_always(value, place.function):
                for each in more:
                    yield from self.types(place, each)
            else:
                yield None

    def _returned(self, place: WrittenPlace, function: Node, steps: int) -> Iterator[_Told]:
        """The types of the objects in the list that a function returns, where it does so in one way."""
        declared = declared_function(self._typing, place.file, function)
        package = self._typing.package_of(declared.file) if declared is not None else None
        returned = list(walked(declared.node, "return_statement")) if declared is not None else []
        values = [value for each in returned for listed in each.named_children for value in listed.named_children]
        if declared is None or package is None or len(returned) != 1 or len(values) != 1:
            yield None
        else:
            yield from self._listed(WrittenPlace(declared.file, package, declared.node), values[0], steps)


def _given(place: WrittenPlace, node: Node) -> Node:
    """The expression that a variable is given once, or the one that stands there."""
    node = plain(node)
    value = value_of(place, node) if node.type == "identifier" else None
    return node if value is None or _is_set_again(place, text(node)) else plain(value)


def _is_set_again(place: WrittenPlace, name: str) -> bool:
    """Whether a variable is given several values: one of the function there, one of the package anywhere."""
    own = list(assigned_values(place.function, name)) if place.function is not None else []
    if own:
        return len(own) > 1
    roots = (file.root for file in place.package.files if file.holds(name.encode()))
    setting = (child(each, "left") for root in roots for each in walked(root, "assignment_statement"))
    return any(left is not None and name in map(text, left.named_children) for left in setting)


def _gone_through(place: WrittenPlace, node: Node) -> Node | None:
    """The list or the mapping of which a loop gives a variable its elements."""
    for clause in walked(place.function, "range_clause") if place.function is not None else ():
        left = child(clause, "left")
        names = [text(each) for each in left.named_children] if left is not None else []
        if len(names) == 2 and names[1] == text(node):
            return child(clause, "right")
    return None


def _is_declared_in(function: Node | None, name: str) -> bool:
    """Whether a function declares a variable of its own by this name, which no parameter has."""
    if function is None or name in parameter_names(function):
        return False
    return any(
        name in map(text, children(each, "name") or (child(each, "left") or each).named_children)
        for each in walked(function, *_DECLARING)
    )


def _appended(value: Node, name: str) -> list[Node] | None:
    """The objects that an expression appends to the list in a variable; ``None`` where it does something else."""
    function, given = child(value, "function"), child(value, "arguments")
    if function is None or given is None or text(function) != "append":
        return None
    first, *more = _arguments(given)
    return more if text(first) == name else None


def _is_declaring(value: Node) -> bool:
    """Whether an expression is the one that a variable is declared with."""
    above = value.parent
    while above is not None and above.type == "expression_list":
        above = above.parent
    return above is not None and above.type in _DECLARING


def _is_done_always(value: Node, function: Node | None) -> bool:
    """Whether nothing in a function decides about a statement but loops that go through lists."""
    above = value.parent
    while above is not None and above.type in ("expression_list", *_DECLARING, "assignment_statement"):
        above = above.parent
    while above is not None and above != function and above.type in (*_ALWAYS, "var_declaration"):
        above = above.parent
    return above == function


def _is_set_in_part(function: Node | None, name: str) -> bool:
    """Whether a function puts something into a list at an index."""
    targets = (child(each, "left") for each in walked(function, "assignment_statement")) if function is not None else ()
    parts = (each for left in targets if left is not None for each in left.named_children)
    return any(each.type == "index_expression" and text(child(each, "operand") or each) == name for each in parts)


def _arguments(given: Node) -> list[Node]:
    return [each for each in given.named_children if each.type != "comment"]


def _elements(literal: Node) -> list[Node]:
    """The values that a composite literal holds."""
    body = child(literal, "body")
    listed = [each for each in body.named_children if each.type != "comment"] if body is not None else []
    values = (child(each, "value") if each.type == "keyed_element" else each for each in listed)
    return [plain(each) for each in values if each is not None]
