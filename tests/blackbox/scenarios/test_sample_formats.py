"""The sample server's conversions, codec, encryption and storage, as the black box sees them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main

pytestmark = pytest.mark.long

FIXTURES = Path(__file__).parents[3] / "fixtures"
RULES = (
    "round-trip-loses-data",
    "codec-round-trip-loses-data",
    "transformer-not-inverse",
    "conversion-hook-wrong-type",
)


def test_nothing_is_lost_and_every_hook_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FIXTURES)
    result = CliRunner().invoke(main, ["blackbox", "--format", "json", "--seed", "3", "sample_apiserver/apis"])
    assert result.exit_code == 0, result.output
    rows = [row for row in json.loads(result.stdout)["verdicts"] if row["rule"] in RULES]
    assert {row["verdict"] for row in rows} == {"holds"}
    counts = Counter(row["rule"] for row in rows)
    assert counts["conversion-hook-wrong-type"] == 8
    assert counts["transformer-not-inverse"] == 1
    trips = {row["object"] for row in rows if row["rule"] == "round-trip-loses-data"}
    assert {"zz_generated_conversion", "conversion", "Lease"} <= {name.split(".")[-2] for name in trips}
    kinds = {row["field"] for row in rows if row["object"] == "sample_apiserver.testing.storage_codec"}
    assert {"sample_apiserver.apis.batch.types.CronJob", "sample_apiserver.apis.batch.v1beta1.types.CronJob"} <= kinds


def test_a_hub_type_is_written_as_its_preferred_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(FIXTURES)
    result = CliRunner().invoke(main, ["blackbox", "--record", str(tmp_path), "sample_apiserver/apis"])
    assert (result.exit_code, result.stderr) == (0, "")
    names = {path.name for path in tmp_path.iterdir()}
    assert {
        "batch.v1beta1.CronJob.json",
        "core.v1.Pod.minimal.json",
        "policy.__internal.PodDisruptionBudget.json",
    } <= names
    hub = json.loads((tmp_path / "batch.__internal.CronJob.json").read_text())
    assert (hub["api_version"], hub["kind"]) == ("batch/v1", "CronJob")
    compared = CliRunner().invoke(main, ["blackbox", "--compare", str(tmp_path), "sample_apiserver/apis"])
    assert compared.exit_code == 0, compared.output
