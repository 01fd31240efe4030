"""A running server, a connection to it, and a journal in a directory of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from apivet.live.connection import Connection
from apivet.live.journal import Journal
from apivet.live.objects import Objects
from apivet.live.resources import Resource
from apivet.live.target import Target
from live_server.http import LiveServer

NAMESPACES = Resource("", "v1", "namespaces", "Namespace", False)
PODS = Resource("", "v1", "pods", "Pod", True)
LABEL = "apivet.example/run"


@pytest.fixture
def server() -> Iterator[LiveServer]:
    with LiveServer() as server:
        yield server


@pytest.fixture
def connection(server: LiveServer) -> Iterator[Connection]:
    with Connection(Target(server.address)) as connection:
        yield connection


@pytest.fixture
def objects(connection: Connection, tmp_path: Path) -> Iterator[Objects]:
    journal = Journal.begin(connection.target.server, LABEL, tmp_path / "journals")
    yield Objects(connection, journal)
    journal.close()


@pytest.fixture(autouse=True)
def _own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the user's journals, kubeconfig, or proxies."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "no-kubeconfig"))
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
