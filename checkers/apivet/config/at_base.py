"""The configuration as it stands at the base of a change, beside the one that the change brings."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from apivet.base import Base
from apivet.config.model import Config
from apivet.config.reading import CONFIG_FILES, ConfigError, Found, Tree, find_config, has_table, own_table, read_table


class Settings(Struct, frozen=True):
    """A configuration as it is written: its file, and the table in it."""

    found: Found
    table: dict[str, Any]

    def parsed(self) -> Config:
        """The settings as a configuration, as far as they can be used here."""
        if self.found.file is None:
            return Config(root=str(self.found.root))
        return read_table(self.table, self.found.file, self.found.file.name, _as_named, lenient=True)


class ConfigChange(Struct, frozen=True):
    """Both configurations where a change alters anything of it. ``file`` is the path of the configuration file as the
    repository writes it; ``now`` says what the change makes of ``before``."""

    file: str
    before: Settings
    now: Settings

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that differ, with the tables that they stand in."""
        if self.before.found != self.now.found and self.before.table == self.now.table:
            return tuple(_given(self.now.table))
        before, now = _given(self.before.table), _given(self.now.table)
        return tuple(sorted(key for key in {*before, *now} if before.get(key) != now.get(key)))

    def with_only(self, key: str) -> Config:
        """The earlier configuration with this one of the changes."""
        table = {name: dict(value) if isinstance(value, dict) else value for name, value in self.before.table.items()}
        outer, _, inner = key.partition(".")
        value = _given(self.now.table).get(key)
        place = table.setdefault(outer, {}) if inner else table
        if not isinstance(place, dict):
            place = table[outer] = {}
        place.pop(inner or outer, None)
        if value is not None:
            place[inner or outer] = value
        found = self.before.found if self.before.found.file is not None else self.now.found
        return Settings(found, table).parsed()


def change_of_config(base: Base, config: Config, file: str | None, paths: Sequence[str]) -> ConfigChange | None:
    """The change of the configuration since the base; ``None`` where it is the same. Raises
    :class:`~apivet.config.ConfigError`."""
    start = Path.cwd().absolute()
    if file is not None and not base.holds(file):
        return None  # the command line's own
    tree = _BaseTree(base)
    tree.look(start, paths)
    given = Path(file).absolute() if file is not None else None
    found = find_config(start, given, paths, tree)
    if given is not None and not tree.exists(given):
        found = Found(given.parent, given)
    before = Settings(found, _table_at(base, found, tree))
    current = Found(Path(config.root), Path(config.file) if config.file is not None else None)
    now = Settings(current, _table(current, Tree()))
    if before.table == now.table and _same_place(before.found, now.found):
        return None
    told = now if now.found.file is not None and now.table else before
    return ConfigChange(base.below_top(str(told.found.file or now.found.file or start)), before, now)


def tables_at(base: Base, directories: Sequence[str]) -> list[str]:
    """Directories, among these, that had a configuration of their own before the change."""
    inside = [each for each in directories if base.holds(each)]
    base.look(*(os.path.join(each, name) for each in inside for name in CONFIG_FILES))
    return [each for each in inside if has_table(Path(each), _BaseTree(base))]


def plugins_at(base: Base, file: Path) -> tuple[str, ...]:
    """The plug-ins that a configuration file named before the change: no change brings or drops the rules that it is
    judged by."""
    named = _table(Found(file.parent, file), _BaseTree(base)).get("plugins")
    return tuple(name for name in named if isinstance(name, str)) if isinstance(named, list) else ()


def _same_place(one: Found, other: Found) -> bool:
    """Whether tables that say the same mean the same."""
    return os.path.realpath(one.root) == os.path.realpath(other.root)


def _table_at(base: Base, found: Found, tree: Tree) -> dict[str, Any]:
    """The table of a file of the base. What it said can't be guessed where it can't be read."""
    if found.file is None or not tree.exists(found.file):
        return {}
    try:
        table = own_table(found.file, f"{base.short}:{base.below_top(str(found.file))}", tree)
    except ConfigError as error:
        raise ConfigError([f"{line}; name an older base with --base REV" for line in error.lines]) from None
    return table if isinstance(table, dict) else {}


def _table(found: Found, tree: Tree) -> dict[str, Any]:
    """The table of a file; an empty one where there is none that could be read."""
    with contextlib.suppress(ConfigError):
        table = own_table(found.file, found.file.name, tree) if found.file is not None else None
        return table if isinstance(table, dict) else {}
    return {}


def _given(table: dict[str, Any]) -> dict[str, Any]:
    """All keys that have a value, those of inner tables with the table's name."""
    keys: dict[str, Any] = {}
    for key, value in table.items():
        keys.update(
            {f"{key}.{inner}": each for inner, each in value.items()} if isinstance(value, dict) else {key: value}
        )
    return keys


def _as_named(file: Path, named: tuple[str, ...]) -> None:
    return None


class _BaseTree(Tree):
    """The files of the base revision, and those outside of its repository, which no change alters."""

    def __init__(self, base: Base) -> None:
        self._base = base

    def look(self, start: Path, paths: Sequence[str]) -> None:
        """Read all that a search may come to at once."""
        places = [start, *(Path(path).absolute() for path in paths)]
        directories = dict.fromkeys(each for place in places for each in (place, *place.parents))
        inside = [each for each in directories if self._base.holds(str(each))]
        self._base.look(*(str(each / name) for each in inside for name in CONFIG_FILES))

    def exists(self, path: Path) -> bool:
        if path.name == ".git" or not self._base.holds(str(path)):
            return super().exists(path)
        return self._data(path) is not None

    def read(self, path: Path) -> bytes:
        if not self._base.holds(str(path)):
            return super().read(path)
        data = self._data(path)
        if data is None:
            raise FileNotFoundError(str(path))
        return data

    def _data(self, path: Path) -> bytes | None:
        """The content of a file; a table goes with the directory that it is about."""
        data = self._base.read(str(path))
        if data is not None or path.name not in CONFIG_FILES:
            return data
        former = self._base.former(str(path))
        return self._base.read(former) if former != str(path) else None


__all__ = ["ConfigChange", "Settings", "change_of_config"]
