"""A status update changes status alone: spec and metadata stay as they were stored (contract section 4)."""

from __future__ import annotations

from collections.abc import Callable

from apivet.conventions.rulings import HOLDS, Answer, Bench
from apivet.conventions.status import changed_names, is_put_together, not_kept
from apivet.effects.values import OLD, Input, Path, Structure
from apivet.effects.view import View
from apivet.program.model import Type
from apivet.vocabulary import UPDATE

SPEC = "spec-not-kept-on-status-update"
METADATA = "metadata-not-reset-on-status-update"
GENERATION = "generation-bumped-on-status-update"

Question = Callable[[View], Answer]


def judge_spec_kept(bench: Bench) -> None:
    """The stored ``spec``, and every other payload, is the old one."""
    for name in bench.subject.parts.payload:
        _judge_kept(bench, SPEC, (name,), name)


def judge_metadata_reset(bench: Bench) -> None:
    """Each metadata field that only the main resource may change is the old one."""
    words = bench.subject.vocabulary
    for name in bench.subject.parts.metadata:
        _judge_kept(bench, METADATA, (words.metadata, name), f"{words.metadata}.{name}")


def judge_generation_kept(bench: Bench) -> None:
    """The stored generation is the old one."""
    path = bench.subject.parts.generation
    if path:
        _judge_kept(bench, GENERATION, path, ".".join(path))


def _judge_kept(bench: Bench, symbol: str, part: Path, field: str) -> None:
    trial = bench.subject.trial(UPDATE)
    type_ = bench.subject.part_type(part[0]) if len(part) == 1 else None
    questions: list[Question] = [lambda view: _shell_is_kept(view, part, type_)]
    if trial.outcome is not None:
        questions += [_part_is_kept(part, name) for name in changed_names(trial.outcome, part)]
    bench.rule(symbol, trial, questions, part, field=field)


def _shell_is_kept(view: View, part: Path, type_: Type | None) -> Answer:
    value, expected = view.stored(part), Input(OLD, part)
    if view.is_null(expected) and view.is_null(value):
        return HOLDS  # nothing in place of nothing, however it is written
    if isinstance(value, Structure):
        if is_put_together(value, type_):
            return HOLDS  # its parts are asked about one by one
        if view.same(value, expected):
            return HOLDS
        base = view.leaf(value.base)
        if view.same(base, expected) and value.entries is None:
            return HOLDS  # its changed parts are asked about one by one
        return not_kept(view, base if value.entries is None else value, expected)
    return HOLDS if view.same(value, expected) else not_kept(view, value, expected)


def _part_is_kept(part: Path, name: str) -> Question:
    def question(view: View) -> Answer:
        if not isinstance(view.stored(part), Structure):
            return HOLDS
        value, expected = view.stored((*part, name)), Input(OLD, (*part, name))
        return HOLDS if view.same(value, expected) else not_kept(view, value, expected)

    return question
