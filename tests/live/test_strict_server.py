"""Servers with validation: objects are talked out of them, whichever framework words their complaints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main
from apivet.live.bench import ResourceBench
from apivet.live.connection import Connection
from apivet.live.dry_runs import DryRuns
from apivet.live.journal import Journal
from apivet.live.negotiation import negotiate
from apivet.live.objects import Objects
from apivet.live.options import RunOptions
from apivet.live.survey import look
from apivet.live.target import Target
from live_server.http import Listener
from strict_server.kinds import KINDS
from strict_server.server import GROUPS, StrictServer

#: Requests for a first valid object, and the share of resources that get one.
MOST_REQUESTS = 10
SHARE = 0.95


@pytest.fixture
def strict() -> Iterator[Listener]:
    with Listener(StrictServer().answer) as listener:
        yield listener


def test_nearly_all_kinds_get_a_valid_object_within_ten_requests(strict: Listener, tmp_path: Path) -> None:
    needed: dict[str, int] = {}
    with Connection(Target(strict.address)) as connection:
        journal = Journal.begin(strict.address, "apivet.example/run", tmp_path)
        objects = Objects(connection, journal)
        dry_runs = DryRuns(objects, only=True)
        for number, subject in enumerate(look(connection, RunOptions()).subjects):
            base = f"apivet-{journal.run}-{number}"
            bench = ResourceBench(objects, dry_runs, subject, "", base, may_store=False)

            def send(document: dict[str, Any], bench: ResourceBench = bench) -> Any:
                return bench.create(document).answer

            told = negotiate(send, {"metadata": {}}, subject.schema)
            needed[str(subject.resource)] = told.requests if told.is_valid else 1_000
        journal.close()
    assert len(needed) == len(KINDS) * len(GROUPS) >= 60
    late = {name for name, requests in needed.items() if requests > MOST_REQUESTS}
    assert len(late) <= (1 - SHARE) * len(needed), late
    assert sorted(needed.values())[len(needed) // 2] <= 3


def test_what_is_in_order_is_found_so_behind_validation(strict: Listener) -> None:
    chosen = ["definitions.go.example", "sets.python.example", "sources.go.example", "badges.python.example"]
    run = CliRunner().invoke(main, ["live", "--server", strict.address, "--format", "json", *chosen])
    assert run.exit_code == 0, run.output
    document = json.loads(run.stdout)
    verdicts = [row["verdict"] for row in document["verdicts"]]
    assert verdicts.count("holds") >= 0.97 * len(verdicts)
    assert all(each["valid"] and each["status"] for each in document["coverage"])


def test_what_validation_keeps_as_it_was_is_unproven_and_said(strict: Listener) -> None:
    run = CliRunner().invoke(
        main, ["live", "--server", strict.address, "--format", "json", "claims.go.example", "berths.ruby.example"]
    )
    assert run.exit_code == 0, run.output
    document = json.loads(run.stdout)
    bumps = {
        row["object"]: row for row in document["verdicts"] if row["rule"] == "generation-not-bumped-on-spec-change"
    }
    assert bumps["go.example/v1/claims"]["verdict"] == "unproven"
    assert bumps["ruby.example/v1/berths"]["verdict"] == "holds"
    (reason,) = (
        each["message"]
        for each in document["findings"]
        if (each["object"], each["rule"]) == ("go.example/v1/claims", "generation-not-bumped-on-spec-change")
    )
    assert reason.startswith("refused each time: 422: ")
    assert "field is immutable" in reason


def test_a_name_that_follows_from_fields_is_the_runs_own(strict: Listener) -> None:
    run = CliRunner().invoke(main, ["live", "--server", strict.address, "--format", "json", "definitions.go.example"])
    (covered,) = json.loads(run.stdout)["coverage"]
    assert covered["reason"] is None
    assert covered["valid"]
