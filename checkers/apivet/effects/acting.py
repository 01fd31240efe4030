"""Methods that act: told from their code, which changes more than what it makes itself, or may have others do so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from apivet.effects import raising
from apivet.effects.scopes import CHANGING, bound_by, local_names, targets_of
from apivet.effects.special import TELLING
from apivet.effects.state import Machine
from apivet.program import operations, syntax
from apivet.program.failures import ANY
from apivet.program.model import Entity, External, Module, Type
from apivet.program.operations import Operation
from apivet.program.walking import walk

#: Operations that leave all that there is as it was, but for iterators that are asked.
_QUIET: Final = (operations.READING | operations.TELLING) | {
    *(Operation.IMAGE, Operation.HAS_FIELD, Operation.GET_FIELD, Operation.FIELDS, Operation.OWN_FIELDS),
    *(Operation.AS_MAPPING, Operation.AS_TUPLE, Operation.SUPER, Operation.TYPE_OF, Operation.DECLARED_FIELDS),
    *(Operation.IS_DATA, Operation.ITERATE, Operation.ITERATE_EACH, Operation.MAPPING, Operation.ORDERED_MAPPING),
    *(Operation.APPLY_TO_EACH, Operation.APPLY_TO_ROWS, Operation.SELECT),
    *(Operation.MARK, Operation.ITEM, Operation.CAST, Operation.BYTES, Operation.FIELD_READER, Operation.ITEM_READER),
}
#: Methods that run where an object is made.
MAKING: Final = ("__new__", "__init__", "__post_init__")
#: Methods of texts that fill them in.
_FORMATTING: Final = ("format", "format_map")
_WRITTEN: Final = (syntax.Sequence, syntax.Mapping, syntax.Comprehension, syntax.Literal)


def acts(machine: Machine, type_: Type, method: syntax.Function) -> bool:
    """Whether a method of a type, or code that it calls by name, may change something beside attributes of its object
    that no field declares, and containers that it makes itself."""
    return any(_acts_itself(machine, type_, each, is_new) for each, is_new in _called(machine, type_, method))


def _called(machine: Machine, type_: Type, method: syntax.Function) -> list[tuple[syntax.Function, bool]]:
    """A method, and the code that it calls by name, over whatever steps: methods of its object, functions, and what
    makes objects, each with whether it is called on a new one."""
    found: dict[tuple[syntax.Function, bool], None] = {}
    pending = [(method, method.name in MAKING)]
    while pending:
        inner, is_new = pending.pop()
        if (inner, is_new) in found:
            continue
        found[inner, is_new] = None
        for part in walk(inner.body):
            if isinstance(part, syntax.Attribute):
                goes_on = is_new and part.name in MAKING and _is_super(part.value)
                pending += [(each, goes_on) for each in _methods(machine, type_, (part.name,))]
            elif isinstance(part, syntax.Name):
                named = machine.program.resolve(inner.module, part.name)
                pending += [(named, False)] if isinstance(named, syntax.Function) else []
                made = _methods(machine, named, MAKING) if isinstance(named, Type) else []
                pending += [(each, True) for each in made]
    return list(found)


def _is_super(node: syntax.Expression) -> bool:
    return isinstance(node, syntax.Call) and isinstance(node.callee, syntax.Name) and node.callee.name == "super"


def attributes(machine: Machine, type_: Type, method: syntax.Function) -> set[str]:
    """The names of attributes in a method and in the code that it calls by name."""
    parts = (part for each, _ in _called(machine, type_, method) for part in walk(each.body))
    return {part.name for part in parts if isinstance(part, syntax.Attribute)}


def _methods(machine: Machine, type_: Type, names: Iterable[str]) -> list[syntax.Function]:
    return [base.methods[name] for base in machine.program.ancestry(type_) for name in names if name in base.methods]


def _acts_itself(machine: Machine, type_: Type, function: syntax.Function, is_new: bool) -> bool:
    if machine.changed_in_module(function) or machine.set_outside(function):
        return True
    made = _made_there(function)
    for part in walk(function.body):
        if isinstance(part, (syntax.Lost, syntax.ClassBody)):
            return True
        if isinstance(part, syntax.Call) and _is_open(machine, type_, function, part):
            return True
        targets = [each for each in targets_of((part,)) if not (is_new and _is_own_field(function, each))]
        if any(_is_others(type_, _own(function), made, part, target) for target in targets):
            return True
    return False


def _own(function: syntax.Function) -> str:
    """The name that a method has for its object."""
    return function.parameters[0].name if function.binding == "instance" and function.parameters else ""


def _is_own_field(function: syntax.Function, target: syntax.Expression) -> bool:
    """Whether a target is a field of the object of a method: of a new one, that changes nothing that was there."""
    holder = target.value if isinstance(target, syntax.Attribute) else None
    return isinstance(holder, syntax.Name) and holder.name == _own(function) != ""


def _is_others(type_: Type, own: str, made: set[str], part: object, target: syntax.Expression) -> bool:
    """Whether a change by a statement or a call is one of something that others may hold."""
    if isinstance(target, (syntax.Sequence, syntax.Starred)):
        inner = target.items if isinstance(target, syntax.Sequence) else (target.value,)
        return any(_is_others(type_, own, made, part, each) for each in inner)
    is_inside = isinstance(part, syntax.Call)
    is_inside |= isinstance(part, syntax.Augment) and not isinstance(part.value, syntax.Literal)
    if isinstance(target, syntax.Name):
        return is_inside and target.name not in made
    if is_inside or not isinstance(target, (syntax.Attribute, syntax.Subscript)):
        return True
    if not isinstance(target.value, syntax.Name):
        return True
    if isinstance(target, syntax.Subscript):
        return target.value.name not in made
    return target.value.name != own or type_.field(target.name) is not None


def _made_there(function: syntax.Function) -> set[str]:
    """The variables of a function that hold nothing but what is written out there."""
    made: set[str] = set()
    others = {each.name for each in function.parameters}
    for part in walk(function.body):
        if isinstance(part, syntax.Assign) and isinstance(part.value, _WRITTEN):
            made.update(each.name for each in part.targets if isinstance(each, syntax.Name))
            others.update(name for each in part.targets if not isinstance(each, syntax.Name) for name in bound_by(part))
        elif not isinstance(part, syntax.Augment):
            others.update(bound_by(part))
    return made - others


def _is_open(machine: Machine, type_: Type, function: syntax.Function, call: syntax.Call) -> bool:
    """Whether a call may be one of code that is not looked at."""
    callee = call.callee
    if isinstance(callee, syntax.Name):
        return _is_unknown(machine, _meant(machine, function, callee))
    if not isinstance(callee, syntax.Attribute):
        return True
    holder = _meant(machine, function, callee.value)
    if isinstance(holder, (Module, External)):
        return _is_unknown(machine, machine.program.locate(f"{holder.dotted}.{callee.name}"))
    is_looked_at = callee.name in CHANGING or bool(_methods(machine, type_, (callee.name,)))
    return not is_looked_at and not _tells(machine, callee.name)


def _meant(machine: Machine, function: syntax.Function, node: syntax.Expression) -> Entity | None:
    """The entity that an expression names; ``None`` for values, those of variables too."""
    if not isinstance(node, syntax.Name) or node.name in local_names(function):
        return None
    if any(each.name == node.name for each in function.parameters):
        return None
    return machine.program.resolve(function.module, node.name)


def _is_unknown(machine: Machine, callee: Entity | None) -> bool:
    if isinstance(callee, External):
        return machine.program.function_operation(callee.dotted) not in _QUIET
    return not isinstance(callee, (syntax.Function, Type))


def _tells(machine: Machine, name: str) -> bool:
    """Whether a method of that name of a text or a container changes nothing."""
    if name in TELLING or name in _FORMATTING:
        return True
    return raising.of_method(name) is not ANY or machine.program.method_operation(name) in _QUIET
