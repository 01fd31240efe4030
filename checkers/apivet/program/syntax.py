"""Hooks as small statement trees: the part of a programming language that preparing an object needs.

A front end lowers its language into these nodes; constructs without one become :class:`Opaque`. Names are resolved by
scope: the function's own variables, those of the functions around it, the module's (:class:`~.model.Program`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as Choice
from typing import Union

from apivet.program.operations import Operation
from apivet.verdicts import Location

Scalar = Union[None, bool, int, float, complex, str, bytes]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Anything with a place in the source."""

    location: Location


# ---------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, eq=False)
class Literal(Node):
    """A constant that is written out."""

    value: Scalar


@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    """A variable, or a name of the module's scope."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Attribute(Node):
    """``value.name``. ``key`` is the name with those beside it, where the language tells the type of the value."""

    value: Expression
    name: str
    key: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Subscript(Node):
    """``value[index]``."""

    value: Expression
    index: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Slice(Node):
    """``lower:upper:step`` as an index."""

    lower: Expression | None
    upper: Expression | None
    step: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    """One argument of a call: positional, ``keyword`` (then ``name`` is set), ``*spread`` or ``**spread``."""

    value: Expression
    name: str | None = None
    spread: Choice["", "*", "**"] = ""


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """``callee(arguments)``."""

    callee: Expression
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Await(Node):
    """``await value``."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Node):
    """``not``, ``-``, ``+`` or ``~``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Node):
    """Arithmetic: ``+ - * / // % ** << >> | & ^ @``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(Node):
    """``== != < <= > >= is, is not, in, not in`` of two operands; a chain is a :class:`Boolean` of these."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Boolean(Node):
    """``and`` / ``or`` over two or more operands, short-circuiting, with the value of the operand that decides."""

    operator: Choice["and", "or"]
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(Node):
    """``then if test else otherwise``."""

    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Starred(Node):
    """``*value`` in a sequence or as a target."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Sequence(Node):
    """A list, tuple or set that is written out; also a tuple or list of targets. ``is_nothing`` was never made."""

    kind: Choice["list", "tuple", "set"]
    items: tuple[Expression, ...]
    is_nothing: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Mapping(Node):
    """A dict that is written out; a key of ``None`` means ``**value``. Nothing can be put into ``is_nothing``."""

    entries: tuple[tuple[Expression | None, Expression], ...]
    is_nothing: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """``for target in iterable if conditions`` of a comprehension."""

    target: Expression
    iterable: Expression
    conditions: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Node):
    """A list, set, dict or generator comprehension; ``key`` only for a dict."""

    kind: Choice["list", "set", "dict", "generator"]
    key: Expression | None
    element: Expression
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lambda(Node):
    """A function without a name; its body is one ``Return``."""

    function: Function


@dataclass(frozen=True, slots=True, eq=False)
class Walrus(Node):
    """``(name := value)``."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Formatted(Node):
    """Text built from parts (an f-string)."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Yield(Node):
    """``yield value``, or ``yield from value`` when ``delegate``."""

    value: Expression | None
    delegate: bool


@dataclass(frozen=True, slots=True, eq=False)
class Opaque(Node):
    """Something not lowered that reads ``parts``: it can be any if ``is_free``, lead to these if it ``holds``."""

    note: str
    parts: tuple[Expression, ...] = ()
    is_free: bool = False
    holds: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Entity(Node):
    """An entity of the program that the front end has found already, by its full name: no scope is asked."""

    dotted: str


@dataclass(frozen=True, slots=True, eq=False)
class Perform(Node):
    """A known operation on some values. ``name`` tells those apart that only compute something."""

    operation: Operation
    arguments: tuple[Expression, ...]
    name: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Made(Node):
    """A new object of a type: each field that is not named has its default."""

    dotted: str
    fields: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Copied(Node):
    """A copy of an object as a value, which shares what it refers to; with ``elements``, of each element of a list."""

    value: Expression
    elements: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Address(Node):
    """``&place``: where an object lies there the object itself, of anything else the place that holds it."""

    place: Expression
    is_object: bool


@dataclass(frozen=True, slots=True, eq=False)
class Pointee(Node):
    """``*pointer``: the value at an address; what is no address is itself what it points to."""

    pointer: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Fault(Node):
    """An expression that ends the path without storing."""

    note: str


_Read = Union[Literal, Name, Attribute, Subscript, Slice, Entity, Pointee, Opaque, Fault]
_Computed = Union[Call, Await, Unary, Binary, Comparison, Boolean, Conditional, Formatted, Perform, Yield]
_New = Union[Sequence, Mapping, Comprehension, Starred, Lambda, Walrus, Made, Copied, Address]
Expression = Union[_Read, _Computed, _New]


# ----------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Node):
    """``targets[0] = targets[1] = value``; ``annotation`` where the assignment is typed."""

    targets: tuple[Expression, ...]
    value: Expression
    annotation: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Augment(Node):
    """``target += value`` and its kin; ``operator`` without the equals sign."""

    target: Expression
    operator: str
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(Node):
    """An expression for its effects."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    """``if test: then else: otherwise``; ``elif`` is an ``If`` in ``otherwise``."""

    test: Expression
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class While(Node):
    """``while test: body else: otherwise``."""

    test: Expression
    body: Block
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Node):
    """``for target in iterable: body else: otherwise``."""

    target: Expression
    iterable: Expression
    body: Block
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class Return(Node):
    """``return value``."""

    value: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Raise(Node):
    """Ends the path without storing; ``value`` is the exception, ``cause`` what it is raised from."""

    value: Expression | None
    cause: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Assert(Node):
    """Ends the path where ``test`` is false."""

    test: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Break(Node):
    """Leaves the innermost loop, or the block of that label."""

    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Node):
    """Goes on with the innermost loop's next round."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled(Node):
    """A block that a ``Break`` with its label leaves: around a loop it ends that, inside one the round."""

    label: str
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Overwrite(Node):
    """``target = value`` where objects are values: an object there takes it over; who holds a scalar is not known."""

    target: Expression
    value: Expression
    is_scalar: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Lost(Node):
    """Code that is not lowered: it may change what ``parts`` reach, sets ``names``, and may end what it ``leaves``."""

    note: str
    parts: tuple[Expression, ...]
    names: tuple[str, ...] = ()
    leaves: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class With(Node):
    """``with manager as target, ...: body``."""

    managers: tuple[tuple[Expression, Expression | None], ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Handler:
    """``except types as name: body``; no types means any exception."""

    location: Location
    types: tuple[Expression, ...]
    name: str | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Try(Node):
    """``try: body except ...: ... else: otherwise finally: last``."""

    body: Block
    handlers: tuple[Handler, ...]
    otherwise: Block
    last: Block


@dataclass(frozen=True, slots=True, eq=False)
class Delete(Node):
    """``del targets``."""

    targets: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Define(Node):
    """A function defined inside a function."""

    function: Function


@dataclass(frozen=True, slots=True, eq=False)
class ClassBody(Node):
    """The body of a class of a function, which runs where it stands: ``arguments`` are the keywords of its header."""

    name: str
    dotted: str
    arguments: tuple[Argument, ...]
    decorators: tuple[Expression, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Outer(Node):
    """``nonlocal`` or ``global``: the names are an enclosing scope's, or the module's."""

    names: tuple[str, ...]
    is_global: bool = False


_Simple = Union[Assign, Augment, Evaluate, Delete, Overwrite, Lost, Define, ClassBody, Outer]
_Flow = Union[If, While, ForEach, With, Try, Labelled, Return, Raise, Assert, Break, Continue]
Statement = Union[_Simple, _Flow]
Block = tuple[Statement, ...]


# ------------------------------------------------------------------------------------------------------ functions


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """A parameter: positional, ``*rest``, keyword-only or ``**rest``."""

    name: str
    kind: Choice["positional", "*", "keyword", "**"]
    default: Expression | None
    annotation: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Function(Node):
    """A function, method, property or lambda.

    ``dotted`` is its full name (``pkg.module.Class.method``), ``module`` the scope in which its free names are looked
    up, ``owner`` the dotted class that it is a method of. ``binding`` tells what the first parameter is bound to.
    ``decorators`` holds only those that may change what a call does: marks are left out by the front end."""

    name: str
    dotted: str
    module: str
    owner: str | None
    parameters: tuple[Parameter, ...]
    body: Block
    decorators: tuple[Expression, ...]
    binding: Choice["none", "instance", "class"]
    is_property: bool
    is_async: bool
    is_generator: bool
    abstract: bool
    returns: Expression | None
    #: Whether what it returned once may be returned again (``functools.cache``).
    is_cached: bool = False
    #: Whether it reaches only what it is given or makes: it looks up no name, runs no field, sets no module's variable.
    is_static: bool = False
