"""The default strategy of a declarative registration, with hand-written hooks at their places in it (contract
section 2): what the project's own framework does around them, done here in as few words.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final

from msgspec.structs import replace

from apivet.blackbox.objects.access import ABSENT, field_names, read, write
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.filling import Choice, Filler
from apivet.blackbox.objects.paths import put_in
from apivet.blackbox.objects.rebuilding import refilled, zero_of
from apivet.blackbox.objects.snapshots import Snapshot
from apivet.blackbox.objects.wording import shown
from apivet.blackbox.project.hooks import CannotRunError, HookArguments, guarantee_generation, stored_of
from apivet.blackbox.project.imports import module_of
from apivet.blackbox.project.instances import strategy_instance
from apivet.blackbox.project.source_slices import value_of
from apivet.blackbox.project.switches import Switches
from apivet.blackbox.protocol.models import Assignment, GatedPath, RegistrationModel
from apivet.paths import EACH

_CREATE: Final[str] = "prepare_for_create"
_UPDATE: Final[str] = "prepare_for_update"


def live_strategy(assignment: Assignment, filler: Filler, switches: Switches, factories: Any) -> Any:
    """The strategy to try: an instance of its class, or the default strategy under the project's own words with
    the members of a registration. Raises :class:`CannotRunError`."""
    declaration = assignment.declaration
    if declaration is None:
        return strategy_instance(assignment, factories)
    given = {notion: _given(assignment, declaration, notion) for notion, _ in declaration.members}
    written = dict(given)
    hooks: dict[str, _Called] = {
        notion: _called(assignment, notion, given.pop(notion), factories)
        for notion in (_CREATE, _UPDATE)
        if notion in given
    }
    checks = hooks if declaration.check else {}
    default = _DefaultStatusStrategy if assignment.role == "status" else _DefaultStrategy
    members = {**given, **default(assignment, declaration, switches, filler, {} if checks else hooks, checks).hooks()}
    named = {getattr(assignment.vocabulary, notion)[0]: value for notion, value in members.items()}
    return SimpleNamespace(**named, **{f"written_{notion}": value for notion, value in written.items()})


def _given(assignment: Assignment, declaration: RegistrationModel, notion: str) -> Any:
    """The value that the registration gives for a notion."""
    source_slice = dict(declaration.members)[notion]
    module = module_of(replace(assignment, module=source_slice.module, source=source_slice.source))
    try:
        return value_of(source_slice, module)
    except CannotRunError as error:
        raise CannotRunError(f"the {notion} of {assignment.name} can't be had: {error}") from None


#: A hook with the arguments in their places: the caller's object, and the stored one on update.
_Called = Callable[[Any, Any], Any]


def _called(assignment: Assignment, notion: str, function: Any, factories: Any) -> _Called:
    if not callable(function):
        raise CannotRunError(f"the {notion} of {assignment.name} is {shown(function)}, which can't be called")
    try:
        arguments = HookArguments(function, 1 if notion == _CREATE else 2, factories)
    except (TypeError, ValueError) as error:
        raise CannotRunError(f"nothing says how to call the {notion} of {assignment.name}: {error}") from None

    def called(obj: Any, old: Any) -> Any:
        by_place, by_name = arguments.given(obj, old)
        return function(*by_place, **by_name)

    return called


class _Default:
    """The behaviour of both default strategies. Gated fields are those that the strategy answers for."""

    def __init__(
        self,
        assignment: Assignment,
        declaration: RegistrationModel,
        switches: Switches,
        filler: Filler,
        given: Mapping[str, _Called],
        checks: Mapping[str, _Called],
    ) -> None:
        self.words = assignment.vocabulary
        self.parts = declaration.parts
        self.given, self.checks = given, checks
        self._refuses = declaration.check.startswith("validate")
        self._gated = assignment.gated
        self._switches = switches
        self._zero_status = _zero_status(filler, assignment) if self.parts.status else None

    def without_disabled(self, obj: Any, old: Any) -> Any:
        """Without the fields whose gates are not all on, unless the stored object uses them."""
        for gated in self._gated:
            is_on = all(self._switches.is_on(gate) for gate in gated.gates)
            if not is_on and (old is None or not _uses(old, gated.path, gated)):
                obj = _cleared(obj, gated.path, gated)
        return obj

    def wiped(self, obj: Any) -> Any:
        """With the status of an object that nobody has seen yet."""
        return obj if self._zero_status is None else write(obj, self.words.status, self._zero_status())

    def after_hook(self, notion: str, obj: Any, old: Any, finish: Callable[[Any], Any]) -> Any:
        """Finish the object after the hook: the one that it returns, or the one that it was given."""
        hook = self.given.get(notion)
        result = None if hook is None else hook(obj, old)
        if inspect.isawaitable(result):
            return _later(result, lambda found: finish(stored_of(found, obj)))
        return self._checked(notion, finish(stored_of(result, obj)), old)

    def _checked(self, notion: str, stored: Any, old: Any) -> Any:
        """The object that is stored once a check has seen it. One that validates refuses it by what it returns."""
        check = self.checks.get(notion)
        if check is None:
            return stored
        told = check(stored, old)
        if inspect.isawaitable(told):
            return _later(told, lambda found: self._unless_refused(found, stored))
        return self._unless_refused(told, stored)

    def _unless_refused(self, told: Any, stored: Any) -> Any:
        if self._refuses and told:
            raise ValueError(f"it is refused: {shown(told)}")
        return stored


async def _later(result: Any, finish: Callable[[Any], Any]) -> Any:
    return finish(await result)


class _DefaultStrategy(_Default):
    """Prepares whole objects."""

    def hooks(self) -> dict[str, Callable[..., Any]]:
        return {_CREATE: self.prepare_for_create, _UPDATE: self.prepare_for_update}

    def prepare_for_create(self, obj: Any) -> Any:
        """Status wiped, disabled fields dropped, the hook, generation 1."""
        obj = self.without_disabled(self.wiped(obj), None)
        return self.after_hook(_CREATE, obj, None, lambda stored: self._with_generation(stored, 1))

    def prepare_for_update(self, obj: Any, old: Any) -> Any:
        """Status kept, disabled fields dropped, the hook, the generation counted."""
        words, before = (
            self.words,
            Snapshot(copied(old) if _UPDATE in (*self.given, *self.checks) else old),
        )  # a hook may change it
        if self.parts.generation:
            obj = guarantee_generation(obj, old, self.parts.generation)
        if self.parts.status:
            obj = write(obj, words.status, read(old, words.status))
        return self.after_hook(
            _UPDATE, self.without_disabled(obj, old), old, lambda stored: self._counted(stored, before)
        )

    def _counted(self, obj: Any, before: Snapshot) -> Any:
        """With the next generation, where another spec is stored."""
        if not self.parts.spec or before.first_difference(Snapshot(obj), self.words.spec) is None:
            return obj
        generation = before.at(".".join(self.parts.generation))
        return self._with_generation(obj, (generation if isinstance(generation, int) else 0) + 1)

    def _with_generation(self, obj: Any, generation: int) -> Any:
        if not self.parts.spec or not self.parts.generation:
            return obj
        return put_in(obj, self.parts.generation[:-1], self.parts.generation[-1], generation)


class _DefaultStatusStrategy(_Default):
    """Prepares status updates."""

    def hooks(self) -> dict[str, Callable[..., Any]]:
        return {_UPDATE: self.prepare_for_update}

    def prepare_for_update(self, obj: Any, old: Any) -> Any:
        """All that is stored but the status, disabled fields dropped, the hook."""
        words = self.words
        for name in self.parts.payload:
            obj = write(obj, name, read(old, name))
        metadata, stored = read(obj, words.metadata), read(old, words.metadata)
        for name in self.parts.metadata:
            metadata = write(metadata, name, read(stored, name))
        obj = write(obj, words.metadata, metadata)
        return self.after_hook(_UPDATE, self.without_disabled(obj, old), old, lambda result: result)


# --------------------------------------------------------------------------------------------------------- values


def _zero_status(filler: Filler, assignment: Assignment) -> Callable[[], Any]:
    """A maker of a status that nobody has set: none, what its type makes of nothing, else one with no more than
    that type must have."""
    bare = read(filler.make(assignment.object_type, Choice("bare")), assignment.vocabulary.status)
    if bare is None or bare is ABSENT:
        return lambda: None
    kind: Any = type(bare)
    try:
        made = kind()
    except Exception:
        return lambda: copied(bare)
    is_whole = all(read(made, name) is not ABSENT for name in field_names(bare) or ())
    return kind if is_whole else lambda: copied(bare)


def _uses(holder: Any, path: tuple[str, ...], gated: GatedPath) -> bool:
    """Whether a field is in use at a path, in any element (contract section 5)."""
    if holder is None or holder is ABSENT:
        return False
    if not path:
        return gated.optional or bool(holder)
    if path[0] == EACH:
        items = holder.values() if isinstance(holder, Mapping) else holder
        return any(_uses(item, path[1:], gated) for item in items)
    return _uses(read(holder, path[0]), path[1:], gated)


def _cleared(holder: Any, path: tuple[str, ...], gated: GatedPath) -> Any:
    """The holder without what is at a path, in every element."""
    if holder is None or holder is ABSENT:
        return holder
    if not path:
        return None if gated.optional else zero_of(holder)
    step, rest = path[0], path[1:]
    if step != EACH:
        value = read(holder, step)
        return holder if value is ABSENT else write(holder, step, _cleared(value, rest, gated))
    if isinstance(holder, Mapping):
        return {key: _cleared(item, rest, gated) for key, item in holder.items()}
    return refilled(holder, [_cleared(item, rest, gated) for item in holder])
