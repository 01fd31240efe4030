"""Hooks that touch what the default strategy makes the generation of: it bumps where the specs differ that they leave,
and puts no generation back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from apimachinery.registry import RESTConfig, StrategyConfig, new_rest


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class BargeSpec:
    load: int = 0
    crew: int = 0


@dataclass
class Barge:
    metadata: ObjectMeta
    spec: BargeSpec


def touch(obj: Barge, old: Barge) -> None:  # expect: generation-bumped-without-spec-change
    obj.metadata.generation = old.metadata.generation + 1


def touch_where_labelled(obj: Barge, old: Barge) -> Barge:  # expect: generation-bumped-without-spec-change
    if obj.metadata.labels == old.metadata.labels:
        return obj
    return replace(obj, metadata=replace(obj.metadata, generation=obj.metadata.generation + 1))


def forget(obj: Barge, old: Barge) -> None:  # expect: generation-bumped-without-spec-change
    obj.metadata.generation = 0


def count_in_old(obj: Barge, old: Barge) -> None:  # expect: generation-not-bumped-on-spec-change
    old.metadata.generation += 1


def write_into_old(obj: Barge, old: Barge) -> None:  # expect: generation-not-bumped-on-spec-change
    old.spec.crew = obj.spec.crew


def bump_with_spec(obj: Barge, old: Barge) -> None:
    if obj.spec != old.spec:
        obj.metadata.generation += 1


def put_back(obj: Barge, old: Barge) -> None:
    obj.metadata.generation = old.metadata.generation


def change_spec(obj: Barge, old: Barge) -> None:
    obj.spec.crew = max(obj.spec.crew, 2)


def create_anything(obj: Barge) -> None:
    obj.metadata.generation = 7


rest = [
    new_rest(RESTConfig(resource="a", kind=Barge, strategy_config=StrategyConfig(prepare_for_update=touch))),
    new_rest(RESTConfig(resource="b", kind=Barge, strategy_config=StrategyConfig(prepare_for_update=forget))),
]
labelled = new_rest(
    RESTConfig(resource="c", kind=Barge, strategy_config=StrategyConfig(prepare_for_update=touch_where_labelled))
)
counted = new_rest(
    RESTConfig(resource="d", kind=Barge, strategy_config=StrategyConfig(prepare_for_update=count_in_old))
)
written = new_rest(
    RESTConfig(resource="e", kind=Barge, strategy_config=StrategyConfig(prepare_for_update=write_into_old))
)
bumped = new_rest(
    RESTConfig(resource="f", kind=Barge, strategy_config=StrategyConfig(prepare_for_update=bump_with_spec))
)
back = new_rest(RESTConfig(resource="g", kind=Barge, strategy_config=StrategyConfig(prepare_for_update=put_back)))
changed = new_rest(
    RESTConfig(
        resource="h",
        kind=Barge,
        strategy_config=StrategyConfig(prepare_for_create=create_anything, prepare_for_update=change_spec),
    )
)
