"""Slices of what was made of a text: they are texts, and may be any."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Parcel:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    code: str = ""
    stamps: list[str] = field(default_factory=list)
    status: str = ""


class Keeps:
    def prepare_for_update(self, obj, old):
        obj.status = old.status


class ByUpperStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Parcel) -> None:
        if obj.code.upper()[:2] != "DE":
            obj.status = ""


class ByDigestStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Parcel) -> None:
        if hashlib.sha1(obj.code.encode()).hexdigest()[:4] != "7777":
            obj.status = ""


class BySubstitutedStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Parcel) -> None:
        short = re.sub("[^a-z]", "", obj.code)[-3:]
        if short == "tmp":
            return
        obj.status = ""


class ByEnvironmentStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Parcel) -> None:
        if not os.environ.get("REGION", "")[:2] == "eu":
            obj.status = ""


class ByBytesStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Parcel) -> None:
        if obj.code.encode()[1:3] != b"ab":
            obj.status = ""


class LeftInASliceStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Parcel) -> None:
        obj.status = obj.status.strip()[:10]


class ByPartsStrategy(Keeps):  # expect: status-not-wiped-on-create[status]
    def prepare_for_create(self, obj: Parcel) -> None:
        if obj.code.split("-")[:1] != ["DE"]:
            obj.status = ""


class EitherWayStrategy(Keeps):
    def prepare_for_create(self, obj: Parcel) -> None:
        obj.status = "home" if obj.code.upper()[:2] == "DE" else "abroad"


class CutsTheCodeStrategy(Keeps):
    def prepare_for_create(self, obj: Parcel) -> None:
        obj.code = obj.code.strip()[:10]
        obj.stamps = [stamp.lower()[:3] for stamp in obj.stamps[:4]]
        obj.status = obj.code[:0]


class NothingLeftStrategy(Keeps):
    def prepare_for_create(self, obj: Parcel) -> None:
        if obj.code.upper()[:2] != "DE" or obj.code.upper()[:2] == "DE":
            obj.status = ""
