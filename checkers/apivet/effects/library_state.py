"""State that modules of the library keep: what is put into a part of one, or into something that it gave and keeps
itself, its other parts may tell later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from apivet.effects import namespaces
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments
from apivet.effects.scopes import CHANGING
from apivet.effects.state import Machine
from apivet.effects.values import FALSE, TRUE, Computed, Outside, Reference, Unseen
from apivet.program.operations import Operation
from apivet.verdicts import Location

#: The language's own names, which keep nothing but what is set among them.
_BUILTINS: Final = "builtins"
#: Names of functions that put what they are given where others find it begin so, in any case of letters.
_PUTTING: Final = (
    *("add", "basicconfig", "chdir", "clear", "disable", "enable", "install", "link", "mkdir"),
    *("push", "putenv", "register", "remove", "rename", "reset", "seed", "set", "symlink", "umask"),
    *("unregister", "unset"),
)
#: Functions that do so under another name.
_PUTTING_TOO: Final = frozenset(("copyreg.pickle", "copyreg.constructor"))
#: Functions that give what their module keeps are called so.
_GIVING: Final = ("current", "default", "get", "local", "main")
#: Modules whose functions go by what another one was told.
_READING: Final = {
    "copy": ("copyreg",),
    "inspect": ("linecache",),
    "pickle": ("copyreg",),
    "subprocess": ("os",),
    "traceback": ("linecache",),
}
#: The streams of which it is known where they lead.
_PRINTED_TO: Final = ("sys.stdout", "sys.stderr")
#: Modules by which methods of texts and moments go.
_READ_BY_METHODS: Final = {"decode": "codecs", "encode": "codecs", "strftime": "locale"}
#: Modules whose functions are told how to make copies.
_COPYING: Final = ("copy.", "pickle.")
#: A name that says nothing of a function.
_ANY_NAME: Final = "of"
#: The modules that there are.
_MODULES: Final = "sys.modules"


def note_call(machine: Machine, dotted: str, values: Sequence[Diagram]) -> None:
    """A function of the library is called: some keep what they are given, as their names say."""
    if _puts(machine, dotted):
        put(machine, dotted, values)


def _puts(machine: Machine, dotted: str) -> bool:
    module, _, name = dotted.rpartition(".")
    if module.partition(".")[0] == _BUILTINS or dotted in _PUTTING_TOO:
        return dotted in _PUTTING_TOO
    if machine.program.function_operation(dotted) not in (None, Operation.PURE, Operation.OUTWARD):
        return False
    return is_putting(name)


def is_putting(name: str) -> bool:
    """Whether a function or a method of this name keeps what it is given."""
    return name in CHANGING or name.lower().startswith(_PUTTING)


def put(machine: Machine, dotted: str, values: Sequence[Diagram]) -> None:
    """Let a module, or a container of one, hold values from now on, where this runs. A package of which nothing is
    known is one that remembers what its functions are given."""
    package = dotted.partition(".")[0]
    if machine.program.function_operation(f"{package}.{_ANY_NAME}") is None:
        machine.tell(package, values)
        return
    is_told = machine.diagrams.choose(machine.guard, machine.diagrams.leaf(TRUE), machine.diagrams.leaf(FALSE))
    namespaces.rewrite(machine, Outside(dotted), (is_told, *values))
    if dotted.startswith(_MODULES):
        namespaces.rewrite(machine, namespaces.ANY_MODULE, (is_told, *values))


def held_by(machine: Machine, dotted: str) -> tuple[Diagram, ...]:
    """All that was put where a name of the library may find it."""
    if not (machine.rewritten or machine.attributes):
        return ()
    top = dotted.partition(".")[0]
    packages = (top, *_READING.get(top, ()))
    owners = dict.fromkeys((*machine.rewritten, *(owner for owner, _ in machine.attributes)))
    found = [
        value
        for owner in owners
        if isinstance(owner, Outside) and owner.dotted.partition(".")[0] in packages
        for value in namespaces.all_stored(machine, owner)
    ]
    return tuple(found)


def told(machine: Machine, dotted: str, values: Sequence[Diagram], location: Location) -> Diagram | None:
    """The answer of a function that may tell what its module holds; ``None`` where that is nothing."""
    held = held_by(machine, dotted)
    return _given_out(machine, dotted, (*held, *values), location) if held else None


def method_told(
    machine: Machine, name: str, receiver: Diagram, arguments: Arguments, location: Location
) -> Diagram | None:
    """The result of a method that goes by what a module was told; ``None`` where that is nothing."""
    package = _READ_BY_METHODS.get(name)
    return None if package is None else told(machine, package, (receiver, *arguments.values), location)


def copied(machine: Machine, dotted: str, arguments: Arguments, location: Location) -> Diagram | None:
    """The copy of an object, where a module was told how to make one; ``None`` for any other function."""
    return told(machine, dotted, arguments.values, location) if dotted.startswith(_COPYING) else None


def named(machine: Machine, dotted: str, location: Location) -> Diagram | None:
    """The value under a name of a module of the library that holds something by now; ``None`` under any other."""
    is_own = "." in dotted and not dotted.startswith((_BUILTINS, *_PRINTED_TO))
    held = held_by(machine, dotted) if is_own else ()
    return _given_out(machine, dotted, (machine.diagrams.leaf(Outside(dotted)), *held), location) if held else None


def _given_out(machine: Machine, dotted: str, held: tuple[Diagram, ...], location: Location) -> Diagram:
    top = dotted.partition(".")[0]
    reason = f"{dotted}, as {top} was told something"
    result = machine.heap.made_of(machine.guard, held, machine.unseen(reason, location, held))
    keep(machine, result, top)
    return result


def keep(machine: Machine, result: Diagram, package: str) -> None:
    """A package gave something unseen, and may give it again."""
    if isinstance(result, Leaf) and isinstance(result.value, Unseen):
        machine.givers[result.value.number] = package


def keeper(machine: Machine, leaf: Any) -> str | None:
    """The package that keeps an object itself, or what it was taken out of; ``None`` where it keeps nothing."""
    made = leaf
    for made in _taken_out_of(machine, leaf):
        if isinstance(made, Unseen) and made.number in machine.givers:
            return machine.givers[made.number]
    if not isinstance(made, Computed):
        return None
    top, name = made.operator.partition(".")[0], made.operator.rpartition(".")[2]
    operation = machine.program.function_operation(made.operator)
    is_kept = operation is Operation.OUTWARD or (operation is Operation.PURE and name.startswith(_GIVING))
    return top if is_kept and top != _BUILTINS else None


def maker(machine: Machine, leaf: Any) -> str:
    """The function of the library that made a value, or what it was taken out of; empty where none did."""
    *_, made = _taken_out_of(machine, leaf)
    return made.operator if isinstance(made, Computed) else ""


def of_one_kind(machine: Machine, value: Diagram) -> tuple[Diagram, ...]:
    """Something of which no more is known than the function of the library that made it, for all that a value may be;
    nothing where that is none, or one of several."""
    makers = {maker(machine, leaf.value) for leaf in leaves(value) if leaf is not machine.none}
    return tuple(machine.diagrams.leaf(Computed(name, ())) for name in makers if name and len(makers) == 1)


def _taken_out_of(machine: Machine, leaf: Any) -> Iterator[Any]:
    """A value, what it was taken out of, what that was, and so on."""
    while True:
        if isinstance(leaf, Reference):
            origin = machine.heap.cells[leaf.cell].origin
            leaf = origin.value if isinstance(origin, Leaf) else None
        yield leaf
        if (
            not isinstance(leaf, (Unseen, Computed))
            or not _is_taken_out(leaf)
            or not isinstance(leaf.operands[0], Leaf)
        ):
            return
        leaf = leaf.operands[0].value


def _is_taken_out(value: Unseen | Computed) -> bool:
    """Whether a value is a part of the one thing it was made of, or what that gave as a context manager."""
    if isinstance(value, Unseen):
        return len(value.operands) == 1
    return bool(value.operands) and value.operator.startswith((".", "[]", "element"))


def note_store(machine: Machine, leaf: Any, values: Sequence[Diagram]) -> None:
    """Something is put into a value: where a package keeps that, all who ask it may find it there."""
    if isinstance(leaf, Outside):
        put(machine, leaf.dotted, values)
    elif (package := keeper(machine, leaf)) is not None:
        put(machine, f"{package}.{_ANY_NAME}", values)
