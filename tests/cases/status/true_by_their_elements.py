"""Objects that are tuples or mappings are true where they have elements or keys: a named tuple with fields always is, a
new mapping without keys is not."""

from __future__ import annotations

from typing import NamedTuple, TypedDict


class RaftMeta(NamedTuple):
    name: str


class RaftSpec(NamedTuple):
    logs: int


class RaftStatus(NamedTuple):
    floats: bool
    bails: int


class Raft(NamedTuple):
    metadata: RaftMeta
    spec: RaftSpec
    status: RaftStatus


class Empty(NamedTuple):
    """Nothing."""


class KeepsStrategy:
    def prepare_for_create(self, obj: Raft) -> Raft:
        return obj._replace(status=RaftStatus(False, 0)) if obj.spec else obj

    def prepare_for_update(self, obj: Raft, old: Raft) -> Raft:
        return obj._replace(status=old.status or obj.status)


class EmptyStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Raft) -> Raft:
        return obj._replace(status=RaftStatus(False, 0)) if Empty() else obj

    def prepare_for_update(self, obj: Raft, old: Raft) -> Raft:
        return obj._replace(status=old.status)


class OarMeta(TypedDict):
    name: str


class OarStatus(TypedDict, total=False):
    wet: bool


class Oar(TypedDict):
    metadata: OarMeta
    status: OarStatus


class OarStrategy:
    def prepare_for_create(self, obj: Oar) -> None:
        obj["status"] = {}

    def prepare_for_update(self, obj: Oar, old: Oar) -> None:
        obj["status"] = old["status"]


class BackForNoKeysStrategy(OarStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Oar) -> None:
        sent, obj["status"] = obj["status"], OarStatus()
        if not obj["status"]:
            obj["status"] = sent


class EitherStrategy(OarStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Oar) -> None:
        obj["status"] = OarStatus() or obj["status"]


class TakenOutStrategy(OarStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Oar) -> None:
        sent, obj["status"] = obj["status"], OarStatus(wet=True)
        del obj["status"]["wet"]
        obj["status"] = obj["status"] or sent


class WithAKeyStrategy(OarStrategy):
    def prepare_for_create(self, obj: Oar) -> None:
        obj["status"] = OarStatus(wet=False) or obj["status"]


class PutInStrategy(OarStrategy):
    def prepare_for_create(self, obj: Oar) -> None:
        sent, obj["status"] = obj["status"], OarStatus()
        obj["status"]["wet"] = False
        if not obj["status"]:
            obj["status"] = sent
