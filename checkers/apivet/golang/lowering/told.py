"""Values that are shown to people: functions that make texts of them ask their methods for it."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.lowering import library
from apivet.golang.lowering.body import Unlowered, inside
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import child, text
from apivet.golang.types import Array, GoType, Map, Named, Pointer, Slice, Struct

#: Methods that are asked for a text, or whether an error is another one.
_TELLING: Final = (
    *("String", "GoString", "Error", "Format", "MarshalJSON", "MarshalText", "LogValue"),
    *("MarshalLog", "MarshalLogObject", "MarshalLogArray", "Is", "As", "Unwrap"),
)
#: Packages whose functions make texts of what they are given, or compare it as errors.
_TELLERS: Final = frozenset(("fmt", "encoding/json", "errors")) | library.OUTWARD_PACKAGES
_STEPS: Final = ("inc_statement", "dec_statement")
_SETTING: Final = ("delete", "clear", "copy")


def note_told(lower: Expressions, path: str, given: list[GoType]) -> None:
    """A function of a package may change what it makes a text of, where a method of that does."""
    changing = _method_that_changes(lower, given) if path in _TELLERS else None
    if changing is not None:
        raise Unlowered(f"{changing}(), which is asked for a text,")


def _method_that_changes(lower: Expressions, given: list[GoType]) -> str | None:
    """The method of an argument, or of what lies in it, that gives a text and may change something."""
    seen: set[GoType] = set()
    pending = list(given)
    while pending:
        type_ = pending.pop()
        if type_ in seen:
            continue
        seen.add(type_)
        if lower.body.is_interface(type_) or not lower.body.is_known(type_):
            hidden = _of_package(lower)
            if hidden is not None:
                return hidden
        elif isinstance(type_, (Pointer, Slice, Array, Map)):
            pending += [type_.target] if isinstance(type_, Pointer) else [_element(type_)]
        elif isinstance(type_, Named):
            found = _own(lower, type_)
            changing = next((each for each in found if _may_change(each)), None)
            if changing is not None:
                return f"{type_.name}.{changing.name}"
            parts = lower.body.underlying(type_)
            if isinstance(parts, Struct) and not found:
                pending += [each.type for each in parts.fields]
            elif not isinstance(parts, Struct):
                pending.append(parts)
    return None


def _of_package(lower: Expressions) -> str | None:
    """A method of any type of the package at hand that may change something: where the type of a value can't be told,
    it may be of that."""
    for name, methods in sorted(lower.body.package.methods().items()):
        for each in _TELLING:
            if each in methods and _may_change(methods[each]):
                return f"{name}.{each}"
    return None


def _element(type_: Slice | Array | Map) -> GoType:
    return type_.value if isinstance(type_, Map) else type_.element


def _own(lower: Expressions, type_: Named) -> list[FunctionDeclaration]:
    """The methods that tell a type's values, but for those that only read: generated ones, and those
    of packages that are known to."""
    package = lower.body.typing.packages.package(type_.package)
    found = [package.method(type_.name, name) for name in _TELLING] if package is not None else []
    return [
        each
        for each in found
        if each is not None
        and not each.file.is_generated
        and not library.is_pure(type_.package, f"{type_.dotted}.{each.name}")
    ]


def _may_change(method: FunctionDeclaration) -> bool:
    """Whether a method sets anything but its variables, or hands its receiver on."""
    body = method.body
    return body is not None and any(_sets(each) or _hands_on(each, method) for each in inside(body))


def _sets(node: Node) -> bool:
    if node.type == "assignment_statement":
        left = child(node, "left")
        return any(each.type != "identifier" for each in (left.named_children if left is not None else ()))
    if node.type in _STEPS:
        return node.named_children[0].type != "identifier"
    function = child(node, "function") if node.type == "call_expression" else None
    return function is not None and text(function) in _SETTING


def _hands_on(node: Node, method: FunctionDeclaration) -> bool:
    """Whether a call gets the receiver itself, or is one of its methods."""
    if node.type != "call_expression" or not method.receiver_name:
        return False
    function, arguments = child(node, "function"), child(node, "arguments")
    operand = child(function, "operand") if function is not None else None
    if operand is not None and text(operand) == method.receiver_name:
        return True
    given = [text(each) for each in (arguments.named_children if arguments is not None else ())]
    return any(each.lstrip("&*") == method.receiver_name for each in given)
