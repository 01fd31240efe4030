"""Statements: how a block changes the guard, the variables and the heap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from apivet.effects import deletion, elements, lookups, objects, questions, risks, special, witnesses
from apivet.effects.assignment_targets import assign, replace_slice
from apivet.effects.calls import is_context, refine
from apivet.effects.classes import class_body
from apivet.effects.defaults import defined
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.exceptions import assert_condition, raise_exception, try_block, with_managers
from apivet.effects.field_slices import FieldSlice
from apivet.effects.library import sets
from apivet.effects.loops import break_loop, continue_loop, for_each, labelled, while_loop
from apivet.effects.operators import binary
from apivet.effects.places import lost, overwrite
from apivet.effects.reading import read_by
from apivet.effects.refusing import always_or_never, may_raise
from apivet.effects.state import Machine
from apivet.effects.values import UNBOUND, Constant, Method, Reference
from apivet.program import syntax
from apivet.program.failures import FailureKind
from apivet.program.model import ListOf, Unknown
from apivet.program.syntax import Function


def execute(machine: Machine, block: syntax.Block) -> None:
    """Run a block. Inside a ``try`` of this very function a handler may start between any two statements."""
    watched = bool(machine.catchers) and machine.catchers[-1].frame == machine.frame.number
    for before, statement in zip((None, *block), block):
        if not machine.alive:
            return
        machine.at = statement.location
        machine.step()
        if watched and (risks.is_risky(statement) or (before is not None and not risks.is_safe(statement))):
            read = read_by(machine, statement) if machine.catchers else ()
            failures = risks.between(machine, before, statement)
            if risks.is_the_same(machine, (before, statement), read):
                machine.fail(always_or_never(machine, statement.location), failures)
            else:
                machine.fail(may_raise(machine, statement.location, read), failures, read)
        if machine.slice is None or not machine.slice.block(machine, statement):
            _HANDLERS[type(statement)](machine, statement)


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
            method = _method_in_place(machine, leaf, node.operator, value)
            own = objects.own_method(machine, leaf, special.in_place(node.operator))
            if own is not None:
                machine.guard = where
                assign(machine, node.target, machine.call(own, (value,), (), node.location))
            elif method is not None:
                machine.guard = where
                bound = machine.diagrams.leaf(Method(machine.diagrams.leaf(leaf), method))
                machine.call(bound, () if method == "clear" else (value,), (), node.location)
            elif node.operator in sets.IN_PLACE and _may_be_set(machine, leaf):
                machine.guard = where
                sets.change(machine, leaf, node.operator, value, node.location)
            else:
                continue
            left = machine.diagrams.either(left, machine.guard)
            others = machine.diagrams.both(others, machine.diagrams.negate(where))
        elif machine.heap.object_behind(leaf) is not None and _may_change(node.operator, value):
            # Later reads are made of the object as it was: only its other names have to show the change.
            machine.guard = where
            machine.lose([machine.diagrams.leaf(leaf)], _IN_PLACE, node.location, [value])
    machine.guard = others
    if machine.alive:
        assign(machine, node.target, binary(machine, node.operator, before, value))
    machine.guard = machine.diagrams.either(machine.guard, left)


_IN_PLACE = "an object is changed in place"


def _may_change(operator: str, value: Diagram) -> bool:
    """Whether an operator can change an object of which nothing is known: numbers and texts are only added to their
    like, which stay what they are."""
    if operator not in ("+", "-") or not isinstance(value, Leaf) or not isinstance(value.value, Constant):
        return True
    return not isinstance(value.value.value, (int, float, str))


def _may_be_set(machine: Machine, leaf: Reference) -> bool:
    return elements.is_set(machine, leaf) or isinstance(machine.heap.cells[leaf.cell].shape, (ListOf, Unknown))


def _method_in_place(machine: Machine, leaf: Reference, operator: str, value: Diagram) -> str | None:
    """The method that does the same to a container; ``None`` where the operator makes a new value."""
    if operator == "|" and (elements.is_keyed(machine, leaf) or _is_view(machine, leaf)):
        return "update"
    cell = machine.heap.cells[leaf.cell]
    is_held = cell.entries is not None or isinstance(cell.shape, ListOf)
    if not is_held or elements.is_mapping(machine, leaf):
        return None
    if operator == "*":
        none_left = isinstance(value, Leaf) and isinstance(value.value, Constant) and value.value.value in (0, False)
        return "clear" if none_left else "__imul__"
    return "extend" if operator in ("+", "|") else None


def _is_view(machine: Machine, leaf: Reference) -> bool:
    """Whether ``|`` can only be meant for the mapping of an object's fields: the object itself has none."""
    type_ = objects.type_of(machine, leaf)
    return type_ is not None and all(objects.member(machine, type_, name) is None for name in ("__or__", "__ior__"))


def _evaluate(machine: Machine, node: syntax.Evaluate) -> None:
    machine.evaluate(node.value)


def _if(machine: Machine, node: syntax.If) -> None:
    """Both sides, each under its guard; a chain of ``elif`` is walked without recursion."""
    diagrams = machine.diagrams
    left = diagrams.false
    branch: syntax.If | None = node
    while branch is not None:
        test = witnesses.widened(machine, questions.truth(machine, machine.evaluate(branch.test)))
        machine.note_branch(test, branch.location)
        entered = machine.guard
        machine.guard = inside = diagrams.both(entered, test)
        if machine.alive:
            machine.execute(branch.then)
        following = branch.otherwise
        if not following and machine.guard is inside:
            machine.guard = entered
            break
        left = diagrams.either(left, machine.guard)
        machine.guard = diagrams.both(entered, diagrams.negate(test))
        branch = None
        if machine.alive and len(following) == 1 and isinstance(following[0], syntax.If):
            machine.step()
            branch = None if _is_left_out_of_chain(machine, following[0]) else following[0]
        elif machine.alive:
            machine.execute(following)
    machine.guard = diagrams.either(left, machine.guard)


def _is_left_out_of_chain(machine: Machine, branch: syntax.If) -> bool:
    """Whether a question about some fields leaves an ``elif`` out. Other slices pass over whole chains."""
    return isinstance(machine.slice, FieldSlice) and machine.slice.block(machine, branch)


def _return(machine: Machine, node: syntax.Return) -> None:
    value = machine.none if node.value is None else machine.evaluate(node.value)
    frame = machine.frame
    machine.note_exit(node.location)
    is_sure = frame.function is not None and frame.function.is_static and not frame.has_result
    frame.value = value if is_sure else machine.diagrams.choose(machine.guard, value, frame.value)
    frame.has_result = True
    frame.returned = machine.diagrams.either(frame.returned, machine.guard)
    machine.guard = machine.diagrams.false


def _delete(machine: Machine, node: syntax.Delete) -> None:
    for target in node.targets:
        if isinstance(target, syntax.Attribute):
            deletion.delete(machine, machine.evaluate(target.value), target.name, target.location)
        elif isinstance(target, syntax.Subscript) and not isinstance(target.index, syntax.Slice):
            holder, index = machine.evaluate(target.value), machine.evaluate(target.index)
            if isinstance(index, Leaf) and isinstance(index.value, Constant) and isinstance(index.value.value, str):
                found = lookups.get_item(machine, holder, index, target.location)
                machine.fail(questions.is_none(machine, found), FailureKind.MISSING_KEY)
            elements.delete_item(machine, holder, index, target.location)
        elif isinstance(target, syntax.Subscript) and isinstance(target.index, syntax.Slice):
            replace_slice(machine, machine.evaluate(target.value), target.index, [], machine.none)
        elif isinstance(target, syntax.Name):
            machine.evaluate(target)
            machine.bind(target.name, machine.diagrams.leaf(UNBOUND))


def _define(machine: Machine, node: syntax.Define) -> None:
    function = node.function
    if is_context(machine, function):
        machine.bind(function.name, defined(machine, function))
        return
    value = defined(machine, _undecorated(function))
    for decorator in reversed(function.decorators):
        value = machine.call(machine.evaluate(decorator), (value,), (), decorator.location)
    machine.bind(function.name, value)


def _undecorated(function: Function) -> Function:
    return replace(function, decorators=()) if function.decorators else function


def _outer(machine: Machine, node: syntax.Outer) -> None:
    machine.frame.outer.update(node.names)
    if node.is_global:
        machine.frame.of_module.update(node.names)


_HANDLERS: dict[type, Callable[[Machine, Any], None]] = {
    syntax.Assign: _assign,
    syntax.Augment: _augment,
    syntax.Evaluate: _evaluate,
    syntax.If: _if,
    syntax.While: while_loop,
    syntax.ForEach: for_each,
    syntax.Return: _return,
    syntax.Raise: raise_exception,
    syntax.Assert: assert_condition,
    syntax.Break: break_loop,
    syntax.Continue: continue_loop,
    syntax.With: with_managers,
    syntax.Try: try_block,
    syntax.Delete: _delete,
    syntax.Define: _define,
    syntax.ClassBody: class_body,
    syntax.Outer: _outer,
    syntax.Labelled: labelled,
    syntax.Overwrite: overwrite,
    syntax.Lost: lost,
}
