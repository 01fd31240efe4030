"""Feature gates: the state of each at a server, and the fields that each is said to be about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import yaml
from msgspec import Struct

from apivet.live.connection import Connection
from apivet.live.errors import LiveError
from apivet.live.resources import Resource
from apivet.live.target import read_bytes
from apivet.paths import lies_in

#: Gates by name, and whether each is on.
GateStates: TypeAlias = Mapping[str, bool]

_METRICS: Final = "/metrics"
_SAMPLE: Final = re.compile(
    r"^kubernetes_feature_enabled\{(?P<labels>[^}\n]*)\}[ \t]+(?P<value>[01])(?:\.0+)?\b", re.MULTILINE
)
_NAME: Final = re.compile(r'\bname="(?P<name>[A-Za-z][A-Za-z0-9]{0,99})"')
#: Switches for many gates at once, which no field is about.
_GROUPS: Final = ("AllAlpha", "AllBeta")
_SHAPE: Final = "gates are keys, below them resources, and below those lists of fields such as spec.replicas"


def read_gates(connection: Connection) -> dict[str, bool]:
    """The gates that the server's metrics tell of; none where there are no metrics, or none that may be read."""
    text = connection.text(_METRICS)
    found: dict[str, bool] = {}
    for sample in _SAMPLE.finditer(text):
        name = _NAME.search(sample["labels"])
        if name is not None and name["name"] not in _GROUPS:
            found[name["name"]] = sample["value"] == "1"
    return found


def differing(one: GateStates, other: GateStates) -> frozenset[str]:
    """The gates that are on at one of two servers and off at the other."""
    return frozenset(name for name in {*one} & {*other} if one[name] is not other[name])


class GatedField(Struct, frozen=True, order=True):
    """A field of a resource, or of each that a pattern means, that exists only while all of its gates are on."""

    resource: str
    field: str
    gates: tuple[str, ...]

    def covers(self, field: str) -> bool:
        """Whether a field is this one or lies in it."""
        return lies_in(field, self.field)


class GateMap:
    """The fields that gates are about, as the user or the source says."""

    def __init__(self, entries: Iterable[GatedField] = ()) -> None:
        self._entries = tuple(entries)

    def joined(self, entries: Iterable[GatedField]) -> GateMap:
        """The map with more entries."""
        return GateMap((*self._entries, *entries))

    @property
    def gates(self) -> frozenset[str]:
        """The gates of which something is said."""
        return frozenset(gate for entry in self._entries for gate in entry.gates)

    def of(self, resource: Resource) -> list[GatedField]:
        """The gated fields of a resource, each once with all gates that it is said to have."""
        gates: dict[str, dict[str, None]] = {}
        for entry in self._entries:
            if resource.matches(entry.resource):
                gates.setdefault(entry.field, {}).update(dict.fromkeys(entry.gates))
        return [GatedField(str(resource), field, tuple(names)) for field, names in sorted(gates.items())]


#: Nothing is said of any gate.
NO_MAP: Final = GateMap()


def read_gate_map(path: str) -> GateMap:
    """The map in a YAML file: gate (or gates, by commas), resource, fields."""
    try:
        told = yaml.safe_load(read_bytes(path, "map of gates"))
    except (yaml.YAMLError, ValueError, RecursionError):
        raise LiveError(f"the map of gates {path} is no YAML") from None
    entries = list(_entries(told, path))
    if not entries:
        raise LiveError(f"the map of gates {path} names no field: {_SHAPE}")
    return GateMap(entries)


def _entries(told: Any, path: str) -> Iterator[GatedField]:
    for gates, resources in _items(told, path):
        names = tuple(name.strip() for name in gates.split(",") if name.strip())
        for resource, fields in _items(resources, path):
            listed = [fields] if isinstance(fields, str) else fields
            if not isinstance(listed, list) or not names or not all(isinstance(each, str) and each for each in listed):
                raise LiveError(f"the map of gates {path} can't be read: {_SHAPE}")
            yield from (GatedField(resource, spelled(field), names) for field in listed)


def _items(told: Any, path: str) -> Iterator[tuple[str, Any]]:
    if not isinstance(told, dict):
        raise LiveError(f"the map of gates {path} can't be read: {_SHAPE}")
    for key, value in told.items():
        yield str(key), value


def spelled(field: str) -> str:
    """A field as findings name it: ``spec.containers[].image`` and ``spec.containers.*.image`` mean each element."""
    return re.sub(r"\[\d*\]|\.\*(?=\.|$)", "[*]", field.strip())
