"""The wishes of a run: what the command line and the configuration say."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from apivet.config.model import Defaults
from apivet.live.refusal import Permission


class RunOptions(Struct, frozen=True):
    """``include`` and ``exclude`` are patterns of resources, ``namespace`` the one to make objects in (empty: one of
    the run's own for each resource), ``rate`` the requests a second (0: the default), ``directory`` the place of
    journals, ``schemas`` a file or address with schemas that the server does not publish."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    namespace: str = ""
    dry_run: bool = False
    permission: Permission = Permission()
    jobs: int = 4
    rate: float = 0.0
    label: str = "apivet.example/run"
    dangerous: tuple[str, ...] = ()
    never_contexts: tuple[str, ...] = ()
    directory: Path | None = None
    defaults: Defaults = Defaults()
    storage: bool = False
    stubs: Path | None = None
    remembers: bool = True
    #: Existing objects to try in dry run: ``group/version/resource/[namespace/]name``.
    objects: tuple[str, ...] = ()
    schemas: str = ""
