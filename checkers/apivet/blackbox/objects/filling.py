"""Objects in which every field is filled, with values that can be told apart wherever they turn up.

Each value is made from a number that no other value of the object has. Two objects of one type share no value unless
their type leaves no choice.

An object is filled as deep as it stays small. A type inside itself is filled once more, unless the whole would have
more than :data:`FIELDS` fields; then each type is filled once on a path, and after that, level after level is
left out from below. So every object takes a bounded time, whatever its types refer to, and all fields of one level are
treated alike.
"""

from __future__ import annotations

import contextlib
import inspect
import itertools
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from apivet.blackbox.limits import FIELDS, NUMBERED_PLACES
from apivet.blackbox.objects.access import accessed_parts, field_names, is_class, read, write
from apivet.blackbox.objects.bounds import Bounds, Demands, demands_of, hint_of, optional_keys
from apivet.blackbox.objects.choices import Choice, Fill, chosen, constants_of, literal
from apivet.blackbox.objects.constructing import Offers, attempt, constructed
from apivet.blackbox.objects.values import guesses, listing, live_class, mapping, of_class, of_derived, scalar
from apivet.blackbox.objects.wording import CannotFillError, one_line
from apivet.blackbox.objects.zeros import is_trivial
from apivet.blackbox.protocol.models import FieldModel, TypeModel
from apivet.program.annotations import (
    ELLIPSIS,
    NONE,
    Annotation,
    Applied,
    Declared,
    OneOf,
    Only,
    OutsideClass,
    TypeVariable,
    members,
    one_of,
)

#: The project's own way to make objects of some types: of a class, and a number that no other object has.
Own = Callable[[Any, int], Any]
#: A field that nobody declared, as a caller may send one to a type that is open to it.
_OTHER: Final = "undeclared_field"
_UNBOUNDED: Final = Bounds()

__all__ = ["CannotFillError", "Choice", "Fill", "Filler", "Own"]


class FillDepth(Struct, frozen=True):
    """The depth of filled objects: how often a type is found on one path, and how many objects a path has."""

    times: int
    depth: int


#: From the furthest to the least.
_REACHES: Final = (FillDepth(2, 30), *(FillDepth(1, depth) for depth in (30, 12, 9, 7, 6, 5, 4, 3, 2, 1)))


class _TooDeepError(Exception):
    """Further than the reach; its holder leaves it out."""


class _TooManyError(Exception):
    """More fields than an object may have."""


class Filler:
    """Makes objects of the modelled types. ``own`` makes those of types that the project knows better."""

    def __init__(self, types: Mapping[str, TypeModel], own: Own | None = None) -> None:
        self.types = types
        self._own = own
        self._classes: dict[str, Any] = {}
        self._reaches: dict[tuple[str, Fill], int] = {}
        #: By type, the most members of a union that was met when a full object was filled.
        self._arms: dict[str, int] = {}
        self._begin(Choice(), _REACHES[0])

    def make(self, dotted: str, choice: Choice) -> Any:
        """An object of a type. Raises :class:`CannotFillError`."""
        return self._within_reach(dotted, choice, lambda: self._object(dotted, ()))

    def arms(self, dotted: str) -> int:
        """The number of arms with which full objects of a type differ: any further one fills them as an earlier one
        does. Raises :class:`CannotFillError`."""
        if dotted not in self._arms:
            self.make(dotted, Choice())
        return self._arms[dotted]

    def value(self, annotation: Annotation, number: int) -> Any:
        """A value for one field, made from this number. Raises :class:`CannotFillError`."""
        return self._within_reach("", Choice(start=number), lambda: self._value(annotation))

    def class_of(self, dotted: str) -> Any:
        """The live class of a modelled type, behind what a decorator has put before it (``functools.cache``). Raises
        :class:`CannotFillError`."""
        found = self._classes.get(dotted)
        if found is None:
            model = self.types[dotted]
            live = live_class(f"{model.module}.{model.qualified}")
            with contextlib.suppress(Exception):  # its own code, or it stands before itself
                found = inspect.unwrap(live, stop=is_class)
            if not is_class(found):
                raise CannotFillError(f"{dotted} is no class once it is imported, but of type {type(live).__name__}")
            self._classes[dotted] = found
        return found

    # ------------------------------------------------------------------------------------------------------ reach

    def _within_reach(self, dotted: str, choice: Choice, make: Callable[[], Any]) -> Any:
        """The result of ``make``, as deep as that is possible with few enough fields."""
        key = (dotted, choice.fill)
        for index in range(self._reaches.get(key, 0), len(_REACHES)):
            self._begin(choice, _REACHES[index])
            try:
                made = make()
            except _TooManyError:
                continue
            except _TooDeepError:
                raise CannotFillError(f"{dotted} holds itself and can't end") from None
            except RecursionError:
                raise CannotFillError(f"{dotted} is nested too deeply") from None
            if dotted:
                self._reaches[key] = index
                if choice == Choice():
                    self._arms[dotted] = self._met
            return made
        raise CannotFillError(f"{dotted} has more than {FIELDS} fields that can't be left out") from None

    def _begin(self, choice: Choice, reach: FillDepth) -> None:
        self._choice = choice
        self._fill = choice.fill
        self._reach = reach
        self._numbers = itertools.count(choice.start)
        self._path = ""
        self._spent = 0
        self._met = 1
        self._within: list[str] = []
        self._meanings: Mapping[str, Annotation] = {}
        self._demands: Demands = {}

    # ---------------------------------------------------------------------------------------------------- objects

    def _object(self, dotted: str, arguments: Sequence[Annotation]) -> Any:
        model = self.types.get(dotted)
        if model is None:
            raise CannotFillError(f"{dotted} is not known")
        if model.form == "enum":
            return self._chosen(constants_of(self.class_of(dotted)))
        depth = len(self._within) if self._fill == "full" else 0
        if self._within.count(dotted) >= self._reach.times or depth >= self._reach.depth:
            raise _TooDeepError
        self._spent += 1 + len(model.fields)
        if self._spent > FIELDS:
            raise _TooManyError
        before = self._meanings, self._demands
        self._meanings = self._bound(dotted, arguments)
        self._within.append(dotted)
        try:
            base = self._given(dotted)
            if base is not None:
                return self._completed(base, model)
            return self._construct(dotted, model)
        finally:
            self._within.pop()
            self._meanings, self._demands = before

    def _bound(self, dotted: str, arguments: Sequence[Annotation]) -> Mapping[str, Annotation]:
        """The annotations that the type variables of a generic class stand for."""
        if not arguments:
            return {}
        class_ = self.class_of(dotted)
        described: Any = getattr(class_, "__pydantic_generic_metadata__", {})
        parameters: Any = described.get("parameters") or getattr(class_, "__parameters__", ())
        meant = [_substituted(argument, self._meanings) for argument in arguments]
        return {parameter.__name__: argument for parameter, argument in zip(parameters, meant)}

    def _construct(self, dotted: str, model: TypeModel) -> Any:
        class_ = self.class_of(dotted)
        if model.form == "protocol":
            raise CannotFillError(f"{dotted} is a protocol")
        if not model.fields and model.form == "plain":
            return of_derived(class_, next(self._numbers))
        values = dict(self._fields(class_, model))
        if model.form == "typeddict":
            return {**values, _OTHER: f"value-{next(self._numbers)}"} if self._is_opened(model) else values
        number = next(self._numbers)
        made = constructed(class_, values, self._offers(class_, model, number), number)
        for item in model.accessed:
            made = write(made, item.name, self._field(class_, item))
        if self._is_opened(model):
            with contextlib.suppress(Exception):
                setattr(made, _OTHER, f"value-{next(self._numbers)}")
        return made

    def _is_opened(self, model: TypeModel) -> bool:
        """Whether an object gets a field that nobody declared, as any caller may send one."""
        return model.open and self._fill == "full"

    def _fields(self, class_: Any, model: TypeModel) -> Iterator[tuple[str, Any]]:
        """The fields with their values; what can't be filled, and need not be, is left to its default."""
        left_out = self._left_out(class_, model) if self._fill == "bare" else _storage(class_, model)
        for item in model.fields:
            if item.name in left_out:
                continue
            try:
                yield item.name, self._field(class_, item)
            except (_TooDeepError, CannotFillError):
                if not item.has_default:
                    raise

    def _left_out(self, class_: Any, model: TypeModel) -> frozenset[str]:
        """Fields that a bare object lacks: those with a default and, in a ``TypedDict`` within it, those that may be
        absent. Its own parts are always there, as hooks look for them."""
        without = frozenset(item.name for item in model.fields if item.has_default)
        is_within = len(self._within) > 1
        return without | optional_keys(class_) if is_within else without

    def _field(self, class_: Any, item: FieldModel) -> Any:
        if not self._choice.lasting:
            return self._filled(class_, item)
        with self._at(item.name):
            return self._filled(class_, item)

    @contextmanager
    def _at(self, step: str) -> Iterator[None]:
        """Go on in a field or an element; where values are to last, with numbers of its own."""
        before = self._numbers, self._path
        self._path = f"{self._path}.{step}"
        place = zlib.crc32(self._path.encode("utf-8", "surrogatepass")) % NUMBERED_PLACES
        self._numbers = itertools.count(self._choice.start + place)
        try:
            yield
        finally:
            self._numbers, self._path = before

    def _filled(self, class_: Any, item: FieldModel) -> Any:
        self._demands = demands_of(class_).get(item.name, {})
        try:
            return self._value(item.annotation)
        except _TooDeepError:
            if item.has_default or self._fill == "bare":
                raise
        # What must be there is, with what must be in it.
        self._fill = "bare"
        try:
            return self._value(item.annotation)
        finally:
            self._fill = self._choice.fill

    def _offers(self, class_: Any, model: TypeModel, number: int) -> Offers:
        """Sources of other values for fields whose constructor has refused the first."""
        places = {item.name: index for index, item in enumerate(model.fields)}

        def outside(name: str) -> list[str]:
            annotation = model.fields[places[name]].annotation
            return [member.name for member in members(annotation) if isinstance(member, OutsideClass)]

        def guessed(name: str) -> Iterator[Any]:
            for type_name in outside(name):
                yield from guesses(type_name, number + places[name])

        def drawn(name: str) -> Iterator[Any]:
            from apivet.blackbox.objects.drawing import draws

            known = [live_class(type_name) for type_name in outside(name) if scalar(type_name)]
            hint = hint_of(class_, name) or (known[0] if known else None)
            with contextlib.suppress(CannotFillError):
                yield from draws(hint, number + places[name]) if hint is not None else ()

        return guessed, drawn

    # --------------------------------------------------------------------------------------- the project's own objects

    def _given(self, dotted: str) -> Any:
        """The project's own object of a type; ``None`` where it has none."""
        if self._own is None:
            return None
        try:
            made = self._own(self.class_of(dotted), next(self._numbers))
        except Exception as error:
            raise CannotFillError(f"make_object fails for {dotted}: {one_line(error)}") from None
        if made is not None and type(made).__module__ == "builtins" and not isinstance(made, dict):
            raise CannotFillError(f"make_object fails for {dotted}: it returns {made!r:.40}, which has no fields")
        return made

    def _completed(self, base: Any, model: TypeModel) -> Any:
        """The project's object, with what it leaves unset filled in where the constructor agrees to that."""
        names = field_names(base)
        if self._fill == "bare" or names is None or model.form == "typeddict":
            return base
        values = {name: read(base, name) for name in names}
        for item in model.fields:
            if item.name not in values or not is_trivial(values[item.name]):
                continue
            try:
                changed = {**values, item.name: self._field(type(base), item)}
                base = attempt(type(base), changed, next(self._numbers))
                values = changed
            except Exception:
                continue
        return base

    # ----------------------------------------------------------------------------------------------------- values

    def _value(self, annotation: Annotation) -> Any:
        if isinstance(annotation, OutsideClass):
            return None if annotation == NONE else self._outside(annotation)
        if isinstance(annotation, OneOf):
            return self._one_of(annotation)
        if isinstance(annotation, Declared):
            return self._object(annotation.dotted, ())
        if isinstance(annotation, Applied):
            return self._applied(annotation)
        if isinstance(annotation, Only):
            return literal(annotation)
        if isinstance(annotation, TypeVariable) and annotation.name in self._meanings:
            return self._value(self._meanings[annotation.name])
        return f"value-{next(self._numbers)}"

    def _one_of(self, union: OneOf) -> Any:
        if self._fill == "bare" and NONE in union.members:
            return None
        literals = [member for member in union.members if isinstance(member, Only)]
        arms: list[list[Annotation]] = [[member] for member in union.members if member not in (NONE, *literals)]
        # The values of a literal are one arm: which of them it is, is a choice among values.
        arms[:0] = [[*literals]] if literals else []
        first = self._choice.arm % len(arms)
        self._met = max(self._met, len(arms))
        error: Exception | None = None
        for arm in arms[first:] + arms[:first]:
            try:
                return self._chosen([literal(item) for item in literals]) if arm == literals else self._value(arm[0])
            except (_TooDeepError, CannotFillError) as problem:
                error = error or problem
        if NONE in union.members:
            return None
        assert error is not None
        raise error

    def _applied(self, annotation: Applied) -> Any:
        if isinstance(annotation.generic, Declared):
            return self._object(annotation.generic.dotted, annotation.arguments)
        name, arguments = annotation.generic.name, annotation.arguments
        if name == "tuple" and ELLIPSIS not in arguments:
            return tuple(self._value(argument) for argument in arguments)
        of_entries, of_elements = mapping(name), listing(name)
        if of_entries is not None:
            key = arguments[0] if arguments else OutsideClass("str")
            item = arguments[1] if len(arguments) > 1 else OutsideClass("int")
            return _contained(of_entries, self._elements(name, lambda: (self._key(key), self._value(item))))
        if of_elements is not None:
            return _contained(of_elements, self._elements(name, lambda: self._value(arguments[0])))
        if name.rpartition(".")[2] in ("Callable", "type"):
            raise CannotFillError(f"{name} is no value to store")
        return self._outside(annotation.generic)

    def _key(self, annotation: Annotation) -> Any:
        if annotation == OutsideClass("str") and "str" not in self._demands:
            return f"key-{next(self._numbers)}"
        return self._value(annotation)

    def _elements(self, name: str, make: Callable[[], Any]) -> list[Any]:
        """Two elements, so that a hook that looks at one of them is told from one that looks at all; more or fewer
        where the field's own limits say so."""
        bounds = self._demands.get(name, _UNBOUNDED)
        try:
            return [self._element(make, index) for index in range(bounds.count(0 if self._fill == "bare" else 2))]
        except _TooDeepError:
            if bounds.min_length:
                raise
            return []

    def _element(self, make: Callable[[], Any], index: int) -> Any:
        if not self._choice.lasting:
            return make()
        with self._at(str(index)):
            return make()

    def _outside(self, annotation: OutsideClass) -> Any:
        number, name = next(self._numbers), annotation.name
        if name == "bool":
            return self._choice.start % 2 == 0
        make = scalar(name)
        if make is not None:
            made, bounds = make(number), self._demands.get(name)
            return made if bounds is None else bounds.fit(name, made, number)
        of_elements, of_entries = listing(name), mapping(name)
        if of_entries is not None:
            return of_entries([(f"key-{number}", f"value-{number}")])
        if of_elements is not None:
            return of_elements([f"value-{number}"])
        return of_class(live_class(name), number)

    def _chosen(self, options: Sequence[Any]) -> Any:
        return chosen(options, next(self._numbers), self._choice)


def _contained(make: Callable[[list[Any]], Any], elements: list[Any]) -> Any:
    """A container with these elements; what can't be hashed is in no set and is no key, so that there is but the empty
    one."""
    try:
        return make(elements)
    except TypeError:
        return make([])


def _substituted(annotation: Annotation, meanings: Mapping[str, Annotation]) -> Annotation:
    """The annotation with what its type variables stand for."""
    if isinstance(annotation, TypeVariable):
        return meanings.get(annotation.name, annotation)
    if isinstance(annotation, Applied):
        return Applied(annotation.generic, tuple(_substituted(item, meanings) for item in annotation.arguments))
    if isinstance(annotation, OneOf):
        return one_of(tuple(_substituted(item, meanings) for item in annotation.members))
    return annotation


def _storage(class_: Any, model: TypeModel) -> frozenset[str]:
    """The private fields that can be left to their defaults: no rule asks for them, unless there is nothing else, or a
    part lies in them."""
    private = {item.name for item in model.fields if item.name.startswith("_")}
    if len(private) == len(model.fields) or accessed_parts(class_):
        return frozenset()
    return frozenset(item.name for item in model.fields if item.name in private and item.has_default)
