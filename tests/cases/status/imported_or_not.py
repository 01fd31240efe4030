"""Modules that may be missing: a condition on whether one could be imported goes both ways."""

from __future__ import annotations

from dataclasses import dataclass, field

try:
    import glazes
except ImportError:
    glazes = None

try:
    from glazes import fired
except ImportError:
    fired = None

try:
    import glazes.colours

    HAS_COLOURS = True
except ImportError:
    HAS_COLOURS = False

try:
    import json
except ImportError:
    json = None


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


class WithGlazesStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if glazes is not None:
            kiln.status = KilnStatus()


class WithoutGlazesStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if not glazes:
            kiln.status = KilnStatus()


class FiredStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if fired is None:
            return
        kiln.status = KilnStatus()


class ColoursStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if HAS_COLOURS:
            kiln.status = KilnStatus()


class EitherWayStrategy(Kept):
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if glazes is not None:
            glazes.audit(kiln.metadata.name)
        kiln.status = KilnStatus(note="glazed" if HAS_COLOURS else "plain")


class AlwaysThereStrategy(Kept):
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if json is not None:
            kiln.status = KilnStatus()
