"""Exceptions: what raises, what catches, and what runs in any case."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from apivet.effects import contexts, exit_stacks, lacking, objects, opaque, questions, tasks
from apivet.effects.assignment_targets import assign
from apivet.effects.captured import captured
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Catcher, Raised
from apivet.effects.leaving import Leaving
from apivet.effects.reading import read_by
from apivet.effects.scopes import parts_of
from apivet.effects.state import Machine
from apivet.effects.values import UNBOUND, Blank, Catches, Computed, Outside, Pending, Reference, Unseen
from apivet.program import syntax
from apivet.program.failures import ANY, FailureKind
from apivet.program.model import ASSERTIONS_RUN, External, Global, ListOf, Type, Unknown
from apivet.program.operations import Operation
from apivet.verdicts import Location


def raise_exception(machine: Machine, node: syntax.Raise) -> None:
    """``raise``: the path ends, unless a handler is waiting."""
    machine.note_exit(node.location, _exception_name(node.value) or "an exception")
    if not machine.catchers:
        machine.refuse(machine.diagrams.true, ANY)
        return
    raised = [machine.evaluate(part) for part in (node.value, node.cause) if part is not None]
    handled = machine.variable(_HANDLED) if node.value is None else None
    raised += [] if handled is None else [handled]
    held = (*read_by(machine, node), *(machine.heap.settle(value) for value in raised))
    machine.refuse(machine.diagrams.true, _raised_name(machine, node.value) or ANY, held)


def _raised_name(machine: Machine, value: syntax.Expression | None) -> str | None:
    """The name of the exception that is raised; ``None`` where a variable holds it, or there is none."""
    if isinstance(value, syntax.Name) and machine.variable(value.name) is not None:
        return None
    return _exception_name(value)


def _exception_name(value: syntax.Expression | None) -> str | None:
    if isinstance(value, syntax.Call):
        value = value.callee
    return value.name if isinstance(value, (syntax.Name, syntax.Attribute)) else None


def _classes_in(machine: Machine, type_: syntax.Expression, *before: str) -> Iterator[syntax.Expression]:
    """The classes that a handler's type stands for: those of a tuple too, which a variable of the module may hold."""
    if isinstance(type_, syntax.Starred):
        type_ = type_.value
    if isinstance(type_, syntax.Sequence):
        for item in type_.items:
            yield from _classes_in(machine, item, *before)
        return
    module = machine.frame.module
    meant = machine.program.resolve(module, type_.name) if isinstance(type_, syntax.Name) else None
    if isinstance(meant, Global) and meant.value is not None and meant.module == module and meant.name not in before:
        if machine.program.change_of(module, meant.name) is None:
            yield from _classes_in(machine, meant.value, *before, meant.name)
            return
    elif isinstance(meant, (External, Type)):  # by its own name, whatever it is called here
        type_ = syntax.Name(type_.location, meant.dotted.rpartition(".")[2])
    yield type_


def assert_condition(machine: Machine, node: syntax.Assert) -> None:
    """``assert``: the path ends where the condition is false. What an assertion says is taken to be so; what it does is
    done only where assertions run."""
    diagrams, entered = machine.diagrams, machine.guard
    running = questions.truth(machine, diagrams.leaf(Computed(ASSERTIONS_RUN, ())))
    machine.guard = diagrams.both(entered, running)
    holds = diagrams.assuming(questions.truth(machine, machine.evaluate(node.test)), running)
    machine.guard = diagrams.either(machine.guard, diagrams.both(entered, diagrams.negate(running)))
    machine.refuse(machine.diagrams.negate(holds), FailureKind.UNTRUE)


def with_managers(machine: Machine, node: syntax.With) -> None:
    """``with``: the body, and what the managers do around it."""
    swallowed: Diagram = machine.diagrams.false
    leaving: list[syntax.Statement] = []
    for number, (manager, target) in enumerate(node.managers):
        value = machine.evaluate(manager)
        for leaf in leaves(value) if isinstance(value, Leaf) else ():
            lacking.ask_for_ways(machine, leaf.value, [way_in for way_in, _ in _WAYS])
        generator, handler = contexts.generator_of(value), _swallowing(value, manager)
        if generator is not None or handler is not None:
            if number == 0:
                inner = node.body if len(node.managers) == 1 else (replace(node, managers=node.managers[1:]),)
                if generator is not None:
                    _with_generator(machine, generator, inner, target, manager.location)
                elif handler is not None:
                    try_block(machine, syntax.Try(node.location, inner, (handler,), (), ()))
                return
            rest = replace(node, managers=node.managers[number:])
            node = replace(node, managers=node.managers[:number], body=(rest,))
            break
        swallowed = machine.diagrams.either(swallowed, _swallowed_by(machine, value, manager))
        name = f"<manager {len(leaving)}, line {manager.location.line}, column {manager.location.column}>"
        for way_in, way_out in _WAYS:
            if _method_of(machine, value, way_out) is not None:
                machine.bind(name, value)
                leaving.insert(0, _way_out(machine, name, way_out, manager, swallowed))
            if target is None and _method_of(machine, value, way_in) is not None:
                _entered(machine, value, manager)
        if _is_stack(machine, value):
            machine.bind(name, value)
            at = manager.location
            close = syntax.Call(at, syntax.Attribute(at, syntax.Name(at, name), exit_stacks.CLOSE), ())
            leaving.insert(0, syntax.Evaluate(at, close))
        if _closes(machine, manager):
            machine.bind(name, _entered(machine, value, manager))
            leaving.insert(0, _closed(machine, name, manager))
        if target is not None:
            assign(machine, target, _entered(machine, value, manager))
    body = (syntax.Try(node.location, node.body, (), (), tuple(leaving)),) if leaving else node.body
    if swallowed is machine.diagrams.false:
        machine.execute(body)
    else:
        _execute_swallowing(machine, body, swallowed)


#: Name of the exception that leaves a block, as its manager is told of it.
_LEAVING = "<exception>"
#: Name of the exception that a handler is about: it goes on where that is raised again.
_HANDLED = "<handled>"
#: The methods that run on the way in and out.
_WAYS = (("__enter__", "__exit__"), ("__aenter__", "__aexit__"))


def _execute_swallowing(machine: Machine, body: syntax.Block, swallowed: Diagram) -> None:
    """Run a block of which exceptions are swallowed where a guard holds."""
    catcher, going_on = Catcher(machine.frame.number), len(machine.going_on)
    machine.catchers.append(catcher)
    machine.execute(body)
    machine.catchers.pop()
    left = machine.guard
    if catcher.caught:
        tasks.left_alone(machine, going_on)
    for raised in catcher.caught:
        machine.guard = raised.guard
        machine.fail(machine.diagrams.negate(swallowed), raised.failures, raised.held)
        left = machine.diagrams.either(left, machine.guard)
    machine.guard = left


def _is_stack(machine: Machine, value: Diagram) -> bool:
    return any(leaf.value in machine.exit_stacks for leaf in leaves(value) if isinstance(leaf.value, Unseen))


def _swallowed_by(machine: Machine, value: Diagram, manager: syntax.Expression) -> Diagram:
    """The guard under which a manager swallows what is raised inside it."""
    if isinstance(value, Leaf) and value.value == Outside("swallow"):
        is_of_none = isinstance(manager, syntax.Call) and not manager.arguments
        return machine.diagrams.false if is_of_none else machine.diagrams.true
    found = next((way for _, name in _WAYS if (way := _method_of(machine, value, name)) is not None), None)
    if found is None and not (machine.rewritten and any(isinstance(leaf.value, Unseen) for leaf in leaves(value))):
        return machine.diagrams.false
    given = [part.value for part in parts_of(found.body if found else ()) if isinstance(part, syntax.Return)]
    literals = {bool(each.value) for each in given if isinstance(each, syntax.Literal)}
    literals |= {False} if None in given else set()
    if found and all(each is None or isinstance(each, syntax.Literal) for each in given) and literals <= {False}:
        return machine.diagrams.false
    hidden = machine.unseen(
        "whether a manager swallows what is raised", manager.location, (value, *captured(machine, (value,)))
    )
    return questions.truth(machine, hidden)


def _swallowing(value: Diagram, manager: syntax.Expression) -> syntax.Handler | None:
    """The handler that ``suppress(types)`` is."""
    if not (isinstance(value, Leaf) and value.value == Outside("swallow")):
        return None
    if not (isinstance(manager, syntax.Call) and manager.arguments):
        return None
    return syntax.Handler(manager.location, tuple(each.value for each in manager.arguments), None, ())


def _with_generator(
    machine: Machine,
    generator: Pending,
    inner: syntax.Block,
    target: syntax.Expression | None,
    location: Location,
) -> None:
    """A block inside a generator function of the tree."""

    def enter(value: Diagram) -> None:
        if target is not None:
            assign(machine, target, value)

    contexts.run_around(machine, generator, inner, enter, location)


def _method_of(machine: Machine, value: Diagram, name: str) -> syntax.Function | None:
    """The method that says what happens on the way in or out, where a manager is of a type of the tree."""
    reference = value.value if isinstance(value, Leaf) and isinstance(value.value, Reference) else None
    type_ = objects.type_of(machine, reference) if reference is not None else None
    found = objects.member(machine, type_, name) if type_ is not None else None
    return found[1] if found is not None and isinstance(found[1], syntax.Function) else None


def _way_out(
    machine: Machine, name: str, method: str, manager: syntax.Expression, swallowed: Diagram
) -> syntax.Statement:
    """``manager.__exit__(...)``, which runs however the body is left: with the exception, if there is one and it goes
    on."""
    at = manager.location
    told: syntax.Expression = syntax.Literal(at, None)
    if machine.catchers or swallowed is not machine.diagrams.false:
        told = syntax.Opaque(at, "the exception that leaves a block, if any", (syntax.Name(at, _LEAVING),))
    nothing = syntax.Argument(told)
    call: syntax.Expression = syntax.Call(
        at, syntax.Attribute(at, syntax.Name(at, name), method), (nothing, nothing, nothing)
    )
    return syntax.Evaluate(at, syntax.Await(at, call) if method == "__aexit__" else call)


def _closes(machine: Machine, manager: syntax.Expression) -> bool:
    """Whether a manager closes what it hands out."""
    callee = machine.evaluate(manager.callee) if isinstance(manager, syntax.Call) else None
    dotted = callee.value.dotted if isinstance(callee, Leaf) and isinstance(callee.value, Outside) else ""
    return machine.program.function_operation(dotted) is Operation.CLOSED


def _closed(machine: Machine, name: str, manager: syntax.Expression) -> syntax.Statement:
    """The call that closes a value: what is waited for is closed in a way of its own."""
    at, held = manager.location, machine.evaluate(syntax.Name(manager.location, name))
    waits = _method_of(machine, held, _CLOSING[1]) is not None and _method_of(machine, held, _CLOSING[0]) is None
    call = syntax.Call(at, syntax.Attribute(at, syntax.Name(at, name), _CLOSING[waits]), ())
    return syntax.Evaluate(at, syntax.Await(at, call) if waits else call)


_CLOSING = ("close", "aclose")


def _entered(machine: Machine, value: Diagram, manager: syntax.Expression) -> Diagram:
    """The value that ``with manager as x`` binds: the result of ``__enter__``, or the value that a generator yields."""

    def one(leaf: Any) -> Diagram:
        if isinstance(leaf, Reference):
            type_ = objects.type_of(machine, leaf)
            entries = machine.heap.cells[leaf.cell].entries
            for name, _ in _WAYS:
                if type_ is not None and objects.member(machine, type_, name) is not None:
                    enter = objects.get(machine, machine.diagrams.leaf(leaf), name, manager.location)
                    return machine.wait(machine.call(enter, (), (), manager.location), manager.location)
            if entries:
                return entries[0].value
            if type_ is None and machine.heap.own_field(leaf, "__enter__") is None and _is_of_library(machine, leaf):
                return machine.diagrams.leaf(leaf)
        if leaf in machine.exit_stacks:
            return machine.diagrams.leaf(leaf)
        if isinstance(leaf, Computed) and leaf.operator == "warnings.catch_warnings":
            taken = machine.diagrams.leaf(machine.heap.make(Blank("list"), ListOf(Unknown("a warning"))))
            machine.warned_into.append(taken)
            return taken
        return opaque.holding(machine, "what a context manager gives", manager.location, (machine.diagrams.leaf(leaf),))

    return machine.each(value, one)


def _is_of_library(machine: Machine, reference: Reference) -> bool:
    """Whether an object was made by a function of the library: a file, which is what it gives itself."""
    origin = machine.heap.cells[reference.cell].origin
    return isinstance(origin, Leaf) and isinstance(origin.value, Computed)


def try_block(machine: Machine, node: syntax.Try) -> None:
    """``try``: whichever way the body is left, ``finally`` runs."""
    if not node.last:
        _try_handlers(machine, node)
        return
    diagrams, leaving, escaping = machine.diagrams, Leaving(machine), Catcher(machine.frame.number)
    machine.catchers.append(escaping)
    _try_handlers(machine, node)
    machine.catchers.pop()
    # Whatever way the body was left, the last block runs; then each way goes on, unless the last block itself leaves.
    normal = machine.guard
    leaving.stop()
    if escaping.caught:
        held = [value for raised in escaping.caught for value in (raised.guard, *raised.held)]
        machine.bind(_LEAVING, opaque.holding(machine, "the exception that leaves a block", None, held))
    machine.guard = diagrams.either(_where_raised(machine, escaping.caught), machine.guard)
    machine.execute(node.last)
    through = machine.guard
    leaving.go_on(through)
    for raised in escaping.caught:
        machine.guard = diagrams.both(raised.guard, through)
        machine.fail(diagrams.true, raised.failures, raised.held)
    machine.guard = diagrams.both(normal, through)


def _try_handlers(machine: Machine, node: syntax.Try) -> None:
    diagrams = machine.diagrams
    catcher, going_on = Catcher(machine.frame.number), len(machine.going_on)
    machine.catchers.append(catcher)
    machine.execute(node.body)
    machine.catchers.pop()
    if machine.alive:
        machine.execute(node.otherwise)
    left = machine.guard
    shared = [raised for raised in catcher.caught if node.share and _may_be_group(raised)]
    pending = [raised for raised in catcher.caught if raised not in shared]
    held = [value for raised in shared for value in (raised.guard, *raised.held)]
    group = _where_raised(machine, shared)
    for handler in node.handlers:
        caught, pending = _caught_by(machine, handler, pending)
        part = diagrams.both(group, _unseen_of(machine, "whether a group has an exception", handler.location, held))
        machine.guard = diagrams.either(part, _where_raised(machine, caught))
        if machine.alive:
            returned = machine.frame.returned
            told = [*held, *(value for raised in caught for value in (raised.guard, *raised.held))]
            exception = opaque.holding(machine, "the exception", handler.location, told)
            machine.bind(_HANDLED, exception)
            if handler.name is not None:
                machine.bind(handler.name, exception)
            machine.execute(handler.body)
            if machine.guard is not diagrams.false or machine.frame.returned is not returned:
                tasks.left_alone(machine, going_on)
            if handler.name is not None:
                machine.bind(handler.name, diagrams.leaf(UNBOUND))
        left = diagrams.either(left, diagrams.both(machine.guard, diagrams.negate(part)))
        others = diagrams.both(group, diagrams.negate(part))
        group = diagrams.either(others, diagrams.both(machine.guard, part))
    for raised in pending:
        machine.guard = raised.guard
        machine.fail(diagrams.true, raised.failures, raised.held)
    machine.guard = group
    machine.fail(_unseen_of(machine, "whether a group has another exception", node.location, held), ANY, tuple(held))
    machine.guard = diagrams.either(left, machine.guard)


def _may_be_group(raised: Raised) -> bool:
    """Whether what is raised may hold several exceptions, of which each handler takes its own."""
    return raised.failures == ANY or any(name.endswith("Group") for name in raised.failures)


def _where_raised(machine: Machine, caught: list[Raised]) -> Diagram:
    return functools.reduce(machine.diagrams.either, (raised.guard for raised in caught), machine.diagrams.false)


def _unseen_of(machine: Machine, reason: str, location: Location, held: list[Diagram]) -> Diagram:
    """The answer to a question about a group that was raised; there is none where none was."""
    return questions.truth(machine, machine.unseen(reason, location, held)) if held else machine.diagrams.false


def _caught_by(machine: Machine, handler: syntax.Handler, pending: list[Raised]) -> tuple[list[Raised], list[Raised]]:
    """The exceptions that a handler catches, and those that it lets through."""
    diagrams = machine.diagrams
    names = [_exception_name(each) for type_ in handler.types for each in _classes_in(machine, type_)]
    caught: list[Raised] = []
    through: list[Raised] = []
    for raised in pending:
        takes = {machine.program.is_exception(machine.frame.module, raised.failures, name) for name in names}
        if not handler.types or True in takes:
            caught.append(raised)
        elif None in takes:
            fits = diagrams.decide(Catches(handler.location, machine.serial(), (raised.guard,)))
            caught.append(replace(raised, guard=diagrams.both(raised.guard, fits)))
            through.append(replace(raised, guard=diagrams.both(raised.guard, diagrams.negate(fits))))
        else:
            through.append(raised)
    return caught, through
