"""A foreign server: kmock's emulator of Kubernetes, which stores what it is sent (it knows no schemas, no dry run, no
PUT, no uid), judged over HTTP."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from apivet.cli import main

kmock = pytest.importorskip("kmock")

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
SPEC = {"type": "object", "properties": {"size": NUMBER, "color": TEXT}}
STATUS = {"type": "object", "properties": {"phase": TEXT}}
SCHEMA = {"type": "object", "properties": {"metadata": {"type": "object"}, "spec": SPEC, "status": STATUS}}
DEFINITION = {
    "kind": "CustomResourceDefinition",
    "spec": {
        "group": "example.com",
        "names": {"kind": "Widget"},
        "versions": [{"name": "v1", "schema": {"openAPIV3Schema": SCHEMA}}],
    },
}
THEIRS = {"metadata": {"name": "theirs", "namespace": "default"}, "spec": {"size": 3}}


@contextmanager
def emulator() -> Iterator[tuple[Any, str]]:
    """A running emulator with one resource, and its address."""
    emulated = kmock.KubernetesEmulator()
    # It filters all requests so far with each one: a long run is quadratic unless it forgets them.
    emulated._requests = deque(maxlen=4)
    verbs = {"get", "list", "watch", "create", "patch", "delete"}
    info = kmock.ResourceInfo(kind="Widget", namespaced=True, verbs=verbs, subresources={"status"})
    emulated.resources["example.com/v1/widgets"] = info
    emulated.objects["example.com/v1/widgets", "default", "theirs"] = THEIRS
    loop, started, ended = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    addresses: list[str] = []

    async def serve() -> None:
        async with emulated, kmock.Server(emulated):
            addresses.append(str(emulated.url).rstrip("/"))
            started.set()
            await ended.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    assert started.wait(10)
    try:
        yield emulated, addresses[0]
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(10)
        loop.close()


@pytest.fixture
def schemas(tmp_path: Path) -> str:
    path = tmp_path / "widgets.yaml"
    path.write_text(yaml.safe_dump(DEFINITION))
    return str(path)


def test_the_emulator_is_judged_and_left_as_it_was(schemas: str) -> None:
    with emulator() as (emulated, address):
        run = CliRunner().invoke(main, ["live", "--server", address, "--schemas", schemas, "--format", "json"])
        left = {key[-1]: each.raw for key, each in emulated.objects.items() if not each.deleted}
    assert left == {"theirs": THEIRS}
    assert run.exit_code == 1, run.output
    document = json.loads(run.stdout)
    found = {row["rule"] for row in document["verdicts"] if row["verdict"] == "violated"}
    assert found == {
        "generation-not-bumped-on-spec-change",
        "generation-not-set-on-create",
        "metadata-not-reset-on-status-update",
        "spec-not-kept-on-status-update",
        "status-not-kept-on-update",
        "status-not-wiped-on-create",
    }
    assert not any(row.get("flaky") for row in document["verdicts"])
    told = "\n".join(each["message"] for each in document["problems"])
    for words in ("stores dry runs", "takes no PUT", "gives objects no uid", "answers creates with 200"):
        assert words in told


def test_the_emulator_ends_a_run_that_may_store_nothing(schemas: str) -> None:
    with emulator() as (emulated, address):
        run = CliRunner().invoke(main, ["live", "--server", address, "--schemas", schemas, "--dry-run"])
        left = [key[-1] for key, each in emulated.objects.items() if not each.deleted]
    assert left == ["theirs"]
    assert run.exit_code == 2
    assert "stores dry runs, so that --dry-run can't keep its promise" in run.stderr
