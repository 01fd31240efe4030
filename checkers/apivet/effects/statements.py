"""Statements: how a block changes the guard, the variables and the heap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apivet.effects import objects, questions
from apivet.effects.calls import note_exit, refine
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.expressions import assign, binary, replace_slice
from apivet.effects.heap import Entry
from apivet.effects.state import Catcher, Loop, Machine
from apivet.effects.values import UNBOUND, Catches, Constant, Method, Outside, Raises, Reference, Routine
from apivet.program import syntax
from apivet.program.model import ListOf
from apivet.program.syntax import Function

#: How often the body of a loop without a known number of rounds is followed.
ROUNDS = 3
#: How often one that counts up to a number is followed.
COUNTED_ROUNDS = 16


def execute(machine: Machine, block: syntax.Block) -> None:
    """Run a block. Inside a ``try`` of this very function a handler may start between any two statements."""
    watched = bool(machine.catchers) and machine.catchers[-1].frame == machine.frame.number
    for number, statement in enumerate(block):
        if not machine.alive:
            return
        machine.step()
        if watched and (number > 0 or _is_risky(statement)):
            machine.fail(machine.diagrams.decide(Raises(statement.location, machine.serial())), None)
        _HANDLERS[type(statement)](machine, statement)


def _is_risky(statement: syntax.Statement) -> bool:
    """Whether a statement may raise before it has any effect, calls apart (they raise where they are made)."""
    if isinstance(statement, syntax.Augment):
        return True
    return isinstance(statement, syntax.Assign) and isinstance(statement.value, (syntax.Binary, syntax.Subscript))


def _assign(machine: Machine, node: syntax.Assign) -> None:
    value = machine.evaluate(node.value)
    if node.annotation is not None:
        refine(machine, value, machine.frame.module, node.annotation)
    for target in node.targets:
        assign(machine, target, value)


def _augment(machine: Machine, node: syntax.Augment) -> None:
    before = machine.evaluate(node.target)
    value = machine.evaluate(node.value)
    left = machine.diagrams.false
    others = machine.guard
    for where, leaf in machine.diagrams.cases(before, machine.guard):
        if isinstance(leaf, Reference):
            keyed = node.operator == "|" and _is_keyed(machine, leaf)
            if keyed or _grows_in_place(machine, leaf, node.operator):
                machine.guard = where
                method = Method(machine.diagrams.leaf(leaf), "update" if keyed else "extend")
                machine.call(machine.diagrams.leaf(method), (value,), (), node.location)
                left = machine.diagrams.either(left, machine.guard)
                others = machine.diagrams.both(others, machine.diagrams.negate(where))
    machine.guard = others
    if machine.alive:
        assign(machine, node.target, binary(machine, node.operator, before, value))
    machine.guard = machine.diagrams.either(machine.guard, left)


def _is_keyed(machine: Machine, leaf: Reference) -> bool:
    return objects.is_mapping(machine, leaf) or bool(objects.keyed_fields(machine, leaf))


def _grows_in_place(machine: Machine, leaf: Reference, operator: str) -> bool:
    cell = machine.heap.cells[leaf.cell]
    held = cell.entries is not None or isinstance(cell.shape, ListOf)
    return operator in ("+", "|") and held and not objects.is_mapping(machine, leaf)


def _evaluate(machine: Machine, node: syntax.Evaluate) -> None:
    machine.evaluate(node.value)


def _if(machine: Machine, node: syntax.If) -> None:
    """Both sides, each under its guard; a chain of ``elif`` is walked without recursion."""
    diagrams = machine.diagrams
    left = diagrams.false
    branch: syntax.If | None = node
    while branch is not None:
        test = questions.truth(machine, machine.evaluate(branch.test))
        machine.note_branch(test, branch.location)
        entered = machine.guard
        machine.guard = diagrams.both(entered, test)
        if machine.alive:
            machine.execute(branch.then)
        left = diagrams.either(left, machine.guard)
        machine.guard = diagrams.both(entered, diagrams.negate(test))
        following = branch.otherwise
        branch = None
        if machine.alive and len(following) == 1 and isinstance(following[0], syntax.If):
            machine.step()
            branch = following[0]
        elif machine.alive:
            machine.execute(following)
    machine.guard = diagrams.either(left, machine.guard)


# ----------------------------------------------------------------------------------------------------------- loops


def _for_each(machine: Machine, node: syntax.ForEach) -> None:
    diagrams = machine.diagrams
    iterable = machine.evaluate(node.iterable)
    loop = Loop(diagrams.false, diagrams.false)
    machine.frame.loops.append(loop)
    left = diagrams.false
    for where, leaf in diagrams.cases(iterable, machine.guard):
        machine.guard = where
        for entry in objects.rounds(machine, leaf, node.location):
            _round(machine, node, entry, loop)
        left = diagrams.either(left, machine.guard)
    machine.frame.loops.pop()
    machine.guard = left
    _after_loop(machine, node.otherwise, loop)


def _round(machine: Machine, node: syntax.ForEach, entry: Entry, loop: Loop) -> None:
    """One round for one element, where it is there."""
    diagrams = machine.diagrams
    entered = machine.guard
    skipped = diagrams.both(entered, diagrams.negate(entry.present))
    machine.guard = diagrams.both(entered, entry.present)
    if machine.alive:
        machine.note_branch(entry.present, node.location)
        assign(machine, node.target, entry.value)
        machine.execute(node.body)
    goes_on = diagrams.either(machine.guard, loop.continued)
    loop.continued = diagrams.false
    machine.guard = diagrams.either(skipped, goes_on)


def _while(machine: Machine, node: syntax.While) -> None:
    """A few rounds; what is still looping after that ends with everything it touches unseen."""
    diagrams = machine.diagrams
    loop = Loop(diagrams.false, diagrams.false)
    machine.frame.loops.append(loop)
    ended = diagrams.false
    first_store = len(machine.heap.stores)
    endless = isinstance(node.test, syntax.Literal)
    for number in range(ROUNDS if endless else COUNTED_ROUNDS):
        if not machine.alive:
            break
        test = questions.truth(machine, machine.evaluate(node.test))
        if number >= ROUNDS and not isinstance(test, Leaf):
            break
        machine.note_branch(test, node.location)
        ended = diagrams.either(ended, diagrams.both(machine.guard, diagrams.negate(test)))
        machine.guard = diagrams.both(machine.guard, test)
        first_store = len(machine.heap.stores)
        if machine.alive:
            machine.execute(node.body)
        machine.guard = diagrams.either(machine.guard, loop.continued)
        loop.continued = diagrams.false
    machine.frame.loops.pop()
    if machine.alive:
        _give_up_loop(machine, node, first_store)
    machine.guard = diagrams.either(machine.guard, ended)
    _after_loop(machine, node.otherwise, loop)


def _give_up_loop(machine: Machine, node: syntax.While, first_store: int) -> None:
    """The loop may go on for longer: what its last round changed is not known from here on."""
    if isinstance(node.test, syntax.Literal) and node.test.value:
        machine.guard = machine.diagrams.false
        return
    for name in _assigned_names(node.body):
        if machine.variable(name) is not None:
            machine.bind(name, machine.unseen(f"{name} after a loop", node.location, ()))
    touched = {store.path for store in machine.heap.stores[first_store:]}
    for cell in list(machine.heap.cells):
        base = cell.base.value if isinstance(cell.base, Leaf) else None
        path = getattr(base, "path", None)
        if path is not None and any(store[:-1] == path for store in touched if store):
            machine.lose([machine.diagrams.leaf(Reference(cell.number))], "a loop goes on", node.location)


def _assigned_names(block: syntax.Block) -> list[str]:
    names: list[str] = []
    for statement in block:
        if isinstance(statement, syntax.Assign):
            names += [target.name for target in statement.targets if isinstance(target, syntax.Name)]
        elif isinstance(statement, syntax.Augment) and isinstance(statement.target, syntax.Name):
            names.append(statement.target.name)
        elif isinstance(statement, syntax.If):
            names += _assigned_names(statement.then) + _assigned_names(statement.otherwise)
    return names


def _after_loop(machine: Machine, otherwise: syntax.Block, loop: Loop) -> None:
    if machine.alive:
        machine.execute(otherwise)
    machine.guard = machine.diagrams.either(machine.guard, loop.broken)


def _break(machine: Machine, node: syntax.Break) -> None:
    loop = machine.frame.loops[-1]
    loop.broken = machine.diagrams.either(loop.broken, machine.guard)
    machine.guard = machine.diagrams.false


def _continue(machine: Machine, node: syntax.Continue) -> None:
    loop = machine.frame.loops[-1]
    loop.continued = machine.diagrams.either(loop.continued, machine.guard)
    machine.guard = machine.diagrams.false


# ----------------------------------------------------------------------------------------------------------- exits


def _return(machine: Machine, node: syntax.Return) -> None:
    value = machine.none if node.value is None else machine.evaluate(node.value)
    frame = machine.frame
    note_exit(machine, node.location)
    frame.value = machine.diagrams.choose(machine.guard, value, frame.value)
    frame.returned = machine.diagrams.either(frame.returned, machine.guard)
    machine.guard = machine.diagrams.false


def _raise(machine: Machine, node: syntax.Raise) -> None:
    machine.refuse(machine.diagrams.true, _exception_name(node.value))


def _exception_name(value: syntax.Expression | None) -> str | None:
    if isinstance(value, syntax.Call):
        value = value.callee
    return value.name if isinstance(value, (syntax.Name, syntax.Attribute)) else None


def _assert(machine: Machine, node: syntax.Assert) -> None:
    holds = questions.truth(machine, machine.evaluate(node.test))
    machine.refuse(machine.diagrams.negate(holds), "AssertionError")


# ------------------------------------------------------------------------------------------------------ exceptions


def _with(machine: Machine, node: syntax.With) -> None:
    swallows = False
    leaving: list[syntax.Statement] = []
    for manager, target in node.managers:
        value = machine.evaluate(manager)
        swallows = swallows or (isinstance(value, Leaf) and value.value == Outside("swallow"))
        name = f"<manager {len(leaving)}, line {manager.location.line}>"
        if _has_member(machine, value, "__exit__"):
            machine.bind(name, value)
            leaving.insert(0, _way_out(name, manager))
        if target is not None:
            assign(machine, target, _entered(machine, value, manager))
        elif _has_member(machine, value, "__enter__"):
            _entered(machine, value, manager)
    if leaving and not swallows:
        _try(machine, syntax.Try(node.location, node.body, (), (), tuple(leaving)))
        return
    if not swallows:
        machine.execute(node.body)
        return
    catcher = Catcher(machine.frame.number)
    machine.catchers.append(catcher)
    machine.execute(node.body)
    machine.catchers.pop()
    for guard, _ in catcher.caught:
        machine.guard = machine.diagrams.either(machine.guard, guard)


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


def _try(machine: Machine, node: syntax.Try) -> None:
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
    for guard, _ in escaping.caught:
        raising = diagrams.either(raising, guard)
    frame.returned, loop.broken, loop.continued = returned, broken, continued
    machine.guard = raising
    for way in ways:
        machine.guard = diagrams.either(machine.guard, way)
    machine.execute(node.last)
    through = machine.guard
    frame.returned = diagrams.either(frame.returned, diagrams.both(returning, through))
    loop.broken = diagrams.either(loop.broken, diagrams.both(breaking, through))
    loop.continued = diagrams.either(loop.continued, diagrams.both(continuing, through))
    for guard, exception in escaping.caught:
        machine.guard = diagrams.both(guard, through)
        machine.fail(diagrams.true, exception)
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
        entering, pending = _caught_by(machine, handler, pending)
        machine.guard = entering
        if machine.alive:
            if handler.name is not None:
                machine.bind(handler.name, machine.unseen("the exception", handler.location, ()))
            machine.execute(handler.body)
        left = diagrams.either(left, machine.guard)
    for guard, exception in pending:
        machine.guard = guard
        machine.fail(diagrams.true, exception)
    machine.guard = left


def _caught_by(
    machine: Machine, handler: syntax.Handler, raised: list[tuple[Diagram, str | None]]
) -> tuple[Diagram, list[tuple[Diagram, str | None]]]:
    """The guard under which a handler starts, and what it lets through."""
    diagrams = machine.diagrams
    names = [_exception_name(type_) for type_ in handler.types]
    entering = diagrams.false
    through: list[tuple[Diagram, str | None]] = []
    for guard, exception in raised:
        if not names or any(machine.program.is_exception(machine.frame.module, exception, name) for name in names):
            entering = diagrams.either(entering, guard)
        elif exception is None:
            fits = diagrams.decide(Catches(handler.location, machine.serial()))
            entering = diagrams.either(entering, diagrams.both(guard, fits))
            through.append((diagrams.both(guard, diagrams.negate(fits)), exception))
        else:
            through.append((guard, exception))
    return entering, through


# ----------------------------------------------------------------------------------------------------- definitions


def _delete(machine: Machine, node: syntax.Delete) -> None:
    for target in node.targets:
        if isinstance(target, syntax.Attribute):
            objects.put(machine, machine.evaluate(target.value), target.name, machine.none, target.location)
        elif isinstance(target, syntax.Subscript) and not isinstance(target.index, syntax.Slice):
            holder, index = machine.evaluate(target.value), machine.evaluate(target.index)
            if isinstance(index, Leaf) and isinstance(index.value, Constant) and isinstance(index.value.value, str):
                found = objects.get_item(machine, holder, index, target.location)
                machine.fail(questions.is_none(machine, found), "KeyError")
            objects.delete_item(machine, holder, index, target.location)
        elif isinstance(target, syntax.Subscript) and isinstance(target.index, syntax.Slice):
            replace_slice(machine, machine.evaluate(target.value), target.index, [], machine.none)
        elif isinstance(target, syntax.Name):
            machine.bind(target.name, machine.diagrams.leaf(UNBOUND))


def _define(machine: Machine, node: syntax.Define) -> None:
    function = node.function
    value: Diagram = machine.diagrams.leaf(Routine(_undecorated(function), None, machine.frame.number))
    for decorator in reversed(function.decorators):
        value = machine.call(machine.evaluate(decorator), (value,), (), decorator.location)
    machine.bind(function.name, value)


def _undecorated(function: Function) -> Function:
    from dataclasses import replace

    return replace(function, decorators=()) if function.decorators else function


def _import(machine: Machine, node: syntax.Import) -> None:
    machine.bind(node.name, objects.entity_value(machine, machine.program.locate(node.target)))


def _outer(machine: Machine, node: syntax.Outer) -> None:
    machine.frame.outer.update(node.names)


_HANDLERS: dict[type, Callable[[Machine, Any], None]] = {
    syntax.Assign: _assign,
    syntax.Augment: _augment,
    syntax.Evaluate: _evaluate,
    syntax.If: _if,
    syntax.While: _while,
    syntax.ForEach: _for_each,
    syntax.Return: _return,
    syntax.Raise: _raise,
    syntax.Assert: _assert,
    syntax.Break: _break,
    syntax.Continue: _continue,
    syntax.With: _with,
    syntax.Try: _try,
    syntax.Delete: _delete,
    syntax.Define: _define,
    syntax.Import: _import,
    syntax.Outer: _outer,
}
