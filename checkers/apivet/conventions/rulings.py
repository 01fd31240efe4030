"""What a rule says of a subject, and how it becomes a verdict row and a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from apivet import catalogue
from apivet.conventions.possibility import is_possible
from apivet.conventions.subject import Subject, Trial
from apivet.conventions.witness import Witness, tell
from apivet.effects.outcome import Explored, Outcome
from apivet.effects.theory import Assumptions
from apivet.effects.values import Computed, Decision, Path, Structure, Unseen
from apivet.effects.view import NotHere, View
from apivet.verdicts import Confidence, Finding, Judgement, Location, Verdict, WitnessStep


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule's verdict on one field of a subject. ``detail`` says what was found, or why nothing could be;
    ``hook`` is the notion of the hook that was looked at; ``always`` says that a violation rests on no decision."""

    rule: str
    verdict: Verdict
    field: str | None = None
    detail: str = ""
    location: Location | None = None
    witness: tuple[WitnessStep, ...] = ()
    hook: str | None = None
    always: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question found under one set of decisions."""

    verdict: Verdict
    detail: str = ""


HOLDS = Answer(Verdict.HOLDS)


def violated(detail: str) -> Answer:
    """The rule is broken here."""
    return Answer(Verdict.VIOLATED, detail)


def unproven(value: object) -> Answer:
    """The analysis can't tell, because of a value it can't see through."""
    return Answer(Verdict.UNPROVEN, reason(value))


def reason(value: object) -> str:
    """Why a value can't be seen through."""
    found = unseen_in(value)
    if found is None:
        return "it can't be told what a computed value is"
    place = f"line {found.location.line}: " if found.location is not None and found.location.line else ""
    return place + found.reason


def unseen_in(value: object) -> Unseen | None:
    """The first thing inside a settled value that the analysis could not see through."""
    from apivet.effects.diagrams import leaves

    if isinstance(value, Unseen):
        return value
    inner: list[object] = []
    if isinstance(value, Computed):
        inner = [leaf.value for operand in value.operands for leaf in leaves(operand)]
    elif isinstance(value, Structure):
        parts = [value.base, *(own for _, own in value.fields), *(own for _, _, own in value.entries or ())]
        inner = [leaf.value for part in parts for leaf in leaves(part)]
    for part in inner:
        found = unseen_in(part)
        if found is not None:
            return found
    return None


def _holds(answer: Answer) -> bool:
    return answer.verdict is Verdict.HOLDS


def _is_violated(answer: Answer) -> bool:
    return answer.verdict is Verdict.VIOLATED


def ask(
    outcome: Outcome, question: Callable[[View], Answer], assuming: dict[Decision, bool] | None = None
) -> tuple[Answer, Assumptions | None]:
    """The worst answer to a question over all exits, with the decisions that lead there."""
    explored: Explored[Answer] = outcome.ask(question, assuming, _holds, _is_violated)
    worst: tuple[Answer, Assumptions | None] = (HOLDS, None)
    for answer, assumptions in explored.answers:
        if answer.verdict is Verdict.VIOLATED:
            return answer, assumptions
        if answer.verdict is Verdict.UNPROVEN and worst[0].verdict is Verdict.HOLDS:
            worst = (answer, assumptions)
    if explored.exhausted and worst[0].verdict is Verdict.HOLDS:
        return Answer(Verdict.UNPROVEN, "too many cases to look at"), None
    return worst


class Bench:
    """Collects the rulings on one subject."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.rulings: list[Ruling] = []

    def rule(
        self,
        symbol: str,
        trial: Trial,
        questions: Iterable[Callable[[View], Answer]],
        part: Path,
        *,
        field: str | None = None,
        assuming: dict[Decision, bool] | None = None,
    ) -> Verdict:
        """Put questions about one part of what a hook stores; the worst answer is the ruling."""
        if trial.outcome is None:
            return self.add(
                Ruling(symbol, Verdict.UNPROVEN, field, trial.blocked or "", trial.location, (), trial.notion)
            )
        worst: tuple[Answer, Assumptions | None] = (HOLDS, None)
        for question in questions:
            answer, assumptions = ask(trial.outcome, self._on_possible_views(question), assuming)
            if answer.verdict is Verdict.VIOLATED:
                return self.violation(symbol, trial, answer, assumptions, part, field)
            if answer.verdict is Verdict.UNPROVEN and worst[0].verdict is Verdict.HOLDS:
                worst = (answer, assumptions)
        return self.add(Ruling(symbol, worst[0].verdict, field, worst[0].detail, trial.location, (), trial.notion))

    def _on_possible_views(self, question: Callable[[View], Answer]) -> Callable[[View], Answer]:
        """The question, put aside where a violation rests on objects that can't exist."""

        def asked(view: View) -> Answer:
            answer = question(view)
            if answer.verdict is Verdict.VIOLATED and not is_possible(self.subject, view):
                raise NotHere
            return answer

        return asked

    def violation(
        self,
        symbol: str,
        trial: Trial,
        answer: Answer,
        assumptions: Assumptions | None,
        part: Path,
        field: str | None,
    ) -> Verdict:
        """Record a broken rule with its witness."""
        witness = Witness(trial.location, ())
        if trial.outcome is not None and assumptions is not None:
            witness = tell(self.subject, trial, assumptions, part)
        always = assumptions is not None and not assumptions.answers
        return self.add(
            Ruling(
                symbol, Verdict.VIOLATED, field, answer.detail, witness.location, witness.steps, trial.notion, always
            )
        )

    def add(self, ruling: Ruling) -> Verdict:
        """Record a ruling."""
        self.rulings.append(ruling)
        return ruling.verdict

    def holds(self, symbol: str, field: str | None = None) -> None:
        """Record that a rule holds."""
        self.add(Ruling(symbol, Verdict.HOLDS, field))


def judgement(subject: str, ruling: Ruling) -> Judgement:
    """A ruling as a row of the verdict table."""
    return Judgement(subject, ruling.rule, ruling.verdict, ruling.field)


def finding(name: str, confidence: Confidence, location: Location, ruling: Ruling) -> Finding | None:
    """A ruling as a finding, unless the rule holds."""
    if ruling.verdict is Verdict.HOLDS:
        return None
    page = catalogue.load().find(ruling.rule)
    sentence = page.message if page is not None else ruling.rule
    words = {"object": name, "field": ruling.field or name.rpartition(".")[2], "detail": ruling.detail}
    message = sentence.format(**words)
    if ruling.verdict is Verdict.UNPROVEN:
        message = ruling.detail or "the analysis can't tell"
    elif ruling.detail:
        message = f"{message}: {ruling.detail}"
    return Finding(
        rule=ruling.rule,
        verdict=ruling.verdict,
        location=ruling.location or location,
        object=name,
        message=message,
        field=ruling.field,
        confidence=confidence,
        witness=ruling.witness,
        always=ruling.always,
    )
