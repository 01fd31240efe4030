"""Alternatives for a field's value: those that its declaration allows and that code is likely to tell apart."""

from __future__ import annotations

import contextlib
import enum
import functools
import operator
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from apivet.blackbox.limits import ENTRIES
from apivet.blackbox.objects.access import ABSENT, same
from apivet.blackbox.objects.domain import admits
from apivet.blackbox.objects.filling import CannotFillError, Filler
from apivet.blackbox.objects.paths import value_at, with_value_at
from apivet.blackbox.objects.rebuilding import refilled
from apivet.blackbox.project.constants import Constants
from apivet.blackbox.project.made_constants import MADE
from apivet.blackbox.protocol.models import TypeModel
from apivet.paths import Key, Path
from apivet.program.annotations import Annotation, Applied, Declared, Only, OutsideClass, may_be_none, members

_SCALARS: Final[Mapping[str, type]] = {
    "str": str,
    "int": int,
    "float": float,
    "bytes": bytes,
    **{f"{kind.__module__.partition('._')[0]}.{kind.__qualname__}": kind for kind in MADE},
}


class Alternatives:
    """Other values for places in objects of the modelled types."""

    def __init__(self, filler: Filler, types: Mapping[str, TypeModel], constants: Constants, root: str) -> None:
        self._filler = filler
        #: The type of a dict that is an object.
        self._root = Declared(root)
        self._types = types
        self._constants = constants
        self._by_class: dict[type, TypeModel] = {}

    def of(self, root: Any, steps: Path) -> list[Any]:
        """Other values for the place, the likeliest to make a difference first."""
        return list(self.each(root, steps))

    def each(self, root: Any, steps: Path) -> Iterator[Any]:
        """The same one by one: to see whether an object may have one takes longer than most else that is done to it."""
        value = value_at(root, steps)
        if not steps:
            return
        annotation = self.annotation(root, steps)
        found: list[Any] = []
        for other in () if annotation is None else self._values(annotation, value):
            if same(other, value) or any(same(other, known) for known in found):
                continue
            if self.takes(root, steps, other):
                found.append(other)
                yield other

    def drawn(self, root: Any, steps: Path, number: int) -> Any:
        """The one of these values that a number stands for; :data:`ABSENT` where there are none. No other is
        looked at more closely."""
        value, annotation = value_at(root, steps), self.annotation(root, steps) if steps else None
        others = [] if annotation is None else list(self._values(annotation, value))
        start = number % len(others) if others else 0
        for other in (*others[start:], *others[:start]):
            if not same(other, value) and self.takes(root, steps, other):
                return other
        return ABSENT

    # ------------------------------------------------------------------------------------------------ declarations

    def annotation(self, root: Any, steps: Path) -> Annotation | None:
        """The declared annotation of the place; ``None`` where there is none."""
        holder = root
        annotation: Annotation | None = self._root if type(root) is dict else None
        for step in steps:
            if type(holder) is dict and annotation is not None:
                annotation = self._element(annotation, step if isinstance(step, Key) else Key(step))
            elif isinstance(step, str):
                annotation = self._field(self._model(type(holder)), step)
            elif annotation is not None:
                annotation = self._element(annotation, step)
            holder = value_at(holder, (step,))
        return annotation

    def takes(self, root: Any, steps: Path, value: Any) -> bool:
        """Whether callers send such a value in a place, as far as its declaration and all classes around it tell."""
        return admits(root, steps, value, self._declared)

    def may_be_none(self, root: Any, steps: Path) -> bool:
        """Whether callers may send ``None`` in a place where something lies."""
        annotation = self.annotation(root, steps)
        return annotation is not None and may_be_none(annotation) and self.takes(root, steps, None)

    def with_values(self, obj: Any, chosen: Iterable[tuple[Path, Any]]) -> Any:
        """The object with these values in their places; ``None`` where it may not have one of them."""
        for steps, value in chosen:
            if value_at(obj, steps) is ABSENT or not self.takes(obj, steps, value):
                return None
            obj = with_value_at(obj, steps, value)
        return obj

    @functools.cached_property
    def _declared(self) -> Any:
        """The class of the objects, where that can be found."""
        with contextlib.suppress(CannotFillError):
            return self._filler.class_of(self._root.dotted)
        return None

    def _model(self, kind: type) -> TypeModel | None:
        if not self._by_class:
            for dotted, model in self._types.items():
                try:
                    self._by_class[self._filler.class_of(dotted)] = model
                except CannotFillError:
                    continue
        return self._by_class.get(kind)

    @staticmethod
    def _field(model: TypeModel | None, name: str) -> Annotation | None:
        fields = () if model is None else model.fields
        return next((item.annotation for item in fields if item.name == name), None)

    def _element(self, annotation: Annotation, step: Any) -> Annotation | None:
        for member in members(annotation):
            if isinstance(member, Applied) and member.arguments:
                fixed = member.generic == OutsideClass("tuple") and OutsideClass("...") not in member.arguments
                if fixed and isinstance(step, int):
                    return member.arguments[step] if step < len(member.arguments) else None
                return member.arguments[-1 if isinstance(step, Key) else 0]
            if isinstance(member, Declared) and isinstance(step, Key):
                return self._field(self._types.get(member.dotted), str(step.key))
        return None

    # ------------------------------------------------------------------------------------------------------ values

    def _values(self, annotation: Annotation, value: Any) -> Iterator[Any]:
        alternatives = members(annotation)
        for member in alternatives:
            if isinstance(member, OutsideClass):
                kind = _SCALARS.get(member.name)
                yield from () if kind is None else self._constants.get(kind, ())
                if kind is float:
                    yield from map(float, filter(_is_held_by_float, self._constants.get(int, ())))
            yield from self._of_container(member, value)
        if may_be_none(annotation):
            yield None
        for member in alternatives:
            yield from self._of_few(member)
            if isinstance(member, OutsideClass) and member.name in _SCALARS:
                with contextlib.suppress(TypeError):  # a day, say, of which none says nothing
                    yield _SCALARS[member.name]()

    def _of_few(self, member: Annotation) -> Iterator[Any]:
        """All values of a type that has but few."""
        if member == OutsideClass("bool"):
            yield from (True, False)
        elif isinstance(member, Only):
            try:
                yield self._filler.value(member, 0)
            except CannotFillError:
                return
        elif isinstance(member, Declared) and getattr(self._types.get(member.dotted), "form", "") == "enum":
            class_ = self._filler.class_of(member.dotted)
            yield from class_
            if issubclass(class_, enum.Flag):
                yield functools.reduce(operator.or_, class_, class_(0))

    def _of_container(self, member: Annotation, value: Any) -> Iterator[Any]:
        """With what the code looks for in it, with one element, and with none."""
        arguments = member.arguments if isinstance(member, Applied) else ()
        texts = self._constants.get(str, ())
        if isinstance(value, dict):
            if texts and arguments == (OutsideClass("str"), OutsideClass("str")):
                for text in texts[:ENTRIES]:
                    yield refilled(value, {**value, **dict.fromkeys(texts, text)}.items())
            if texts and arguments[:1] == (OutsideClass("str"),) and may_be_none(arguments[-1]):
                yield refilled(value, {**value, **dict.fromkeys(texts)}.items())
            yield refilled(value, list(value.items())[:1])
            yield refilled(value, ())
        elif isinstance(value, (list, set, frozenset)):
            if texts and arguments == (OutsideClass("str"),):
                yield refilled(value, (*value, *texts))
            yield refilled(value, _first(value))
            yield refilled(value, ())
        elif isinstance(value, tuple) and not hasattr(value, "_fields") and arguments[1:] == (OutsideClass("..."),):
            yield value[:1]
            yield ()


def _is_held_by_float(number: int) -> bool:
    return abs(number) <= sys.float_info.max


def _first(values: Iterable[Any]) -> list[Any]:
    return sorted(values, key=repr)[:1] if isinstance(values, (set, frozenset)) else list(values)[:1]
