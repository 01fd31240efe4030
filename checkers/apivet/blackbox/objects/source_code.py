"""Python that makes an object: as short as it can be, laid out as formatters do, and tried before it is printed."""

from __future__ import annotations

import datetime
import enum
import importlib
import keyword
import pickle
import warnings
from collections import defaultdict, deque
from collections.abc import Mapping
from typing import Any, Final, Union

from msgspec import Struct

from apivet.blackbox.objects.access import field_names, is_class, read, same
from apivet.blackbox.objects.constructing import arguments_of, make_without_asking
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.snapshots import are_alike
from apivet.blackbox.protocol.quoting import text_of

#: The line length that formatters have by default.
WIDTH: Final = 88
_BASES: Final = (str, bytes, bytearray, int, float, complex)
#: The helper for objects that no constructor call gives.
_HELPER: Final = "made"
_HELPER_MODULE: Final = "apivet.blackbox.replay"


class CannotSpellError(Exception):
    """A value that no expression makes."""


class CallPiece(Struct, frozen=True):
    """An expression in brackets, whose items may stand on lines of their own: each item has what stands before it
    (``name=``, ``'key': ``)."""

    head: str
    brackets: str
    items: tuple[tuple[str, Piece], ...]

    def flat(self) -> str:
        """The expression on one line."""
        inner = ", ".join(before + (item if isinstance(item, str) else item.flat()) for before, item in self.items)
        lone = self.brackets == "()" and not self.head and len(self.items) == 1
        return f"{self.head}{self.brackets[0]}{inner}{',' if lone else ''}{self.brackets[1]}"


Piece = Union[str, CallPiece]


def laid_out(piece: Piece, before: str, indent: int) -> str:
    """An expression that follows ``before`` on a line, with the comma that ends it, in four-space steps."""
    text = piece if isinstance(piece, str) else piece.flat()
    line = f"{' ' * indent}{before}{text},"
    if isinstance(piece, str) or len(line) <= WIDTH or not piece.items:
        return line
    inner = [laid_out(item, name, indent + 4) for name, item in piece.items]
    margin = " " * indent
    return "\n".join((f"{margin}{before}{piece.head}{piece.brackets[0]}", *inner, f"{margin}{piece.brackets[1]},"))


class SourceCode:
    """Expressions for objects, and what has to be imported for them."""

    def __init__(self) -> None:
        self.modules: set[str] = set()
        self._names: dict[tuple[str, str], str] = {}

    def imports(self) -> list[str]:
        """The import statements: the standard library's first, then by module, as formatters sort them."""
        plain = [f"import {module}" for module in sorted(self.modules)]
        by_module: dict[str, list[str]] = {}
        for (module, name), alias in self._names.items():
            by_module.setdefault(module, []).append(name if alias == name else f"{name} as {alias}")
        return plain + [_import(module, sorted(names)) for module, names in sorted(by_module.items())]

    def of(self, value: Any) -> Piece:
        """The expression. Raises :class:`CannotSpellError`."""
        if isinstance(value, enum.Enum):
            return self._member(value)
        if isinstance(value, (datetime.date, datetime.time, datetime.timedelta, datetime.tzinfo)):
            return self._printed(value)
        if isinstance(value, Mapping):
            return self._mapping(value)
        if isinstance(value, (set, frozenset)):
            return self._set(value)
        if isinstance(value, (list, tuple, deque)) and not hasattr(value, "_fields"):
            return self._sequence(value)
        if is_class(value):
            return self.name_of(value)
        if value is None or isinstance(value, (bool, *_BASES)):
            return self._scalar(value)
        if field_names(value) is not None:
            return self._object(value)
        return self._printed(value)

    def name_of(self, kind: type) -> str:
        """The name of a class here, imported. Raises :class:`CannotSpellError`."""
        if kind.__module__ == "builtins":
            return kind.__qualname__
        module = "pathlib" if kind.__module__.startswith("pathlib.") else kind.__module__
        try:
            found: Any = importlib.import_module(module)
            for step in kind.__qualname__.split("."):
                found = getattr(found, step)
        except Exception:
            found = None
        qualified: str = kind.__qualname__
        if found is not kind:
            raise CannotSpellError(f"{qualified} can't be imported from {module}")
        outer, dot, inner = qualified.partition(".")
        return self.imported(module, outer) + dot + inner

    def imported(self, module: str, name: str) -> str:
        """The name under which something is imported; of two with one name, the second has its module's besides."""
        known = self._names.get((module, name))
        if known is None:
            taken = set(self._names.values())
            known = name
            for part in reversed(module.split(".")):
                if known not in taken:
                    break
                known = f"{part}_{known}"
            self._names[module, name] = known
        return known

    # ---------------------------------------------------------------------------------------------------- scalars

    def _scalar(self, value: Any) -> Piece:
        kind = type(value)
        if value is None or kind is bool:
            return repr(value)
        base: Any = next(one for one in _BASES if isinstance(value, one))
        text = text_of(base(value)) if base in (str, bytes, bytearray) else _number(base(value))
        if kind is base:
            return text
        name = self.name_of(kind)
        try:
            self._try(lambda: kind(base(value)), value)
        except CannotSpellError:  # its constructor wants something else
            self._try(lambda: base.__new__(kind, base(value)), value)
            return CallPiece(f"{base.__name__}.__new__", "()", (("", name), ("", text)))
        return CallPiece(name, "()", (("", text),))

    def _member(self, value: enum.Enum) -> Piece:
        name = self.name_of(type(value))
        member: Any = value.name  # a combination of flags has none
        if isinstance(member, str) and member.isidentifier():
            return f"{name}.{member}"
        return CallPiece(name, "()", (("", self.of(value.value)),))

    def _printed(self, value: Any) -> Piece:
        """The ``repr`` of a value where that is Python, else its pickle."""
        module = type(value).__module__.partition(".")[0]
        text = repr(value).replace("'", '"')
        scope: dict[str, Any] = {}
        if module in ("datetime", "zoneinfo"):
            for needed in [name for name in ("datetime", "zoneinfo") if f"{name}." in text]:
                scope[needed] = importlib.import_module(needed)
        else:
            scope[type(value).__qualname__] = type(value)
        try:
            self._try(lambda: eval(text, scope), value)
        except CannotSpellError:
            return self._pickled(value)
        for name, holder in scope.items():
            if holder is not type(value) and name in ("datetime", "zoneinfo"):
                self.modules.add(name)
        if module not in ("datetime", "zoneinfo"):
            name = self.name_of(type(value))
            text = name + text[text.index("(") :] if "(" in text else text
        return text

    def _pickled(self, value: Any) -> Piece:
        try:
            data = pickle.dumps(value)
            self._try(lambda: pickle.loads(data), value)
        except CannotSpellError:
            raise
        except Exception as error:
            raise CannotSpellError(f"{type(value).__name__}: {error}") from None
        self.modules.add("pickle")
        return CallPiece("pickle.loads", "()", (("", text_of(data)),))

    # ------------------------------------------------------------------------------------------------- containers

    def _mapping(self, value: Mapping[Any, Any]) -> Piece:
        entries = tuple((f"{_flat(self.of(key))}: ", self.of(item)) for key, item in value.items())
        literal = CallPiece("", "{}", entries)
        kind = type(value)
        if kind is dict:
            return literal
        if isinstance(value, defaultdict):
            made = "None" if value.default_factory is None else self._factory(value.default_factory)
            return CallPiece(self.name_of(kind), "()", (("", made), ("", literal)))
        if field_names(value) is not None:
            return self._object(value)
        return self._container(value, dict(value), literal)

    def _factory(self, factory: Any) -> Piece:
        if not is_class(factory):
            raise CannotSpellError("a default factory that is no class")
        return self.name_of(factory)

    def _set(self, value: set[Any] | frozenset[Any]) -> Piece:
        items = tuple(("", item) for item in sorted((self.of(item) for item in value), key=_flat))
        kind = type(value)
        literal = CallPiece("", "{}", items) if items else "set()"
        if kind is set:
            return literal
        inner = (("", literal),) if items else ()
        return CallPiece("frozenset" if kind is frozenset else self.name_of(kind), "()", inner)

    def _sequence(self, value: Any) -> Piece:
        items = tuple(("", self.of(item)) for item in value)
        kind = type(value)
        if kind in (list, tuple):
            return CallPiece("", "[]" if kind is list else "()", items)
        return self._container(value, list(value), CallPiece("", "[]", items))

    def _container(self, value: Any, plain: Any, literal: CallPiece) -> Piece:
        """One that its class makes of a plain one; its pickle where the class wants something else."""
        kind: Any = type(value)
        try:
            self._try(lambda: kind(plain), value)
        except CannotSpellError:
            return self._pickled(value)
        return CallPiece(self.name_of(kind), "()", (("", literal),))

    # ---------------------------------------------------------------------------------------------------- objects

    def _object(self, value: Any) -> Piece:
        """A call of the constructor with what its defaults do not give; where there is none that makes this object,
        one that asks no constructor."""
        kind = type(value)
        names = [name for name in field_names(value) or () if not keyword.iskeyword(name)]
        given = arguments_of(kind, {name: read(value, name) for name in names})
        head = self.name_of(kind)
        if _makes(kind, given, value):
            for parameter in list(given):
                fewer = {name: item for name, item in given.items() if name != parameter}
                if _makes(kind, fewer, value):
                    given = fewer
            return CallPiece(head, "()", tuple((f"{name}=", self.of(item)) for name, item in given.items()))
        held = {name: read(value, name) for name in names}
        self._try(lambda: make_without_asking(kind, copied(held)), value)
        helper = self.imported(_HELPER_MODULE, _HELPER)
        items = (("", head), *((f"{name}=", self.of(item)) for name, item in held.items()))
        return CallPiece(helper, "()", items)

    def _try(self, make: Any, value: Any) -> None:
        """Refuse an expression that does not make the value again."""
        try:
            made = make()
        except Exception as error:
            raise CannotSpellError(f"{type(value).__name__}: {type(error).__name__}: {error}") from None
        if not _alike(made, value):
            raise CannotSpellError(f"{type(value).__name__} can't be made again")


def _makes(kind: type, given: Mapping[str, Any], value: Any) -> bool:
    """Whether the constructor makes an object like this one from these arguments, again and again."""
    if not all(name.isidentifier() and not keyword.iskeyword(name) for name in given):
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return all(_alike(kind(**copied(dict(given))), value) for _ in range(2))
    except Exception:
        return False


def _alike(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if field_names(one) is None and not isinstance(one, (Mapping, list, tuple)):
        return same(one, other)
    return are_alike(one, other)


def _flat(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.flat()


def _number(value: Any) -> str:
    text = repr(value)
    return f'float("{text}")' if isinstance(value, float) and text.lstrip("-") in ("inf", "nan") else text


def _import(module: str, names: list[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    return "\n".join((f"from {module} import (", *(f"    {name}," for name in names), ")"))
