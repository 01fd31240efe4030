"""The program under check: types, functions, strategies, and how a name leads from one to the other. A front end of any
language builds these, the interpreter and the conventions read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol, Union
from typing import Literal as Choice

from msgspec import Struct

from apivet.program.annotations import UNSAID, Annotation
from apivet.program.baseline import Baseline
from apivet.program.failures import Failures
from apivet.program.groups import Group, Something
from apivet.program.library import Library
from apivet.program.recording import Recording
from apivet.program.scheme import KnownType, Patch
from apivet.program.syntax import Expression, Function
from apivet.program.syntax import Scalar as Written
from apivet.verdicts import Location
from apivet.vocabulary import UNDECLARED, Words

# --------------------------------------------------------------------------------------------------------- shapes


class Scalar(Struct, frozen=True):
    """A value without parts: ``int``, ``str``, ``datetime``, an enum; ``name`` is for people."""

    name: str


class Named(Struct, frozen=True):
    """A structured type, by its dotted name (look it up with :meth:`Program.type`)."""

    dotted: str


class ListOf(Struct, frozen=True):
    """A list, set, tuple of any length or any other run of elements; ``optional`` says that ``None`` may be among
    them, ``length`` how many there are where there are always so many."""

    element: Shape
    optional: bool = False
    length: int | None = None


class MapOf(Struct, frozen=True):
    """A mapping; the keys are of no interest. ``optional`` says that ``None`` may be among the values,
    ``may_be_unmade`` that an empty one may be none at all, into which nothing can be put."""

    value: Shape
    optional: bool = False
    may_be_unmade: bool = False


class Unknown(Struct, frozen=True):
    """A type that is not known: ``Any``, ``object``, a type variable, a name that can't be resolved."""

    name: str


Shape = Union[Scalar, Named, ListOf, MapOf, Unknown]


def innermost(shape: Shape) -> Shape:
    """The shape of what containers hold, however deep they lie in each other; that of anything else itself."""
    while isinstance(shape, (ListOf, MapOf)):
        shape = shape.element if isinstance(shape, ListOf) else shape.value
    return shape


#: The mark between the name of a field and those of all fields of its type.
BESIDE: Final = "@"


def field_key(name: str, beside: Iterable[str]) -> str:
    """The name of a field with those of all fields of its type."""
    return f"{name}{BESIDE}{','.join(beside)}"


#: An alias of which only running the code would tell what it is.
COMPUTED_ALIAS: Final = "(computed)"


CheckOrder = Choice["after", "before", "plain", "wrap"]


class Check(Struct, frozen=True):
    """One thing that is done with what a field is given when its object is made, or with the object (no ``field``).

    It is handed to a ``function``, or to the ``method`` of that name; with neither, only some values are refused, those
    outside of the ``bounds`` among them (``(">=", 1)``).
    ``gives`` says that what comes of it is stored in its place. ``handed`` are the arguments: the value; the object,
    something that tells of the field, and the value; the object alone, to make a value where none is given; the value,
    where it was encoded before; or others, so that it can't be followed. The names of a function mean something in its
    ``module``, where that is not the one that declares the field.
    ``order`` says that it is done after those that were told before, before all of them, in their place, or that it
    decides about them. ``spares_none`` says that it is not done with ``None``.
    """

    field: str = ""
    function: Expression | None = None
    method: str = ""
    gives: bool = False
    bounds: tuple[tuple[str, Expression], ...] = ()
    handed: Choice["value", "object", "nothing", "encoded", "other"] = "value"
    module: str = ""
    order: CheckOrder = "after"
    spares_none: bool = False


class Treatment(Struct, frozen=True):
    """The word of a declaration on a field besides its type and default.

    ``taken`` says that what makes an object takes the field, ``taken_only`` that it is no field of the object: what is
    given goes to the method that runs afterwards. ``alias`` is the name under which it is taken, ``dumped_as`` the one
    in dumps that speak in aliases; nothing where that is its own. ``dumped`` is what a dump tells of the field: all of
    it, nothing, or something that code makes of it; ``masked`` that its text tells nothing. ``printed`` says that
    ``repr`` tells it, ``compared_by_key`` that ``==`` compares something made of it. ``on_set`` is what is asked before
    a new value is stored, ``checks`` what is done with what is given, ``default_checked`` that it is done
    with the default, too.
    """

    taken: bool = True
    taken_only: bool = False
    alias: str = ""
    dumped_as: str = ""
    dumped: Choice["whole", "never", "other"] = "whole"
    masked: bool = False
    printed: bool = True
    compared_by_key: bool = False
    on_set: Expression | None = None
    checks: tuple[Check, ...] = ()
    default_checked: bool = False


_AS_IT_IS: Final = Treatment()


class Field(Struct, frozen=True, eq=False):
    """A declared field. ``optional`` says that ``None`` is one of its values; ``shape`` is what it is otherwise.

    ``default`` is the value a missing field gets, ``factory`` a callable that makes it (at most one of the two).
    ``gates`` are the feature gates named at the declaration, all of which must be on; ``owner`` is the dotted type
    that declares the field (a base, where it is inherited). ``may_be_missing`` says that an object may lack it.
    ``has_unread_gate`` says that ``gates`` is empty although the declaration names one, by means that can't be
    followed. ``compared`` says that ``==`` of two objects looks at the field.
    ``by_value`` says that the object under it is a part of its holder: whoever copies the holder copies it, but
    for the elements of a list that ``shares_elements``.
    ``is_conditional`` says that the type has the field under a condition which can't be told; ``settled`` is the value
    that it has in every instance that the program makes of a strategy, where that is told.
    ``declared_as`` is the name in the source, where people know the field by another one. ``is_private`` says that
    other packages can't name it.
    ``annotation`` is the exact type, ``written`` the annotation's text as it stands in the source. ``treatment`` is all
    that the declaration says besides.
    """

    name: str
    shape: Shape
    optional: bool
    location: Location
    owner: str
    gates: tuple[str, ...] = ()
    default: Expression | None = None
    factory: Expression | None = None
    keyword_only: bool = False
    may_be_missing: bool = False
    annotation: Annotation = UNSAID
    written: str = ""
    has_unread_gate: bool = False
    compared: bool = True
    treatment: Treatment = _AS_IT_IS
    by_value: bool = False
    shares_elements: bool = False
    declared_as: str = ""
    is_private: bool = False
    is_conditional: bool = False
    settled: Expression | None = None

    @property
    def member(self) -> str:
        """The name in the source, by which declarations are compared."""
        return self.declared_as or self.name

    @property
    def has_default(self) -> bool:
        """Whether an object can be made without naming the field."""
        return self.default is not None or self.factory is not None


class Accessed(Struct, frozen=True, eq=False):
    """A part that no field of that name declares: an object has it through accessors (``get_status``, ``set_status``)
    or a property.

    ``storage`` is the attribute that holds it as it is, where there is such a one. ``backing`` are the attributes that
    hold it in another way, with other things in them. ``gives`` says whether the getter hands out the part itself, a
    copy of it, or something of which nothing is known. ``is_kept`` says that what sets the part is sure to put it where
    the getter looks.
    """

    field: Field
    storage: str
    backing: tuple[str, ...]
    gives: Choice["part", "copy", "other"]
    is_kept: bool = True


class EnumConstant(Struct, frozen=True):
    """A member of an enum: its name, and its value as text in one spelling (``'Always'``, ``2``). ``doubt`` is the
    reason why the source does not tell it; what has the same text for the same reason is the same."""

    name: str
    value: str
    location: Location
    doubt: str = ""


class Type(Struct, frozen=True, eq=False):
    """A class, seen both as a declaration of fields and as a holder of methods.

    ``fields`` are in declared order with inherited ones first; ``methods``, ``attributes`` (plain class attributes) and
    ``fields`` of bases are *not* merged into ``methods``/``attributes``: use :meth:`Program.ancestry`.
    ``form`` is how it is declared; ``structured`` says that its instances are data whose fields are known (a
    dataclass, an attrs or pydantic class, an annotated plain class, ...), so that a field left out has its default.

    The rest is layout. ``slotted`` says that an instance has no ``__dict__``; ``slots`` are then the names that each
    class adds (base classes first, classes that add none left out). ``maybe_slotted`` says that it has none unless a
    base outside the tree brings it. ``frozen`` is as declared.
    ``outside_bases`` are the classes that it derives from, over whatever steps, that are not in the tree and that may
    bring fields or a layout of their own (``str``, ``vendor.Model``; never ``object`` or ``Generic``).
    ``open`` says that an object may hold fields that no declaration names, ``drops_undeclared`` that none does that is
    made of a mapping. ``unread_decorators`` are those, its own and its bases', of which it can't be told what they do
    to the layout (in words: ``@vendor.frozen``, ``the metaclass vendor.Meta``).
    ``accessed`` are the parts that accessors give.
    ``is_union`` says that of its optional fields exactly one may be set, as a tag says (``# +union``).
    ``equals_itself_only`` says that the declaration gives it no ``==`` over its fields. ``constants``
    and ``enum_bases`` (``str``, ``enum.Enum``, canonical names) are an enum's.
    ``parameters`` are what makes an object takes, where that is more than the fields. ``serializers`` are the names of
    the fields of which methods say what a dump tells (``*``: of all). ``takes_names`` says that a field with an alias
    is also taken under its own name, ``computes_aliases`` that all fields have aliases which a function makes, and
    ``dumps_aliases`` that dumps speak in aliases, ``dumps_as_declared`` that they hold no more of what a field
    holds than its declaration names. ``prints_fields`` says that the declaration gives it a ``repr`` that tells its
    fields. ``metaclass`` is the class of the tree that the class itself is an object of. ``final`` says that no
    object of another type is also one of this. ``checks`` are what its methods do with what an object of it is
    given, ``checks_defaults`` says that defaults are looked at as well, ``checks_changes`` what is set afterwards,
    if that is known. ``makes_parts`` says that a field that holds an object may be given a mapping,
    of which it is made. ``blanks`` are what nobody can name and that takes room: its type, and the fields before it.
    """

    name: str
    dotted: str
    module: str
    location: Location
    form: Choice[
        "dataclass", "attrs", "pydantic", "msgspec", "typeddict", "namedtuple", "plain", "enum", "protocol", "struct"
    ]
    fields: tuple[Field, ...]
    methods: Mapping[str, Function]
    attributes: Mapping[str, Expression]
    bases: tuple[Expression, ...]
    structured: bool
    has_unknown_base: bool
    decorators: tuple[Expression, ...] = ()
    slotted: bool = False
    maybe_slotted: bool = False
    frozen: bool = False
    outside_bases: tuple[str, ...] = ()
    unread_decorators: tuple[str, ...] = ()
    slots: tuple[tuple[str, ...], ...] = ()
    constants: tuple[EnumConstant, ...] = ()
    enum_bases: tuple[str, ...] = ()
    equals_itself_only: bool = False
    is_union: bool = False
    open: bool = False
    drops_undeclared: bool = False
    accessed: tuple[Accessed, ...] = ()
    parameters: tuple[Field, ...] = ()
    serializers: tuple[str, ...] = ()
    takes_names: bool = False
    computes_aliases: bool = False
    dumps_aliases: bool = False
    dumps_as_declared: bool = False
    prints_fields: bool = True
    metaclass: str = ""
    final: bool = False
    checks: tuple[Check, ...] = ()
    checks_defaults: bool = False
    checks_changes: bool | None = False
    makes_parts: bool = False
    blanks: tuple[tuple[Annotation, int], ...] = ()

    @property
    def is_keyed(self) -> bool:
        """Whether its objects are mappings, whose fields are their keys."""
        return self.form == "typeddict"

    @property
    def is_tuple(self) -> bool:
        """Whether its objects are tuples, whose fields have names."""
        return self.form == "namedtuple"

    @property
    def makers(self) -> tuple[Field, ...]:
        """The arguments that an object is made of, in the order of its declaration: the fields, and others."""
        return self.parameters or self.fields

    @property
    def held(self) -> tuple[Field, ...]:
        """All that an object holds: the declared fields, parts behind accessors under their own names instead of what
        stores them, and, of an open type, one field that stands for all others. Nobody can name that one, so that
        whoever goes through an object field by field leaves it as it is."""
        if not self.open and not self.accessed:
            return self.fields
        behind = {each.storage: each.field for each in self.accessed if each.storage}
        fields = [behind.pop(each.name, each) for each in self.fields]
        fields += [*behind.values(), *(each.field for each in self.accessed if not each.storage)]
        if self.open:
            fields.append(Field(UNDECLARED, MapOf(Unknown("field")), False, self.location, self.dotted))
        return tuple(fields)

    @property
    def parts(self) -> tuple[Field, ...]:
        """Fields that the conventions speak of: all that an object holds but private ones, which are mere storage."""
        return tuple(each for each in self.held if not each.name.startswith("_"))

    def field(self, name: str) -> Field | None:
        """The field of that name, or ``None``."""
        for declared in self.held if self.accessed or name == UNDECLARED else self.fields:
            if declared.name == name:
                return declared
        return None

    def way_to(self, part: str, holder: str) -> tuple[str, ...]:
        """The way to a part that lies in another one, or behind accessors of the object itself."""
        return (part,) if any(each.field.name == part for each in self.accessed) else (holder, part)

    def part_in(self, storage: str) -> str:
        """The name of the part that an attribute stores, or of the attribute itself."""
        return next((each.field.name for each in self.accessed if each.storage == storage), storage)

    def behind(self, attribute: str) -> tuple[Accessed, ...]:
        """The parts that an attribute holds among other things."""
        return tuple(each for each in self.accessed if attribute in each.backing)


# ------------------------------------------------------------------------------------------------------- entities


class Module(Struct, frozen=True):
    """A module or package of the tree."""

    dotted: str


class Global(Struct, frozen=True, eq=False):
    """A variable of a module, with the expression it is bound to where there is exactly one."""

    module: str
    name: str
    value: Expression | None


class LaterChange(Struct, frozen=True):
    """The reason why a variable of a module or an attribute of a class holds something else, when a hook runs, than
    the expression it is bound to says: it ``is_set`` again, or what it holds is changed, at any rate these ``fields``
    of it."""

    reason: str
    is_set: bool = False
    fields: tuple[str, ...] = ()


class External(Struct, frozen=True):
    """Something outside the tree, known only by its dotted name (``copy.deepcopy``, ``builtins.len``); where it may
    be missing, its name stands for one of these constants instead. A name that no module binds is not ``is_bound``."""

    dotted: str
    otherwise: tuple[Written, ...] = ()
    is_bound: bool = True


#: Dotted name of what says whether assertions run, which a process is started with or without.
ASSERTIONS_RUN: Final = "assertions run"

Entity = Union[Type, Function, Module, Global, External]


class Program(Recording, Library, Protocol):
    """The interface of a front end for the interpreter and the conventions."""

    @property
    def words(self) -> Words:
        """The names of the conventions' notions, as the project has chosen them and the language spells them."""

    @property
    def hooks_refuse(self) -> bool:
        """Whether a hook may refuse what it is given. Where it can't, one that never comes to its end was not
        understood."""

    @property
    def follows_gates(self) -> bool:
        """Whether hooks are asked about gated fields."""

    def resolve(self, module: str, name: str) -> Entity:
        """The entity that ``name`` means in the scope of ``module``: definition, import (followed through re-exports),
        else builtin. Unresolvable names are ``External(name)``."""

    def may_bind_more(self, module: str) -> bool:
        """Whether a module may have names that no statement of it binds: it makes them up when they are asked for."""

    def replaced(self, module: str, name: str) -> str | None:
        """The reason why running code may find something else under a name of a module than :meth:`resolve` says: the
        name is set again by what is no statement of its scope."""

    def doubt(self, type_: Type, name: str) -> str | None:
        """The reason why nobody can tell whether a class has something under a name that its body does not bind: what
        makes the class, or stands behind it, may set it."""

    def change_of(self, module: str, name: str) -> LaterChange | None:
        """The change that code other than a hook makes to a variable of a module, or to an attribute of a class of it
        (``Class.name``), after the statement that binds it."""

    def alternatives(self, module: str, name: str) -> tuple[Type, ...]:
        """The classes that a name of a module may stand for, by a condition that isn't known beforehand."""

    def locate(self, dotted: str) -> Entity:
        """The entity that a dotted name (``pkg.module.Class``) means."""

    def type(self, dotted: str) -> Type | None:
        """The type of that dotted name, where it is in the tree."""

    def ancestry(self, type_: Type) -> tuple[Type, ...]:
        """The type and its bases in method resolution order, as far as they are in the tree. Never fails: a cycle
        or an inconsistent order is cut."""

    def derived(self, type_: Type) -> tuple[Type, ...]:
        """The types that derive from a type: objects of them may be held where it is declared."""

    def shape(self, module: str, annotation: Expression) -> tuple[Shape, bool]:
        """The shape of an annotation in the scope of ``module``, and whether ``None`` is allowed."""

    def is_exception(self, module: str, raised: Failures, caught: str | None) -> bool | None:
        """Whether a handler for ``caught`` takes what may be ``raised``; ``None`` where that can't be told."""

    def is_gate_name(self, gate: str, tagged: frozenset[str] = frozenset()) -> bool:
        """Whether this is a gate that is registered, or (with no registry configured) that a field is tagged with: one
        in the checked files, or one of those that the caller knows to be ``tagged``."""

    @property
    def knows_gates(self) -> bool:
        """Whether it is known which gates there are: those that are registered."""

    def has_gates(self) -> bool:
        """Whether there are gates at all: registered ones, or some that fields are tagged with."""

    def registers_gates(self, dotted: str) -> bool:
        """Whether a dotted function belongs to a module that registers gates."""

    def groups_of(self, module: str) -> tuple[Group, ...]:
        """The API groups that a module is part of: as the hub, as a served version or as a version's storage."""

    def declared_in(self, module: str) -> tuple[Type, ...]:
        """The types that a module declares at its top level or hands on as its own, in the order of the source;
        nothing where there is no such module."""

    def bound_in(self, module: str) -> tuple[str, ...]:
        """The public names that a module binds at its top level, in the order of the source (see :meth:`resolve`)."""

    def known_types(self) -> tuple[KnownType, ...]:
        """Every registration of a type with a scheme, in the order of the source."""

    def may_register(self, module: str) -> bool:
        """Whether the code of a module may be what registers types with a scheme."""

    def patches_in(self, module: str) -> tuple[Patch, ...]:
        """Patches: all that the code of a module puts from outside on a class of an API group whose hub has names for
        served classes, in the order of the source."""

    def comment_tags(self, module: str) -> frozenset[str]:
        """The names of the tags in comments (``k8s:deepcopy-gen``) that a module or its package switches on."""

    def has_any(self, what: Something) -> bool:
        """Whether there is any such thing in the tree: a versioned package that asks for generated functions with
        ``support tags``, a strategy that names its ``reset fields``."""

    def package_of(self, module: str) -> str:
        """The package that a module lies in; a package is its own."""

    def start_of(self, module: str) -> Location:
        """The first line of a module."""

    def baseline(self) -> Baseline | None:
        """The API types as they were before the change under check; ``None`` where there is nothing to compare with."""
