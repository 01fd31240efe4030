"""What conversions cost, by stand-ins: of the right layout, converted for real, and measured in proportion."""

from __future__ import annotations

import gc
import sys

import pytest

from apivet.costs.measuring import measure, measure_all
from apivet.costs.samples import MOST_NESTED, Sample, SampleLayout, SampleNode, sample
from apivet.costs.standins import Shape, conversions, real_form, stand_in
from apivet.program.annotations import Annotation, Applied, Declared, OneOf, OutsideClass
from apivet.program.model import Field, Type, Unknown
from apivet.verdicts import Location

#: Seconds for one sample: these tests are about orders of magnitude.
SHORT = 0.005

FORMS = ["dataclass", "attrs", "pydantic", "msgspec", "typeddict", "namedtuple", "plain"]
#: Each layout that a declaration of that kind can have.
LAYOUTS = [
    SampleLayout(form, slotted, frozen)
    for form in FORMS
    for slotted in ((False, True) if form in ("dataclass", "attrs", "plain") else (form == "msgspec",))
    for frozen in ((False, True) if form not in ("typeddict", "namedtuple") else (False,))
]
SPLIT = [SampleLayout(form, slotted=True, frozen=False, split=(2, 3)) for form in ("dataclass", "attrs", "plain")]

each_layout = pytest.mark.parametrize("layout", [*LAYOUTS, *SPLIT], ids=lambda layout: layout.words)


def flat(layout: SampleLayout, fields: int = 5) -> Sample:
    return (SampleNode(layout, layout, fields, 0, 0),)


def nested(layout: SampleLayout) -> Sample:
    """One object held in each way, by an object with a field of its own besides."""
    leaf = SampleNode(layout, layout, 5, 0, 0)
    top = SampleNode(layout, layout, 5, 0, 0, (("one", 1), ("list", 2), ("tuple", 3), ("map", 4)))
    return (top, leaf, leaf, leaf, leaf)


# ------------------------------------------------------------------------------------------------------ stand-ins


@each_layout
def test_a_stand_in_is_of_the_kind_and_layout_that_it_stands_for(layout: SampleLayout) -> None:
    class_ = stand_in(Shape(layout, 5, (), served=False))
    object_ = conversions(flat(layout)).build()

    kinds = {
        "dataclass": "__dataclass_fields__",
        "attrs": "__attrs_attrs__",
        "pydantic": "model_fields",
        "msgspec": "__struct_fields__",
        "typeddict": "__total__",
        "namedtuple": "_fields",
        "plain": "__init__",
    }
    assert hasattr(class_, kinds[layout.form])
    assert type(object_) is (dict if layout.form == "typeddict" else class_)
    if layout.form in ("dataclass", "attrs", "plain"):
        assert hasattr(object_, "__dict__") is not layout.slotted
    if layout.split:
        own, above = ({name for name in base.__slots__ if name.startswith("f")} for base in class_.__mro__[:2])
        # Python 3.10 gives a data class a second slot for each field that has one in a base class.
        assert [len(own - above), len(above)] == [layout.split[1], layout.split[0]]


@pytest.mark.parametrize("layout", [each for each in LAYOUTS if each.frozen and each.form != "plain"])
def test_a_frozen_stand_in_is_frozen(layout: SampleLayout) -> None:
    object_ = conversions(flat(layout)).build()

    with pytest.raises((AttributeError, ValueError)):
        object_.f0 = 1


@each_layout
def test_a_copy_has_the_values_of_every_field_in_new_objects(layout: SampleLayout) -> None:
    functions = conversions(nested(layout))
    source = functions.build()
    copied = functions.copy(source)

    def read(object_: object, name: str) -> object:
        return object_[name] if isinstance(object_, dict) else getattr(object_, name)

    assert functions.is_converted(copied)
    assert copied is not source
    assert read(copied, "f4") == read(source, "f4") == 1004
    inner = read(source, "f0"), read(copied, "f0")
    assert inner[0] is not inner[1]
    assert read(inner[0], "f3") == read(inner[1], "f3") == 1003
    lists = read(source, "f1"), read(copied, "f1")
    assert [type(each) for each in lists] == [list, list]
    assert lists[0] is not lists[1]
    assert isinstance(read(copied, "f2"), tuple)
    assert list(read(copied, "f3")) == ["key"]  # type: ignore[call-overload]


def test_kinds_may_change_in_a_conversion() -> None:
    hub, served = SampleLayout("attrs", True, False), SampleLayout("pydantic", False, True)
    functions = conversions((SampleNode(hub, served, 2, 1, 2, (("list", 1),)), SampleNode(hub, served, 1, 0, 0)))
    copied = functions.copy(functions.build())

    assert functions.is_converted(copied)
    assert (copied.f0[0].f0, copied.f1, copied.f2, copied.f3) == (1000, 1001, 0, 0)


def test_a_library_that_is_not_installed_is_stood_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apivet.costs.standins._installed", lambda library: False)
    stand_in.cache_clear()
    try:
        frozen = SampleLayout("pydantic", False, True)
        assert [real_form(form) for form in FORMS[:4]] == ["dataclass"] * 4
        assert real_form("namedtuple") == "namedtuple"
        measured = measure(flat(frozen), SHORT)
        assert measured.retag is not None, measured.refused
    finally:
        stand_in.cache_clear()


# ------------------------------------------------------------------------------------------------------ measuring


@each_layout
def test_retagging_is_measured_where_the_interpreter_allows_it(layout: SampleLayout) -> None:
    """What is refused is asked of the interpreter once more, with classes that are written out here."""
    measured = measure(nested(layout), SHORT)
    source, target = (stand_in(Shape(layout, 5, (), served=side)) for side in (False, True))
    if layout.form == "typeddict":
        allowed = True
    else:
        try:
            object.__setattr__(source(**{f"f{number}": 1 for number in range(5)}), "__class__", target)
            allowed = True
        except (TypeError, AttributeError):
            # A type of C's own has another way, or none.
            allowed = layout == SampleLayout("msgspec", slotted=True, frozen=False)

    assert (measured.retag is not None) is allowed, measured.refused
    assert bool(measured.refused) is not allowed
    if layout.split:
        assert "layout differs" in measured.refused


def test_what_costs_more_is_measured_as_more() -> None:
    slotted, plain = SampleLayout("dataclass", True, False), SampleLayout("dataclass", False, False)
    small, large = measure(flat(slotted, 2), SHORT), measure(flat(slotted, 200), SHORT)
    open_, deep = measure(flat(plain), SHORT), measure(nested(plain), SHORT)

    assert small.copy.nanoseconds * 2 < large.copy.nanoseconds
    assert small.copy.bytes < large.copy.bytes
    assert open_.copy.bytes * 3 < deep.copy.bytes
    assert small.retag is not None
    assert large.retag is not None
    assert large.retag.nanoseconds < large.copy.nanoseconds / 2
    assert small.retag.bytes == large.retag.bytes == 0


def test_allocated_bytes_are_those_of_the_objects() -> None:
    fields = 100
    measured = measure(flat(SampleLayout("plain", True, False), fields), SHORT)
    class_ = stand_in(Shape(SampleLayout("plain", True, False), fields, (), served=True))
    size = sys.getsizeof(class_(**{f"f{number}": None for number in range(fields)}))

    # Besides the object there is its place in the list, and the head that the garbage collector keeps.
    assert size <= measured.copy.bytes <= size + 8 + 16 + 16


def test_measuring_leaves_the_collector_as_it_was() -> None:
    assert gc.isenabled()
    measure_all([flat(SampleLayout("plain", True, False))])
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_equal_samples_are_measured_once() -> None:
    samples = [flat(SampleLayout("plain", True, False), number % 3) for number in range(300)]

    assert len(measure_all(samples)) == 3


# -------------------------------------------------------------------------------------------------------- samples


def type_(dotted: str, *fields: tuple[str, Annotation]) -> Type:
    where = Location("types.py", 1)
    made = tuple(Field(name, Unknown(""), False, where, dotted, annotation=annotation) for name, annotation in fields)
    name = dotted.rpartition(".")[2]
    return Type(name, dotted, dotted.rpartition(".")[0], where, "dataclass", made, {}, {}, (), True, False)


def sampled(*types: Type) -> Sample:
    known = {each.dotted: each for each in types}
    return sample(types[0], types[1], known.get)


INT = OutsideClass("int")


def of(generic: str, *arguments: Annotation) -> Applied:
    return Applied(OutsideClass(generic), arguments)


@pytest.mark.parametrize(
    ("annotate", "holding"),
    [
        (lambda inner: inner, "one"),
        (lambda inner: OneOf((OutsideClass("None"), inner)), "one"),
        (lambda inner: of("list", inner), "list"),
        (lambda inner: OneOf((of("list", inner), OutsideClass("None"))), "list"),
        (lambda inner: of("tuple", inner, OutsideClass("...")), "tuple"),
        (lambda inner: of("dict", OutsideClass("str"), inner), "map"),
        (lambda inner: of("collections.abc.Mapping", OutsideClass("str"), inner), "map"),
    ],
)
def test_nested_types_are_part_of_a_sample(annotate, holding: str) -> None:  # type: ignore[no-untyped-def]
    found = sampled(
        type_("hub.A", ("size", INT), ("b", annotate(Declared("hub.B")))),
        type_("v1.A", ("size", INT), ("b", annotate(Declared("v1.B")))),
        type_("hub.B", ("x", INT), ("y", INT), ("old", INT)),
        type_("v1.B", ("y", INT), ("x", INT), ("new", INT), ("newer", INT)),
    )

    assert [(node.shared, node.hub_only, node.served_only) for node in found] == [(2, 0, 0), (2, 1, 2)]
    assert found[0].children == ((holding, 1),)


def test_a_class_that_both_sides_share_is_handed_on() -> None:
    shared = ("meta", Declared("meta.ObjectMeta"))
    found = sampled(type_("hub.A", shared), type_("v1.A", shared), type_("meta.ObjectMeta", ("name", INT)))

    assert len(found) == 1


def test_what_is_not_in_the_tree_is_handed_on() -> None:
    found = sampled(type_("hub.A", ("b", Declared("hub.B"))), type_("v1.A", ("b", Declared("v1.B"))))

    assert len(found) == 1


def test_a_sample_of_types_in_a_circle_ends() -> None:
    found = sampled(
        type_("hub.Props", ("items", of("list", Declared("hub.Props"))), ("negated", Declared("hub.Props"))),
        type_("v1.Props", ("items", of("list", Declared("v1.Props"))), ("negated", Declared("v1.Props"))),
    )

    assert len(found) == MOST_NESTED + 1
    functions = conversions(found)
    assert functions.is_converted(functions.copy(functions.build()))


def test_a_sample_of_types_nested_deep_ends() -> None:
    chain = []
    for number in range(5000):
        for side in ("hub", "v1"):
            chain.append(type_(f"{side}.T{number}", ("next", Declared(f"{side}.T{number + 1}"))))

    assert len(sampled(*chain)) == MOST_NESTED + 1


def test_a_type_with_thousands_of_fields_is_measured() -> None:
    assert measure(flat(SampleLayout("dataclass", True, False), 5000), SHORT).copy.bytes > 5000 * 8
