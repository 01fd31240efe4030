"""Calls that are scheduled run while the hook waits for something, or after it: what they change is known only where
they are waited for themselves."""

import asyncio
import contextlib
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    carts: int = 0


@dataclass
class Mine:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


async def wipe(mine: Mine) -> None:
    mine.status = Status()


async def put(mine: Mine, status: Status) -> None:
    mine.status = status


async def told(name: str) -> None:
    len(name)


async def later(mine: Mine, held: list[int]) -> None:
    await asyncio.sleep(0)
    mine.status = Status(held[0])


async def note(held: list[int], status: Status) -> None:
    held[0] = status.carts


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, mine: Mine, old: Mine) -> None:
        mine.status = old.status


class WaitingMineStrategy(Kept):
    async def prepare_for_create(self, mine: Mine) -> None:
        task = asyncio.create_task(wipe(mine))
        await task


class TogetherMineStrategy(Kept):
    async def prepare_for_create(self, mine: Mine) -> None:
        await asyncio.gather(asyncio.create_task(told(mine.metadata.name)), asyncio.create_task(wipe(mine)))


class WaitingLeakMineStrategy(Kept):  # expect: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        task = asyncio.create_task(put(mine, mine.status))
        mine.status = Status()
        await task


class LeftAloneMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        asyncio.create_task(wipe(mine))


class LeftLeakMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        asyncio.create_task(put(mine, mine.status))
        mine.status = Status()
        await asyncio.sleep(0)


class WiredMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        other = asyncio.ensure_future(put(mine, mine.status))
        mine.status = Status()
        await asyncio.create_task(told(mine.metadata.name))
        other.cancel()


class TurnsMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        held = [0]
        await asyncio.gather(later(mine, held), note(held, mine.status))


class GroupMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(put(mine, mine.status))
            mine.status = Status()


class LoopMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        task = asyncio.get_running_loop().create_task(put(mine, mine.status))
        mine.status = Status()
        await task


class SoonMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        asyncio.get_running_loop().call_soon(setattr, mine, "status", mine.status)
        mine.status = Status()


class HandedOverMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        self.tasks.add(put(mine, mine.status))
        mine.status = Status()


class DoneAtOnceMineStrategy(Kept):
    async def prepare_for_create(self, mine: Mine) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.check, mine)
        await self.retry(later(mine, [1]))
        mine.status = Status()


class AuditedMineStrategy(Kept):
    async def prepare_for_create(self, mine: Mine) -> None:
        mine.status = Status()
        asyncio.create_task(told(mine.metadata.name))


async def slowly(mine: Mine, status: Status) -> None:
    await asyncio.sleep(5)
    mine.status = status


async def refuse() -> None:
    raise ValueError("no carts")


class ShieldedMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        task = asyncio.create_task(slowly(mine, mine.status))
        try:
            await asyncio.wait_for(asyncio.shield(task), 1)
        except TimeoutError:
            pass
        mine.status = Status()


class ShieldedAloneMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        asyncio.shield(slowly(mine, mine.status))
        mine.status = Status()


class OneFailedMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> None:
        with contextlib.suppress(ValueError):
            await asyncio.gather(slowly(mine, mine.status), refuse())
        mine.status = Status()


class ReturnedMineStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, mine: Mine) -> Mine:
        sent, mine.status = mine.status, Status()
        try:
            await asyncio.gather(slowly(mine, sent), refuse())
        except ValueError:
            return mine
        return Mine()


class CancelledMineStrategy(Kept):
    async def prepare_for_create(self, mine: Mine) -> None:
        try:
            await asyncio.wait_for(slowly(mine, mine.status), 1)
        except TimeoutError:
            pass
        mine.status = Status()


class RefusedMineStrategy(Kept):
    async def prepare_for_create(self, mine: Mine) -> None:
        task = asyncio.create_task(slowly(mine, mine.status))
        try:
            await asyncio.wait_for(asyncio.shield(task), 1)
        except TimeoutError as late:
            raise ValueError("later") from late
        mine.status = Status()
