"""Groups, versions and kinds, in the ways in which code writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from apivet.python.discover.meanings import UNSEEN, Coordinates, MethodValue, RunValue, TextValue, Value

_ORDER: Final = ("group", "version", "kind")
_MAKERS: Final = {
    "groupversion": ("group", "version"),
    "groupversionkind": _ORDER,
    "gv": ("group", "version"),
    "gvk": _ORDER,
    "groupversionresource": ("group", "version", "resource"),
    "parsegroupversion": ("text",),
}
_NAMES: Final = {"group": "group", "api_group": "group", "version": "version", "api_version": "version", "kind": "kind"}


def _maker(name: str) -> tuple[str, ...] | None:
    return _MAKERS.get(name.replace("_", "").lower())


def is_coordinates(name: str) -> bool:
    """Whether something of that name makes a group and version."""
    return _maker(name) is not None


def made_coordinates(
    name: str, positional: Sequence[Value], named: dict[str, Value], order: Sequence[str] = ()
) -> Coordinates:
    """The group and version that a call makes; ``order`` are the parameters where the class is in the tree."""
    expected = tuple(order) if {"group", "version"} <= set(order) else _maker(name) or _ORDER
    texts = [value for value in positional if isinstance(value, TextValue)]
    if len(positional) == 1 and not named and texts and "/" in texts[0].text:
        return _parsed(texts[0].text)
    if expected == ("text",):
        return _parsed(texts[0].text) if texts else Coordinates(None, None)
    given = {**dict(zip(expected, positional)), **named}
    known = {_NAMES[key]: _text(value) for key, value in given.items() if key in _NAMES}
    return Coordinates(known.get("group"), known.get("version"), known.get("kind"))


def read_coordinates(value: Value) -> Coordinates:
    """Coordinates from a value: one that was made, a text (``apps/v1``, ``v1``) or a pair of texts."""
    if isinstance(value, Coordinates):
        return value
    if isinstance(value, TextValue):
        return _parsed(value.text)
    if isinstance(value, RunValue) and 2 <= len(value.items) <= 3:
        return Coordinates(*(_text(item) for item in value.items))
    return Coordinates(None, None)


def of_coordinates(holder: Coordinates, name: str) -> Value:
    """``group_version.group`` and its kin."""
    known = {"group": holder.group, "version": holder.version, "kind": holder.kind}
    if name in known:
        text = known[name]
        return UNSEEN if text is None else TextValue(text)
    if name in ("group_version", "gv"):
        return Coordinates(holder.group, holder.version)
    return MethodValue(holder, name)


def _parsed(text: str) -> Coordinates:
    """``apps/v1``; the core group has no name."""
    group, _, version = text.rpartition("/")
    return Coordinates(group, version)


def _text(value: Value) -> str | None:
    return value.text if isinstance(value, TextValue) else None
