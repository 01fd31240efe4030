"""``[[tool.apivet.hub]]``: which modules hold hub types, and which the served types that they are compared with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from apivet.config.tables import Table
from apivet.documents import did_you_mean
from apivet.vocabulary import NAME, PLACEHOLDER, REST, VERSION, HubMapping

#: Sample values for the placeholders of a pattern.
_SAMPLES: Final = {REST: "x", VERSION: "v1", NAME: "X"}

#: An element of an import path.
_IMPORTED: Final = re.compile(r"[\w.~+-]+")


def read_hubs(table: Table) -> tuple[HubMapping, ...]:
    """All entries, in their order; what is wrong with them is noted in the table."""
    return tuple(_mapping(entry) for entry in table.tables("hub"))


def _mapping(entry: Table) -> HubMapping:
    hub = _pattern(entry, "hub", (REST,), "the module of the hub types")
    served = _pattern(entry, "served", (REST, VERSION), "the module that its types are compared with")
    storage = ""
    if "storage" in entry.values:
        storage = _pattern(entry, "storage", (REST, VERSION), "the module of the storage types")
    else:
        entry.known.append("storage")
    if hub and served:
        _compare(entry, hub, served, storage)
    types = tuple(_renamed(entry.table("types")))
    preferred = entry.text("preferred", "").strip()
    entry.refuse_unknown_keys()
    return HubMapping(hub, served, storage, types, preferred)


def _pattern(entry: Table, key: str, allowed: Sequence[str], meaning: str) -> str:
    """A pattern of modules, or nothing where it is missing or of a wrong type."""
    if key not in entry.values:
        entry.known.append(key)
        entry.error(key, f'is missing; name {meaning}, such as {key} = "pkg.{key}.{{rest}}"')
        return ""
    pattern = entry.text(key, "")
    if not pattern.strip():
        return ""
    if key == "hub" and VERSION in _placeholders(pattern):
        entry.error(key, "{version} cannot stand in the hub's name, as the hub has no version; write the version out")
        return pattern
    if "/" in pattern:
        _check(entry, key, pattern, allowed, "the import path of a package", "/")
    else:
        _check(entry, key, pattern, allowed, "the dotted name of a module", ".")
    return pattern


def _check(table: Table, key: str, pattern: str, allowed: Sequence[str], meaning: str, separator: str | None) -> None:
    """Note what is wrong with one pattern by itself."""
    found = _placeholders(pattern)
    unknown = [word for word in dict.fromkeys(found) if word not in allowed]
    for word in unknown:
        choices = " and ".join(f"{{{name}}}" for name in allowed)
        hint = did_you_mean(f"{{{word}}}", [f"{{{name}}}" for name in allowed])
        table.error(key, f"unknown placeholder '{{{word}}}'{hint or f'; there is {choices}'}")
    for word in dict.fromkeys(found):
        if word in allowed and found.count(word) > 1:
            table.error(key, f"{{{word}}} can stand in it once only")
    sample = PLACEHOLDER.sub(lambda match: _SAMPLES.get(match[1], "x"), pattern)
    is_named = _IMPORTED.fullmatch if separator == "/" else str.isidentifier
    if not all(map(is_named, sample.split(separator))):
        table.error(key, f"'{pattern}' is not {meaning}")


def _compare(entry: Table, hub: str, served: str, storage: str) -> None:
    """Note where the patterns of an entry do not fit each other."""
    in_hub, in_served = REST in _placeholders(hub), REST in _placeholders(served)
    if in_hub != in_served:
        present, absent = ("hub", "served") if in_hub else ("served", "hub")
        entry.error(absent, f"{{rest}} stands in '{present}' only; write it in both, or in none")
    elif hub == served:
        entry.error("served", "is the same as 'hub', so that nothing would be compared")
    if not storage:
        return
    has_rest, has_version = REST in _placeholders(storage), VERSION in _placeholders(storage)
    if in_hub and in_served and not has_rest:
        entry.error("storage", "needs {rest}, as 'hub' and 'served' have it: each has its own storage types")
    if has_rest and not in_served:
        entry.error("storage", "{rest} stands for nothing, as 'served' has none; write the name out")
    if has_version and VERSION not in _placeholders(served):
        entry.error("storage", "{version} stands for nothing, as 'served' has none; write the version out")


def _renamed(table: Table) -> list[tuple[str, str]]:
    """The pairs of names of types."""
    pairs = []
    for hub_name in table.values:
        served_name = table.text(hub_name, "")
        for name in (hub_name, served_name):
            if name.strip():
                _check(table, hub_name, name, (NAME,), "the name of a type", None)
        if served_name.strip() and (NAME in _placeholders(hub_name)) != (NAME in _placeholders(served_name)):
            table.error(hub_name, "{name} stands on one side only; write it on both, or on none")
        pairs.append((hub_name, served_name))
    return pairs


def _placeholders(pattern: str) -> list[str]:
    return PLACEHOLDER.findall(pattern)
