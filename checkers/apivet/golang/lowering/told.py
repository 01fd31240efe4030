"""Values that are shown to people: functions that make texts of them ask their methods for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.lowering import library
from apivet.golang.lowering.body import Unlowered
from apivet.golang.lowering.changing import may_change
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.source import text
from apivet.golang.types import Array, GoType, Map, Named, Pointer, Slice, Struct

#: Methods that are asked for a text, or whether an error is another one, each with the number of its parameters.
_TELLING: Final = {
    **dict.fromkeys(
        ("String", "GoString", "Error", "MarshalJSON", "MarshalText", "LogValue", "MarshalLog", "Unwrap"), 0
    ),
    **dict.fromkeys(("MarshalLogObject", "MarshalLogArray", "Is", "As"), 1),
    "Format": 2,
}
#: Packages whose functions make texts of what they are given, or compare it as errors.
_TELLERS: Final = frozenset(("fmt", "encoding/json", "errors")) | library.OUTWARD_PACKAGES


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
            changing = next((each for each in found if may_change(lower, each)), None)
            if changing is not None:
                return f"{type_.name}.{changing.name}"
            parts = lower.body.underlying(type_)
            if isinstance(parts, Struct) and not found:
                pending += [each.type for each in parts.fields]
            elif not isinstance(parts, Struct):
                pending.append(parts)
    return None


def tells_addresses(lower: Expressions, arguments: Sequence[Node], given: Sequence[GoType]) -> bool:
    """Whether a text of values has addresses in it: of what a pointer inside of one leads to, of a pointer to what has
    no parts, or of whatever is asked for its address. Equal objects then have other texts."""
    if any(_ADDRESS in text(each) for each in arguments if each.type.endswith("string_literal")):
        return True
    return any(_has_address(lower, type_, set(), is_whole=True) for type_ in given)


#: Form of a value's address in a text.
_ADDRESS: Final = "%p"


def _has_address(lower: Expressions, type_: GoType, seen: set[tuple[GoType, bool]], *, is_whole: bool) -> bool:
    if (type_, is_whole) in seen or not lower.body.is_known(type_) or lower.body.is_interface(type_):
        return False
    seen.add((type_, is_whole))
    if isinstance(type_, Named) and _says_itself(lower, type_):
        return False
    parts = lower.body.underlying(type_)
    if isinstance(parts, Pointer):
        target = parts.target
        if isinstance(target, Named) and _says_itself(lower, target):
            return False
        has_parts = isinstance(lower.body.underlying(target), (Struct, Slice, Array, Map))
        return not (is_whole and has_parts) or _has_address(lower, target, seen, is_whole=False)
    if isinstance(parts, Struct):
        return any(_has_address(lower, each.type, seen, is_whole=False) for each in parts.fields)
    if isinstance(parts, (Slice, Array, Map)):
        return _has_address(lower, _element(parts), seen, is_whole=False)
    return False


def _says_itself(lower: Expressions, type_: Named) -> bool:
    """Whether a type has a method that gives its text."""
    package = lower.body.typing.packages.package(type_.package)
    return package is None or any(package.method(type_.name, name) is not None for name in _SHOWING)


#: Methods that give the text in which a value is shown.
_SHOWING: Final = ("String", "Error", "Format", "GoString")


def _of_package(lower: Expressions) -> str | None:
    """A method of any type of the package at hand that may change something: where the type of a value can't be told,
    it may be of that."""
    for name in _TELLING:
        for method in lower.body.package.methods_named(name):
            if _is_asked(lower, method) and may_change(lower, method):
                return f"{method.receiver}.{name}"
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
        and _is_asked(lower, each)
        and not each.file.is_generated
        and not library.is_pure(type_.package, f"{type_.dotted}.{each.name}")
    ]


def _is_asked(lower: Expressions, method: FunctionDeclaration) -> bool:
    """Whether a method has the parameters of one that is asked: ``Error(message string)`` of a logger has not."""
    return len(lower.body.typing.signature(method).parameters) == _TELLING[method.name]
