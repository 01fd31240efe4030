"""Elements that are in both of two sets are once in their union."""

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Spec:
    crew: list[str] = field(default_factory=list)


@dataclass
class Status:
    rooms: int = 0


@dataclass
class Inn:
    metadata: Meta = field(default_factory=Meta)
    spec: Spec = field(default_factory=Spec)
    status: Status = field(default_factory=Status)


class KnownInnStrategy:
    def prepare_for_create(self, inn: Inn) -> None:
        sent, inn.status = inn.status, Status()
        if len({"bar", "hall"} | {"hall", "attic"}) != 3:
            inn.status = sent

    def prepare_for_update(self, inn: Inn, old: Inn) -> None:
        inn.status = old.status


class CountedInnStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, inn: Inn) -> None:
        sent, inn.status = inn.status, Status()
        if len({"bar", "hall"} | {"hall", "attic"}) == 3:
            inn.status = sent

    def prepare_for_update(self, inn: Inn, old: Inn) -> None:
        inn.status = old.status


class SameInnStrategy:
    def prepare_for_create(self, inn: Inn) -> None:
        inn.status = Status()

    def prepare_for_update(self, inn: Inn, old: Inn) -> None:
        sent, inn.status = inn.status, old.status
        one, other = set(old.spec.crew), set(old.spec.crew)
        if len(one | other) != len(other):
            inn.status = sent


class OtherInnStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, inn: Inn) -> None:
        inn.status = Status()

    def prepare_for_update(self, inn: Inn, old: Inn) -> None:
        sent, inn.status = inn.status, old.status
        one, other = set(old.spec.crew), set(inn.spec.crew)
        if len(one | other) != len(other):
            inn.status = sent
