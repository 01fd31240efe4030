"""Canonical names for classes outside the tree: one spelling for each, whichever module it was imported from."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from apivet.program.annotations import ANYTHING, ELLIPSIS, Annotation, Applied, OutsideClass

#: Pydantic's ready-made ``Annotated`` aliases by the type that they annotate: ``StrictStr`` is ``str`` for its users.
_PYDANTIC: Final = {
    "str": ("StrictStr", "Base64Str", "Base64UrlStr"),
    "bytes": ("StrictBytes", "Base64Bytes", "Base64UrlBytes"),
    "bool": ("StrictBool",),
    "int": ("StrictInt", "PositiveInt", "NegativeInt", "NonNegativeInt", "NonPositiveInt"),
    "float": ("StrictFloat", "PositiveFloat", "NegativeFloat", "NonNegativeFloat", "NonPositiveFloat", "FiniteFloat"),
    "uuid.UUID": ("UUID1", "UUID3", "UUID4", "UUID5", "UUID6", "UUID7", "UUID8"),
    "pathlib.Path": ("FilePath", "DirectoryPath", "NewPath", "SocketPath"),
}
_PYDANTIC_MODULES: Final = tuple(f"pydantic.{name}." for name in ("types", "networks", "main", "functional_validators"))
#: Calls of pydantic that make an ``Annotated`` alias of a type: ``constr(min_length=1)``.
CONSTRAINED: Final = MappingProxyType(
    {
        "pydantic.constr": "str",
        "pydantic.conbytes": "bytes",
        "pydantic.conint": "int",
        "pydantic.confloat": "float",
        "pydantic.condecimal": "decimal.Decimal",
        "pydantic.condate": "datetime.date",
        "pydantic.conlist": "list",
        "pydantic.conset": "set",
        "pydantic.confrozenset": "frozenset",
    }
)
#: Number of arguments that a generic has, so that a bare one is one of anything.
_PARAMETERS: Final = {
    1: (
        ("list", "set", "frozenset", "type", "collections.deque", "collections.Counter", "re.Pattern", "re.Match")
        + ("contextlib.AbstractContextManager", "contextlib.AbstractAsyncContextManager")
        + tuple(
            f"collections.abc.{name}"
            for name in ("Sequence", "MutableSequence", "Iterable", "Iterator", "Collection", "Container", "Set")
            + ("MutableSet", "Reversible", "KeysView", "ValuesView", "Awaitable", "AsyncIterable", "AsyncIterator")
        )
    ),
    2: (
        ("dict", "collections.defaultdict", "collections.OrderedDict", "collections.ChainMap")
        + ("collections.abc.Mapping", "collections.abc.MutableMapping", "collections.abc.ItemsView")
        + ("collections.abc.AsyncGenerator",)
    ),
    3: ("collections.abc.Generator", "collections.abc.Coroutine"),
}


def canonical(dotted: str) -> str:
    """The one name of a class: ``list`` for ``typing.List`` and ``builtins.list``, ``None`` for its type."""
    if dotted.startswith("builtins."):
        return dotted[len("builtins.") :]
    if dotted.startswith("typing_extensions."):
        dotted = "typing." + dotted[len("typing_extensions.") :]
    for module in _PYDANTIC_MODULES:
        if dotted.startswith(module):
            dotted = "pydantic." + dotted[len(module) :]
    return _ALIASES.get(dotted, dotted)


def bare(name: str) -> Annotation:
    """A class without arguments. A generic is then one of anything, as type checkers have it."""
    arguments = _BARE.get(name)
    return OutsideClass(name) if arguments is None else Applied(OutsideClass(name), arguments)


def _aliases() -> Mapping[str, str]:
    """The names that stand for another class. ``typing`` itself says what its own are."""
    found = {"types.NoneType": "None", "typing.NoneType": "None"}
    for name in typing.__all__:
        value = getattr(typing, name, None)
        meant = getattr(value, "__origin__", value)
        if isinstance(meant, type) and meant.__module__ != "typing":
            found[f"typing.{name}"] = name_of(meant)
    found.update({f"pydantic.{name}": base for base, names in _PYDANTIC.items() for name in names})
    return found


def name_of(class_: type) -> str:
    """The name of a class of the standard library, as :func:`canonical` gives it."""
    return class_.__qualname__ if class_.__module__ == "builtins" else f"{class_.__module__}.{class_.__qualname__}"


_ALIASES: Final = _aliases()
_BARE: Final[Mapping[str, tuple[Annotation, ...]]] = {
    **{name: (ANYTHING,) * count for count, names in _PARAMETERS.items() for name in names},
    "tuple": (ANYTHING, ELLIPSIS),
    "collections.abc.Callable": (ELLIPSIS, ANYTHING),
}
