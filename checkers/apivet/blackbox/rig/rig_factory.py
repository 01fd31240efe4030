"""The state that all strategies of a process share: the switches of the gates, and the project's own factories."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import itertools
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Final

from apivet.blackbox.objects import bounds, constructing, copying, shared_copies, snapshots
from apivet.blackbox.objects.access import declared_names
from apivet.blackbox.objects.filling import Filler, Own
from apivet.blackbox.project.arguments import loaded_classes
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.imports import resolve
from apivet.blackbox.project.instances import look_for_factories
from apivet.blackbox.project.machine import MACHINE
from apivet.blackbox.project.ownership import is_below
from apivet.blackbox.project.reachable_objects import look_ahead
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.project.switches import Switches
from apivet.blackbox.protocol.messages import RunSetting
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.rig.running import Rig

#: For so many classes it is known beforehand how to copy and compare their objects; for the others when there are some.
_WRITTEN_OUT: Final = 500
#: Kinds of which it is asked whether an object is one: that is found out by going through all that are one, and then
#: remembered.
_ASKED_FOR: Final = (Mapping, Iterable, Awaitable)
#: Classes of what nearly all objects hold.
_BUILT_IN: Final = (str, int, float, bool, type(None), list, dict, tuple, set)


class RigFactory:
    """Rigs for the strategies of one process, and samples for everything else."""

    def __init__(self, setting: RunSetting) -> None:
        MACHINE.replace()  # before the project is imported
        self._setting = setting
        self._switches = Switches(frozenset(setting.gate_functions), is_below(setting.roots))
        self._factories: Any = None
        self._samples: Samples | None = None

    def prepare(self, modules: Iterable[str], *, has_gates: bool) -> None:
        """Look around in what is loaded, once for all strategies that are tried in copies of this process: for gate
        functions, and for what can be reached from the globals."""
        if has_gates:
            self._switches.listen()
        for top in {name.partition(".")[0]: name for name in modules}.values():
            look_ahead(top)
            look_for_factories(top)
            _write_out((*_BUILT_IN, *loaded_classes(top).values()))

    def rig(self, assignment: Assignment) -> Rig:
        """A live strategy with everything that is needed to try it. Raises :class:`CannotRunError`."""
        factories = self._own_factories()
        if assignment.declaration is None:
            resolve(assignment)  # what asks for gates is loaded before anyone asks
        self._switches.begin(assignment.known_gates, getattr(factories, "set_gate", None))
        rig = Rig(assignment, Filler(assignment.types, _own_objects(factories)), self._switches, factories)
        rig.read_code()
        return rig

    def samples(self) -> Samples:
        """The filled objects for what is no strategy. Raises :class:`CannotRunError`."""
        if self._samples is None:
            self._samples = Samples(_own_objects(self._own_factories()))
        return self._samples

    def _own_factories(self) -> Any:
        name = self._setting.factories
        if name and self._factories is None:
            try:
                self._factories = importlib.import_module(name)
            except (Exception, SystemExit) as error:
                text = " ".join(f"{type(error).__name__}: {error}".split())
                raise CannotRunError(f"[tool.apivet.blackbox] factories: {name} can't be imported: {text}") from None
        return self._factories


def _write_out(classes: Iterable[type]) -> None:
    """Write out what is done to objects of these classes thousands of times."""
    for class_ in itertools.islice(classes, _WRITTEN_OUT):
        with contextlib.suppress(Exception):  # there is time to say so once it is tried
            for abstract in _ASKED_FOR:
                issubclass(class_, abstract)
            if declared_names(class_)[0]:
                for module in (copying, shared_copies, snapshots, bounds, constructing):
                    module.prepare(class_)


def _own_objects(factories: Any) -> Own | None:
    """The factories' ``make_object(class_)`` or ``make_object(class_, number)``, whichever it is."""
    make: Callable[..., Any] | None = getattr(factories, "make_object", None)
    if make is None:
        return None
    try:
        inspect.signature(make).bind(object, 0)
    except TypeError:
        return lambda class_, number: make(class_)
    return make
