"""Values of a conversion's own, where the source has none: defaults, which are the defaulter's to give."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from apivet.conventions.moves import elements_in
from apivet.conventions.provenance import Carrying, Trace, is_zero
from apivet.effects.declared import may_be_none
from apivet.effects.diagrams import Diagram, Fork, decisions, leaves
from apivet.effects.examples import search
from apivet.effects.method_kinds import TEXT
from apivet.effects.value_kinds import kinds_of, zero_of
from apivet.effects.values import (
    ANY_ELEMENT,
    LAST,
    MARKS,
    Blank,
    Computed,
    Constant,
    Exists,
    Input,
    IsNone,
    Member,
    Outside,
    Path,
    Raises,
    Same,
    Structure,
    Truthy,
    Unseen,
    Zero,
    all_within,
    values_of,
)
from apivet.effects.view import View


def own_value(carrying: Carrying, path: Path) -> Callable[[View], object]:
    """The question which value of its own a destination field gets where the source is unset: one that says something,
    or that can't be seen; else ``None``."""
    given = Input(carrying.source, path)
    around = [Input(carrying.source, path[:length]) for length in range(1, len(path) + 1)]

    def question(view: View) -> object:
        value = carrying.stored(view, path)
        own = _own_key(view, value, around)
        if own is not None:
            return own
        is_none = any(view.knows(IsNone(each)) is True for each in around)
        is_empty = _is_empty(view, given)
        if not is_none and isinstance(value, Constant) and value.kind == "bool":
            return None  # what is said of a switch that is off, such as its contrary
        if not is_none and not is_empty and not is_zero(view.constant(given)):
            for decision in view.open_decisions() if isinstance(value, (Constant, Member)) else ():
                if not isinstance(decision, Exists) and any(each in around for each in values_of(decision)):
                    view.decide(decision)  # whether this is one of several ways
            _tell_elements(carrying, view, value, around)
            if isinstance(value, Unseen):
                # An element that is looked up in a table is chosen by the source's, which is there then.
                return value if value.reason != ANY_ELEMENT and _may_be_left_unset(view, given) else None
            if not _says_something(value):
                return None
            if _may_be_unset(view, given) or _is_empty_text(view, given):
                return value
            return _where_it_raised(carrying, view, path)
        held = (value, *_elements_of(view, value)) if not isinstance(value, Unseen) else (value,)
        said = next((each for each in held if _says_something(each)), None)
        return said if said is not None else next((each for each in held if _is_untold(carrying, each)), None)

    return question


def _is_untold(carrying: Carrying, value: object) -> bool:
    """Whether a value may be one that says something, and is none of the source's."""
    if isinstance(value, Computed):
        return carrying.trace(value, ()) == Trace()
    return isinstance(value, (Unseen, Outside))


def _is_empty(view: View, given: Input) -> bool:
    return view.knows(Truthy(given)) is False or view.knows(Exists(given, LAST)) is False


def _own_key(view: View, value: object, around: list[Input]) -> object:
    """The value that a changed mapping has under a key that its source has not, though not under any."""
    given = around[-1]
    if not isinstance(value, Structure) or isinstance(view.leaf(value.base), Zero):
        return None
    for name, part in value.fields:
        if name in MARKS or not isinstance(part, Fork) or not any(_says_something(leaf.value) for leaf in leaves(part)):
            continue
        key = given.child(name)
        _decide_about(view, part, [*around, key])
        is_absent = any(view.knows(IsNone(each)) is True or _is_empty(view, each) for each in (*around, key))
        if is_absent and _says_something(view.leaf(part)):
            return view.leaf(part)
    return None


def _tell_elements(carrying: Carrying, view: View, value: object, around: list[Input]) -> None:
    """Tell apart the ways on which a container has elements of the conversion's own and those on which it has not."""
    for _, present, entry in (value.entries or ()) if isinstance(value, Structure) else ():
        if not any(carrying.trace(leaf.value, ()) != Trace() for leaf in leaves(entry)):
            _decide_about(view, present, around)


def _decide_about(view: View, diagram: Diagram, around: list[Input]) -> None:
    """Take the decisions about the source on which something depends."""
    known = view.outcome.machine.diagrams.decisions
    for number in sorted(decisions(view.open_part(diagram))):
        if any(each in around for each in values_of(known[number])):  # type: ignore[arg-type]
            view.decide(known[number])  # type: ignore[arg-type]


def _may_be_unset(view: View, given: Input) -> bool:
    """Whether a field may be unset on a way on which it was asked for its value only: ``case _``."""
    is_asked = any(given in values_of(decision) for decision in view.assumptions.answers)
    machine = view.outcome.machine
    return is_asked and may_be_none(machine, given) and view.assumptions.copy().assume(IsNone(given), True)


def _is_empty_text(view: View, given: Input) -> bool:
    """Whether a text that was made of a field's was found to be empty, as it is where the field is (``.strip()``)."""
    machine = view.outcome.machine
    unset = zero_of(machine, given)
    for decision, answer in view.taken(Truthy):
        made = decision.value
        if answer or unset is None or not isinstance(made, Computed) or given not in all_within(made, (Computed,)):
            continue
        found = search(machine, [*view.assumptions.answers.items(), (Same(given, unset), True)])
        kinds = kinds_of(machine, made)
        if kinds and {kind.family for kind in kinds} == {TEXT} and found is not None and any(found.examples()):
            return True
    return False


def _may_be_left_unset(view: View, given: Input) -> bool:
    """Whether a field may be unset as far as a way tells."""
    is_optional = may_be_none(view.outcome.machine, given)
    return view.assumptions.copy().assume(*((IsNone(given), True) if is_optional else (Truthy(given), False)))


def _where_it_raised(carrying: Carrying, view: View, path: Path) -> Unseen | None:
    """The value of a field in a handler, where something raised that was done with the source's, which may be unset."""
    for decision, answer in view.taken(Raises):
        if answer and any(carrying.trace(leaf.value, path).at for each in decision.operands for leaf in leaves(each)):
            if _may_be_left_unset(view, Input(carrying.source, path)):
                return Unseen("whether this raises where the source has none is not known", decision.location, 0, ())
    return None


def _says_something(value: object) -> bool:
    return isinstance(value, Member) or (isinstance(value, Constant) and bool(value.value))


def _elements_of(view: View, value: object) -> Iterator[object]:
    """The elements that a container has by itself (``src.tags or ["new"]``), with the fields of those with fields, but
    for an element that has something of the source: another field has moved into it."""
    if not isinstance(value, Structure):
        return
    for element in map(view.leaf, elements_in(view, value)):
        yield element
        if isinstance(element, Structure) and isinstance(view.leaf(element.base), Zero):
            parts = [view.leaf(part) for _, part in element.fields]
            yield from parts if all(isinstance(part, (Constant, Member, Zero)) for part in parts) else ()
    if isinstance(view.leaf(value.base), Blank):  # a mapping that was written out
        yield from (view.leaf(part) for _, part in value.fields)
