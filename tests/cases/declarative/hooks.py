"""Hand-written hooks inside the default strategy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from apimachinery.gates import FeatureGate
from apimachinery.registry import RESTConfig, StatusConfig, StrategyConfig, new_rest


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0
    burst: Annotated[int | None, FeatureGate("Burst")] = None


@dataclass
class WidgetStatus:
    phase: str = ""


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


def start_pending(obj: Widget) -> None:
    obj.status.phase = "Pending"
    obj.spec.replicas = max(obj.spec.replicas, 1)


def count_up(obj: Widget, old: Widget) -> None:
    """Changes spec after the default's drops and before its bump."""
    obj.spec.replicas = max(obj.spec.replicas, old.spec.replicas)


def return_a_copy(obj: Widget) -> Widget:
    return replace(obj, status=WidgetStatus(phase="Pending"))


def restart(obj: Widget, old: Widget) -> None:  # expect: status-not-kept-on-update[status]
    """Loses the old status that the default has just kept."""
    if obj.spec.replicas != old.spec.replicas:
        obj.status = WidgetStatus(phase="Restarting")


def default_burst(obj: Widget) -> None:  # expect: gated-field-not-dropped[spec.burst]
    """Runs after the drop, so a disabled field gets a value."""
    if obj.spec.burst is None:
        obj.spec.burst = 5


def forget_burst(obj: Widget, old: Widget) -> None:
    # expect: gated-field-dropped-in-use[spec.burst], gated-field-dropped-when-enabled[spec.burst]
    obj.spec.burst = None


def stamp_status(obj: Widget, old: Widget) -> None:
    if not obj.status.phase:
        obj.status.phase = "Unknown"


def scale_from_status(obj: Widget, old: Widget) -> None:  # expect: spec-not-kept-on-status-update
    obj.spec.replicas = len(obj.status.phase)


def label_phase(obj: Widget, old: Widget) -> None:  # expect: metadata-not-reset-on-status-update
    obj.metadata.labels = {"phase": obj.status.phase}


plain = new_rest(RESTConfig(resource="widgets", kind=Widget))

good = new_rest(
    RESTConfig(
        resource="widgets",
        kind=Widget,
        strategy_config=StrategyConfig(prepare_for_create=start_pending, prepare_for_update=count_up),
        status_config=StatusConfig(prepare_for_update=stamp_status),
    )
)

returning = new_rest(
    RESTConfig(resource="widgets", kind=Widget, strategy_config=StrategyConfig(prepare_for_create=return_a_copy))
)

losing = new_rest(
    RESTConfig(
        resource="widgets",
        kind=Widget,
        strategy_config=StrategyConfig(prepare_for_create=default_burst, prepare_for_update=restart),
    )
)

dropping = new_rest(
    RESTConfig(resource="widgets", kind=Widget, strategy_config=StrategyConfig(prepare_for_update=forget_burst))
)

scaling = new_rest(
    RESTConfig(resource="widgets", kind=Widget, status_config=StatusConfig(prepare_for_update=scale_from_status))
)

labelling = new_rest(
    RESTConfig(resource="widgets", kind=Widget, status_config=StatusConfig(prepare_for_update=label_phase))
)
