"""The parts of a registration named first and put together later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from apimachinery import registry
from apimachinery.registry import StatusConfig, StrategyConfig


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class Gadget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: str = ""
    status: str = ""


def lower(ctx: Any, obj: Gadget) -> None:
    obj.spec = obj.spec.lower()


def lower_again(ctx: Any, obj: Gadget, old: Gadget) -> None:
    """Runs before the default compares."""
    obj.spec = obj.spec.lower()


def erase(ctx: Any, obj: Gadget, old: Gadget) -> None:  # expect: status-not-kept-on-update[status]
    obj.status = ""


def keep(ctx: Any, obj: Gadget, old: Gadget) -> None:
    obj.status = obj.status.strip()


def rewrite(ctx: Any, obj: Gadget, old: Gadget) -> None:  # expect: spec-not-kept-on-status-update[spec]
    obj.spec = "rewritten"


strategy_config = StrategyConfig(prepare_for_create=lower, prepare_for_update=lower_again)
status_config = StatusConfig(prepare_for_update=keep)
rest_config = registry.RESTConfig(
    resource="gadgets", kind=Gadget, strategy_config=strategy_config, status_config=status_config
)
rest = registry.new_rest(rest_config)

erasing_config = StrategyConfig(prepare_for_update=erase)
erasing = registry.new_rest(registry.RESTConfig(resource="erasers", kind=Gadget, strategy_config=erasing_config))

rewriting_config = StatusConfig(prepare_for_update=rewrite)
rewriting = registry.new_rest(registry.RESTConfig(resource="texts", kind=Gadget, status_config=rewriting_config))
