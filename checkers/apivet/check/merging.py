"""The static check and the black box put together: one verdict for each object, rule and field.

The static check speaks of every run of a hook, the black box of those that it made. So their verdicts weigh unequally:

- *violated* where either saw the rule broken: one way or one run is enough;
- *holds* where the static check proves it, or, where that is unproven, the black box tried and saw it hold;
- *unproven* else.

They contradict each other where no code can be as both say: the static check proves a rule and a run breaks it, or the
static check finds it broken on every way through the hook and no run shows it. One of the two is wrong then, which is
a bug of this package and nothing that the project can mend. A violation on some way that no run took is no
contradiction: it may need an object or a setting that was not tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from apivet.reports.counts import number_of
from apivet.verdicts import Confidence, Finding, Judgement, Location, Report, Verdict, WitnessStep

STATIC, BLACKBOX = "static", "blackbox"

#: The subject of one verdict: object, rule and field.
Key = tuple[str, str, "str | None"]

#: The half that knows more decides: a way on which a rule is broken, then a proof or what was seen, then nothing.
_STRONGEST_FIRST = (Verdict.VIOLATED, Verdict.HOLDS, Verdict.UNPROVEN)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A verdict of the static check and one of the black box that cannot both be right; ``fingerprint`` is that of the
    finding of whichever half has one."""

    object: str
    rule: str
    field: str | None
    static: Verdict
    blackbox: Verdict
    location: Location
    fingerprint: str = ""

    @property
    def sentence(self) -> str:
        """The disagreement, and advice on it, for people."""
        about = f"{self.rule} of {self.object}" + (f", field {self.field}" if self.field is not None else "")
        return (
            f"the static check and the black box disagree about {about}: the static check says that it "
            f"{_WORDS[self.static]}, the black box that it {_WORDS[self.blackbox]}; one of them is wrong: please "
            "report it"
        )


_WORDS = {Verdict.HOLDS: "holds", Verdict.VIOLATED: "is violated", Verdict.UNPROVEN: "is unproven"}


@dataclass(slots=True)
class Merged:
    """The merged results of both halves."""

    findings: list[Finding] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)


def merge(static: Report, seen: Report) -> Merged:
    """Put two reports together, neither of which is settled yet."""
    if not seen.judgements and not seen.findings:
        return Merged(static.findings, [*by_key(static.judgements).values()])
    rows, seen_rows = by_key(static.judgements), by_key(seen.judgements)
    told, seen_told = findings_by_key(static.findings), findings_by_key(seen.findings)
    merged = Merged()
    for key in dict.fromkeys((*rows, *seen_rows)):
        merged.judgements.append(_row(rows.get(key), seen_rows.get(key)))
    for key in dict.fromkeys((*told, *seen_told, *rows, *seen_rows)):
        half = _Half(rows.get(key), told.get(key, []))
        other = _Half(seen_rows.get(key), seen_told.get(key, []))
        merged.findings += _findings(half, other)
        merged.disagreements += _disagreement(half, other, rows)
    return merged


@dataclass(frozen=True, slots=True)
class _Half:
    """One half's row and findings for one key. Some findings have no row: those about comments, for one."""

    row: Judgement | None
    findings: list[Finding]

    @property
    def verdict(self) -> Verdict | None:
        return self.row.verdict if self.row is not None else None

    @property
    def first(self) -> Finding:
        return min(self.findings, key=lambda finding: finding.sort_key)


def by_key(judgements: Iterable[Judgement]) -> dict[Key, Judgement]:
    """One row for each key, the worst of those that there are."""
    rows: dict[Key, Judgement] = {}
    for judgement in judgements:
        key = (judgement.object, judgement.rule, judgement.field)
        known = rows.get(key)
        if known is None or judgement.verdict.rank > known.verdict.rank:
            rows[key] = judgement
    return rows


def findings_by_key(findings: Iterable[Finding]) -> dict[Key, list[Finding]]:
    """All findings of each key."""
    told: dict[Key, list[Finding]] = {}
    for finding in findings:
        told.setdefault((finding.object, finding.rule, finding.field), []).append(finding)
    return told


def _row(one: Judgement | None, other: Judgement | None) -> Judgement:
    """The row of both halves; its evidence are those whose verdict it is."""
    rows = [row for row in (one, other) if row is not None]
    verdict = min((row.verdict for row in rows), key=_STRONGEST_FIRST.index)
    witnesses = [row for row in rows if row.verdict is verdict]
    evidence = tuple(name for row in witnesses for name in row.evidence)
    seen = next((row for row in rows if BLACKBOX in row.evidence), witnesses[0])
    flaky = seen.flaky if seen in witnesses else ""
    return replace(witnesses[0], evidence=evidence, trials=seen.trials, remarks=seen.remarks, flaky=flaky)


def _findings(static: _Half, seen: _Half) -> list[Finding]:
    """The findings of both halves for one key, merged."""
    verdicts = (static.verdict, seen.verdict)
    if not seen.findings and seen.verdict is not Verdict.HOLDS:
        return static.findings
    if verdicts == (Verdict.VIOLATED, Verdict.VIOLATED):
        return _seen_as_well(static, seen) if static.findings else seen.findings
    if static.verdict is Verdict.VIOLATED:
        return [_not_seen(finding, seen) for finding in static.findings]
    if seen.verdict is Verdict.VIOLATED:
        return [_seen_alone(finding, static) for finding in seen.findings]
    if Verdict.HOLDS in verdicts:
        # What one half could not decide, the other has.
        return [finding for finding in static.findings if finding.verdict is Verdict.VIOLATED]
    return _unproven(static, seen)


def _seen_as_well(static: _Half, seen: _Half) -> list[Finding]:
    """The static check's findings, which know the place and the way; that it happened is one more step."""
    found = []
    for finding in static.findings:
        step = WitnessStep(seen.first.location.path, seen.first.location.line, f"the black box saw it: {_said(seen)}")
        found.append(replace(finding, evidence=(STATIC, BLACKBOX), witness=(*finding.witness, step)))
    return found


def _not_seen(finding: Finding, seen: _Half) -> Finding:
    """The static check's finding, with what the black box saw instead."""
    if seen.verdict is not Verdict.HOLDS or seen.row is None:
        return finding
    line = f"{number_of(seen.row.trials.effective, 'run')} that could have shown it broken"
    note = f"the black box says that it holds, by {line}: none of them came this way, unless one of the halves is wrong"
    place = finding.location
    return replace(finding, witness=(*finding.witness, WitnessStep(place.path, place.line, note)))


def _seen_alone(finding: Finding, static: _Half) -> Finding:
    """The black box's finding, with what kept the static check from it."""
    steps = [
        WitnessStep(each.location.path, each.location.line, f"the static check can't tell: {each.message}")
        for each in static.findings
        if each.verdict is Verdict.UNPROVEN
    ]
    if static.verdict is Verdict.HOLDS:
        steps.append(WitnessStep(finding.location.path, finding.location.line, "the static check says that it holds"))
    return replace(finding, witness=(*finding.witness, *steps))


def _unproven(static: _Half, seen: _Half) -> list[Finding]:
    """Neither half can tell, each for its own reason."""
    if not static.findings:
        return seen.findings
    return [
        replace(
            finding,
            message=f"{finding.message}; nor can the black box: {seen.first.message}",
            evidence=(STATIC, BLACKBOX),
        )
        for finding in static.findings
    ]


def _said(half: _Half) -> str:
    return half.first.message


# --------------------------------------------------------------------------------------------------- contradictions


def _disagreement(static: _Half, seen: _Half, rows: dict[Key, Judgement]) -> Iterable[Disagreement]:
    """The contradiction about one key, where there is one."""
    if seen.verdict is Verdict.VIOLATED and seen.findings:
        proven = static.row if static.row is not None else _covering(seen.first, rows)
        if proven is not None and proven.verdict is Verdict.HOLDS:
            yield _contradiction(seen.first, Verdict.HOLDS, Verdict.VIOLATED)
    elif seen.verdict is Verdict.HOLDS and static.verdict is Verdict.VIOLATED:
        sure = [each for each in static.findings if each.always and each.confidence is Confidence.CERTAIN]
        if sure:
            yield _contradiction(sure[0], Verdict.VIOLATED, Verdict.HOLDS)


def _contradiction(finding: Finding, static: Verdict, blackbox: Verdict) -> Disagreement:
    return Disagreement(
        finding.object, finding.rule, finding.field, static, blackbox, finding.location, finding.fingerprint
    )


def _covering(finding: Finding, rows: dict[Key, Judgement]) -> Judgement | None:
    """The static check's row for the part that a field is in."""
    part = finding.field
    while part:
        part = part.rpartition(".")[0]
        row = rows.get((finding.object, finding.rule, part or None))
        if row is not None:
            return row
    return None
