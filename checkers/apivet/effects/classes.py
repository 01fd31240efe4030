"""Classes of functions: their bodies run where they stand, and what these bind are the attributes of the class."""

from __future__ import annotations

from typing import Any

from apivet.effects import objects, scopes, secretive
from apivet.effects.calls import run
from apivet.effects.captured import captured
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.frames import Arguments, CallFrame
from apivet.effects.state import Machine
from apivet.effects.unresolved import unresolved
from apivet.effects.values import Constant, Outside, Reference, Routine, TypeValue
from apivet.program import syntax
from apivet.program.model import Type

#: Metaclasses that make a class as its body says.
_PLAIN = (Outside("builtins.type"), Outside("abc.ABCMeta"), Outside("enum.EnumMeta"), Outside("enum.EnumType"))


def class_body(machine: Machine, node: syntax.ClassBody) -> None:
    """Run the body of a class, and what else runs when a class is made."""
    type_ = machine.program.type(node.dotted)
    if type_ is not None and type_.location != node.location:
        type_ = None  # another class of the function that goes by the same name
    given = [(argument.name or "", machine.evaluate(argument.value)) for argument in node.arguments]
    frame = _followed(machine, node, type_)
    if not machine.alive:
        return
    if type_ is None or scopes.may_bind_any(node.body):
        # Names come from anywhere, and what they hold from any variable.
        seen = (*machine.frame.variables.values(), *frame.variables.values())
        machine.bind(node.name, machine.unseen(f"the attributes of {node.name} can't be told", node.location, seen))
        return
    for name, value in frame.variables.items():
        _bind(machine, type_, name, machine.diagrams.assuming(value, machine.guard))
    _tell_attributes(machine, type_, frame, node)
    _tell_bases(machine, type_, tuple(named for named in given if named[0] != "metaclass"), node)
    made: Diagram = machine.diagrams.leaf(TypeValue(type_))
    metaclass = dict(given).get("metaclass")
    if metaclass is not None and not (isinstance(metaclass, Leaf) and metaclass.value in _PLAIN):
        held = (made, metaclass, *captured(machine, tuple(frame.variables.values())))
        made = unresolved(machine, f"the metaclass of {node.name}", held, node.location)
        types = [leaf.value.type for leaf in leaves(metaclass) if isinstance(leaf.value, TypeValue)]
        above = [base for each in types for base in machine.program.ancestry(each)]
        secretive.stand_for(machine, made, [method for base in above for method in base.methods.values()])
    for decorator in reversed(node.decorators):
        chosen = machine.evaluate(decorator)
        if isinstance(chosen, Leaf) and isinstance(chosen.value, Routine):
            made = machine.call(chosen, (made,), (), node.location)
    machine.bind(node.name, made)


def _followed(machine: Machine, node: syntax.ClassBody, type_: Type | None) -> CallFrame:
    """The frame of the body, once it ran."""
    around = machine.frame
    around_it = around.seen_inside
    if around_it is not None:
        machine.homes[node.dotted] = around_it
    frame = machine.push(None, around.module, around_it)
    frame.receiver, frame.is_class = around.receiver, True
    catcher = machine.catchers[-1] if machine.catchers and machine.catchers[-1].frame == around.number else None
    if catcher is not None:
        catcher.frame = frame.number
    for statement in node.body:
        method = _method(statement, type_)
        if method is not None:
            _evaluate_defaults(machine, method)
        elif machine.alive:
            machine.execute((statement,))
    if catcher is not None:
        catcher.frame = around.number
    machine.stack.pop()
    return frame


def _method(statement: syntax.Statement, type_: Type | None) -> syntax.Function | None:
    """The method that a statement of the body itself defines."""
    name = statement.function.name if isinstance(statement, syntax.Define) else ""
    return None if type_ is None else type_.methods.get(name)


def _evaluate_defaults(machine: Machine, method: syntax.Function) -> None:
    for parameter in method.parameters:
        if parameter.default is not None:
            value = machine.evaluate(parameter.default)
            machine.defaults[method.dotted, method.location, parameter.name] = value


def _bind(machine: Machine, type_: Type, name: str, value: Diagram) -> None:
    """Make an attribute of what the body bound to a name, on some paths or on all."""
    known = name in type_.attributes or type_.field(name) is not None
    if known and machine.given(value) is machine.diagrams.true:
        machine.bound_in_classes[type_.dotted, name] = value
    else:
        machine.attributes[TypeValue(type_), name] = value


def _tell_attributes(machine: Machine, type_: Type, frame: CallFrame, node: syntax.ClassBody) -> None:
    """``__set_name__`` of what stands in the body."""

    def one(leaf: Any, name: str) -> Diagram:
        own = objects.own_method(machine, leaf, "__set_name__") if isinstance(leaf, Reference) else None
        if own is not None:
            machine.call(
                own,
                (machine.diagrams.leaf(TypeValue(type_)), machine.diagrams.leaf(Constant.of(name))),
                (),
                node.location,
            )
        return machine.none

    for name, value in list(frame.variables.items()):
        machine.each(value, lambda leaf, name=name: one(leaf, name))  # type: ignore[misc]


def _tell_bases(machine: Machine, type_: Type, named: tuple[tuple[str, Diagram], ...], node: syntax.ClassBody) -> None:
    """``__init_subclass__`` of the next class above that has it."""
    for base in machine.program.ancestry(type_)[1:]:
        told = base.methods.get("__init_subclass__")
        if told is not None:
            routine = Routine(told, machine.diagrams.leaf(TypeValue(type_)), None)
            run(machine, routine, Arguments((), named), node.location)
            return
