"""Switching: the user's commands restart the server with its gates on, or off, over the same store."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
import time
from typing import Final

from msgspec import Struct

from apivet.live.connection import Connection
from apivet.live.errors import ConnectionLostError, LiveError

#: Seconds that a command may take, and the server after it until it answers.
_COMMAND: Final = 300.0
_START: Final = 60.0
_INTERVAL: Final = 0.2
_LONGEST_TOLD: Final = 300


class Switch(Struct, frozen=True):
    """The commands, and the directory that they run in. They come back as soon as the server is started."""

    on_command: str
    off_command: str
    directory: str

    def turn_on(self, connection: Connection) -> None:
        """Have the server run with gates on."""
        self._run(self.on_command, "on-command", connection)

    def turn_off(self, connection: Connection) -> None:
        """Have the server run with gates off."""
        self._run(self.off_command, "off-command", connection)

    def _run(self, command: str, name: str, connection: Connection) -> None:
        # A server that is left running keeps its streams open: a file, unlike a pipe, has no end to wait for.
        with tempfile.TemporaryFile() as output:
            try:
                code = subprocess.run(
                    shlex.split(command), cwd=self.directory, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                    timeout=_COMMAND, check=False,
                ).returncode  # fmt: skip
            except subprocess.TimeoutExpired:
                raise LiveError(
                    f"{name} did not end within {_COMMAND:.0f} seconds: let it start the server and end"
                ) from None
            except (OSError, ValueError) as error:
                raise LiveError(f"{name} can't be run: {error}") from None
            if code:
                output.seek(0)
                lines = output.read().decode("utf-8", "replace").split("\n")
                last = next((line.strip() for line in reversed(lines) if line.strip()), "")[:_LONGEST_TOLD]
                raise LiveError(f"{name} ended with {code}{f': {last}' if last else ''}")
        _await(connection, name)


def _await(connection: Connection, name: str) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + _START
    while True:
        try:
            if connection.get("/version").status < 500:
                return
            words = "it answers with errors"
        except ConnectionLostError as error:
            words = str(error)
        if time.monotonic() > end:
            raise LiveError(f"the server does not answer after {name}: {words}")
        time.sleep(_INTERVAL)
