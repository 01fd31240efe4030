"""The halves put together: one verdict for each object, rule and field.

The static check speaks of every run of a hook, the black box and a running server of those that were made. So their
verdicts weigh unequally:

- *violated* where any saw the rule broken: one way or one run is enough;
- *holds* where the static check proves it, or, where that is unproven, it was tried and seen to hold;
- *unproven* else.

They contradict each other where no code can be as both say: the static check proves a rule and a run breaks it, or the
static check finds it broken on every way through the hook and no run shows it. Between the static check and the black
box one is wrong then, which is a bug of this package and nothing that the project can mend. A server may also be of
another state than the source, or have wired the hook otherwise: there it contradicts a hook that was only seen to hold,
too. A violation on some way that no run took is no contradiction: it may need an object or a setting that was not
tried.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.reports.counts import number_of
from apivet.verdicts import Confidence, Finding, Judgement, Location, Report, Trials, Verdict, WitnessStep

STATIC, BLACKBOX, LIVE = "static", "blackbox", "live"

#: The subject of one verdict: object, rule and field.
Key = tuple[str, str, "str | None"]

#: The half that knows more decides: a way on which a rule is broken, then a proof or what was seen, then nothing.
_STRONGEST_FIRST = (Verdict.VIOLATED, Verdict.HOLDS, Verdict.UNPROVEN)


class Disagreement(Struct, frozen=True):
    """Verdicts of several halves that cannot all be right (``said``: of each half by its name); ``fingerprint`` is that
    of the finding of whichever half has one."""

    object: str
    rule: str
    field: str | None
    said: tuple[tuple[str, Verdict], ...]
    location: Location
    fingerprint: str = ""

    def verdict_of(self, half: str) -> Verdict | None:
        """The verdict of a half that has a part in it."""
        return dict(self.said).get(half)

    @property
    def sentence(self) -> str:
        """The disagreement, and advice on it, for people."""
        about = f"{self.rule} of {self.object}" + (f", field {self.field}" if self.field is not None else "")
        halves = " and ".join(_NAMES[half] for half, _ in self.said)
        says = ", ".join(
            f"{_NAMES[half]} {'says ' * (not n)}that it {_WORDS[verdict]}"
            for n, (half, verdict) in enumerate(self.said)
        )
        advice = _SERVED if self.verdict_of(LIVE) is not None else _WRONG
        return f"{halves} disagree about {about}: {says}; {advice}"


_NAMES = {STATIC: "the static check", BLACKBOX: "the black box", LIVE: "the server"}
_WORDS = {Verdict.HOLDS: "holds", Verdict.VIOLATED: "is violated", Verdict.UNPROVEN: "is unproven"}
_WRONG = "one of them is wrong: please report it"
_SERVED = (
    "the server runs another state of the source, or does not call the hook as it stands there; if neither is so, "
    "please report it"
)
#: Words for a violation that a half has seen, and for its trials.
_SAW = {BLACKBOX: "saw it", LIVE: "shows it"}
_TRIALS = {BLACKBOX: "run", LIVE: "request"}


class Merged(Struct):
    """The merged results of both halves."""

    findings: list[Finding] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)


def merge(known: Report, seen: Report, name: str = BLACKBOX) -> Merged:
    """Put two reports together, neither of which is settled yet: that of the static check, or what was merged with it
    before, and that of the half of this name."""
    if not seen.judgements and not seen.findings:
        return Merged(known.findings, [*by_key(known.judgements).values()])
    rows, seen_rows = by_key(known.judgements), by_key(seen.judgements)
    if name == BLACKBOX:
        seen_rows = {key: _as_far_as_loaded(row, rows.get(key)) for key, row in seen_rows.items()}
    told, seen_told = findings_by_key(known.findings), findings_by_key(seen.findings)
    merged = Merged()
    for key in dict.fromkeys((*rows, *seen_rows)):
        merged.judgements.append(_row(rows.get(key), seen_rows.get(key)))
    for key in dict.fromkeys((*told, *seen_told, *rows, *seen_rows)):
        half = _Half(rows.get(key), told.get(key, []))
        other = _Half(seen_rows.get(key), seen_told.get(key, []), name)
        merged.findings += _findings(half, other)
        merged.disagreements += _disagreement(half, other, rows)
    return merged


def _as_far_as_loaded(seen: Judgement, static: Judgement | None) -> Judgement:
    """A row of the black box. Runs that never saw a rule broken say nothing of code that a file replaces which they
    need not load."""
    is_other = static is not None and static.set_by and static.verdict is Verdict.UNPROVEN
    return replace(seen, verdict=Verdict.UNPROVEN) if is_other and seen.verdict is Verdict.HOLDS else seen


class _Half(Struct, frozen=True):
    """One half's row and findings for one key. Some findings have no row: those about comments, for one."""

    row: Judgement | None
    findings: list[Finding]
    name: str = STATIC

    @property
    def words(self) -> str:
        """The half, for people."""
        return _NAMES[self.name]

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
    trials = sum((row.trials for row in rows), Trials())
    remarks = tuple(remark for row in rows for remark in row.remarks)
    flaky = next((row.flaky for row in reversed(witnesses) if row.flaky), "")
    return replace(witnesses[0], evidence=evidence, trials=trials, remarks=remarks, flaky=flaky)


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
    place = seen.first.location
    step = WitnessStep(place.path, place.line, f"{seen.words} {_SAW[seen.name]}: {seen.first.message}")
    return [
        replace(each, evidence=(*each.evidence, seen.name), witness=(*each.witness, step)) for each in static.findings
    ]


def _not_seen(finding: Finding, seen: _Half) -> Finding:
    """The static check's finding, with what was seen instead."""
    if seen.verdict is not Verdict.HOLDS or seen.row is None:
        return finding
    line = f"{number_of(seen.row.trials.effective, _TRIALS[seen.name])} that could have shown it broken"
    note = f"{seen.words} says that it holds, by {line}: none of them came this way, unless one of the halves is wrong"
    place = finding.location
    return replace(finding, witness=(*finding.witness, WitnessStep(place.path, place.line, note)))


def _seen_alone(finding: Finding, static: _Half) -> Finding:
    """The finding of the half that saw it, with what kept the others from it."""
    steps = [
        WitnessStep(each.location.path, each.location.line, f"the static check can't tell: {each.message}")
        for each in static.findings
        if each.verdict is Verdict.UNPROVEN
    ]
    if static.verdict is Verdict.HOLDS and static.row is not None:
        place = finding.location
        steps += [
            WitnessStep(place.path, place.line, f"{_NAMES[half]} says that it holds") for half in static.row.evidence
        ]
    return replace(finding, witness=(*finding.witness, *steps))


def _unproven(static: _Half, seen: _Half) -> list[Finding]:
    """Neither half can tell, each for its own reason."""
    if not static.findings:
        return seen.findings
    return [
        replace(
            finding,
            message=f"{finding.message}; nor can {seen.words}: {seen.first.message}",
            evidence=(*finding.evidence, seen.name),
        )
        for finding in static.findings
    ]


# --------------------------------------------------------------------------------------------------- contradictions


def _disagreement(static: _Half, seen: _Half, rows: dict[Key, Judgement]) -> Iterable[Disagreement]:
    """The contradiction about one key, where there is one."""
    if seen.verdict is Verdict.VIOLATED and seen.findings:
        proven = static.row if static.row is not None else _covering(seen.first, rows)
        if proven is not None and proven.verdict is Verdict.HOLDS:
            yield _contradiction(seen.first, proven.evidence, Verdict.HOLDS, seen)
    elif seen.verdict is Verdict.HOLDS and static.row is not None and static.verdict is Verdict.VIOLATED:
        sure = [each for each in static.findings if each.always and each.confidence is Confidence.CERTAIN]
        if sure:
            yield _contradiction(sure[0], static.row.evidence, Verdict.VIOLATED, seen)


def _contradiction(finding: Finding, halves: Iterable[str], verdict: Verdict, seen: _Half) -> Disagreement:
    said = (*((half, verdict) for half in halves), (seen.name, seen.verdict or Verdict.UNPROVEN))
    return Disagreement(finding.object, finding.rule, finding.field, said, finding.location, finding.fingerprint)


def _covering(finding: Finding, rows: dict[Key, Judgement]) -> Judgement | None:
    """The static check's row for the part that a field is in."""
    part = finding.field
    while part:
        part = part.rpartition(".")[0]
        row = rows.get((finding.object, finding.rule, part or None))
        if row is not None:
            return row
    return None
