"""The published schemas say what is printed and what is read."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from apivet.cli import main
from apivet.config import BlackboxSettings, Config, ConfigError, Defaults, LiveSettings, load_config
from apivet.config.model import FORMATS
from apivet.documents import parse_toml
from apivet.vocabulary import Vocabulary

TREE = """\
from dataclasses import dataclass


@dataclass
class Meta:
    generation: int


@dataclass
class Depth:
    metres: int


@dataclass
class Well:
    metadata: Meta
    spec: Depth
    status: Depth


class WellStrategy:
    def prepare_for_create(self, ctx: object, obj: Well) -> None:
        obj.metadata.generation = 1


class DeepStrategy:
    def __init__(self, depth: unknown) -> None:
        self.depth = depth.metres

    def prepare_for_create(self, ctx: object, obj: Well) -> None:
        obj.status = somewhere.made(obj)
"""


def validator(name: str) -> Draft202012Validator:
    printed = CliRunner().invoke(main, ["schema", name])
    assert printed.exit_code == 0
    schema = json.loads(printed.stdout)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def printed(tree: Path, command: str) -> dict[str, Any]:
    (tree / "wells.py").write_text(TREE)
    (tree / "apivet.toml").write_text("")
    (tree / "torn.py").write_text("class TornStrategy:\n    def prepare_for_create(self\n")
    seed = [] if command == "check" else ["--seed", "1"]
    document: dict[str, Any] = json.loads(
        CliRunner().invoke(main, [command, "--format", "json", "-j", "1", *seed]).stdout
    )
    return document


@pytest.mark.parametrize("command", ["check", "gate"])
def test_the_schema_of_reports_says_what_is_printed(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    schema, document = validator("report"), printed(tmp_path, command)
    assert document["findings"]
    assert document["problems"]
    assert set(document) <= set(schema.schema["properties"])
    schema.validate(document)
    if command == "gate":
        assert document["unexercised"]
        return
    for spoil in (
        lambda report: report.pop("verdicts"),
        lambda report: report["findings"][0].pop("witness"),
        lambda report: report["findings"][0].update(verdict="holds"),
        lambda report: report["findings"][0].update(colour="red"),
        lambda report: report["verdicts"][0].update(tried="often"),
        lambda report: report.update(version=2),
    ):
        spoiled = copy.deepcopy(document)
        spoil(spoiled)
        assert not schema.is_valid(spoiled)


def test_the_schema_of_the_configuration_has_all_its_keys() -> None:
    properties = validator("config").schema["properties"]
    inner = {"root", "file", "is-configured", "origins", "elsewhere"}
    assert set(properties) == names(Config) - inner - {"hubs"} | {"hub"}
    assert properties["format"]["enum"] == list(FORMATS)
    for table, record in (
        ("vocabulary", Vocabulary),
        ("defaults", Defaults),
        ("blackbox", BlackboxSettings),
        ("live", LiveSettings),
    ):
        assert set(properties[table]["properties"]) == names(record) - {"sandbox"}


def names(record: type[Any]) -> set[str]:
    return {name.replace("_", "-") for name in record.__struct_fields__}


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ('select = ["E97", "hub"]\nstrict = true\njobs = 2\n', True),
        ('[vocabulary]\nspec = "desired"\nprepare-for-update = ["a", "b"]\n', True),
        ('[[hub]]\nhub = "wells.{rest}.types"\nserved = "wells.{rest}.{version}.types"\n', True),
        ("[blackbox]\ntimeout = 1.5\nsequences = 0\n[live]\nrequests-per-second = 2\n", True),
        ("strickt = true\n", False),
        ('strict = "yes"\n', False),
        ("jobs = 0\n", False),
        ('fail-on = "info"\n', False),
        ('format = "pdf"\n', False),
        ("[vocabulary]\nspec = []\n", False),
        ("[vocabulary]\nprepare-for-update = []\n", False),
        ('[[hub]]\nhub = "wells.types"\n', False),
        ("[blackbox]\nmemory = 1\n", False),
        ("[defaults]\nallow-create-on-update = 1\n", False),
    ],
)
def test_the_schema_of_the_configuration_refuses_what_is_refused(text: str, fits: bool, tmp_path: Path) -> None:
    (tmp_path / "apivet.toml").write_text(text)
    assert validator("config").is_valid(parse_toml(text.encode())) == fits
    try:
        load_config(tmp_path)
    except ConfigError:
        assert not fits
    else:
        assert fits
