"""Footprints: the objects that a piece of code may change, or let others hold, told without running it.

A *place* is a variable and a way down from it: ``("obj", ("spec", "decks"))``. One that ends in ``ANY`` stands for
anything below. Statements are read in no order and a name is all that it is ever bound to, so that a footprint only
errs on the large side. Code of which that can't be said has none, and is followed: computed names, callbacks, variables
of other scopes, exceptions that are caught.

``if obj.spec.deep: tidy(obj.spec)`` with ``def tidy(spec): spec.decks.sort()`` touches ``obj.spec.decks``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from apivet.effects.scopes import assigned_in, parts_of
from apivet.effects.static_functions import StaticFunctions
from apivet.program import syntax
from apivet.program.model import External, Global, Module, Program, Type
from apivet.program.operations import CHANGING, READING, TELLING, Operation
from apivet.program.syntax import Block, Expression, Function

#: Below a place: anything that can be reached from there.
ANY: Final = "*"
#: How far down places are told apart.
_DEPTH: Final = 4
#: How often a block is read until nothing new is found.
_ROUNDS: Final = 12

Place = tuple[str, tuple[str, ...]]
Places = frozenset[Place]
_NOTHING: Final[Places] = frozenset()


class _Unbounded(Exception):
    """The code may touch anything."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """``touched`` are objects that may be changed, or come to be held by others; ``put`` are fields that may be set.
    ``given`` is what the result may be; ``used`` are the variables whose values are looked into, and ``names`` the
    fields and methods by which; ``bound`` are the variables that are set, each with what it may then be, ``made`` the
    types of new objects."""

    touched: Places
    put: Places
    given: Places
    used: frozenset[str]
    names: frozenset[str]
    bound: tuple[tuple[str, Places], ...]
    made: frozenset[str]
    has_result: bool
    #: Whether no code runs where objects are looked into, as the language has it.
    is_static: bool = False

    @property
    def roots(self) -> frozenset[str]:
        """The variables from which it reaches what it touches or looks into."""
        return self.used | {root for root, _ in (*self.touched, *self.put, *self.given)}


class Footprints:
    """The footprints of the functions and the blocks of one program, each read once."""

    def __init__(self, program: Program, gate_functions: Iterable[str], left_out: Iterable[str]) -> None:
        self.program = program
        #: Functions that ask for a gate, and those that the conventions know by name.
        self.gate_functions = frozenset(gate_functions)
        self.left_out = frozenset(left_out)
        self._of_functions: dict[Function, Footprint | None] = {}
        self._static = StaticFunctions(program, self.gate_functions, self.left_out)
        self._of_blocks: dict[syntax.Statement, Footprint | None] = {}

    def of_function(self, function: Function) -> Footprint | None:
        """The footprint of a call; its places begin with the parameters."""
        if function not in self._of_functions:
            self._of_functions[function] = None  # one that calls itself
            found = self._read_function(function)
            self._of_functions[function] = self._at_large(function) if found is None else found
        return self._of_functions[function]

    def _read_function(self, function: Function) -> Footprint | None:
        odd = function.is_generator or function.is_async or function.is_cached or function.abstract
        if odd or function.decorators or function.name in self.left_out:
            return None
        if any(each.kind in ("*", "**") for each in function.parameters):
            return None
        if not all(each.default is None or isinstance(each.default, syntax.Literal) for each in function.parameters):
            return None
        start = _themselves(each.name for each in function.parameters)
        return _Reader(
            self, function.module, start, frozenset(assigned_in(function.body)), is_static=function.is_static
        ).read(function.body)

    def _at_large(self, function: Function) -> Footprint | None:
        """The footprint of code that can't be read, and that reaches nothing but what it is given; ``None`` where that
        may be more."""
        if not self._static.holds(function):
            return None
        names = [each.name for each in function.parameters]
        given = frozenset((name, ()) for name in names)
        below = frozenset((name, (ANY,)) for name in names)
        return Footprint(given, _NOTHING, below, frozenset(names), frozenset(), (), frozenset(), True, True)

    def of_block(self, statement: syntax.Statement, function: Function) -> Footprint | None:
        """The footprint of a statement of a function; its places begin with the function's variables."""
        if statement not in self._of_blocks:
            found = None
            if not _leaves(statement):
                names = {*assigned_in(function.body), *(each.name for each in function.parameters)}
                bound = frozenset(assigned_in((statement,)))
                found = _Reader(self, function.module, _themselves(names), bound, is_static=function.is_static).read(
                    (statement,)
                )
            self._of_blocks[statement] = found
        return self._of_blocks[statement]


def _themselves(names: Iterable[str]) -> dict[str, Places]:
    """Variables before anything was bound to them: each is what it is."""
    return {name: frozenset({(name, ())}) for name in names}


def _leaves(statement: syntax.Statement) -> bool:
    """Whether a statement may lead elsewhere than to what stands behind it."""
    return any(isinstance(part, (syntax.Return, syntax.Break, syntax.Continue)) for part in parts_of((statement,)))


@dataclass(slots=True)
class _Reader:
    """Reads one block until nothing new is found."""

    known: Footprints
    module: str
    variables: dict[str, Places]
    bound: frozenset[str]
    touched: set[Place] = field(default_factory=set)
    put: set[Place] = field(default_factory=set)
    given: set[Place] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    has_result: bool = False
    is_static: bool = False

    def read(self, block: Block) -> Footprint | None:
        """The block's footprint; ``None`` where it may touch anything."""
        try:
            for _ in range(_ROUNDS):
                before = dict(self.variables)
                self._block(block)
                if self.variables == before:
                    return self._found()
        except (_Unbounded, RecursionError):
            pass
        return None

    def _found(self) -> Footprint:
        return Footprint(
            frozenset(self.touched),
            frozenset(self.put),
            frozenset(self.given),
            frozenset(self.used),
            frozenset(self.names),
            tuple((name, self.variables.get(name, _NOTHING)) for name in sorted(self.bound)),
            frozenset(self.made),
            self.has_result,
            self.is_static,
        )

    # ------------------------------------------------------------------------------------------------- statements

    def _block(self, block: Block) -> None:
        for node in block:
            self._statement(node)

    def _statement(self, node: syntax.Statement) -> None:
        if isinstance(node, syntax.Assign):
            value = self._value(node.value)
            for target in node.targets:
                self._assign(target, value)
        elif isinstance(node, syntax.Augment):
            self._augment(node)
        elif isinstance(node, (syntax.Evaluate, syntax.Return)):
            self._evaluate(node)
        elif isinstance(node, (syntax.If, syntax.While, syntax.Assert)):
            self._use(self._value(node.test))
            for block in (getattr(node, name, ()) for name in ("then", "body", "otherwise")):
                self._block(block)
        elif isinstance(node, syntax.ForEach):
            self._assign(node.target, self._inside(self._value(node.iterable)))
            self._block((*node.body, *node.otherwise))
        elif isinstance(node, syntax.Raise):
            for each in (node.value, node.cause):
                self._raised(each)
        elif isinstance(node, syntax.Delete):
            for target in node.targets:
                self._delete(target)
        elif isinstance(node, syntax.Overwrite):
            self._overwrite(node)
        elif isinstance(node, syntax.Labelled):
            self._block(node.body)
        elif not isinstance(node, (syntax.Break, syntax.Continue)):
            raise _Unbounded

    def _overwrite(self, node: syntax.Overwrite) -> None:
        """An object at the target may take over the value, whoever has its address."""
        value = self._value(node.value)
        if isinstance(node.target, syntax.Pointee):
            self.touched |= self._use(self._value(node.target.pointer)) | value
        else:
            self.touched |= self._use(self._value(node.target))
            self._assign(node.target, value)

    def _evaluate(self, node: syntax.Evaluate | syntax.Return) -> None:
        value = self._value(node.value) if node.value is not None else _NOTHING
        if isinstance(node, syntax.Return) and node.value is not None:
            self.given |= value
            self.has_result |= not (isinstance(node.value, syntax.Literal) and node.value.value is None)

    def _raised(self, node: Expression | None) -> None:
        """An exception that ends the call: nobody gets what it holds."""
        entity = self._entity(node.callee if isinstance(node, syntax.Call) else node)
        if isinstance(entity, External) or (isinstance(entity, Type) and not self._is_made_by_code(entity)):
            self._use(self._all(each.value for each in node.arguments) if isinstance(node, syntax.Call) else _NOTHING)
        elif node is not None:
            self._use(self._value(node))

    def _is_made_by_code(self, type_: Type) -> bool:
        """Whether code of the tree runs where an object is made."""
        return bool(type_.metaclass) or any(base.methods for base in self.known.program.ancestry(type_))

    def _assign(self, target: Expression, value: Places) -> None:
        if isinstance(target, syntax.Name):
            self.variables[target.name] = self.variables.get(target.name, _NOTHING) | value
        elif isinstance(target, syntax.Attribute):
            self._set(self._use(self._value(target.value)), target.name)
            self.touched |= value
        elif isinstance(target, syntax.Subscript):
            self._value(target.index)
            self.touched |= self._use(self._value(target.value)) | value
        elif isinstance(target, (syntax.Sequence, syntax.Starred)):
            for item in target.items if isinstance(target, syntax.Sequence) else (target.value,):
                self._assign(item, self._inside(value))
        else:
            raise _Unbounded

    def _set(self, holder: Places, name: str) -> None:
        self.names.add(name)
        for root, path in holder:
            if path[-1:] == (ANY,) or len(path) >= _DEPTH:
                self.touched.add((root, path))
            else:
                self.put.add((root, (*path, name)))

    def _augment(self, node: syntax.Augment) -> None:
        before, value = self._use(self._value(node.target)), self._use(self._value(node.value))
        self.touched |= before | value  # a list is changed where it is
        self._assign(node.target, before | value)

    def _delete(self, target: Expression) -> None:
        if isinstance(target, (syntax.Attribute, syntax.Subscript)):
            self.touched |= self._use(self._value(target.value))
            if isinstance(target, syntax.Subscript):
                self._value(target.index)
        elif not isinstance(target, syntax.Name):
            raise _Unbounded

    # ------------------------------------------------------------------------------------------------ expressions

    def _use(self, places: Places) -> Places:
        """Values are looked into: the language may ask them how."""
        self.used |= {root for root, _ in places}
        return places

    def _inside(self, places: Places) -> Places:
        """Elements of values, or anything else that they hold."""
        return frozenset((root, path if path[-1:] == (ANY,) else (*path, ANY)) for root, path in self._use(places))

    def _all(self, nodes: Iterable[Expression | None]) -> Places:
        return frozenset(place for node in nodes if node is not None for place in self._value(node))

    def _value(self, node: Expression) -> Places:
        """The places that the value of an expression may lie at, or be made of."""
        if isinstance(node, syntax.Literal):
            return _NOTHING
        if isinstance(node, syntax.Name):
            return self._name(node.name)
        if isinstance(node, syntax.Attribute):
            return self._attribute(node)
        if isinstance(node, syntax.Subscript):
            self._use(self._value(node.index))
            return self._inside(self._value(node.value))
        if isinstance(node, syntax.Call):
            return self._call(node)
        if isinstance(node, (syntax.Comparison, syntax.Unary, syntax.Formatted, syntax.Slice)):
            self._use(self._all(_operands(node)))
            return _NOTHING
        if isinstance(node, syntax.Binary):
            return self._inside(self._all((node.left, node.right)))
        if isinstance(node, (syntax.Boolean, syntax.Conditional, syntax.Starred)):
            return self._use(self._all(_operands(node)))
        if isinstance(node, (syntax.Sequence, syntax.Mapping)):
            return self._inside(self._all(_operands(node)))
        if isinstance(node, syntax.Comprehension):
            return self._comprehension(node)
        if isinstance(node, (syntax.Perform, syntax.Made, syntax.Copied, syntax.Address, syntax.Pointee, syntax.Fault)):
            return self._of_values(node)
        if isinstance(node, syntax.Walrus):
            value = self._value(node.value)
            self._assign(syntax.Name(node.location, node.name), value)
            return value
        raise _Unbounded

    def _of_values(self, node: Any) -> Places:
        """Expressions of languages in which objects are values."""
        if isinstance(node, syntax.Fault):
            return _NOTHING
        if isinstance(node, syntax.Made):
            self.made.add(node.dotted)
            return self._inside(self._all(value for _, value in node.fields))
        if isinstance(node, syntax.Address):
            if not node.is_object:
                raise _Unbounded
            return self._use(self._value(node.place))
        if isinstance(node, syntax.Perform):
            return self._performed(node)
        return self._use(self._value(node.pointer if isinstance(node, syntax.Pointee) else node.value))

    def _performed(self, node: syntax.Perform) -> Places:
        types = (syntax.Entity,) if node.operation in (Operation.IS_INSTANCE, Operation.CAST) else ()
        given = self._use(self._all(each for each in node.arguments if not isinstance(each, types)))
        if node.operation in TELLING:
            return _NOTHING
        if node.operation is Operation.CAST:
            return given
        if node.operation in CHANGING:
            self.touched |= given
        elif node.operation not in READING:
            raise _Unbounded
        return self._inside(given)

    def _name(self, name: str) -> Places:
        if name in self.variables or name in self.bound:
            return self.variables.get(name, _NOTHING)
        entity = self.known.program.resolve(self.module, name)
        if isinstance(entity, Global) and _is_written_out(entity.value):
            return _NOTHING
        raise _Unbounded

    def _attribute(self, node: syntax.Attribute) -> Places:
        entity = self._entity(node.value)
        if isinstance(entity, Type) and entity.form == "enum" and not entity.methods:
            return _NOTHING
        if entity is not None or node.name.startswith("__"):
            raise _Unbounded
        self.names.add(node.name)
        return frozenset(_below(place, node.name) for place in self._use(self._value(node.value)))

    def _comprehension(self, node: syntax.Comprehension) -> Places:
        for clause in node.clauses:
            self._assign(clause.target, self._inside(self._value(clause.iterable)))
            self._use(self._all(clause.conditions))
        return self._inside(self._all((node.key, node.element)))

    # ------------------------------------------------------------------------------------------------------ calls

    def _entity(self, node: Expression | None) -> Any:
        """The module, type or function that a name of the module stands for."""
        if isinstance(node, syntax.Entity):
            found = self.known.program.locate(node.dotted)
            return None if isinstance(found, Global) else found
        if not isinstance(node, syntax.Name) or node.name in self.variables or node.name in self.bound:
            return None
        entity = self.known.program.resolve(self.module, node.name)
        return None if isinstance(entity, Global) else entity

    def _call(self, node: syntax.Call) -> Places:
        callee = node.callee
        entity = self._entity(callee)
        if isinstance(callee, syntax.Attribute):
            holder = self._entity(callee.value)
            if isinstance(holder, (Module, External)):
                entity = self.known.program.locate(f"{holder.dotted}.{callee.name}")
            elif holder is not None:
                raise _Unbounded
        name = callee.name if isinstance(callee, (syntax.Name, syntax.Attribute)) else ""
        is_gate = isinstance(callee, syntax.Attribute) and isinstance(callee.value, syntax.Entity)
        if (entity is not None or is_gate) and name in self.known.gate_functions:
            self._arguments(node)
            return _NOTHING
        if isinstance(entity, Function):
            return self._followed(entity, node)
        if isinstance(entity, Type):
            return self._new(entity, node)
        if isinstance(entity, External):
            return self._outside(entity, node)
        if isinstance(callee, syntax.Attribute):
            return self._method(callee, node)
        raise _Unbounded

    def _arguments(self, node: syntax.Call) -> Places:
        return self._use(self._all(argument.value for argument in node.arguments))

    def _method(self, callee: syntax.Attribute, node: syntax.Call) -> Places:
        """A method of data, which changes its container, into which the arguments come, unless it is known to read."""
        if callee.name.startswith("__") or self.is_static:
            raise _Unbounded  # a method of an interface may be any
        operation = self.known.program.method_operation(callee.name)
        holder, arguments = self._use(self._value(callee.value)), self._arguments(node)
        self.names.add(callee.name)
        if operation not in READING and operation not in TELLING:
            self.touched |= holder | arguments
        return self._inside(holder) | arguments

    def _outside(self, entity: External, node: syntax.Call) -> Places:
        operation = self.known.program.function_operation(entity.dotted)
        if entity.dotted.rpartition(".")[2] in self.known.left_out:
            raise _Unbounded
        if operation is Operation.IS_INSTANCE and len(node.arguments) == 2:
            self._use(self._value(node.arguments[0].value))
            return _NOTHING
        if operation in TELLING:
            self._arguments(node)
            return _NOTHING
        if operation in READING:
            return self._inside(self._arguments(node))
        raise _Unbounded

    def _new(self, type_: Type, node: syntax.Call) -> Places:
        self.made.add(type_.dotted)
        return self._inside(self._arguments(node))

    def _followed(self, function: Function, node: syntax.Call) -> Places:
        """A call into the tree: the callee's footprint, below what it is given."""
        theirs = self.known.of_function(function)
        is_bound = function.owner is not None and not isinstance(node.callee, syntax.Entity)
        if theirs is None or is_bound or any(argument.spread for argument in node.arguments):
            raise _Unbounded
        free = [each.name for each in function.parameters if each.kind == "positional"]
        places = {each.name: _NOTHING for each in function.parameters}
        for number, argument in enumerate(node.arguments):
            name = argument.name or (free[number] if number < len(free) else "")
            if name not in places:
                raise _Unbounded
            places[name] = self._value(argument.value)
        for name in theirs.used:
            self._use(places.get(name, _NOTHING))
        self.names |= theirs.names
        self.made |= theirs.made
        self.touched |= _moved(theirs.touched, places)
        for root, path in theirs.put:
            self._set(_moved([(root, path[:-1])], places), path[-1])
        return _moved(theirs.given, places)


def _operands(node: Any) -> list[Expression | None]:
    """The expressions that stand directly in an expression."""
    if isinstance(node, syntax.Mapping):
        return [part for entry in node.entries for part in entry]
    found: list[Expression | None] = []
    for name in ("left", "right", "operand", "test", "then", "otherwise", "value", "lower", "upper", "step"):
        found.append(getattr(node, name, None))
    for name in ("operands", "items", "parts"):
        found.extend(getattr(node, name, ()))
    return found


def _below(place: Place, name: str) -> Place:
    root, path = place
    if path[-1:] == (ANY,):
        return place
    return (root, (*path, name)) if len(path) < _DEPTH else (root, (*path, ANY))


def _moved(places: Iterable[Place], given: dict[str, Places]) -> Places:
    """Places that begin with parameters, below what these are given."""
    found = set()
    for root, path in places:
        for place in given.get(root, _NOTHING):
            for name in path:
                place = (place[0], (*place[1], ANY)) if name == ANY and place[1][-1:] != (ANY,) else _below(place, name)
            found.add(place)
    return frozenset(found)


def _is_written_out(value: Expression | None) -> bool:
    """Whether a variable of a module is a constant that nobody can change."""
    if isinstance(value, syntax.Sequence) and value.kind == "tuple":
        return all(_is_written_out(item) for item in value.items)
    return isinstance(value, syntax.Literal)
