"""Values as a field takes them."""

from __future__ import annotations

import base64
from typing import Any

from apivet.live.paths import ABSENT
from apivet.live.schemas import Schema
from apivet.live.values import FORMATS, WORD, format_of, smallest


def fitted(value: Any, schema: Schema | None) -> Any:
    """The value in the type of a field; :data:`ABSENT` where the field can't hold it."""
    if schema is None or schema.is_int_or_string:
        return value
    kind = schema.type
    if schema.enum and kind != "array":
        return value if value in schema.enum else ABSENT
    if kind == "string":
        return _text(value, schema)
    if kind in ("integer", "number"):
        return _number(value, kind)
    if kind == "boolean":
        told = {"true": True, "false": False}
        return (
            value if isinstance(value, bool) else told.get(value.lower(), ABSENT) if isinstance(value, str) else ABSENT
        )
    if kind == "array":
        inner = value if isinstance(value, list) else fitted(value, schema.items)
        return inner if isinstance(inner, list) or inner is ABSENT else [inner]
    if kind == "object":
        return _object(value, schema)
    return value


def _text(value: Any, schema: Schema) -> Any:
    if isinstance(value, (bool, dict, list)) or value is None:
        return ABSENT
    if format_of(schema) == "byte" and value not in FORMATS["byte"]:
        # Of other texts those alone are sent as bytes that are complete documents.
        is_document = isinstance(value, str) and value.startswith("-----BEGIN ")
        return base64.b64encode(value.encode()).decode() if is_document else ABSENT
    return str(value)


def _number(value: Any, kind: str) -> Any:
    if isinstance(value, bool):
        return ABSENT
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return ABSENT
    if not isinstance(value, (int, float)) or value != value or abs(value) > 1e18:
        return ABSENT
    return int(value) if kind == "integer" or value == int(value) else value


def _object(value: Any, schema: Schema) -> Any:
    if isinstance(value, dict):
        known = schema.properties
        return value if schema.values is not None or not known or set(value) <= set(known) else ABSENT
    # A map whose keys are complained of.
    if isinstance(value, str) and schema.values is not None and not schema.properties:
        return {value: smallest(schema.values)} if value != WORD else ABSENT
    return ABSENT
