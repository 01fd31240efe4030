"""Kinds of a value, as far as they are certain: from the values that it was made of, or from its
declaration. Values of different kinds are never equal, whatever they are."""

from __future__ import annotations

import collections.abc
import itertools
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Container, Iterable, Mapping
from typing import Final

from msgspec import Struct

from apivet.effects.cells import Cell
from apivet.effects.declared import annotation_of, may_be_none, spelled_name
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.method_kinds import (
    BYTES,
    DATE,
    DAY,
    DECIMAL,
    GIVEN,
    LIST,
    MOMENT,
    NUMBER,
    SPAN,
    TEXT,
    TIME,
    TUPLE,
    UUID,
)
from apivet.effects.state import Machine
from apivet.effects.values import (
    DECLINED,
    MANY,
    NO_DEFAULT,
    SEQUENCE,
    Blank,
    Computed,
    Constant,
    Input,
    Member,
    Outside,
    Reference,
    Structure,
    Zero,
)
from apivet.program.annotations import NONE as NO_VALUE
from apivet.program.annotations import Annotation, Applied, Declared, Only, OutsideClass, members
from apivet.program.model import ListOf, MapOf, Type
from apivet.program.operators import TELLING
from apivet.program.whole_numbers import ROOMS, WORTH

_EQUALS: Final = "__eq__"


class Kind(Struct, frozen=True):
    """Things that can be equal to each other and to nothing else: numbers, texts, members of one enum, ...

    ``values`` are all that there are, where they are known; ``whole`` says of numbers that they have no fraction,
    ``type`` of objects of which class they are, or of one that derives from it."""

    family: str
    values: frozenset[object] | None = None
    whole: bool = False
    type: str = ""


#: Classes of numbers that need not be whole, and may be none.
FRACTIONAL: Final = ("float", "complex", DECIMAL, "fractions.Fraction")
#: Every kind that a value can be of; ``None`` where that is not known.
Kinds = tuple[Kind, ...]

NOTHING, _OBJECT, SET, DICT = "None", "object", "set", "dict"
_WHOLE: Final = Kind(NUMBER, whole=True)
_TRUTH: Final = Kind(NUMBER, frozenset((False, True)), whole=True)
_ABSENT: Final = Kind(NOTHING, frozenset((None,)))
_OF_CLASS: Final = {
    **dict.fromkeys(("int", *ROOMS), _WHOLE),
    "bool": _TRUTH,
    **dict.fromkeys(FRACTIONAL, Kind(NUMBER)),
    "str": Kind(TEXT),
    **dict.fromkeys(("bytes", "bytearray"), Kind(BYTES)),
    **dict.fromkeys((MOMENT, DAY), Kind(DATE)),
    **{name: Kind(name) for name in (TIME, SPAN, UUID, "collections.deque")},
    "list": Kind(LIST),
    "tuple": Kind(TUPLE),
    **dict.fromkeys(("set", "frozenset"), Kind(SET)),
    **dict.fromkeys(
        ("dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter"),
        Kind(DICT),
    ),
    "None": _ABSENT,
}
_OF_FORM: Final = {"namedtuple": Kind(TUPLE), "typeddict": Kind(DICT)}
#: Forms whose objects equal none of another class.
_COMPARED_BY_CLASS: Final = ("dataclass", "attrs", "pydantic", "msgspec")
_DATA: Final = (*_COMPARED_BY_CLASS, "plain")
#: Kinds of containers made here.
_OF_BLANK: Final = {
    "dict": (Kind(DICT),),
    "list": (Kind(LIST),),
    SEQUENCE: (Kind(LIST), Kind(TUPLE), Kind(SET)),  # keys of a mapping equal a set
    "tuple": (Kind(TUPLE),),
    "set": (Kind(SET),),
}
_OF_ONE_TEXT: Final = frozenset((LIST, TUPLE, SET, DICT, NOTHING))
_REPEATED: Final = "*"
#: Operations that give a text for texts, a number for numbers.
_KEEPING: Final[Mapping[str, frozenset[str]]] = {
    "+": frozenset((NUMBER, TEXT)),
    _REPEATED: frozenset((NUMBER, TEXT)),
    **dict.fromkeys(("-", "builtins.abs", "builtins.min", "builtins.max"), frozenset((NUMBER,))),
}
#: Kinds of the results of the library's functions, whatever the arguments.
_COMPUTED: Final = {
    **dict.fromkeys(("length", MANY, "whole number", *WORTH), _WHOLE),
    **dict.fromkeys(("text", "builtins.str", "image:builtins.repr", "image:json.dumps", "builtins.ascii"), Kind(TEXT)),
    **dict.fromkeys(TELLING, _TRUTH),
    "builtins.object": Kind(_OBJECT),
}


def may_be_equal(machine: Machine, left: object, right: object) -> bool:
    """Whether two settled values can be equal, as far as their kinds tell."""
    ours = kinds_of(machine, left)
    theirs = kinds_of(machine, right) if ours is not None else None
    if ours is None or theirs is None:
        return True
    pairs = itertools.product(ours, theirs)
    return any(_meet(one, other) and not _are_unrelated(machine, one.type, other.type) for one, other in pairs)


def _are_unrelated(machine: Machine, left: str, right: str) -> bool:
    """Whether no object is of two classes: neither derives from the other, and none beside them from both."""
    if left == right or not (left and right):
        return False
    program, names = machine.program, (left, right)
    known = [type_ for name in names for type_ in (program.type(name), *program.declared_in(name.rpartition(".")[0]))]
    above = [{base.dotted for base in program.ancestry(type_)} for type_ in known if type_ is not None]
    return not any(bases.issuperset(names) for bases in above)


def has_one_text(machine: Machine, value: Diagram) -> bool:
    """Whether a settled value is one of the language's containers, or ``None``, whose two texts are one."""
    return _is_among(machine, value, _OF_ONE_TEXT)


def is_set(machine: Machine, value: Diagram) -> bool:
    """Whether a settled value is a set for certain."""
    return _is_among(machine, value, (SET,))


def sequence_like(machine: Machine, *sequences: Reference) -> str:
    """The kind of a part of a sequence, or of several put together: that which these have, where it is told."""
    families = set()
    for sequence in sequences:
        families |= _families(machine, machine.heap.cells[sequence.cell].base) or {SEQUENCE}
    return families.pop() if len(families) == 1 and families <= {LIST, TUPLE} else SEQUENCE


def _is_among(machine: Machine, value: Diagram, families: Container[str]) -> bool:
    """Whether a settled value is of one of these families for certain."""
    kinds = [kinds_of(machine, leaf.value) for leaf in leaves(value)]
    return all(each and all(kind.family in families for kind in each) for each in kinds)


def equals_declared(machine: Machine, annotation: Annotation, other: object) -> bool | None:
    """Whether what is declared so equals a value; ``None`` where the kinds of both do not tell."""
    ours, theirs = of_annotation(machine, annotation), kinds_of(machine, other)
    if ours is None or theirs is None:
        return None
    if not any(_meet(one, its) for one, its in itertools.product(ours, theirs)):
        return False
    values = [kind.values for kind in (*ours, *theirs)]
    return True if len(ours) == len(theirs) == 1 and all(each and len(each) == 1 for each in values) else None


def are_of_one_kind(machine: Machine, left: object, right: object) -> bool | None:
    """Whether two settled values that are there are of one kind; ``None`` where that is not known."""
    sides = [kinds_of(machine, value) for value in (left, right)]
    if None in sides:
        return None
    ours, theirs = ({(kind.family, kind.whole) for kind in side or () if kind.family != NOTHING} for side in sides)
    if len(ours | theirs) == 1:
        return True
    return None if {family for family, _ in ours} & {family for family, _ in theirs} else False


def values_of(machine: Machine, value: object) -> frozenset[object] | None:
    """All that a settled value can be, where these are few and known."""
    found = kinds_of(machine, value)
    if found is None or any(kind.values is None for kind in found):
        return None
    return frozenset(each for kind in found for each in kind.values or ())


def are_told(machine: Machine, left: object, right: object) -> bool:
    """Whether of two values it is certain which they are."""
    found = [values_of(machine, value) for value in (left, right)]
    return all(values is not None and len(values) == 1 for values in found)


def _meet(one: Kind, other: Kind) -> bool:
    if one.family != other.family:
        return False
    if one.values is not None and other.values is not None:
        return not one.values.isdisjoint(other.values)
    for few, many in ((one, other), (other, one)):
        if few.values is not None and many.whole:
            return any(not isinstance(value, float) or value.is_integer() for value in few.values)
    return True


def kinds_of(machine: Machine, value: object) -> Kinds | None:
    """The kinds that a settled value can be of."""
    if isinstance(value, Input):
        return _of_given(machine, value)
    if isinstance(value, Constant):
        return _of_constant(value)
    if isinstance(value, Member):
        return _of_member(machine, value)
    if isinstance(value, Computed):
        return _of_computed(machine, value)
    if isinstance(value, Outside) and value in (DECLINED, NO_DEFAULT):
        return (Kind(value.dotted),)
    if isinstance(value, Blank):
        return _OF_BLANK.get(value.kind)
    if isinstance(value, Zero):
        type_ = machine.program.type(value.type)
        return None if type_ is None else _of_type(machine, type_)
    if isinstance(value, Structure) and isinstance(value.base, Leaf):
        found = kinds_of(machine, value.base.value)
        return None if found is None else tuple(kind for kind in found if kind != _ABSENT)
    return None


def _of_computed(machine: Machine, value: Computed) -> Kinds | None:
    known = _COMPUTED.get(value.operator)
    if known is not None:
        return (known,)
    if value.operator in _KEEPING:
        both = value.operator == _REPEATED  # ``2 * "a"`` is a text as much as ``"a" * 2``
        of = [_families(machine, each) for each in value.operands[: 2 if both else 1]]
        families = set[str]().union(*of)
        if both and len(families) > 1:
            families.discard(NUMBER)
        if all(of) and len(families) == 1 and families <= _KEEPING[value.operator]:
            return (Kind(families.pop()),)
    owners = _families(machine, value.operands[0]) if value.operands and value.operator.startswith(".") else set()
    given = {GIVEN.get((value.operator, family)) for family in owners}
    return (Kind(given.pop() or ""),) if len(given) == 1 and None not in given else None


def _families(machine: Machine, operand: Diagram) -> set[str]:
    """The families that an operand can be of, where it is there; none where that is not known."""
    of = kinds_of(machine, operand.value) if isinstance(operand, Leaf) else None
    return {kind.family for kind in of or () if kind != _ABSENT}


def _of_constant(value: Constant) -> Kinds | None:
    known = _OF_CLASS.get("None" if value.value is None else value.kind)
    return None if known is None else (Kind(known.family, frozenset((value.value,)), known.whole),)


def _of_member(machine: Machine, value: Member) -> Kinds | None:
    type_ = machine.program.type(value.type)
    found = _of_type(machine, type_) if type_ is not None and type_.form == "enum" else None
    if found is None or type_ is None:
        return None
    own = found[0]
    for constant in type_.constants:
        if constant.name == value.name and own.values is not None:
            worth = constant.value if own.family == type_.dotted else written(constant.value)
            return (Kind(own.family, frozenset((worth,)), own.whole),)
    return found


def _of_given(machine: Machine, given: Input) -> Kinds | None:
    if not given.path:
        return (Kind(_OBJECT),)
    annotation = annotation_of(machine, given)
    found = of_annotation(machine, annotation) if annotation is not None else None
    if found is not None and may_be_none(machine, given) and _ABSENT not in found:
        return (*found, _ABSENT)  # a key that its mapping may lack
    return found


def of_annotation(machine: Machine, annotation: Annotation) -> Kinds | None:
    """The kinds that values of a declared type can be of."""
    known = machine.kinds.get(annotation)
    if known is None:
        known = machine.kinds[annotation] = (_joined(_of_one(machine, each) for each in members(annotation)),)
    found: Kinds | None = known[0]
    return found


def _joined(parts: Iterable[Kinds | None]) -> Kinds | None:
    found: dict[Kind, None] = {}
    for part in parts:
        if part is None:
            return None
        found.update(dict.fromkeys(part))
    return tuple(found)


def _of_one(machine: Machine, annotation: Annotation) -> Kinds | None:
    if isinstance(annotation, Only):
        return _of_literal(machine, annotation)
    if isinstance(annotation, Applied):
        annotation = annotation.generic
    if isinstance(annotation, OutsideClass):
        known = _OF_CLASS.get(annotation.name)
        return None if known is None else (known,)
    if isinstance(annotation, Declared):
        type_ = machine.program.type(annotation.dotted)
        return None if type_ is None else _of_type(machine, type_)
    return None


def _of_literal(machine: Machine, choice: Only) -> Kinds | None:
    family = _OF_CLASS.get(choice.kind)
    if family is None:
        return _of_one(machine, Declared(choice.kind))  # a member of an enum
    if choice.kind == "bool":
        return (Kind(NUMBER, frozenset((choice.value == "True",)), whole=True),)
    value = written(choice.value)
    return (family,) if value is None else (Kind(family.family, frozenset((value,)), family.whole),)


def written(text: str) -> str | int | None:
    """The value that is written in one spelling: a number, or a text without anything escaped; else ``None``."""
    if text[:1] in "'\"":
        return None if "\\" in text else text[1:-1]
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isdecimal() else None


def _of_type(machine: Machine, type_: Type) -> Kinds | None:
    """The kinds of the instances of a class of the tree, unless the class says itself what they equal."""
    ancestry = machine.program.ancestry(type_)
    if any(_EQUALS in base.methods or _EQUALS in base.attributes for base in ancestry):
        return None
    if type_.form == "enum":
        return _of_enum(type_)
    if any(base.has_unknown_base for base in ancestry):
        return None
    if type_.outside_bases:
        known = _OF_CLASS.get(type_.outside_bases[0]) if len(type_.outside_bases) == 1 else None
        return None if known is None else (known,)
    if type_.form in _OF_FORM:
        return (_OF_FORM[type_.form],)
    if type_.form in _COMPARED_BY_CLASS:
        return (Kind(_OBJECT, type=type_.dotted),)
    return (Kind(_OBJECT),) if type_.form in _DATA else None


_TEXT_ENUMS: Final = ("str", "enum.StrEnum")
_NUMBER_ENUMS: Final = ("int", "enum.IntEnum", "enum.IntFlag")
_PLAIN_ENUMS: Final = ("enum.Enum", "enum.Flag")


def is_number_enum(type_: Type | None) -> bool:
    """Whether the members of a type are numbers as well."""
    return type_ is not None and any(name in type_.enum_bases for name in _NUMBER_ENUMS)


def is_text_enum(type_: Type | None) -> bool:
    """Whether the members of a type are texts as well."""
    return type_ is not None and any(name in type_.enum_bases for name in _TEXT_ENUMS)


def _of_enum(type_: Type) -> Kinds | None:
    """Members equal themselves alone, unless they are texts or numbers as well."""
    for names, kind in ((_TEXT_ENUMS, Kind(TEXT)), (_NUMBER_ENUMS, _WHOLE)):
        if any(name in type_.enum_bases for name in names):
            values = [written(constant.value) for constant in type_.constants]
            certain = None not in values and "enum.IntFlag" not in type_.enum_bases
            return (Kind(kind.family, frozenset(values) if certain else None, kind.whole),)
    if not all(name in _PLAIN_ENUMS for name in type_.enum_bases):
        return None
    every = frozenset(constant.value for constant in type_.constants)
    return (Kind(type_.dotted, None if "enum.Flag" in type_.enum_bases else every),)


# ---------------------------------------------------------------------------------------------------- instances

#: Classes of which an instance of another is one as well.
_ABOVE: Final = {
    "bool": ("int",),
    MOMENT: (DAY,),
    **dict.fromkeys(("collections.OrderedDict", "collections.defaultdict", "collections.Counter"), ("dict",)),
}


#: Abstract classes that say what a container can do, and the classes that are known to do it or not.
_ABSTRACT: Final = {f"collections.abc.{name}": getattr(collections.abc, name) for name in collections.abc.__all__}
_CONCRETE: Final = {
    **{each.__name__: each for each in (int, bool, float, str, bytes, list, tuple, set, frozenset, dict)},
    **{f"collections.{each.__name__}": each for each in (deque, Counter, OrderedDict, defaultdict)},
}


def is_instance_of(machine: Machine, given: Input, wanted: str) -> bool | None:
    """Whether what stands at a path, and is not ``None``, is an instance of a class, by its canonical name; ``None``
    where the declaration does not tell."""
    annotation = annotation_of(machine, given)
    if annotation is None:
        return None
    answers = {is_declared_as(machine, each, wanted) for each in members(annotation) if each != NO_VALUE}
    return answers.pop() if len(answers) == 1 else None


def is_made_as(machine: Machine, type_: str, wanted: str) -> bool | None:
    """Whether a new object of a type is an instance of a class; ``None`` where a base is not known."""
    if wanted in _ABSTRACT:
        return issubclass(_CONCRETE[type_], _ABSTRACT[wanted]) if type_ in _CONCRETE else None
    found = _classes_of(machine, type_)
    return None if found is None or _classes_of(machine, wanted) is None else wanted in found


def is_declared_as(machine: Machine, annotation: Annotation, wanted: str) -> bool | None:
    """Whether what is declared so is an instance of a class; ``None`` where the declaration does not tell."""
    if isinstance(annotation, Applied):
        annotation = annotation.generic
    own = annotation.kind if isinstance(annotation, Only) else spelled_name(annotation)
    if wanted in _ABSTRACT:
        return is_made_as(machine, own, wanted)
    found = _classes_of(machine, own)
    if found is None or _classes_of(machine, wanted) is None:
        return None
    if wanted in found:
        return None if own == "float" else True  # a whole number passes for a number with a fraction
    is_narrower = own in (_classes_of(machine, wanted) or ()) or (own in ("float", "complex") and wanted in _NUMBERS)
    return None if is_narrower else False


_NUMBERS: Final = ("int", "bool", "float")


def _classes_of(machine: Machine, name: str) -> tuple[str, ...] | None:
    """The classes that an instance of this one is of, as far as it matters; ``None`` where a base is not known."""
    if name in _OF_CLASS:
        return (name, *_ABOVE.get(name, ()))
    type_ = machine.program.type(name)
    if type_ is None or type_.form not in (*_DATA, *_OF_FORM, "enum"):
        return None
    ancestry = machine.program.ancestry(type_)
    outside = [*type_.outside_bases, *type_.enum_bases]
    outside += [spelled for form, spelled in _BUILT_ON.items() if type_.form == form]
    outside += [_MIXED_IN[base] for base in outside if base in _MIXED_IN]
    if type_.form != "enum" and any(base.has_unknown_base for base in ancestry):
        return None
    if not all(base in (*_OF_CLASS, *_PLAIN_ENUMS, *_MIXED_IN) for base in outside):
        return None
    return (*(base.dotted for base in ancestry), *outside)


_BUILT_ON: Final = {"namedtuple": "tuple", "typeddict": "dict"}
_MIXED_IN: Final = {"enum.StrEnum": "str", "enum.IntEnum": "int", "enum.IntFlag": "int"}


# -------------------------------------------------------------------------------------------------- live values


def is_empty(machine: Machine, value: Diagram) -> bool:
    """Whether it is a list or a mapping that is written out, without any elements."""
    cell = _cell(machine, value)
    return cell is not None and cell.made != "" and not cell.entries and not cell.fields


def is_given_container(machine: Machine, value: Diagram) -> bool:
    """Whether a value is a list or a mapping that the hook was given, and under whose keys nothing was put since."""
    cell = _cell(machine, value)
    if cell is None or not isinstance(cell.base, Leaf) or not isinstance(cell.base.value, Input):
        return False
    return isinstance(cell.shape, (ListOf, MapOf)) and not cell.fields


def zero_of(machine: Machine, value: object) -> Constant | None:
    """The value that is neither true nor ``None`` for a given value's kind, where that has only one such value."""
    found = _of_given(machine, value) if isinstance(value, Input) else None
    families = {kind.family for kind in found or () if kind != _ABSENT}
    return _ZEROS.get(families.pop()) if len(families) == 1 else None


_ZEROS: Final = {NUMBER: Constant.of(0), TEXT: Constant.of(""), BYTES: Constant.of(b"")}


def is_plain(machine: Machine, value: object) -> bool:
    """Whether a settled value is a given scalar that can't be ``None``: it is then zero or true."""
    return isinstance(value, Input) and not may_be_none(machine, value) and zero_of(machine, value) is not None


def _cell(machine: Machine, value: Diagram) -> Cell | None:
    """The cell of an object."""
    is_object = isinstance(value, Leaf) and isinstance(value.value, Reference)
    return machine.heap.cells[value.value.cell] if is_object else None  # type: ignore[union-attr]
