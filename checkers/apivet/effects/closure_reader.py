"""Reading code in which functions are values and every name is settled: who gives what to which function.

A function literal is a place of its own. Its body is read where it stands; what its parameters are is said by its
callers: ``visit(spec, func(c) { c.image = "" })`` with ``func visit(spec, f) { f(spec.first) }`` puts
``spec.first.image``. A function that is a parameter only notes what it is *handed*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import field

from apivet.effects.code_places import (
    ANY,
    CALLERS,
    FUNCTION,
    GLOBALS,
    MARK,
    NOTHING,
    PUT_AWAY,
    QUIET,
    Footprint,
    Place,
    Places,
    moved,
)
from apivet.effects.code_reader import Reader, UnboundedError
from apivet.effects.scopes import bound_by
from apivet.program import syntax
from apivet.program.model import External, Global
from apivet.program.operations import Operation
from apivet.program.syntax import Block, Expression, Function
from apivet.program.walking import walk

#: The beginning of the place of a function literal.
_LITERAL: Final = MARK + "literal "
#: The beginning of the place of a function of the tree.
_NAMED: Final = MARK + "named "
#: More parameters than any function literal has.
_MANY: Final = 64


class ClosureReader(Reader):
    """Reads code of a language in which a function reaches nothing but what it is given."""

    handed: set[tuple[str, Place]] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    puts_away: bool = False
    may_refuse: bool = False
    #: Places of which parts are looked into or set, those whose elements are by number, and those that are tested.
    opened: set[Place] = field(default_factory=set)
    numbered: set[Place] = field(default_factory=set)
    tested: set[Place] = field(default_factory=set)
    #: The parameters of the function, as long as nothing else is bound to them.
    own: frozenset[str] = frozenset()
    literals: dict[str, Function] = field(default_factory=dict)
    results: dict[str, Places] = field(default_factory=dict)
    #: Places that functions which were returned to this code may give to others.
    loose: Places = NOTHING
    #: Variables that are bound once, to an object that is made there: all that leads to it comes from them.
    new: frozenset[str] = frozenset()
    #: Variables of which somebody has the address.
    addressed: set[str] = field(default_factory=set)
    asks_packages: bool = False
    _inside_literal: str = ""

    # -------------------------------------------------------------------------------------------------- the result

    def read(self, block: Block) -> Footprint | None:
        self.new = frozenset(name for name in _made_once(block) if not self.variables.get(name))
        return Reader.read(self, block)

    def _state(self) -> object:
        grown = [len(self.touched), len(self.put), len(self.given), len(self.handed), len(self.loose)]
        return dict(self.variables), dict(self.results), grown

    def _round(self, block: Block) -> None:
        """Read the code once more. A function that somebody holds whom nobody sees may be called with anything; one
        that is returned, with what callers have."""
        self._block(block)
        held = self._literals_in(self.touched)
        if held:
            reached = frozenset(place for each in self.variables.values() for place in each)
            self._give(held, self._inside(reached) | self.loose)
        self._give(self._literals_in(self.given), frozenset({(CALLERS, ())}))

    def _found(self) -> Footprint:
        for name, places in list(self.variables.items()):
            if name in self.bound and any(root.startswith(_LITERAL) for root, _ in places):
                raise UnboundedError  # it may be called behind the block that was read
        escaping = self._literals_in(self.given)
        while escaping:
            name = escaping.pop()
            held = self._held_by(name)
            if not held <= self.given:
                self.given |= held
                escaping |= self._literals_in(held)
        touched = {place for place in self.touched if not place[0].startswith(_LITERAL)}
        changed = {root for root, _ in (*touched, *self.put)}
        if GLOBALS in changed:
            raise UnboundedError
        returned = any(root.startswith(_LITERAL) for root, _ in self.given)
        kept = {place for place in self.given if not place[0].startswith(_LITERAL)}
        kind = {(FUNCTION if CALLERS in changed else QUIET, ())} if returned else set()
        found = Reader._found(self)
        put = frozenset(place for place in self.put if not place[0].startswith(MARK))
        return Footprint(
            frozenset(place for place in touched if not place[0].startswith(MARK)),
            put,
            frozenset(kept | kind),
            frozenset(name for name in found.used if not name.startswith(MARK)),
            found.names,
            found.bound,
            found.made,
            found.has_result,
            True,
            frozenset(self.handed),
            frozenset(self.told),
            self.may_refuse or not self.numbered <= self.tested,
            frozenset(place for place in self.opened - self.tested if ANY not in place[1] and place[0][:1] != MARK),
            self.asks_packages,
            frozenset(place for place in found.read if not place[0].startswith(MARK)),
            self.puts_away,
        )

    def _literals_in(self, places: Iterable[Place]) -> set[str]:
        return {root for root, _ in places if root.startswith(_LITERAL)}

    def _held_by(self, literal: str) -> Places:
        """Anything that a function literal can reach by the variables around it."""
        own = {each.name for each in self.literals[literal].parameters}
        names = {part.name for part in walk(self.literals[literal].body) if isinstance(part, syntax.Name)} - own
        return self._inside(frozenset(place for name in names for place in self.variables.get(name, NOTHING)))

    # -------------------------------------------------------------------------------------------------- statements

    def _statement(self, node: syntax.Statement) -> None:
        if isinstance(node, syntax.Lost):
            self._lose(node)
        elif not isinstance(node, syntax.Outer):
            Reader._statement(self, node)

    def _lose(self, node: syntax.Lost) -> None:
        parts = self._all(node.parts)
        self.touched |= self._use(parts)
        if node.is_outer or node.goes_on:
            raise UnboundedError  # what it keeps, or goes on with, may be changed behind the code
        for name in node.names:
            self._bind(name, self._inside(parts))
        if node.leaves:
            self._answer(self._inside(parts))
            self.has_result = True

    def _evaluate(self, node: syntax.Evaluate | syntax.Return) -> None:
        value = self._value(node.value) if node.value is not None else NOTHING
        if isinstance(node, syntax.Return) and node.value is not None:
            self._answer(value)
            if not self._inside_literal:
                self.has_result |= not (isinstance(node.value, syntax.Literal) and node.value.value is None)

    def _answer(self, value: Places) -> None:
        if self._inside_literal:
            self.results[self._inside_literal] = self.results.get(self._inside_literal, NOTHING) | value
        else:
            self.given |= value

    def _overwrite(self, node: syntax.Overwrite) -> None:
        pointer = node.target.pointer if isinstance(node.target, syntax.Pointee) else None
        if isinstance(pointer, syntax.Name) and pointer.name in self.new and not node.is_scalar:
            self._bind(pointer.name, self._inside(self._value(node.value)))
            return
        Reader._overwrite(self, node)
        if isinstance(node.target, syntax.Pointee):
            for name in sorted(self.addressed):
                self._bind(name, self._value(node.value))

    def _raised(self, node: Expression | None) -> None:
        self.may_refuse = True
        Reader._raised(self, node)

    def _assign(self, target: Expression, value: Places) -> None:
        if isinstance(target, syntax.Pointee):
            self.touched |= self._opened(self._value(target.pointer))
            for name in sorted(self.addressed):
                self._bind(name, value)
        else:
            Reader._assign(self, target, value)

    def _bind(self, name: str, value: Places) -> None:
        self.variables[name] = self.variables.get(name, NOTHING) | value

    # ------------------------------------------------------------------------------------------------- expressions

    def _opened(self, places: Places) -> Places:
        self.opened |= places
        return Reader._opened(self, places)

    def _tested(self, places: Places) -> Places:
        self.tested |= places
        return Reader._tested(self, places)

    def _value(self, node: Expression) -> Places:
        if isinstance(node, syntax.Lambda):
            return self._literal(node.function)
        if isinstance(node, syntax.Entity):
            return self._of_entity(node)
        if isinstance(node, syntax.Opaque):
            return self._inside(self._all(node.parts))
        if isinstance(node, syntax.Fault):
            self.may_refuse = True
        if isinstance(node, syntax.Subscript) and isinstance(node.index, syntax.Literal):
            self.numbered |= self._value(node.value)
        return Reader._value(self, node)

    def _of_entity(self, node: syntax.Entity) -> Places:
        found = self.known.program.locate(node.dotted)
        if isinstance(found, Function):
            return frozenset({(_NAMED + node.dotted, ())})
        self.asks_packages |= isinstance(found, Global)
        return frozenset({(GLOBALS, ())}) if isinstance(found, (Global, External)) else NOTHING

    def _of_values(self, node: object) -> Places:
        if isinstance(node, syntax.Address) and not node.is_object:
            return self._address(node.place)
        return Reader._of_values(self, node)

    def _address(self, place: Expression) -> Places:
        """The address of a number, a list, or a pointer: who has it may change what holds that."""
        if isinstance(place, syntax.Name):
            self.addressed.add(place.name)
            return self._name(place.name)
        if isinstance(place, (syntax.Attribute, syntax.Subscript)):
            return self._reached(self._value(place.value))
        raise UnboundedError

    def _inside(self, places: Places) -> Places:
        return Reader._inside(self, frozenset(place for place in places if not self._is_function(place)))

    def _is_function(self, place: Place) -> bool:
        return place[0] in (FUNCTION, QUIET) or place[0].startswith(_NAMED)

    def _name(self, name: str) -> Places:
        return self.variables.get(name, NOTHING)

    def _literal(self, function: Function) -> Places:
        name = f"{_LITERAL}{function.dotted} {function.location.line} {function.location.column}"
        self.literals[name] = function
        for each in function.parameters:
            self.variables.setdefault(each.name, NOTHING)
        around, self._inside_literal = self._inside_literal, name
        self._block(function.body)
        self._inside_literal = around
        return frozenset({(name, ())})

    def _give(self, literals: Iterable[str], value: Places) -> None:
        """Let any parameter of these function literals be a value."""
        for literal in literals:
            for each in self.literals[literal].parameters:
                self._bind(each.name, value)

    # ------------------------------------------------------------------------------------------------------- calls

    def _attribute(self, node: syntax.Attribute) -> Places:
        if isinstance(node.value, syntax.Entity):
            return frozenset({(GLOBALS, ())})
        return Reader._attribute(self, node)

    def _call(self, node: syntax.Call) -> Places:
        callee = node.callee
        values = [self._value(each.value) for each in node.arguments]
        given = frozenset(place for value in values for place in value)
        for each in node.arguments:
            if isinstance(each.value, syntax.Address) and isinstance(each.value.place, syntax.Name):
                self._bind(each.value.place.name, self._inside(given))  # somebody may put it there
        if isinstance(callee, syntax.Entity):
            entity = self.known.program.locate(callee.dotted)
            if isinstance(entity, Function):
                return self._called(entity, values)
            self._use(given)
            if isinstance(entity, External):
                return self._outside_told(entity, given)
        self._use(given)
        if isinstance(callee, syntax.Attribute):
            return self._method_of_any(callee, given)
        return self._called_value(self._value(callee), values, given, isinstance(callee, syntax.Call))

    def _called(self, function: Function, values: list[Places]) -> Places:
        """A call into the tree: the callee's footprint, below what it is given."""
        theirs = self.known.of_function(function)
        names = [each.name for each in function.parameters]
        if theirs is None or len(names) != len(values):
            raise UnboundedError
        places = dict(zip(names, values))
        self._reached(frozenset(place for name in theirs.used for place in places[name]))
        self.looked_into |= moved(theirs.read, places)
        self.names |= theirs.names
        self.made |= theirs.made
        self.told |= theirs.told
        self.puts_away |= theirs.puts_away
        self.may_refuse |= theirs.may_refuse
        self.asks_packages |= theirs.asks_packages
        self.opened |= moved(theirs.needed, places)
        self.touched |= moved(theirs.touched, places)
        for root, path in theirs.put:
            self._set(moved([(root, path[:-1])], places), path[-1])
        for root, place in sorted(theirs.handed):
            what = moved([place], places)
            if root == CALLERS:
                self.loose |= what
            self._hand(places.get(root, NOTHING), [what] * _MANY, what)
        return moved(theirs.given, places)

    def _performed(self, node: syntax.Perform) -> Places:
        if node.operation not in (Operation.PUT_AWAY, Operation.WAS_PUT_AWAY):
            return Reader._performed(self, node)
        self._use(self._all(node.arguments))
        self.puts_away |= node.operation is Operation.PUT_AWAY
        self.told |= set() if node.operation is Operation.PUT_AWAY else {PUT_AWAY}
        return NOTHING

    def _outside_told(self, entity: External, given: Places) -> Places:
        """A function outside the tree may change what it is given, and its package remember that."""
        if entity.dotted.rpartition(".")[2] in self.known.left_out:
            raise UnboundedError
        self.told.add(entity.dotted.partition(".")[0])
        self.touched |= given
        return self._inside(given)

    def _method_of_any(self, callee: syntax.Attribute, given: Places) -> Places:
        """A method of an interface, or a function in a field; nobody knows what a variable of a package remembers."""
        holder = self._use(self._value(callee.value))
        if callee.name in self.known.gate_functions:
            return NOTHING
        own = frozenset(place for place in holder if place[0] != GLOBALS)
        if own != holder or not holder:
            self.told.add("")
        self.touched |= own | given
        return self._inside(own | given) | self.loose

    def _called_value(self, called: Places, values: list[Places], given: Places, is_made: bool) -> Places:
        """A call of a function that is a value; one that was made on the spot gives others what its maker says."""
        others = frozenset(place for place in called if not place[0].startswith((_LITERAL, _NAMED)))
        is_told = is_made and any(root == QUIET for root, _ in others)
        self._opened(called)
        found = self._inside(given) | self.loose
        for literal in self._literals_in(called):
            found |= self.results.get(literal, NOTHING)
        self._hand(called, values, given, is_told)
        if not others:
            return found
        if any(root in (GLOBALS, FUNCTION) for root, _ in others):
            self.told.add("")
            self.touched |= given
        reached = self.loose
        if not is_told:
            reached |= self._inside(frozenset(place for place in others if place[0] != GLOBALS) | given)
        self._give(self._literals_in(given), reached)
        return found | reached

    def _hand(self, to: Places, values: list[Places], given: Places, is_quiet: bool = False) -> None:
        """A function is given something: a literal has it, a parameter notes it, any other may change it that is not
        known to be quiet."""
        for root, path in sorted(to):
            if root.startswith(_LITERAL):
                for each, value in zip(self.literals[root].parameters, values):
                    self._bind(each.name, value)
            elif root.startswith(_NAMED):
                function = self.known.program.locate(root.removeprefix(_NAMED))
                assert isinstance(function, Function)
                self._called(function, values[: len(function.parameters)])
            elif not path and (root in self.own or root == CALLERS):
                self.handed |= {(root, place) for place in given if not place[0].startswith(_LITERAL)}
            elif root not in (QUIET, GLOBALS) and not is_quiet:
                self.touched |= given


def _made_once(block: Block) -> Iterator[str]:
    """The variables of a block that are bound once, to an object that is made there."""
    parts = list(walk(block))
    bound = Counter(name for part in parts for name in bound_by(part))
    for part in parts:
        if isinstance(part, syntax.Assign) and isinstance(part.value, syntax.Address):
            made = isinstance(part.value.place, syntax.Made)
            yield from (
                each.name for each in part.targets if isinstance(each, syntax.Name) and made and bound[each.name] == 1
            )
