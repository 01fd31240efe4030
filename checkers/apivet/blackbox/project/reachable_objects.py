"""Objects that a project keeps alive: those that can be reached from the globals of its loaded modules."""

from __future__ import annotations

import collections
import contextlib
import functools
import os
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from msgspec import Struct

from apivet.blackbox.limits import REACHABLE_OBJECTS, REACHABLE_STEPS
from apivet.blackbox.objects.access import slots_of

_Seen = TypeVar("_Seen")
_COLLECTIONS: Final = (list, tuple, set, frozenset, collections.deque)
#: Types that are neither looked for nor hold anything: most of the members of modules and classes.
_PLAIN: Final = frozenset(
    (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, types.GetSetDescriptorType)
    + (types.MemberDescriptorType, types.WrapperDescriptorType, property, staticmethod, classmethod)
    + (str, bytes, int, float, bool, type(None))
)


def are_kin(module: str, near: str) -> bool:
    """Whether two modules are of one code base: below the same package, or their packages lie side by side."""
    top, near_top = module.partition(".")[0], near.partition(".")[0]
    if top == near_top:
        return True
    known = _KIN.get((top, near_top))
    if known is None:
        known = _home(top) == _home(near_top) != ""
        if top in sys.modules and near_top in sys.modules:
            _KIN[top, near_top] = known
    return known


_KIN: Final[dict[tuple[str, str], bool]] = {}


def _home(top: str) -> str:
    """The directory that a loaded package or module lies in; nothing for those of installed libraries, which are not
    kin for lying side by side."""
    if top in sys.stdlib_module_names or top not in sys.modules:
        return ""
    known = _HOMES.get(top)
    if known is None:
        module = sys.modules[top]
        path = next(iter(getattr(module, "__path__", ())), None) or getattr(module, "__file__", None)
        home = os.path.dirname(os.path.realpath(path)) if isinstance(path, str) else ""
        known = _HOMES[top] = "" if "site-packages" in home or "dist-packages" in home else home
    return known


_HOMES: Final[dict[str, str]] = {}


def loaded_modules(near: str) -> list[types.ModuleType]:
    """The loaded modules of the code base that a module is of: itself, then the others by name."""
    found = (sys.modules.get(name) for name in (near, *(name for name in kin_of(near) if name != near)))
    return [module for module in found if isinstance(module, types.ModuleType)]


def kin_of(near: str) -> list[str]:
    """The names of the loaded modules of a code base, in order; looked for again where there are more of them."""
    top, count = near.partition(".")[0], len(sys.modules)
    known = _NAMES.get(top)
    if known is None or known[0] != count:
        known = _NAMES[top] = count, sorted(name for name in list(sys.modules) if are_kin(name, near))
    return known[1]


_NAMES: Final[dict[str, tuple[int, list[str]]]] = {}


class Reachable(Struct, frozen=True):
    """The objects_within_reach of a code base, the nearest object of each class, and the classes that have several."""

    values: list[Any]
    nearest: dict[type, Any]
    several: set[type]

    @classmethod
    def of(cls, values: Iterable[Any]) -> Reachable:
        """Sorts them, the nearest first."""
        kept = cls([], {}, set())
        for value in values:
            kept.values.append(value)
            if kept.nearest.setdefault(type(value), value) is not value:
                kept.several.add(type(value))
        return kept


def look_ahead(near: str) -> None:
    """Look around in a code base, once for all who come: a copy of this process that goes through everything itself
    gets all of that copied. What is too much to be gone through is left to them."""
    kept = Reachable.of(objects_within_reach(near))
    if len(kept.values) < REACHABLE_OBJECTS:
        _AHEAD[near.partition(".")[0]] = kin_of(near), kept


_AHEAD: Final[dict[str, tuple[list[str], Reachable]]] = {}


def kept_near(near: str) -> Reachable:
    """The objects that can be reached now or, where no module has been loaded since, those that could be when somebody
    looked ahead: when no hook had run."""
    names, kept = _AHEAD.get(near.partition(".")[0], ([], None))
    return kept if kept is not None and names == kin_of(near) else Reachable.of(objects_within_reach(near))


def kept_instance(class_: type) -> Any:
    """The instance that the project itself uses: a global, or one in a container, a registry, an attribute of a class,
    or behind a bound method. ``None`` where there is none."""
    kept = kept_near(class_.__module__)
    if class_ in kept.several:  # which of them is the nearest depends on where one begins
        return next((value for value in objects_within_reach(class_.__module__) if type(value) is class_), None)
    return kept.nearest.get(class_)


def objects_within_reach(near: str) -> Iterator[Any]:
    """Every object that is within reach of the globals, the nearest first."""
    seen: set[int] = set()
    is_own = functools.cache(lambda module: are_kin(module, near))
    level = [value for module in loaded_modules(near) for value in list(vars(module).values())]
    kept: list[Any] = []  # alive while they are known by their identity
    for _ in range(REACHABLE_STEPS + 1):
        following: list[Any] = []
        for value in level:
            if type(value) in _PLAIN or id(value) in seen or len(seen) >= REACHABLE_OBJECTS:
                continue
            seen.add(id(value))
            kept.append(value)
            yield value
            following += _held(value, is_own)
        level = following


def _held(value: Any, is_own: Callable[[str], bool]) -> list[Any]:
    """The objects that an object holds; of those that are not the project's, only containers are opened."""
    kind = type(value)
    if kind is type:
        return _attributes_of_class(value) if is_own(str(value.__module__)) else []
    if issubclass(kind, dict):
        return list(dict.values(value))
    if issubclass(kind, _COLLECTIONS):
        return list(value) if kind in _COLLECTIONS else []
    if kind is types.MethodType:
        return [value.__self__]
    if kind is functools.partial:
        return [value.func, *value.args, *value.keywords.values()]
    if issubclass(kind, type):
        return _attributes_of_class(value) if is_own(str(value.__module__)) else []
    if is_own(str(kind.__module__)):
        return list(_attributes(value))
    return []


def until_it_grows(look: Callable[[Any], _Seen]) -> Callable[[Any], _Seen]:
    """Remember the result for a module or a class; look again where it has got more members."""
    known: dict[int, tuple[Any, int, _Seen]] = {}

    def looked(holder: Any) -> _Seen:
        size = len(vars(holder))
        before = known.get(id(holder))
        if before is None or before[0] is not holder or before[1] != size:
            before = known[id(holder)] = holder, size, look(holder)
        return before[2]

    return looked


@until_it_grows
def _attributes_of_class(class_: Any) -> list[Any]:
    """Attributes of a class besides its methods."""
    members = vars(class_).items()
    return [each for name, each in members if type(each) not in _PLAIN and not name.startswith("__")]


def _attributes(value: Any) -> Iterator[Any]:
    """Values of an instance's attributes, read without running any code of its class."""
    with contextlib.suppress(AttributeError, TypeError):
        yield from list(object.__getattribute__(value, "__dict__").values())
    kind: Any = type(value)
    for member in slots_of(kind):
        with contextlib.suppress(AttributeError):
            yield member.__get__(value)
