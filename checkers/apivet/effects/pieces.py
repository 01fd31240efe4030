"""Pieces: the statements of static code, each with the fields that it may set, and what it rests on, by names.

A field is a name here (see :mod:`apivet.effects.field_names`), whatever object it is one of, so that nobody has to
know which pointers lead to one object: ``spec.Containers[i].Image = ""`` sets ``image``, and an overwritten ``*p`` may
be anything. The functions that a statement calls or names are told apart from its own code, as are the parameters by
which its function was given what it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct, field

from apivet.program import syntax
from apivet.program.model import Global, Program
from apivet.program.operations import Operation
from apivet.program.syntax import Function, Statement
from apivet.program.walking import values_of, walk

#: Any field of anything.
ANY: Final = "*"
#: A way out of a function with a result for its caller.
RESULT: Final = "result"

#: Operations that change their first argument.
_CHANGING: Final = frozenset(
    (Operation.REORDER, Operation.REVERSE, Operation.APPEND, Operation.EXTEND, Operation.UPDATE, Operation.CLEAR)
    + (Operation.POP_ITEM, Operation.REMOVE, Operation.DISCARD, Operation.SET_ITEM, Operation.SET_FIELD)
    + (Operation.DELETE_ITEM, Operation.STORE_FIELD)
)
#: Operations whose results are values of their own, which share nothing with their arguments.
_TELLING: Final = frozenset(
    (Operation.LENGTH, Operation.SIZE, Operation.IS_NOTHING, Operation.SUM, Operation.RANGE, Operation.TRUTH)
    + (Operation.ANY, Operation.ALL, Operation.EQUAL, Operation.EQUAL_TO_THE_LETTER, Operation.UNEQUAL, Operation.TEXT)
    + (Operation.NUMBER, Operation.WHOLE_NUMBER, Operation.BYTES, Operation.IS_INSTANCE, Operation.IS_BOXED)
    + (Operation.IS_GATE_ON, Operation.PURE, Operation.DEEP_COPY)
)
_COMPARING: Final = frozenset((Operation.EQUAL, Operation.EQUAL_TO_THE_LETTER, Operation.UNEQUAL))
_BLOCKS: Final = frozenset(("then", "otherwise", "body"))


class GivenPiece(Struct, frozen=True):
    """A parameter of the function at hand, as something that is changed where it lies."""

    name: str


class LocalPiece(Struct, frozen=True):
    """A variable of the function at hand, as something that is changed where it is: by its address, or an element."""

    name: str


class Below(Struct, frozen=True):
    """Anything that lies in a field of that name, in a variable, or in what a parameter was given: strangers may change
    it."""

    place: str | GivenPiece | LocalPiece


class Inside(Struct, frozen=True):
    """The field of that name in what is the value of a field ``around`` it, and lies nowhere else."""

    place: str
    around: str


class Called(Struct, frozen=True):
    """A function of the tree that code calls: what each parameter is given may lie in these fields. Without them it is
    only named, and may be called with anything."""

    function: Function
    given: dict[str, frozenset[Any]] | None


class Piece(Struct, eq=False):
    """One statement: its own code, and the pieces inside of it. ``reads`` are the fields that its own code looks into,
    ``compared`` those that it compares as a whole, ``uses`` and ``sets`` local variables. ``exits`` are the ways by
    which it may lead elsewhere than to what stands behind it. It ``asks`` for a gate, ``makes`` objects of types, and
    ``hands`` what lies in these fields to functions in variables. The ``written`` pieces are those inside of functions
    in its own code."""

    node: Statement
    inner: list[Piece] = field(default_factory=list)
    reads: set[str] = field(default_factory=set)
    compared: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    writes: set[Any] = field(default_factory=set)
    calls: list[Called] = field(default_factory=list)
    exits: set[str] = field(default_factory=set)
    calls_back: bool = False
    asks: bool = False
    makes: set[str] = field(default_factory=set)
    hands: set[Any] = field(default_factory=set)
    written: list[Piece] = field(default_factory=list)


class Nest(Struct):
    """A function with those inside of it: ``functions`` are the pieces that gave variables a function, or may have,
    ``puts`` the places of what it puts into fields, by their names."""

    function: Function
    pieces: list[Piece]
    functions: dict[str, list[Piece]]
    puts: dict[str, frozenset[Any]]


class Pieces:
    """The functions of a program as pieces, each read once. What lies in fields of the names ``told`` may come of the
    answer for a gate."""

    def __init__(self, program: Program, told: Iterable[str] = ()) -> None:
        self.program = program
        self.told = frozenset(told)
        self._nests: dict[Function, Nest] = {}
        self._results: dict[Function, frozenset[Any]] = {}

    def of(self, function: Function) -> Nest:
        """A function's pieces."""
        found = self._nests.get(function)
        if found is None:
            found = self._nests[function] = _Reader(self, function).read()
        return found

    def results(self, function: Function) -> frozenset[Any]:
        """The fields, and the parameters, in which a function's results may lie for others."""
        if function not in self._results:
            self._results[function] = frozenset((ANY,))  # one that calls itself
            self._results[function] = _Reader(self, function).results()
        return self._results[function]


class _Reader:
    """Reads one function."""

    def __init__(self, known: Pieces, function: Function) -> None:
        self.known = known
        self.program = known.program
        self.function = function
        self.parameters: set[str] = set()
        self.values: dict[str, list[Any]] = {}
        self.functions: dict[str, list[Piece]] = {}
        self.puts: dict[str, list[Any]] = {}
        #: Variables of packages that are looked into.
        self.entered: set[str] = set()
        #: Fields by which others may get to a variable: where it was put there, it may be an address.
        self.shared: dict[str, set[str]] = {}

    def read(self) -> Nest:
        self._collect(self.function)
        pieces = self._block(self.function.body)
        puts = {key: frozenset().union(*map(self.places, given)) for key, given in self.puts.items()}
        return Nest(self.function, pieces, self.functions, puts)

    def results(self) -> frozenset[Any]:
        self._collect(self.function)
        own = {each.name for each in self.function.parameters}
        given = [part.value for part in walk(self.function.body) if isinstance(part, syntax.Return)]
        places = {place for each in given if each is not None for place in self.places(each)}
        outer = (each for each in places if not isinstance(each, LocalPiece))
        return frozenset(ANY if isinstance(each, GivenPiece) and each.name not in own else each for each in outer)

    def _collect(self, root: Any) -> None:
        """The parameters and the values of variables, those of inner functions too."""
        pending: list[Any] = [root]
        while pending:
            part = pending.pop()
            if isinstance(part, tuple):
                pending.extend(part)
                continue
            if isinstance(part, Function):
                self.parameters.update(each.name for each in part.parameters)
            elif isinstance(part, syntax.Assign):
                for target in part.targets:
                    self._put(target, part.value)
            elif isinstance(part, syntax.Made):
                for name, value in part.fields:
                    self._put_into(name, value)
            elif isinstance(part, (syntax.ForEach, syntax.Overwrite, syntax.Augment, syntax.Clause)):
                self._put(part.target, part.iterable if hasattr(part, "iterable") else part.value)
            elif isinstance(part, syntax.Walrus):
                self.values.setdefault(part.name, []).append(part.value)
            elif isinstance(part, syntax.Perform) and part.operation in _CHANGING and part.arguments:
                for value in part.arguments[1:]:
                    self._put(part.arguments[0], value)
            if isinstance(part, (syntax.Node, syntax.Argument, syntax.Clause)):
                pending.extend(values_of(part))

    def _put(self, target: Any, value: Any) -> None:
        """A value that is bound to a variable, or put into what lies there."""
        while isinstance(target, (syntax.Subscript, syntax.Pointee, syntax.Starred, syntax.Address)):
            inner = ("value", "pointer", "place")
            target = next(getattr(target, name) for name in inner if hasattr(target, name))
        if isinstance(target, syntax.Name):
            self.values.setdefault(target.name, []).append(value)
        elif isinstance(target, syntax.Attribute):
            self._put_into(target.key or target.name, value)
        elif isinstance(target, syntax.Sequence):
            for item in target.items:
                self._put(item, value)

    def _put_into(self, key: str, value: Any) -> None:
        """A value that is put into a field of that name."""
        self.puts.setdefault(key, []).append(value)
        value = value.place if isinstance(value, syntax.Address) else value
        if isinstance(value, syntax.Name):
            self.shared.setdefault(value.name, set()).add(key)

    # ------------------------------------------------------------------------------------------------- statements

    def _block(self, block: syntax.Block) -> list[Piece]:
        return [self._statement(node) for node in block]

    def _statement(self, node: Statement) -> Piece:
        piece = Piece(node)
        for name in node.__struct_fields__:
            if name in _BLOCKS and not isinstance(node, syntax.Assert):
                piece.inner += self._block(getattr(node, name))
            elif name != "location":
                self._expression(piece, getattr(node, name))
        if isinstance(node, (syntax.Assign, syntax.Augment, syntax.Overwrite)):
            for target in node.targets if isinstance(node, syntax.Assign) else (node.target,):
                self._set(piece, target, isinstance(node, syntax.Overwrite))
            if isinstance(node, syntax.Assign) and (piece.written or piece.calls):
                for name in piece.sets:
                    self.functions.setdefault(name, []).append(piece)
        elif isinstance(node, syntax.ForEach):
            self._set(piece, node.target, False)
        elif isinstance(node, syntax.Lost):
            piece.sets.update(node.names)
            piece.writes.add(ANY)
        elif isinstance(node, (syntax.With, syntax.Try, syntax.Delete, syntax.Define, syntax.ClassBody)):
            piece.writes.add(ANY)
        piece.exits = set(self._exits(node, piece))
        return piece

    def _exits(self, node: Statement, piece: Piece) -> Iterator[str]:
        if isinstance(node, syntax.Return) or (isinstance(node, syntax.Lost) and node.leaves):
            yield "return" if getattr(node, "value", None) is None else RESULT
        elif isinstance(node, syntax.Break):
            yield f"break {node.label}"
        elif isinstance(node, syntax.Continue):
            yield "continue"
        stays = {"break ", "continue"} if isinstance(node, (syntax.ForEach, syntax.While)) else set()
        stays |= {f"break {node.label}"} if isinstance(node, syntax.Labelled) else set()
        for each in piece.inner:
            if each not in piece.written:
                yield from each.exits - stays

    def _set(self, piece: Piece, target: Any, is_overwritten: bool) -> None:
        """A place that a statement sets."""
        if isinstance(target, syntax.Name):
            piece.sets.add(target.name)
            if is_overwritten and target.name in self.parameters:
                piece.writes.add(GivenPiece(target.name))
        elif isinstance(target, syntax.Attribute):
            around = target.value.key if target.by_value and isinstance(target.value, syntax.Attribute) else ""
            key = target.key or target.name
            piece.writes.add(Inside(key, around) if around else key)
        elif isinstance(target, syntax.Subscript):
            piece.writes |= self.places(target.value)
        elif isinstance(target, syntax.Pointee):
            piece.writes |= self.places(target.pointer)
        elif isinstance(target, (syntax.Sequence, syntax.Starred)):
            for item in target.items if isinstance(target, syntax.Sequence) else (target.value,):
                self._set(piece, item, is_overwritten)
        elif not isinstance(target, syntax.Entity):
            piece.writes.add(ANY)

    # ------------------------------------------------------------------------------------------------ expressions

    def _expression(self, piece: Piece, root: Any) -> None:
        pending: list[Any] = [root]
        while pending:
            part = pending.pop()
            if isinstance(part, tuple):
                pending.extend(part)
            elif isinstance(part, syntax.Lambda):
                body = self._block(part.function.body)
                piece.inner += body
                piece.written += body
            elif isinstance(part, (syntax.Node, syntax.Argument, syntax.Clause)):
                self._note(piece, part)
                is_called = isinstance(part, syntax.Call) and isinstance(part.callee, syntax.Entity)
                left_out = ("location", "callee") if is_called else ("location",)  # what is called is no value
                pending.extend(getattr(part, name) for name in part.__struct_fields__ if name not in left_out)

    def _note(self, piece: Piece, part: Any) -> None:
        if isinstance(part, syntax.Name):
            piece.uses.add(part.name)
            piece.reads |= self.shared.get(part.name, set())
        elif isinstance(part, syntax.Attribute):
            piece.reads.add(part.key or part.name)
            piece.asks |= part.key in self.known.told
        elif isinstance(part, syntax.Entity):
            self._entity(piece, part.dotted)
        elif isinstance(part, syntax.Made):
            piece.makes.add(part.dotted)
        elif isinstance(part, syntax.Perform):
            self._operation(piece, part)
        elif isinstance(part, syntax.Call):
            self._call(piece, part)

    def _entity(self, piece: Piece, dotted: str) -> None:
        """A name of a package: a function that may be called, or a variable with all that its value is made of."""
        entity = self.program.locate(dotted)
        if isinstance(entity, Global) and isinstance(entity.value, syntax.Lambda):
            entity = entity.value.function
        if isinstance(entity, Function):
            piece.calls.append(Called(entity, None))
        elif isinstance(entity, Global) and dotted not in self.entered:
            self.entered.add(dotted)
            self._made_of(piece, entity.value)
            self.entered.discard(dotted)

    def _made_of(self, piece: Piece, value: syntax.Expression | None) -> None:
        """The value of a variable of a package."""
        if isinstance(value, syntax.Entity):
            self._entity(piece, value.dotted)
        for each in walk(value):
            if isinstance(each, syntax.Made):
                piece.makes.add(each.dotted)
            elif isinstance(each, syntax.Perform) and each.operation is Operation.IS_GATE_ON:
                piece.asks = True
            elif isinstance(each, syntax.Call) and isinstance(each.callee, syntax.Entity):
                self._entity(piece, each.callee.dotted)

    def _operation(self, piece: Piece, part: syntax.Perform) -> None:
        if part.operation is Operation.IS_GATE_ON:
            piece.asks = True
        elif part.operation in _CHANGING and part.arguments:
            piece.writes |= self.places(part.arguments[0])
        elif part.operation in _COMPARING:
            if not any(isinstance(each, syntax.Literal) for each in part.arguments):
                for each in part.arguments:
                    piece.compared |= {name for name in self.places(each) if isinstance(name, str)}
                    piece.compared |= (
                        {ANY} if any(isinstance(name, GivenPiece) for name in self.places(each)) else set()
                    )

    def _call(self, piece: Piece, part: syntax.Call) -> None:
        callee = part.callee
        if isinstance(callee, syntax.Entity):
            entity = self.program.locate(callee.dotted)
            if isinstance(entity, Function):
                names = [each.name for each in entity.parameters]
                given = {name: self.places(argument.value) for name, argument in zip(names, part.arguments)}
                piece.calls.append(Called(entity, given))
            elif isinstance(entity, Global):
                self._entity(piece, callee.dotted)
            elif callee.dotted == "go copy":
                piece.writes |= self.places(part.arguments[0].value)
            else:
                reached = {place for each in part.arguments for place in self.places(each.value)}
                piece.writes |= {ANY if place == ANY else Below(place) for place in reached}
        elif isinstance(callee, syntax.Name):
            piece.hands.update(place for each in part.arguments for place in self.places(each.value))
            if callee.name in self.parameters:
                piece.calls_back = True
            elif not all(_is_known_function(each) for each in self.values.get(callee.name, ())):
                piece.writes.add(ANY)
        elif not isinstance(callee, (syntax.Lambda, syntax.Call)):
            piece.writes.add(ANY)

    def places(self, value: Any, seen: frozenset[str] = frozenset()) -> frozenset[Any]:
        """The fields in which a value may lie, which somebody else may read there."""
        if isinstance(value, syntax.Attribute):
            return frozenset((value.key or value.name,))
        if isinstance(value, (syntax.Subscript, syntax.Starred, syntax.Copied)):
            return self.places(value.value, seen)
        if isinstance(value, syntax.Address):
            return self.places(value.place, seen)
        if isinstance(value, syntax.Pointee):
            return self.places(value.pointer, seen)
        if isinstance(value, syntax.Conditional):
            return self.places(value.then, seen) | self.places(value.otherwise, seen)
        if isinstance(value, (syntax.Sequence, syntax.Boolean)):
            items = value.items if isinstance(value, syntax.Sequence) else value.operands
            return frozenset().union(*(self.places(item, seen) for item in items))
        if isinstance(value, syntax.Mapping):
            return frozenset().union(*(self.places(item, seen) for _, item in value.entries))
        if isinstance(value, syntax.Binary):
            return self.places(value.left, seen) | self.places(value.right, seen)
        if isinstance(value, syntax.Name):
            return self._places_of(value.name, seen)
        if isinstance(value, syntax.Call):
            return self._places_of_result(value, seen)
        if isinstance(value, (syntax.Opaque, syntax.Entity)):
            return frozenset((ANY,))
        if isinstance(value, syntax.Walrus):
            return self.places(value.value, seen)
        if isinstance(value, syntax.Perform) and value.operation is Operation.CAST:
            return frozenset((ANY,))
        if isinstance(value, syntax.Perform) and value.operation not in _TELLING:
            return frozenset().union(*(self.places(each, seen) for each in value.arguments))
        return frozenset()

    def _places_of_result(self, call: syntax.Call, seen: frozenset[str]) -> frozenset[Any]:
        """The same for what a call gives."""
        entity = self.program.locate(call.callee.dotted) if isinstance(call.callee, syntax.Entity) else None
        if not isinstance(entity, Function):
            return frozenset((ANY,))
        names = [each.name for each in entity.parameters]
        given = {name: self.places(each.value, seen) for name, each in zip(names, call.arguments)}
        found: set[Any] = set()
        for place in self.known.results(entity):
            found |= given.get(place.name, {ANY}) if isinstance(place, GivenPiece) else {place}
        return frozenset(found)

    def _places_of(self, name: str, seen: frozenset[str]) -> frozenset[Any]:
        """The same for a variable, whatever it was bound to."""
        if name in seen:
            return frozenset()
        found: set[Any] = {LocalPiece(name), *([GivenPiece(name)] if name in self.parameters else ())}
        for value in self.values.get(name, ()):
            found |= self.places(value, seen | {name})
        return frozenset(found)


def _is_known_function(value: Any) -> bool:
    if isinstance(value, syntax.Call):
        return isinstance(value.callee, syntax.Entity)
    return isinstance(value, (syntax.Lambda, syntax.Entity))


def walked(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """All pieces, those inside of others too."""
    pending = list(pieces)
    while pending:
        piece = pending.pop()
        yield piece
        pending += piece.inner


def place_of(written: Any) -> Any:
    """The place of something that is written, or in which that lies."""
    return written.place if isinstance(written, (Below, Inside)) else written
