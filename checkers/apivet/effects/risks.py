"""Failures of statements, as far as they can be read off them: a handler may start there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from apivet.effects import checking, ordering, raising, refusing
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.reading import own_parts
from apivet.effects.scopes import parts_of
from apivet.effects.state import Machine
from apivet.effects.values import Reference
from apivet.program import syntax
from apivet.program.failures import ANY, FailureKind, Failures
from apivet.program.model import External, Type
from apivet.program.operations import TELLING, Operation

_KIND, _VALUE = FailureKind.WRONG_KIND, FailureKind.WRONG_VALUE
#: Operators, by what they fail on.
_BY_OPERATOR: Final[Mapping[str, Failures]] = {
    **dict.fromkeys(("+", "-", "&", "|", "^"), (_KIND,)),
    **dict.fromkeys(("*", "/", "//"), (_KIND, FailureKind.NO_NUMBER)),
}


def is_risky(statement: syntax.Statement) -> bool:
    """Whether a statement may raise before it has any effect, calls apart (they raise where they are made)."""
    if isinstance(statement, syntax.Augment):
        return True
    unpacked = isinstance(statement, syntax.Assign) and any(
        isinstance(target, syntax.Sequence) for target in statement.targets
    )
    return unpacked or any(isinstance(part, (syntax.Binary, syntax.Subscript)) for part in own_parts(statement))


def is_the_same(machine: Machine, statements: Sequence[syntax.Statement | None], read: Sequence[Diagram]) -> bool:
    """Whether statements do the same whatever the hook is given: all that they read, and call, is written."""
    parts = [part for statement in statements if statement is not None for part in own_parts(statement)]
    calls = [part for part in parts if isinstance(part, syntax.Call)]
    return refusing.are_written(read) and all(_is_of_the_language(machine, call.callee) for call in calls)


def _is_of_the_language(machine: Machine, callee: syntax.Expression) -> bool:
    """Whether a function is one of the language, or a method of what is written."""
    if isinstance(callee, syntax.Attribute):
        return not isinstance(callee.value, syntax.Name) or machine.variable(callee.value.name) is not None
    if not isinstance(callee, syntax.Name) or machine.variable(callee.name) is not None:
        return False
    meant = machine.program.resolve(machine.frame.module, callee.name)
    return isinstance(meant, External) and raising.of_function(meant.dotted) is not ANY


def is_safe(statement: syntax.Statement) -> bool:
    """Whether a statement only gives a name to what can be read without a call."""
    if not isinstance(statement, syntax.Assign):
        return False
    return all(isinstance(target, syntax.Name) for target in statement.targets) and _is_only_read(statement.value)


def _is_only_read(value: syntax.Expression) -> bool:
    if isinstance(value, syntax.Attribute):
        return _is_only_read(value.value)
    if isinstance(value, syntax.Boolean):
        return all(_is_only_read(operand) for operand in value.operands)
    if isinstance(value, syntax.Comparison) and value.operator.startswith("is"):
        return _is_only_read(value.left) and _is_only_read(value.right)
    if isinstance(value, syntax.Call) and isinstance(value.callee, syntax.Name) and value.callee.name == "bool":
        return all(_is_only_read(argument.value) for argument in value.arguments)
    if isinstance(value, syntax.Unary):
        return value.operator == "not" and _is_only_read(value.operand)
    return isinstance(value, (syntax.Name, syntax.Literal))


def between(machine: Machine, before: syntax.Statement | None, statement: syntax.Statement) -> Failures:
    """The failures that a statement can end in before it has an effect, or the one ``before`` it after that, as far as
    that can be read off them. Nobody knows what else may come in between, which only a handler for all exceptions is
    sure to take."""
    found: set[str] = {FailureKind.IN_BETWEEN}
    ended = () if before is None or _fails_at_once(machine, before) else parts_of((before,))
    for part in (*ended, *own_parts(statement)):
        kinds = _of_part(machine, part)
        if kinds is ANY:
            return ANY
        found.update(kinds)
    return tuple(sorted(found))


def _fails_at_once(machine: Machine, statement: syntax.Statement) -> bool:
    """Whether what a statement fails on is told where it does: all that it calls changes nothing, and it gives the
    result to names alone."""
    targets = statement.targets if isinstance(statement, syntax.Assign) else ()
    if not isinstance(statement, (syntax.Assign, syntax.Evaluate)):
        return False
    calls = [part for part in parts_of((statement,)) if isinstance(part, syntax.Call)]
    named = all(isinstance(target, syntax.Name) for target in targets)
    return named and bool(calls) and all(_only_tells(machine, call) for call in calls)


def _only_tells(machine: Machine, call: syntax.Call) -> bool:
    if not isinstance(call.callee, syntax.Name) or machine.variable(call.callee.name) is not None:
        return False
    meant = machine.program.resolve(machine.frame.module, call.callee.name)
    told = machine.program.function_operation(meant.dotted) if isinstance(meant, External) else None
    return told in _TELLING


_TELLING: Final = TELLING - {Operation.OUTWARD} | {Operation.PURE}


def _of_part(machine: Machine, part: object) -> Failures:
    if isinstance(part, syntax.Call):
        return _of_call(machine, part)
    if isinstance(part, syntax.Attribute):
        return (FailureKind.MISSING_FIELD,)
    if isinstance(part, syntax.Name):
        return (FailureKind.UNBOUND,)
    if isinstance(part, syntax.Subscript):
        return raising.OF_LOOKUPS
    if isinstance(part, (syntax.Binary, syntax.Augment)):
        return _BY_OPERATOR.get(part.operator, ANY)
    if isinstance(part, (syntax.Assign, syntax.ForEach)):
        targets = part.targets if isinstance(part, syntax.Assign) else (part.target,)
        return (_KIND, _VALUE) if any(isinstance(each, syntax.Sequence) for each in targets) else (_KIND,)
    return (_KIND,) if isinstance(part, _QUIET) else ANY


def _of_call(machine: Machine, call: syntax.Call) -> Failures:
    """The failures of a call, told by the name of what is called: what is given may be called again."""
    if any(isinstance(argument.value, syntax.Lambda) or argument.name == "key" for argument in call.arguments):
        return ANY
    if isinstance(call.callee, syntax.Attribute):
        is_told = call.callee.name == _TAKING_OUT and _is_written_out(machine, call.callee.value)
        return (_KIND,) if is_told else raising.of_method(call.callee.name)
    if not isinstance(call.callee, syntax.Name) or machine.variable(call.callee.name) is not None:
        return ANY
    meant = machine.program.resolve(machine.frame.module, call.callee.name)
    if isinstance(meant, Type):
        return (_KIND,) if _only_holds_data(machine, meant) else ANY
    dotted = meant.dotted if isinstance(meant, External) else ""
    return (_KIND,) if dotted in refusing.EXCEPTIONS else raising.of_function(dotted)


#: The method that is told where it finds nothing to take out.
_TAKING_OUT: Final = "remove"


def _is_written_out(machine: Machine, holder: syntax.Expression) -> bool:
    """Whether an expression is a container of which all elements are known."""
    if isinstance(holder, syntax.Sequence):
        return not any(isinstance(item, syntax.Starred) for item in holder.items)
    value = machine.variable(holder.name) if isinstance(holder, syntax.Name) else None
    held = value.value if isinstance(value, Leaf) else None
    return isinstance(held, Reference) and ordering.is_written(machine, held)


def _only_holds_data(machine: Machine, type_: Type) -> bool:
    """Whether nothing but setting its fields is done where an object of a type is made."""
    if any(each.methods or checking.has_checks(each) for each in machine.program.ancestry(type_)):
        return False
    is_exception = bool(type_.outside_bases) and refusing.EXCEPTIONS.issuperset(type_.outside_bases)
    return is_exception or (type_.form == "dataclass" and not type_.has_unknown_base and not type_.decorators[1:])


#: Parts that fail on nothing but values of a wrong kind; each of their own parts is asked as well.
_QUIET: Final = (
    *(syntax.Literal, syntax.Argument, syntax.Unary, syntax.Comparison, syntax.Boolean, syntax.Starred),
    *(syntax.Mapping, syntax.Sequence, syntax.Evaluate, syntax.Return, syntax.Slice, syntax.Walrus, syntax.Conditional),
    *(syntax.If, syntax.Delete, syntax.While, syntax.Break, syntax.Continue, syntax.Raise, syntax.Assert),
)
