"""Provenance: the parts of a conversion's source that reach its destination.

Values say where they came from, so that a field is carried where what the destination holds came from the field of
the same name, whatever was computed on the way.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from apivet.conventions.conversion_trial import Converted
from apivet.conventions.moves import fields_beside, held_within, is_put_as_another
from apivet.effects.cells import Store
from apivet.effects.diagrams import Diagram, Fork, Leaf, leaves
from apivet.effects.outcome import Outcome
from apivet.effects.values import (
    EARLIER,
    KEY,
    LAST,
    NONE,
    ORDER,
    UNBOUND,
    Blank,
    Catches,
    Computed,
    Constant,
    Decision,
    Exists,
    Input,
    IsA,
    IsNone,
    Member,
    Path,
    Position,
    Raises,
    Same,
    Structure,
    Truthy,
    Unbound,
    Unseen,
    Zero,
)
from apivet.effects.view import View

#: Settled values in which nothing of any object is left.
_NOWHERE = Leaf(NONE)
_PLAIN = (Constant, Member, Zero, Blank, Unbound)


class Reach(enum.Enum):
    """The reach of a source field in the destination under one set of decisions."""

    CARRIED = "the value is the source's, or computed from it"
    CHOSEN = "the value is one of several written out, picked by the source's"
    ABSENT = "the source has nothing there"
    PARTLY = "some of what is inside is the source's"
    UNSEEN = "it can't be told"
    LOST = "the value has nothing to do with the source's"


#: Answers that need no further look at the ways that lead to them; of what is carried partly, the parts do.
FINE = (Reach.CARRIED, Reach.CHOSEN, Reach.ABSENT, Reach.PARTLY)


class Standing(Struct, frozen=True):
    """The standing of a source field, with the value in the destination; ``by_field`` says that the field itself
    was looked at before."""

    reach: Reach
    value: object = None
    by_field: bool = False


class Trace(Struct, frozen=True):
    """The provenance of a settled value, as far as one source path is concerned.

    ``at``: from the value at the path, or a part of it. ``above``: from an object around it. ``unseen``: untold.
    """

    at: bool = False
    above: bool = False
    unseen: bool = False

    def __or__(self, other: Trace) -> Trace:
        return Trace(self.at or other.at, self.above or other.above, self.unseen or other.unseen)


class Carrying:
    """Questions about one conversion."""

    def __init__(self, outcome: Outcome, converted: Converted) -> None:
        self.outcome = outcome
        self.source = converted.source
        self.destination = converted.destination
        #: The paths, as far as they were gone into, that both sides have.
        self.namesakes: set[Path] = set()

    def standing(self, path: Path, told: tuple[Path, ...], *, nested: bool, many: bool) -> Callable[[View], Standing]:
        """The question how the source's value at a path stands; ``nested`` where it has namesakes inside, ``many`` if
        unseen code may leave out elements. Nothing is missed where a part around it that was told is lost itself."""

        def question(view: View) -> Standing:
            if self._is_absent(view, path) or any(self._is_lost(view, around) for around in told):
                return Standing(Reach.ABSENT)
            value = self.stored(view, path)
            if view.same(value, Input(self.source, path)):
                return Standing(Reach.CARRIED, value)
            if self._lacks_a_name(view, value, path):
                return Standing(Reach.LOST, value)
            reach = self._whole(value, path) if nested else self._single(value, path)
            if reach is not Reach.LOST:
                is_open = many and reach is Reach.CARRIED and isinstance(value, Unseen)
                return Standing(Reach.UNSEEN if is_open else reach, value)
            if self._is_lacking(view, path):
                return Standing(Reach.ABSENT)
            decided = view.assumptions.answers.items()
            about = [decision for decision, answer in decided if self._is_about(decision, answer, path)]
            if about and self._is_assigned(view, value, path):
                if not all(self._tells_presence(each, path) for each in about):
                    return Standing(Reach.CHOSEN)
                if nested and isinstance(value, (Structure, Zero)):
                    return Standing(Reach.PARTLY, value)
                if not _is_empty(value):
                    return Standing(Reach.CHOSEN)
            if not nested and self._lacks_parts(view, path):
                return Standing(Reach.ABSENT)
            if self._is_meant_by_name(view, path):
                return Standing(Reach.ABSENT)
            moved = self._moved(view, path, nested=nested)
            return moved if moved.reach is not Reach.LOST else Standing(Reach.LOST, value, bool(about))

        return question

    def may_be_set(self, path: Path) -> bool:
        """Whether the conversion may have put something at a path, or inside of it; else an object that it was given
        lies there as it is."""
        return not all(isinstance(value, Input) for value in self._may_lie_at(path, _standing_at))

    def is_made_of_elements(self, path: Path) -> bool:
        """Whether the container at a path may be one that was put together element by element, so that some of the
        source's may be missing."""
        held = self._may_lie_at(path, _steps)
        return any(isinstance(value, Structure) and value.entries is not None for value in held)

    def _may_lie_at(self, path: Path, step: Callable[[object, str], Iterator[object]]) -> list[object]:
        """Values that may lie at a path, whatever is decided; ``step`` gives those that stand one below another."""
        found: list[object] = [leaf.value for leaf in leaves(self.outcome.stored)]
        for segment in path:
            found = [below for value in found for below in step(value, segment)]
        return found

    # ----------------------------------------------------------------------------------------------------- values

    def _is_lost(self, view: View, path: Path) -> bool:
        value = self.stored(view, path)
        return not view.same(value, Input(self.source, path)) and self._whole(value, path) is Reach.LOST

    def stored(self, view: View, path: Path) -> object:
        """The value that the conversion stores at a path."""
        value: object = view.leaf(self.outcome.stored)
        for length, segment in enumerate(path):
            if segment in (EARLIER, LAST):
                value = self._element(view, value, path[: length + 1])
            else:
                value = view.step(value, segment)
        return value

    def _element(self, view: View, value: object, path: Path) -> object:
        """The element of a container that was made from the source's element at a path; nothing where there is
        none."""
        if not isinstance(value, Structure):
            return value if isinstance(value, Unseen) else view.step(value, path[-1])
        if value.entries is None:
            return self._element(view, view.leaf(value.base), path)
        unclear: object = UNBOUND
        for key, present, entry in value.entries:
            trace = self._traced(entry, path)
            if (trace.at or trace.unseen or key == path[-1]) and view.leaf(present):
                element = view.leaf(entry)
                if self.trace(_as_it_is(view, element), path).at:
                    return element
                if trace.unseen or isinstance(element, (Constant, Member)):
                    unclear = element
        base = view.leaf(value.base)
        if self._is_merged(value, path):
            return Unseen("elements of another field take the places of some", None, 0, ())
        return base if isinstance(base, Unseen) and unclear == UNBOUND else unclear

    def _is_merged(self, value: Structure, path: Path) -> bool:
        """Whether elements of another field of the source were put among those of a container."""
        found = [leaf.value for _, _, entry in value.entries or () for leaf in leaves(entry)]
        own = [self.trace(each, path[:-1]).at for each in found if isinstance(each, (Input, Computed))]
        return any(own) and not all(own)

    def _single(self, value: object, path: Path) -> Reach:
        """The reach of a value that is looked at as a whole."""
        trace = self.trace(value, path)
        if trace.at:
            return Reach.CARRIED
        return Reach.UNSEEN if trace.unseen or trace.above else Reach.LOST

    def _whole(self, value: object, path: Path) -> Reach:
        """The reach of an object or container that has namesakes inside."""
        trace = self.trace(value, path)
        if isinstance(value, (Structure, Input)):
            return Reach.PARTLY if trace.at or trace.above or trace.unseen else Reach.LOST
        return Reach.UNSEEN if trace.at or trace.above or trace.unseen else Reach.LOST

    def trace(self, value: object, path: Path) -> Trace:
        """The provenance of a settled value."""
        if isinstance(value, Input):
            if value.root != self.source:
                return Trace()
            if value.path[: len(path)] == path:
                return Trace(at=True)
            return Trace(above=path[: len(value.path)] == value.path)
        if isinstance(value, _PLAIN):
            return Trace()
        if isinstance(value, Computed):
            return self._any(value.operands, path)
        if isinstance(value, Position):
            # The keys of a mapping are part of it, and say nothing of the elements below them.
            return Trace() if value.of is None else replace(self._traced(value.of, path), above=False)
        if isinstance(value, Unseen):
            # An object that was handed over whole may have lost what was in it.
            direct = [leaf.value for operand in value.operands for leaf in leaves(operand)]
            plain = (self.trace(part, path) for part in direct if isinstance(part, (Input, Computed)))
            return Trace(at=any(trace.at for trace in plain), unseen=True)
        if isinstance(value, Structure):
            return self._inside(value, path)
        return Trace(unseen=True)

    def _inside(self, value: Structure, path: Path) -> Trace:
        """The provenance of an object's parts, not of their order; under a changed field's name the base's is gone."""
        parts = [own for name, own in value.fields if name != ORDER] + [own for _, _, own in value.entries or ()]
        found = self._any(parts, path)
        replaced = {name for name, _ in value.fields}
        for leaf in leaves(value.base):
            base = leaf.value
            if isinstance(base, Input) and base.root == self.source:
                below = path[len(base.path) : len(base.path) + 1]
                if value.entries is not None or (path[: len(base.path)] == base.path and replaced.issuperset(below)):
                    if below or value.entries is not None:
                        continue
            found |= self.trace(base, path)
        return found

    def _any(self, parts: tuple[Diagram, ...] | list[Diagram], path: Path) -> Trace:
        found = Trace()
        for part in parts:
            found |= self._traced(part, path)
            if found.at and found.unseen:
                break
        return found

    def _traced(self, diagram: Diagram, path: Path) -> Trace:
        found = Trace()
        for leaf in leaves(diagram):
            found |= self.trace(leaf.value, path)
        return found

    # --------------------------------------------------------------------------------------------------- presence

    def _is_absent(self, view: View, path: Path) -> bool:
        """Whether the source has nothing at a path, so that there is nothing to lose."""
        zeros = {value for decision, answer in view.assumptions.answers.items() if answer for value in _zeros(decision)}
        for length in range(1, len(path) + 1):
            given = Input(self.source, path[:length])
            if path[length - 1] in (EARLIER, LAST):
                container = Input(self.source, path[: length - 1])
                if view.knows(Exists(container, path[length - 1])) is False:
                    return True
            if view.is_null(given) or is_zero(view.constant(given)) or given in zeros:
                return True
        return False

    def _is_lacking(self, view: View, path: Path) -> bool:
        """Whether a test of the value itself came out as it does for nothing: ``len(x) > 0``, ``x.strip()``."""
        for decision, answer in view.assumptions.answers.items():
            if answer:
                continue
            if isinstance(decision, IsA) and self._is_at(decision.value, path):
                return True
            if isinstance(decision, Exists) and self._is_computed_from(decision.container, path):
                return True
            if isinstance(decision, Truthy) and isinstance(decision.value, Computed):
                if self._is_emptiness(decision.value, path):
                    return True
        return False

    def _is_computed_from(self, container: Input, path: Path) -> bool:
        """Whether a container was computed, in a way that can't be seen, from the source's value at a path, or from one
        that this lies in."""
        made = self.outcome.machine.unknown_containers.get(Input(container.root, container.path[:1]))
        around = (path[: length + 1] for length in range(len(path)))
        return made is not None and any(self._traced(made, each).at for each in around)

    def _lacks_parts(self, view: View, path: Path) -> bool:
        """Whether a part of a value that is something else in the destination was looked for, and was not there."""
        for decision, answer in view.assumptions.answers.items():
            is_gone = (isinstance(decision, IsNone) and answer) or (isinstance(decision, Truthy) and not answer)
            value = decision.value if isinstance(decision, (IsNone, Truthy)) else None
            if is_gone and isinstance(value, Input) and value.root == self.source:
                below = value.path[len(path) : len(path) + 1]
                if value.path[: len(path)] == path and below and below[0] not in (EARLIER, LAST):
                    return True
        return False

    def _lacks_a_name(self, view: View, value: object, path: Path) -> bool:
        """Whether a name that the source's mapping may have was taken out of a copy of it, and put nowhere else."""
        if not isinstance(value, Structure) or view.leaf(value.base) != Input(self.source, path):
            return False
        stored = view.leaf(self.outcome.stored)
        beside = [own for name, own in stored.fields if name != path[0]] if isinstance(stored, Structure) else []
        for name, part in value.fields:
            given = (*path, name)
            if view.leaf(part) == UNBOUND and view.knows(IsNone(Input(self.source, given))) is not True:
                others = [own for other, own in value.fields if other != name]
                if not self._any([*beside, *others], given).at:
                    return True
        return False

    def _is_meant_by_name(self, view: View, path: Path) -> bool:
        """Whether an element of a mapping has, here, a name to which the conversion gives a meaning of its own: it asks
        the source for it, or puts something of its own under it. That is none of the elements that are carried as they
        are."""
        for decision, answer in view.assumptions.answers.items():
            told = _named_key(decision) if answer else None
            if told is None or told[0].root != self.source:
                continue
            mapping, name = told[0].path[:-2], told[1]
            if path[: len(mapping) + 1] == told[0].path[:-1]:
                if self._is_asked_for(view, (*mapping, name)) or self._is_put_under(mapping, name):
                    return True
        return False

    def _is_asked_for(self, view: View, path: Path) -> bool:
        """Whether a decision is about what the source has at a path, or something is stored that comes from there."""
        given = Input(self.source, path)
        if any(isinstance(each, (IsNone, Truthy)) and each.value == given for each in view.assumptions.answers):
            return True
        return self._traced(self.outcome.stored, path).at

    def _is_put_under(self, mapping: Path, name: object) -> bool:
        """Whether the destination has something of its own under a name in any case."""
        held = self._may_lie_at(mapping, _standing_at)
        parts = [part for value in held if isinstance(value, Structure) for own, part in value.fields if own == name]
        return any(leaf.value != UNBOUND for part in parts for leaf in leaves(part))

    def _moved(self, view: View, path: Path, *, nested: bool) -> Standing:
        """The standing of a value that the destination has in a field which the source lacks: under a new name."""
        places = fields_beside(view, view.leaf(self.outcome.stored), path, self.namesakes)
        held = [leaf for place in places if self._is_of(place, path) for leaf in held_within(view, place)]
        if any(Input(self.source, path[:length]) in held for length in range(1, len(path) + 1)):
            return Standing(Reach.CARRIED)
        if path and is_put_as_another(view, Input(self.source, path), self.stored(view, path[:-1])):
            return Standing(Reach.CARRIED)
        parts = [each for each in held if self.trace(each, path).at]
        if parts and any(segment in (EARLIER, LAST) for segment in path[:-1]):
            return Standing(Reach.UNSEEN, Unseen("it is moved out of its element", None, 0, ()))
        if any(isinstance(each, Input) for each in parts):
            return Standing(Reach.PARTLY if nested else Reach.CARRIED)
        unseen = next((each for each in parts if isinstance(each, Unseen)), None)
        return Standing(Reach.LOST if unseen is None else Reach.UNSEEN, unseen)

    def _is_of(self, held: Diagram, path: Path) -> bool:
        """Whether a value may have come from a path, or from an object around it."""
        trace = self._traced(held, path)
        return trace.at or trace.above

    def _is_emptiness(self, test: Computed, path: Path) -> bool:
        operands = [leaf.value for operand in test.operands for leaf in leaves(operand)]
        if not operands or not self._is_at(operands[0], path):
            first = operands[0] if operands else None
            if not (isinstance(first, Computed) and self._is_emptiness(first, path)):
                return False
        if len(operands) == 1:
            return True
        limit = operands[1].value if isinstance(operands[1], Constant) else None
        return len(operands) == 2 and (test.operator, limit) in ((">", 0), (">=", 1), ("!=", 0))

    def _is_at(self, value: object, path: Path) -> bool:
        """Whether a value is what the source has at a path, or an object around it."""
        return isinstance(value, Input) and value.root == self.source and path[: len(value.path)] == value.path != ()

    # ---------------------------------------------------------------------------------------------------- choices

    def _is_about(self, decision: Decision, answer: bool, path: Path) -> bool:
        """Whether a decision looks at the source's value at a path. What raises does so because of some value, and a
        handler that sets the field has seen to it; where nothing is raised, nothing was seen."""
        if isinstance(decision, (Raises, Catches)):
            return answer
        values: list[object] = [getattr(decision, "value", None)]
        if isinstance(decision, Same):
            values = [decision.left, decision.right]
        return any(value is not None and self.trace(value, path).at for value in values)

    def _tells_presence(self, decision: Decision, path: Path) -> bool:
        """Whether a decision tells no more of the source's value at a path than whether it is there."""
        if isinstance(decision, Truthy) and isinstance(decision.value, Computed):
            return self._is_emptiness(decision.value, path)
        return isinstance(decision, (IsNone, Truthy, Exists))

    def _is_assigned(self, view: View, value: object, path: Path) -> bool:
        """Whether a value was written by the conversion, rather than left from before."""
        if value == UNBOUND or (isinstance(value, Input) and value.root == self.destination):
            return False
        return any(
            _may_hold(view, store.guard) and any(leaf.value == value for leaf in leaves(store.value))
            for store in self.outcome.machine.heap.stores
            if store.location.line and store.path and self._is_at_path(store, path)
        )

    def _is_at_path(self, store: Store, path: Path) -> bool:
        """Whether a store may be one at a path: of an object of the conversion's own only the last step is known."""
        is_own = store.root != self.destination
        known, asked = (store.path[-1:], path[-1:]) if is_own else (store.path, path)
        return len(known) == len(asked) and all(map(_is_one_place, known, asked))


def _as_it_is(view: View, value: object) -> object:
    """A value without what its parts are where other decisions are taken."""
    if not isinstance(value, Structure):
        return value
    fields = tuple((name, view.open_part(part)) for name, part in value.fields)
    entries = tuple((key, present, view.open_part(part)) for key, present, part in value.entries or ())
    return replace(value, fields=fields, entries=entries if value.entries is not None else None)


def _may_hold(view: View, guard: Diagram) -> bool:
    """Whether a guard holds under a view's decisions, or is left open by them."""
    known = view.outcome.machine.diagrams.decisions
    while isinstance(guard, Fork):
        answer = view.knows(known[guard.decision])  # type: ignore[arg-type]
        if answer is None:
            return True
        guard = guard.high if answer else guard.low
    return guard.value is True


def _standing_at(value: object, segment: str) -> Iterator[object]:
    """Every value that may stand one step below, or else the one that it would be a part of."""
    if not isinstance(value, Structure):
        yield value
    elif found := list(_steps(replace(value, base=_NOWHERE), segment)):
        yield from found
    else:
        for leaf in leaves(value.base):
            yield from _standing_at(leaf.value, segment)


def _steps(value: object, segment: str) -> Iterator[object]:
    """Every value that may stand one step below a changed object; all elements of a container where one is meant."""
    if not isinstance(value, Structure):
        return
    own = [part for name, part in value.fields if name == segment]
    if segment in (EARLIER, LAST):
        own = [part for _, _, part in value.entries or ()]
    for part in own:
        yield from (leaf.value for leaf in leaves(part))
    if not own:
        for leaf in leaves(value.base):
            yield from _steps(leaf.value, segment)


def _named_key(decision: Decision) -> tuple[Input, str] | None:
    """The key of an element, and the name that a decision finds it to be."""
    if isinstance(decision, Same):
        for key, name in ((decision.left, decision.right), (decision.right, decision.left)):
            is_key = isinstance(key, Input) and key.path[-1:] == (KEY,)
            if isinstance(key, Input) and is_key and isinstance(name, Constant) and isinstance(name.value, str):
                return key, name.value
    return None


def _is_one_place(name: str, other: str) -> bool:
    """Whether two parts of paths may be the same; each element is the last one in its round."""
    elements = (EARLIER, LAST)
    return name == other or (name in elements and other in elements)


def _zeros(decision: Decision) -> tuple[object, ...]:
    """The value that a decision finds to be equal to an object in which nothing is set."""
    sides = (decision.left, decision.right) if isinstance(decision, Same) else ()
    return sides if any(isinstance(each, Zero) for each in sides) else ()


def _is_empty(value: object) -> bool:
    """Whether a value says nothing, whatever it is put for; the answer no is one of two."""
    is_answer = isinstance(value, Constant) and value.value is False
    return isinstance(value, (Zero, Blank)) or (is_zero(value) and not is_answer)


def is_zero(value: object) -> bool:
    """Whether a value is written, and says nothing."""
    return isinstance(value, Constant) and not value.value
