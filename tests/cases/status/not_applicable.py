"""Types without status have no status rules; a dict called metadata makes no API object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Data:
    metadata: ObjectMeta
    data: dict[str, str] = field(default_factory=dict)


@dataclass
class Payload:
    metadata: dict[str, Any]
    status: str = ""


@dataclass
class FormState:
    status: str = ""
    spec: str = ""


class DataStrategy:
    def prepare_for_create(self, obj: Data) -> None:
        obj.data.pop("secret", None)

    def prepare_for_update(self, obj: Data, old: Data) -> None:
        obj.data.setdefault("kept", "yes")


class PayloadStrategy:  # unchecked
    def prepare_for_create(self, obj: Payload) -> None:
        obj.metadata["seen"] = True

    def prepare_for_update(self, obj: Payload, old: Payload) -> None:
        obj.metadata["seen"] = True


class FormStrategy:  # unchecked
    def prepare_for_create(self, obj: FormState) -> None:
        obj.spec = obj.spec.strip()
