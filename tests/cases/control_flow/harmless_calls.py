"""Calls into the standard library's logging, json, copy, time and the like leave the object alone."""

from __future__ import annotations

import copy
import json
import logging
import time
from dataclasses import asdict, dataclass, field

log = logging.getLogger(__name__)


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0


@dataclass
class WidgetSpec:
    replicas: int = 0


@dataclass
class WidgetStatus:
    phase: str = ""
    since: float = 0.0


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


class LoggingStrategy:
    def prepare_for_create(self, obj: Widget) -> None:
        obj.status = WidgetStatus(since=time.time())
        obj.metadata.generation = 1
        log.info("creating %s", obj)
        print(json.dumps(asdict(obj)), len(obj.metadata.name), repr(obj))

    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        logging.getLogger("widgets").debug("%r to %r", old, obj)
        before = copy.deepcopy(old)
        before.status.phase = "changed"
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
        log.warning("updated %s", obj, extra={"old": old})


class LoggingLeakStrategy(LoggingStrategy):
    # expect: status-not-kept-on-update[status], generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        log.info("%s", old.status)
        copied = copy.copy(obj)
        copied.status = old.status
