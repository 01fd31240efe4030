"""Bases that leave something abstract: nobody can make an object of one, so that its subclasses are judged, and not it."""

import abc
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    berths: int = 0


@dataclass
class Harbour:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


class Left(abc.ABC):  # unchecked
    def prepare_for_create(self, obj: Harbour) -> None:
        self.clear(obj)

    def prepare_for_update(self, obj: Harbour, old: Harbour) -> None:
        obj.status = self.kept(old)

    @abc.abstractmethod
    def clear(self, obj: Harbour) -> None: ...

    def kept(self, old: Harbour) -> Status:
        return old.status

    @property
    @abc.abstractmethod
    def resource(self) -> str: ...


class HalfDone(Left):  # unchecked
    def clear(self, obj: Harbour) -> None:
        pass


class Resource:
    resource = "harbours"


class Cleared(Resource, Left):
    def clear(self, obj: Harbour) -> None:
        obj.status = Status()


class Uncleared(Resource, HalfDone):  # expect: status-not-wiped-on-create
    pass


class Unkept(Cleared):  # expect: status-not-kept-on-update
    def kept(self, old: Harbour) -> Status:
        return Status()
