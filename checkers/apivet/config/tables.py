"""A TOML table that is read key by key: wrong types and unknown keys are gathered, not raised."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar, overload

from apivet.documents import did_you_mean

T = TypeVar("T")

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

#: Descriptions of the types of values, for messages.
_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


class Table:
    """One table. ``errors`` is shared with the tables inside it, so that all of them are reported together.

    A key that is read is thereby known; :meth:`refuse_unknown_keys` comes last.
    """

    def __init__(self, name: str, values: Any, shown: str, errors: list[str] | None = None) -> None:
        self.name = name
        self.shown = shown
        self.errors: list[str] = [] if errors is None else errors
        self.known: list[str] = []
        self.values: dict[str, Any] = {}
        if isinstance(values, dict):
            self.values = values
        else:
            self.errors.append(f"{name}: must be a table, not {kind_of(values)}")

    def error(self, key: str, message: str) -> None:
        """Note what is wrong with a key's value."""
        self.errors.append(f"{self.name}.{_quoted(key)}: {message}")

    def given(self) -> list[str]:
        """The full names (below this table) of all keys that have a value here."""
        keys: list[str] = []
        for key, value in self.values.items():
            if isinstance(value, dict):
                keys.extend(f"{key}.{inner}" for inner in value)
            else:
                keys.append(key)
        return keys

    def text(self, key: str, default: str) -> str:
        """A text that is not blank."""
        value: str = self._value(key, str, default)
        if value is self.values.get(key) and not value.strip():
            self.error(key, "must not be empty")
        return value

    @overload
    def flag(self, key: str, default: bool) -> bool: ...

    @overload
    def flag(self, key: str, default: None) -> bool | None: ...

    def flag(self, key: str, default: bool | None) -> bool | None:
        """``true`` or ``false``."""
        value: bool | None = self._value(key, bool, default)
        return value

    def count(self, key: str) -> int | None:
        """A whole number from 1."""
        value: int | None = self._value(key, int, None)
        if value is not None and value < 1:
            self.error(key, "must be 1 or more")
        return value

    def amount(self, key: str, default: int) -> int:
        """A whole number from 0."""
        value: int = self._value(key, int, default)
        if value < 0:
            self.error(key, "must be 0 or more")
        return value

    def number(self, key: str, default: float) -> float:
        """A number, whole or not."""
        if isinstance(self.values.get(key), int):
            return float(self._value(key, int, default))
        return float(self._value(key, float, default))

    def texts(self, key: str, default: tuple[str, ...], *, single: bool = False) -> tuple[str, ...]:
        """A list of texts; with ``single``, one text may stand for a list of one."""
        value = self.values.get(key)
        if single and isinstance(value, str):
            return (self.text(key, ""),)
        items: list[Any] = self._value(key, list, list(default))
        for item in items:
            if not isinstance(item, str):
                self.error(key, f"must be a list of texts, but has {kind_of(item)}")
            elif not item.strip():
                self.error(key, "must not hold an empty text")
        if single and key in self.values and items == []:
            self.error(key, "must name at least one word")
        return tuple(item for item in items if isinstance(item, str))

    def table(self, key: str) -> Table:
        """A table inside this one; an empty one where it is absent."""
        self.known.append(key)
        return Table(f"{self.name}.{key}", self.values.get(key, {}), self.shown, self.errors)

    def tables(self, key: str) -> tuple[Table, ...]:
        """The tables of a list, without what is none; in messages they are counted from 1."""
        items: list[Any] = []
        if isinstance(self.values.get(key), dict):
            self.known.append(key)
            self.errors.append(f"{self.name}.{key}: must be a list of tables; write [[{self.name}.{key}]]")
        else:
            items = self._value(key, list, [])
        found = [
            Table(f"{self.name}.{key} #{number}", item, self.shown, self.errors)
            for number, item in enumerate(items, start=1)
        ]
        return tuple(table for table, item in zip(found, items) if isinstance(item, dict))

    def refuse_unknown_keys(self) -> None:
        """Note every key that nobody asked for, with the one that was probably meant."""
        for key in self.values:
            if key not in self.known:
                self.error(key, f"unknown key{did_you_mean(key.replace('_', '-'), self.known)}")

    def _value(self, key: str, kind: type[Any], default: Any) -> Any:
        self.known.append(key)
        if key not in self.values:
            return default
        value = self.values[key]
        # ``true`` is an int to Python, but not to the writer of the file.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.error(key, f"must be {_KINDS[kind]}, not {kind_of(value)}")
            return default
        return value


def kind_of(value: Any) -> str:
    """The kind of a value of a TOML document, for messages."""
    return _KINDS.get(type(value), "a date or time")


def _quoted(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key)
