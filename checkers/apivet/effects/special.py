"""Special methods that types of the tree define, where the language asks for them: by an operator, in a text, in a
condition. What they do is done."""

from __future__ import annotations

from typing import Final

from apivet.effects import objects
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import Arguments
from apivet.effects.questions import TRUTH
from apivet.effects.state import Machine
from apivet.effects.values import DECLINED, Reference
from apivet.program.model import Type
from apivet.program.syntax import Function
from apivet.verdicts import Location

#: Methods that make a text of an object; the first that is there is asked.
TEXT: Final = ("__format__", "__str__", "__repr__")

_OPERATORS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "@": "matmul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "<<": "lshift",
    ">>": "rshift",
    "&": "and",
    "|": "or",
    "^": "xor",
}
_TURNED: Final = {"<": "gt", "<=": "ge", ">": "lt", ">=": "le"}
_ORDERS: Final = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_ORDERING: Final = ("__lt__", "__gt__")
#: The method that gives the number by which sets and mappings find an object.
HASHING: Final = "__hash__"
#: The methods that functions of the library ask of their arguments, and of the elements of these.
_ASKED_BY: Final = {
    "builtins.str": TEXT[1:],
    "builtins.print": TEXT[1:],
    "builtins.repr": TEXT[2:],
    "builtins.format": TEXT,
    "builtins.len": ("__len__",),
    "builtins.bool": TRUTH,
    "builtins.any": TRUTH,
    "builtins.all": TRUTH,
    "builtins.hash": (HASHING,),
    "builtins.int": ("__int__", "__index__"),
    "builtins.float": ("__float__",),
    "builtins.abs": ("__abs__",),
    "builtins.round": ("__round__",),
    "builtins.next": ("__next__",),
    "builtins.sum": ("__radd__", "__add__"),
    "builtins.sorted": _ORDERING,
    "builtins.min": _ORDERING,
    "builtins.max": _ORDERING,
}


#: The method that gives the elements of an object.
ITERATING: Final = "__iter__"
#: The method that says what stands under a key.
LOOKING_UP: Final = "__getitem__"
#: Methods by which types make their own copies.
COPYING: Final = "__copy__"
COPYING_DEEP: Final = "__deepcopy__"
#: The method that runs where nobody holds an object any more.
ENDING: Final = "__del__"
#: Methods that the language runs in more places than are followed.
_UNASKED: Final = frozenset(
    (ENDING, "__new__", "__getattribute__", "__delattr__", "__index__", "__reversed__", "__reduce__", "__dir__")
    + ("__reduce_ex__", "__getstate__")
    + ("__await__", "__length_hint__", "__sizeof__", "__instancecheck__", "__subclasscheck__")
    + ("__class_getitem__",)
)
#: Methods of a metaclass that run once, when a class is made.
_MAKING_CLASSES: Final = ("__new__", "__init__", "__prepare__", "mro")
#: Methods that are asked to tell something of an object, or for another one, by the language and by what holds it.
TELLING: Final = frozenset(
    (
        "__eq__",
        "__ne__",
        "__contains__",
        COPYING,
        COPYING_DEEP,
        *(name for names in _ASKED_BY.values() for name in names),
    )
    + tuple(f"__{name}__" for name in (*_ORDERS.values(), *_OPERATORS.values()))
) - set(_ASKED_BY["builtins.next"])


def running_unasked(machine: Machine, type_: Type) -> list[Function]:
    """The methods of a type of which nobody can tell where they run."""
    known = machine.running_unasked.get(type_.dotted)
    if known is None:
        methods = [method for base in machine.program.ancestry(type_) for method in base.methods.values()]
        known = [each for each in methods if each.name in _UNASKED]
        machine.running_unasked[type_.dotted] = known
    return known


def running_in_class(machine: Machine, type_: Type) -> list[Function]:
    """The methods of a class's own class that may run where the class is used, rather than where it is made."""
    metaclass = machine.program.type(type_.metaclass)
    above = () if metaclass is None else machine.program.ancestry(metaclass)
    return [method for base in above for name, method in base.methods.items() if name not in _MAKING_CLASSES]


def ask(
    machine: Machine, leaf: object, names: tuple[str, ...], given: tuple[Diagram, ...], location: Location
) -> Diagram | None:
    """The result of the first of these methods that the type of an object has; ``None`` where it has none."""
    if not isinstance(leaf, Reference) or objects.type_of(machine, leaf) is None:
        return None
    for name in names:
        method = objects.own_method(machine, leaf, name)
        if method is not None:
            return machine.call(method, given, (), location)
    return None


def truth_of(machine: Machine, leaf: Reference) -> Diagram | None:
    """The answer of an object to whether it is true; ``None`` where it says nothing."""
    return ask_aside(machine, leaf, TRUTH)


def ask_aside(
    machine: Machine, leaf: object, names: tuple[str, ...], given: tuple[Diagram, ...] = ()
) -> Diagram | None:
    """The same, inside a question: where the method raises does not matter to what is stored."""
    guard, catchers = machine.guard, machine.catchers
    machine.catchers = []
    answer = ask(machine, leaf, names, given, machine.nowhere)
    machine.guard, machine.catchers = guard, catchers
    return answer


def operated(machine: Machine, symbol: str, first: object, second: object, location: Location) -> Diagram | None:
    """``first symbol second`` where one of the two says itself what that is."""
    name, turned = _ORDERS.get(symbol) or _OPERATORS.get(symbol), _TURNED.get(symbol) or f"r{_OPERATORS.get(symbol)}"
    if name is None:
        return None
    ours = ask(machine, first, (f"__{name}__",), (machine.diagrams.leaf(second),), location)
    if ours is not None and not _is_refused(ours):
        return ours
    theirs = ask(machine, second, (f"__{turned}__",), (machine.diagrams.leaf(first),), location)
    return None if theirs is None or _is_refused(theirs) else theirs


def in_place(symbol: str) -> str:
    """The method of a type that says what an operator does in place."""
    return f"__i{_OPERATORS.get(symbol)}__"


def _is_refused(value: Diagram) -> bool:
    return any(leaf.value == DECLINED for leaf in leaves(value))


#: Functions of the library that ask objects for special methods.
ASKING: Final = frozenset(_ASKED_BY)


def asked_by(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> list[Diagram]:
    """The results of the special methods that a function of the library asks its arguments for."""
    names = _ASKED_BY.get(dotted)
    if names is None:
        return []
    found = []
    for where, leaf in among(machine, arguments):
        entered, machine.guard = machine.guard, where
        other = arguments.at(1) or machine.diagrams.leaf(leaf)
        given = (other,) if any(name in _TAKING_ANOTHER for name in names) else ()
        answer = ask(machine, leaf, names, given, location)
        machine.guard = entered
        found += [] if answer is None else [answer]
    return found


#: Methods that take another value.
_TAKING_ANOTHER: Final = (*_ORDERING, "__radd__", "__add__", "__format__")


def among(machine: Machine, arguments: Arguments) -> list[tuple[Diagram, object]]:
    """The objects among the arguments, and among the elements of containers there."""
    found: list[tuple[Diagram, object]] = []
    for value in arguments.values:
        for where, leaf in machine.diagrams.cases(value, machine.guard):
            if not isinstance(leaf, Reference):
                continue
            found.append((where, leaf))
            for entry in machine.heap.cells[leaf.cell].entries or ():
                found += machine.diagrams.cases(entry.value, machine.diagrams.both(where, entry.present))
    return found
