"""The word of a declaration on a field besides its type and default: who may give it, and what dumps tell of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from apivet.program import model, syntax
from apivet.python.annotations.readings import Beside
from apivet.python.source.class_bodies import function_nodes
from apivet.python.source.nodes import last_name
from apivet.python.types.checks import checks_of

_SERIALIZERS: Final = frozenset(("field_serializer", "serializer"))
_WHOLE_SERIALIZERS: Final = frozenset(("model_serializer", "root_serializer"))
#: In ``Annotated[...]``, what decides how a value is dumped.
_DUMPING: Final = frozenset(("PlainSerializer", "WrapSerializer", "SerializeAsAny"))
#: Types whose JSON tells nothing of the value.
_SECRETS: Final = ("SecretStr", "SecretBytes", "Secret")
_MASKED: Final = ("SecretStr", "SecretBytes", "Secret[")
#: Values of an option that say what not giving it says.
_UNSAID: Final = (None, True)


def treatment_of(
    form: str, options: syntax.Call | None, annotated: Sequence[Beside], written: str, taken_only: bool
) -> model.Treatment:
    """The treatment that the call that declares a field, and what stands beside its type, say of it."""
    beside = [extra.arguments for extra in annotated if extra.name == "Field" and extra.place == "value"]
    own = options.arguments if options is not None else ()
    given = {each.name: each.value for arguments in (*beside, own) for each in arguments}
    dumping = any(extra.name in _DUMPING for extra in annotated)
    masked = any(name in written for name in _MASKED) or any(each.name in _SECRETS for each in annotated)
    checks = tuple(checks_of(form, options, annotated))
    if not (given or dumping or masked or taken_only or checks):
        return model.Treatment()
    excluded = _literal(given.get("exclude"))
    alias, encoded = _alias(given.get("alias")), _alias(given.get("name")) if form == "msgspec" else ""
    partly = dumping or _is_told(given, "exclude", "exclude_if")
    equality = [each for name in ("eq", "cmp") if (each := given.get(name)) is not None]
    return model.Treatment(
        taken=_literal(given.get("init")) is not False,
        taken_only=taken_only,
        alias=_alias(given.get("validation_alias")) or alias or encoded,
        dumped_as=_alias(given.get("serialization_alias")) or alias or encoded,
        dumped="never" if excluded is True else "other" if partly else "whole",
        masked=masked,
        printed="repr" not in given or _literal(given["repr"]) in _UNSAID,
        compared_by_key=form == "attrs" and any(not isinstance(each, syntax.Literal) for each in equality),
        on_set=given.get("on_setattr") if form == "attrs" else None,
        checks=checks,
        default_checked=_literal(given.get("validate_default")) is True,
    )


def _literal(node: syntax.Expression | None) -> object:
    return node.value if isinstance(node, syntax.Literal) else None if node is None else node


def _is_told(given: dict[str | None, syntax.Expression], *names: str) -> bool:
    """Whether an option says something that may leave a value out."""
    return any(name in given and _literal(given[name]) not in (None, False) for name in names)


def _alias(node: syntax.Expression | None) -> str:
    value = _literal(node)
    return "" if value is None else value if isinstance(value, str) else model.COMPUTED_ALIAS


def serializers_in(node: ast.ClassDef) -> Iterator[str]:
    """The names of the fields of which methods of a class say what a dump tells; ``*`` stands for all."""
    for statement in function_nodes(node.body):
        for decorator in statement.decorator_list:
            if last_name(decorator) in _WHOLE_SERIALIZERS:
                yield "*"
            elif last_name(decorator) in _SERIALIZERS and isinstance(decorator, ast.Call):
                for argument in decorator.args:
                    named = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                    yield str(argument.value) if named and isinstance(argument, ast.Constant) else "*"
