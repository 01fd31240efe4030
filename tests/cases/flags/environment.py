"""Flags that the environment decides: nobody can tell what they are."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

STRICT = os.environ.get("STRICT")


@dataclass
class Meta:
    name: str = ""


@dataclass
class Boat:
    metadata: Meta = field(default_factory=Meta)
    sails: int = 0


class BoatRegistry:
    def prepare_for_create(self, obj: Boat) -> None:
        obj.sails = abs(obj.sails)


class AttributeStrategy(BoatRegistry):
    # unproven: allow-create-on-update-not-default, allow-unconditional-update-not-default
    allow_create_on_update = os.environ.get("UPSERT") == "1"
    allow_unconditional_update = not STRICT


class MethodStrategy(BoatRegistry):  # unproven: allow-create-on-update-not-default
    def allow_create_on_update(self) -> bool:
        if "UPSERT" in os.environ:
            return True
        return False


class ConstructorStrategy(BoatRegistry):  # unproven: allow-unconditional-update-not-default
    def __init__(self) -> None:
        self.allow_unconditional_update = bool(int(os.getenv("FORCE", "1")))


class PolicyStrategy(BoatRegistry):  # unproven: garbage-collection-policy-not-default
    default_garbage_collection_policy = "Orphan" if os.environ.get("KEEP") else "DeleteDependents"


class EitherWayStrategy(BoatRegistry):
    @property
    def allow_create_on_update(self) -> bool:
        return False if os.environ.get("UPSERT") else bool(0)


class AtTheDefaultStrategy(BoatRegistry):  # expect: allow-create-on-update-not-default
    def allow_create_on_update(self) -> bool:
        return len("upsert") > 3
