"""Hooks as small statement trees: the part of a programming language that preparing an object needs.

A front end lowers its language into these nodes; constructs without one become :class:`Opaque`. Names are resolved by
scope: the function's own variables, those of the functions around it, the module's (:class:`~.model.Program`).
"""

from __future__ import annotations

from typing import Literal as Choice
from typing import Union

from msgspec import Struct

from apivet.program.operations import Operation
from apivet.verdicts import Location

Scalar = Union[None, bool, int, float, complex, str, bytes]


class Node(Struct, frozen=True, eq=False):
    """Anything with a place in the source."""

    location: Location


# ---------------------------------------------------------------------------------------------------- expressions


class Literal(Node, frozen=True, eq=False):
    """A constant that is written out."""

    value: Scalar


class Name(Node, frozen=True, eq=False):
    """A variable, or a name of the module's scope."""

    name: str


class Attribute(Node, frozen=True, eq=False):
    """``value.name``. ``key`` is the name with those beside it, where the language tells the type of the value, and
    ``by_value`` says that the value itself has the field, and not what it points to."""

    value: Expression
    name: str
    key: str = ""
    by_value: bool = False


class Subscript(Node, frozen=True, eq=False):
    """``value[index]``."""

    value: Expression
    index: Expression


class Slice(Node, frozen=True, eq=False):
    """``lower:upper:step`` as an index."""

    lower: Expression | None
    upper: Expression | None
    step: Expression | None


class Argument(Struct, frozen=True, eq=False):
    """One argument of a call: positional, ``keyword`` (then ``name`` is set), ``*spread`` or ``**spread``."""

    value: Expression
    name: str | None = None
    spread: Choice["", "*", "**"] = ""


class Call(Node, frozen=True, eq=False):
    """``callee(arguments)``."""

    callee: Expression
    arguments: tuple[Argument, ...]


class Await(Node, frozen=True, eq=False):
    """``await value``."""

    value: Expression


class Unary(Node, frozen=True, eq=False):
    """``not``, ``-``, ``+`` or ``~``."""

    operator: str
    operand: Expression


class Binary(Node, frozen=True, eq=False):
    """Arithmetic: ``+ - * / // % ** << >> | & ^ @``."""

    operator: str
    left: Expression
    right: Expression


class Comparison(Node, frozen=True, eq=False):
    """``== != < <= > >= is, is not, in, not in`` of two operands; a chain is a :class:`Boolean` of these."""

    operator: str
    left: Expression
    right: Expression


class Boolean(Node, frozen=True, eq=False):
    """``and`` / ``or`` over two or more operands, short-circuiting, with the value of the operand that decides."""

    operator: Choice["and", "or"]
    operands: tuple[Expression, ...]


class Conditional(Node, frozen=True, eq=False):
    """``then if test else otherwise``."""

    test: Expression
    then: Expression
    otherwise: Expression


class Starred(Node, frozen=True, eq=False):
    """``*value`` in a sequence or as a target."""

    value: Expression


class Sequence(Node, frozen=True, eq=False):
    """A list, tuple or set that is written out; also a tuple or list of targets. ``is_nothing`` was never made."""

    kind: Choice["list", "tuple", "set"]
    items: tuple[Expression, ...]
    is_nothing: bool = False


class Mapping(Node, frozen=True, eq=False):
    """A dict that is written out; a key of ``None`` means ``**value``. Nothing can be put into ``is_nothing``."""

    entries: tuple[tuple[Expression | None, Expression], ...]
    is_nothing: bool = False


class Clause(Struct, frozen=True, eq=False):
    """``for target in iterable if conditions`` of a comprehension."""

    target: Expression
    iterable: Expression
    conditions: tuple[Expression, ...]


class Comprehension(Node, frozen=True, eq=False):
    """A list, set, dict or generator comprehension; ``key`` only for a dict."""

    kind: Choice["list", "set", "dict", "generator"]
    key: Expression | None
    element: Expression
    clauses: tuple[Clause, ...]


class Lambda(Node, frozen=True, eq=False):
    """A function without a name; its body is one ``Return``."""

    function: Function


class Walrus(Node, frozen=True, eq=False):
    """``(name := value)``."""

    name: str
    value: Expression


class Formatted(Node, frozen=True, eq=False):
    """Text built from parts (an f-string). Where it ``has_form``, the second part says how the first one is shown."""

    parts: tuple[Expression, ...]
    has_form: bool = False


class Yield(Node, frozen=True, eq=False):
    """``yield value``, or ``yield from value`` when ``delegate``."""

    value: Expression | None
    delegate: bool


class Opaque(Node, frozen=True, eq=False):
    """Something not lowered that reads ``parts``: it can be any if ``is_free``, lead to these if it ``holds``."""

    note: str
    parts: tuple[Expression, ...] = ()
    is_free: bool = False
    holds: bool = False


class Entity(Node, frozen=True, eq=False):
    """An entity of the program that the front end has found already, by its full name: no scope is asked."""

    dotted: str


class Perform(Node, frozen=True, eq=False):
    """A known operation on some values. ``name`` tells those apart that only compute something."""

    operation: Operation
    arguments: tuple[Expression, ...]
    name: str = ""


class Made(Node, frozen=True, eq=False):
    """A new object of a type: each field that is not named has its default."""

    dotted: str
    fields: tuple[tuple[str, Expression], ...] = ()


class Copied(Node, frozen=True, eq=False):
    """A copy of an object as a value, which shares what it refers to; with ``elements``, of each element of a list.
    One that is ``boxed`` lies in an interface, and is told there from a pointer to such an object."""

    value: Expression
    elements: bool = False
    boxed: bool = False


class Address(Node, frozen=True, eq=False):
    """``&place``: where an object lies there the object itself, of anything else the place that holds it."""

    place: Expression
    is_object: bool


class Pointee(Node, frozen=True, eq=False):
    """``*pointer``: the value at an address; what is no address is itself what it points to."""

    pointer: Expression


class Fault(Node, frozen=True, eq=False):
    """An expression that ends the path without storing; whether it ever comes to that may be ``in_doubt``."""

    note: str
    in_doubt: bool = False


_Read = Union[Literal, Name, Attribute, Subscript, Slice, Entity, Pointee, Opaque, Fault]
_Computed = Union[Call, Await, Unary, Binary, Comparison, Boolean, Conditional, Formatted, Perform, Yield]
_New = Union[Sequence, Mapping, Comprehension, Starred, Lambda, Walrus, Made, Copied, Address]
Expression = Union[_Read, _Computed, _New]


# ----------------------------------------------------------------------------------------------------- statements


class Assign(Node, frozen=True, eq=False):
    """``targets[0] = targets[1] = value``; ``annotation`` where the assignment is typed."""

    targets: tuple[Expression, ...]
    value: Expression
    annotation: Expression | None = None


class Augment(Node, frozen=True, eq=False):
    """``target += value`` and its kin; ``operator`` without the equals sign."""

    target: Expression
    operator: str
    value: Expression


class Evaluate(Node, frozen=True, eq=False):
    """An expression for its effects."""

    value: Expression


class If(Node, frozen=True, eq=False):
    """``if test: then else: otherwise``; ``elif`` is an ``If`` in ``otherwise``."""

    test: Expression
    then: Block
    otherwise: Block


class While(Node, frozen=True, eq=False):
    """``while test: body else: otherwise``."""

    test: Expression
    body: Block
    otherwise: Block


class ForEach(Node, frozen=True, eq=False):
    """``for target in iterable: body else: otherwise``."""

    target: Expression
    iterable: Expression
    body: Block
    otherwise: Block


class Return(Node, frozen=True, eq=False):
    """``return value``."""

    value: Expression | None


class Raise(Node, frozen=True, eq=False):
    """Ends the path without storing; ``value`` is the exception, ``cause`` what it is raised from."""

    value: Expression | None
    cause: Expression | None = None


class Assert(Node, frozen=True, eq=False):
    """Ends the path where ``test`` is false."""

    test: Expression


class Break(Node, frozen=True, eq=False):
    """Leaves the innermost loop, or the block of that label."""

    label: str = ""


class Continue(Node, frozen=True, eq=False):
    """Goes on with the innermost loop's next round."""


class Labelled(Node, frozen=True, eq=False):
    """A block that a ``Break`` with its label leaves: around a loop it ends that, inside one the round."""

    label: str
    body: Block


class Overwrite(Node, frozen=True, eq=False):
    """``target = value`` where objects are values: an object there takes it over; who holds a scalar is not known."""

    target: Expression
    value: Expression
    is_scalar: bool = False


class Lost(Node, frozen=True, eq=False):
    """Code that is not lowered: it may change what ``parts`` reach, sets ``names``, and may end what it ``leaves``. By
    variables of its package (``is_outer``) it gets to what others put there, and keeps there what it has. One that
    ``goes_on`` may do so at any time."""

    note: str
    parts: tuple[Expression, ...]
    names: tuple[str, ...] = ()
    leaves: bool = False
    is_outer: bool = False
    goes_on: bool = False


class With(Node, frozen=True, eq=False):
    """``with manager as target, ...: body``."""

    managers: tuple[tuple[Expression, Expression | None], ...]
    body: Block


class Handler(Struct, frozen=True, eq=False):
    """``except types as name: body``; no types means any exception."""

    location: Location
    types: tuple[Expression, ...]
    name: str | None
    body: Block


class Try(Node, frozen=True, eq=False):
    """``try: body except ...: ... else: otherwise finally: last``. Handlers that ``share`` what is raised take each its
    part of a group of exceptions."""

    body: Block
    handlers: tuple[Handler, ...]
    otherwise: Block
    last: Block
    share: bool = False


class Delete(Node, frozen=True, eq=False):
    """``del targets``."""

    targets: tuple[Expression, ...]


class Define(Node, frozen=True, eq=False):
    """A function defined inside a function."""

    function: Function


class ClassBody(Node, frozen=True, eq=False):
    """The body of a class of a function, which runs where it stands: ``arguments`` are the keywords of its header."""

    name: str
    dotted: str
    arguments: tuple[Argument, ...]
    decorators: tuple[Expression, ...]
    body: Block


class Outer(Node, frozen=True, eq=False):
    """``nonlocal`` or ``global``: the names are an enclosing scope's, or the module's."""

    names: tuple[str, ...]
    is_global: bool = False


_Simple = Union[Assign, Augment, Evaluate, Delete, Overwrite, Lost, Define, ClassBody, Outer]
_Flow = Union[If, While, ForEach, With, Try, Labelled, Return, Raise, Assert, Break, Continue]
Statement = Union[_Simple, _Flow]
Block = tuple[Statement, ...]


# ------------------------------------------------------------------------------------------------------ functions


class Parameter(Struct, frozen=True, eq=False):
    """A parameter: positional, ``*rest``, keyword-only or ``**rest``."""

    name: str
    kind: Choice["positional", "*", "keyword", "**"]
    default: Expression | None
    annotation: Expression | None


class Function(Node, frozen=True, eq=False):
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
