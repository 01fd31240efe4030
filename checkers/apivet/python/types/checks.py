"""Checks that a declaration makes of what an object is given: validators, converters, bounds."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.python.annotations.readings import Beside
from apivet.python.source.class_bodies import function_nodes, statements_of
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
_CONVERTING: Final[Mapping[str, model.CheckOrder]] = {
    "AfterValidator": "after",
    "BeforeValidator": "before",
    "PlainValidator": "plain",
    "WrapValidator": "wrap",
}
_OPTIONS: Final = ("Field", "StringConstraints")
#: Beside a type in ``Annotated``, what hands a value to code in a way that is not followed.
_UNFOLLOWED: Final = frozenset(("GetPydanticSchema", "Predicate", "Not", "ValidateAs", "Transform", "Discriminator"))
#: Types that refuse some values of what they are made of, and those of which each value is another one.
_NARROW: Final = re.compile(
    r"con(int|float|str|list|set|frozenset|bytes|decimal|date)|(Positive|Negative|NonNegative|NonPositive|Finite)\w+"
)
_MAKING: Final = re.compile(r"HttpUrl|AnyUrl|AnyHttpUrl|EmailStr|ByteSize|Json")
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
_ORDERS_OF_MODES: Final[Mapping[str, model.CheckOrder]] = {
    "after": "after",
    "before": "before",
    "plain": "plain",
    "wrap": "wrap",
}
#: Decorators of methods that are no checks, whatever they are imported as.
_PLAIN_DECORATORS: Final = frozenset(("property", "staticmethod", "classmethod", "abstractmethod", "override"))


def checks_of(form: str, options: syntax.Call | None, annotated: Sequence[Beside]) -> Iterator[model.Check]:
    """The checks that the call that declares a field, and what stands beside its type, make of it."""
    own = options.arguments if options is not None else ()
    given = {each.name: each.value for each in own}
    if form == "attrs":
        yield from _converters(given.get("converter"))
        yield from (_looking(each) for each in _each(given.get("validator")))
        return
    if form not in ("pydantic", "dataclass", "msgspec"):
        return
    if form == "pydantic" and given.keys() & _BOUNDS:
        yield model.Check(bounds=_bounds(own))
    if form == "pydantic" and given.keys() & _CHANGING:
        yield model.Check(gives=True)
    for extra in annotated:
        for check in _beside(extra):
            if form == "msgspec":
                check = replace(check, handed="encoded")
            elif extra.place == "inside":
                check = replace(check, gives=True, handed="other", bounds=(), order="after")
            yield replace(check, module=extra.module, spares_none=extra.place == "present")


def with_beside(treatment: model.Treatment, beside: Sequence[Beside]) -> model.Treatment:
    """A field's treatment with the checks of what stands beside what its type variables stand for."""
    checks = tuple(checks_of("pydantic", None, beside))
    return replace(treatment, checks=(*treatment.checks, *checks)) if checks else treatment


def _beside(extra: Beside) -> Iterator[model.Check]:
    """The checks that something beside a type makes."""
    given = {each.name for each in extra.arguments}
    function = next((each.value for each in extra.arguments if each.name in (None, "func")), None)
    order = _CONVERTING.get(extra.name)
    if order is not None:
        yield model.Check(function=function, gives=True, order=order, handed="other" if order == "wrap" else "value")
    elif extra.unread or extra.name in _UNFOLLOWED:
        yield model.Check(function=extra.written if extra.unread else function, gives=True, handed="other")
    elif given & _CHANGING or _MAKING.fullmatch(extra.name):
        yield model.Check(gives=True)
    elif extra.name in _BOUNDING or _NARROW.fullmatch(extra.name) or (extra.name in _OPTIONS and given & _BOUNDS):
        yield model.Check(bounds=_bounds(extra.arguments))


def _bounds(given: Sequence[syntax.Argument]) -> tuple[tuple[str, syntax.Expression], ...]:
    """The bounds that options tell: ``ge=1``."""
    return tuple((_ORDERS[each.name], each.value) for each in given if each.name in _ORDERS)


def _converters(node: syntax.Expression | None) -> Iterator[model.Check]:
    """The functions through which attrs puts a value before it is stored, one after the other."""
    for each in _each(node):
        name = callee_name(each) if isinstance(each, syntax.Call) else ""
        given = [argument.value for argument in each.arguments] if isinstance(each, syntax.Call) else []
        plain = isinstance(each, syntax.Call) and all(not item.name and not item.spread for item in each.arguments)
        if name == "pipe" and plain:
            for inner in given:
                yield from _converters(inner)
        elif name == "optional" and plain:
            yield from (replace(check, spares_none=True) for check in _converters(given[0] if given else None))
        elif name == "Converter" and plain and len(given) == 1:
            yield from _converters(given[0])
        else:
            yield model.Check(function=each, gives=True)


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


def checks_in(
    form: str, node: ast.ClassDef, called: Callable[[ast.expr], str], lower: Callable[[ast.expr], syntax.Expression]
) -> Iterator[model.Check]:
    """The checks that methods of a class make, in their order. ``called`` gives the name that a library has for a
    decorator."""
    for method in function_nodes(node.body):
        for decorator in method.decorator_list:
            yield from _decorating(form, method, decorator, called)
    for statement in statements_of(node.body) if form != "attrs" else ():
        if isinstance(statement, ast.Assign):
            yield from _assigned(statement.value, called, lower)


def _decorating(
    form: str,
    method: ast.FunctionDef | ast.AsyncFunctionDef,
    decorator: ast.expr,
    called: Callable[[ast.expr], str],
) -> Iterator[model.Check]:
    """The checks that a method makes for one of its decorators."""
    alone = all(each is decorator or last_name(each) == "classmethod" for each in method.decorator_list)
    name = last_name(decorator)
    if form == "attrs":
        if name == "validator" and isinstance(decorator, ast.Attribute):
            yield model.Check(last_name(decorator.value), method=method.name, handed="object" if alone else "other")
        elif name == "default" and isinstance(decorator, ast.Attribute):
            yield model.Check(last_name(decorator.value), method=method.name, gives=True, handed="nothing")
        return
    if name in _PLAIN_DECORATORS:
        return
    name = called(decorator)
    if name in _OF_FIELDS and isinstance(decorator, ast.Call):
        yield from _of_fields(decorator, model.Check(method=method.name), is_seen=alone)
    elif name in _OF_OBJECTS:
        modes = {each.arg: each.value for each in decorator.keywords} if isinstance(decorator, ast.Call) else {}
        is_seen = name == "model_validator" and alone and _text(modes.get("mode")) == "after"
        yield model.Check(method=method.name, gives=not is_seen, handed="object" if is_seen else "other")


def _of_fields(decorator: ast.Call, check: model.Check, *, is_seen: bool) -> Iterator[model.Check]:
    """The checks of the fields that a decorator names."""
    modes = {each.arg: each.value for each in decorator.keywords}
    order = _ORDERS_OF_MODES.get(_text(modes["mode"])) if "mode" in modes else "after"
    is_seen = is_seen and order not in (None, "wrap") and "pre" not in modes
    check = replace(check, gives=True, handed="value" if is_seen else "other", order=order or "wrap")
    yield from (replace(check, field=_text(argument) or "*") for argument in decorator.args)


def _assigned(
    value: ast.expr, called: Callable[[ast.expr], str], lower: Callable[[ast.expr], syntax.Expression]
) -> Iterator[model.Check]:
    """``_lower = field_validator("name")(lower)``."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Call) and value.args:
        if called(value.func) in _OF_FIELDS:
            function = lower(value.args[0])
            yield from _of_fields(value.func, model.Check(function=function), is_seen=True)


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
        yield from (model.Check(each.name, gives=True) for each in fields if "str" in _scalar(each))


def _scalar(field: model.Field) -> str:
    """The name of what a field holds, or holds many of, where that is no object."""
    shape = model.innermost(field.shape)
    return shape.name if isinstance(shape, (model.Scalar, model.Unknown)) else ""
