"""Property bags: what is read from one is removed, on every way."""

from __future__ import annotations

from dataclasses import dataclass, field


class PropertyBag(dict[str, str]):
    def pull(self, key: str) -> str:
        return self.pop(key)

    def peek(self, key: str) -> str:
        return self[key]


@dataclass
class Stored:
    size: str = ""
    extras: PropertyBag = field(default_factory=PropertyBag)


ZONE = "zone"


def taken(bag: PropertyBag, key: str) -> str:
    value = bag[key]
    del bag[key]
    return value


@dataclass
class Drained:
    zone: str = ""
    extras: PropertyBag = field(default_factory=PropertyBag)

    def assign_properties_to(self, dst: Stored) -> None:
        dst.extras[ZONE] = self.zone

    def assign_properties_from(self, src: Stored) -> None:
        if src.extras and ZONE in src.extras:
            self.zone = taken(src.extras, ZONE)
        remaining = PropertyBag(src.extras)
        self.zone = self.zone or remaining.pull("other")
        self.extras = remaining


@dataclass
class Cleared:
    zone: str = ""

    def assign_properties_to(self, dst: Stored) -> None:
        dst.extras.clear()

    def assign_properties_from(self, src: Stored) -> None:
        self.zone = src.extras.get(ZONE) or src.extras.peek("other")
        src.extras.clear()


@dataclass
class Peeking:
    zone: str = ""

    def assign_properties_to(self, dst: Stored) -> None:
        pass

    def assign_properties_from(self, src: Stored) -> None:  # expect: property-bag-not-drained[extras.zone]
        self.zone = src.extras.peek(ZONE)


@dataclass
class Skipping:
    zone: str = ""

    def assign_properties_to(self, dst: Stored) -> None:
        pass

    def assign_properties_from(self, src: Stored, strict: bool) -> None:
        # expect: property-bag-not-drained[extras.zone]
        bag = src.extras
        if ZONE in bag:
            self.zone = bag[ZONE]
            if strict:
                bag.pop(ZONE)


@dataclass
class Searching:
    zone: str = ""

    def assign_properties_to(self, dst: Stored) -> None:
        pass

    def assign_properties_from(self, src: Stored, key: str) -> None:  # unproven: property-bag-not-drained
        self.zone = src.extras.get(key, "")
