"""Footprints: the objects that a piece of code may change, or let others hold, told without running it.

Statements are read in no order and a name is all that it is ever bound to, so that a footprint only errs on the large
side. Code of which that can't be said has none, and is followed: computed names, callbacks, variables of other scopes,
exceptions that are caught.

``if obj.spec.deep: tidy(obj.spec)`` with ``def tidy(spec): spec.decks.sort()`` touches ``obj.spec.decks``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from weakref import WeakKeyDictionary

from apivet.effects.closure_reader import ClosureReader
from apivet.effects.code_places import ANY, NOTHING, PUT_AWAY, Footprint, themselves
from apivet.effects.code_reader import Reader
from apivet.effects.limits import READINGS
from apivet.effects.scopes import assigned_in, parts_of
from apivet.effects.static_functions import StaticFunctions
from apivet.program import syntax
from apivet.program.model import Program
from apivet.program.operations import Operation
from apivet.program.syntax import Function
from apivet.program.walking import walk

NO_NAMES: frozenset[str] = frozenset()
#: The footprint of nothing.
_NONE: Final = Footprint(NOTHING, NOTHING, NOTHING, NO_NAMES, NO_NAMES, (), NO_NAMES, False)
#: The footprints of functions that reach nothing but what they are given, each with what it rests on.
_OF_STATIC: WeakKeyDictionary[Program, dict[Function, tuple[Footprint | None, Any]]] = WeakKeyDictionary()


class Footprints:
    """The footprints of the functions and the blocks of one program, each read once."""

    def __init__(self, program: Program, gate_functions: Iterable[str], left_out: Iterable[str]) -> None:
        self.program = program
        #: Functions that ask for a gate, and those that the conventions know by name.
        self.gate_functions = frozenset(gate_functions)
        self.left_out = frozenset(left_out)
        #: Functions that reach nothing but what they are given are what they are for everybody who asks.
        self._of_static = _OF_STATIC.setdefault(program, {})
        self._of_functions: dict[Function, Footprint | None] = {}
        #: Functions that are being read, what they and those that rest on them were found to leave the last time, and
        #: what these leave this time, with the functions on which that rests.
        self._open: set[Function] = set()
        self._assumed: dict[Function, Footprint | None] = {}
        self._round: dict[Function, tuple[Footprint | None, set[Function]]] = {}
        #: Functions of which something was assumed since the one at hand is being read.
        self._rests_on: set[Function] = set()
        self._static = StaticFunctions(program, self.gate_functions, self.left_out)
        self._of_blocks: dict[syntax.Statement, Footprint | None] = {}

    def of_function(self, function: Function) -> Footprint | None:
        """The footprint of a call; its places begin with the parameters."""
        if function in self._of_functions:
            return self._of_functions[function]
        if function in self._of_static:
            known = self._of_static[function]
            self.program.consult(known[1])
            return known[0]
        if function in self._open or function in self._round:
            found, rests_on = self._round.get(function, (self._assumed.get(function, _NONE), {function}))
            self._rests_on |= rests_on
            return found
        around, self._rests_on = self._rests_on, set()
        found, dependencies = self._followed(function)
        rests_on = self._rests_on - {function}
        if rests_on:
            self._round[function] = found, rests_on
        else:
            if function.is_static:
                self._of_static[function] = found, dependencies
            else:
                self._of_functions[function] = found
            self._forget(function)
        self._rests_on = around | rests_on
        return found

    def _followed(self, function: Function) -> tuple[Footprint | None, Any]:
        """The footprint of a function, with what that rests on where it is kept for other runs."""
        if not function.is_static:
            return self._until_settled(function), None
        with self.program.recorded() as dependencies:
            found = self._until_settled(function)
        self.program.consult(dependencies)
        return found, dependencies

    def _until_settled(self, function: Function) -> Footprint | None:
        """The footprint of a function that may call itself: at first as if such calls did nothing, then as if they did
        what was found, until that is no more than before. Others by way of which it does so go along."""
        self._open.add(function)
        found = None
        for _ in range(READINGS):
            before, self._rests_on = dict(self._assumed), set()
            read = self._read_function(function)
            self._assumed[function] = found = self._at_large(function) if read is None else read
            if self._rests_on != {function} or self._assumed == before:
                break
            self._round.clear()
        else:
            found = None
        self._open.discard(function)
        return found

    def _forget(self, function: Function) -> None:
        """Leave out all that was assumed for the sake of a function of which the footprint is known now."""
        for each in [each for each, (_, rests_on) in self._round.items() if function in rests_on]:
            del self._round[each], self._assumed[each]
        del self._assumed[function]

    def _read_function(self, function: Function) -> Footprint | None:
        odd = function.is_generator or function.is_async or function.is_cached or function.abstract
        if odd or function.decorators or function.name in self.left_out:
            return None
        if any(each.kind in ("*", "**") for each in function.parameters):
            return None
        if not all(each.default is None or isinstance(each.default, syntax.Literal) for each in function.parameters):
            return None
        names = frozenset(each.name for each in function.parameters)
        if function.is_static:
            return ClosureReader(self, function.module, themselves(names), NO_NAMES, own=names).read(function.body)
        bound = frozenset(assigned_in(function.body))
        return Reader(self, function.module, themselves(names), bound).read(function.body)

    def _at_large(self, function: Function) -> Footprint | None:
        """The footprint of code that can't be read, and that reaches nothing but what it is given; ``None`` where that
        may be more."""
        if not self._static.holds(function):
            return None
        names = [each.name for each in function.parameters]
        given = frozenset((name, ()) for name in names)
        below = frozenset((name, (ANY,)) for name in names)
        own, nothing = frozenset(names), frozenset[str]()
        return Footprint(
            given,
            NOTHING,
            below,
            own,
            nothing,
            (),
            nothing,
            True,
            True,
            told=frozenset((PUT_AWAY,)) if self._static.performs(Operation.WAS_PUT_AWAY, function) else nothing,
            puts_away=self._static.performs(Operation.PUT_AWAY, function),
            may_refuse=True,
            asks_packages=True,
            read=given,
        )

    def of_block(self, statement: syntax.Statement, function: Function) -> Footprint | None:
        """The footprint of a statement of a function; its places begin with the function's variables."""
        if statement not in self._of_blocks:
            found = None
            if not _leaves(statement):
                names = {*assigned_in(function.body), *(each.name for each in function.parameters)}
                bound = frozenset(assigned_in((statement,)))
                if function.is_static:
                    found = self._read_static_block(statement, function, bound | _set_by_literals(statement), names)
                else:
                    found = Reader(self, function.module, themselves(names), bound).read((statement,))
            self._of_blocks[statement] = found
        return self._of_blocks[statement]

    def _read_static_block(
        self, statement: syntax.Statement, function: Function, bound: frozenset[str], names: set[str]
    ) -> Footprint | None:
        """The footprint of a statement; ``None`` where it calls a function that is the value of a variable."""
        own = frozenset(names)
        found = ClosureReader(self, function.module, themselves(names), bound, own=own).read((statement,))
        return found if found is None or not found.handed else None


def _set_by_literals(statement: syntax.Statement) -> frozenset[str]:
    """The variables around it that function literals in a statement set."""
    outer = (part for part in walk(statement) if isinstance(part, syntax.Outer))
    return frozenset(name for part in outer for name in part.names)


def _leaves(statement: syntax.Statement) -> bool:
    """Whether a statement may lead elsewhere than to what stands behind it."""
    return any(isinstance(part, (syntax.Return, syntax.Break, syntax.Continue)) for part in parts_of((statement,)))
