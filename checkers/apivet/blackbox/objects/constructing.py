"""Calling constructors as their classes want it, and doing without them where they take nothing that is offered."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import itertools
import re
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from apivet.blackbox.limits import CONSTRUCTIONS
from apivet.blackbox.objects.access import ABSENT, force, read, write
from apivet.blackbox.objects.values import of_class, scalar
from apivet.blackbox.objects.wording import CannotFillError, one_line
from apivet.blackbox.objects.zeros import is_trivial

#: Where to look for what else a field may hold, where the constructor refuses what it has: the better place first.
Offers = Sequence[Callable[[str], Iterable[Any]]]
_EMPTY: Final = inspect.Parameter.empty


class Signature(Struct, frozen=True):
    """The parameters of a constructor. ``names`` is ``None`` where it takes any arguments; ``first`` are those that
    go by position alone, and ``needed`` those without a default, with their types."""

    names: frozenset[str] | None = None
    first: tuple[str, ...] = ()
    needed: Mapping[str, Any] = field(default_factory=dict)


def constructed(class_: Any, values: Mapping[str, Any], offers: Offers, number: int) -> Any:
    """An object with these values of its fields. Where the constructor refuses some, others are offered; where it
    refuses all, the object is made around it. Raises :class:`CannotFillError`."""
    try:
        return attempt(class_, values, number)
    except Exception as refusal:
        first = refusal
    made = _mended(class_, dict(values), first, offers, number)
    if made is None:
        made = make_without_asking(class_, dict(values))
    if made is None:
        raise CannotFillError(f"{class_.__name__}: {one_line(first)}") from None
    return made


def attempt(class_: Any, values: Mapping[str, Any], number: int) -> Any:
    """Call the constructor with these values; fields that it has no parameter for are set afterwards. Raises
    whatever the constructor raises."""
    if _takes_as_they_are(class_, tuple(values)):
        return class_(**values)
    signature = signature_of(class_)
    taken: dict[str, Any] = {}
    later: dict[str, Any] = {}
    for name, value in values.items():
        path = parameter_path(class_, name)
        if signature.names is None or path[0] in signature.names:
            _place(taken, path, value)
        else:
            later[name] = value
    for name, hint in signature.needed.items():
        if name not in taken:
            taken[name] = _of_hint(hint, number)
    before = [taken.pop(name) for name in signature.first if name in taken]
    made = class_(*before, **taken)
    for name, value in later.items():
        made = _completed(made, name, value)
    return made


def _completed(made: Any, name: str, value: Any) -> Any:
    """The object with a field set that its constructor has left unset. What it works out itself stays."""
    current = read(made, name)
    if current is not None and current is not ABSENT and not is_trivial(current):
        return made
    if current is not ABSENT and current is not None and type(current) is not type(value):
        make = scalar(type(current).__name__)
        return made if make is None else write(made, name, make(1))
    return write(made, name, value)


# -------------------------------------------------------------------------------------------------------- parameters


def prepare(class_: Any) -> None:
    """Find out beforehand what a constructor takes. Raises what annotations raise that can't be worked out: what they
    speak of may be there later."""
    typing.get_type_hints(class_.__init__)
    signature_of(class_)


@functools.cache
def signature_of(class_: Any) -> Signature:
    """The parameters of the constructor."""
    if hasattr(class_, "model_fields"):
        return Signature()
    try:
        parameters = list(inspect.signature(class_).parameters.values())
    except (TypeError, ValueError):
        return Signature()
    try:
        hints = typing.get_type_hints(class_.__init__)
    except Exception:
        hints = {}
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    named = [item for item in parameters if item.kind not in variable]
    takes_all = any(item.kind is inspect.Parameter.VAR_KEYWORD for item in parameters)
    return Signature(
        None if takes_all else frozenset(item.name for item in named),
        tuple(item.name for item in named if item.kind is inspect.Parameter.POSITIONAL_ONLY),
        {item.name: hints.get(item.name, item.annotation) for item in named if item.default is _EMPTY},
    )


@functools.cache
def _takes_as_they_are(class_: Any, names: tuple[str, ...]) -> bool:
    """Whether the constructor has a parameter of the same name for each of these fields, and needs no other: as most
    do, so that it is worth knowing."""
    signature = signature_of(class_)
    return (
        not signature.first
        and signature.needed.keys() <= set(names)
        and all(parameter_path(class_, name) == (name,) for name in names)
        and (signature.names is None or signature.names.issuperset(names))
    )


@functools.cache
def parameter_path(class_: Any, name: str) -> tuple[Any, ...]:
    """The path of a field in a constructor's arguments: its parameter, and keys and indices below if pydantic digs for
    it in what it is given (``AliasPath``)."""
    described = getattr(class_, "model_fields", None)
    if isinstance(described, Mapping):
        return _pydantic_path(class_, described.get(name), name)
    for attribute in getattr(class_, "__attrs_attrs__", ()):
        if attribute.name == name:
            return (str(attribute.alias or name),)
    signature = signature_of(class_)
    if signature.names is not None and name not in signature.names and name.lstrip("_") in signature.names:
        return (name.lstrip("_"),)  # ``self._size = size``
    if signature.names is not None and name not in signature.names and f"_{name}" in signature.names:
        return (f"_{name}",)  # what a property gives
    return (name,)


def _pydantic_path(class_: Any, described: Any, name: str) -> tuple[Any, ...]:
    settings = class_.model_config
    if described is None or settings.get("populate_by_name") or settings.get("validate_by_name"):
        return (name,)
    alias = described.validation_alias or described.alias
    for choice in getattr(alias, "choices", (alias,)):
        path: list[Any] | None = getattr(choice, "path", None)
        if isinstance(choice, str):
            return (choice,)
        if path:
            return tuple(path)
    return (name,)


def parameter_of(class_: Any, name: str) -> str:
    """The constructor's parameter for a field: attrs drops leading underscores, pydantic goes by aliases."""
    path = parameter_path(class_, name)
    return str(path[0]) if len(path) == 1 else name


def arguments_of(class_: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments that give the fields these values."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        _place(found, parameter_path(class_, name), value)
    return found


def _place(arguments: dict[str, Any], path: tuple[Any, ...], value: Any) -> None:
    """Put a value where a path leads, through dicts and lists."""
    holder: Any = arguments
    for step, following in itertools.pairwise(path):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(holder, list):
            holder.extend([None] * (step + 1 - len(holder)))
            holder[step] = empty if holder[step] is None else holder[step]
            holder = holder[step]
        else:
            holder = holder.setdefault(step, empty)
    if isinstance(holder, list):
        holder.extend([None] * (path[-1] + 1 - len(holder)))
    holder[path[-1]] = value


def _of_hint(hint: Any, number: int) -> Any:
    """A value for a parameter that is no field: an ``InitVar``, say."""
    hint = getattr(hint, "type", hint)  # of ``InitVar[int]``
    if hint is _EMPTY or isinstance(hint, str):
        return f"value-{number}"
    return of_class(hint, number)


# ---------------------------------------------------------------------------------------------------------- refusals


def _mended(class_: Any, values: dict[str, Any], refusal: Exception, offers: Offers, number: int) -> Any:
    """An object that the constructor agrees to, one field after another changed to what is offered for it; ``None``
    where there is no such."""
    budget = CONSTRUCTIONS
    for _ in range(len(values)):
        before = refusal
        for name, offer in _offered(class_, values, refusal, offers):
            budget -= 1
            if budget < 0:
                return None
            changed = {**values, name: offer}
            try:
                return attempt(class_, changed, number)
            except Exception as other:
                if _progress(other) > _progress(before):
                    values, refusal = changed, other
                    break
        if refusal is before:
            return None
    return None


def _offered(class_: Any, values: Mapping[str, Any], refusal: Exception, offers: Offers) -> Iterator[tuple[str, Any]]:
    suspects = _suspects(class_, values, refusal)
    for offer in offers:
        for name in suspects:
            for value in offer(name):
                yield name, value


def _progress(refusal: Exception) -> tuple[int, tuple[int, ...]]:
    """The progress of a constructor, to be compared: pydantic names all fields that it refuses, and looks at the object
    as a whole when there are none; others stop at a line, and what is checked later stands further down."""
    fields = _refused(refusal)
    if fields:
        return 0, (-len(fields),)
    lines = []
    traceback = refusal.__traceback__
    while traceback is not None:
        lines.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    return 1, tuple(lines[1:])


def _refused(refusal: Exception) -> tuple[str, ...]:
    errors = getattr(refusal, "errors", None)
    if not callable(errors):
        return ()
    try:
        found = errors(include_url=False, include_input=False)
        return tuple(sorted({str(item["loc"][0]) for item in found if item["loc"]}))
    except Exception:
        return ()


def _suspects(class_: Any, values: Mapping[str, Any], refusal: Exception) -> list[str]:
    """The fields that a refusal may be about, the likely ones first."""
    refused = _refused(refusal)
    found = [name for name in values if name in refused or str(parameter_path(class_, name)[0]) in refused]
    words = frozenset(re.findall(r"\w+", str(refusal)))
    return found or sorted(values, key=lambda name: name not in words)


def make_without_asking(class_: Any, values: dict[str, Any]) -> Any:
    """An object of a class whose constructor refuses the values, made around it: what a decoder may have read."""
    if hasattr(class_, "model_construct"):
        made = class_.model_construct(**values)
        made.__dict__.update(values)  # also what goes by an alias
        return made
    try:
        made = class_.__new__(class_)
        for name, value in {**_defaults(class_), **values}.items():
            force(made, name, value)
    except Exception:
        return None
    return made


def _defaults(class_: Any) -> dict[str, Any]:
    """Default values of the fields of a data class or an attrs class."""
    found: dict[str, Any] = {}
    for item in dataclasses.fields(class_) if dataclasses.is_dataclass(class_) else ():
        if item.default_factory is not dataclasses.MISSING:
            found[item.name] = item.default_factory()
        elif item.default is not dataclasses.MISSING:
            found[item.name] = item.default
    for item in getattr(class_, "__attrs_attrs__", ()):
        factory = getattr(item.default, "factory", None)
        if factory is not None and not item.default.takes_self:
            found[item.name] = factory()
        elif factory is None and item.default.__class__.__name__ != "_Nothing":
            found[item.name] = item.default
    return found
