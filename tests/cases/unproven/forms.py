"""What can't be seen through is said to be so, and no more than that is in doubt."""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import time
from copy import deepcopy
from dataclasses import dataclass, field

import thirdparty
from thirdparty import Base, decorate


@dataclass
class Meta:
    name: str = ""


@dataclass
class Spec:
    size: int = 0


@dataclass
class Mill:
    metadata: Meta
    spec: Spec
    status: str = ""
    extra: dict[str, str] = field(default_factory=dict)


class GivenTheSpecStrategy:
    """What is unresolved is given the spec alone: it can't touch status."""

    def prepare_for_create(self, obj: Mill) -> None:
        obj.status = ""
        thirdparty.normalise(obj.spec)

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status
        thirdparty.normalise(obj.spec)


class WipesAfterStrategy:
    """After the wipe nothing can bring the caller's status back."""

    def prepare_for_create(self, obj: Mill) -> None:
        thirdparty.anything(obj)
        obj.status = ""

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class CallsAfterWipeStrategy:  # unproven: status-not-kept-on-update
    """After a wipe a call can't bring back what the hook no longer holds, but what was kept may be lost."""

    def prepare_for_create(self, obj: Mill) -> None:
        obj.status = ""
        thirdparty.anything(obj)

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status
        thirdparty.anything(obj)


class StillHoldsStrategy:  # unproven: status-not-wiped-on-create
    """A copy of the caller's object is still at hand."""

    def prepare_for_create(self, obj: Mill) -> None:
        before = deepcopy(obj)
        obj.status = ""
        thirdparty.merge(obj, before)

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class DecoratedStrategy:  # unproven: status-not-wiped-on-create
    @decorate
    def prepare_for_create(self, obj: Mill) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class ForeignBaseStrategy(Base):
    # unproven: status-not-wiped-on-create
    # undecided: ungated-field-dropped
    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class ForeignSuperStrategy(Base):
    # unproven: status-not-kept-on-update
    def prepare_for_create(self, obj: Mill) -> None:
        super().prepare_for_create(obj)
        obj.status = ""

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status
        super().prepare_for_update(obj, old)


class DynamicStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Mill) -> None:
        setattr(obj, thirdparty.name(), "")

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class PerhapsNoNamesStrategy:  # unproven: status-not-wiped-on-create
    """Nobody knows whether there are names."""

    def prepare_for_create(self, obj: Mill) -> None:
        for name in thirdparty.names():
            setattr(obj, name, "")

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class ImportedStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Mill) -> None:
        wipe = importlib.import_module("wipers").wipe
        wipe(obj)

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class EvalStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Mill) -> None:
        exec("obj.status = ''")

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class HarmlessStrategy:
    def prepare_for_create(self, obj: Mill) -> None:
        obj.status = ""
        logging.getLogger("mill").info("created %r", obj)
        json.dumps(obj.extra)
        time.sleep(0)
        print(obj, len(obj.extra))

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status
        logging.warning("%s", obj)


class NotWipedEitherWayStrategy:  # expect: status-not-wiped-on-create
    """What is unseen is given nothing of the object, so it can't decide."""

    def prepare_for_create(self, obj: Mill) -> None:
        thirdparty.count("creates")

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class UnseenConditionStrategy:  # unproven: status-not-wiped-on-create
    """The answer may always be the same."""

    def prepare_for_create(self, obj: Mill) -> None:
        if thirdparty.strict(obj.metadata.name):
            obj.status = ""

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


class ReturnedByUnseenStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Mill) -> Mill:
        return thirdparty.cleaned(obj)

    def prepare_for_update(self, obj: Mill, old: Mill) -> Mill:
        obj.status = old.status
        return obj


class SelfGivenStrategy:
    """The strategy itself knows nothing of the object."""

    def prepare_for_create(self, obj: Mill) -> None:
        obj.status = ""
        thirdparty.notify(self)

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status
        thirdparty.notify(self, obj.metadata.name)


class ScheduledStrategy:
    async def prepare_for_create(self, obj: Mill) -> None:
        task = asyncio.create_task(self._wipe(obj))
        await task

    async def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        await asyncio.to_thread(keep, obj, old)

    async def _wipe(self, obj: Mill) -> None:
        obj.status = ""


class GroupStrategy:  # unproven: status-not-wiped-on-create
    """Who runs what is handed over, and when, is not known."""

    async def prepare_for_create(self, obj: Mill) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(self._wipe(obj))

    async def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status

    async def _wipe(self, obj: Mill) -> None:
        obj.status = ""


class CallbackStrategy:  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Mill) -> None:
        thirdparty.run(lambda: setattr(obj, "status", ""))

    def prepare_for_update(self, obj: Mill, old: Mill) -> None:
        obj.status = old.status


def keep(obj: Mill, old: Mill) -> None:
    obj.status = old.status
