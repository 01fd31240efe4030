"""Control flow of many hands: loops with an index, walrus, try with all its arms, match over tuples."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import operator
from dataclasses import dataclass, field, fields

log = logging.getLogger(__name__)


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class BridgeSpec:
    lanes: list[str] = field(default_factory=list)


@dataclass
class BridgeStatus:
    phase: str = ""
    load: int = 0


@dataclass
class Bridge:
    metadata: Meta
    spec: BridgeSpec
    status: BridgeStatus


class WhileIndexStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        names = ["phase", "load"]
        i = 0
        while i < len(names):
            setattr(bridge.status, names[i], None)
            i += 1
        bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        i = 0
        while i < len(bridge.spec.lanes):
            bridge.spec.lanes[i] = bridge.spec.lanes[i].strip()
            i += 1
        bridge.status = old.status


class SetattrOverTupleStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        for name, value in (("phase", ""), ("load", 0)):
            setattr(bridge.status, name, value)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        for name in ("phase", "load"):
            setattr(bridge.status, name, getattr(old.status, name))


class SetattrMissesOneStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, ctx, bridge: Bridge):
        for name, value in (("phase", ""),):
            setattr(bridge.status, name, value)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        for name in ("load",):
            setattr(bridge.status, name, getattr(old.status, name))


class ForElseStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        for lane in bridge.spec.lanes:
            if lane == "closed":
                bridge.status = BridgeStatus(phase="Closed")
                break
        else:
            bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        for lane in bridge.spec.lanes:
            if not lane:
                continue
            log.info("lane %s", lane)
        else:
            bridge.status = old.status


class ForElseBrokenStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    """A break skips the else."""

    def prepare_for_create(self, ctx, bridge: Bridge):
        for lane in bridge.spec.lanes:
            if lane == "closed":
                break
        else:
            bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        for lane in bridge.spec.lanes:
            if lane == "closed":
                return
        bridge.status = old.status


class WalrusStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        if (status := bridge.status) and status.phase:
            log.warning("ignored: %s", status)
        (bridge.status) = (empty := BridgeStatus())
        log.debug("%s", empty)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        bridge.status = kept if (kept := old.status) is not None else BridgeStatus()


class WalrusLeakStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, bridge: Bridge):
        if (before := bridge.status).phase == "Ready":
            bridge.status = before
        else:
            bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        bridge.status = old.status


class TryElseFinallyStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        try:
            number = int(bridge.metadata.name)
        except ValueError:
            number = 0
        else:
            log.info("number %d", number)
        finally:
            bridge.status = BridgeStatus(load=number)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        try:
            log.info("update")
        finally:
            bridge.status = old.status


class TryElseLeakStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    """The wipe stands in ``else``, which an exception skips."""

    def prepare_for_create(self, ctx, bridge: Bridge):
        try:
            int(bridge.metadata.name)
        except ValueError:
            log.info("no number")
        else:
            bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        with contextlib.suppress(ValueError):
            int(bridge.metadata.name)
            bridge.status = old.status


class ReturnInFinallyStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, bridge: Bridge):
        try:
            int(bridge.metadata.name)
            bridge.status = BridgeStatus()
        finally:
            return

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        bridge.status = old.status


class MatchTupleStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        match (bridge.metadata.name, bridge.spec.lanes):
            case ("", _):
                raise ValueError("a name is needed")
            case (_, []):
                bridge.status = BridgeStatus(phase="Empty")
            case (name, [first, *rest]):
                bridge.status = BridgeStatus(phase="Open", load=len(rest))
            case _:
                bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        match bridge, old:
            case Bridge(), Bridge():
                bridge.status = old.status
            case _:
                raise TypeError


class MatchMissesStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, bridge: Bridge):
        match (bridge.metadata.name, len(bridge.spec.lanes)):
            case ("", 0) | ("-", 0):
                bridge.status = BridgeStatus()
            case (_, n) if n > 3:
                bridge.status = BridgeStatus(load=n)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        match old:
            case Bridge(status=status):
                bridge.status = status
            case _:
                raise TypeError


class NonlocalStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        fresh = None

        def make():
            nonlocal fresh
            fresh = BridgeStatus()

        make()
        bridge.status = fresh

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        def keep():
            bridge.status = old.status

        keep()


class NonlocalNeverCalledStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, ctx, bridge: Bridge):
        def wipe():
            bridge.status = BridgeStatus()

        log.debug("%r", wipe)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        kept = bridge.status

        def keep():
            nonlocal kept
            kept = old.status

        bridge.status = kept
        keep()


class EarlyReturnStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        bridge.status = BridgeStatus()
        if not bridge.spec.lanes:
            return bridge
        bridge.spec.lanes.sort()
        return bridge

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        if bridge is old:
            return old
        bridge.status = old.status
        return bridge


class PartialStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        wipe = functools.partial(_assign, bridge, value=BridgeStatus())
        wipe("status")

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        functools.partial(_keep, old=old)(bridge)


class PartialLeakStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, bridge: Bridge):
        functools.partial(_assign, bridge, "status")(BridgeStatus())

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        functools.partial(_keep, old=bridge)(old)


class KeywordOnlyStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        self._wipe(target=bridge)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        self._copy(source=old, target=bridge)

    def _wipe(self, *, target):
        target.status = BridgeStatus()

    @staticmethod
    def _copy(*, target, source):
        target.status = source.status


class KeywordSwappedStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, bridge: Bridge):
        self._wipe(target=bridge)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        self._copy(source=bridge, target=old)

    def _wipe(self, *, target):
        target.status = BridgeStatus()

    @classmethod
    def _copy(cls, *, target, source):
        target.status = source.status


class PassThroughStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        self._call(_assign, bridge, "status", value=BridgeStatus())

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        self._call(_keep, bridge, old=old)

    def _call(self, function, *args, **kwargs):
        return function(*args, **kwargs)


class PassThroughLeakStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, bridge: Bridge):
        self._call(_assign, *(bridge, "status"), **{"value": BridgeStatus()})

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        self._call(_keep, old, old=bridge)

    def _call(self, function, *args, **kwargs):
        return function(*args, **kwargs)


class RebuildStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        values = {f: getattr(bridge, f) for f in ("metadata", "spec")}
        return Bridge(**values, status=BridgeStatus())

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        values = {"metadata": bridge.metadata, "spec": bridge.spec}
        values["status"] = old.status
        return Bridge(**values)


class RebuildLeakStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, ctx, bridge: Bridge):
        values = {f: getattr(bridge, f) for f in ("metadata", "spec", "status")}
        return Bridge(**values)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        values = {"metadata": bridge.metadata, "spec": bridge.spec, "status": bridge.status}
        return Bridge(**values)


class AttrGetterStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        bridge.status = operator.attrgetter("status")(old)


class TernaryCallStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        (self._big if len(bridge.spec.lanes) > 9 else self._small)(bridge)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        {"keep": _keep}["keep"](bridge, old)

    def _big(self, bridge):
        bridge.status = BridgeStatus(load=1)

    def _small(self, bridge):
        bridge.status = BridgeStatus()


class TernaryLeakStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, bridge: Bridge):
        (self._big if len(bridge.spec.lanes) > 9 else self._small)(bridge)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        bridge.status, bridge.spec = old.status, bridge.spec

    def _big(self, bridge):
        bridge.status.load = 1

    def _small(self, bridge):
        bridge.status = BridgeStatus()


class AwaitStrategy:
    async def prepare_for_create(self, ctx, bridge: Bridge):
        await self._wipe(bridge)
        await asyncio.sleep(0)

    async def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        async with ctx.lock:
            await asyncio.gather(self._keep(bridge, old))

    async def _wipe(self, bridge):
        bridge.status = BridgeStatus()

    async def _keep(self, bridge, old):
        bridge.status = old.status


class NotAwaitedStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    async def prepare_for_create(self, ctx, bridge: Bridge):
        self._wipe(bridge)

    async def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        pending = self._keep(bridge, old)
        del pending

    async def _wipe(self, bridge):
        bridge.status = BridgeStatus()

    async def _keep(self, bridge, old):
        bridge.status = old.status


class FieldsLoopStrategy:
    """dataclasses.fields over the status type covers every field."""

    def prepare_for_create(self, ctx, bridge: Bridge):
        for declared in fields(BridgeStatus):
            setattr(bridge.status, declared.name, None)

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        for declared in fields(BridgeStatus):
            setattr(bridge.status, declared.name, getattr(old.status, declared.name))


class DictUpdateStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        bridge.__dict__.update(status=BridgeStatus())

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        vars(bridge)["status"] = old.status


class ObjectSetattrStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        object.__setattr__(bridge, "status", BridgeStatus())

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        bridge.__setattr__("status", old.status)


class AssertStrategy:
    def prepare_for_create(self, ctx, bridge: Bridge):
        assert bridge.status == BridgeStatus(), "no status on create"

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        if bridge.status != old.status:
            raise ValueError("status is read-only here")


class SwapStrategy:  # expect: status-not-kept-on-update
    def prepare_for_create(self, ctx, bridge: Bridge):
        bridge.status = BridgeStatus()

    def prepare_for_update(self, ctx, bridge: Bridge, old: Bridge):
        bridge.status, old.status = old.status, bridge.status
        bridge.status, old.status = old.status, bridge.status


def _assign(target, name, value):
    setattr(target, name, value)


def _keep(bridge, old):
    bridge.status = old.status
