"""Threads and tasks run beside the hook, and after it: what they change is known of no moment."""

import asyncio
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    barrels: int = 0


@dataclass
class Cellar:
    metadata: Meta = field(default_factory=Meta)
    status: Status = field(default_factory=Status)


LOCK = threading.RLock()
POOL = ThreadPoolExecutor()


def put(cellar: Cellar, status: Status) -> None:
    cellar.status = status


class Kept:  # expect: status-not-wiped-on-create
    def prepare_for_update(self, cellar: Cellar, old: Cellar) -> None:
        cellar.status = old.status


class Restoring(threading.Thread):
    def __init__(self, cellar: Cellar, status: Status) -> None:
        super().__init__()
        self.cellar, self.was = cellar, status

    def run(self) -> None:
        self.cellar.status = self.was


class LockedCellarStrategy(Kept):
    def prepare_for_create(self, cellar: Cellar) -> None:
        with LOCK:
            cellar.status = Status()


class ToldCellarStrategy(Kept):
    def prepare_for_create(self, cellar: Cellar) -> None:
        threading.Thread(target=print, args=(cellar.metadata.name,)).start()
        cellar.status = Status()


class ClosureCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        was = cellar.status

        def back() -> None:
            cellar.status = was

        threading.Thread(target=back).start()
        cellar.status = Status()


class GivenCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        thread = threading.Thread(target=put, args=(cellar, cellar.status))
        thread.start()
        cellar.status = Status()


class DerivedCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        Restoring(cellar, cellar.status).start()
        cellar.status = Status()


class TimedCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        threading.Timer(1, put, (cellar, cellar.status)).start()
        cellar.status = Status()


class PooledCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        POOL.submit(put, cellar, cellar.status)
        cellar.status = Status()


class OwnPoolCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        with ThreadPoolExecutor() as pool:
            pool.map(lambda status: put(cellar, status), [cellar.status])
        cellar.status = Status()


class LocalCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        was = cellar.status

        class Later(threading.Thread):
            def run(self) -> None:
                cellar.status = was

        Later().start()
        cellar.status = Status()


class ComputedCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        was = cellar.status

        def run(self: threading.Thread) -> None:
            cellar.status = was

        type("Later", (threading.Thread,), {"run": run})().start()
        cellar.status = Status()


class LocalPlainCellarStrategy(Kept):
    def prepare_for_create(self, cellar: Cellar) -> None:
        was = cellar.status

        class Now(Exception):
            def run(self) -> None:
                cellar.status = was

        Now().run()
        cellar.status = Status()


class QueuedCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        jobs: queue.Queue[tuple[Cellar, Status]] = queue.Queue()

        def work() -> None:
            put(*jobs.get())

        threading.Thread(target=work).start()
        jobs.put((cellar, cellar.status))
        cellar.status = Status()


JOBS = queue.SimpleQueue()


class SharedQueueCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        JOBS.put((cellar, cellar.status))
        cellar.status = Status()


class QueuedNameCellarStrategy(Kept):
    def prepare_for_create(self, cellar: Cellar) -> None:
        JOBS.put(cellar.metadata.name)
        cellar.status = Status()


class HeldQueueCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, cellar: Cellar) -> None:
        jobs = queue.Queue()
        jobs.put((cellar, cellar.status))
        cellar.status = Status()
        self.drain(jobs)

    def drain(self, jobs: queue.Queue) -> None:
        self.told = self.restore(jobs)


class TaskCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, cellar: Cellar) -> None:
        asyncio.create_task(asyncio.to_thread(put, cellar, cellar.status))
        cellar.status = Status()


class GatheredCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    async def prepare_for_create(self, cellar: Cellar) -> None:
        asyncio.gather(asyncio.to_thread(put, cellar, cellar.status))
        await asyncio.sleep(0)
        cellar.status = Status()


class AwaitedCellarStrategy(Kept):
    async def prepare_for_create(self, cellar: Cellar) -> None:
        await asyncio.to_thread(put, cellar, cellar.status)
        await asyncio.gather(asyncio.to_thread(put, cellar, cellar.status), asyncio.sleep(0))
        cellar.status = Status()


class OwnQueueCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def __init__(self) -> None:
        self.asked = asyncio.Queue(maxsize=9)

    async def prepare_for_create(self, cellar: Cellar) -> None:
        await self.asked.put(cellar)
        cellar.status = Status()


class GivenQueueCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    def __init__(self, asked: queue.Queue[Cellar] | None = None) -> None:
        self.asked = asked or queue.Queue()

    def prepare_for_create(self, cellar: Cellar) -> None:
        sent, cellar.status = cellar.status, Status()
        self.asked.put((cellar, sent))


@dataclass
class DeclaredQueueCellarStrategy(Kept):  # unproven: status-not-wiped-on-create
    asked: asyncio.Queue = field(default_factory=asyncio.Queue)

    def prepare_for_create(self, cellar: Cellar) -> None:
        self.asked.put_nowait((cellar, cellar.status))
        cellar.status = Status()


class NamesQueueCellarStrategy(Kept):
    def __init__(self) -> None:
        self.asked = asyncio.Queue()

    def prepare_for_create(self, cellar: Cellar) -> None:
        self.asked.put_nowait((cellar.metadata.name, cellar.status))
        cellar.status = Status()
