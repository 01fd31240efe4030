"""Exceptions: what raises, what catches, and what runs in any case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from apivet.effects import contexts, objects, questions
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.reading import read_by
from apivet.effects.state import Catcher, Loop, Machine, Raised
from apivet.effects.targets import assign
from apivet.effects.values import UNBOUND, Catches, Outside, Pending, Reference
from apivet.program import syntax


def raise_exception(machine: Machine, node: syntax.Raise) -> None:
    """``raise``: the path ends, unless a handler is waiting."""
    held = read_by(machine, node) if machine.catchers else ()
    name = _exception_name(node.value)
    machine.note_exit(node.location, name or "an exception")
    machine.refuse(machine.diagrams.true, name, held)


def _exception_name(value: syntax.Expression | None) -> str | None:
    if isinstance(value, syntax.Call):
        value = value.callee
    return value.name if isinstance(value, (syntax.Name, syntax.Attribute)) else None


def assert_condition(machine: Machine, node: syntax.Assert) -> None:
    """``assert``: the path ends where the condition is false."""
    holds = questions.truth(machine, machine.evaluate(node.test))
    machine.refuse(machine.diagrams.negate(holds), "AssertionError")


def with_managers(machine: Machine, node: syntax.With) -> None:
    """``with``: the body, and what the managers do around it."""
    swallows = False
    leaving: list[syntax.Statement] = []
    for number, (manager, target) in enumerate(node.managers):
        value = machine.evaluate(manager)
        generator = contexts.generator_of(value)
        if generator is not None:
            if number == 0:
                _with_generator(machine, node, generator)
                return
            inner = syntax.With(node.location, node.managers[number:], node.body)
            node = syntax.With(node.location, node.managers[:number], (inner,))
            break
        swallows = swallows or (isinstance(value, Leaf) and value.value == Outside("swallow"))
        name = f"<manager {len(leaving)}, line {manager.location.line}, column {manager.location.column}>"
        if _has_member(machine, value, "__exit__"):
            machine.bind(name, value)
            leaving.insert(0, _way_out(name, manager))
        if target is not None:
            assign(machine, target, _entered(machine, value, manager))
        elif _has_member(machine, value, "__enter__"):
            _entered(machine, value, manager)
    if leaving and not swallows:
        try_block(machine, syntax.Try(node.location, node.body, (), (), tuple(leaving)))
        return
    if not swallows:
        machine.execute(node.body)
        return
    catcher = Catcher(machine.frame.number)
    machine.catchers.append(catcher)
    machine.execute(node.body)
    machine.catchers.pop()
    for raised in catcher.caught:
        machine.guard = machine.diagrams.either(machine.guard, raised.guard)


def _with_generator(machine: Machine, node: syntax.With, generator: Pending) -> None:
    """A block whose first manager is a generator function of the tree."""
    manager, target = node.managers[0]
    inner = node.body if len(node.managers) == 1 else (syntax.With(node.location, node.managers[1:], node.body),)

    def enter(value: Diagram) -> None:
        if target is not None:
            assign(machine, target, value)

    contexts.run_around(machine, generator, inner, enter, manager.location)


def _has_member(machine: Machine, value: Diagram, name: str) -> bool:
    """Whether a manager is of a type of the tree that says what happens on the way in or out."""
    reference = value.value if isinstance(value, Leaf) and isinstance(value.value, Reference) else None
    type_ = objects.type_of(machine, reference) if reference is not None else None
    return type_ is not None and objects.member(machine, type_, name) is not None


def _way_out(name: str, manager: syntax.Expression) -> syntax.Statement:
    """``manager.__exit__(None, None, None)``, which runs however the body is left."""
    at = manager.location
    nothing = syntax.Argument(syntax.Literal(at, None))
    leave = syntax.Attribute(at, syntax.Name(at, name), "__exit__")
    return syntax.Evaluate(at, syntax.Call(at, leave, (nothing, nothing, nothing)))


def _entered(machine: Machine, value: Diagram, manager: syntax.Expression) -> Diagram:
    """What ``with manager as x`` binds: the result of ``__enter__``, or what a generator yields."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference):
            type_ = objects.type_of(machine, leaf)
            entries = machine.heap.cells[leaf.cell].entries
            if type_ is not None and objects.member(machine, type_, "__enter__") is not None:
                enter = objects.get(machine, machine.diagrams.leaf(leaf), "__enter__", manager.location)
                return machine.call(enter, (), (), manager.location)
            if entries:
                return entries[0].value
        return machine.unseen("what a context manager gives", manager.location, (machine.diagrams.leaf(leaf),))

    return machine.each(value, one)


def try_block(machine: Machine, node: syntax.Try) -> None:
    """``try``: whichever way the body is left, ``finally`` runs."""
    if not node.last:
        _try_handlers(machine, node)
        return
    diagrams, frame = machine.diagrams, machine.frame
    returned, frame.returned = frame.returned, diagrams.false
    loop = frame.loops[-1] if frame.loops else Loop(diagrams.false, diagrams.false)
    broken, continued = loop.broken, loop.continued
    loop.broken = loop.continued = diagrams.false
    escaping = Catcher(frame.number)
    machine.catchers.append(escaping)
    _try_handlers(machine, node)
    machine.catchers.pop()
    # Whatever way the body was left, the last block runs; then each way goes on, unless the last block itself leaves.
    ways = (machine.guard, frame.returned, loop.broken, loop.continued)
    normal, returning, breaking, continuing = ways
    raising = diagrams.false
    for raised in escaping.caught:
        raising = diagrams.either(raising, raised.guard)
    frame.returned, loop.broken, loop.continued = returned, broken, continued
    machine.guard = raising
    for way in ways:
        machine.guard = diagrams.either(machine.guard, way)
    machine.execute(node.last)
    through = machine.guard
    frame.returned = diagrams.either(frame.returned, diagrams.both(returning, through))
    loop.broken = diagrams.either(loop.broken, diagrams.both(breaking, through))
    loop.continued = diagrams.either(loop.continued, diagrams.both(continuing, through))
    for raised in escaping.caught:
        machine.guard = diagrams.both(raised.guard, through)
        machine.fail(diagrams.true, raised.exception, raised.held)
    machine.guard = diagrams.both(normal, through)


def _try_handlers(machine: Machine, node: syntax.Try) -> None:
    diagrams = machine.diagrams
    catcher = Catcher(machine.frame.number)
    machine.catchers.append(catcher)
    machine.execute(node.body)
    machine.catchers.pop()
    if machine.alive:
        machine.execute(node.otherwise)
    left = machine.guard
    pending = catcher.caught
    for handler in node.handlers:
        caught, pending = _caught_by(machine, handler, pending)
        machine.guard = diagrams.false
        for raised in caught:
            machine.guard = diagrams.either(machine.guard, raised.guard)
        if machine.alive:
            if handler.name is not None:
                held = [value for raised in caught for value in (raised.guard, *raised.held)]
                machine.bind(handler.name, machine.unseen("the exception", handler.location, held))
            machine.execute(handler.body)
            if handler.name is not None:
                machine.bind(handler.name, diagrams.leaf(UNBOUND))
        left = diagrams.either(left, machine.guard)
    for raised in pending:
        machine.guard = raised.guard
        machine.fail(diagrams.true, raised.exception, raised.held)
    machine.guard = left


def _caught_by(machine: Machine, handler: syntax.Handler, pending: list[Raised]) -> tuple[list[Raised], list[Raised]]:
    """What a handler catches, and what it lets through."""
    diagrams = machine.diagrams
    names = [_exception_name(type_) for type_ in handler.types]
    caught: list[Raised] = []
    through: list[Raised] = []
    for raised in pending:
        exception = raised.exception
        if not names or any(machine.program.is_exception(machine.frame.module, exception, name) for name in names):
            caught.append(raised)
        elif exception is None:
            fits = diagrams.decide(Catches(handler.location, machine.serial(), (raised.guard,)))
            caught.append(replace(raised, guard=diagrams.both(raised.guard, fits)))
            through.append(replace(raised, guard=diagrams.both(raised.guard, diagrams.negate(fits))))
        else:
            through.append(raised)
    return caught, through
