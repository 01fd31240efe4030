"""Declarations of a value that the hook was given: its exact type, by the way that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from apivet.effects.method_kinds import DECIMAL, MOMENT, TIME
from apivet.effects.state import Machine
from apivet.effects.values import EARLIER, HOLDS_NONE, KEY, LAST, Computed, Input, Truthy
from apivet.program.annotations import ELLIPSIS, NONE, Annotation, Applied, Declared, OutsideClass, members, one_of
from apivet.program.model import ListOf, MapOf, Named, Program, Shape, Type, Unknown, innermost

#: Classes of which two objects that are equal may be told apart: ``1.0`` and ``1.00``, moments of two zones; and of
#: numbers, zeros by their signs.
OF_MANY_TEXTS = (DECIMAL, MOMENT, TIME)
OF_SEVERAL_TEXTS = (*OF_MANY_TEXTS, "float", "complex")


def annotation_of(machine: Machine, given: Input) -> Annotation | None:
    """The declared type of what stands at a path of an object; ``None`` where nothing tells."""
    return _declared(machine, given)[1]


def shape_of(machine: Machine, given: Input) -> Shape:
    """The declared shape of what stands at a path of an object."""
    return _declared(machine, given)[0]


def is_mapping_given(machine: Machine, value: object) -> bool:
    """Whether a value is a mapping of an object as it was given."""
    return isinstance(value, Input) and isinstance(shape_of(machine, value), MapOf)


def is_unordered(machine: Machine, value: object) -> bool:
    """Whether a value is a mapping or a set as it was given: equal ones may have their elements in any order."""
    return is_mapping_given(machine, value) or is_set_given(machine, value)


def is_set_given(machine: Machine, value: object) -> bool:
    """Whether a value is a set as it was given."""
    container = _container(annotation_of(machine, value)) if isinstance(value, Input) else None
    return container is not None and spelled_name(container.generic) in _SETS


def is_keyed_given(machine: Machine, given: Input) -> bool:
    """Whether what was given has keys, in any order: a mapping, or an object whose fields are its keys."""
    shape = shape_of(machine, given)
    type_ = machine.program.type(shape.dotted) if isinstance(shape, Named) else None
    return isinstance(shape, MapOf) or (type_ is not None and type_.is_keyed)


def may_be_none(machine: Machine, given: Input) -> bool:
    """Whether ``None`` may stand there, as far as the declaration tells."""
    return _declared(machine, given)[2]


def as_key(machine: Machine, given: Input) -> tuple[bool, bool]:
    """Whether a key may hold ``None``, and whether it may be absent; neither of what stands under no key."""
    holder = shape_of(machine, Input(given.root, given.path[:-1])) if given.path else None
    if isinstance(holder, MapOf):
        is_named = given.path[-1] not in (LAST, EARLIER, KEY)
        return is_named and (holder.optional or isinstance(holder.value, Unknown)), is_named
    type_ = machine.program.type(holder.dotted) if isinstance(holder, Named) else None
    field = type_.field(given.path[-1]) if type_ is not None and type_.is_keyed else None
    return field is not None and field.optional, field is not None and field.may_be_missing


def is_never_absent(machine: Machine, given: Input) -> bool:
    """Whether something stands under a field that every object of its type has, be it ``None``."""
    holder = shape_of(machine, Input(given.root, given.path[:-1])) if given.path else None
    type_ = machine.program.type(holder.dotted) if isinstance(holder, Named) else None
    field = type_.field(given.path[-1]) if type_ is not None and not type_.is_keyed else None
    return field is not None and not field.may_be_missing


def held_as_none(machine: Machine, given: Input) -> Truthy:
    """The decision that a key is there, of one that is absent or holds ``None``."""
    return Truthy(Computed(HOLDS_NONE, (machine.diagrams.leaf(given),)))


def _declared(machine: Machine, given: Input) -> tuple[Shape, Annotation | None, bool]:
    known = machine.declared.get(given)
    if known is None:
        known = _below(machine, given) if given.path else _whole(machine, given)
        if not isinstance(known[0], Unknown):
            machine.declared[given] = known  # the type of anything else may yet come to light
    return known


def _whole(machine: Machine, given: Input) -> tuple[Shape, Annotation | None, bool]:
    """An object that a hook is given is never ``None``; only what it is may be unknown."""
    shape = machine.heap.shape_of(given)
    if isinstance(shape, Named):
        return shape, Declared(shape.dotted), False
    return shape or Unknown(given.root), None, shape is None


def _below(machine: Machine, given: Input) -> tuple[Shape, Annotation | None, bool]:
    name = given.path[-1]
    if name == KEY:
        mapping = _declared(machine, Input(given.root, given.path[:-2]))[1]
        return Unknown(name), _key_of(mapping), False
    whole, annotation, _ = _declared(machine, Input(given.root, given.path[:-1]))
    shape, optional = machine.heap.describe(whole, name)
    if isinstance(whole, Named):
        type_ = machine.program.type(whole.dotted)
        field = type_.field(name) if type_ is not None else None
        return shape, field.annotation if field is not None else None, optional
    return shape, _element_of(annotation) if isinstance(whole, (ListOf, MapOf)) else None, optional


def _element_of(annotation: Annotation | None) -> Annotation | None:
    """The type of the elements of a container, or of the values of a mapping."""
    container = _container(annotation)
    arguments = tuple(each for each in container.arguments if each != ELLIPSIS) if container is not None else ()
    generic = spelled_name(container.generic) if container is not None else ""
    if generic == "tuple":
        return one_of(arguments) if arguments else None
    if len(arguments) == 2:
        return arguments[1]
    return arguments[0] if len(arguments) == 1 and generic in _OF_ONE else None


def _key_of(annotation: Annotation | None) -> Annotation | None:
    """The type of the keys of a mapping."""
    container = _container(annotation)
    return container.arguments[0] if container is not None and len(container.arguments) == 2 else None


def _container(annotation: Annotation | None) -> Applied | None:
    """The one container with arguments that a type allows, ``None`` apart."""
    held = [member for member in members(annotation) if member != NONE] if annotation is not None else []
    return held[0] if len(held) == 1 and isinstance(held[0], Applied) else None


#: Containers of which equal ones may have their elements in any order.
_SETS = ("set", "frozenset", "collections.abc.Set", "collections.abc.MutableSet")
#: Containers whose only argument is what they hold.
_OF_ONE = (
    "list",
    "set",
    "frozenset",
    "collections.deque",
    "collections.abc.Sequence",
    "collections.abc.MutableSequence",
)


def spelled_name(annotation: Annotation) -> str:
    """The name of a class that is named in an annotation, with or without those of its elements."""
    if isinstance(annotation, Applied):
        annotation = annotation.generic
    if isinstance(annotation, OutsideClass):
        return annotation.name
    return annotation.dotted if isinstance(annotation, Declared) else ""


def public_names(type_: Type) -> list[str]:
    """The names of all that an object holds, private storage left out."""
    return [field.name for field in type_.parts if not field.name.startswith("_")]


def types_within(program: Program, shape: Shape) -> Iterator[Type]:
    """The type of something, and those of all inside it, each once."""
    pending, seen = [shape], set[str]()
    while pending:
        inner = innermost(pending.pop())
        type_ = program.type(inner.dotted) if isinstance(inner, Named) and inner.dotted not in seen else None
        if type_ is not None:
            seen.add(type_.dotted)
            yield type_
            pending += [each.shape for each in type_.fields]


def reaches(program: Program, shape: Shape, asked: Callable[[Type], bool]) -> bool:
    """Whether something is true of a type, or of one inside it."""
    return any(map(asked, types_within(program, shape)))


def has_objects(program: Program, shape: Shape) -> bool:
    """Whether something is an object with declared fields, or has one inside."""
    return reaches(program, shape, lambda type_: type_.structured)


def has_objects_inside(program: Program, type_: Type) -> bool:
    """Whether an object of a type has others inside."""
    return any(has_objects(program, each.shape) for each in type_.fields)


def has_several_texts(
    machine: Machine, given: Input, classes: Collection[str] = OF_SEVERAL_TEXTS, *, in_order: bool = False
) -> bool:
    """Whether a value as it was given may have another text than one that it equals: a mapping, unless its keys are put
    ``in_order``, a set, an object of one of these classes, or what has one of these inside."""
    shape, annotation, _ = _declared(machine, given)
    fields = (each for type_ in types_within(machine.program, shape) for each in type_.fields)
    held = [(shape, annotation), *((each.shape, each.annotation) for each in fields)]
    return any((_is_mapping(each) and not in_order) or _has_several(declared, classes) for each, declared in held)


def _is_mapping(shape: Shape) -> bool:
    while isinstance(shape, ListOf):
        shape = shape.element
    return isinstance(shape, MapOf)


def _has_several(annotation: Annotation | None, classes: Collection[str]) -> bool:
    for each in members(annotation) if annotation is not None else ():
        if isinstance(each, OutsideClass) and each.name in classes:
            return True
        if isinstance(each, Applied) and (
            spelled_name(each.generic) in _SETS or any(_has_several(argument, classes) for argument in each.arguments)
        ):
            return True
    return False
