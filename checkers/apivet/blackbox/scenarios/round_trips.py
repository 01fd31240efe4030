"""An object through two conversions: it comes back whole, or one of the two has lost something."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from apivet.blackbox.objects.access import ABSENT, field_names, read, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.emptiness import is_zero
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.snapshots import Leaves, Snapshot, beneath, leaves_of
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.project.scenario_calls import CannotFillError, LiveConversion, told
from apivet.blackbox.project.sharing import SHARES
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scenario_models import ROUND_TRIP, TripAssignment
from apivet.blackbox.scenarios.demanding import demanding, least_values
from apivet.blackbox.scenarios.losses import alike, at, holds_value, lost, shown, splits, whole
from apivet.blackbox.scenarios.scripts import round_trip_script
from apivet.paths import EACH, holder, of_each

#: More than this of one conversion, and the rest says nothing new.
_MOST_FIELDS = 20
_CONVERTS = re.compile(r"_*convert_\w+|assign_properties_\w+")


class _Journey(Struct, frozen=True):
    """One object, before and after, and in between."""

    before: Snapshot
    between: Snapshot
    after: Snapshot
    #: The leaves in which a zero was put on purpose.
    zeros: frozenset[str]

    @property
    def lost_nothing(self) -> bool:
        """Whether what comes back is what was sent, which is most often so and seen at once."""
        return self.before.first_difference(self.after, "") is None


class _Loss(Struct):
    culprit: str
    field: str
    path: str
    journey: _Journey
    detail: str

    @property
    def key(self) -> tuple[str, str]:
        return self.culprit, self.field


class RoundTrip:
    """All trips from one type to another and back."""

    def __init__(self, assignment: TripAssignment, samples: Samples) -> None:
        self.assignment = assignment
        self.samples = samples
        self.filler = samples.filler(assignment.types)
        self.there = LiveConversion(assignment.there, self.filler)
        self.back = LiveConversion(assignment.back, self.filler)
        self.runs = 0

    def observations(self) -> list[Observation]:
        """One for each field that is lost and one for each conversion that loses nothing. Raises
        :class:`CannotFillError` and :class:`~apivet.blackbox.project.hooks.CannotRunError`."""
        losses: dict[tuple[str, str], _Loss] = {}
        travelled, refusal = 0, ""
        for name, given, zeros in self._given():
            try:
                journey = self.travel(given, zeros)
            except Exception as error:
                refusal = refusal or told(error)
                continue
            travelled += name != "bare"
            for loss in self._losses(journey):
                if not any(key in losses for key in _of_elements(loss)):
                    losses.setdefault(loss.key, loss)
        seen = [each for loss in list(losses.values())[:_MOST_FIELDS] for each in self._violations(loss)]
        names = (self.assignment.there.place.dotted, self.assignment.back.place.dotted)
        if not travelled and not losses:
            reason = f"no filled object comes through: {refusal}"
            return [Observation(ROUND_TRIP, None, "unproven", reason, names[0], "", self.runs, 0)]
        culprits = {loss.culprit for loss in losses.values()}
        for name in names:
            if name not in culprits:
                seen.append(Observation(ROUND_TRIP, None, "holds", "", name, "", self.runs, travelled))
        return [*seen, *(self._sharing(each, travelled) for each in (self.there, self.back))]

    def _sharing(self, conversion: LiveConversion, travelled: int) -> Observation:
        """Whether a conversion shares memory with its source."""
        name, field = conversion.model.place.dotted, conversion.shared
        if field is None:
            return Observation(SHARES, None, "holds", "", name, "", self.runs, travelled)
        detail = f"a change of the result's {field} changes the source"
        return Observation(SHARES, field, "violated", detail, name, "", self.runs, travelled)

    def travel(self, given: Any, zeros: frozenset[str] = frozenset()) -> _Journey:
        """Take a copy of an object there and back. ``zeros`` are the leaves in which a zero is meant."""
        self.runs += 1
        arrived = self.there(given)
        return _Journey(Snapshot(given), Snapshot(arrived), Snapshot(self.back(arrived)), zeros)

    # ---------------------------------------------------------------------------------------------------- objects

    def _given(self) -> Iterator[tuple[str, Any, frozenset[str]]]:
        """Filled objects, the same with zeros in optional fields, and objects that the way back has made of filled
        ones: a conversion may refuse a text where it expects a number in it, but not what it has written itself."""
        is_first = True
        for name, given in self.samples.objects(self.filler, self.assignment.there.source):
            yield name, given, frozenset()
            if name == "full":
                yield ("full", *self._with_zeros(given))
                if not is_first:
                    continue
                is_first = False
                yield from (("full", each, frozenset()) for each in demanding(given, self._travels))
        try:
            for _, other in self.samples.objects(self.filler, self.assignment.there.destination):
                try:
                    made = self.back(other)
                except Exception:
                    continue
                yield "made", made, frozenset()
        except CannotFillError:
            return

    def _travels(self, given: Any) -> bool:
        """Whether both conversions take an object."""
        try:
            self.travel(copied(given))
        except Exception:
            return False
        return True

    def _with_zeros(self, full: Any) -> tuple[Any, frozenset[str]]:
        """In optional fields a zero is a value like any other."""
        zeroed = _zeroed(copied(full), self._bare())
        before, after = leaves_of(full), leaves_of(zeroed)
        zeros = (path for path, value in before.items() if not is_zero(value) and is_zero(after.get(path)))
        return zeroed, frozenset(zeros)

    # ----------------------------------------------------------------------------------------------------- losses

    def _losses(self, journey: _Journey) -> Iterator[_Loss]:
        if journey.lost_nothing:
            return
        before, after = journey.before.leaves(), journey.after.leaves()
        gone = lost(before, after)
        # A zero that became ``None`` is a guard on presence; one that became something else is ``x or 1``.
        gone += [path for path in journey.zeros if before.get(path) is not None and not is_zero(after.get(path))]
        for field, path in whole(gone, before).items():
            culprit, detail = self._culprit(path, journey)
            yield _Loss(culprit, field, path, journey, detail)

    def _culprit(self, path: str, journey: _Journey) -> tuple[str, str]:
        """The conversion after which the value is not there any more, and what is known of it."""
        value = journey.before.leaves()[path]
        there, back = self.assignment.there, self.assignment.back
        after = shown(journey.after.leaves().get(path, ABSENT))
        halfway = journey.between.leaves()
        between = halfway.get(path, ABSENT)
        is_elsewhere = between is ABSENT and holds_value(halfway, value)
        if is_elsewhere and any(alike(value, other) for other in halfway.values()):
            is_elsewhere = _count(value, halfway) >= _count(value, journey.before.leaves())
            if path.endswith("]"):  # under another key of the same table
                is_elsewhere = is_elsewhere and not _count(value, beneath(halfway, holder(path)))
        arrived = alike(between, value) or is_elsewhere
        culprit = back if arrived else there
        route = f"{there.source} -> {there.destination} -> {there.source}"
        return culprit.place.dotted, f"{path} is {shown(value)} before and {after} after {route}"

    def _violations(self, loss: _Loss) -> Iterator[Observation]:
        """The finding, of the innermost conversion that can be blamed, and the verdict on the one that calls it."""
        zeros = loss.journey.zeros

        def still(given: Any) -> bool:
            try:
                journey = self.travel(given, zeros)
            except Exception:
                return False
            return any(each.key == loss.key for each in self._losses(journey))

        smallest = least_values(smaller(loss.journey.before.value, self._bare(), still), still)
        called: set[str] = set()
        with listening(called):
            journey = self.travel(smallest, zeros)
        last = next((each for each in self._losses(journey) if each.key == loss.key), loss)
        culprit, field = self._innermost(last, smallest, called)
        case = round_trip_script(self.assignment, self.filler, smallest, last.path, culprit, last.detail)
        runs = self.runs
        yield Observation(ROUND_TRIP, field, "violated", last.detail, culprit, case, runs, runs)
        if culprit != loss.culprit:
            through = f"{culprit} ({field})"
            yield Observation(ROUND_TRIP, loss.field, "violated", "", loss.culprit, "", runs, runs, through)

    def _innermost(self, loss: _Loss, given: Any, called: set[str]) -> tuple[str, str]:
        """The conversion of the part around the lost leaf, with the leaf's path as seen from there. Where a hook had
        a say, the whole conversion is to blame: the part's may well have left the leaf to the hook."""
        if any(name.startswith("assign_properties_") for name in called):
            return loss.culprit, loss.field
        converted = given if loss.culprit == self.assignment.there.place.dotted else self.there(given)
        best = (loss.culprit, loss.field)
        for steps, rest in splits(loss.path):
            part = at(converted, steps)
            name = f"{type(part).__module__}.{type(part).__qualname__}"
            for conversion, source in self.assignment.inner:
                if source == name and conversion.rpartition(".")[2] in called and rest:
                    best = (conversion, of_each(rest))
        return best

    def _bare(self) -> Any:
        try:
            return self.filler.make(self.assignment.there.source, Choice("bare"))
        except CannotFillError:
            return None


def _count(value: object, leaves: Leaves) -> int:
    return sum(alike(value, other) for other in leaves.values())


def _of_elements(loss: _Loss) -> Iterator[tuple[str, str]]:
    """The same loss, reported for a list as a whole or of its elements."""
    yield loss.culprit, loss.field + EACH
    if loss.field.endswith(EACH):
        yield loss.culprit, loss.field.removesuffix(EACH)


def _zeroed(full: Any, bare: Any) -> Any:
    """The object with a zero in each number, text and truth value that is optional: the bare object has none."""
    for name in field_names(full) or ():
        value, least = read(full, name), read(bare, name)
        if least is None and isinstance(value, (bool, int, float, str)) and type(value) in (bool, int, float, str):
            full = write(full, name, type(value)())
        elif field_names(value) is not None and least is not None:
            full = write(full, name, _zeroed(value, least))
    return full


# -------------------------------------------------------------------------------------------------- the smallest one


def smaller(obj: Any, bare: Any, still: Callable[[Any], bool]) -> Any:
    """The object with as much left out as can be while it still shows the same."""
    best = copied(obj)
    for steps in list(_parts(best, bare, ())):
        candidate = _without(copied(best), copied(bare), steps)
        if candidate is not None and still(candidate):
            best = candidate
    return best


def _parts(value: Any, bare: Any, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The fields, the outer ones first."""
    names = field_names(value) or ()
    for name in names:
        yield (*above, name)
    for name in names:
        if field_names(read(bare, name)) is not None:
            yield from _parts(read(value, name), read(bare, name), (*above, name))


def _without(value: Any, bare: Any, steps: tuple[str, ...]) -> Any:
    if bare is None or bare is ABSENT:
        return None
    name, rest = steps[0], steps[1:]
    least = read(bare, name)
    if not rest:
        return None if least is ABSENT else write(value, name, least)
    inner = _without(read(value, name), least, rest)
    return None if inner is None else write(value, name, inner)


@contextmanager
def listening(called: set[str]) -> Iterator[None]:
    """Notes the names of the conversions and hooks that are called."""

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call" and _CONVERTS.fullmatch(frame.f_code.co_name):
            called.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
