"""Fields of a strategy that have one value in every instance that its package makes, and that nothing sets later.

Other packages can make none of a type whose name is not exported, and set no field that is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.constants import Constants
from apivet.golang.packages import Package
from apivet.golang.source import GoFile, child, children, text
from apivet.golang.syntax_search import keyed
from apivet.golang.types import Basic, GoType, Named, Struct, StructField
from apivet.golang.typing import Typing
from apivet.program import model
from apivet.program.syntax import Expression, Literal

#: Types of fields that are told, with their zeros.
_ZEROS: Final[dict[GoType, bool | int | str]] = {
    Basic("bool"): False,
    Basic("string"): "",
    **{Basic(name): 0 for name in ("int", "int32", "int64")},
}
#: Places of a type's name where no instance is made.
_HARMLESS: Final = ("pointer_type", "parameter_list", "type_assertion_expression", "type_spec")
_STEPS: Final = ("inc_statement", "dec_statement")
_SETTING: Final = ("assignment_statement", "range_clause", "receive_statement")
_AROUND: Final = ("selector_expression", "parenthesized_expression", "expression_list")


def with_settled_fields(typing: Typing, type_: Named, found: model.Type) -> model.Type:
    """A strategy's type, with the values of its fields that are told."""
    package, parts = typing.packages.package(type_.package), typing.underlying(type_)
    if package is None or not isinstance(parts, Struct) or type_.name[:1].isupper() or type_.arguments:
        return found
    asked = [
        (number, each)
        for number, each in enumerate(parts.fields)
        if each.type in _ZEROS and not each.embedded and not each.name[:1].isupper()
    ]
    literals = list(_literals(package, type_.name)) if asked else []
    if not literals or None in literals:
        return found
    settled: dict[str, Expression] = {}
    for number, each in asked:
        made = {_given(typing.constants, *literal, each, number) for literal in literals if literal is not None}
        if len(made) == 1 and None not in made and not _is_set(package, each.name):
            settled[each.name] = Literal(found.location, made.pop())
    fields = tuple(replace(each, settled=settled.get(each.declared_as or each.name)) for each in found.fields)
    return replace(found, fields=fields) if settled else found


def _literals(package: Package, name: str) -> Iterator[tuple[GoFile, Node] | None]:
    """The literals of a type; nothing for anything else that may make an instance, as a value of a type without a name
    does that has the same fields."""
    if any(_has_no_name(node.parent) for _, node in package.mentions("struct", "struct")):
        yield None
    for file, node in package.mentions(name, "type_identifier", "identifier"):
        around = node.parent
        if around is None or node.type == "identifier":
            yield None
        elif around.type == "composite_literal":
            yield file, around
        elif around.type == "parameter_declaration" and around.parent is not None:
            results = child(around.parent.parent, "result") if around.parent.parent is not None else None
            if results == around.parent and children(around, "name"):
                yield None  # a result that begins as zero
        elif around.type == "var_spec" and child(around, "value") is not None:
            continue
        elif around.type not in _HARMLESS and child(around, "result") != node:
            yield None


def _has_no_name(struct: Node | None) -> bool:
    """Whether a type of structures with fields is written where it is used."""
    has_fields = struct is not None and any(each.named_child_count for each in struct.named_children)
    return has_fields and (struct is None or struct.parent is None or struct.parent.type != "type_spec")


def _is_set(package: Package, name: str) -> bool:
    """Whether a field of that name may be set anywhere in a package, or somebody gets its address."""
    for _, node in package.mentions(name, "field_identifier"):
        part, around = node, node.parent
        while around is not None and around.type in _AROUND:
            part, around = around, around.parent
        if around is None or (part == node and around.type != "field_declaration"):
            return True
        if around.type in _STEPS or (around.type in _SETTING and child(around, "left") == part):
            return True
        if around.type == "unary_expression" and text(around).startswith("&"):
            return True
    return False


def _given(
    constants: Constants, file: GoFile, literal: Node, field: StructField, number: int
) -> bool | int | str | None:
    """The value of a field in a literal; ``None`` where it can't be told."""
    body = child(literal, "body")
    elements = [each for each in body.named_children if each.type != "comment"] if body is not None else []
    by_name = dict(keyed(literal))
    value = by_name.get(field.name)
    if elements and not by_name:
        if number >= len(elements):
            return None
        value = elements[number]
        value = value.named_children[0] if value.type == "literal_element" and value.named_children else value
    if value is None:
        return _ZEROS[field.type]
    folded = constants.fold(value, file)
    found = folded[0] if folded is not None else None
    return found if isinstance(found, (bool, int, str)) else None
