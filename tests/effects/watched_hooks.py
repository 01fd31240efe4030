"""Hooks, run on many small objects to see which rules they break."""

from __future__ import annotations

import itertools
import os
import random
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

Key = tuple[str, str, str]

MAIN, STATUS = "WidgetStrategy", "WidgetStatusStrategy"
EARLY, UNGATED = "generation-compared-too-early", "ungated-field-dropped"
RESETS = "reset-fields-mismatch"
PARTS = ("metadata", "spec", "status")
SEEN_RULES = {
    "status-not-wiped-on-create",
    "status-not-kept-on-update",
    "generation-not-set-on-create",
    "generation-not-bumped-on-spec-change",
    "generation-bumped-without-spec-change",
    "spec-not-kept-on-status-update",
    "metadata-not-reset-on-status-update",
    "generation-bumped-on-status-update",
    "gated-field-not-dropped",
    "gated-field-dropped-in-use",
    "gated-field-dropped-when-enabled",
}


@dataclass(frozen=True)
class Given:
    """An object that a hook is given, without its status."""

    name: str
    labels: tuple[tuple[str, str], ...]
    generation: int
    size: int
    mode: int | None
    ports: tuple[tuple[int, str | None], ...]
    template: str | None


NAMES = ("", "x", "3")
LABELS = ((), (("a", "1"),), (("b", ""), ("", "3")))
PORTS: tuple[tuple[tuple[int, str | None], ...], ...] = (
    (),
    ((0, None),),
    ((1, "q"),),
    ((0, None), (1, "p")),
    ((1, "p"), (0, None)),
    ((0, "p"), (0, "q")),
    ((1, "p"), (0, None), (0, "r")),
)
GATES = ((), ("Mode",), ("Names",), ("Mode", "Names"))
STATUSES = (("", 0, None), ("Ready", 0, None), ("", 3, None), ("", 0, ""), ("", 0, "n"), ("Ready", 4, "m"))


def _given(pick: Callable[[Any], Any]) -> Given:
    return Given(
        pick(NAMES), pick(LABELS), pick((0, 1, 7)), pick((0, 1, 3)), pick((None, 5)), pick(PORTS), pick((None, "", "i"))
    )


def _pairs(pick: Callable[[Any], Any]) -> Iterator[tuple[Given, Given]]:
    """New and old objects: equal, with mappings in another order, different in one field, and different throughout."""
    fields = ("name", "labels", "size", "mode", "ports", "template")
    for number in range(110):
        old, other = _given(pick), _given(pick)
        taken: tuple[str, ...] = () if number % 5 == 0 else fields if number % 5 == 1 else (pick(fields),)
        new = {**vars(old), **{name: getattr(other, name) for name in taken}}
        yield Given(**{**new, "labels": new["labels"] if taken else old.labels[::-1]}), old


def _fillings(names: dict[str, Any]) -> list[Callable[[Any], None]]:
    """What a call that can't be seen through may do to an object."""

    def to(part: str, name: str, value: Any) -> Callable[[Any], None]:
        return lambda given: setattr(getattr(given, part), name, value)

    def anew(given: Any) -> None:
        given.metadata = names["ObjectMeta"](name=given.metadata.name, labels=dict(given.metadata.labels), generation=5)
        given.status = names["WidgetStatus"](phase="filled", count=given.status.count)

    return [
        lambda given: None,
        to("metadata", "generation", 5),
        to("status", "phase", "filled"),
        to("spec", "size", 8),
        lambda given: given.spec.ports.append(names["Port"](number=5)) if len(given.spec.ports) < 4 else None,
        anew,
    ]


class Watch:
    """Runs the hooks of one source on small objects, and notes which rules were broken."""

    def __init__(self, source: str) -> None:
        module = types.ModuleType("widgets")
        sys.modules["widgets"] = module
        exec(compile(source, "widgets.py", "exec"), module.__dict__)
        self.names = module.__dict__
        self.broken: dict[Key, object] = {}
        self.taken: set[str] = set()  # the parts of which an update stored another than the old one
        self.pick = random.Random(11).choice
        self.pick_hidden = random.Random(12).choice

    def make(self, given: Given, status: tuple[object, ...]) -> Any:
        """A fresh object."""
        names = self.names
        template = {} if given.template is None else {"template": names["Template"](image=given.template)}
        ports = [names["Port"](number=number, name=name) for number, name in given.ports]
        sent = names["WidgetStatus"](**dict(zip(("phase", "count", "note"), status)))
        if hasattr(sent, "__getattr__"):
            vars(sent)["more"] = {"undeclared": repr(status)}
        made = names["Widget"](
            metadata=names["ObjectMeta"](name=given.name, labels=dict(given.labels), generation=given.generation),
            spec=names["WidgetSpec"](size=given.size, mode=given.mode, ports=ports, **template),
            status=sent,
        )
        if hasattr(sent, "part"):
            sent.part, sent.notes = names["Template"](str(status[0])), [str(value) for value in status[1:] if value]
            sent.marks = {str(value): "x" for value in status[:1] if value}
            made.spec.urgent, made.spec.line = given.size > 0, "left" if given.mode is None else "right"
            made.spec.ranks = [given.size, *(number for number, _ in given.ports), *([1] if given.mode is None else [])]
            made.spec.marks = {f"of {key}": value for key, value in given.labels}
        return made

    def strategy(self, name: str) -> Any:
        """A strategy, made with the arguments that the module tells."""
        return self.names[name](*self.names.get("MADE_WITH", {}).get(name, ()))

    def run(self, strategy: str, hook: str, *objects: Any) -> Any:
        """What is stored, or ``None`` where the hook refuses."""
        context = types.SimpleNamespace(dry_run=self.dry_run, **self.hidden)
        try:
            result = getattr(self.strategy(strategy), hook)(context, *objects)
            stored = objects[0] if result is None else result
            # Models take mappings for their parts without a word.
            return type(stored).model_validate(vars(stored)) if hasattr(stored, "model_validate") else stored
        except (ValueError, AttributeError, TypeError, LookupError, ArithmeticError, AssertionError, StopIteration):
            return None

    def note(self, is_broken: bool, strategy: str, rule: str, field: str, *why: object) -> None:
        """Remember the first time that a rule is broken."""
        if is_broken:
            self.broken.setdefault((strategy, rule, field), why)

    def settle(self, gates: Sequence[str]) -> None:
        """Switch some gates on, and choose what else the next runs are told."""
        self.dry_run = self.pick((True, False))
        self.gates = set(gates)
        filled, looked_up = self.pick(_fillings(self.names)), self.pick(("count", "part"))
        self.hidden = {
            "key": self.pick(("phase", "count", "note")),
            "part": "status",
            "meta": "generation",
            "look": lambda: looked_up,
            "ask": lambda *_: True,
            "each": range,
            "gather": lambda status, found: found.append(status.phase),
            "fill": lambda given: filled(given) or given,
            "mash": self.pick_hidden((lambda spec: None, lambda spec: setattr(spec, "size", 8))),
            "number": "size",
            "gate": "Mode",
            "on": "Mode" in self.gates,
            "enabled": self.names["enabled"],
            "same": lambda value: value,
            "call": lambda callback: callback(),
            "reset": lambda given: vars(given.status).update(phase="", count=0, note=None),
        }
        self.names["ON"].clear()
        self.names["ON"].update(self.gates)
        os.environ["WIDGET_MODE"] = "on" if "Mode" in self.gates else ""

    def watch(self) -> dict[Key, object]:
        """Run everything."""
        for ports, gates in [*itertools.product(PORTS, GATES)] * 2:
            self.settle(gates)
            given = replace(_given(self.pick), ports=ports)
            self.watch_create(given)
            self.watch_all_gates(given)
        for new, old in _pairs(self.pick):
            self.settle(self.pick(GATES))
            self.watch_update(new, old)
            self.watch_status_update(new, old)
        self.watch_reset_fields()
        return self.broken

    def watch_create(self, given: Given) -> None:
        """The stored status is the same whatever the caller's was."""
        stored = [self.run(MAIN, "prepare_for_create", self.make(given, status)) for status in STATUSES]
        seen = [found for found in stored if found is not None]
        for one, other in itertools.pairwise(seen):
            differs = _told(one.status) != _told(other.status)
            self.note(differs, MAIN, "status-not-wiped-on-create", "status", given, one.status, other.status)
        for found in seen:
            wrong = found.metadata.generation != 1
            self.note(wrong, MAIN, "generation-not-set-on-create", "metadata.generation", given, found)
            self.watch_gates(found, given, None)

    def watch_all_gates(self, given: Given) -> None:
        """A field without a gate is cleared whatever gates are on, or never."""
        stored = []
        for gates in GATES:
            self.names["ON"].clear()
            self.names["ON"].update(gates)
            stored.append(self.run(MAIN, "prepare_for_create", self.make(given, STATUSES[0])))
        for name in ("size", "template"):
            cleared = {not getattr(each.spec, name) for each in stored if each is not None}
            self.note(bool(getattr(given, name)) and len(cleared) > 1, MAIN, UNGATED, f"spec.{name}", given)

    def watch_update(self, new: Given, old: Given) -> None:
        """The stored status is the old one, generation follows spec."""
        before, was = self.pick(STATUSES), None
        for status in STATUSES:
            stored = self.run(MAIN, "prepare_for_update", self.make(new, status), self.make(old, before))
            if stored is None:
                continue
            expected = self.make(old, before)
            self.taken |= {part for part in PARTS if getattr(stored, part) != getattr(expected, part)}
            leaks = was is not None and was != stored.status
            kept = [item for item in vars(stored.status).items() if item in vars(expected.status).items()]
            lost = before == STATUSES[-1] and not kept
            self.note(leaks or lost, MAIN, "status-not-kept-on-update", "status", new, old, before, stored)
            was = stored.status
            bump = stored.metadata.generation - expected.metadata.generation
            differs = stored.spec != expected.spec
            where = "metadata.generation"
            late = stored.spec != self.make(new, status).spec
            self.note(late and differs is not (bump == 1), MAIN, EARLY, where, new, old, stored)
            self.note(differs and bump != 1, MAIN, "generation-not-bumped-on-spec-change", where, new, old, stored)
            self.note(not differs and bump != 0, MAIN, "generation-bumped-without-spec-change", where, new, old, stored)
            self.watch_gates(stored, new, old)

    def watch_reset_fields(self) -> None:
        """The fields that are named are those that no update took over."""
        strategy = self.strategy(MAIN)
        if hasattr(strategy, "get_reset_fields"):
            told, reset = strategy.get_reset_fields(), set(PARTS) - self.taken
            versions = told.values() if isinstance(told, dict) else [told]
            self.note(any(set(named) != reset for named in versions), MAIN, RESETS, "", told, reset)

    def watch_gates(self, stored: Any, new: Given, old: Given | None) -> None:
        """A field whose gate is off is dropped where the old object does not use it; with the gate on it stays."""
        before = None if old is None else self.make(old, STATUSES[0]).spec
        off, used, on = "gated-field-not-dropped", "gated-field-dropped-in-use", "gated-field-dropped-when-enabled"
        olds = () if old is None else (old,)
        fields: list[tuple[str, str, bool, bool, bool, bool]] = [
            (
                "Mode",
                "spec.mode",
                new.mode is not None,
                any(each.mode is not None for each in olds),
                stored.spec.mode is not None,
                stored.spec == before,
            ),
            (
                "Names",
                "spec.ports[*].name",
                any(port[1] for port in new.ports),
                any(port[1] for each in olds for port in each.ports),
                any(port.name for port in stored.spec.ports),
                before is not None and stored.spec.ports == before.ports,
            ),
        ]
        for gate, field, is_given, is_used, is_stored, is_restored in fields:
            gone = is_given and not is_stored and not is_restored
            if gate in self.gates:
                self.note(gone, MAIN, on, field, new, old, stored)
            elif is_used:
                self.note(gone, MAIN, used, field, new, old, stored)
            else:
                self.note(is_given and is_stored, MAIN, off, field, new, old, stored)

    def watch_status_update(self, new: Given, old: Given) -> None:
        """Spec, labels and generation are the old ones."""
        for status in STATUSES[::2]:
            new = Given(**{**vars(new), "generation": old.generation})
            stored = self.run(STATUS, "prepare_for_update", self.make(new, status), self.make(old, STATUSES[1]))
            if stored is None:
                continue
            expected = self.make(old, STATUSES[1])
            moved = stored.metadata.generation != expected.metadata.generation
            self.note(stored.spec != expected.spec, STATUS, "spec-not-kept-on-status-update", "spec", new, old, stored)
            changed = stored.metadata.labels != expected.metadata.labels
            self.note(changed, STATUS, "metadata-not-reset-on-status-update", "metadata.labels", new, old, stored)
            self.note(moved, STATUS, "generation-bumped-on-status-update", "metadata.generation", new, old, stored)


def _told(status: Any) -> object:
    """A status as a rule sees it: ``None``, an empty text, zero and false are four things."""
    return None if status is None else [(type(value), value) for value in vars(status).values()]
