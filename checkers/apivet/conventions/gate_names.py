"""Gates are registered, and gate functions are called (contract section 5)."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.conventions.rulings import ObjectRuling, Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.model import Program
from apivet.verdicts import Judgement, Verdict

UNKNOWN = "unknown-feature-gate"
NOT_CALLED = "gate-not-called"


def judge_names(contents: Contents, program: Program, config: Configuration) -> Said:
    """Every gate that a tag or a call names is registered, where a registry is configured."""
    findings, rows = reported(_each_ruling(contents, program, config))
    return findings, _worst(rows)


def _each_ruling(contents: Contents, program: Program, config: Configuration) -> Iterator[ObjectRuling]:
    if config.feature_gates:
        for tag in contents.tags:
            yield tag.type, tag.location, _known(program, tag.gate, tag.field)
        for use in contents.gate_checks:
            yield use.owner, use.location, _known(program, use.gate, None)
    for use in contents.used_gates:
        yield use.owner, use.location, Ruling(NOT_CALLED, Verdict.HOLDS)
    for use in contents.uncalled_gates:
        detail = f"{use.function} is a function, and always true"
        yield use.owner, use.location, Ruling(NOT_CALLED, Verdict.VIOLATED, None, detail, use.location)


def _known(program: Program, gate: str, field: str | None) -> Ruling:
    if program.is_gate_name(gate):
        return Ruling(UNKNOWN, Verdict.HOLDS, field)
    return Ruling(UNKNOWN, Verdict.VIOLATED, field, gate or "its name is empty")


def _worst(rows: list[Judgement]) -> list[Judgement]:
    """One row for an object, rule and field: the broken one where there are several."""
    kept: dict[tuple[str, str, str | None], Judgement] = {}
    for row in rows:
        key = (row.object, row.rule, row.field)
        if key not in kept or row.verdict is Verdict.VIOLATED:
            kept[key] = row
    return list(kept.values())
