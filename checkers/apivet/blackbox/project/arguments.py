"""Arguments for a constructor or a factory: made from the parameters' names and annotations, or not at all."""

from __future__ import annotations

import abc
import collections.abc
import contextlib
import datetime
import inspect
import logging
import random
import sys
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any, Final, Union

from apivet.blackbox.objects.access import is_class
from apivet.blackbox.objects.wording import one_line
from apivet.blackbox.project.bystanders import Bystander
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.reachable_objects import are_kin, kept_instance

#: Words with one obvious value.
_WORDS: Final[dict[str, object]] = {
    "name": "widgets",
    "resource": "widgets",
    "subresource": "",
    "namespace": "default",
    "group": "example.org",
    "version": "v1",
    "prefix": "",
    "suffix": "",
}
#: Values that make no difference between two callers' objects.
_PLAIN: Final[dict[Any, Callable[[], Any]]] = {
    logging.Logger: lambda: logging.getLogger("strategy"),
    random.Random: lambda: random.Random(1),
    datetime.timezone: lambda: datetime.timezone.utc,
    datetime.tzinfo: lambda: datetime.timezone.utc,
    datetime.timedelta: lambda: datetime.timedelta(seconds=1),
    datetime.datetime: lambda: datetime.datetime(2021, 3, 4, tzinfo=datetime.timezone.utc),
}
_EMPTY: Final[dict[Any, Callable[[], Any]]] = {
    list: list,
    dict: dict,
    set: set,
    frozenset: frozenset,
    tuple: tuple,
    collections.abc.Sequence: tuple,
    collections.abc.Iterable: tuple,
    collections.abc.Collection: tuple,
    collections.abc.Mapping: dict,
    collections.abc.MutableMapping: dict,
}


class MissingError(Exception):
    """A parameter of a class's constructor that nothing can be made for."""

    def __init__(self, parameter: str, class_: Any) -> None:
        super().__init__(parameter)
        self.class_ = class_


def needed(signature: inspect.Signature) -> list[inspect.Parameter]:
    """The parameters that a call must have."""
    return [
        parameter
        for parameter in signature.parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]


def call_with_made(function: Callable[..., Any], annotated: Any, above: tuple[Any, ...]) -> Any:
    """Call something with whatever it asks for. Raises :class:`MissingError` where that can't be made; what the call
    raises passes."""
    try:
        wanted = [] if _takes_nothing(function) else needed(inspect.signature(function))
    except (TypeError, ValueError):
        wanted = []
    hints = _hints(annotated) if wanted else {}
    made = [(each, _value(each.name, hints.get(each.name, each.annotation), above)) for each in wanted]
    return call_with(function, made)


def call_with(function: Callable[..., Any], given: Iterable[tuple[inspect.Parameter, Any]]) -> Any:
    """Call something with values for its parameters: by their names, where they can be given so."""
    pairs = list(given)
    positional = [value for parameter, value in pairs if parameter.kind is parameter.POSITIONAL_ONLY]
    named = {each.name: value for each, value in pairs if each.kind is not each.POSITIONAL_ONLY}
    return function(*positional, **named)


def _takes_nothing(function: Any) -> bool:
    """Whether it is a class without a constructor, as most are: to work out the signature of what is written in C, the
    library goes through all modules that are loaded."""
    if type(function) not in (type, abc.ABCMeta) or hasattr(function, "__signature__"):
        return False
    return all(getattr(function, name) is getattr(object, name) for name in ("__init__", "__new__"))


def instance_of(class_: Any, above: tuple[Any, ...]) -> Any:
    """An object of a class that something else needs: the project's own, or a new one; for what has no class of its
    own, something that answers to everything."""
    if class_ in above:
        raise CannotRunError(f"{class_.__qualname__} needs itself to be made")
    found = kept_instance(class_)
    if found is not None:
        return found
    if inspect.isabstract(class_) or getattr(class_, "_is_protocol", False):
        return _implementation(class_, above)
    try:
        return call_with_made(class_, constructor_of(class_), (*above, class_))
    except MissingError:
        raise
    except Exception as error:
        raise CannotRunError(f"its constructor needs {_a(class_)}, which raises {one_line(error)}") from None


def _implementation(class_: Any, above: tuple[Any, ...]) -> Any:
    for below in sorted(class_.__subclasses__(), key=lambda each: (str(each.__module__), each.__qualname__)):
        with contextlib.suppress(MissingError, CannotRunError):
            return instance_of(below, above)
    return Bystander()


def _value(name: str, hint: Any, above: tuple[Any, ...]) -> Any:
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return _value(name, typing.get_args(hint)[0], above)
    if origin in (Union, types.UnionType):
        return _of_union(name, typing.get_args(hint), above)
    if origin is type:
        return typing.get_args(hint)[0]
    if origin is typing.Literal:
        return typing.get_args(hint)[0]
    kind = origin or hint
    if kind in _EMPTY:
        return _EMPTY[kind]()
    if kind in _PLAIN:
        return _PLAIN[kind]()
    if kind is collections.abc.Callable:
        return _callable(name, hint, above)
    if kind is str and name in _WORDS:
        return _WORDS[name]
    if not is_class(kind) or not _is_own(kind, above):
        raise MissingError(name, above[-1])
    return instance_of(kind, above)


def _of_union(name: str, members: tuple[Any, ...], above: tuple[Any, ...]) -> Any:
    """``None`` is for what a caller leaves out; so it comes last."""
    for member in members:
        if member is not type(None):
            with contextlib.suppress(MissingError, CannotRunError):
                return _value(name, member, above)
    if type(None) in members:
        return None
    raise MissingError(name, above[-1])


def _callable(name: str, hint: Any, above: tuple[Any, ...]) -> Any:
    """A function that gives what it says; one that decides something is nobody's to guess."""
    arguments = typing.get_args(hint)
    result = arguments[-1] if arguments else Any
    if result is bool:
        raise MissingError(name, above[-1])
    if result in (None, type(None)):
        return lambda *_, **__: None
    if result in (str, int, float, bytes):
        value = result()
        return lambda *_, **__: value
    with contextlib.suppress(MissingError):
        made = _value(name, result, above)
        return lambda *_, **__: made
    return Bystander()


def _is_own(class_: type, above: tuple[Any, ...]) -> bool:
    """Whether a class is the project's; what libraries have is connected to the world."""
    if class_.__module__ in sys.stdlib_module_names or class_.__module__ == "builtins":
        return False
    return not above or are_kin(class_.__module__, above[0].__module__)


def _hints(annotated: Any) -> dict[str, Any]:
    """The annotations as far as they can be made out: what is imported for type checkers alone is looked for in the
    loaded modules."""
    with contextlib.suppress(Exception):
        return typing.get_type_hints(annotated, include_extras=True)
    found: dict[str, Any] = {}
    loaded = loaded_classes(getattr(annotated, "__module__", "") or "")
    for name, text in dict(getattr(annotated, "__annotations__", {})).items():
        with contextlib.suppress(Exception):
            space = vars(sys.modules[annotated.__module__])
            found[name] = eval(text, {**loaded, **space}) if isinstance(text, str) else text
    return found


def loaded_classes(near: str) -> dict[str, type]:
    """The classes that the loaded modules of a code base have names for."""
    classes: dict[str, type] = {}
    for name, module in sorted(sys.modules.items()):
        if are_kin(name, near) and module is not None:
            classes.update({key: value for key, value in list(vars(module).items()) if is_class(value)})
    return classes


def constructor_of(class_: Any) -> Any:
    """The function or class with the annotations of the constructor's parameters."""
    for base in class_.__mro__:
        own = vars(base).get("__init__")
        if isinstance(own, types.FunctionType):
            return own if "__dataclass_fields__" not in vars(base) or own.__annotations__ else class_
    own = vars(class_).get("__new__")
    return own.__func__ if isinstance(own, staticmethod) else class_


def _a(class_: Any) -> str:
    return f"a {class_.__qualname__}"
