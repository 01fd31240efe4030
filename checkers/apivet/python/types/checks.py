"""Checks that a declaration makes of what an object is given: validators, converters, bounds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from apivet.program import model, syntax
from apivet.python.source.module import function_nodes
from apivet.python.source.nodes import last_name
from apivet.python.source.walking import callee_name

#: Options of a field that refuse some values.
_BOUNDS: Final = frozenset(
    ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern", "regex", "strict", "max_digits")
    + ("decimal_places", "allow_inf_nan", "min_items", "max_items", "unique_items", "discriminator", "tz")
)
_ORDERS: Final = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
#: Options that make another text of what is given.
_CHANGING: Final = frozenset(("strip_whitespace", "to_lower", "to_upper", "curtail_length", "coerce_numbers_to_str"))
#: Beside a type in ``Annotated``, what says only which values there are.
_BOUNDING: Final = frozenset(
    ("Gt", "Ge", "Lt", "Le", "MinLen", "MaxLen", "Len", "Interval", "MultipleOf", "Strict", "Meta")
)
#: Beside a type in ``Annotated``, what hands a value to a function, and stores what that gives.
_CONVERTING: Final = frozenset(("AfterValidator", "BeforeValidator", "PlainValidator"))
#: Types that refuse some values of what they are made of, and those of which each value is another one.
_NARROW: Final = re.compile(
    r"\b(con(int|float|str|list|set|bytes|decimal|date)\(|(Positive|Negative|NonNegative|NonPositive)\w+\b)"
)
_MAKING: Final = re.compile(
    r"\b(strip_whitespace|to_lower|to_upper|HttpUrl|AnyUrl|AnyHttpUrl|EmailStr|ByteSize|Json\[)"
)
#: Validators of attrs that look at nothing but the value.
_LOOKING: Final = frozenset(
    (
        "instance_of",
        "ge",
        "gt",
        "le",
        "lt",
        "in_",
        "matches_re",
        "max_len",
        "min_len",
        "optional",
        "and_",
        "or_",
        "not_",
    )
    + ("deep_iterable", "deep_mapping", "is_callable", "provides", "subclass_of")
)
_OF_FIELDS: Final = frozenset(("field_validator", "validator"))
_OF_OBJECTS: Final = frozenset(("model_validator", "root_validator"))
_PLAIN_MODES: Final = ("after", "before", "plain")


def checks_of(
    form: str, options: syntax.Call | None, annotated: Sequence[syntax.Expression], written: str
) -> Iterator[model.Check]:
    """The checks that the call that declares a field, and what stands beside its type, make of it."""
    given = {each.name: each.value for each in options.arguments} if options is not None else {}
    if form == "attrs":
        yield from (model.Check(function=each, gives=True) for each in _each(given.get("converter")))
        yield from (_looking(each) for each in _each(given.get("validator")))
        return
    if form not in ("pydantic", "dataclass", "msgspec"):
        return
    if form == "pydantic" and (given.keys() & _BOUNDS or _NARROW.search(written)):
        yield model.Check(bounds=_bounds(options))
    if form == "pydantic" and (given.keys() & _CHANGING or _MAKING.search(written)):
        yield model.Check(gives=True)
    for extra in annotated:
        if isinstance(extra, syntax.Call):
            yield from (replace(each, handed="encoded") if form == "msgspec" else each for each in _beside(extra))


def _beside(extra: syntax.Call) -> Iterator[model.Check]:
    name = callee_name(extra)
    given = {each.name for each in extra.arguments}
    function = next((each.value for each in extra.arguments if each.name in (None, "func")), None)
    if name in _CONVERTING:
        yield model.Check(function=function, gives=True)
    elif name == "WrapValidator":
        yield model.Check(function=function, gives=True, handed="other")
    elif given & _CHANGING:
        yield model.Check(gives=True)
    elif name in _BOUNDING or (name in ("Field", "StringConstraints") and given & _BOUNDS):
        yield model.Check(bounds=_bounds(extra))


def _bounds(call: syntax.Call | None) -> tuple[tuple[str, syntax.Expression], ...]:
    """The bounds that options tell: ``ge=1``."""
    given = call.arguments if call is not None else ()
    return tuple((_ORDERS[each.name], each.value) for each in given if each.name in _ORDERS)


def _each(node: syntax.Expression | None) -> Sequence[syntax.Expression]:
    """The functions that an option names: one, or several in their order."""
    if node is None or (isinstance(node, syntax.Literal) and node.value is None):
        return ()
    return node.items if isinstance(node, syntax.Sequence) else (node,)


def _looking(node: syntax.Expression) -> model.Check:
    return model.Check() if _only_looks(node) else model.Check(function=node, handed="object")


def _only_looks(node: syntax.Expression) -> bool:
    """Whether a validator is one of attrs' own, made of nothing but such and plain values."""
    if not isinstance(node, syntax.Call) or callee_name(node) not in _LOOKING:
        return False
    given = [each.value for each in node.arguments]
    if callee_name(node) not in ("optional", "and_", "or_", "not_", "deep_iterable", "deep_mapping"):
        return not any(isinstance(each, syntax.Lambda) for each in given)
    return all(_only_looks(each) for each in given)


def checks_in(node: ast.ClassDef) -> Iterator[model.Check]:
    """The checks that methods of a class make, in their order."""
    for method in function_nodes(node.body):
        for decorator in method.decorator_list:
            name = last_name(decorator)
            alone = all(each is decorator or last_name(each) == "classmethod" for each in method.decorator_list)
            modes = {each.arg: each.value for each in decorator.keywords} if isinstance(decorator, ast.Call) else {}
            mode = _text(modes.get("mode")) or "after"
            if name in _OF_FIELDS and isinstance(decorator, ast.Call):
                is_seen = alone and mode in _PLAIN_MODES and "pre" not in modes
                check = model.Check(method=method.name, gives=True, handed="value" if is_seen else "other")
                yield from (replace(check, field=_text(argument) or "*") for argument in decorator.args)
            elif name in _OF_OBJECTS:
                is_seen = name == "model_validator" and alone and mode == "after"
                yield model.Check(method=method.name, gives=not is_seen, handed="object" if is_seen else "other")
            elif name == "validator" and isinstance(decorator, ast.Attribute):
                name = last_name(decorator.value)
                yield model.Check(name, method=method.name, handed="object" if alone else "other")
            elif name == "default" and isinstance(decorator, ast.Attribute):
                yield model.Check(last_name(decorator.value), method=method.name, gives=True, handed="nothing")


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


#: Switches that make another text of each that is given.
TEXT_SWITCHES: Final = (
    "str_strip_whitespace",
    "str_to_lower",
    "str_to_upper",
    "anystr_strip_whitespace",
    "anystr_lower",
)


def checks_of_texts(fields: Sequence[model.Field], switches: Mapping[str, bool]) -> Iterator[model.Check]:
    """The checks of all texts that a declaration switches on."""
    if any(switches.get(name) for name in TEXT_SWITCHES):
        yield from (model.Check(each.name, gives=True) for each in fields if "str" in each.written)
