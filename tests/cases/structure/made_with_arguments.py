"""Arguments of a strategy's constructor: a caller may give any value of the declared type, whatever the default."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional


@dataclass
class Meta:
    name: str = ""


@dataclass
class KiteSpec:
    colour: str = ""


@dataclass
class KiteStatus:
    height: int = 0


@dataclass
class Kite:
    metadata: Meta
    spec: KiteSpec
    status: KiteStatus


class Audit:
    def __init__(self, label: str = "kites"):
        self.label = label

    def note(self, name: str) -> None:
        print(self.label, name)


class SkippedByHooksStrategy:  # expect: status-not-wiped-on-create
    def __init__(self, hooks=()):
        self.hooks = hooks

    def prepare_for_create(self, ctx, kite: Kite):
        if self.hooks:
            return
        kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status


class SwitchedOffStrategy:  # expect: status-not-kept-on-update
    def __init__(self, *, keep: bool = True):
        self.keep = keep

    def prepare_for_create(self, ctx, kite: Kite):
        kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        if self.keep:
            kite.status = old.status


class WithoutAuditStrategy:  # expect: status-not-wiped-on-create
    def __init__(self, audit: Optional[Audit] = None):
        self.audit = audit

    def prepare_for_create(self, ctx, kite: Kite):
        if self.audit is not None:
            self.audit.note(kite.metadata.name)
            return
        kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status


@dataclass
class FieldsAreArgumentsStrategy:  # expect: status-not-wiped-on-create
    wipes: bool = True
    allow_create_on_update: bool = False

    def prepare_for_create(self, ctx, kite: Kite):
        if self.wipes:
            kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status


class AnythingElseStrategy:  # unproven: status-not-wiped-on-create
    def __init__(self, *hooks, **options):
        self.hooks = hooks

    def prepare_for_create(self, ctx, kite: Kite):
        if not self.hooks:
            kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status


class UsedForOtherThingsStrategy:
    def __init__(self, colour: str = "red", audit: Audit = Audit(), *, first: int = 1):
        self.colour = colour
        self.audit = audit
        self.first = first

    def prepare_for_create(self, ctx, kite: Kite):
        kite.spec.colour = kite.spec.colour or self.colour
        self.audit.note(kite.metadata.name)
        kite.status = KiteStatus(height=self.first)

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status


@dataclass
class FieldsForOtherThingsStrategy:
    colours: list[str] = field(default_factory=list)
    audit: Optional[Audit] = None

    def prepare_for_create(self, ctx, kite: Kite):
        if self.audit:
            self.audit.note(kite.metadata.name)
        if kite.spec.colour not in self.colours:
            raise ValueError(kite.spec.colour)
        kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status


@dataclass
class FieldsThatAreNoneStrategy:
    """Nobody gives these: they are what the class makes of itself."""

    wipes: bool = field(default=True, init=False)
    parts: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.parts.append("status")

    def prepare_for_create(self, ctx, kite: Kite):
        if self.wipes:
            kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        for part in self.parts:
            setattr(kite, part, getattr(old, part))


@dataclass
class SetAfterwardsStrategy:  # expect: status-not-wiped-on-create
    wipes: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self.wipes = False

    def prepare_for_create(self, ctx, kite: Kite):
        if self.wipes:
            kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status


class MadeBeforehandStrategy:  # unproven: status-not-wiped-on-create
    wipes = True

    def __new__(cls):
        made = super().__new__(cls)
        made.wipes = False
        return made

    def prepare_for_create(self, ctx, kite: Kite):
        if self.wipes:
            kite.status = KiteStatus()

    def prepare_for_update(self, ctx, kite: Kite, old: Kite):
        kite.status = old.status
