"""Objects in the heap: lazily given, changed under guards, copied shallow and deep, settled into pictures."""

from __future__ import annotations

import pytest

from apivet.effects.diagrams import Diagram, Diagrams, Leaf
from apivet.effects.heap import Heap
from apivet.effects.values import (
    EARLIER,
    LAST,
    NONE,
    Blank,
    Constant,
    GateOn,
    Input,
    Reference,
    Structure,
    Unseen,
    Zero,
)
from apivet.program.model import ListOf, Shape, Unknown


@pytest.fixture
def heap() -> Heap:
    def describe(shape: Shape, name: str) -> tuple[Shape, bool]:
        return Unknown(name), True

    diagrams = Diagrams()
    return Heap(diagrams, describe, lambda *shapes: True, lambda value: Input("?", (repr(value),)), lambda *_: False)


def given(heap: Heap) -> Reference:
    return heap.make(Input("obj", ()), Unknown("obj"))


def child(heap: Heap, reference: Reference, name: str) -> Reference:
    base = heap.cells[reference.cell].base
    assert isinstance(base, Leaf)
    assert isinstance(base.value, Input)
    return heap.child(reference, name, base.value.child(name))


def put(heap: Heap, reference: Reference, name: str, value: Diagram, guard: Diagram | None = None) -> None:
    before = heap.own_field(reference, name)
    if before is None:
        before = heap.diagrams.leaf(child(heap, reference, name))
    heap.store(guard or heap.diagrams.true, reference, name, value, before)


def settled(heap: Heap, reference: Reference) -> object:
    picture = heap.settle(heap.diagrams.leaf(reference))
    assert isinstance(picture, Leaf)
    return picture.value


def test_an_object_that_nothing_was_done_to_is_what_it_was_given_as(heap: Heap) -> None:
    obj = given(heap)
    child(heap, obj, "spec")
    assert settled(heap, obj) == Input("obj", ())


def test_the_same_field_is_the_same_object(heap: Heap) -> None:
    obj = given(heap)
    assert child(heap, obj, "spec") == child(heap, obj, "spec")


def test_a_change_deep_inside_shows_on_the_way_up(heap: Heap) -> None:
    obj = given(heap)
    put(heap, child(heap, obj, "spec"), "replicas", heap.diagrams.leaf(NONE))
    picture = settled(heap, obj)
    assert isinstance(picture, Structure)
    assert [name for name, _ in picture.fields] == ["spec"]


def test_putting_back_what_was_there_is_no_change(heap: Heap) -> None:
    obj = given(heap)
    spec = heap.diagrams.leaf(child(heap, obj, "spec"))
    put(heap, obj, "spec", heap.diagrams.leaf(NONE))
    put(heap, obj, "spec", spec)
    assert settled(heap, obj) == Input("obj", ())


def test_where_the_guard_does_not_hold_the_old_value_stays(heap: Heap) -> None:
    obj = given(heap)
    gate = heap.diagrams.decide(GateOn("A"))
    put(heap, obj, "status", heap.diagrams.leaf(NONE), gate)
    picture = settled(heap, obj)
    assert isinstance(picture, Structure)
    expected = heap.diagrams.choose(gate, heap.diagrams.leaf(NONE), heap.diagrams.leaf(Input("obj", ("status",))))
    assert dict(picture.fields) == {"status": expected}


def test_a_shallow_copy_shares_its_children(heap: Heap) -> None:
    obj = given(heap)
    copy = heap.copy(obj)
    put(heap, child(heap, obj, "spec"), "replicas", heap.diagrams.leaf(NONE))
    assert settled(heap, copy) == settled(heap, obj)


def test_a_field_set_on_a_copy_is_not_set_on_the_original(heap: Heap) -> None:
    obj = given(heap)
    copy = heap.copy(obj)
    put(heap, copy, "status", heap.diagrams.leaf(NONE))
    assert settled(heap, obj) == Input("obj", ())


def test_a_deep_copy_shares_nothing(heap: Heap) -> None:
    obj = given(heap)
    put(heap, child(heap, obj, "spec"), "replicas", heap.diagrams.leaf(NONE))
    copy = heap.deep_copy(obj)
    before = settled(heap, copy)
    assert before == settled(heap, obj)
    put(heap, child(heap, obj, "spec"), "paused", heap.diagrams.leaf(NONE))
    assert settled(heap, copy) == before


def test_a_picture_does_not_follow_later_changes(heap: Heap) -> None:
    obj = given(heap)
    before = settled(heap, obj)
    put(heap, obj, "status", heap.diagrams.leaf(NONE))
    assert before == Input("obj", ())


def test_a_given_list_has_up_to_two_elements(heap: Heap) -> None:
    items = heap.make(Input("obj", ("items",)), ListOf(Unknown("item")))
    entries = heap.entries(items)
    assert entries is not None
    assert [entry.key for entry in entries] == [EARLIER, LAST]
    assert settled(heap, items) == Input("obj", ("items",))


def test_an_element_that_is_changed_shows_in_the_list(heap: Heap) -> None:
    items = heap.make(Input("obj", ("items",)), ListOf(Unknown("item")))
    entries = heap.entries(items)
    assert entries is not None
    entries[1].value = heap.diagrams.leaf(NONE)
    picture = settled(heap, items)
    assert isinstance(picture, Structure)
    assert picture.entries is not None


def test_what_is_lost_is_unseen_wherever_it_can_be_reached(heap: Heap) -> None:
    obj = given(heap)
    spec = child(heap, obj, "spec")
    put(heap, spec, "replicas", heap.diagrams.leaf(Constant.of(1)))
    unseen = Unseen("a call", None, 1, ())
    heap.lose([(heap.diagrams.true, obj)], unseen)
    assert heap.own_field(spec, "replicas") is None
    assert isinstance(settled(heap, spec), Unseen)
    assert settled(heap, spec) != settled(heap, obj)


def test_what_is_done_to_a_lost_object_is_known_again(heap: Heap) -> None:
    obj = given(heap)
    heap.lose([(heap.diagrams.true, obj)], Unseen("a call", None, 1, ()))
    lost = settled(heap, obj)
    assert isinstance(lost, Unseen)
    spec = heap.part(obj, lost, "spec")
    assert isinstance(spec, Leaf)
    one, two = (heap.diagrams.leaf(Constant.of(number)) for number in (1, 2))
    heap.store(heap.diagrams.true, spec.value, "replicas", one, one)
    picture = settled(heap, obj)
    assert isinstance(picture, Structure)
    assert picture.base is heap.diagrams.leaf(lost)
    assert [name for name, _ in picture.fields] == ["spec"]
    copied = heap.deep_copy(obj)
    heap.store(heap.diagrams.true, spec.value, "replicas", two, one)
    assert settled(heap, copied) == picture


def test_losing_one_object_leaves_others_alone(heap: Heap) -> None:
    obj, other = given(heap), heap.make(Input("old", ()), Unknown("old"))
    heap.lose([(heap.diagrams.true, obj)], Unseen("a call", None, 1, ()))
    assert settled(heap, other) == Input("old", ())


def test_an_object_that_contains_itself_has_a_picture(heap: Heap) -> None:
    obj = heap.make(Blank("dict"), Unknown("dict"))
    heap.cells[obj.cell].fields["self"] = heap.diagrams.leaf(obj)
    picture = settled(heap, obj)
    assert isinstance(picture, Structure)


def test_two_new_objects_of_a_type_have_equal_pictures(heap: Heap) -> None:
    one, other = (heap.make(Zero("m.Status"), Unknown("status")) for _ in range(2))
    assert one != other
    assert settled(heap, one) == settled(heap, other)
