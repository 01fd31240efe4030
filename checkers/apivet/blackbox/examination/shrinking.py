"""Smaller failing cases: whatever can be left out of the objects without the violation going away is left out, and what
has to stay is as small as its declaration allows."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from apivet.blackbox.examination.repeating import afresh
from apivet.blackbox.limits import SHRINKING_RUNS
from apivet.blackbox.objects.access import ABSENT, same
from apivet.blackbox.objects.domain import limits_at
from apivet.blackbox.objects.paths import nodes_of, value_at, with_value_at
from apivet.blackbox.objects.smaller import smaller
from apivet.blackbox.properties.trial import HookTrial, Violation
from apivet.blackbox.rig.running import Rig
from apivet.paths import Path

_ROLES: Final = ("obj", "twin", "old")
#: A second caller's object differs from the first one's where it was made to, and in nothing else.
_CALLERS: Final = ("obj", "twin")


def shrink(rig: Rig, trial: HookTrial, violation: Violation) -> HookTrial:
    """The same violation from less. What goes wrong on the way costs the rest of the way, and no violation."""
    shrinking = _Shrinking(rig, trial, violation.about)
    with contextlib.suppress(Exception):
        shrinking.run()
    return shrinking.smallest


class _Shrinking:
    """The smallest case so far, and how much more may be spent on it."""

    def __init__(self, rig: Rig, trial: HookTrial, about: str) -> None:
        self.smallest = trial
        self._about = about
        self._rig = rig
        self._budget = SHRINKING_RUNS

    def run(self) -> None:
        """Fewer gates, then less in all objects at once, then in each."""
        self._turn_off_gates()
        groups = (_ROLES, _CALLERS, ("obj",), ("twin",), ("old",))
        given = self.smallest.given
        present = [tuple(role for role in group if getattr(given, role) is not None) for group in groups]
        for roles in dict.fromkeys(roles for roles in present if roles):
            for steps in self._places(roles):
                # An error in one place leaves the others to be tried.
                with contextlib.suppress(Exception):
                    self._reduce(roles, steps)

    def _turn_off_gates(self) -> None:
        """Only the gates whose state matters: the others are off."""
        for gate in list(self.smallest.given.gates):
            given = self.smallest.given
            states = {name: state for name, state in given.gates.items() if name != gate}
            self._try(self.smallest.on(replace(given, gates=states)))

    def _places(self, roles: Sequence[str]) -> list[Path]:
        """Paths to all parts of the objects, outermost first."""
        found: dict[Path, None] = {}
        for role in roles:
            found.update((steps, None) for steps, _ in nodes_of(getattr(self.smallest.given, role), ()) if steps)
        return sorted(found, key=len)

    def _reduce(self, roles: Sequence[str], steps: Path) -> None:
        """Put something smaller in one place of these objects."""
        given = self.smallest.given
        roots = {role: getattr(given, role) for role in roles}
        values = {role: value_at(root, steps) for role, root in roots.items()}
        roots = {role: root for role, root in roots.items() if values[role] is not ABSENT}
        if not roots or not self._may_change(tuple(roots), steps):
            return
        first = next(iter(roots))
        value = values[first]
        for candidate in self._smaller(roots[first], steps, value):
            if self._put(roots, steps, candidate):
                return
        if type(value) is int and all(same(value, values[role]) for role in roots):
            self._reduce_number(roots, steps, value)

    def _may_change(self, roles: tuple[str, ...], steps: Path) -> bool:
        """Whether these objects may be changed there without the others: the callers' only where they differ."""
        given = self.smallest.given
        if given.twin is None or not set(roles) & set(_CALLERS) or set(roles) >= set(_CALLERS):
            return True
        return not same(value_at(given.obj, steps), value_at(given.twin, steps))

    def _smaller(self, root: Any, steps: Path, value: Any) -> Iterator[Any]:
        alternatives, filler = self._rig.alternatives, self._rig.filler
        annotation = alternatives.annotation(root, steps)
        yield from smaller(value, annotation, limits_at(root, steps, value), filler.types, filler.class_of)

    def _put(self, roots: dict[str, Any], steps: Path, value: Any) -> bool:
        if not all(self._rig.alternatives.takes(root, steps, value) for root in roots.values()):
            return False
        changed = {role: with_value_at(root, steps, value) for role, root in roots.items()}
        return self._try(self.smallest.on(replace(self.smallest.given, **changed)))

    def _reduce_number(self, roots: dict[str, Any], steps: Path, value: int) -> None:
        """The number that is nearest to the least one and still shows it, found by halving what lies between."""
        least = limits_at(roots[next(iter(roots))], steps, value).least()
        if least is None or abs(value - least) <= 1:
            return
        if self._put(roots, steps, least + (1 if value > least else -1)):
            return
        while abs(value - least) > 1:
            middle = least + (value - least) // 2
            if middle in (least, value):
                return
            if self._put(roots, steps, middle):
                value = middle
            else:
                least = middle

    def _try(self, candidate: HookTrial) -> bool:
        self._budget -= 1
        if self._budget < 0 or not self._fails(candidate):
            return False
        self.smallest = candidate
        return True

    def _fails(self, candidate: HookTrial) -> bool:
        try:
            # A strategy that remembers calls goes by the names of then.
            asked = afresh(self._rig, candidate) if candidate.given.before else candidate
            result = asked.answer(self._rig)
        except Exception:
            return False
        return isinstance(result, Violation) and result.about == self._about
