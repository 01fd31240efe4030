"""Hub types stay memory-identical to the served types they stand for (contract section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from apivet.conventions.hub_comparison import Compared, Comparison
from apivet.conventions.hub_names import undecided_pairs
from apivet.conventions.hub_pairing import hub_pairs
from apivet.conventions.rulings import Ruling, finding, judgement
from apivet.conventions.subject import Configuration
from apivet.program.model import Contents, Program
from apivet.verdicts import Confidence, Finding, Judgement, Verdict, WitnessStep

DIFFERS = "hub-type-differs"
PERMUTED = "hub-fields-permuted"


def judge_hub_types(
    contents: Contents, program: Program, config: Configuration
) -> tuple[list[Finding], list[Judgement]]:
    """Compare each type of a hub module with its preferred served type. What differs in a nested type is reported where
    that is judged, or, where nobody else does it, from here."""
    findings: list[Finding] = []
    rows: list[Judgement] = []
    groups = [group for group in program.groups_of(contents.module) if group.hub == contents.module]
    pairs = [pair for group in groups for pair in hub_pairs(program, group)]
    comparison = Comparison(program, pairs)
    results = comparison.compare_all((pair.hub, pair.served) for pair in pairs)
    for pair, compared in zip(pairs, results):
        _tell(pair.object, pair.version.version, compared, findings, rows)
        for nested in comparison.beneath(pair.hub, pair.served):
            label = comparison.counterparts.version(nested.served)
            _tell(nested.hub.dotted, label, nested, findings, rows)
    for undecided in (item for group in groups for item in undecided_pairs(program, group)):
        reason = f"{undecided.computed} is computed, so that its fields can't be told"
        ruling = Ruling(DIFFERS, Verdict.UNPROVEN, None, reason, undecided.location)
        rows.append(judgement(undecided.hub, ruling))
        told = finding(undecided.hub, Confidence.CERTAIN, undecided.location, ruling)
        findings += [told] if told is not None else []
    return list(dict.fromkeys(findings)), list(dict.fromkeys(rows))


def _tell(name: str, label: str, compared: Compared, findings: list[Finding], rows: list[Judgement]) -> None:
    for ruling in _rulings(compared, label):
        # What another type is to blame for is a verdict of this one as well, but no finding.
        to_blame = compared.through if ruling.rule == DIFFERS else None
        rows.append(replace(judgement(name, ruling), through=str(to_blame) if to_blame else None))
        found = finding(name, Confidence.CERTAIN, compared.hub.location, ruling)
        if found is not None and to_blame is None:
            findings.append(found)


def _rulings(compared: Compared, label: str) -> Iterator[Ruling]:
    for difference in compared.differences:
        rule = PERMUTED if difference.aspect == "permuted" else DIFFERS
        witness = (WitnessStep(difference.there.path, difference.there.line, f"{label} declares it here"),)
        yield Ruling(rule, Verdict.VIOLATED, difference.field, difference.sentence, difference.location, witness)
    for doubt in compared.doubts:
        yield Ruling(DIFFERS, Verdict.UNPROVEN, doubt.field, doubt.reason, doubt.location)
    if not compared.differences and not compared.doubts:
        yield Ruling(DIFFERS, compared.verdict)
    if compared.hub.form != "enum" and all(difference.aspect != "permuted" for difference in compared.differences):
        yield Ruling(PERMUTED, Verdict.HOLDS)
