"""What all strategies of a process share: the switches of the gates, and the project's own factories."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any

from apivet.blackbox.filling import Filler
from apivet.blackbox.hooks import CannotRunError
from apivet.blackbox.laboratory import Laboratory
from apivet.blackbox.messages import Setting
from apivet.blackbox.models import Assignment
from apivet.blackbox.switches import Switches


class Equipment:
    """Makes laboratories."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._switches = Switches(frozenset(setting.gate_functions), _is_below(setting.roots))
        self._factories: Any = None

    def laboratory(self, assignment: Assignment) -> Laboratory:
        """A live strategy with everything that is needed to try it. Raises :class:`CannotRunError`."""
        factories = self._own_factories()
        return Laboratory(assignment, Filler(assignment.types), self._switches, factories)

    def _own_factories(self) -> Any:
        name = self._setting.factories
        if name and self._factories is None:
            try:
                self._factories = importlib.import_module(name)
            except (Exception, SystemExit) as error:
                text = " ".join(f"{type(error).__name__}: {error}".split())
                raise CannotRunError(f"[tool.apivet.blackbox] factories: {name} can't be imported: {text}") from None
        return self._factories


def _is_below(roots: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a loaded module is one of the project's."""
    known: dict[str, bool] = {}
    places = tuple(os.path.realpath(root) + os.sep for root in roots)

    def is_own(name: str) -> bool:
        if name not in known:
            path = getattr(sys.modules.get(name), "__file__", None)
            inside = isinstance(path, str) and os.path.realpath(path).startswith(places)
            known[name] = inside and "site-packages" not in path and not name.startswith("apivet.")  # type: ignore[operator]
        return known[name]

    return is_own
