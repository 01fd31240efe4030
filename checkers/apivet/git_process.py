"""The ``git`` command, started so that it runs nothing of the repository's.

A repository's configuration can name commands that git runs: hooks, filters, monitors, programs to fetch with. Whoever
wrote the tree under check wrote that, too, so none of them is run.
"""

from __future__ import annotations

import os
import subprocess
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Final

from msgspec import Struct

#: Longest time for one question, in seconds.
_PATIENCE: Final = 300.0
#: The most bytes of names that are asked for before answers are read: any pipe takes as many.
_AT_ONCE: Final = 4096
#: Settings that hold whatever the configuration says, in which commands may stand.
_SETTINGS: Final = (
    *("core.quotePath=false", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.alternateRefsCommand="),
    *("core.sshCommand=false", "core.gitProxy=", "core.askPass=", "credential.helper=", "diff.external="),
    *("core.pager=cat", "protocol.allow=never", "submodule.recurse=false", "gc.auto=0", "maintenance.auto=false"),
)
_COMMAND: Final = ("git", "--no-replace-objects", *(item for each in _SETTINGS for item in ("-c", each)))
#: Variables that lead git elsewhere, or name commands.
_UNSET: Final = frozenset(
    ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX")
    + ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_SSH")
    + ("GIT_SSH_COMMAND", "GIT_PROXY_COMMAND", "GIT_PAGER")
)
#: Replaced objects count as what they are, and missing ones are not fetched, by older versions of git neither. Paths
#: are paths, and no patterns.
_SET: Final = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
}


class GitError(Exception):
    """Why git could not answer, and what to do about it: one line."""


class Content(Struct, frozen=True):
    """An object of a repository: its full name, its kind, and the bytes of it."""

    name: str
    kind: str
    data: bytes


def ask(directory: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The answer to one question, asked in a directory. Raises :class:`GitError`."""
    try:
        return subprocess.run(
            [*_COMMAND, *arguments],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            env=_environment(),
        )
    except (OSError, ValueError) as error:
        raise _not_run(directory, error) from None
    except subprocess.TimeoutExpired:
        raise _late() from None


def first_line(complaint: bytes) -> str:
    """The reason that git gave."""
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else "git does not say why"


class GitObjects:
    """The objects of a repository, read by one process that answers until nobody asks any more: starting git takes
    longer than most answers."""

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def __reduce__(self) -> tuple[type[GitObjects], tuple[str]]:
        return GitObjects, (self._directory,)

    def find(self, name: str) -> Content | None:
        """An object by its name, or in other words that git understands; ``None`` where there is none."""
        return self.find_each([name])[name]

    def find_each(self, names: Iterable[str]) -> dict[str, Content | None]:
        """Several objects, by what they were asked for as. Raises :class:`GitError`."""
        wanted = list(dict.fromkeys(names))
        found: dict[str, Content | None] = {}
        if not wanted:
            return found
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(_PATIENCE, process.kill)
        watch.start()
        try:
            for part in _parts(wanted):
                process.stdin.write(b"".join(os.fsencode(name) + b"\n" for name in part))
                process.stdin.flush()
                found.update((name, _answer(process.stdout)) for name in part)
        except (OSError, ValueError) as error:
            is_late = watch.finished.is_set()
            process.kill()
            self._process = None
            raise _late() if is_late else _unanswered(self._directory, error) from None
        finally:
            watch.cancel()
            watch.join()
        return found

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, which is no copy's of the one that started it."""
        if self._process is None or self._owner != os.getpid():
            try:
                self._process = subprocess.Popen(
                    [*_COMMAND, "cat-file", "--batch"],
                    cwd=self._directory,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                )
            except (OSError, ValueError) as error:
                raise _not_run(self._directory, error) from None
            self._owner = os.getpid()
            weakref.finalize(self, _end, self._process, self._owner)
        return self._process


def _parts(names: Sequence[str]) -> Iterator[list[str]]:
    """Names in parts that are small enough to be asked for together."""
    part: list[str] = []
    size = 0
    for name in names:
        if "\n" in name:
            raise ValueError("a name has a line end in it")
        if part and size + len(name) >= _AT_ONCE:
            yield part
            part, size = [], 0
        part.append(name)
        size += len(name) + 1
    yield part


def _answer(stream: IO[bytes]) -> Content | None:
    """One answer: a line of name, kind and size, then so many bytes and a line end; or a line that says why not."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        raise ValueError("it has ended")
    words = line[:-1].rsplit(b" ", 2)
    if len(words) != 3 or not words[2].isdigit():
        return None
    size = int(words[2])
    data = stream.read(size)
    if len(data) != size or stream.read(1) != b"\n":
        raise ValueError("it has ended")
    return Content(words[0].decode(), words[1].decode(), data)


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    if owner != os.getpid():
        return
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                continue


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _UNSET} | _SET


def _not_run(directory: str, error: Exception) -> GitError:
    if isinstance(error, FileNotFoundError):
        if not os.path.isdir(directory):
            return GitError(f"there is no directory '{directory}'")
        return GitError("the command 'git' is not there; install it, or commit an apivet.lock instead")
    return GitError(f"the command 'git' cannot be run: {error}")


def _unanswered(directory: str, error: Exception) -> GitError:
    """The reason why the process ended: of an object that is elsewhere it says so on its standard error alone."""
    if ask(directory, "config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$").stdout:
        return GitError(
            "this is a partial clone, which lacks a file of the base; clone without '--filter', or run "
            "'git fetch --refetch --no-filter'"
        )
    return GitError(f"git does not answer: {error}")


def _late() -> GitError:
    return GitError(f"git gave no answer in {_PATIENCE:.0f} seconds")
