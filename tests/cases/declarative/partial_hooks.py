"""Registered hooks of which some parameters were given beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from apimachinery.registry import RESTConfig, StrategyConfig, new_rest


@dataclass
class Meta:
    generation: int = 0


@dataclass
class KiteSpec:
    tails: int = 0


@dataclass
class KiteStatus:
    height: int = 0


@dataclass
class Kite:
    metadata: Meta
    spec: KiteSpec
    status: KiteStatus


def wiped(old_most: int, ctx, kite: Kite, stored: Kite) -> None:  # expect: status-not-kept-on-update[status]
    kite.status = KiteStatus()


def kept(old_most: int, ctx, kite: Kite, stored: Kite) -> None:
    kite.status = stored.status
    kite.spec.tails = min(kite.spec.tails, old_most)


def wiped_by_name(kite: Kite, stored: Kite, old_most: int) -> None:  # expect: status-not-kept-on-update[status]
    kite.status = KiteStatus()


def wiped_at_last(existing: int, current: int, kite: Kite, stored: Kite) -> None:  # expect: status-not-kept-on-update
    kite.status = KiteStatus()


def let_in(old_status: KiteStatus, ctx, kite: Kite) -> None:
    kite.status = old_status


WIPED = new_rest(RESTConfig(kind=Kite, strategy_config=StrategyConfig(prepare_for_update=partial(wiped, 9))))
KEPT = new_rest(RESTConfig(kind=Kite, strategy_config=StrategyConfig(prepare_for_update=partial(kept, 9))))
BY_NAME = new_rest(
    RESTConfig(kind=Kite, strategy_config=StrategyConfig(prepare_for_update=partial(wiped_by_name, old_most=9)))
)
NESTED = new_rest(
    RESTConfig(kind=Kite, strategy_config=StrategyConfig(prepare_for_update=partial(partial(wiped_at_last, 1), 2)))
)
CREATED = new_rest(
    RESTConfig(kind=Kite, strategy_config=StrategyConfig(prepare_for_create=partial(let_in, KiteStatus())))
)
