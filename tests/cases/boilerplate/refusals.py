"""Hooks that do what the base class does, after something that refuses some objects, or none."""

from __future__ import annotations

import datetime
import enum
import ipaddress
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from uuid import UUID


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class LampSpec:
    address: str = ""
    watts: int = 0
    rooms: list[str] = field(default_factory=list)


@dataclass
class Lamp:
    metadata: Meta
    spec: LampSpec


class LampRegistry:  # expect: boilerplate-hook[prepare_for_create], boilerplate-hook[prepare_for_update]
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Lamp, old: Lamp) -> None:
        if obj.spec != old.spec:
            obj.metadata.generation += 1


class AddressStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        ipaddress.ip_address(obj.spec.address)
        super().prepare_for_create(obj)


class EachAddressStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        for room in obj.spec.rooms:
            ipaddress.ip_network(room)
        super().prepare_for_create(obj)


class PatternStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        re.compile(obj.spec.address)
        super().prepare_for_create(obj)


class NumberStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        int(obj.spec.address), Decimal(obj.spec.address)
        super().prepare_for_create(obj)


class DateStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        datetime.datetime.fromisoformat(obj.metadata.labels.get("since", ""))
        super().prepare_for_create(obj)


class IdentityStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        UUID(obj.spec.address)
        super().prepare_for_create(obj)


class DocumentStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        json.loads(obj.spec.address)
        super().prepare_for_create(obj)


class ColourStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        Colour(obj.spec.address)
        super().prepare_for_create(obj)


class LabelStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.metadata.labels["owner"]
        super().prepare_for_create(obj)


class FirstRoomStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        first, *_ = obj.spec.rooms
        super().prepare_for_create(obj)


class DividedStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        1 // obj.spec.watts
        super().prepare_for_create(obj)


class ReraisedStrategy(LampRegistry):
    def prepare_for_create(self, obj: Lamp) -> None:
        try:
            int(obj.spec.address)
        except ValueError as error:
            raise TypeError("no number") from error
        super().prepare_for_create(obj)


# ------------------------------------------------------------------------------------------------- none is refused


class SuppressedStrategy(LampRegistry):  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Lamp) -> None:
        with suppress(ValueError):
            int(obj.spec.address)
        super().prepare_for_create(obj)


class WrittenPatternStrategy(LampRegistry):  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Lamp) -> None:
        re.compile("^[a-z]+$")
        super().prepare_for_create(obj)


class PerhapsLabelStrategy(LampRegistry):  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Lamp) -> None:
        obj.metadata.labels.get("owner")
        super().prepare_for_create(obj)


class HarmlessStrategy(LampRegistry):  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Lamp) -> None:
        len(obj.spec.rooms), str(obj.spec.watts), obj.spec.watts // 2, obj.spec.rooms[:1], int(obj.spec.watts)
        super().prepare_for_create(obj)


class NeverAskedStrategy(LampRegistry):  # expect: boilerplate-hook[prepare_for_create]
    def prepare_for_create(self, obj: Lamp) -> None:
        map(int, obj.spec.rooms)
        super().prepare_for_create(obj)
