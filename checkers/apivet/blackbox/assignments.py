"""What there is to try: every strategy that the static check finds, with what a worker has to know of it."""

from __future__ import annotations

from dataclasses import dataclass

from apivet.blackbox.models import ELEMENT, Assignment, GatedPath, Parts, type_models
from apivet.config import Config
from apivet.conventions.gated_fields import GatedField, gated_fields
from apivet.conventions.strategy import StrategySubject
from apivet.effects.values import LAST
from apivet.program.model import Contents, Program, Strategy
from apivet.verdicts import Location


@dataclass(frozen=True, slots=True)
class Candidate:
    """A strategy that the static check found: what to do with it, or why nothing can be done."""

    name: str
    location: Location
    assignment: Assignment | None
    reason: str = ""


def candidates(contents: Contents, program: Program, config: Config, gates: frozenset[str]) -> list[Candidate]:
    """The strategies of one file."""
    return [_candidate(strategy, program, config, gates) for strategy in contents.strategies]


def _candidate(strategy: Strategy, program: Program, config: Config, gates: frozenset[str]) -> Candidate:
    name, location = strategy.type.dotted, strategy.type.location
    if strategy.object_type is None:
        reason = "nothing says which type its objects have: annotate a hook, or name it in 'object_type'"
        return Candidate(name, location, None, reason)
    subject = StrategySubject(
        strategy.type, strategy.role, strategy.object_type, strategy.mentions, strategy.confidence, program, config
    )
    parts = subject.parts
    gated = tuple(_gated(item) for item in gated_fields(subject))
    defaults = config.defaults
    assignment = Assignment(
        name=name,
        module=strategy.type.module,
        qualified=name[len(strategy.type.module) + 1 :],
        role=strategy.role.value,
        object_type=strategy.object_type.dotted,
        types=type_models(program, strategy.object_type),
        parts=Parts(parts.spec, parts.status, parts.generation, parts.payload, parts.metadata),
        gated=gated,
        vocabulary=config.vocabulary,
        flags=(
            ("allow_create_on_update", defaults.allow_create_on_update),
            ("allow_unconditional_update", defaults.allow_unconditional_update),
            ("default_garbage_collection_policy", defaults.default_garbage_collection_policy),
        ),
        known_gates=gates | {gate for item in gated for gate in (*item.gates, *item.around)},
        roots=_roots(config),
    )
    return Candidate(name, location, assignment)


def _gated(item: GatedField) -> GatedPath:
    path = tuple(ELEMENT if segment == LAST else str(segment) for segment in item.path)
    around = tuple(gate for _, declared in item.parents for gate in declared.gates)
    return GatedPath(path, item.field.gates, around, item.field.optional, ".".join(item.declaration))


def _roots(config: Config) -> tuple[str, ...]:
    return tuple(config.source_roots) or (config.root,)
