"""Mappings of an object's fields that share what lies in these, beside such as are copies through and through."""

from __future__ import annotations

from typing import Any

import msgspec


class Meta(msgspec.Struct):
    name: str = ""


class KiteStatus(msgspec.Struct):
    phase: str = ""


class Kite(msgspec.Struct):
    metadata: Meta
    status: KiteStatus


class KiteBase:
    def prepare_for_create(self, obj: Kite) -> Any:
        obj.status = KiteStatus()

    def prepare_for_update(self, obj: Kite, old: Kite) -> Any:
        obj.status = old.status


class SharedPartStrategy(KiteBase):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Kite) -> None:
        sent = obj.status.phase
        obj.status = KiteStatus()
        msgspec.structs.asdict(obj)["status"].phase = sent


class OwnMappingStrategy(KiteBase):
    def prepare_for_create(self, obj: Kite) -> None:
        sent = obj.status
        obj.status = KiteStatus()
        msgspec.structs.asdict(obj)["status"] = sent


class CopiedPartStrategy(KiteBase):
    def prepare_for_create(self, obj: Kite) -> None:
        sent = obj.status.phase
        obj.status = KiteStatus()
        msgspec.to_builtins(obj)["status"]["phase"] = sent


class MadeOfFieldsStrategy(KiteBase):
    def prepare_for_create(self, obj: Kite) -> Kite:
        fields = msgspec.structs.asdict(obj)
        fields["status"] = KiteStatus()
        return Kite(**fields)

    def prepare_for_update(self, obj: Kite, old: Kite) -> Kite:
        return Kite(**{**msgspec.structs.asdict(obj), "status": old.status})


class MadeOfAllFieldsStrategy(KiteBase):  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Kite) -> Kite:
        return Kite(**msgspec.structs.asdict(obj))

    def prepare_for_update(self, obj: Kite, old: Kite) -> Kite:
        return Kite(**{**msgspec.structs.asdict(old), **msgspec.structs.asdict(obj)})
