"""The live things that an assignment names, and calling them."""

from __future__ import annotations

import asyncio
import importlib
import inspect
from collections.abc import Callable
from typing import Any

from apivet.blackbox.limits import SHARING_LOOKS
from apivet.blackbox.objects.access import field_names, read, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import CannotFillError, Choice, Filler
from apivet.blackbox.project import arguments
from apivet.blackbox.project.bystanders import Bystander
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.sharing import shared_part
from apivet.blackbox.protocol.scenario_models import ConversionModel, ImportedPlace


def resolve(place: ImportedPlace) -> Any:
    """The live thing. Raises :class:`CannotRunError`."""
    try:
        found: Any = importlib.import_module(place.module)
        for name in place.qualified.split(".") if place.qualified else ():
            found = getattr(found, name)
    except (Exception, SystemExit) as error:
        raise CannotRunError(f"{place.dotted} can't be imported: {told(error)}") from None
    return found


def told(error: BaseException) -> str:
    """An exception on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def needed(function: Callable[..., Any]) -> list[inspect.Parameter]:
    """The parameters that a caller must give."""
    try:
        return arguments.needed(inspect.signature(function))
    except (TypeError, ValueError):
        return []


def finished(result: Any) -> Any:
    """The result of a call, awaited where it is an awaitable."""
    return asyncio.run(_awaited(result)) if inspect.isawaitable(result) else result


async def _awaited(result: Any) -> Any:
    return await result


# ---------------------------------------------------------------------------------------------------------- objects


def without_bags(value: Any, above: int = 0) -> Any:
    """The object with every property bag in it emptied."""
    if above > 20:
        return value
    for name in field_names(value) or ():
        part = read(value, name)
        if name == "property_bag" or type(part).__name__ == "PropertyBag":
            try:
                value = write(value, name, type(part)())
            except Exception:
                continue
        elif field_names(part) is not None:
            changed = without_bags(part, above + 1)
            value = value if changed is part else write(value, name, changed)
        elif isinstance(part, list):
            part[:] = [without_bags(item, above + 1) for item in part]
    return value


def exempt(path: str, paths: Any) -> bool:
    """Whether a leaf is the version or the kind of an object, which are the codec's and the scheme's business."""
    holder, _, name = path.rpartition(".")
    if name not in ("api_version", "kind"):
        return False
    return not holder or any(other.startswith(f"{holder}.metadata") for other in paths)


# ------------------------------------------------------------------------------------------------------ conversions


class LiveConversion:
    """A conversion that can be called."""

    def __init__(self, model: ConversionModel, filler: Filler) -> None:
        self.model = model
        self._filler = filler
        self._holder: Any = None
        if model.holder is None:
            self._function = resolve(model.place)
        else:
            self._holder = resolve(model.holder)
            self._function = getattr(self._holder, model.place.qualified.rpartition(".")[2])
        self._signature: inspect.Signature | None = None
        #: The first part of a result that was its source's own, and how many more results are looked at for one.
        self.shared: str | None = None
        self._looks = SHARING_LOOKS

    def __call__(self, source: Any) -> Any:
        """Convert a copy of the source. Raises whatever the conversion raises."""
        model = self.model
        given: dict[str, Any] = {model.source_parameter: copied(source)}
        if model.destination_parameter is not None:
            given[model.destination_parameter] = self.blank()
        result = finished(self._called(given))
        if model.destination_parameter is not None:
            target = given[model.destination_parameter]
            result = result if type(result) is type(target) else target
        if self.shared is None and self._looks:
            self._looks -= 1
            self.shared = shared_part(given[model.source_parameter], result)
        return result

    def blank(self) -> Any:
        """A new object to convert to."""
        class_ = self._filler.class_of(self.model.destination)
        try:
            return class_()
        except Exception:
            return self._filler.make(self.model.destination, Choice("bare"))

    def _called(self, given: dict[str, Any]) -> Any:
        function = self._function
        if self.model.receiver is not None:
            own = given.get(self.model.receiver)
            receiver = self._instance() if own is None else own
            function = function.__get__(receiver)
        if self._signature is None:
            self._signature = inspect.signature(function)
        others = {each.name: Bystander() for each in arguments.needed(self._signature) if each.name not in given}
        values = {**given, **others}
        parameters = self._signature.parameters.values()
        return arguments.call_with(function, ((each, values[each.name]) for each in parameters if each.name in values))

    def _instance(self) -> Any:
        try:
            return self._holder()
        except Exception as error:
            raise CannotRunError(f"{self._holder.__name__} can't be made: {told(error)}") from None


__all__ = [
    "CannotFillError",
    "LiveConversion",
    "exempt",
    "finished",
    "needed",
    "resolve",
    "told",
    "without_bags",
]
