"""What the static check and the black box say of one thing becomes one verdict, one finding, or a contradiction."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from apivet.check.merging import Merged, merge
from apivet.verdicts import Confidence, Finding, Judgement, Location, Report, Trials, Verdict, WitnessStep

RULE, OBJECT, FIELD = "status-not-wiped-on-create", "widgets.WidgetStrategy", "status"
HOLDS, VIOLATED, UNPROVEN = Verdict.HOLDS, Verdict.VIOLATED, Verdict.UNPROVEN
STATIC = Finding(
    RULE,
    VIOLATED,
    Location("widgets.py", 12, 4, 12, 30),
    OBJECT,
    "status is stored",
    FIELD,
    witness=(WitnessStep("widgets.py", 11, "the gate A is on"),),
)
SEEN = Finding(
    RULE, VIOLATED, Location("widgets.py", 8), OBJECT, "status.ready is stored", FIELD, evidence=("blackbox",)
)


def report(half: str, verdict: Verdict | None, finding: Finding, field: str | None = FIELD) -> Report:
    """What one half says where it has that verdict of the rule; nothing where it has none."""
    if verdict is None:
        return Report()
    row = Judgement(OBJECT, RULE, verdict, field, (half,))
    return Report([] if verdict is HOLDS else [replace(finding, verdict=verdict, field=field)], [row])


def merged(static: Verdict | None, seen: Verdict | None, finding: Finding = STATIC) -> Merged:
    return merge(report("static", static, finding), report("blackbox", seen, SEEN))


BOTH = ("static", "blackbox")


@pytest.mark.parametrize(
    ("static", "seen", "verdict", "evidence"),
    [
        (HOLDS, HOLDS, HOLDS, BOTH),
        (HOLDS, UNPROVEN, HOLDS, ("static",)),
        (HOLDS, None, HOLDS, ("static",)),
        (UNPROVEN, HOLDS, HOLDS, ("blackbox",)),
        (None, HOLDS, HOLDS, ("blackbox",)),
        (UNPROVEN, UNPROVEN, UNPROVEN, BOTH),
        (UNPROVEN, None, UNPROVEN, ("static",)),
        (None, UNPROVEN, UNPROVEN, ("blackbox",)),
        (VIOLATED, VIOLATED, VIOLATED, BOTH),
        (VIOLATED, HOLDS, VIOLATED, ("static",)),
        (VIOLATED, UNPROVEN, VIOLATED, ("static",)),
        (VIOLATED, None, VIOLATED, ("static",)),
        (HOLDS, VIOLATED, VIOLATED, ("blackbox",)),
        (UNPROVEN, VIOLATED, VIOLATED, ("blackbox",)),
        (None, VIOLATED, VIOLATED, ("blackbox",)),
    ],
)
def test_there_is_one_row_and_at_most_one_finding_that_fits_it(
    static: Verdict | None, seen: Verdict | None, verdict: Verdict, evidence: tuple[str, ...]
) -> None:
    result = merged(static, seen)
    assert result.judgements == [Judgement(OBJECT, RULE, verdict, FIELD, evidence)]
    assert [(each.verdict, each.evidence) for each in result.findings] == (
        [] if verdict is HOLDS else [(verdict, evidence)]
    )


def test_what_both_saw_broken_keeps_the_place_the_message_and_the_way_of_the_static_check() -> None:
    (finding,) = merged(VIOLATED, VIOLATED).findings
    assert (finding.location, finding.message, finding.fingerprint) == (
        STATIC.location,
        STATIC.message,
        SEEN.fingerprint,
    )
    assert finding.witness == (
        *STATIC.witness,
        WitnessStep("widgets.py", 8, "the black box saw it: status.ready is stored"),
    )


def test_what_only_a_run_breaks_says_why_the_static_check_could_not_tell() -> None:
    (finding,) = merged(UNPROVEN, VIOLATED).findings
    assert finding.message == SEEN.message
    assert [step.note for step in finding.witness] == ["the static check can't tell: status is stored"]


def test_where_neither_can_tell_both_reasons_are_given() -> None:
    (finding,) = merged(UNPROVEN, UNPROVEN).findings
    assert finding.message == "status is stored; nor can the black box: status.ready is stored"


def test_all_findings_of_the_static_check_are_kept_where_one_key_has_several() -> None:
    static = report("static", VIOLATED, STATIC)
    static.findings.append(replace(STATIC, location=Location("widgets.py", 40), message="and again"))
    result = merge(static, report("blackbox", VIOLATED, SEEN))
    assert {(each.message, each.evidence) for each in result.findings} == {
        ("status is stored", BOTH),
        ("and again", BOTH),
    }


def test_a_finding_without_a_row_passes_through() -> None:
    inline = replace(STATIC, rule="convention-disabled-inline", field=None)
    assert merge(Report([inline]), Report()).findings == [inline]


def test_a_type_that_differs_through_another_one_stays_violated_without_a_finding() -> None:
    row = Judgement(OBJECT, "hub-type-differs", VIOLATED, None, through="widgets.Spec.size")
    result = merge(Report(judgements=[row]), Report())
    assert (result.judgements, result.findings) == ([row], [])


# ------------------------------------------------------------------------------------------------- contradictions


def contradictions(result: Merged) -> list[tuple[str, str | None, Verdict, Verdict]]:
    return [(each.rule, each.field, *(verdict for _, verdict in each.said)) for each in result.disagreements]


def test_a_proof_that_a_run_breaks_is_a_contradiction() -> None:
    result = merged(HOLDS, VIOLATED)
    assert contradictions(result) == [(RULE, FIELD, HOLDS, VIOLATED)]
    (told,) = result.disagreements
    assert told.sentence == (
        "the static check and the black box disagree about status-not-wiped-on-create of widgets.WidgetStrategy, field "
        "status: the static check says that it holds, the black box that it is violated; one of them is wrong: please "
        "report it"
    )


def test_so_is_a_proof_about_the_part_that_a_broken_field_is_in() -> None:
    static = report("static", HOLDS, STATIC, "spec")
    assert contradictions(merge(static, report("blackbox", VIOLATED, SEEN, "spec.ports[*].name"))) == [
        (RULE, "spec.ports[*].name", HOLDS, VIOLATED)
    ]
    assert not merge(static, report("blackbox", VIOLATED, SEEN, "specification")).disagreements


def test_a_violation_that_every_run_must_show_and_none_shows_is_a_contradiction() -> None:
    assert contradictions(merged(VIOLATED, HOLDS, replace(STATIC, always=True))) == [(RULE, FIELD, VIOLATED, HOLDS)]


@pytest.mark.parametrize(
    "finding", [STATIC, replace(STATIC, always=True, confidence=Confidence.INFERRED)], ids=["on some way", "inferred"]
)
def test_a_violation_on_some_way_that_no_run_took_is_none(finding: Finding) -> None:
    assert not merged(VIOLATED, HOLDS, finding).disagreements


def test_what_the_black_box_did_not_see_broken_is_said_with_the_finding() -> None:
    seen = report("blackbox", HOLDS, SEEN)
    seen.judgements = [replace(seen.judgements[0], trials=Trials(9, 8, 7))]
    (finding,) = merge(report("static", VIOLATED, STATIC), seen).findings
    *_, step = finding.witness
    assert step.note == (
        "the black box says that it holds, by 7 runs that could have shown it broken: none of them came this way, "
        "unless one of the halves is wrong"
    )


def test_a_row_keeps_what_the_black_box_counted() -> None:
    seen = report("blackbox", UNPROVEN, SEEN)
    seen.judgements = [replace(seen.judgements[0], trials=Trials(9, 8, 0))]
    (row,) = merge(report("static", HOLDS, STATIC), seen).judgements
    assert (row.verdict, row.trials) == (HOLDS, Trials(9, 8, 0))


@pytest.mark.parametrize("static", [None, UNPROVEN, VIOLATED])
def test_what_only_the_black_box_can_tell_is_none(static: Verdict | None) -> None:
    assert not merged(static, VIOLATED).disagreements


@pytest.mark.parametrize("seen", [None, UNPROVEN])
def test_a_black_box_that_cannot_tell_contradicts_nothing(seen: Verdict | None) -> None:
    assert not merged(VIOLATED, seen, replace(STATIC, always=True)).disagreements


# ------------------------------------------------------------------------------------------------- a running server


SERVED = replace(SEEN, message="status is stored (forest/v1/trees)", evidence=("live",))


def with_server(static: Verdict | None, seen: Verdict | None, served: Verdict) -> Merged:
    """Three halves, one after the other."""
    both = merged(static, seen, replace(STATIC, always=True))
    return merge(Report(both.findings, both.judgements), report("live", served, SERVED), "live")


@pytest.mark.parametrize(
    ("static", "seen", "served", "verdict", "evidence"),
    [
        (HOLDS, HOLDS, HOLDS, HOLDS, (*BOTH, "live")),
        (UNPROVEN, UNPROVEN, HOLDS, HOLDS, ("live",)),
        (None, None, HOLDS, HOLDS, ("live",)),
        (HOLDS, HOLDS, UNPROVEN, HOLDS, BOTH),
        (UNPROVEN, None, UNPROVEN, UNPROVEN, ("static", "live")),
        (VIOLATED, VIOLATED, VIOLATED, VIOLATED, (*BOTH, "live")),
        (HOLDS, HOLDS, VIOLATED, VIOLATED, ("live",)),
    ],
)
def test_a_server_is_a_half_like_the_others(
    static: Verdict | None, seen: Verdict | None, served: Verdict, verdict: Verdict, evidence: tuple[str, ...]
) -> None:
    result = with_server(static, seen, served)
    assert result.judgements == [Judgement(OBJECT, RULE, verdict, FIELD, evidence)]
    assert [(each.verdict, each.evidence) for each in result.findings] == (
        [] if verdict is HOLDS else [(verdict, evidence)]
    )


def test_a_server_that_breaks_what_the_others_saw_hold_contradicts_each_of_them() -> None:
    result = with_server(HOLDS, HOLDS, VIOLATED)
    (told,) = result.disagreements
    assert told.said == (("static", HOLDS), ("blackbox", HOLDS), ("live", VIOLATED))
    assert told.sentence == (
        "the static check and the black box and the server disagree about status-not-wiped-on-create of "
        "widgets.WidgetStrategy, field status: the static check says that it holds, the black box that it holds, the "
        "server that it is violated; the server runs another state of the source, or does not call the hook as it "
        "stands there; if neither is so, please report it"
    )
    assert [step.note for step in result.findings[0].witness] == [
        "the static check says that it holds",
        "the black box says that it holds",
    ]


def test_a_server_that_keeps_what_is_broken_on_every_way_contradicts_the_static_check() -> None:
    (told,) = with_server(VIOLATED, None, HOLDS).disagreements
    assert told.said == (("static", VIOLATED), ("live", HOLDS))


def test_a_server_that_keeps_what_a_run_broke_contradicts_nobody() -> None:
    assert not with_server(UNPROVEN, VIOLATED, HOLDS).disagreements


def test_trials_of_several_halves_add_up() -> None:
    one, other = (report(half, HOLDS, SEEN) for half in ("blackbox", "live"))
    one.judgements = [replace(one.judgements[0], trials=Trials(9, 8, 7))]
    other.judgements = [replace(other.judgements[0], trials=Trials(3, 2, 1))]
    (row,) = merge(one, other, "live").judgements
    assert row.trials == Trials(12, 10, 8)
