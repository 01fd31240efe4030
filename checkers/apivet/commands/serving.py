"""The third half of a gate: a running server, with ``--live``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apivet.check.serving import ServedVerdicts
from apivet.commands.live import (
    ServerPlace,
    complain,
    connected,
    how_to_clean,
    need_httpx,
    run_options,
    save_cases,
    target_of,
)
from apivet.commands.options import UnusableError
from apivet.config import Config
from apivet.verdicts import ABOUT_A_SERVER, Problem, Report

if TYPE_CHECKING:
    from apivet.check.server import TriedServer

#: The options that say something about the server alone.
_ABOUT_THE_SERVER = {
    "token_file": "--token-file",
    "certificate_authority": "--certificate-authority",
    "insecure": "--insecure",
    "namespace": "--namespace",
    "yes": "--yes",
    "save": "--save",
}


@dataclass(slots=True)
class GateServer:
    """The server that a gate asks, as the command line names it. Nothing is sent before it is tried."""

    place: ServerPlace
    yes: bool = False
    save: str | None = None
    tried: TriedServer | None = field(default=None, init=False)

    def try_it(self, config: Config, active: frozenset[str]) -> ServedVerdicts:
        """The verdicts about the server, as far as it lets itself be tried."""
        from apivet.check.server import served_by, try_server
        from apivet.live.errors import LiveError

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


def gate_server(address: str | None, options: dict[str, Any]) -> GateServer | None:
    """The server of these options, which are taken out; none where no address is given."""
    given = {name: options.pop(name) for name in _ABOUT_THE_SERVER}
    if address is None:
        named = [option for name, option in _ABOUT_THE_SERVER.items() if given[name]]
        if named:
            raise UnusableError([f"{named[0]}: is about a server; name one with --live"])
        return None
    need_httpx()
    place = ServerPlace(
        address, None, None, given["token_file"], given["certificate_authority"], given["insecure"], False,
        given["namespace"],
    )  # fmt: skip
    return GateServer(place, given["yes"], given["save"])
