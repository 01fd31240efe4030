"""Decision diagrams: equal ones are one object, and they mean what truth tables say."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apivet.effects.diagrams import BudgetExhausted, Diagram, Diagrams, Fork, Leaf, decisions, leaves

NAMES = ("a", "b", "c")


def value_of(diagrams: Diagrams, diagram: Diagram, answers: dict[str, bool]) -> object:
    while isinstance(diagram, Fork):
        diagram = diagram.high if answers[str(diagrams.decisions[diagram.decision])] else diagram.low
    return diagram.value


Formula = tuple[str, ...] | tuple[str, "Formula"] | tuple[str, "Formula", "Formula"]


def formulas() -> st.SearchStrategy[Formula]:
    atoms = st.sampled_from(NAMES).map(lambda name: ("atom", name))
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.tuples(st.just("not"), inner),
            st.tuples(st.just("and"), inner, inner),
            st.tuples(st.just("or"), inner, inner),
        ),
        max_leaves=12,
    )


def build(diagrams: Diagrams, formula: Formula) -> Diagram:
    kind, *parts = formula
    if kind == "atom":
        return diagrams.decide(parts[0])
    built = [build(diagrams, part) for part in parts]  # type: ignore[arg-type]
    if kind == "not":
        return diagrams.negate(built[0])
    return diagrams.both(*built) if kind == "and" else diagrams.either(*built)


def truth(formula: Formula, answers: dict[str, bool]) -> bool:
    kind, *parts = formula
    if kind == "atom":
        return answers[str(parts[0])]
    known = [truth(part, answers) for part in parts]  # type: ignore[arg-type]
    return not known[0] if kind == "not" else all(known) if kind == "and" else any(known)


def all_answers() -> list[dict[str, bool]]:
    return [dict(zip(NAMES, row)) for row in itertools.product((True, False), repeat=len(NAMES))]


@given(formulas())
def test_a_guard_is_true_exactly_where_its_formula_is(formula: Formula) -> None:
    diagrams = Diagrams()
    guard = build(diagrams, formula)
    for answers in all_answers():
        assert value_of(diagrams, guard, answers) is truth(formula, answers)


@given(formulas(), formulas())
def test_guards_that_mean_the_same_are_one_object(one: Formula, other: Formula) -> None:
    diagrams = Diagrams()
    alike = all(truth(one, answers) == truth(other, answers) for answers in all_answers())
    assert (build(diagrams, one) is build(diagrams, other)) is alike


@given(formulas())
def test_cases_part_the_guard_among_the_values(formula: Formula) -> None:
    diagrams = Diagrams()
    guard = build(diagrams, formula)
    value = diagrams.choose(diagrams.decide("a"), diagrams.leaf(1), diagrams.leaf(2))
    covered = diagrams.false
    for where, _ in diagrams.cases(value, guard):
        assert diagrams.both(covered, where) is diagrams.false
        covered = diagrams.either(covered, where)
    assert covered is guard


@given(formulas(), st.sampled_from(NAMES), st.booleans())
def test_a_restricted_guard_is_the_guard_wherever_the_decision_is_so(formula: Formula, name: str, answer: bool) -> None:
    diagrams = Diagrams()
    guard = build(diagrams, formula)
    restricted = diagrams.restrict(guard, lambda number: answer if diagrams.decisions[number] == name else None)
    assert name not in {diagrams.decisions[number] for number in decisions(restricted)}
    for answers in all_answers():
        if answers[name] is answer:
            assert value_of(diagrams, restricted, answers) is truth(formula, answers)


@given(formulas())
def test_a_guard_forces_the_decisions_that_have_one_answer_wherever_it_holds(formula: Formula) -> None:
    diagrams = Diagrams()
    guard = build(diagrams, formula)
    where = [answers for answers in all_answers() if truth(formula, answers)]
    expected = {name: where[0][name] for name in NAMES if where and len({answers[name] for answers in where}) == 1}
    forced = {str(diagrams.decisions[number]): answer for number, answer in diagrams.forced(guard).items()}
    assert forced == expected


def test_branches_that_leave_the_same_value_leave_no_trace_of_the_decision() -> None:
    diagrams = Diagrams()
    same = diagrams.leaf("value")
    assert diagrams.choose(diagrams.decide("a"), same, same) is same


def test_a_hundred_independent_decisions_make_a_hundred_tests() -> None:
    diagrams = Diagrams()
    guard: Diagram = diagrams.false
    for number in range(100):
        guard = diagrams.either(guard, diagrams.decide(number))
    assert len(decisions(guard)) == 100
    assert len(leaves(guard)) == 2


def test_true_and_one_are_different_leaves() -> None:
    diagrams = Diagrams()
    assert diagrams.leaf(True) is not diagrams.leaf(1)


def test_transform_replaces_every_leaf() -> None:
    diagrams = Diagrams()
    value = diagrams.choose(diagrams.decide("a"), diagrams.leaf(1), diagrams.leaf(2))
    change: Callable[[Leaf], Diagram] = lambda leaf: diagrams.leaf(leaf.value * 10)  # type: ignore[operator]  # noqa: E731
    changed = diagrams.transform(value, change)
    assert sorted(leaf.value for leaf in leaves(changed)) == [10, 20]  # type: ignore[type-var]


def test_too_many_tests_end_the_analysis() -> None:
    diagrams = Diagrams(5)
    for number in range(5):
        diagrams.decide(number)
    with pytest.raises(BudgetExhausted):
        diagrams.decide(5)


def test_a_cofactor_has_the_values_of_its_diagram_where_the_guard_holds_and_asks_less() -> None:
    diagrams = Diagrams()
    wind, tide, moon = (diagrams.decide(name) for name in ("wind", "tide", "moon"))
    course = diagrams.choose(wind, diagrams.choose(tide, diagrams.leaf("out"), diagrams.leaf("in")), diagrams.leaf("-"))
    one_of_two = diagrams.either(diagrams.both(wind, diagrams.negate(tide)), diagrams.both(wind, moon))
    assert decisions(diagrams.assuming(course, one_of_two)) == decisions(tide)
    assert diagrams.assuming(course, diagrams.both(wind, diagrams.negate(tide))) is diagrams.leaf("in")
    assert diagrams.assuming(course, diagrams.negate(wind)) is diagrams.leaf("-")
