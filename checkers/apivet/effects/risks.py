"""Failures of statements, as far as they can be read off them: a handler may start there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from apivet.effects import checking, objects, raising, refusing
from apivet.effects.diagrams import Diagram, Leaf
from apivet.effects.reading import own_parts
from apivet.effects.scopes import parts_of
from apivet.effects.state import Machine
from apivet.effects.values import Reference, Routine
from apivet.program import syntax
from apivet.program.failures import ANY, FailureKind, Failures
from apivet.program.model import External, Type
from apivet.program.operations import TELLING, Operation
from apivet.program.syntax import Function

_KIND, _VALUE = FailureKind.WRONG_KIND, FailureKind.WRONG_VALUE
#: Operators, by what they fail on besides what is told where they are followed.
_BY_OPERATOR: Final[Mapping[str, Failures]] = {
    **dict.fromkeys(("+", "-", "&", "|", "^"), (_KIND,)),
    **dict.fromkeys(("*", "/", "//"), (_KIND, FailureKind.TOO_LARGE)),
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


class _Scope(Struct, frozen=True):
    """The place of code whose parts are looked at: its module, the names that it binds itself, which hold anything, and
    those that hold an object of a type. ``seen`` are the functions on the way there."""

    module: str
    names: frozenset[str] = frozenset()
    held: tuple[tuple[str, Type], ...] = ()
    is_running: bool = True
    seen: tuple[Function, ...] = ()


def between(machine: Machine, before: syntax.Statement | None, statement: syntax.Statement) -> Failures:
    """The failures that a statement can end in before it has an effect, or the one ``before`` it after that, as far as
    they are not told where that is followed. Nobody knows what else may come in between, which only a handler for all
    exceptions is sure to take."""
    found: set[str] = {FailureKind.IN_BETWEEN}
    ended = () if before is None or _fails_at_once(machine, before) else parts_of((before,))
    kinds = _of_parts(machine, _Scope(machine.frame.module), (*ended, *own_parts(statement)))
    return kinds and tuple(sorted(found.union(kinds)))


def _fails_at_once(machine: Machine, statement: syntax.Statement) -> bool:
    """Whether what a statement fails on is told where it does: all that it calls changes nothing, and it gives the
    result to names alone."""
    targets = statement.targets if isinstance(statement, syntax.Assign) else ()
    if not isinstance(statement, (syntax.Assign, syntax.Evaluate)):
        return False
    calls = [part for part in parts_of((statement,)) if isinstance(part, syntax.Call)]
    named = all(isinstance(target, syntax.Name) for target in targets)
    scope = _Scope(machine.frame.module)
    return named and bool(calls) and all(_only_tells(machine, scope, call) for call in calls)


def _only_tells(machine: Machine, scope: _Scope, call: syntax.Call) -> bool:
    dotted = _of_library(machine, scope, call)
    return bool(dotted) and machine.program.function_operation(dotted) in _TELLING


_TELLING: Final = TELLING - {Operation.OUTWARD} | {Operation.PURE, Operation.GET_FIELD, Operation.NEXT}


def _of_parts(machine: Machine, scope: _Scope, parts: Iterable[object]) -> Failures:
    """The failures of pieces of code: at least one that something is of a wrong kind, unless there are any."""
    found: set[str] = {_KIND}
    for part in parts:
        kinds = _of_part(machine, scope, part)
        if kinds is ANY:
            return ANY
        found.update(kinds)
    return tuple(found)


def _of_part(machine: Machine, scope: _Scope, part: object) -> Failures:
    if isinstance(part, syntax.Call):
        return _of_call(machine, scope, part)
    if isinstance(part, (syntax.Binary, syntax.Augment)):
        return _BY_OPERATOR.get(part.operator, ANY)
    if isinstance(part, (syntax.Assign, syntax.Delete)):
        return raising.OF_LOOKUPS if any(map(_is_position, part.targets)) else (_KIND,)
    is_stepping = isinstance(part, syntax.Slice) and not isinstance(part.step, (syntax.Literal, type(None)))
    if is_stepping or isinstance(part, syntax.Formatted):
        return (_KIND, _VALUE)
    return (_KIND,) if isinstance(part, _QUIET) else ANY


def _is_position(target: syntax.Expression) -> bool:
    """Whether a target may be an element that is not there: under a name anything can be put."""
    if not isinstance(target, syntax.Subscript):
        return False
    return not (isinstance(target.index, syntax.Literal) and isinstance(target.index.value, str))


def _of_call(machine: Machine, scope: _Scope, call: syntax.Call) -> Failures:
    """The failures of a call, told by what is called: code of the tree fails where it does so itself. What is given to
    any other may be called again."""
    function = _called(machine, scope, call.callee)
    if function is not None:
        return _of_code(machine, scope, function)
    if _only_tells(machine, scope, call):
        return (_KIND,)
    if any(isinstance(argument.value, syntax.Lambda) or argument.name == "key" for argument in call.arguments):
        return ANY
    if isinstance(call.callee, syntax.Attribute):
        return (_KIND,) if call.callee.name in _TAKING_OUT else raising.of_method(call.callee.name)
    meant = _meant(machine, scope, call.callee)
    if isinstance(meant, Type):
        return (_KIND,) if _only_holds_data(machine, meant) else ANY
    dotted = meant.dotted if isinstance(meant, External) else ""
    return (_KIND,) if dotted in refusing.EXCEPTIONS else raising.of_function(dotted)


#: Methods that tell where they find nothing to take out.
_TAKING_OUT: Final = ("remove", "pop")


def _meant(machine: Machine, scope: _Scope, callee: syntax.Expression) -> object:
    """The thing that a name of a module means where it is called; ``None`` for any other callee."""
    if not isinstance(callee, syntax.Name) or callee.name in scope.names:
        return None
    if scope.is_running and machine.variable(callee.name) is not None:
        return None
    return machine.program.resolve(scope.module, callee.name)


def _of_library(machine: Machine, scope: _Scope, call: syntax.Call) -> str:
    meant = _meant(machine, scope, call.callee)
    return meant.dotted if isinstance(meant, External) else ""


def _called(machine: Machine, scope: _Scope, callee: syntax.Expression) -> Function | None:
    """The function of the tree that is called, where that is certain."""
    found: object = _meant(machine, scope, callee)
    if isinstance(callee, syntax.Attribute):
        type_ = _type_held(machine, scope, callee.value)
        own = objects.member(machine, type_, callee.name) if type_ is not None else None
        found = own[1] if own is not None else None
    elif found is None and isinstance(callee, syntax.Name) and scope.is_running and callee.name not in scope.names:
        value = machine.variable(callee.name)
        held = value.value if isinstance(value, Leaf) else None
        found = held.function if isinstance(held, Routine) else None
    return found if isinstance(found, Function) and not found.decorators and not found.is_cached else None


def _type_held(machine: Machine, scope: _Scope, holder: syntax.Expression) -> Type | None:
    if not isinstance(holder, syntax.Name):
        return None
    if holder.name in scope.names or not scope.is_running:
        return dict(scope.held).get(holder.name)
    value = machine.variable(holder.name)
    held = value.value if isinstance(value, Leaf) else None
    return objects.type_of(machine, held) if isinstance(held, Reference) else None


def _of_code(machine: Machine, scope: _Scope, function: Function) -> Failures:
    """The failures of a function of the tree that are not told where it is followed."""
    if function in scope.seen:
        return (_KIND,)
    names = frozenset((*machine.local_names(function), *(each.name for each in function.parameters)))
    owner = machine.program.type(function.owner) if function.owner and function.binding == "instance" else None
    held = ((function.parameters[0].name, owner),) if owner is not None and function.parameters else ()
    is_within = scope.is_running and function.module == machine.frame.module and not function.owner
    within = _Scope(function.module, names, held, is_within, (*scope.seen, function))
    return _of_parts(machine, within, parts_of(function.body))


def _only_holds_data(machine: Machine, type_: Type) -> bool:
    """Whether nothing but setting its fields is done where an object of a type is made."""
    if any(each.methods or checking.has_checks(each) for each in machine.program.ancestry(type_)):
        return False
    is_exception = bool(type_.outside_bases) and refusing.EXCEPTIONS.issuperset(type_.outside_bases)
    return is_exception or (type_.form == "dataclass" and not type_.has_unknown_base and not type_.decorators[1:])


#: Parts that fail on nothing but values of a wrong kind, or where that is told: each of their own parts is asked as
#: well.
_QUIET: Final = (
    *(syntax.Literal, syntax.Argument, syntax.Unary, syntax.Comparison, syntax.Boolean, syntax.Starred),
    *(syntax.Mapping, syntax.Sequence, syntax.Evaluate, syntax.Return, syntax.Slice, syntax.Walrus, syntax.Conditional),
    *(syntax.If, syntax.While, syntax.Break, syntax.Continue, syntax.Raise, syntax.Assert, syntax.ForEach),
    *(syntax.Name, syntax.Attribute, syntax.Subscript, syntax.Comprehension, syntax.Clause, syntax.Lambda),
    *(syntax.Try, syntax.Handler, syntax.Define, syntax.Entity),
)
