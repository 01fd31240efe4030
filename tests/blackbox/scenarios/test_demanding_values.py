"""Conversions and codecs that lose what the ordinary values do not have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

HEAD = """
from __future__ import annotations
import datetime, json
from dataclasses import asdict, dataclass, field
@dataclass
class Meta:
    name: str = ""
"""
PAIR = """
@dataclass
class Old{name}:
    metadata: Meta = field(default_factory=Meta)
    held: {kind} = {default}
@dataclass
class New{name}:
    metadata: Meta = field(default_factory=Meta)
    held: {kind} = {default}
def convert_Old{name}_to_New{name}(src: Old{name}) -> New{name}:
    held = src.held
    return New{name}(src.metadata, {there})
def convert_New{name}_to_Old{name}(src: New{name}) -> Old{name}:
    return Old{name}(src.metadata, src.held)
"""
LISTS = "field(default_factory=list)"
TABLES = "field(default_factory=dict)"
#: By name: the type, its default, and what the conversion makes of the value.
LOSING = {
    "Sign": ("int", "0", "held if held >= 0 else 0"),
    "Digits": ("int", "0", "int(held / 1)"),
    "Capitals": ("str", '""', "held.casefold()"),
    "Length": ("str", '""', "held[:128]"),
    "Margins": ("str", '""', "held.rstrip()"),
    "Script": ("str", '""', 'held.encode("latin-1", "replace").decode("latin-1")'),
    "Lines": ("str", '""', '" ".join(held.splitlines())'),
    "Parts": ("list[str]", LISTS, '";".join(held).split(";") if held else []'),
    "Order": ("list[str]", LISTS, "sorted(held)"),
    "Twice": ("list[int]", LISTS, "list(dict.fromkeys(held))"),
    "Many": ("list[str]", LISTS, "held[:4]"),
    "Keys": ("dict[str, str]", TABLES, "{key.lower(): item for key, item in held.items()}"),
    "Instant": ("datetime.datetime | None", "None", "held and held.replace(microsecond=0)"),
}
KEEPING = {
    "Word": ("str", '""', "held"),
    "List": ("list[str]", LISTS, "list(held)"),
    "Table": ("dict[str, str]", TABLES, "dict(held)"),
    "Number": ("int", "0", "int(str(held))"),
    "Strict": ("str", '""', "held if held.isascii() and held.islower() and held.isprintable() else 1 / 0"),
}


@pytest.fixture(scope="module")
def trips(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    pairs = [
        PAIR.format(name=name, kind=kind, default=default, there=there)
        for name, (kind, default, there) in {**LOSING, **KEEPING}.items()
    ]
    return watched_in(tmp_path_factory.mktemp("trips"), {"trips.py": HEAD + "".join(pairs)})


def _verdicts(report: dict[str, Any], function: str) -> set[str]:
    rows = [row for row in report["verdicts"] if row["rule"] == "round-trip-loses-data"]
    return {row["verdict"] for row in rows if row["object"] == f"trips.{function}"}


@pytest.mark.parametrize("name", LOSING)
def test_what_a_conversion_loses_of_demanding_values(name: str, trips: dict[str, Any]) -> None:
    assert _verdicts(trips, f"convert_Old{name}_to_New{name}") == {"violated"}
    assert _verdicts(trips, f"convert_New{name}_to_Old{name}") == {"holds"}


@pytest.mark.parametrize("name", KEEPING)
def test_what_keeps_or_refuses_them_is_fine(name: str, trips: dict[str, Any]) -> None:
    assert _verdicts(trips, f"convert_Old{name}_to_New{name}") == {"holds"}


@pytest.mark.parametrize(("name", "shown"), [("Sign", "is -1 before"), ("Capitals", "'A'"), ("Length", "(129 char")])
def test_the_value_that_is_told_is_small(name: str, shown: str, trips: dict[str, Any]) -> None:
    about = f"trips.convert_Old{name}_to_New{name}"
    found = [each for each in trips["findings"] if each["object"] == about and each["rule"] == "round-trip-loses-data"]
    (finding,) = found
    assert shown in finding["message"]


CODEC = """
@dataclass
class Crate:
    metadata: Meta = field(default_factory=Meta)
    sizes: tuple[int, ...] = ()
    mark: str = ""
class CrateCodec:
    def encode(self, obj: Crate) -> bytes:
        return json.dumps(asdict(obj)).encode()
    def decode(self, document: bytes) -> Crate:
        read = json.loads(document)
        return Crate(Meta(**read["metadata"]), {sizes}, read["mark"])
"""


@pytest.mark.parametrize(
    ("sizes", "verdict"), [('read["sizes"]', "violated"), ('tuple(read["sizes"])', "holds")], ids=["list", "tuple"]
)
def test_a_codec_gives_back_what_is_equal(sizes: str, verdict: str, tmp_path: Path) -> None:
    report = watched_in(tmp_path, {"crates.py": HEAD + CODEC.format(sizes=sizes)})
    rows = [row for row in report["verdicts"] if row["rule"] == "codec-round-trip-loses-data"]
    assert {row["verdict"] for row in rows} == {verdict}
    if verdict == "violated":
        assert "sizes is a tuple before and a list after" in report["findings"][0]["message"]
