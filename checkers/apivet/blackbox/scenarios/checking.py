"""The process in which a storage is checked, seen from outside: what it says, and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time

from msgspec import Struct

from apivet.blackbox.protocol.scenario_models import ImportedPlace

#: The path comes as an argument, as what is being checked may be found by it alone.
_CHECK = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from apivet.blackbox.scenarios.checker import main; main(sys.argv[2:])"
)
#: Seconds in which a process that closed its line comes to its end.
_ENDING = 5.0


class CheckOutcome(Struct, frozen=True):
    """The result of a check, or the end of all of them: then it names none. The first is that there is nothing yet.

    ``wrong`` is what the check found, or why no more can be made; ``closing`` what was wrong with closing."""

    check: str = ""
    wrong: str | None = None
    closing: str | None = None
    is_offered: bool = True
    notes: tuple[str, ...] = ()
    is_last: bool = False


class ProcessEnded(Struct, frozen=True):
    """The process came to an end of its own; ``told`` is the end of a sentence."""

    told: str


class Hangs(Struct, frozen=True):
    """Nothing came for as long as there was time; ``told`` is the end of a sentence."""

    told: str


class Checking:
    """A process that makes all checks from one on, in their order."""

    def __init__(self, target: ImportedPlace, first: int) -> None:
        #: The check that is under way, and the call of the subject; empty where there is none.
        self.check = ""
        self._call = ""
        self._results, theirs = os.pipe()
        self._lines = bytearray()
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-c", _CHECK, json.dumps(sys.path), str(theirs), *_words(target), str(first)],
            stdin=subprocess.DEVNULL,
            pass_fds=(theirs,),
        )
        os.close(theirs)

    def __enter__(self) -> Checking:
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        os.close(self._results)

    @property
    def doer(self) -> str:
        """The call under way, as the subject of a sentence."""
        return self._call or "it"

    def outcome(self, seconds: float) -> CheckOutcome | ProcessEnded | Hangs:
        """The next one, if it comes within that time."""
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self._results, selectors.EVENT_READ)
            while True:
                outcome = self._heard()
                if outcome is not None:
                    return outcome
                if not selector.select(max(0.0, end - time.monotonic())):
                    return Hangs(f"does not come to an end within {seconds:.3g} seconds")
                data = os.read(self._results, 1 << 16)
                if not data:
                    return ProcessEnded(self._ending())
                self._lines += data

    def _heard(self) -> CheckOutcome | None:
        """The next outcome of those that were reported already."""
        while b"\n" in self._lines:
            line, _, self._lines = self._lines.partition(b"\n")
            with contextlib.suppress(ValueError, TypeError):  # the project's code may have written what it likes
                kind, *words = json.loads(line)
                if kind == "begun":
                    return CheckOutcome()
                if kind == "check":
                    self.check, self._call = str(words[0]), ""
                elif kind == "call":
                    self._call = str(words[0])
                elif kind == "made":
                    check, self.check, self._call = self.check, "", ""
                    return CheckOutcome(check, words[0], words[1], bool(words[2]))
                elif kind == "over":
                    return CheckOutcome(wrong=words[0], notes=tuple(map(str, words[1])), is_last=True)
        return None

    def _ending(self) -> str:
        try:
            status = self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            return "closes files that it did not open"
        if status >= 0:
            return f"ends the process, with status {status}"
        try:
            return f"ends the process, by {signal.Signals(-status).name}"
        except ValueError:
            return f"ends the process, by signal {-status}"


def _words(target: ImportedPlace) -> tuple[str, str]:
    return target.module, target.qualified
