"""Objects that are values, asked of syntax trees that no language wrote: copies, addresses, places that are overwritten."""

from __future__ import annotations

from typing import Any

from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.hooks import given_object, machine_for
from apivet.effects.values import CALLER, OLD, Constant, Input, Structure, Unseen, Zero
from apivet.program import model
from apivet.program.operations import Operation
from apivet.program.syntax import (
    Address,
    Argument,
    Assign,
    Attribute,
    Break,
    Call,
    Conditional,
    Copied,
    Entity,
    Evaluate,
    Expression,
    ForEach,
    Function,
    If,
    Labelled,
    Literal,
    Lost,
    Made,
    Name,
    Opaque,
    Overwrite,
    Parameter,
    Perform,
    Pointee,
    Statement,
    Subscript,
)
from apivet.verdicts import Location
from apivet.vocabulary import Words

HERE = Location("boats", 1)


def declared(name: str, **fields: tuple[model.Shape, bool]) -> model.Type:
    """A type; a field's flag says that it lies in the object by value."""
    dotted = f"boats.{name}"
    made = tuple(
        model.Field(each, shape, False, HERE, dotted, by_value=lies, default=_zero(shape))
        for each, (shape, lies) in fields.items()
    )
    return model.Type(name, dotted, "boats", HERE, "plain", made, {}, {}, (), True, False)


def _zero(shape: model.Shape) -> Expression | None:
    return Literal(HERE, 0) if isinstance(shape, model.Scalar) else None


NUMBER = model.Scalar("number")
TYPES = {
    each.dotted: each
    for each in (
        declared("Mast", height=(NUMBER, False)),
        declared(
            "Hull", mast=(model.Named("boats.Mast"), True), ropes=(model.ListOf(model.Named("boats.Mast")), False)
        ),
        declared("Boat", hull=(model.Named("boats.Hull"), True), spare=(model.Named("boats.Mast"), False)),
    )
}
FUNCTIONS: dict[str, Function] = {}


class Boats:
    words = Words()

    def type(self, dotted: str) -> model.Type | None:
        return TYPES.get(dotted)

    def ancestry(self, type_: model.Type) -> tuple[model.Type, ...]:
        return (type_,)

    def locate(self, dotted: str) -> model.Entity:
        return FUNCTIONS.get(dotted) or model.External(dotted)

    def resolve(self, module: str, name: str) -> model.Entity:
        return model.External(name)

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: None if name.endswith(("_operation", "_function", "change_of")) else ()


def way(path: str) -> Expression:
    """``a.b.c``."""
    first, *rest = path.split(".")
    found: Expression = Name(HERE, first)
    for name in rest:
        found = Attribute(HERE, found, name)
    return found


def put(target: str | Expression, value: str | Expression) -> Overwrite:
    return Overwrite(HERE, *(way(each) if isinstance(each, str) else each for each in (target, value)))


def let(name: str, value: str | Expression) -> Assign:
    return Assign(HERE, (Name(HERE, name),), way(value) if isinstance(value, str) else value)


def copy(path: str) -> Copied:
    return Copied(HERE, way(path))


def at(path: str, *, is_object: bool = True) -> Address:
    return Address(HERE, way(path), is_object)


def through(name: str) -> Pointee:
    return Pointee(HERE, Name(HERE, name))


def number(value: int) -> Literal:
    return Literal(HERE, value)


HIDDEN = Opaque(HERE, "the weather")


def stored(*body: Statement, asked: str = "obj") -> Diagram:
    """The settled value of a way after a hook has run."""
    machine = machine_for(Boats())  # type: ignore[arg-type]
    boat = TYPES["boats.Boat"]
    for root in (CALLER, OLD):
        machine.frame.variables[root] = machine.diagrams.leaf(given_object(machine, root, boat))
    machine.begin()
    machine.execute(body)
    return machine.heap.settle(machine.evaluate(way(asked)))


def only(value: Diagram) -> Any:
    assert isinstance(value, Leaf), value
    return value.value


def reasons(value: Diagram) -> bool:
    """Whether a value is unseen, in whole or in part."""
    found = only(value)
    return isinstance(found, Unseen) or (isinstance(found, Structure) and reasons(found.base))


def test_a_copy_that_nobody_changes_is_the_value() -> None:
    assert only(stored(put("obj.hull", copy("old.hull")), asked="obj.hull")) == Input(OLD, ("hull",))
    assert only(stored(let("kept", copy("obj")), asked="kept")) == Input(CALLER, ())


def test_a_copy_is_another_object() -> None:
    changed = (let("kept", copy("obj.hull")), put("obj.hull.mast.height", number(3)))
    assert only(stored(*changed, asked="kept.mast.height")) == Input(CALLER, ("hull", "mast", "height"))
    assert only(stored(*changed, asked="obj.hull.mast.height")) == Constant.of(3)
    aliased = (let("kept", "obj.hull"), put("obj.hull.mast.height", number(3)))
    assert only(stored(*aliased, asked="kept.mast.height")) == Constant.of(3)


def test_a_copy_shares_what_it_refers_to() -> None:
    changed = (let("kept", copy("obj")), put("kept.spare.height", number(3)), put("kept.hull.mast.height", number(4)))
    assert only(stored(*changed, asked="obj.spare.height")) == Constant.of(3)
    assert only(stored(*changed, asked="obj.hull.mast.height")) == Input(CALLER, ("hull", "mast", "height"))
    first = Subscript(HERE, way("kept.hull.ropes"), number(0))
    rope = (let("kept", copy("obj")), put(Attribute(HERE, first, "height"), number(5)))
    element = let("rope", Attribute(HERE, Subscript(HERE, way("obj.hull.ropes"), number(0)), "height"))
    assert set(_values(stored(*rope, element, asked="rope"))) == {Constant.of(5)}


def _values(value: Diagram) -> list[Any]:
    from apivet.effects.diagrams import leaves
    from apivet.effects.values import Unbound

    return [leaf.value for leaf in leaves(value) if not isinstance(leaf.value, Unbound)]


def test_copies_of_elements_are_other_objects() -> None:
    copies = let("kept", Copied(HERE, way("obj.hull.ropes"), elements=True))
    shared = let("kept", "obj.hull.ropes")
    change = ForEach(HERE, Name(HERE, "rope"), way("kept"), (put("rope.height", number(5)),), ())
    assert only(stored(copies, change, asked="obj.hull.ropes")) == Input(CALLER, ("hull", "ropes"))
    assert only(stored(shared, change, asked="obj.hull.ropes")) != Input(CALLER, ("hull", "ropes"))


def test_who_has_the_address_sees_what_is_put_there() -> None:
    pointed = (let("here", at("obj.hull")), put("obj.hull", copy("old.hull")))
    assert only(stored(*pointed, asked="here.mast.height")) == Input(OLD, ("hull", "mast", "height"))
    assert only(stored(*pointed, put("here.mast.height", number(3)), asked="obj.hull.mast.height")) == Constant.of(3)
    inner = (let("here", at("obj.hull.mast")), put("obj.hull", copy("old.hull")), put("here.height", number(3)))
    assert only(stored(*inner, asked="obj.hull.mast.height")) == Constant.of(3)
    assert only(stored(*inner, asked="old.hull")) == Input(OLD, ("hull",))
    behind = (put("obj.hull", copy("old.hull")), let("here", at("obj.hull")), put("here.mast.height", number(3)))
    assert only(stored(*behind, asked="obj.hull.mast.height")) == Constant.of(3)
    assert only(stored(*behind, asked="old.hull")) == Input(OLD, ("hull",))


def test_a_whole_object_is_put_where_a_pointer_leads() -> None:
    whole = (let("kept", copy("obj.hull")), put(through("obj"), copy("old")), put("obj.hull", copy("kept")))
    assert only(stored(*whole, asked="obj.hull")) == Input(CALLER, ("hull",))
    assert only(stored(*whole, asked="obj.spare")) == Input(OLD, ("spare",))
    assert only(stored(*whole, put("obj.spare.height", number(1)), asked="old.spare.height")) == Constant.of(1)
    assert only(stored(put(through("obj"), copy("old")), asked="obj")) == Input(OLD, ())
    emptied = put(through("obj"), Made(HERE, "boats.Boat"))
    assert only(stored(emptied, asked="obj.hull.mast.height")) == Constant.of(0)


def test_a_place_that_is_overwritten_on_some_paths_only() -> None:
    change = If(HERE, HIDDEN, (put(through("obj"), copy("old")),), ())
    found = stored(change, asked="obj")
    assert {repr(leaf) for leaf in _values(found)} == {repr(Input(OLD, ())), repr(Input(CALLER, ()))}
    assert len(_values(stored(change, put("obj.hull.mast.height", number(2)), asked="obj.hull.mast.height"))) == 1


def test_what_is_no_object_has_an_address_too() -> None:
    field = (let("here", at("obj.spare", is_object=False)), put(through("here"), "old.spare"))
    assert only(stored(*field, asked="obj.spare")) == Input(OLD, ("spare",))
    variable = (let("count", number(1)), let("here", at("count", is_object=False)), put(through("here"), number(2)))
    assert only(stored(*variable, asked="count")) == Constant.of(2)
    assert only(stored(*variable, let("seen", through("here")), asked="seen")) == Constant.of(2)
    plain = (let("count", number(1)), let("here", "count"), put("here", number(2)))
    assert only(stored(*plain, asked="count")) == Constant.of(1)


def test_a_call_that_is_not_known_may_write_through_an_address() -> None:
    call = Evaluate(HERE, Call(HERE, Entity(HERE, "harbour.visit"), (Argument(at("count", is_object=False)),)))
    by_value = Evaluate(HERE, Call(HERE, Entity(HERE, "harbour.visit"), (Argument(way("count")),)))
    assert reasons(stored(let("count", number(1)), call, asked="count"))
    assert only(stored(let("count", number(1)), by_value, asked="count")) == Constant.of(1)
    field = Evaluate(HERE, Call(HERE, Entity(HERE, "harbour.visit"), (Argument(at("obj.spare", is_object=False)),)))
    assert reasons(stored(field, asked="obj.spare"))
    assert only(stored(field, asked="old.spare")) == Input(OLD, ("spare",))


def test_what_can_not_be_followed_is_lost() -> None:
    assert reasons(stored(Lost(HERE, "select", (way("obj.hull"),)), asked="obj.hull"))
    assert only(stored(Lost(HERE, "select", (way("obj.hull"),)), asked="obj.spare")) == Input(CALLER, ("spare",))
    assert reasons(stored(let("count", number(1)), Lost(HERE, "select", (), ("count",)), asked="count"))


def test_a_statement_that_is_not_known_may_end_the_hook() -> None:
    body = (Lost(HERE, "goto", (), leaves=True), put("obj.hull.mast.height", number(3)))
    name = "boats.visit"
    parameters = (Parameter("obj", "positional", None, None),)
    FUNCTIONS[name] = Function(HERE, "visit", name, "boats", None, parameters, body, (), "none", False, False, False, False, None)  # fmt: skip
    found = stored(
        Evaluate(HERE, Call(HERE, Entity(HERE, name), (Argument(way("obj")),))), asked="obj.hull.mast.height"
    )
    assert {repr(each) for each in _values(found)} == {
        repr(Constant.of(3)), repr(Input(CALLER, ("hull", "mast", "height")))
    }  # fmt: skip


def test_a_block_with_a_label_is_left() -> None:
    inner = ForEach(HERE, Name(HERE, "rope"), way("obj.hull.ropes"), (Break(HERE, "round"),), ())
    block = Labelled(HERE, "round", (inner, put("obj.hull.mast.height", number(3))))
    found = stored(block, asked="obj.hull.mast.height")
    assert len(_values(found)) == 2
    always = Labelled(HERE, "round", (Break(HERE, "round"), put("obj.hull.mast.height", number(3))))
    assert only(stored(always, asked="obj.hull.mast.height")) == Input(CALLER, ("hull", "mast", "height"))


def test_a_new_object_has_what_it_is_given() -> None:
    made = let("mast", Made(HERE, "boats.Mast", (("height", number(7)),)))
    assert only(stored(made, asked="mast.height")) == Constant.of(7)
    assert only(stored(let("mast", Made(HERE, "boats.Mast")), asked="mast")) == Zero("boats.Mast")


def test_known_operations_need_no_name() -> None:
    same = Perform(HERE, Operation.EQUAL, (way("obj.hull"), way("old.hull")))
    chosen = let("seen", Conditional(HERE, same, number(1), number(1)))
    assert only(stored(chosen, asked="seen")) == Constant.of(1)
    assert only(stored(put("obj.hull", copy("old.hull")), let("seen", same), asked="seen")) == Constant.of(True)
