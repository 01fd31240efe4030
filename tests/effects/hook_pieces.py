"""A module of objects, and pieces that hooks on them are made of."""

from __future__ import annotations

PRELUDE = """
from __future__ import annotations

import collections
import collections.abc
import contextlib
import copy
import os
import weakref
from contextlib import suppress
from copy import deepcopy
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque
from dataclasses import asdict, astuple, dataclass, field, replace
from functools import partial
from itertools import zip_longest
from types import MappingProxyType
from typing import Annotated, Literal, Optional

ON: set[str] = set()
MISSING = KeyError
ABSENT = (MISSING, IndexError)
TAKEN = (ValueError, *ABSENT)


class FeatureGate:
    def __init__(self, name: str) -> None:
        self.name = name


def enabled(gate: str) -> bool:
    return gate in ON


@dataclass
class ObjectMeta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    generation: int = 0


@dataclass
class Port:
    number: int = 0
    name: Annotated[Optional[str], FeatureGate("Names")] = None


@dataclass
class Template:
    image: str = ""


@dataclass
class WidgetSpec:
    size: int = 0
    mode: Annotated[Optional[int], FeatureGate("Mode")] = None
    ports: list[Port] = field(default_factory=list)
    template: Optional[Template] = None


@dataclass
class WidgetStatus:
    phase: str = ""
    count: int = 0
    note: Optional[str] = None


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


def wipe(obj: Widget) -> None:
    obj.status = WidgetStatus()


def keep(new: Widget, stored: Widget) -> None:
    new.status = stored.status


def must_increase(stored: Widget, new: Widget) -> bool:
    if stored.spec.template != new.spec.template:
        return True
    if stored.spec.size != new.spec.size or stored.spec.mode != new.spec.mode:
        return True
    return stored.spec.ports != new.spec.ports


def names_in_use(widget: Optional[Widget]) -> bool:
    if widget is None:
        return False
    for port in widget.spec.ports:
        if port.name is not None:
            return True
    return False


def drop_disabled_fields(new: Widget, stored: Optional[Widget]) -> None:
    if not enabled("Mode") and (stored is None or stored.spec.mode is None):
        new.spec.mode = None
    if enabled("Names") or names_in_use(stored):
        return
    for port in new.spec.ports:
        port.name = None
"""


def pieces_of(text: str) -> list[str]:
    """Pieces of a hook, with blank lines between them. ``COND`` stands for any condition."""
    return [piece.strip("\n") for piece in text.split("\n\n") if piece.strip()]


WIPES = pieces_of("""
obj.status = WidgetStatus()

wipe(obj)

obj.status = WidgetStatus(phase="Pending", count=len(obj.spec.ports))

obj.status = replace(obj.status, phase="", count=0, note=None)

obj.status = replace(obj.status, phase="", count=0)

obj.status.phase = ""
obj.status.count = 0
obj.status.note = None

obj.status.phase = ""
obj.status.note = None

was = obj.status
obj.status = WidgetStatus()
obj.status.phase = was.phase

was = obj.status
obj.status = WidgetStatus()
was.phase = "lost"

made = WidgetStatus()
obj.status = made
made.count = obj.spec.size

obj.status, obj.spec.size = WidgetStatus(), obj.status.count

for name in ("phase", "count", "note"):
    setattr(obj.status, name, None)

obj.status = WidgetStatus() if COND else obj.status

if obj.status != WidgetStatus():
    obj.status = WidgetStatus()

if obj.status.phase:
    obj.status.phase = "set"
obj.status.count = 0
obj.status.note = None

stored = deepcopy(obj)
stored.status = WidgetStatus()
return stored

stored = copy.copy(obj)
stored.status.phase = ""
stored.status.count = 0
stored.status.note = None

stored = deepcopy(obj)
stored.status.phase = ""

return replace(obj, status=WidgetStatus())

vars(obj).update(status=WidgetStatus())

obj.status = obj.status or WidgetStatus()

kept = [obj.status, WidgetStatus()]
obj.status = kept.pop()

obj.status = {"new": WidgetStatus(), "was": obj.status}["new"]

obj.status = (lambda was: WidgetStatus())(obj.status)

made, *_ = WidgetStatus(), obj.status
obj.status = made
""")

FIRST_GENERATIONS = pieces_of("""
obj.metadata.generation = 1

obj.metadata.generation = 0
obj.metadata.generation += 1

obj.metadata.generation += 1

obj.metadata.generation = obj.metadata.generation or 1

if obj.metadata.generation != 1:
    obj.metadata.generation = 1

obj.metadata = replace(obj.metadata, generation=1)
""")

KEEPS = pieces_of("""
obj.status = old.status

obj.status = deepcopy(old.status)

keep(obj, old)

keep(old, obj)

obj.status = replace(old.status, count=len(obj.spec.ports))

obj.status = replace(old.status, count=obj.status.count)

obj.status.phase = old.status.phase
obj.status.count = old.status.count
obj.status.note = old.status.note

for name in ("phase", "count"):
    setattr(obj.status, name, getattr(old.status, name))

for name in ("phase", "count", "note"):
    if getattr(obj.status, name) != getattr(old.status, name):
        setattr(obj.status, name, getattr(old.status, name))

if obj.status != old.status:
    obj.status = old.status

if obj.status == old.status:
    obj.status = old.status

given = obj.status
obj.status = old.status
obj.status.phase = given.phase

old.status = obj.status
obj.status = old.status

obj.status, old.status = old.status, obj.status

obj.status = WidgetStatus()

return replace(obj, status=old.status)

stored = copy.copy(old)
stored.spec = obj.spec
stored.metadata = obj.metadata
return stored

obj.status = old.status if COND else obj.status

stored, given = old, obj
given.status = stored.status
""")

COMPARISONS = pieces_of("""
obj.spec != old.spec

not obj.spec == old.spec

must_increase(old, obj)

obj.spec.size != old.spec.size

obj.spec.size != old.spec.size or obj.spec != old.spec

obj.spec.size > old.spec.size or obj.spec != old.spec

obj.spec != old.spec or obj.metadata.labels != old.metadata.labels

obj != old

(obj.spec.size, obj.spec.mode, obj.spec.ports) != (old.spec.size, old.spec.mode, old.spec.ports)

any(getattr(obj.spec, name) != getattr(old.spec, name) for name in ("size", "mode", "ports", "template"))

deepcopy(obj.spec) != old.spec

replace(obj.spec, size=0) != replace(old.spec, size=0) or obj.spec.size != old.spec.size

replace(obj.spec, size=0) != replace(old.spec, size=0)
""")

BUMPS = pieces_of("""
if COMPARISON:
    obj.metadata.generation = old.metadata.generation + 1

if COMPARISON:
    obj.metadata.generation += 1

changed = COMPARISON
if changed:
    obj.metadata.generation += 1

obj.metadata.generation = old.metadata.generation + (1 if COMPARISON else 0)

if obj.spec == old.spec:
    return
obj.metadata.generation = old.metadata.generation + 1

if obj.spec.template != old.spec.template:
    obj.metadata.generation = old.metadata.generation + 1
    return
if COMPARISON:
    obj.metadata.generation = old.metadata.generation + 1

for name in ("size", "mode", "ports", "template"):
    if getattr(obj.spec, name) != getattr(old.spec, name):
        obj.metadata.generation += 1
        break

given = obj.spec
obj.spec = old.spec
if given != old.spec:
    obj.spec = given
    obj.metadata.generation += 1
""")

#: ``STORED`` is the old object, or ``None`` on create; ``USED`` whether the old object uses the mode.
DROPS = pieces_of("""
drop_disabled_fields(obj, STORED)

drop_disabled_fields(obj, STORED)

if not enabled("Mode") and not USED:
    obj.spec.mode = None

if not USED and not enabled("Mode"):
    obj.spec.mode = None

if not enabled("Mode") or not USED:
    obj.spec.mode = None

if not enabled("Mode"):
    obj.spec.mode = None

obj.spec.mode = obj.spec.mode if enabled("Mode") or USED else None

if not (enabled("Names") or names_in_use(STORED)):
    obj.spec.ports = [replace(port, name=None) for port in obj.spec.ports]

if not enabled("Names") and not names_in_use(STORED):
    for port in obj.spec.ports[1:]:
        port.name = None

if not enabled("Names") and not names_in_use(STORED):
    for port in obj.spec.ports:
        if port.number:
            break
        port.name = None

if not enabled("Names") and not names_in_use(STORED):
    for port in deepcopy(obj.spec.ports):
        port.name = None

if not enabled("Names") and not names_in_use(STORED):
    for port in reversed(obj.spec.ports):
        port.name = None
""")

OTHERS = pieces_of("""
obj.spec.size = max(obj.spec.size, 1)

obj.spec.size += 1

obj.spec.template = None

obj.metadata.labels["x"] = "y"

if len(obj.spec.ports) < 3:
    obj.spec.ports += [Port()]

ports = obj.spec.ports
if len(ports) < 3:
    ports.append(Port(number=9))

del obj.spec.ports[1:]

obj.spec.ports.clear()

if COND:
    return

if COND:
    raise ValueError

snapshot = deepcopy(obj)
""")

OTHERS_ON_UPDATE = pieces_of("""
obj.spec = old.spec

obj.spec = deepcopy(old.spec)

obj.spec.ports = old.spec.ports

old.spec.size = obj.spec.size

if obj.spec.size != old.spec.size:
    raise ValueError
""")

SPEC_RESTORES = pieces_of("""
obj.spec = old.spec

obj.spec = deepcopy(old.spec)

obj.spec.size, obj.spec.mode = old.spec.size, old.spec.mode
obj.spec.ports = old.spec.ports
obj.spec.template = old.spec.template

obj.spec.size, obj.spec.mode = old.spec.size, old.spec.mode
obj.spec.ports = old.spec.ports

obj.spec.ports[:] = old.spec.ports
obj.spec.size = old.spec.size
obj.spec.mode = old.spec.mode
obj.spec.template = old.spec.template

obj.spec.ports[1:] = old.spec.ports
obj.spec.size = old.spec.size
obj.spec.mode = old.spec.mode
obj.spec.template = old.spec.template

vars(obj.spec).update(vars(old.spec))

stored = deepcopy(old)
stored.status = obj.status
return stored

obj.spec = old.spec
obj.spec.ports.clear()

obj.spec = old.spec
ports = obj.spec.ports
if len(ports) < 3:
    ports += [Port()]

obj.spec = WidgetSpec(old.spec.size, old.spec.mode, old.spec.ports)

if obj.spec != old.spec:
    obj.spec = old.spec
""")

METADATA_RESTORES = pieces_of("""
obj.metadata.labels = old.metadata.labels

obj.metadata = old.metadata

obj.metadata.labels = dict(old.metadata.labels)

obj.metadata.labels.update(old.metadata.labels)

obj.metadata.labels.clear()
obj.metadata.labels.update(old.metadata.labels)

obj.metadata.labels = {key: value for key, value in old.metadata.labels.items()}

obj.metadata.labels = old.metadata.labels
labels = obj.metadata.labels
labels |= {"s": "t"}

if obj.spec != old.spec:
    obj.metadata.generation += 1
obj.metadata.labels = old.metadata.labels
""")

CONDITIONS = (
    "ctx.dry_run",
    "obj.metadata.name",
    'obj.metadata.name == "x"',
    "obj.spec.size > 0",
    "obj.spec.mode is None",
    'enabled("Mode")',
    "obj.spec.ports",
    "len(obj.spec.ports) > 1",
    "obj.spec.template is None and not ctx.dry_run",
    "any(port.number for port in obj.spec.ports)",
    "obj.status.count",
)
