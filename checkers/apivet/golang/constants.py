"""Constants: folded before the interpreter sees them."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, Protocol, Union

from tree_sitter import Node

from apivet.golang.declarations import ConstantDeclaration, TypeDeclaration
from apivet.golang.dependencies import KeptValue
from apivet.golang.packages import Package, Packages
from apivet.golang.source import GoFile, child, text
from apivet.golang.types import UNKNOWN, Basic, GoType, Named
from apivet.program import whole_numbers
from apivet.program.operators import COMPARISONS, FOLDED

#: Numbers with a fraction are exact, as they are for a compiler: ``0.1 + 0.2`` is ``0.3``.
Constant = Union[bool, int, Fraction, str]
#: Constants that are made of constants that are made of constants ...
_DEEP: Final = 40
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_ESCAPE: Final = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))", re.DOTALL)
#: Shifts by more bits are not folded, nor are larger powers of ten.
_BITS: Final = 512
#: Texts with more letters are not put together.
_LETTERS: Final = 1 << 16
_FRACTION: Final = re.compile(r"[0-9]*\.?[0-9]*(?:e[+-]?[0-9]{1,3})?", re.IGNORECASE)

#: Types of numbers with a fraction, and how they lie in memory.
_SIZES: Final = {"float32": "f", "float64": "d"}


class TypesOfConstants(Protocol):
    """The types of a tree, as far as constants have some."""

    packages: Packages

    def of(self, node: Node, file: GoFile, parameters: tuple[str, ...] = ()) -> GoType:
        """The type that an expression means in a file."""

    def package_of(self, file: GoFile) -> Package | None:
        """The package of a file."""

    def underlying(self, type_: GoType) -> GoType:
        """The type behind a name."""


class Constants:
    """The values of a tree's constants."""

    def __init__(self, typing: TypesOfConstants) -> None:
        self.typing = typing
        self._known: dict[ConstantDeclaration, KeptValue[tuple[Constant, GoType] | None]] = {}
        self._depth = 0

    def value(self, declared: ConstantDeclaration) -> tuple[Constant, GoType] | None:
        """The value and the type of a constant; ``None`` where it can't be told."""
        return self.typing.packages.recorder.once(self._known, declared, lambda: self._declared(declared))

    def _declared(self, declared: ConstantDeclaration) -> tuple[Constant, GoType] | None:
        if declared.value_node is None:
            return None
        self.typing.packages.recorder.suppose(self._known, declared, None)  # what it is made of may be made of it
        found = self.fold(declared.value_node, declared.file, declared.iota)
        if found is None or declared.type_node is None:
            return found
        return self.kept(found[0], self.typing.of(declared.type_node, declared.file))

    def fold(
        self,
        node: Node,
        file: GoFile,
        iota: int | None = None,
        local: Callable[[str], tuple[Constant, GoType] | bool | None] = lambda name: False,
    ) -> tuple[Constant, GoType] | None:
        """The value of a constant expression. ``local`` tells constants of a function; true says that a name is one of
        its variables."""
        if self._depth > _DEEP:
            return None
        self._depth += 1
        try:
            return self._fold(node, file, iota, local)
        finally:
            self._depth -= 1

    def _fold(self, node: Node, file: GoFile, iota: int | None, local: Any) -> tuple[Constant, GoType] | None:
        kind = node.type
        name = text(node) if kind in _IDENTIFIERS else kind
        if name in ("true", "false", "iota") and (local(name) or self._is_declared(file, name)):
            return None if local(name) is True else local(name) or self._named(file, name)
        if name in ("true", "false") or kind in _LITERALS:
            return _LITERALS[name if kind in _IDENTIFIERS else kind](text(node))
        if name == "iota":
            return None if iota is None else (iota, Basic("untyped int"))
        if kind in _IDENTIFIERS:
            own = local(text(node))
            if own:
                return None if own is True else own
            return self._named(file, text(node))
        if kind in ("selector_expression", "qualified_type"):
            return self._selected(node, file, local)
        if kind == "parenthesized_expression":
            return self.fold(node.named_children[0], file, iota, local) if node.named_child_count == 1 else None
        if kind == "unary_expression":
            return self._unary(node, file, iota, local)
        if kind == "binary_expression":
            return self._binary(node, file, iota, local)
        if kind in ("call_expression", "type_conversion_expression"):
            return self._converted(node, file, iota, local)
        return None

    def _is_declared(self, file: GoFile, name: str) -> bool:
        package = self.typing.package_of(file)
        return package is not None and package.find(name) is not None

    def _named(self, file: GoFile, name: str) -> tuple[Constant, GoType] | None:
        package = self.typing.package_of(file)
        declared = package.find(name) if package is not None else None
        if isinstance(declared, ConstantDeclaration):
            return self.value(declared)
        for path in () if declared is not None else self.typing.packages.dotted_imports(file):
            taken = self.typing.packages.package(path)
            found = taken.find(name) if taken is not None else None
            if isinstance(found, ConstantDeclaration):
                return self.value(found)
        return None

    def _selected(self, node: Node, file: GoFile, local: Any) -> tuple[Constant, GoType] | None:
        is_type = node.type == "qualified_type"
        operand = child(node, "package" if is_type else "operand")
        field = child(node, "name" if is_type else "field")
        if operand is None or field is None or operand.named_child_count or local(text(operand)):
            return None
        path = self.typing.packages.imported(file).get(text(operand))
        package = None if path is None else self.typing.packages.package(path)
        declared = None if package is None else package.find(text(field))
        return self.value(declared) if isinstance(declared, ConstantDeclaration) else None

    def _unary(self, node: Node, file: GoFile, iota: int | None, local: Any) -> tuple[Constant, GoType] | None:
        operand, sign = child(node, "operand"), child(node, "operator")
        found = None if operand is None else self.fold(operand, file, iota, local)
        if found is None or sign is None:
            return None
        value, type_ = found
        if text(sign) == "!" and isinstance(value, bool):
            return not value, type_
        if text(sign) in ("-", "+") and isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            return (-value if text(sign) == "-" else value), type_
        return None

    def _binary(self, node: Node, file: GoFile, iota: int | None, local: Any) -> tuple[Constant, GoType] | None:
        left_node, right_node, sign_node = child(node, "left"), child(node, "right"), child(node, "operator")
        if left_node is None or right_node is None or sign_node is None:
            return None
        left = self.fold(left_node, file, iota, local)
        right = None if left is None else self.fold(right_node, file, iota, local)
        if left is None or right is None:
            return None
        type_ = left[1] if not _is_untyped(left[1]) or text(sign_node) in ("<<", ">>") else right[1]
        is_fraction = any(self._is_fraction(each) for each in (left[1], right[1]))
        value = _computed(text(sign_node), left[0], right[0], is_fraction)
        if isinstance(value, bool) and text(sign_node) in COMPARISONS:
            return value, Basic("untyped bool")
        return None if value is None else self.kept(value, type_)

    def _is_fraction(self, type_: GoType) -> bool:
        under = self.typing.underlying(type_) if isinstance(type_, (Basic, Named)) else UNKNOWN
        return isinstance(under, Basic) and under.name in (*_SIZES, "untyped float")

    def kept(self, value: Constant, type_: GoType) -> tuple[Constant, GoType] | None:
        """A constant as its type has it: that of a number with a fraction is rounded."""
        under = self.typing.underlying(type_) if isinstance(type_, (Basic, Named)) else UNKNOWN
        if isinstance(value, (bool, str)) or not isinstance(under, Basic) or under.name not in _SIZES:
            return value, type_
        try:
            (rounded,) = struct.unpack(_SIZES[under.name], struct.pack(_SIZES[under.name], value))
        except (OverflowError, struct.error):
            return None
        return Fraction(rounded), type_

    def _converted(self, node: Node, file: GoFile, iota: int | None, local: Any) -> tuple[Constant, GoType] | None:
        """``T(constant)``, where the type is one that changes nothing, or ``len`` of a text."""
        type_node, given = child(node, "function") or child(node, "type"), child(node, "operand")
        arguments = child(node, "arguments")
        if arguments is not None and arguments.named_child_count == 1:
            given = arguments.named_children[0]
        if type_node is None or given is None or local(text(type_node)):
            return None
        if type_node.type not in ("identifier", "type_identifier", "qualified_type", "selector_expression"):
            return None
        package = self.typing.package_of(file)
        declared = package.find(text(type_node)) if package is not None else None
        if declared is not None and not isinstance(declared, TypeDeclaration):
            return None
        found = self.fold(given, file, iota, local)
        if found is None:
            return None
        if text(type_node) == "len" and isinstance(found[0], str) and not self._is_declared(file, "len"):
            return len(found[0].encode(errors="surrogatepass")), Basic("int")
        type_ = self.typing.of(type_node, file)
        under = self.typing.underlying(type_) if isinstance(type_, (Basic, Named)) else UNKNOWN
        if not isinstance(under, Basic):
            return None
        fits = isinstance(found[0], str) == (under.name == "string") and isinstance(found[0], bool) == (
            under.name == "bool"
        )
        whole = not isinstance(found[0], Fraction) or under.name.startswith("float")
        return self.kept(found[0], type_) if fits and whole else None


def _is_untyped(type_: GoType) -> bool:
    return isinstance(type_, Basic) and type_.name.startswith("untyped")


def _computed(sign: str, left: Constant, right: Constant, is_fraction: bool) -> Constant | None:
    if isinstance(left, bool) and isinstance(right, bool):
        found: dict[str, bool] = {
            "&&": left and right,
            "||": left or right,
            "==": left == right,
            "!=": left != right,
        }
        return found.get(sign)
    if isinstance(left, bool) or isinstance(right, bool) or isinstance(left, str) != isinstance(right, str):
        return None
    if is_fraction and sign == "/" and not isinstance(left, str) and not isinstance(right, str):
        return Fraction(left) / Fraction(right) if right else None
    if isinstance(left, int) and isinstance(right, int) and not is_fraction:
        if sign in ("<<", ">>"):
            if not 0 <= right <= _BITS:
                return None
            return left << right if sign == "<<" else left >> right
        if sign == "&^":
            return left & ~right
        if sign in ("/", "%") and right:
            return whole_numbers.quotient(left, right) if sign == "/" else whole_numbers.remainder(left, right)
    compute = FOLDED.get(sign) or COMPARISONS.get(sign)
    if compute is None or (isinstance(left, str) and sign not in ("+", *COMPARISONS)):
        return None
    try:
        result: Constant = compute(left, right)
    except TypeError:
        return None
    return None if _is_too_long(result) else result


def _is_too_long(value: Constant) -> bool:
    """Whether a constant is longer than any that a compiler takes, or that is worth a look."""
    if isinstance(value, str):
        return len(value) > _LETTERS
    return max(abs(value.numerator), value.denominator).bit_length() > 4 * _BITS


def _whole(written: str) -> tuple[Constant, GoType] | None:
    digits = written.replace("_", "").lower()
    if re.fullmatch(r"0[0-7]+", digits):
        return int(digits, 8), Basic("untyped int")
    try:
        return int(digits, 0), Basic("untyped int")
    except ValueError:
        return None


def _fraction(written: str) -> tuple[Constant, GoType] | None:
    digits = written.replace("_", "")
    if len(digits) > _BITS or not _FRACTION.fullmatch(digits):
        return None
    return Fraction(digits), Basic("untyped float")


def _text(written: str) -> tuple[Constant, GoType] | None:
    if any(_is_byte(match) for match in _ESCAPE.finditer(written)):
        return None  # a byte that is no text by itself
    return _ESCAPE.sub(_unescaped, written[1:-1]), Basic("untyped string")


def _is_byte(match: re.Match[str]) -> bool:
    written = [(match.group(number), base) for number, base in ((1, 16), (4, 8)) if match.group(number)]
    return any(int(digits, base) > 0x7F for digits, base in written)


def _unescaped(match: re.Match[str]) -> str:
    for number, base in ((1, 16), (2, 16), (3, 16), (4, 8)):
        if match.group(number):
            return chr(min(int(match.group(number), base), 0x10FFFF))
    return _ESCAPES.get(match.group(5), match.group(5))


def _rune(written: str) -> tuple[Constant, GoType] | None:
    found = _ESCAPE.sub(_unescaped, written[1:-1])
    return (ord(found), Basic("untyped rune")) if len(found) == 1 else None


#: Names, also where the grammar takes one for that of a type, as in ``new(name)``.
_IDENTIFIERS: Final = ("identifier", "type_identifier")
_LITERALS: Final[dict[str, Callable[[str], tuple[Constant, GoType] | None]]] = {
    "int_literal": _whole,
    "float_literal": _fraction,
    "rune_literal": _rune,
    "interpreted_string_literal": _text,
    "raw_string_literal": lambda written: (written[1:-1].replace("\r", ""), Basic("untyped string")),
    "true": lambda written: (True, Basic("untyped bool")),
    "false": lambda written: (False, Basic("untyped bool")),
}
