"""Functions that reach nothing but what they are given, with all that they may call."""

from __future__ import annotations

from typing import Any

from apivet.program import syntax
from apivet.program.model import Program
from apivet.program.operations import Operation
from apivet.program.syntax import Function
from apivet.program.walking import walk


class StaticFunctions:
    """The functions of one program, each asked once."""

    def __init__(self, program: Program, gate_functions: frozenset[str], left_out: frozenset[str]) -> None:
        self.program = program
        self.gate_functions = gate_functions
        self.left_out = left_out
        self._known: dict[Function, bool] = {}
        #: The operations that a function does itself, and the functions that it names.
        self._parts: dict[Function, tuple[frozenset[Operation], list[Function]]] = {}

    def holds(self, function: Function) -> bool:
        """Whether a function, and all that it may call, reaches nothing but what it is given."""
        return self._is_static(function, set())

    def performs(self, operation: Operation, function: Function) -> bool:
        """Whether a function, or one that it may call, does this operation."""
        found: dict[Function, None] = {function: None}
        for each in (pending := [function]):
            if each not in self._parts:
                parts = list(walk(each.body))
                called = [self.program.locate(part.dotted) for part in parts if isinstance(part, syntax.Entity)]
                done = frozenset(part.operation for part in parts if isinstance(part, syntax.Perform))
                self._parts[each] = done, [entity for entity in called if isinstance(entity, Function)]
            done, functions = self._parts[each]
            if operation in done:
                return True
            pending += [other for other in functions if other not in found]
            found.update(dict.fromkeys(functions))
        return False

    def _is_static(self, function: Function, seen: set[Function]) -> bool:
        if function in self._known:
            return self._known[function]
        if function in seen:
            return True
        seen.add(function)
        found = function.is_static and all(self._stays_inside(part, seen) for part in walk(function.body))
        self._known[function] = found
        return found

    def _stays_inside(self, part: Any, seen: set[Function]) -> bool:
        if isinstance(part, syntax.Lost):
            return False
        if isinstance(part, syntax.Call):
            return self._calls_inside(part, seen)
        target = getattr(part, "target", None) if isinstance(part, (syntax.Overwrite, syntax.Augment)) else None
        targets = part.targets if isinstance(part, syntax.Assign) else (target,)
        return not any(isinstance(each, syntax.Entity) for target in targets for each in walk(target))

    def _calls_inside(self, node: syntax.Call, seen: set[Function]) -> bool:
        callee = node.callee
        if isinstance(callee, syntax.Attribute):
            return callee.name in self.gate_functions
        if isinstance(callee, syntax.Entity):
            if callee.dotted.rpartition(".")[2] in self.left_out:
                return False
            entity = self.program.locate(callee.dotted)
            return isinstance(entity, Function) and self._is_static(entity, seen)
        return isinstance(callee, (syntax.Name, syntax.Lambda, syntax.Call))
