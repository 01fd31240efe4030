"""Objects whose special methods do more than tell, where something else asks for these: a container that looks for an
element, a text of a list, a library. Asked by name, and by operators of the language, they are followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apivet.effects import objects, special
from apivet.effects.captured import reached
from apivet.effects.diagrams import Diagram, leaves
from apivet.effects.frames import Arguments
from apivet.effects.scopes import targets_of
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Reference, Routine
from apivet.program import syntax
from apivet.program.model import Type
from apivet.program.walking import walk
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
    return unresolved(machine, what, (*given, *asked), location) if asked else None


def said_to(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> Diagram | None:
    """The result of a function of the library where its arguments say themselves what that is; ``None`` where they do
    not."""
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
    if type_.dotted not in machine.secretive:
        telling = list(_telling(machine, type_))
        if telling:
            machine.secretive[type_.dotted] = telling


def stand_for(machine: Machine, result: Diagram, methods: Sequence[syntax.Function]) -> None:
    """Take notice of what stands for an object that has methods which may run anywhere."""
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


def let_go(machine: Machine, location: Location) -> None:
    """Let run what may run when nobody holds an object any more."""
    if machine.awaiting_the_end:
        unresolved(machine, "what runs when an object is gone", tuple(machine.awaiting_the_end), location)
    for value, methods in list(machine.secretive.items()):
        if any(each.name == special.ENDING for each in methods):
            used(machine, machine.diagrams.leaf(value), methods, location)


def _methods_of(machine: Machine, value: object) -> list[Diagram]:
    type_ = objects.type_of(machine, value) if isinstance(value, Reference) else None
    methods = machine.secretive.get(value if type_ is None else type_.dotted, ())
    whole = machine.diagrams.leaf(value)
    return [machine.diagrams.leaf(Routine(each, whole, machine.homes.get(each.owner or ""))) for each in methods]


def _telling(machine: Machine, type_: Type) -> Iterator[syntax.Function]:
    """The methods of a type that are asked to tell something, and do more."""
    for base in machine.program.ancestry(type_):
        for name, method in base.methods.items():
            if name in special.TELLING and any(_does_more(machine, each) for each in _called(machine, type_, method)):
                yield method


def _called(machine: Machine, type_: Type, method: syntax.Function) -> list[syntax.Function]:
    """A method, and those of its object that it calls, over whatever steps."""
    found: dict[syntax.Function, None] = {}
    pending = [method]
    while pending:
        inner = pending.pop()
        if inner in found:
            continue
        found[inner] = None
        for part in walk(inner.body):
            if isinstance(part, syntax.Attribute):
                member = objects.member(machine, type_, part.name)
                pending += [member[1]] if member is not None and isinstance(member[1], syntax.Function) else []
            elif isinstance(part, syntax.Name):
                named = machine.program.resolve(inner.module, part.name)
                pending += [named] if isinstance(named, syntax.Function) else []
    return list(found)


def _does_more(machine: Machine, method: syntax.Function) -> bool:
    """Whether a method changes something beside its object's own attributes, and containers that it makes itself."""
    if machine.changed_in_module(method) or machine.set_outside(method):
        return True
    own = method.parameters[0].name if method.parameters else ""
    return any(_is_others(method, own, target) for target in targets_of(walk(method.body)))


def _is_others(method: syntax.Function, own: str, target: syntax.Expression) -> bool:
    """Whether a change there is one of something else."""
    steps, root = 0, target
    while isinstance(root, (syntax.Attribute, syntax.Subscript)):
        steps, root = steps + isinstance(root, syntax.Attribute), root.value
    if not isinstance(root, syntax.Name):
        return True
    if root.name == own:
        return steps > 1
    return root is not target and root.name not in _made_there(method)


def _made_there(method: syntax.Function) -> set[str]:
    """The variables of a method that hold what is written out there."""
    assigned = [part for part in walk(method.body) if isinstance(part, syntax.Assign)]
    made = [part for part in assigned if isinstance(part.value, _WRITTEN)]
    return {target.name for part in made for target in part.targets if isinstance(target, syntax.Name)}


_WRITTEN = (syntax.Sequence, syntax.Mapping, syntax.Comprehension)
