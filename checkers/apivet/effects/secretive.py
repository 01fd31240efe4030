"""Objects whose special methods do more than tell, where something else asks for these: a container that looks for an
element, a text of a list, a library. Asked by name, and by operators of the language, they are followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from apivet.effects import acting, objects, special
from apivet.effects.captured import CALLABLE, reached
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import Arguments
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Reference, Routine
from apivet.program import syntax
from apivet.program.model import Type
from apivet.verdicts import Location


def ask(
    machine: Machine, what: str, given: Sequence[Diagram], location: Location, followed: Sequence[Diagram] = ()
) -> Diagram | None:
    """The result of something that may ask such objects, among these values or inside them, where that can't be seen
    through; ``None`` where there are none but those that are ``followed``."""
    if not machine.secretive:
        return None
    apart = {leaf.value for value in followed for leaf in leaves(value) if isinstance(leaf.value, Reference)}
    held = [value for value, _ in reached(machine, given) if value not in apart]
    asked = [method for value in held for method in _methods_of(machine, value)]
    asked += _looked_into(machine, held)
    return unresolved(machine, what, (*given, *asked), location) if asked else None


def said_to(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> Diagram | None:
    """The result of a function of the library where its arguments say themselves what that is; ``None`` where they do
    not."""
    listening = _listening(machine) if dotted.startswith(_LOGGING) else []
    if listening:
        return unresolved(machine, f"{dotted}()", (*arguments.values, *listening), location)
    said = special.asked_by(machine, dotted, arguments, location)
    followed = special.among(machine, arguments) if dotted in special.ASKING else ()
    hidden = ask(
        machine, f"{dotted}()", arguments.values, location, [machine.diagrams.leaf(leaf) for _, leaf in followed]
    )
    if hidden is not None:
        return hidden
    if not said or dotted not in _TEXTS or len(said) != len(leaves(arguments.positional[0])):
        return None
    return said[0] if len(said) == 1 else machine.unseen(f"{dotted}()", location, said)


_TEXTS = ("builtins.str", "builtins.repr", "builtins.len", "builtins.int", "builtins.float")


def watch(machine: Machine, type_: Type) -> None:
    """Take notice of a new object of a type."""
    telling = [each for base in machine.program.ancestry(type_) for each in base.methods.values() if _tells(each)]
    if telling and type_.dotted not in machine.secretive:
        machine.secretive[type_.dotted] = [each for each in _acting(machine, type_) if _tells(each)]
        for method in telling:
            machine.looked_into |= acting.attributes(machine, type_, method)


#: The module whose functions hand what they are told to objects of classes that derive from its own.
_LOGGING: Final = "logging."


def logged(machine: Machine, name: str, receiver: Diagram, arguments: Arguments, location: Location) -> Diagram | None:
    """The result of a method of a logger, where classes at hand take part in logging; ``None`` where none does."""
    listening = _listening(machine)
    given = (receiver, *arguments.values, *listening)
    return unresolved(machine, f"{name}()", given, location) if listening else None


def _listening(machine: Machine) -> list[Diagram]:
    """The methods of classes of the modules at hand that take part in logging and act; they may run where anything is
    logged."""
    modules = dict.fromkeys((machine.frame.module, machine.frames[0].module))
    types = [type_ for module in modules for type_ in machine.program.declared_in(module)]
    parts = [type_ for type_ in types if any(base.startswith(_LOGGING) for base in type_.outside_bases)]
    someone = machine.unseen("who takes part in logging", None, ()) if parts else machine.none
    return [
        machine.diagrams.leaf(Routine(method, someone, None)) for type_ in parts for method in _acting(machine, type_)
    ]


def _tells(method: syntax.Function) -> bool:
    return method.name in special.TELLING


def stand_for(machine: Machine, result: Diagram, methods: Sequence[syntax.Function]) -> None:
    """Take notice of what stands for an object that has methods which may run anywhere."""
    if methods:
        machine.secretive.update((leaf.value, methods) for leaf in leaves(result))


def used(machine: Machine, value: Diagram, methods: Sequence[syntax.Function], location: Location) -> Diagram:
    """The thing that stands for something with methods that run wherever it is used: they may run here."""
    if value in machine.in_use:
        return value
    machine.in_use.add(value)
    bound = [machine.diagrams.leaf(Routine(each, value, machine.homes.get(each.owner or ""))) for each in methods]
    told = unresolved(machine, f"{methods[0].name}, which runs unasked,", (value, *bound), location)
    machine.in_use.remove(value)
    stand_for(machine, told, methods)
    return told


def let_go(machine: Machine, result: Diagram, location: Location) -> None:
    """Let run what may run when nobody holds an object any more: now, or before the result was made."""
    if machine.awaiting_the_end:
        unresolved(machine, "what runs when an object is gone", (*machine.awaiting_the_end, result), location)
    for value, methods in list(machine.secretive.items()):
        if any(each.name == special.ENDING for each in methods):
            used(machine, machine.diagrams.leaf(value), methods, location)


def _methods_of(machine: Machine, value: object) -> list[Diagram]:
    type_ = objects.type_of(machine, value) if isinstance(value, Reference) else None
    return _bound(machine, value, machine.secretive.get(value if type_ is None else type_.dotted, ()))


def _bound(machine: Machine, value: object, methods: Iterable[syntax.Function]) -> list[Diagram]:
    whole = machine.diagrams.leaf(value)
    return [machine.diagrams.leaf(Routine(each, whole, machine.homes.get(each.owner or ""))) for each in methods]


def _looked_into(machine: Machine, held: Sequence[object]) -> Iterator[Diagram]:
    """The methods that act of these values, where an object that is asked to tell something may look into them, and
    the callables that such objects hold."""
    asked = [machine.diagrams.leaf(value) for value in held if _is_asked(machine, value)]
    for value in held if asked else ():
        type_ = objects.type_of(machine, value) if isinstance(value, Reference) else None
        methods = () if type_ is None else _acting(machine, type_)
        yield from _bound(machine, value, [each for each in methods if _may_run(machine, each.name)])
    yield from (machine.diagrams.leaf(value) for value, _ in reached(machine, asked) if isinstance(value, CALLABLE))


def _is_asked(machine: Machine, value: object) -> bool:
    type_ = objects.type_of(machine, value) if isinstance(value, Reference) else None
    return type_ is not None and type_.dotted in machine.secretive


def _may_run(machine: Machine, name: str) -> bool:
    return name in machine.looked_into or (name.startswith("__") and name not in acting.MAKING)


def _acting(machine: Machine, type_: Type) -> list[syntax.Function]:
    """The methods of a type that act."""
    if type_.dotted not in machine.acting:
        methods = [method for base in machine.program.ancestry(type_) for method in base.methods.values()]
        machine.acting[type_.dotted] = [each for each in methods if acting.acts(machine, type_, each)]
    return machine.acting[type_.dotted]
