"""Hooks that return what no server can store: nobody knows what is stored. An iterator that nobody asks is nothing."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class KilnSpec:
    cones: int = 0


@dataclass
class KilnStatus:
    hot: bool = False
    note: str = ""


@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: KilnSpec = field(default_factory=KilnSpec)
    status: KilnStatus = field(default_factory=KilnStatus)


class Kept:  # expect: status-not-wiped-on-create, generation-not-set-on-create
    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status
        kiln.metadata.generation = old.metadata.generation + (kiln.spec != old.spec)


class Made:
    def fire(self, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        kiln.status = KilnStatus()


class NumberStrategy(Kept, Made):  # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, kiln: Kiln):
        self.fire(kiln)
        return 7


class ListStrategy(Kept, Made):  # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, kiln: Kiln):
        self.fire(kiln)
        return [kiln]


class WarningsStrategy(Kept, Made):  # unproven: generation-not-set-on-create
    def prepare_for_create(self, ctx, kiln: Kiln):
        self.fire(kiln)
        return kiln, ["kilns are old"]


class NothingStrategy(Kept, Made):
    def prepare_for_create(self, ctx, kiln: Kiln):
        return self.fire(kiln)


class ObjectStrategy(Kept, Made):
    def prepare_for_create(self, ctx, kiln: Kiln):
        self.fire(kiln)
        return kiln
