"""A crew on other machines: pieces of work go to a cluster of Dask, and each is tried there as it would be here.

The cluster gives a piece whose machine is lost to another one. The project travels as an archive, named by its hash.
"""

from __future__ import annotations

import logging
import os
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from apivet.blackbox.host.archives import Archive
from apivet.blackbox.host.elsewhere import Request, heard, relocated, software, tried_here
from apivet.blackbox.host.module_lists import imports_of
from apivet.blackbox.protocol.messages import Examined, Imports, RunSetting, Work

MISSING = "--scheduler needs dask.distributed: pip install 'apivet[cluster]'"
#: Seconds to wait for the scheduler, and for a worker where there is none.
_CONNECTING, _ALONE = 10.0, 60.0
_BEAT = 0.1
_GONE = "the scheduler is gone"
#: Seconds between two looks at whether there are workers.
_LOOK = 5.0


class ClusterError(Exception):
    """A cluster that can't be used, and why."""


class ClusterCrew:
    """The workers of a cluster, as :class:`~apivet.blackbox.host.crew.Crew` has those of this machine."""

    def __init__(self, setting: RunSetting, scheduler: str) -> None:
        self._setting = setting
        self._scheduler = scheduler
        self._client: Any = None
        self._archive: Any = None
        self._imports: list[Imports] = []
        self._futures: list[Any] = []
        self._run = uuid.uuid4().hex
        self.remarks: dict[str, None] = {}

    def __enter__(self) -> ClusterCrew:
        try:
            import distributed
        except ImportError:
            raise ClusterError(MISSING) from None
        tree = self._setting.tree
        if tree is None:
            raise ClusterError("--scheduler and --no-sandbox exclude each other: on a cluster, hooks run in a copy")
        _silence()
        with _quiet():
            try:
                connect: Any = distributed.Client
                self._client = connect(self._scheduler, timeout=_CONNECTING, set_as_default=False)
            except (OSError, TimeoutError, ValueError, TypeError) as error:
                raise ClusterError(f"--scheduler {self._scheduler}: {_reason(error)}") from None
        try:
            with _quiet():
                archive = Archive.of(tree)
                # Work and no mere data: if the worker that has it is lost, the scheduler can make it again.
                key = f"apivet-tree-{archive.digest}-{self._run}"
                self._archive = self._client.submit(_itself, archive, key=key, pure=False)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        if self._client is None:
            return
        with suppress(Exception), _quiet():
            self._client.cancel([future for future in self._futures if not future.done()], force=True)
        with suppress(Exception), _quiet():
            self._client.close(timeout=_CONNECTING)

    def give(self, assignments: Sequence[Work]) -> None:
        """More to do; the cluster begins with it at once."""
        imports = imports_of(assignments, self._setting.factories)
        if imports.modules:
            self._imports.append(imports)
        with _quiet():
            for work in assignments:
                request = self._request(work)
                key = f"apivet-{self._run}-{len(self._futures)}"
                future = self._client.submit(tried_here, self._archive, request.packed(), key=key, pure=False)
                self._futures.append(future)

    def _request(self, work: Work) -> Request:
        """The request for one piece, with paths as they are without links."""
        request = Request(software(), self._setting, tuple(self._imports), work, os.getcwd())
        for root in self._setting.roots:
            request = relocated(request, root, os.path.realpath(root))
        return request

    def results(self, advance: Callable[[int], None]) -> list[Examined]:
        """Results of all that was given, in its order. Raises :class:`ClusterError`."""
        results: dict[int, Examined] = {}
        waiting = dict(enumerate(self._futures))
        presence = _Presence(self._client, self._scheduler)
        while waiting:
            done = [index for index, future in waiting.items() if future.done()]
            for index in done:
                results[index] = self._result(waiting.pop(index))
            advance(len(done))
            if not done:
                presence.look()
                time.sleep(_BEAT)
        return [results[index] for index in range(len(results))]

    def _result(self, future: Any) -> Examined:
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        try:
            with _quiet():
                examined, remarks = heard(future.result(timeout=_CONNECTING))
        except KilledWorker:
            return Examined(reason="each machine of the cluster that tried it was lost", broke=True)
        except CancelledError:
            raise ClusterError(f"--scheduler {self._scheduler}: {_GONE}") from None
        except Exception as error:
            raise ClusterError(f"--scheduler {self._scheduler}: a worker failed: {_reason(error)}") from None
        self.remarks.update(dict.fromkeys(remarks))
        return examined


class _Presence:
    """The presence of workers: without one for a while, nothing goes on."""

    def __init__(self, client: Any, scheduler: str) -> None:
        self._client = client
        self._scheduler = scheduler
        self._looked = self._seen = time.monotonic()

    def look(self) -> None:
        """Look now and then. Raises :class:`ClusterError`."""
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        try:
            with _quiet():
                number = len(self._client.nthreads())
        except Exception:
            raise ClusterError(f"--scheduler {self._scheduler}: {_GONE}") from None
        if number:
            self._seen = now
        elif now - self._seen > _ALONE:
            raise ClusterError(f"--scheduler {self._scheduler}: it has no worker, for {_ALONE:.0f} seconds")


def _silence() -> None:
    """Let the library's loggers, each of which has a level of its own, say nothing: what matters is raised as well."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _itself(archive: Archive) -> Archive:
    return archive


def _reason(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


@contextmanager
def _quiet() -> Iterator[None]:
    """Without remarks on the size of what travels, and on versions of what has no part in the result."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
