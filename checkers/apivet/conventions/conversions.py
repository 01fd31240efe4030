"""A conversion loses nothing: every field with a namesake on the other side is carried over (contract section 7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from apivet.conventions.conversion_trial import Converted, convert
from apivet.conventions.opaque_conditions import opaque_decisions
from apivet.conventions.own_values import own_value
from apivet.conventions.provenance import FINE, Carrying, Reach, Standing
from apivet.conventions.rulings import Ruling, Said, finding, judgement, reason
from apivet.conventions.subject import Configuration
from apivet.conventions.witness import name_value, tell_decisions
from apivet.effects.diagrams import BudgetExhausted, Leaf
from apivet.effects.theory import Assumptions
from apivet.effects.values import (
    EARLIER,
    LAST,
    UNBOUND,
    Blank,
    Computed,
    Constant,
    Input,
    Outside,
    Path,
    Structure,
    Unseen,
    Zero,
    show,
)
from apivet.program.contents import Contents
from apivet.program.conversions import Conversion
from apivet.program.model import Field, ListOf, MapOf, Named, Program, Shape, Type, innermost
from apivet.program.syntax import Literal
from apivet.verdicts import Finding, Judgement, Verdict, WitnessStep

#: The value of a name that was taken out.
_GONE = Leaf(UNBOUND)

DROPS = "conversion-drops-field"
SETS = "conversion-sets-default"


def judge_conversions(contents: Contents, program: Program, config: Configuration) -> Said:
    """Every hand-written conversion of a file."""
    findings: list[Finding] = []
    rows: list[Judgement] = []
    for conversion in contents.conversions:
        name = conversion.function.dotted
        judge = _NamesakeJudge(conversion, program, config)
        for ruling in (*judge.rulings(), *judge.defaults()):
            rows.append(judgement(name, ruling))
            place = conversion.function.location
            found = finding(name, conversion.confidence, place, ruling, words=program.words)
            if found is not None:
                findings.append(found)
    return findings, rows


class _FieldPair(Struct, frozen=True):
    """Fields of the same name, or elements of these, on both sides."""

    path: Path
    source: Shape
    destination: Shape
    #: The pairs of types around it: one that comes again is not gone into.
    above: frozenset[tuple[str, str]] = frozenset()
    #: The parts around it that are lost as a whole on some way; what is inside them is not reported again there.
    told: tuple[Path, ...] = ()


class _NamesakeJudge:
    """Goes through the namesakes of one conversion, and into those of which only a part is carried."""

    def __init__(self, conversion: Conversion, program: Program, config: Configuration) -> None:
        self.conversion = conversion
        self.program = program
        self.converted: Converted = convert(conversion, program, config)
        self.lost: list[Ruling] = []
        self.unclear: list[tuple[Path, str]] = []

    def rulings(self) -> list[Ruling]:
        """One ruling for each field that is lost, and one for all that can't be told; else that the rule holds."""
        outcome = self.converted.outcome
        if outcome is None:
            return [self._unproven(self.converted.blocked)]
        try:
            self._look(Carrying(outcome, self.converted))
        except BudgetExhausted as exhausted:
            return [*self.lost, self._unproven(str(exhausted))]
        except RecursionError:
            return [*self.lost, self._unproven("the objects are nested too deeply to follow")]
        rulings = list(self.lost)
        if self.unclear:
            names = ", ".join(show(path) or "the whole" for path, _ in self.unclear[:3])
            more = f" and {len(self.unclear) - 3} more" if len(self.unclear) > 3 else ""
            rulings.append(self._unproven(f"{self.unclear[0][1]} ({names}{more})"))
        return rulings or [Ruling(DROPS, Verdict.HOLDS)]

    def defaults(self) -> list[Ruling]:
        """One ruling for each field that gets a value of the conversion's own where the source is unset."""
        outcome = self.converted.outcome
        if outcome is None:
            return [self._unproven(self.converted.blocked, SETS)]
        found: dict[str, Ruling] = {}
        pending = [_FieldPair((), Named(self.conversion.source.dotted), Named(self.conversion.destination.dotted))]
        carrying = Carrying(outcome, self.converted)
        try:
            while pending:
                pair = pending.pop()
                if not carrying.may_be_set(pair.path):
                    continue
                inside = [each for each in self._inside(pair) if each.path[-1] != EARLIER]
                pending += inside
                is_field = bool(pair.path) and pair.path[-1] != LAST
                has_fields = any(each.path[-1] != LAST for each in inside)
                ruling = self._default(carrying, pair) if is_field and not has_fields else None
                if ruling is not None:
                    found.setdefault(ruling.field or "", ruling)
        except (BudgetExhausted, RecursionError) as error:
            found[""] = self._unproven(str(error), SETS)
        return [found[name] for name in sorted(found)] or [Ruling(SETS, Verdict.HOLDS)]

    def _default(self, carrying: Carrying, pair: _FieldPair) -> Ruling | None:
        declared = self._declared_default(pair.path)
        explored = carrying.outcome.ask(own_value(carrying, pair.path), None, lambda value: value is None)
        for value, assumptions in explored.answers:
            if value is None or (isinstance(value, Constant) and value == declared):
                continue
            if isinstance(value, (Unseen, Computed, Outside)):
                return self._unproven(_untold(value), SETS)
            detail = f"{name_value(value)} is stored where the source has none"
            steps = tell_decisions(carrying.outcome, assumptions)
            return Ruling(SETS, Verdict.VIOLATED, show(pair.path), detail, self.conversion.function.location, steps)
        return None

    def _declared_default(self, path: Path) -> Constant | None:
        """The default that the destination's own declaration gives a field: that is none of the conversion's."""
        type_: Type | None = self.conversion.destination
        for segment in (each for each in path[:-1] if each != LAST):
            shape = innermost(declared.shape) if type_ is not None and (declared := type_.field(segment)) else None
            type_ = self.program.type(shape.dotted) if isinstance(shape, Named) else None
        field = type_.field(path[-1]) if type_ is not None else None
        return Constant.of(field.default.value) if field is not None and isinstance(field.default, Literal) else None

    def _unproven(self, detail: str, rule: str = DROPS) -> Ruling:
        return Ruling(rule, Verdict.UNPROVEN, None, detail, self.conversion.function.location)

    def _look(self, carrying: Carrying) -> None:
        whole = _FieldPair((), Named(self.conversion.source.dotted), Named(self.conversion.destination.dotted))
        pending = [whole]
        found: set[str] = set()
        while pending:
            pair = pending.pop()
            if show(pair.path) in found or (pair.path[-1:] == (EARLIER,) and show(pair.path[:-1]) in found):
                continue
            inside = list(self._inside(pair))
            carrying.namesakes.update(inner.path for inner in inside)
            known = len(self.lost)
            goes_in = self._judge(carrying, pair, inside)
            told = pair.told
            if len(self.lost) > known:
                found.add(self.lost[-1].field or "")
                told = (*told, pair.path)
            if goes_in:
                pending += [replace(inner, told=told) for inner in reversed(inside)]

    # --------------------------------------------------------------------------------------------------- one pair

    def _judge(self, carrying: Carrying, pair: _FieldPair, inside: list[_FieldPair]) -> bool:
        """Judge one pair; whether the answer is to be looked for inside."""
        if not pair.path and not inside:
            return False
        nested = any(self._is_object(inner) for inner in inside) or self._has_elements(carrying, pair, inside)
        has_many = isinstance(pair.source, (ListOf, MapOf))
        question = carrying.standing(pair.path, pair.told, nested=nested, many=has_many)
        explored = carrying.outcome.ask(question, None, lambda standing: standing.reach in FINE)
        answers = explored.answers
        reaches = {standing.reach for standing, _ in answers}
        if explored.exhausted:
            self.unclear.append((pair.path, "too many cases to look at"))
            return False
        if nested and not pair.path and not reaches.isdisjoint((Reach.PARTLY, Reach.LOST)):
            return True
        lost = [(standing, assumptions) for standing, assumptions in answers if standing.reach is Reach.LOST]
        hidden = [opaque_decisions(carrying.outcome, assumptions) for _, assumptions in lost]
        in_any_case = [each for each, unseen in zip(lost, hidden) if not unseen or reaches == {Reach.LOST}]
        if in_any_case and not _is_picked(answers, lost):
            self._lose(pair.path, *min(in_any_case, key=lambda each: len(each[1].answers)))
        elif lost and not in_any_case:
            self.unclear.append((pair.path, reason(next(iter(hidden[0].values())))))
        for standing, _ in answers:
            if standing.reach is Reach.UNSEEN:
                self.unclear.append((pair.path, reason(standing.value)))
                break
        return Reach.PARTLY in reaches

    def _has_elements(self, carrying: Carrying, pair: _FieldPair, inside: list[_FieldPair]) -> bool:
        """Whether a container of plain values was put together element by element."""
        if not inside or isinstance(pair.source, Named):
            return False
        return carrying.is_made_of_elements(pair.path)

    def _lose(self, path: Path, standing: Standing, assumptions: Assumptions) -> None:
        outcome = self.converted.outcome
        assert outcome is not None
        source, destination = self.converted.source, self.converted.destination
        detail = _told(standing.value, destination)
        if path[-1] in (EARLIER, LAST):
            path, detail = path[:-1], "elements are left out"
        steps = tell_decisions(outcome, assumptions)
        function = self.conversion.function
        note = f"{show(path)} of {source} does not reach {show(path)} of {destination}: {detail}"
        last = WitnessStep(function.location.path, function.location.line, note)
        self.lost.append(Ruling(DROPS, Verdict.VIOLATED, show(path), detail, function.location, (*steps, last)))

    # ------------------------------------------------------------------------------------------------- namesakes

    def _inside(self, pair: _FieldPair) -> Iterator[_FieldPair]:
        """The namesakes inside a pair."""
        source, destination = pair.source, pair.destination
        if isinstance(source, Named) and isinstance(destination, Named):
            yield from self._fields(pair, source, destination)
        elif isinstance(source, ListOf) and isinstance(destination, ListOf):
            yield from _elements(pair, source.element, destination.element)
        elif isinstance(source, MapOf) and isinstance(destination, MapOf):
            yield from _elements(pair, source.value, destination.value)

    def _fields(self, pair: _FieldPair, source: Named, destination: Named) -> Iterator[_FieldPair]:
        key = (source.dotted, destination.dotted)
        left, right = self.program.type(source.dotted), self.program.type(destination.dotted)
        if key in pair.above or left is None or right is None or not (_has_parts(left) and _has_parts(right)):
            return
        known = {field.name: field for field in left.fields}
        words = self.program.words
        is_root = not pair.path or words.is_told_as_object(known)
        exempt = words.type_fields if is_root else ()
        for field in right.fields:
            namesake = known.get(field.name)
            if namesake is None or field.name in exempt or _is_private(field):
                continue
            if self._holds_nothing(namesake) or self._holds_nothing(field):
                continue
            if not self._is_another(namesake.shape, field.shape):
                yield _FieldPair((*pair.path, field.name), namesake.shape, field.shape, pair.above | {key})

    def _is_another(self, source: Shape, destination: Shape) -> bool:
        """Whether a field means something else on the other side: types of other names, without a field in common."""
        if not isinstance(source, Named) or not isinstance(destination, Named):
            return False
        left, right = self.program.type(source.dotted), self.program.type(destination.dotted)
        if left is None or right is None or left.name == right.name or not (_has_parts(left) and _has_parts(right)):
            return False
        return {field.name for field in left.fields}.isdisjoint(field.name for field in right.fields)

    def _holds_nothing(self, field: Field) -> bool:
        """Whether a field is a structure without fields of its own, which is always there, and always the same."""
        type_ = self.program.type(field.shape.dotted) if field.by_value and isinstance(field.shape, Named) else None
        return type_ is not None and _has_parts(type_) and not (type_.fields or type_.open or type_.has_unknown_base)

    def _is_object(self, pair: _FieldPair) -> bool:
        """Whether a pair is a field, or an element that has fields or elements of its own."""
        return pair.path[-1] not in (EARLIER, LAST) or next(self._inside(pair), None) is not None


def _elements(pair: _FieldPair, source: Shape, destination: Shape) -> Iterator[_FieldPair]:
    for key in (LAST, EARLIER):
        yield _FieldPair((*pair.path, key), source, destination, pair.above)


def _is_private(field: Field) -> bool:
    return field.is_private or field.name.startswith("_")


def _has_parts(type_: Type) -> bool:
    return type_.structured and type_.form not in ("enum", "protocol")


def _is_picked(answers: list[tuple[Standing, Assumptions]], lost: list[tuple[Standing, Assumptions]]) -> bool:
    """Whether values are picked one by one by what the source holds, with none left over for anything else."""
    reaches = {each.reach for each, _ in answers}
    carried = [each.value for each, _ in answers if each.reach is Reach.CARRIED]
    is_written = Reach.CHOSEN in reaches or len({*carried}) > 1
    same = all(isinstance(value, Constant) for value in carried)
    return is_written and same and all(each.by_field for each, _ in lost)


def _untold(value: object) -> str:
    """Why nobody can tell whether a value that is stored says anything."""
    return f"what {value.dotted} is can't be told" if isinstance(value, Outside) else reason(value)


def _told(value: object, destination: str) -> str:
    """The contents of the destination instead, for a message."""
    if isinstance(value, Input) and value.root == destination:
        return "nothing is assigned"
    if isinstance(value, (Zero, Blank)):
        return f"{name_value(value)} is stored"
    taken_out = [name for name, part in value.fields if part == _GONE] if isinstance(value, Structure) else []
    if taken_out:
        return f"{taken_out[0]!r} is taken out"
    return f"{name_value(value)} is stored instead"


__all__ = ["DROPS", "SETS", "judge_conversions"]
