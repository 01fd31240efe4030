"""Gates are registered, and gate functions are called (contract section 5)."""

from __future__ import annotations

from apivet.conventions.rulings import Ruling, finding, judgement
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.model import Program
from apivet.verdicts import Confidence, Finding, Judgement, Location, Verdict

UNKNOWN = "unknown-feature-gate"
NOT_CALLED = "gate-not-called"


def judge_names(contents: Contents, program: Program, config: Configuration) -> tuple[list[Finding], list[Judgement]]:
    """Every gate that a tag or a call names is registered, where a registry is configured."""
    findings: list[Finding] = []
    rows: dict[Judgement, None] = {}

    def say(name: str, location: Location, ruling: Ruling) -> None:
        rows[judgement(name, ruling)] = None
        found = finding(name, Confidence.CERTAIN, location, ruling)
        if found is not None:
            findings.append(found)

    if config.feature_gates:
        for tag in contents.tags:
            say(tag.type, tag.location, _known(program, tag.gate, tag.field))
        for use in contents.gate_checks:
            say(use.owner, use.location, _known(program, use.gate, None))
    for use in contents.used_gates:
        say(use.owner, use.location, Ruling(NOT_CALLED, Verdict.HOLDS))
    for use in contents.uncalled_gates:
        detail = f"{use.function} is a function, and always true"
        say(use.owner, use.location, Ruling(NOT_CALLED, Verdict.VIOLATED, None, detail, use.location))
    return findings, _worst(list(rows))


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
