from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from framework import FeatureGate, Options, Resource, expose, feature_active, restore_meta, same_as


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    revision: int = 0


@dataclass
class Desired:
    size: int = 0
    fast: Annotated[bool | None, FeatureGate("Fast")] = None


@dataclass
class Thing:
    meta: Meta
    desired: Desired
    observed: str = ""


class GoodStrategy:
    upsert = False

    def before_save(self, thing: Thing) -> None:
        thing.observed = ""
        thing.meta.revision = 1
        if not feature_active("Fast"):
            thing.desired.fast = None

    def before_save_existing(self, thing: Thing, stored: Thing) -> None:
        thing.observed = stored.observed
        if not feature_active("Fast") and stored.desired.fast is None:
            thing.desired.fast = None
        if not same_as(thing.desired, stored.desired):
            thing.meta.revision = stored.meta.revision + 1

    def reset_paths(self) -> list[str]:
        return ["observed"]


class InsertStrategy(GoodStrategy):  # expect: status-not-wiped-on-create[observed]
    # expect: generation-not-set-on-create[meta.revision], gated-field-not-dropped[desired.fast]
    def before_insert(self, thing: Thing) -> None:
        thing.desired.size = 1


class BadStrategy(GoodStrategy):
    # expect: status-not-kept-on-update[observed], generation-not-bumped-on-spec-change[meta.revision]
    # expect: gated-field-not-dropped[desired.fast], allow-create-on-update-not-default, reset-fields-mismatch
    upsert = True

    def before_save_existing(self, thing: Thing, stored: Thing) -> None:
        pass


class GoodStatusStrategy(GoodStrategy):
    def before_save_existing(self, thing: Thing, stored: Thing) -> None:
        thing.desired = stored.desired
        restore_meta(thing.meta, stored.meta)

    def reset_paths(self) -> list[str]:
        return ["desired", "meta.labels"]


class BadStatusStrategy(GoodStatusStrategy):
    # expect: spec-not-kept-on-status-update[desired], metadata-not-reset-on-status-update[meta.labels]
    # expect: generation-bumped-on-status-update[meta.revision], reset-fields-mismatch
    def before_save_existing(self, thing: Thing, stored: Thing) -> None:
        thing.meta.revision += 1


class OldWordsStrategy:  # unchecked
    """These are no hooks here."""

    def prepare_for_create(self, thing: Thing) -> None:
        pass


def loses(thing: Thing, stored: Thing) -> None:  # expect: status-not-kept-on-update[observed]
    thing.observed = ""


thing_store = expose(Resource(kind=Thing, strategy_config=Options(prepare_for_update=loses)))
