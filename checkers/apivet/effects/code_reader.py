"""Reading code for its footprint: statements in no order, until nothing new is found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from msgspec import Struct, field

from apivet.effects.code_places import ANY, IS_NONE, NOTHING, Footprint, Place, Places, below, moved
from apivet.effects.limits import PLACE_DEPTH, READINGS
from apivet.program import syntax
from apivet.program.model import External, Global, Module, Program, Type
from apivet.program.operations import CHANGING, READING, TELLING, Operation
from apivet.program.syntax import Block, Expression, Function

#: Operations that tell whether there is anything.
_NAMING_TYPES: Final = (Operation.IS_INSTANCE, Operation.IS_BOXED, Operation.CAST)
_TESTING: Final = (Operation.IS_NOTHING, Operation.TRUTH, Operation.LENGTH)


class UnboundedError(Exception):
    """The code may touch anything."""


class Known(Protocol):
    """The footprints of a program, and how its code is read."""

    program: Program
    #: Functions that ask for a gate, and those that the conventions know by name.
    gate_functions: frozenset[str]
    left_out: frozenset[str]

    def of_function(self, function: Function) -> Footprint | None:
        """The footprint of a call; its places begin with the parameters."""


class Reader(Struct):
    """Reads one block until nothing new is found."""

    known: Known
    module: str
    variables: dict[str, Places]
    bound: frozenset[str]
    touched: set[Place] = field(default_factory=set)
    put: set[Place] = field(default_factory=set)
    given: set[Place] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    looked_into: set[Place] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    has_result: bool = False

    def read(self, block: Block) -> Footprint | None:
        """The block's footprint; ``None`` where it may touch anything."""
        try:
            for _ in range(READINGS):
                before = self._state()
                self._round(block)
                if self._state() == before:
                    return self._found()
        except (UnboundedError, RecursionError):
            pass
        return None

    def _state(self) -> object:
        """All that a round may add to and that another one reads."""
        return dict(self.variables)

    def _round(self, block: Block) -> None:
        """Read the code once more, with what is known by now."""
        self._block(block)

    def _found(self) -> Footprint:
        return Footprint(
            frozenset(self.touched),
            frozenset(self.put),
            frozenset(self.given),
            frozenset(self.used),
            frozenset(self.names),
            tuple((name, self.variables.get(name, NOTHING)) for name in sorted(self.bound)),
            frozenset(self.made),
            self.has_result,
            read=frozenset(self.looked_into),
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
            raise UnboundedError

    def _overwrite(self, node: syntax.Overwrite) -> None:
        """An object at the target may take over the value, where code has its address."""
        if node.is_scalar:
            raise UnboundedError
        value = self._value(node.value)
        if isinstance(node.target, syntax.Pointee):
            self.touched |= self._use(self._value(node.target.pointer)) | value
        else:
            self.touched |= self._use(self._value(node.target))
            self._assign(node.target, value)

    def _evaluate(self, node: syntax.Evaluate | syntax.Return) -> None:
        value = self._value(node.value) if node.value is not None else NOTHING
        if isinstance(node, syntax.Return) and node.value is not None:
            self.given |= value
            self.has_result |= not (isinstance(node.value, syntax.Literal) and node.value.value is None)

    def _raised(self, node: Expression | None) -> None:
        """An exception that ends the call: nobody gets what it holds."""
        entity = self._entity(node.callee if isinstance(node, syntax.Call) else node)
        if isinstance(entity, External) or (isinstance(entity, Type) and not self._is_made_by_code(entity)):
            self._use(self._all(each.value for each in node.arguments) if isinstance(node, syntax.Call) else NOTHING)
        elif node is not None:
            self._use(self._value(node))

    def _is_made_by_code(self, type_: Type) -> bool:
        """Whether code of the tree runs where an object is made."""
        return bool(type_.metaclass) or any(base.methods for base in self.known.program.ancestry(type_))

    def _assign(self, target: Expression, value: Places) -> None:
        if isinstance(target, syntax.Name):
            self.variables[target.name] = self.variables.get(target.name, NOTHING) | value
        elif isinstance(target, syntax.Attribute):
            self._set(self._opened(self._value(target.value)), target.name)
            self.touched |= value
        elif isinstance(target, syntax.Subscript):
            self._value(target.index)
            self.touched |= self._opened(self._value(target.value)) | value
        elif isinstance(target, (syntax.Sequence, syntax.Starred)):
            for item in target.items if isinstance(target, syntax.Sequence) else (target.value,):
                self._assign(item, self._inside(value))
        else:
            raise UnboundedError

    def _set(self, holder: Places, name: str) -> None:
        self.names.add(name)
        for root, path in holder:
            if path[-1:] == (ANY,) or len(path) >= PLACE_DEPTH:
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
            raise UnboundedError

    # ------------------------------------------------------------------------------------------------ expressions

    def _use(self, places: Places) -> Places:
        """Values are looked into: the language may ask them how."""
        self.looked_into |= places
        return self._reached(places)

    def _opened(self, places: Places) -> Places:
        """Values of which a part is looked into or set."""
        return self._reached(places)

    def _reached(self, places: Places) -> Places:
        """Values that lead to what is looked into or set."""
        self.used |= {root for root, _ in places}
        return places

    def _tested(self, places: Places) -> Places:
        """Values that are asked whether there is anything."""
        self.looked_into |= {below(place, IS_NONE) for place in places}
        return self._reached(places)

    def _inside(self, places: Places) -> Places:
        """Elements of values, or anything else that they hold."""
        return frozenset((root, path if path[-1:] == (ANY,) else (*path, ANY)) for root, path in self._use(places))

    def _all(self, nodes: Iterable[Expression | None]) -> Places:
        return frozenset(place for node in nodes if node is not None for place in self._value(node))

    def _value(self, node: Expression) -> Places:
        """The places that the value of an expression may lie at, or be made of."""
        if isinstance(node, syntax.Literal):
            return NOTHING
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
            parts = self._all(operands(node))
            self._tested(parts if _asks_for_none(node) else self._use(parts))
            return NOTHING
        if isinstance(node, syntax.Binary):
            return self._inside(self._all((node.left, node.right)))
        if isinstance(node, (syntax.Boolean, syntax.Conditional, syntax.Starred)):
            return self._use(self._all(operands(node)))
        if isinstance(node, (syntax.Sequence, syntax.Mapping)):
            return self._inside(self._all(operands(node)))
        if isinstance(node, syntax.Comprehension):
            return self._comprehension(node)
        if isinstance(node, (syntax.Perform, syntax.Made, syntax.Copied, syntax.Address, syntax.Pointee, syntax.Fault)):
            return self._of_values(node)
        if isinstance(node, syntax.Walrus):
            value = self._value(node.value)
            self._assign(syntax.Name(node.location, node.name), value)
            return value
        raise UnboundedError

    def _of_values(self, node: Any) -> Places:
        """Expressions of languages in which objects are values."""
        if isinstance(node, syntax.Fault):
            return NOTHING
        if isinstance(node, syntax.Made):
            self.made.add(node.dotted)
            return self._inside(self._all(value for _, value in node.fields))
        if isinstance(node, syntax.Address):
            if not node.is_object:
                raise UnboundedError
            return self._reached(self._value(node.place))
        if isinstance(node, syntax.Perform):
            return self._performed(node)
        if isinstance(node, syntax.Pointee):
            return self._opened(self._value(node.pointer))
        return self._use(self._value(node.value))

    def _performed(self, node: syntax.Perform) -> Places:
        types = (syntax.Entity,) if node.operation in _NAMING_TYPES else ()
        given = self._use(self._all(each for each in node.arguments if not isinstance(each, types)))
        if node.operation in _TESTING:
            self._tested(given)
        if node.operation in TELLING:
            return NOTHING
        if node.operation is Operation.CAST:
            return given
        if node.operation in CHANGING or node.operation is Operation.GROWN:  # over what others have in one array
            self.touched |= given
        elif node.operation not in READING:
            raise UnboundedError
        return self._inside(given)

    def _name(self, name: str) -> Places:
        if name in self.variables or name in self.bound:
            return self.variables.get(name, NOTHING)
        entity = self.known.program.resolve(self.module, name)
        if isinstance(entity, Global) and _is_written_out(entity.value):
            return NOTHING
        raise UnboundedError

    def _attribute(self, node: syntax.Attribute) -> Places:
        entity = self._entity(node.value)
        if isinstance(entity, Type) and entity.form == "enum" and not entity.methods:
            return NOTHING
        if entity is not None or node.name.startswith("__"):
            raise UnboundedError
        self.names.add(node.name)
        return frozenset(below(place, node.name) for place in self._opened(self._value(node.value)))

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
        is_sure = not isinstance(entity, Global) and self.known.program.replaced(self.module, node.name) is None
        return entity if is_sure else None

    def _call(self, node: syntax.Call) -> Places:
        callee = node.callee
        entity = self._entity(callee)
        if isinstance(callee, syntax.Attribute):
            holder = self._entity(callee.value)
            if isinstance(holder, (Module, External)):
                entity = self.known.program.locate(f"{holder.dotted}.{callee.name}")
            elif holder is not None:
                raise UnboundedError
        name = callee.name if isinstance(callee, (syntax.Name, syntax.Attribute)) else ""
        is_gate = isinstance(callee, syntax.Attribute) and isinstance(callee.value, syntax.Entity)
        if (entity is not None or is_gate) and name in self.known.gate_functions:
            self._arguments(node)
            return NOTHING
        if isinstance(entity, Function):
            return self._followed(entity, node)
        if isinstance(entity, Type):
            return self._new(entity, node)
        if isinstance(entity, External):
            return self._outside(entity, node)
        if isinstance(callee, syntax.Attribute):
            return self._method(callee, node)
        raise UnboundedError

    def _arguments(self, node: syntax.Call) -> Places:
        return self._use(self._all(argument.value for argument in node.arguments))

    def _method(self, callee: syntax.Attribute, node: syntax.Call) -> Places:
        """A method of data, which changes its container, into which the arguments come, unless it is known to read."""
        if callee.name.startswith("__"):
            raise UnboundedError
        operation = self.known.program.method_operation(callee.name)
        holder, arguments = self._use(self._value(callee.value)), self._arguments(node)
        self.names.add(callee.name)
        if operation not in READING and operation not in TELLING:
            self.touched |= holder | arguments
        return self._inside(holder) | arguments

    def _outside(self, entity: External, node: syntax.Call) -> Places:
        operation = self.known.program.function_operation(entity.dotted)
        if entity.dotted.rpartition(".")[2] in self.known.left_out:
            raise UnboundedError
        if operation is Operation.IS_INSTANCE and len(node.arguments) == 2:
            self._use(self._value(node.arguments[0].value))
            return NOTHING
        if operation in TELLING:
            self._arguments(node)
            return NOTHING
        if operation in READING:
            return self._inside(self._arguments(node))
        raise UnboundedError

    def _new(self, type_: Type, node: syntax.Call) -> Places:
        self.made.add(type_.dotted)
        return self._inside(self._arguments(node))

    def _followed(self, function: Function, node: syntax.Call) -> Places:
        """A call into the tree: the callee's footprint, below what it is given."""
        theirs = self.known.of_function(function)
        is_bound = function.owner is not None and not isinstance(node.callee, syntax.Entity)
        if theirs is None or is_bound or any(argument.spread for argument in node.arguments):
            raise UnboundedError
        free = [each.name for each in function.parameters if each.kind == "positional"]
        places = {each.name: NOTHING for each in function.parameters}
        for number, argument in enumerate(node.arguments):
            name = argument.name or (free[number] if number < len(free) else "")
            if name not in places:
                raise UnboundedError
            places[name] = self._value(argument.value)
        self._reached(frozenset(place for name in theirs.used for place in places.get(name, NOTHING)))
        self.looked_into |= moved(theirs.read, places)
        self.names |= theirs.names
        self.made |= theirs.made
        self.touched |= moved(theirs.touched, places)
        for root, path in theirs.put:
            self._set(moved([(root, path[:-1])], places), path[-1])
        return moved(theirs.given, places)


def _asks_for_none(node: Expression) -> bool:
    """Whether a comparison only tells whether there is anything."""
    sides = (node.left, node.right) if isinstance(node, syntax.Comparison) else ()
    return any(isinstance(each, syntax.Literal) and each.value is None for each in sides)


def operands(node: Any) -> list[Expression | None]:
    """The expressions that stand directly in an expression."""
    if isinstance(node, syntax.Mapping):
        return [part for entry in node.entries for part in entry]
    found: list[Expression | None] = []
    for name in ("left", "right", "operand", "test", "then", "otherwise", "value", "lower", "upper", "step"):
        found.append(getattr(node, name, None))
    for name in ("operands", "items", "parts"):
        found.extend(getattr(node, name, ()))
    return found


def _is_written_out(value: Expression | None) -> bool:
    """Whether a variable of a module is a constant that nobody can change."""
    if isinstance(value, syntax.Sequence) and value.kind == "tuple":
        return all(_is_written_out(item) for item in value.items)
    return isinstance(value, syntax.Literal)
