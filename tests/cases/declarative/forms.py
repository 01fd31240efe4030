"""Registrations in more forms."""

from __future__ import annotations

import apimachinery.registry as reg
from apimachinery import registry
from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate, enabled
from apimachinery.registry import RESTConfig, StatusConfig, StrategyConfig
from apimachinery.registry import new_rest as make_rest


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Spec:
    size: int = 0
    turbo: Annotated[int | None, FeatureGate("Turbo")] = None


@dataclass
class Status:
    phase: str = ""


@dataclass
class Motor:
    metadata: Meta
    spec: Spec
    status: Status | None = None


def leaks_through_metadata(obj: Motor) -> None:
    """The default has wiped status before the hook runs: there is nothing of the caller's left."""
    if obj.status is not None:
        obj.metadata.labels["phase"] = obj.status.phase


class Hooks:
    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def create(self, obj: Motor) -> None:
        obj.metadata.name = self.prefix + obj.metadata.name

    def update(self, obj: Motor, old: Motor) -> None:  # expect: status-not-kept-on-update[status]
        obj.status = None


hooks = Hooks("m-")


def with_context(ctx, obj: Motor, old: Motor) -> None:
    obj.spec.size = max(obj.spec.size, old.spec.size)


async def waits(ctx, obj: Motor) -> None:
    obj.spec.size += 1


def old_first(old: Motor, obj: Motor) -> None:
    obj.spec.size = max(obj.spec.size, old.spec.size)


def turbo_back(obj: Motor, old: Motor) -> None:  # expect: gated-field-not-dropped[spec.turbo]
    if obj.spec.turbo is None:
        obj.spec.turbo = old.spec.turbo or 3


def turbo_kept(obj: Motor, old: Motor) -> None:
    if obj.spec.turbo is None and enabled("Turbo"):
        obj.spec.turbo = 3


plain = registry.new_rest(registry.RESTConfig(resource="motors", kind=Motor))
module = reg.new_rest(
    reg.RESTConfig(
        resource="motors",
        kind=Motor,
        strategy_config=reg.StrategyConfig(prepare_for_create=leaks_through_metadata, prepare_for_update=with_context),
    )
)
renamed = make_rest(RESTConfig(resource="motors", kind=Motor, strategy_config=StrategyConfig(prepare_for_create=waits)))
bound = make_rest(
    RESTConfig(
        resource="motors",
        kind=Motor,
        strategy_config=StrategyConfig(prepare_for_create=hooks.create, prepare_for_update=hooks.update),
    )
)


def factory() -> object:
    config = StrategyConfig(prepare_for_update=old_first)
    return make_rest(RESTConfig(resource="motors", kind=Motor, strategy_config=config))


def another_factory() -> object:
    return make_rest(
        RESTConfig(
            resource="motors",
            kind=Motor,
            strategy_config=StrategyConfig(prepare_for_update=turbo_back),
            status_config=StatusConfig(),
        )
    )


class Server:
    motors = make_rest(
        RESTConfig(
            resource="motors",
            kind=Motor,
            strategy_config=StrategyConfig(prepare_for_update=turbo_kept, allow_create_on_update=False),
        )
    )


flagged = make_rest(  # a registration's flags are judged at the registration
    RESTConfig(
        resource="motors",
        kind=Motor,
        strategy_config=StrategyConfig(
            prepare_for_create=lambda obj: setattr(obj.spec, "size", 1), allow_unconditional_update=True
        ),
    )
)
