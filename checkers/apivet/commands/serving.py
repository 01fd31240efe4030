"""The third half of a gate: a running server, with ``--live``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from apivet.check.server import TriedServer, served_by, try_server
from apivet.check.serving import ServedHalf, ServedVerdicts
from apivet.commands.live import ServerPlace, complain, connected, how_to_clean, run_options, save_cases, target_of
from apivet.commands.options import UnusableError
from apivet.config import Config
from apivet.live.errors import LiveError
from apivet.verdicts import ABOUT_A_SERVER, Problem, Report


@dataclass(slots=True)
class GateServer:
    """The server that a gate asks, as the command line names it. Nothing is sent before it is tried."""

    place: ServerPlace
    yes: bool = False
    save: str | None = None
    tried: TriedServer | None = field(default=None, init=False)

    @property
    def half(self) -> ServedHalf:
        """The server's part in the gate."""
        return ServedHalf(self._try)

    def _try(self, config: Config, active: frozenset[str]) -> ServedVerdicts:
        """The verdicts about the server, as far as it lets itself be tried."""
        try:
            target = target_of(self.place)
        except LiveError as error:
            raise UnusableError([str(error)]) from None
        wishes = run_options((), self.place, config, {"yes": self.yes})
        try:
            with connected(target, wishes) as connection:
                self.tried = try_server(connection, wishes)
        except LiveError as error:  # the verdicts about the source stand
            return ServedVerdicts(Report(problems=[Problem(ABOUT_A_SERVER, f"{target.server}: {error}")]))
        served = served_by(self.tried, wishes, active)
        if self.save is not None:
            save_cases(served.report.findings, self.tried.result, self.save)
        complain(how_to_clean(self.tried.unclean))
        return served


def gate_server(address: str, given: Mapping[str, Any]) -> GateServer:
    """The server at this address, with the options that are about it."""
    place = ServerPlace(
        address, None, None, given["token_file"], given["certificate_authority"], given["insecure"], False,
        given["namespace"],
    )  # fmt: skip
    return GateServer(place, given["yes"], given["save"])
