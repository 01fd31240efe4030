"""Where hooks are run and watched: objects go in, what is stored comes out as leaves to compare."""

from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from apivet.blackbox.access import Image, Leaves, Marker, beneath, differing, field_names, read, write
from apivet.blackbox.filling import Choice, Filler
from apivet.blackbox.hooks import CannotRunError, Hook, guarantee_generation, strategy_instance
from apivet.blackbox.models import ELEMENT, Assignment
from apivet.blackbox.switches import Switches

CREATE = "prepare_for_create"
UPDATE = "prepare_for_update"
#: Objects whose bytes are kept.
_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Seen:
    """One run of a hook: what the caller sent, what was stored before, and what is stored now (``None``: the hook
    refused, and nothing is)."""

    sent: Image
    before: Image
    stored: Image | None
    refusal: str = ""


@dataclass(frozen=True)
class Given:
    """What a hook is run on. ``twin`` is a second caller's object, for experiments that compare two runs."""

    obj: Any
    old: Any = None
    twin: Any = None
    gates: Mapping[str, bool] = field(default_factory=dict)


class Laboratory:
    """A live strategy, with everything that is needed to try it."""

    def __init__(self, assignment: Assignment, filler: Filler, switches: Switches, factories: Any) -> None:
        self.assignment = assignment
        self.filler = filler
        self.switches = switches
        self.words = assignment.vocabulary
        switches.known = assignment.known_gates
        self.parts = assignment.parts
        self.instance = strategy_instance(assignment, factories)
        self._factories = factories
        self._hooks: dict[str, Hook | None] = {}
        self.runs = 0
        self._bytes: dict[int, tuple[Any, bytes | None]] = {}
        # One event loop for all hooks: to make one takes longer than most hooks do.
        self._loop = asyncio.new_event_loop()
        self._images: dict[int, Image] = {}
        #: What several families of experiments start from, made once.
        self.prepared: dict[str, Any] = {}

    def close(self) -> None:
        """Give back what the hooks' loop holds."""
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    # ------------------------------------------------------------------------------------------------------ hooks

    def member(self, notion: str) -> Any:
        """What the strategy has for a notion, under any of its names."""
        for name in getattr(self.words, notion):
            found = getattr(self.instance, name, None)
            if found is not None:
                return found
        return None

    def run(self, hook: str, obj: Any, old: Any, gates: Mapping[str, bool]) -> Seen:
        """Run a hook on copies of these objects."""
        self.runs += 1
        if hook not in self._hooks:
            function = self.member(hook)
            objects = 1 if hook == CREATE else 2
            bound = None if function is None else Hook(function, objects, self._factories, self._loop)
            self._hooks[hook] = bound
        sent, before = self._fresh(obj), self._fresh(old)
        if hook == UPDATE and self.parts.generation:
            sent = guarantee_generation(sent, before, self.words.metadata, self.words.generation)
        bound = self._hooks[hook]
        if bound is None:
            return Seen(self._image(obj), self._image(old), Image(sent))
        with self.switches.set(gates):
            stored = bound.call(sent, before)
        if stored.refusal is not None:
            return Seen(self._image(obj), self._image(old), None, f"{type(stored.refusal).__name__}: {stored.refusal}")
        return Seen(self._image(obj), self._image(old), Image(stored.object))

    def _image(self, value: Any) -> Image:
        """What a given object holds. It stays as it is, so that it is looked at once for all runs."""
        known = self._images.get(id(value))
        if known is None or known.value is not value:
            if len(self._images) > _KEPT:
                self._images.clear()
            known = self._images[id(value)] = Image(value)
        return known

    def _fresh(self, value: Any) -> Any:
        """A copy that a hook may do with as it likes. The same few objects are copied hundreds of times, and to read
        one from its bytes is several times faster than to walk through it."""
        if value is None:
            return None
        known = self._bytes.get(id(value))
        if known is None or known[0] is not value:
            if len(self._bytes) > _KEPT:
                self._bytes.clear()
            try:
                known = value, pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
            except Exception:
                known = value, None
            self._bytes[id(value)] = known
        if known[1] is not None:
            try:
                return pickle.loads(known[1])
            except Exception:
                self._bytes[id(value)] = value, None
        return copy.deepcopy(value)

    def create(self, given: Given) -> Seen:
        """What a create stores."""
        return self.run(CREATE, given.obj, None, given.gates)

    def update(self, given: Given) -> Seen:
        """What an update stores."""
        return self.run(UPDATE, given.obj, given.old, given.gates)

    def interference(self, hook: str, given: Given, part: str, first: Seen) -> str | None:
        """Where what a second caller sends makes a difference to a stored part; a value that is another each time,
        whoever calls, does not count."""
        second = self.run(hook, given.twin, given.old, given.gates)
        if first.stored is None or second.stored is None:
            return None
        found = differing(first.stored.leaves(part), second.stored.leaves(part))
        if found:
            again = self.run(hook, given.obj, given.old, given.gates)
            changing = differing(first.stored.leaves(part), again.stored.leaves(part)) if again.stored else []
            found = [path for path in found if path not in changing]
        return found[0] if found else None

    # ---------------------------------------------------------------------------------------------------- objects

    def filled(self, choice: Choice) -> Any:
        """A filled object. Raises :class:`CannotFillError`."""
        return self.filler.make(self.assignment.object_type, choice)

    def with_part(self, obj: Any, other: Any, part: str) -> Any:
        """The object with a part of another one."""
        path = tuple(part.split("."))
        return _put(self._fresh(obj), path, _get(self._fresh(other), path))

    def with_value(self, obj: Any, path: tuple[str, ...], value: object) -> Any:
        """The object with one field, in every element where it lies in containers, set to a value."""
        return _put(self._fresh(obj), path, value)

    def variants(self, obj: Any, other: Any, part: str) -> Iterator[tuple[str, Any]]:
        """The object with one leaf of a part at a time taken from another object, each with the leaf's path."""
        for steps, value in _leaf_steps(read(obj, part), (part,)):
            replacement = _get_step(other, steps)
            if replacement is Marker.ABSENT or type(replacement) is not type(value) or replacement == value:
                replacement = _another(value)
            if replacement is not Marker.ABSENT:
                yield _spelled(steps), _set_step(self._fresh(obj), steps, replacement)

    def omissions(self, obj: Any, bare: Any, part: str) -> Iterator[Any]:
        """The object with one thing of a part at a time left out, of those that a bare object has none of."""
        for steps, value in _leaf_steps(read(bare, part), (part,)):
            if value is None and _get_step(obj, steps) not in (None, Marker.ABSENT):
                yield _set_step(self._fresh(obj), steps, None)


def is_unset(found: Leaves, path: str) -> bool:
    """Whether there is nothing at a path: no value, the zero one, or an empty container."""
    values = [value for name, value in beneath(found, path).items()]
    return all(is_zero(value) for value in values)


def is_zero(value: object) -> bool:
    """Whether a leaf says that there is nothing."""
    if value is None or isinstance(value, Marker):
        return True
    try:
        return not value
    except Exception:
        return False


# ------------------------------------------------------------------------------------------------ paths with elements


def _put(holder: Any, path: tuple[str, ...], value: object) -> Any:
    if not path:
        return copy.deepcopy(value)
    if holder is None or holder is Marker.ABSENT:
        return holder
    step, rest = path[0], path[1:]
    if step == ELEMENT:
        if isinstance(holder, Mapping):
            return {key: _put(item, rest, value) for key, item in holder.items()}
        return type(holder)(_put(item, rest, value) for item in holder)
    return write(holder, step, _put(read(holder, step), rest, value))


def _get(holder: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        if holder is None or holder is Marker.ABSENT:
            return Marker.ABSENT
        holder = read(holder, step)
    return holder


#: A way into an object: names of fields, keys of mappings, indices of lists.
Steps = tuple[Any, ...]


def _leaf_steps(value: Any, steps: Steps) -> Iterator[tuple[Steps, Any]]:
    names = field_names(value)
    if names is not None:
        for name in names:
            yield from _leaf_steps(read(value, name), (*steps, name))
    elif isinstance(value, Mapping):
        for key in value:
            yield from _leaf_steps(value[key], (*steps, _Key(key)))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _leaf_steps(item, (*steps, index))
        if not value:
            return
    else:
        yield steps, value


@dataclass(frozen=True, slots=True)
class _Key:
    key: Any


def _get_step(value: Any, steps: Steps) -> Any:
    for step in steps:
        try:
            value = (
                value[step.key]
                if isinstance(step, _Key)
                else value[step]
                if isinstance(step, int)
                else read(value, step)
            )
        except (LookupError, TypeError):
            return Marker.ABSENT
    return value


def _set_step(holder: Any, steps: Steps, value: object) -> Any:
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(step, _Key):
        holder[step.key] = _set_step(holder[step.key], rest, value)
        return holder
    if isinstance(step, int):
        items = list(holder)
        items[step] = _set_step(items[step], rest, value)
        return type(holder)(items)
    return write(holder, step, _set_step(read(holder, step), rest, value))


def _spelled(steps: Steps) -> str:
    text = ""
    for step in steps:
        if isinstance(step, _Key):
            text += f"[{step.key!r}]"
        else:
            text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def _another(value: object) -> object:
    """A value of the same type that is another one."""
    import enum

    if isinstance(value, bool):
        return not value
    if isinstance(value, enum.Enum):
        others = [member for member in type(value) if member is not value]
        return others[0] if others else Marker.ABSENT
    if isinstance(value, (int, float)):
        return type(value)(value + 1)
    if isinstance(value, (str, bytes)):
        return value + (b"-other" if isinstance(value, bytes) else "-other")  # type: ignore[operator]
    return "value-other" if value is None else Marker.ABSENT


__all__ = ["CREATE", "UPDATE", "CannotRunError", "Given", "Laboratory", "Seen", "is_unset"]
