"""Whether the decisions on the way can hold where the stored spec equals the old one: all that was asked of the old
spec is then true of the stored one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from apivet.conventions.feasibility import is_possible
from apivet.conventions.key_order import compares_order_of_keys
from apivet.conventions.subject import Subject
from apivet.effects.decided import UndecidedError
from apivet.effects.declared import is_unordered, shape_of
from apivet.effects.diagrams import Diagram, Fork, Leaf, leaves
from apivet.effects.limits import STANDING_FOR_ALL
from apivet.effects.presence import has_element, is_in_another_order, named_elements
from apivet.effects.state import Machine
from apivet.effects.theory import TURNED, are_two_keys
from apivet.effects.values import (
    EARLIER,
    KEY,
    KEYS,
    LAST,
    MANY,
    NONE,
    UNBOUND,
    UNKNOWN_ROOT,
    WAS_SET,
    Blank,
    Computed,
    Constant,
    Decision,
    Exists,
    Input,
    IsA,
    IsNone,
    Position,
    Same,
    Structure,
    Truthy,
    all_within,
    kind_made,
    values_of,
)
from apivet.effects.view import View
from apivet.program.model import ListOf, MapOf

#: Results of operators for a value and itself.
_OF_ITSELF: Final = {"<": False, ">": False, "-": False, "^": False, "<=": True, ">=": True}


def can_be_equal(subject: Subject, view: View, stored: object, old: Input) -> bool | None:
    """Whether there can be objects of which all decisions are true and whose specs are equal; ``None`` where a decision
    is about an element of the old one, and nobody knows which one of the stored that is: those of equal mappings come
    in any order."""
    found = _is_possible_with(subject, view, _Renaming(view, stored, old))
    if found is not False:
        return found
    turned = _mappings_of_several(view, stored, old)
    ways = [{each} for each in turned] + [set(turned)]
    is_other = any(_is_possible_with(subject, view, _Renaming(view, stored, old, way)) is not False for way in ways)
    return None if turned and is_other else False


def _mappings_of_several(view: View, stored: object, old: Input) -> list[Input]:
    """The mappings of the old spec of whose elements something was asked, and that may have several: those of an equal
    one may come in another order."""
    found: dict[Input, None] = {}
    for decision in view.assumptions.answers:
        for value in (each for part in values_of(decision) for each in all_within(part, (Computed,))):
            if not isinstance(value, Input) or value.root != old.root or value.path[: len(old.path)] != old.path:
                continue
            for number in range(len(old.path), len(value.path)):
                if value.path[number] in TURNED:
                    found[Input(old.root, value.path[:number])] = None
    return [
        each for each in found if is_unordered(view.outcome.machine, each) and _is_of_several(view, stored, old, each)
    ]


def _is_of_several(view: View, stored: object, old: Input, mapping: Input) -> bool:
    """Whether a mapping of the old spec, and the same one of the stored, may have several elements."""
    same = [Input(stored.root, (*stored.path, *mapping.path[len(old.path) :]))] if isinstance(stored, Input) else []
    return all(view.knows(Exists(each, EARLIER)) is not False for each in (mapping, *same))


def _is_possible_with(subject: Subject, view: View, renaming: _Renaming) -> bool | None:
    """Whether objects with equal specs can answer all decisions so, of which elements of the two are called alike."""
    supposed = view.assumptions.emptied()
    for decision, answer in view.assumptions.answers.items():
        renamed = renaming.decision(decision)
        if isinstance(renamed, Same) and compares_order_of_keys(view.outcome.machine, renamed):
            continue
        if isinstance(renamed, Same) and not answer and _keeps_last_of_equals(view, renamed.left):
            renaming.has_left_any = True
            continue
        told = renamed if isinstance(renamed, bool) else _certain(view.outcome.machine, renamed)
        if told is (not answer) or (not isinstance(renamed, bool) and not supposed.assume(renamed, answer)):
            return False
    try:
        found = is_possible(subject, View(view.outcome, supposed, view.condition, view.at_exit))
        return None if found and renaming.has_left_any else found
    except UndecidedError:
        return True


def _certain(machine: Machine, decision: Decision) -> bool | None:
    """The only answer that a decision can have."""
    if isinstance(decision, Same):
        left, right = decision.left, decision.right
        if isinstance(left, Constant) and isinstance(right, Constant):
            return left.value == right.value
        if left == right or _are_one_set(left, right):
            return True
        return False if are_two_keys(left, right) else None
    value = getattr(decision, "value", None)
    if isinstance(value, Constant) and isinstance(decision, (Truthy, IsNone)):
        return bool(value.value) if isinstance(decision, Truthy) else value.value is None
    if isinstance(decision, Truthy) and isinstance(value, Computed) and len(value.operands) == 2:
        first, second = value.operands
        if value.operator == "in":
            return True if _is_element(machine, second, first) else None
        return _OF_ITSELF.get(value.operator) if first is second else None
    return None


def _keeps_last_of_equals(view: View, made: object) -> bool:
    """Whether a value is a mapping that was made of several elements of another one, or of a set, under keys of which
    two may be one: it has the last of these, which is another one where equal ones come in another order."""
    machine = view.outcome.machine
    keys = dict(made.fields).get(KEYS) if isinstance(made, Structure) else None
    if keys is None or all(_is_own_element(machine, each.value) for each in leaves(keys)):
        return False
    given = (part for part in all_within(made) if isinstance(part, Input))
    containers = {Input(part.root, part.path[:place]) for part in given for place in range(len(part.path) + 1)}
    unordered = (each for each in containers if is_unordered(machine, each))
    return any(view.knows(Exists(each, EARLIER)) is not False for each in unordered)


def _is_own_element(machine: Machine, key: object) -> bool:
    """Whether keys, as a mapping tells them, are elements of a set that was given: no two of them are one."""
    if isinstance(key, Computed) and key.operator == f"image:{KEYS}":
        return all(_is_own_element(machine, leaf.value) for each in key.operands for leaf in leaves(each))
    if isinstance(key, Input) and key.path[-1:] in ((EARLIER,), (LAST,)):
        of = Input(key.root, key.path[:-1])
        return is_unordered(machine, of) and not isinstance(shape_of(machine, of), MapOf)
    return key == NONE


def _are_one_set(left: object, right: object) -> bool:
    """Whether two values are sets that were put together of the same elements, in any order."""
    sides = [each for each in (left, right) if isinstance(each, Structure) and kind_made(each.base) == "set"]
    held = [frozenset(element[1:] for element in each.entries or ()) for each in sides]
    return len(held) > 1 and held[0] == held[1] and sides[0].fields == sides[1].fields


def _is_element(machine: Machine, part: Diagram, whole: Diagram) -> bool:
    """Whether a value is an element of a container that was given, or a key of a mapping."""
    if not (isinstance(part, Leaf) and isinstance(whole, Leaf)):
        return False
    one, all_of = part.value, whole.value
    if not (isinstance(one, Input) and isinstance(all_of, Input)):
        return False
    own = (KEY,) if isinstance(shape_of(machine, all_of), MapOf) else ()
    return all_of.way_to(one) in ((LAST, *own), (EARLIER, *own))


def _is_put_together(view: View, container: Structure) -> bool:
    """Whether elements of a container are known one by one."""
    return container.entries is not None or bool(named_elements(view, container))


def _copied_from(view: View, made: Structure) -> Input | None:
    """The mapping that was given of which a new one has all elements, under their keys."""
    containers: set[Input | None] = set()
    present = set()
    for (key, there, own), name in zip(made.entries or (), made.names):
        if view.leaf(there):
            present.add(key)
            containers.add(None if name is None else _holder(view.leaf(own), view.leaf(name), key))
    whole = containers.pop() if len(containers) == 1 else None
    if whole is None or len(made.names) != len(made.entries or ()):
        return None
    return whole if all(view.knows(Exists(whole, key)) is (key in present) for key in (EARLIER, LAST)) else None


def _holder(value: object, name: object, key: str) -> Input | None:
    """The mapping that was given in which a value stands under a key, as the one that a loop stood at."""
    if not isinstance(value, Input) or value.path[-1:] != (key,) or not isinstance(name, Position):
        return None
    return Input(value.root, value.path[:-1]) if name.given == value.child(KEY) else None


class _Renaming:
    """Settled values and decisions in which the stored spec stands for the old one."""

    def __init__(self, view: View, stored: object, old: Input, turned: Collection[Input] = ()) -> None:
        #: Mappings of the old spec whose first elements are the last ones of the stored.
        self.turned = turned
        self.view = view
        self.stored = stored
        self.old = old
        #: Whether something of the old spec stays what it was called: equal ones may differ in it.
        self.has_left_any = False
        self._made: dict[int, tuple[Diagram, Diagram]] = {}

    def decision(self, decision: Decision) -> Decision | bool:
        """A decision about the stored spec; its answer, where that is known."""
        if isinstance(decision, Same):
            return Same(self.value(decision.left), self.value(decision.right))
        if isinstance(decision, (Truthy, IsNone)):
            renamed = type(decision)(self.value(decision.value))
            if getattr(decision.value, "operator", None) != WAS_SET or renamed == decision:
                return renamed
            self.has_left_any = True  # equal objects may have been given other fields
            return decision
        if isinstance(decision, IsA):
            return IsA(self.value(decision.value), decision.type)
        if isinstance(decision, Exists):
            container = self.value(decision.container)
            if isinstance(container, Input):
                return Exists(container, decision.key)
            known = has_element(self.view, container, decision.key)
            if known is None and not isinstance(container, Input):
                self.has_left_any = True
            return decision if known is None else known
        return decision

    def value(self, value: Any) -> Any:
        """A settled value."""
        if isinstance(value, Input):
            return self._part(value)
        if isinstance(value, Computed):
            operands = tuple(self.diagram(operand) for operand in value.operands)
            return self._length(value, operands) or Computed(value.operator, operands)
        if isinstance(value, Structure):
            return self._structure(value)
        if isinstance(value, Position) and value.of is not None:
            return Position(value.key, self.diagram(value.of))
        return value

    def _length(self, value: Computed, operands: tuple[Diagram, ...]) -> Constant | None:
        """The number of elements of a container that was put together from none that were given."""
        container = operands[0].value if value.operator == MANY and isinstance(operands[0], Leaf) else None
        if not isinstance(container, Structure) or container.entries is None:
            return None
        if named_elements(self.view, container):
            return None
        present = [key for key, there, _ in container.entries if self.view.leaf(there)]
        return None if EARLIER in present else Constant.of(len(present))

    def _part(self, given: Input) -> Any:
        if given.root == UNKNOWN_ROOT:
            return self._part_of_unseen(given)
        size = len(self.old.path)
        if given.root != self.old.root or given.path[:size] != self.old.path:
            return given
        part = self.stored
        for number, segment in enumerate(given.path[size:], start=size):
            if segment in TURNED and Input(given.root, given.path[:number]) in self.turned:
                segment = TURNED[segment]
            if segment in TURNED and is_in_another_order(self.view, part):
                self.has_left_any = True
                return given
            if segment in (EARLIER, LAST) and isinstance(part, Structure) and _is_put_together(self.view, part):
                # Keys are those of the mapping that was given, unless the hook made its own.
                is_key = KEY in given.path[number:] and not isinstance(self.view.leaf(part.base), Input)
                container = Input(given.root, given.path[:number])
                part = None if is_key else self._element(part, segment, container)
                if part is None:
                    self.has_left_any = True
                    return given
            elif isinstance(part, Structure) and self._stands_under_loops(part, segment):
                part = _copied_from(self.view, part)
                if part is None:
                    self.has_left_any = True
                    return given
                part = self.view.step(part, segment)
            else:
                part = self.view.step(part, segment)
                part = NONE if part == UNBOUND else part  # a key that was taken out
        return part

    def _stands_under_loops(self, part: Structure, name: str) -> bool:
        """Whether what a new mapping has under a name, if anything, was put there under a key of a loop."""
        if name in (KEY, EARLIER, LAST) or name in dict(part.fields):
            return False
        is_filled = any(self.view.leaf(there) for _, there, _ in part.entries or ())
        return is_filled and kind_made(part.base) == "dict"

    def _part_of_unseen(self, given: Input) -> Input:
        """A part of something that can't be looked into: equal values have the same elements there."""
        machine = self.view.outcome.machine
        source = machine.unknown_containers[Input(given.root, given.path[:1])]
        of = machine.unknown_container(self.diagram(source))
        return Input(of.root, (*of.path, *given.path[1:]))

    def _element(self, container: Structure, segment: str, old: Input) -> Any:
        """The element of a container that was put together which the last of the old one, or one before it, is where
        the two are equal. ``None`` where it may be several: of three, and of two that are in no order."""
        named = named_elements(self.view, container)
        if named:
            is_alone = len(named) == 1 and True in named.values() and not container.entries
            if not is_alone or not isinstance(self.view.leaf(container.base), Blank):
                return None
            return self.view.step(container, next(iter(named))) if segment == LAST else NONE
        present = [(key, own) for key, there, own in container.entries or () if self.view.leaf(there)]
        keys = [key for key, _ in present]
        if keys == [EARLIER]:  # all that are left of some, of which the last one is not
            return self.view.leaf(present[0][1]) if segment == LAST else None
        if all(key in (EARLIER, LAST) for key in keys):
            return self.view.step(container, segment)
        shape = shape_of(self.view.outcome.machine, old)
        # Of more elements than stand for all, several may be the last one of interest, or one before it.
        if len(keys) > (STANDING_FOR_ALL if isinstance(shape, ListOf) and not container.fields else 1):
            return None
        if len(keys) < STANDING_FOR_ALL and segment == EARLIER:
            return NONE
        return self.view.leaf(present[-1 if segment == LAST else 0][1])

    def _structure(self, value: Structure) -> Structure:
        base = self.diagram(value.base)
        fields = {name: self.diagram(own) for name, own in value.fields}
        entries, names = value.entries, value.names
        if entries is not None:  # what is not there tells nothing
            gone = self.view.outcome.machine.diagrams.false
            told = [(key, self.diagram(there), self.diagram(own)) for key, there, own in entries]
            names = tuple(name for name, (_, there, _) in zip(names, told) if there is not gone)
            entries = tuple(each for each in told if each[1] is not gone)
        below = base.value if isinstance(base, Leaf) else None
        if isinstance(below, Structure):
            base, fields = below.base, {**dict(below.fields), **fields}
            entries = below.entries if entries is None else entries
        names = tuple(None if name is None else self.diagram(name) for name in names)
        return Structure(base, tuple(sorted(fields.items(), key=lambda item: item[0])), entries, names)

    def diagram(self, diagram: Diagram) -> Diagram:
        """A value that depends on decisions, as far as these are open."""
        made = self._made.get(id(diagram))
        if made is None:
            made = self._made[id(diagram)] = (diagram, self._diagram(diagram))
        return made[1]

    def _diagram(self, diagram: Diagram) -> Diagram:
        diagrams = self.view.outcome.machine.diagrams
        if not isinstance(diagram, Fork):
            return diagrams.leaf(self.value(diagram.value))
        decision: Decision = diagrams.decisions[diagram.decision]  # type: ignore[assignment]
        answer: Decision | bool | None = self.view.knows(decision)
        if answer is None:
            answer = self.decision(decision)
            known = answer if isinstance(answer, bool) else self.view.knows(answer)
            answer = answer if known is None else known
        if isinstance(answer, bool):
            return self.diagram(diagram.high if answer else diagram.low)
        return diagrams.choose(diagrams.decide(answer), self.diagram(diagram.high), self.diagram(diagram.low))
