"""Rulings: a rule's verdict on a subject, and how it becomes a verdict row and a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from apivet import catalogue
from apivet.conventions.feasibility import is_possible
from apivet.conventions.limits import VIOLATIONS
from apivet.conventions.opaque_conditions import decided_within, opaque_decisions, unseen_in, unseen_numbers
from apivet.conventions.subject import HookRun, Subject
from apivet.conventions.witness import Witness, tell
from apivet.effects.arithmetic import Possible, numbers_are_possible
from apivet.effects.decided import NotHere
from apivet.effects.diagrams import leaves
from apivet.effects.outcome import Explored, Outcome
from apivet.effects.theory import Assumptions
from apivet.effects.values import Decision, Input, Path, all_within, values_of
from apivet.effects.view import View
from apivet.verdicts import Confidence, Finding, Judgement, Location, Verdict, WitnessStep
from apivet.vocabulary import Vocabulary, in_language, spoken


class Ruling(Struct, frozen=True):
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
    #: Whether it is only that there was too much to follow, or to look at.
    is_exhausted: bool = False
    #: The object that is to blame for a violation, and has the finding.
    through: str | None = None


#: The findings and the rows of one file.
Said = tuple[list[Finding], list[Judgement]]
#: A ruling about an object of this name, with the place of that.
ObjectRuling = tuple[str, Location, Ruling]


class Answer(Struct, frozen=True):
    """The answer to a question under one set of decisions. It is ``doubted`` where the rule is broken if something that
    can't be seen through is as the decisions say."""

    verdict: Verdict
    detail: str = ""
    doubted: bool = False
    is_exhausted: bool = False


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
    place = f"{found.location.shown}: " if found.location is not None and found.location.line else ""
    return place + found.reason


def _holds(answer: Answer) -> bool:
    return answer.verdict is Verdict.HOLDS


Question = Callable[[View], Answer]


def ask(
    outcome: Outcome, question: Question, assuming: dict[Decision, bool] | None = None
) -> tuple[Answer, Assumptions | None]:
    """The worst answer to a question over all exits, with the decisions that lead there."""
    explored: Explored[Answer] = outcome.ask(_doubting(outcome, question), assuming, _holds, _is_certain)
    worst: tuple[Answer, Assumptions | None] = (HOLDS, None)
    doubted: list[Assumptions] = []
    for answer, assumptions in explored.answers:
        if _is_certain(answer):
            return answer, assumptions
        doubted += [assumptions] if answer.doubted else []
        if answer.verdict is Verdict.UNPROVEN and worst[0].verdict is Verdict.HOLDS:
            worst = (answer, assumptions)
    for assumptions in doubted[:VIOLATIONS]:
        broken = _broken_in_any_case(outcome, question, assumptions)
        if broken is not None:
            return broken
    if doubted and worst[0].verdict is Verdict.HOLDS:
        hidden = next(iter(opaque_decisions(outcome, doubted[0]).values()))
        worst = (Answer(Verdict.UNPROVEN, reason(hidden), doubted=True), doubted[0])
    if explored.exhausted is not None and worst[0].verdict is Verdict.HOLDS:
        return Answer(Verdict.UNPROVEN, str(explored.exhausted), is_exhausted=True), None
    can_refuse = outcome.machine.program.hooks_refuse
    if worst[0].verdict is Verdict.HOLDS and not can_refuse and outcome.is_refused(assuming or {}):
        return Answer(Verdict.UNPROVEN, "the hook never comes to its end"), None
    return worst


def _doubting(outcome: Outcome, question: Question) -> Question:
    """The question, with a doubt about each violation that rests on what can't be seen through."""

    def asked(view: View) -> Answer:
        answer = question(view)
        if answer.verdict is Verdict.VIOLATED and opaque_decisions(outcome, view.assumptions):
            return replace(answer, doubted=True)
        return answer

    return asked


def _is_certain(answer: Answer) -> bool:
    return answer.verdict is Verdict.VIOLATED and not answer.doubted


def _broken_in_any_case(
    outcome: Outcome, question: Question, assumptions: Assumptions
) -> tuple[Answer, Assumptions] | None:
    """The violation, where it is one whatever that is which can't be seen through. A decision about what was made in
    another way where that goes the other way is then another one."""
    hidden = opaque_decisions(outcome, assumptions)

    def is_seen(decision: Decision) -> bool:
        made_of = (decided_within(outcome, value) for value in values_of(decision))
        return decision not in hidden and hidden.keys().isdisjoint(set().union(*made_of))

    seen = {decision: answer for decision, answer in assumptions.answers.items() if is_seen(decision)}
    if outcome.is_doubted(seen):
        return None

    def at_exits(view: View) -> Answer:
        answer = question(view)
        if answer.verdict is Verdict.HOLDS and not view.may_store():
            raise NotHere
        return answer

    explored = outcome.ask(at_exits, seen, _holds, lambda answer: answer.verdict is not Verdict.VIOLATED)
    if explored.exhausted or any(answer.verdict is not Verdict.VIOLATED for answer, _ in explored.answers):
        return None
    return next(iter(explored.answers), None)


def _any_of(questions: Sequence[Question]) -> Question:
    """Whether any of several questions finds a violation."""

    def asked(view: View) -> Answer:
        answers = (question(view) for question in questions)
        return next((answer for answer in answers if answer.verdict is Verdict.VIOLATED), HOLDS)

    return asked


def on_possible_views(subject: Subject, question: Question) -> Question:
    """The question, put aside where a violation rests on objects that can't exist."""

    def asked(view: View) -> Answer:
        answer = question(view)
        if answer.verdict is not Verdict.VIOLATED:
            return answer
        if not is_possible(subject, view):
            raise NotHere
        if numbers_are_possible(view) is Possible.OPEN:
            return Answer(Verdict.UNPROVEN, "it can't be told whether there are values for which this happens")
        return answer

    return asked


class Bench:
    """Collects the rulings on one subject."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.rulings: list[Ruling] = []

    def rule(
        self,
        symbol: str,
        trial: HookRun,
        questions: Iterable[Question],
        part: Path,
        *,
        field: str | None = None,
        assuming: dict[Decision, bool] | None = None,
    ) -> Verdict:
        """Put questions about one part of what a hook stores; the worst answer is the ruling."""
        if trial.outcome is None:
            told = Ruling(symbol, Verdict.UNPROVEN, field, trial.blocked or "", trial.location, (), trial.notion)
            return self.add(replace(told, is_exhausted=trial.is_exhausted))
        worst: tuple[Answer, Assumptions | None] = (HOLDS, None)
        asked = [on_possible_views(self.subject, question) for question in questions]
        doubted: list[Question] = []
        for question in asked:
            answer, assumptions = ask(trial.outcome, question, assuming)
            if answer.verdict is Verdict.VIOLATED:
                return self.violation(symbol, trial, answer, assumptions, part, field)
            if answer.verdict is Verdict.UNPROVEN and worst[0].verdict is Verdict.HOLDS:
                worst = (answer, assumptions)
            doubted += [question] if answer.doubted else []
        if len(doubted) > 1:
            # Each rests on the unseen being as it need not be; it may be that whichever it is, one of them is broken.
            answer, assumptions = ask(trial.outcome, _any_of(doubted), assuming)
            if answer.verdict is Verdict.VIOLATED:
                return self.violation(symbol, trial, answer, assumptions, part, field)
        told = Ruling(symbol, worst[0].verdict, field, worst[0].detail, trial.location, (), trial.notion)
        return self.add(replace(told, is_exhausted=worst[0].is_exhausted))

    def violation(
        self,
        symbol: str,
        trial: HookRun,
        answer: Answer,
        assumptions: Assumptions | None,
        part: Path,
        field: str | None,
    ) -> Verdict:
        """Record a broken rule with its witness; in a slice, only where nothing hides the way there."""
        if trial.outcome is not None and not _is_open_to_all(trial.outcome, assumptions):
            told = Ruling(symbol, Verdict.UNPROVEN, field, answer.detail, trial.location, (), trial.notion)
            return self.add(replace(told, is_exhausted=True))
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


def _is_open_to_all(outcome: Outcome, assumptions: Assumptions | None) -> bool:
    """Whether some object takes the way to a violation, whatever the code does that was passed over: whether it ends
    the hook by itself hangs on other values, and nothing that it left decides anything."""
    slice_ = outcome.machine.slice
    if slice_ is None:
        return True
    decided = [value for decision in (assumptions.answers if assumptions else ()) for value in values_of(decision)]
    if any(not slice_.left.isdisjoint(unseen_numbers(value)) for value in decided):
        return False
    given = _inputs(decided)
    for read in slice_.refusing:
        asked = _inputs(leaf.value for diagram in read for leaf in leaves(diagram))
        if not asked or any(one.shares(other) for one in given for other in asked):
            return False
    return True


def _inputs(values: Iterable[object]) -> list[Input]:
    """The given values that these are made of."""
    return [part for value in values for part in all_within(value) if isinstance(part, Input)]


def judgement(subject: str, ruling: Ruling) -> Judgement:
    """A ruling as a row of the verdict table."""
    return Judgement(subject, ruling.rule, ruling.verdict, ruling.field, through=ruling.through)


def reported(rulings: Iterable[ObjectRuling]) -> Said:
    """The findings and the rows of rulings; what is said twice is one."""
    findings: dict[Finding, None] = {}
    rows: dict[Judgement, None] = {}
    for name, location, ruling in rulings:
        rows[judgement(name, ruling)] = None
        found = None if ruling.through else finding(name, Confidence.CERTAIN, location, ruling)
        if found is not None:
            findings[found] = None
    return list(findings), list(rows)


def finding(
    name: str,
    confidence: Confidence,
    location: Location,
    ruling: Ruling,
    plugins: tuple[str, ...] = (),
    words: Vocabulary = Vocabulary(),
) -> Finding | None:
    """A ruling as a finding in these words, unless the rule holds; it may be that of one of the ``plugins``."""
    if ruling.verdict is Verdict.HOLDS:
        return None
    page = catalogue.load(plugins).find(ruling.rule)
    sentence = page.message if page is not None else ruling.rule
    given = {"object": name, "field": ruling.field or name.rpartition(".")[2], "detail": ruling.detail}
    message = spoken(sentence, words).format(**given)
    if ruling.verdict is Verdict.UNPROVEN:
        message = ruling.detail or "the analysis can't tell"
    elif ruling.detail:
        message = f"{message}: {ruling.detail}"
    return Finding(
        rule=ruling.rule,
        verdict=ruling.verdict,
        location=ruling.location or location,
        object=name,
        message=in_language(message, words),
        field=ruling.field,
        confidence=confidence,
        witness=tuple(replace(step, note=in_language(step.note, words)) for step in ruling.witness),
        always=ruling.always,
    )
