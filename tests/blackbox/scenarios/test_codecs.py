"""Codecs and transformers: what is read is what was written; and documents that are kept for comparison."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.blackbox.scenarios.losses import at, splits, whole
from apivet.cli import main
from apivet.paths import of_each

pytestmark = pytest.mark.long

CODEC, TRANSFORMER = "codec-round-trip-loses-data", "transformer-not-inverse"
TYPES = """\
from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Lamp:
    api_version: str = "lamps/v1"
    kind: str = "Lamp"
    metadata: Meta = field(default_factory=Meta)
    color: str = ""
    watts: int | None = None
"""
CODEC_SOURCE = """\
from __future__ import annotations

import dataclasses
import json

from lamps import Lamp, Meta


class LampCodec:
    def encode(self, obj: Lamp) -> bytes:
        return json.dumps(dataclasses.asdict(obj)).encode()

    def decode(self, document: bytes) -> Lamp:
        values = json.loads(document)
        return Lamp(**{**values, "metadata": Meta(**values["metadata"])})
"""
TREE = {"lamps.py": TYPES, "codec.py": CODEC_SOURCE}

Watch = Callable[..., dict[str, Any]]


def verdicts(report: dict[str, Any], rule: str) -> dict[tuple[str, str | None], str]:
    return {(row["object"], row["field"]): row["verdict"] for row in report["verdicts"] if row["rule"] == rule}


def with_codec(old: str, new: str) -> dict[str, str]:
    assert CODEC_SOURCE.count(old) == 1
    return {"lamps.py": TYPES, "codec.py": CODEC_SOURCE.replace(old, new)}


# ----------------------------------------------------------------------------------------------------------- codecs


def test_a_codec_that_loses_nothing_holds_for_each_type(watched: Watch) -> None:
    assert verdicts(watched(TREE, status=0), CODEC) == {("codec.LampCodec", "lamps.Lamp"): "holds"}


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("dataclasses.asdict(obj)", "{**dataclasses.asdict(obj), 'watts': None}", "lamps.Lamp.watts"),
        ("Meta(**values['metadata'])", "Meta(values['metadata']['name'])", "lamps.Lamp.metadata.labels"),
        ('"metadata": Meta', '"color": values["color"].upper(), "metadata": Meta', "lamps.Lamp.color"),
    ],
)
def test_what_a_codec_loses_is_found(watched: Watch, old: str, new: str, field: str) -> None:
    report = watched(with_codec(old.replace("'", '"'), new.replace("'", '"')), status=1)
    assert verdicts(report, CODEC) == {("codec.LampCodec", field): "violated"}


def test_the_same_functions_in_a_module_are_a_codec(watched: Watch) -> None:
    module = CODEC_SOURCE.replace("class LampCodec:\n", "").replace("(self, ", "(").replace("\n    ", "\n")
    report = watched({"lamps.py": TYPES, "codec.py": module}, status=0)
    assert verdicts(report, CODEC) == {("codec", "lamps.Lamp"): "holds"}


def test_a_codec_is_made_for_the_type_or_told_it(watched: Watch) -> None:
    made = with_codec(
        "    def encode", "    def __init__(self, kind: type) -> None:\n        assert kind is Lamp\n\n    def encode"
    )
    assert set(verdicts(watched(made, status=0), CODEC).values()) == {"holds"}
    told = with_codec(
        "document: bytes) -> Lamp:\n", "document: bytes, kind: type) -> Lamp:\n        assert kind is Lamp\n"
    )
    assert set(verdicts(watched(told, status=0), CODEC).values()) == {"holds"}


def test_one_that_reads_nothing_of_what_it_writes_is_broken(watched: Watch) -> None:
    report = watched(with_codec("json.loads(document)", "json.loads(document[1:])"), status=1)
    assert verdicts(report, CODEC) == {("codec.LampCodec", "lamps.Lamp"): "violated"}
    assert "is refused when it is decoded" in report["findings"][0]["message"]


def test_one_that_refuses_only_what_is_filled_is_unproven(watched: Watch) -> None:
    check = 'values = json.loads(document)\n        assert not values["color"]'
    report = watched(with_codec("values = json.loads(document)", check))
    assert verdicts(report, CODEC)["codec.LampCodec", "lamps.Lamp"] == "unproven"


def test_other_things_with_these_names_are_no_codecs(watched: Watch) -> None:
    other = """\
        class Base64:
            def encode(self, data: bytes) -> bytes:
                return data.hex().encode()

            def decode(self, data: bytes) -> bytes:
                return bytes.fromhex(data.decode())


        class Names:
            def encode(self, value: object) -> bytes:
                return repr(value).encode()

            def decode(self, data: bytes) -> str:
                return data.decode()
        """
    report = watched({**TREE, "other.py": other}, status=0)
    assert {name for name, _ in verdicts(report, CODEC)} == {"codec.LampCodec"}


def test_what_is_named_but_nowhere_is_told_of_the_configuration(watched: Watch) -> None:
    report = watched({"things.py": "size = 1\n"}, config='transformers = ["nowhere:thing"]\n', status=2)
    (missed,) = report["unexercised"]
    assert (missed["path"], missed["line"]) == ("pyproject.toml", 1)
    assert missed["reason"].startswith("nowhere.thing can't be imported: ModuleNotFoundError")


def test_a_configured_codec_has_to_take_part(watched: Watch, tmp_path: Path) -> None:
    watched({**TREE, "making.py": "def nothing(kind):\n    return None\n"}, config='codecs = ["making:nothing"]\n')
    result = CliRunner().invoke(main, ["blackbox", "--seed", "1", "."])
    assert "making.nothing was not exercised: it encodes no object of any type" in result.output


# ----------------------------------------------------------------------------------------------------- transformers

TRANSFORMER_SOURCE = """\
import hashlib
import hmac
import os


class Sealed:
    def to_storage(self, document: bytes, place: bytes) -> bytes:
        data = os.urandom(8) + document
        return self.seal(data, place) + data

    def from_storage(self, stored: bytes, place: bytes) -> tuple[bool, bytes]:
        if stored[:32] != self.seal(stored[32:], place):
            raise ValueError("it belongs in another place")
        return False, stored[40:]

    def seal(self, data: bytes, place: bytes) -> bytes:
        return hmac.digest(b"key", place + b":" + data, "sha256")
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", None),
        ("stored[40:]", "stored[40:].strip()", "the byte 0x09"),
        ("data = os", "assert document\n        data = os", "an empty document can't be stored"),
        ("return False, stored[40:]", "return False, stored[40:][:100000]", "1048576 random bytes comes back"),
        ("stored[32:], place)", "stored[32:], place) and False", "read with another"),
        ('place + b":" + data', "data", "read with another"),
    ],
)
def test_a_transformer_gives_back_what_it_was_given_there_and_nowhere_else(
    watched: Watch, old: str, new: str, told: str | None
) -> None:
    report = watched({"sealing.py": TRANSFORMER_SOURCE.replace(old, new, 1)}, status=int(told is not None))
    assert verdicts(report, TRANSFORMER) == {("sealing.Sealed", None): "holds" if told is None else "violated"}
    if told is not None:
        message = report["findings"][0]["message"]
        assert told in message or "b'\\t' comes back as b''" in message


@pytest.mark.parametrize(
    ("guard", "verdict"),
    [
        ("document.startswith(MARK)", "holds"),
        ("document == MARK", "violated"),
        ("False", "violated"),
    ],
)
def test_a_document_that_looks_sealed_is_refused_rather_than_lost(watched: Watch, guard: str, verdict: str) -> None:
    source = f"""\
        MARK = b"sealed:"


        class Plain:
            def to_storage(self, document: bytes, place: bytes) -> bytes:
                if {guard}:
                    raise ValueError("it begins as a sealed one does")
                return document

            def from_storage(self, stored: bytes, place: bytes) -> bytes:
                if stored.startswith(MARK):
                    raise ValueError("it is sealed")
                return stored
        """
    assert verdicts(watched({"plain.py": source}), TRANSFORMER) == {("plain.Plain", None): verdict}


def test_one_that_anybody_can_undo_promises_no_place(watched: Watch) -> None:
    source = """\
        import zlib


        class Packed:
            async def transform_to_storage(self, document: bytes, context: str) -> bytes:
                return zlib.compress(document)

            async def transform_from_storage(self, stored: bytes, context: str) -> bytes:
                return zlib.decompress(stored)
        """
    assert verdicts(watched({"packing.py": source}, status=0), TRANSFORMER) == {("packing.Packed", None): "holds"}


@pytest.mark.parametrize(
    ("seal", "verdict"),
    [
        ("hmac.digest(b'salt', document, 'sha256')", "violated"),
        ("hmac.digest(b'salt', place.encode() + document, 'sha256')", "holds"),
        ("hashlib.sha256(SECRET + document).digest()", "violated"),
        ("hashlib.sha256(SECRET + place.encode() + document).digest()", "holds"),
        ("hashlib.blake2b(document, key=SECRET, digest_size=32).digest()", "violated"),
        ("hashlib.sha256(document).digest()", "holds"),  # anybody can work it out
        ("bytes(28) + zlib.crc32(document).to_bytes(4, 'big')", "holds"),
    ],
)
def test_a_seal_that_draws_nothing_is_of_its_place_as_well(watched: Watch, seal: str, verdict: str) -> None:
    source = f"""\
        import hashlib, hmac, zlib

        SECRET = b"pepper"


        class Jar:
            def to_storage(self, document: bytes, place: str) -> bytes:
                return self.lid(document, place) + document

            def from_storage(self, stored: bytes, place: str) -> bytes:
                if stored[:32] != self.lid(stored[32:], place):
                    raise ValueError("it was opened")
                return stored[32:]

            def lid(self, document: bytes, place: str) -> bytes:
                return {seal}
        """
    assert verdicts(watched({"jars.py": source}), TRANSFORMER) == {("jars.Jar", None): verdict}


@pytest.mark.parametrize(
    ("sealed", "verdict"), [("place.encode() + document", "holds"), ("place.encode()[:18]", "violated")]
)
def test_a_place_that_says_nothing_of_its_type_may_be_a_text(watched: Watch, sealed: str, verdict: str) -> None:
    source = f"""\
        import hashlib


        class Stamped:
            def to_storage(self, document, place):
                return hashlib.sha256({sealed}).digest() + document

            def from_storage(self, stored, place):
                document = stored[32:]
                if stored[:32] != hashlib.sha256({sealed}).digest():
                    raise ValueError(place)
                return document
        """
    assert verdicts(watched({"stamping.py": source}), TRANSFORMER) == {("stamping.Stamped", None): verdict}


def test_a_cipher_for_something_else_than_documents_is_listed(watched: Watch) -> None:
    source = """\
        class Names:
            def encrypt(self, text: str) -> str:
                return text.encode().hex()

            def decrypt(self, text: str) -> str:
                return text.encode().hex()
        """
    report = watched({"naming.py": source}, status=2)
    assert report["findings"] == []
    result = CliRunner().invoke(main, ["blackbox", "--seed", "1", "."])
    assert "naming.Names was not exercised: it does not store a plain document: AttributeError" in result.output


def test_what_tests_use_instead_is_not_held_to_anything(watched: Watch) -> None:
    broken = TRANSFORMER_SOURCE.replace("stored[40:]", "stored[41:]")
    report = watched({**TREE, "tests/test_sealing.py": broken, "tests/conftest.py": broken}, status=0)
    assert verdicts(report, TRANSFORMER) == {}


def test_one_that_needs_a_key_is_named_with_what_makes_it(watched: Watch) -> None:
    source = TRANSFORMER_SOURCE.replace(
        "    def to_storage",
        "    def __init__(self, key: bytes) -> None:\n        self.key = key\n\n    def to_storage",
    )
    source += '\n\ndef made() -> Sealed:\n    return Sealed(b"key")\n'
    report = watched({"sealing.py": source}, config='transformers = ["sealing.made"]\n', status=0)
    assert verdicts(report, TRANSFORMER) == {("sealing.made", None): "holds"}


RING_SOURCE = """\
import hmac
import os
from dataclasses import dataclass


@dataclass
class Opened:
    text: bytes
    is_stale: bool


class Ring:
    def __init__(self, keys: dict[str, bytes]) -> None:
        self._keys = keys
        self._current = next(iter(keys))

    def to_storage(self, document: bytes, place: bytes) -> bytes:
        name = self._current
        return name.encode() + self.seal(name, document, place) + document

    def from_storage(self, stored: bytes, place: bytes) -> Opened:
        for name in self._keys:
            if stored.startswith(name.encode()):
                seal, document = stored[len(name) : len(name) + 32], stored[len(name) + 32 :]
                if seal != self.seal(name, document, place):
                    raise ValueError("it belongs in another place")
                return Opened(document, is_stale=name != self._current)
        raise ValueError("there is no such key")

    def seal(self, name: str, document: bytes, place: bytes) -> bytes:
        return hmac.digest(self._keys[name], place + b"\\0" + document, "sha256")


def ring() -> Ring:
    return Ring({"new": b"key-2", "old": b"key-1"})
"""
RINGS = {"config": 'transformers = ["rings.ring"]\n'}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", None),
        ("is_stale=name != self._current", "is_stale=True", "what was just written is reported as stale"),
        (
            "is_stale=name != self._current",
            "is_stale=name == self._current",
            "what was just written is reported as stale",
        ),
        ("is_stale=name != self._current", "is_stale=False", "is not reported as stale, so that nobody writes it anew"),
        (
            "for name in self._keys:",
            "for name in [self._current]:",
            "another of its keys or providers can't be read back",
        ),
        ("place + b", "place[:18] + b", "it can be moved to another object's place"),
        ("place + b", "place.split(b'/')[-1] + b", "it can be moved to another object's place"),
        ("place + b", "place.rstrip(b'/') + b", "it can be moved to another object's place"),
        ("place + b", "bytes(len(place)) + b", "it can be moved to another object's place"),
    ],
)
def test_several_keys_are_all_read_and_only_the_current_one_is_not_stale(
    watched: Watch, old: str, new: str, told: str | None
) -> None:
    report = watched({"rings.py": RING_SOURCE.replace(old, new)}, **RINGS, status=int(told is not None))
    assert verdicts(report, TRANSFORMER) == {("rings.ring", None): "holds" if told is None else "violated"}
    if told is not None:
        assert told in report["findings"][0]["message"]


def test_a_list_of_providers_is_turned_too(watched: Watch) -> None:
    source = """\
        class Box:
            def __init__(self, tag: bytes) -> None:
                self.tag = tag

            def close(self, data: bytes) -> bytes:
                return self.tag + data[::-1]


        class Chain:
            __slots__ = ("boxes",)

            def __init__(self, *boxes: Box) -> None:
                self.boxes = boxes

            async def transform_to_storage(self, document: bytes) -> bytes:
                return self.boxes[-1].close(document)

            async def transform_from_storage(self, stored: bytes) -> tuple[bytes, bool]:
                for number, box in enumerate(reversed(self.boxes)):
                    if stored.startswith(box.tag):
                        return stored[len(box.tag) :][::-1], STALE
                raise ValueError("unknown")


        def chain() -> Chain:
            return Chain(Box(b"1:"), Box(b"2:"), Box(b"3:"))
        """
    for told, verdict in (("number > 0", "holds"), ("number > 1", "violated"), ("False", "violated")):
        report = watched({"chains.py": source.replace("STALE", told)}, config='transformers = ["chains.chain"]\n')
        assert verdicts(report, TRANSFORMER) == {("chains.chain", None): verdict}, told


# -------------------------------------------------------------------------------------------------------- documents


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["blackbox", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(name="golden")
def _golden(watched: Watch, tmp_path: Path) -> Path:
    watched(TREE, status=0)
    result = run("--record", "golden")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "2 documents in golden, 2 of them new or changed"
    return tmp_path / "golden"


def test_documents_are_the_same_every_time(golden: Path) -> None:
    assert sorted(path.name for path in golden.iterdir()) == ["lamps.Lamp.json", "lamps.Lamp.minimal.json"]
    document = json.loads((golden / "lamps.Lamp.json").read_text())
    assert (document["api_version"], document["kind"]) == ("lamps/v1", "Lamp")
    assert all((document["color"], document["watts"], document["metadata"]["labels"]))
    assert run("--record", "golden").output.splitlines()[-1] == "2 documents in golden, 0 of them new or changed"
    result = run("--compare", "golden")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "1 verdict holds, 0 violated, 0 unproven" in result.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "lines"),
    [
        ("codec.py", "asdict(obj))", 'asdict(obj) | {"color": "red"})', ["lamps.Lamp.json: color is \"red\"; it was", "lamps.Lamp.minimal.json: color is \"red\"; it was \"\""]),
        ("lamps.py", "    color:", "    shape: str = \"round\"\n    color:", ["lamps.Lamp.json: shape is new", "lamps.Lamp.minimal.json: shape is new: \"round\""]),
        ("codec.py", "json.dumps(", "json.dumps(sort_keys=True, obj=", ["the values are the same, and those stand in another order"]),
        ("codec.py", "json.dumps(", "json.dumps(indent=1, obj=", ["the values are the same, and are spelled in another way"]),
        ("lamps.py", "watts", "power", ["watts is missing; it was", "power is new", "it can't be decoded any more: TypeError"]),
        ("codec.py", "return Lamp(**{**values,", "return Lamp(**{**values, \"color\": \"red\",", []),
        ("codec.py", "json.loads(document)", "{**json.loads(document), \"color\": \"red\"} if b\"value-4\" in document and b\": \" in document else json.loads(document)", []),
        ("lamps.py", "class Lamp", "class Light", ["golden/lamps.Lamp.json: was recorded, and nothing", "1 violated, 1 unproven"]),
    ],
)  # fmt: skip
def test_whatever_changes_is_told_line_by_line(
    golden: Path, tmp_path: Path, file: str, old: str, new: str, lines: list[str]
) -> None:
    path = tmp_path / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    if "Light" in new:
        (tmp_path / "codec.py").write_text(re.sub(r"\bLamp\b", "Light", CODEC_SOURCE))
    result = run("--compare", "golden")
    assert result.exit_code == int(bool(lines)), result.output
    for line in lines:
        assert line in result.output


def test_a_document_that_is_read_as_another_object_is_told_of(golden: Path) -> None:
    path = golden / "lamps.Lamp.json"
    path.write_text(path.read_text().replace('"color": "value', '"color": "other'))
    result = run("--compare", "golden")
    assert result.exit_code == 1
    assert 'lamps.Lamp.json: color is "value-' in result.output
    assert '; it was "other-' in result.output


TAGS = """\
from __future__ import annotations

import dataclasses
import json

from lamps import Lamp, Meta


class LampCodec:
    def encode(self, obj: Lamp) -> bytes:
        words = sorted(dataclasses.asdict(obj))
        return json.dumps({**dataclasses.asdict(obj), "tags": list(set(words))}).encode()

    def decode(self, document: bytes) -> Lamp:
        values = json.loads(document)
        values.pop("tags")
        return Lamp(**{**values, "metadata": Meta(**values["metadata"])})
"""


def test_the_order_of_sets_is_the_same_in_each_run(watched: Watch, tmp_path: Path) -> None:
    watched({"lamps.py": TYPES, "codec.py": TAGS}, status=0)
    documents = []
    for seed in ("1", "2", "77"):
        command = [sys.executable, "-m", "apivet", "blackbox", "--record", f"golden-{seed}", "."]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, timeout=120)
        files = sorted((tmp_path / f"golden-{seed}").iterdir())
        documents.append([(path.name, path.read_bytes()) for path in files])
    assert len(documents[0]) == 2
    assert documents[0] == documents[1] == documents[2]


def test_what_is_written_anew_each_time_is_no_document(watched: Watch) -> None:
    source = CODEC_SOURCE.replace("dataclasses.asdict(obj)", 'dataclasses.asdict(obj) | {"watts": next(COUNTER)}')
    source = source.replace("\n\nclass", "\nimport itertools\n\nCOUNTER = itertools.count(1)\n\n\nclass", 1)
    watched({"lamps.py": TYPES, "codec.py": source})
    result = run("--record", "golden")
    assert result.exit_code == 2
    assert "lamps.Lamp: it is encoded as something else each time" in result.stderr


def test_foreign_and_unreadable_files_are_one_clear_line_each(golden: Path) -> None:
    (golden / "README.md").write_text("kept by a person")
    (golden / "other.json").write_text("[]")
    result = run("--compare", "golden")
    assert result.exit_code == 1
    told = [line for line in result.stdout.splitlines() if "other.json" in line]
    assert len(told) == 1
    assert told[0].endswith(
        "golden/other.json: was recorded, and nothing is serialized under that name any more (delete the file if that "
        "is meant, or if it is no document)"
    )
    assert "README" not in result.output
    assert run("--record", "golden").stderr.splitlines() == [
        "golden/other.json: nothing is serialized under that name; delete it, or --compare fails"
    ]
    (golden / "other.json").unlink()
    (golden / "lamps.Lamp.json").write_bytes(b"\xff no JSON")
    lines = run("--compare", "golden").stdout.splitlines()
    assert "golden/lamps.Lamp.json: it can't be decoded any more: " in lines[0]
    (golden / "lamps.Lamp.json").unlink()
    (golden / "lamps.Lamp.json").mkdir()
    for option in ("--compare", "--record"):
        result = run(option, "golden")
        assert result.exit_code == 2
        assert result.stderr.splitlines() == ["golden/lamps.Lamp.json: Is a directory"]


def test_nothing_to_compare_with_is_no_success(golden: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("--compare", "empty").exit_code == 2
    assert run("--compare", "nowhere").exit_code == 2
    assert run("--compare", "golden", "--record", "golden").exit_code == 2
    (tmp_path / "codec.py").unlink()
    result = run("--compare", "golden")
    assert result.exit_code == 2
    assert "no codec was found" in result.output


# ------------------------------------------------------------------------------------------------- paths of leaves


def test_a_field_that_is_lost_as_a_whole_is_named_as_a_whole() -> None:
    before = {"a.b": 1, "a.c[0].d": 2, "a.c[1].d": 3, "a.c[1].e": 4, "f": 5}
    assert whole(["a.c[0].d", "a.c[1].d"], before) == {"a.c": "a.c[0].d", "a.c[*].d": "a.c[1].d"}
    assert whole(["a.c[0].d", "a.c[1].d", "a.c[1].e"], before) == {"a.c": "a.c[0].d"}
    assert whole(["f"], before) == {"f": "f"}


def test_paths_lead_to_parts() -> None:
    assert of_each("a['x'].b[3]") == "a[*].b"
    assert list(splits("a.b[0].c")) == [(["a"], "b[0].c"), (["a", ".b"], "[0].c"), (["a", ".b", "[0]"], "c")]
    assert at({"a": {"k": [7, 8]}}, ["a", "['k']", "[1]"]) == 8


KETTLES = """\
from __future__ import annotations

import zlib

from pydantic import BaseModel


class Meta(BaseModel):
    name: str = ""


class Spec(BaseModel):
    litres: int = 2
    marks: list[str] = []


class Kettle(BaseModel):
    metadata: Meta = Meta()
    spec: Spec = Spec()


class Teapot(Kettle):
    lid: bool = True


class Cup(BaseModel):
    metadata: Meta = Meta()
    handle: str = ""


class {name}Codec:
    def encode(self, obj: Kettle) -> bytes:
        return obj.model_dump_json({dump}).encode()

    def decode(self, document: bytes) -> Kettle:
        kettle = Kettle.model_validate_json(document)
        if kettle.spec.litres < {least}:
            raise ValueError("no kettle")
        return kettle
"""


@pytest.mark.parametrize(
    ("dump", "least", "verdict"),
    [
        ("", -1 << 80, "holds"),
        ("exclude_defaults=True", -1 << 80, "holds"),
        ("exclude_unset=True", -1 << 80, "violated"),
        ("", 0, "unproven"),
    ],
    ids=["all of it", "but for defaults", "but for what no constructor was given", "refuses to read"],
)
def test_a_codec_is_given_what_is_set_afterwards_and_told_of_what_it_refuses_to_read(
    dump: str, least: int, verdict: str, watched: Watch
) -> None:
    report = watched({"kettles.py": KETTLES.format(name="Kettle", dump=dump, least=least)})
    kettles = {row for (_, field), row in verdicts(report, CODEC).items() if "Kettle" in str(field)}
    assert kettles == {verdict}
    assert not any("Cup" in str(row["field"]) for row in report["verdicts"])  # it says that it encodes kettles


SEALS = """\
import zlib


class SealTransformer:
    MARK = b"wax:"

    def to_storage(self, document: bytes) -> bytes:
        {write}

    def from_storage(self, stored: bytes) -> bytes:
        {read}
"""
SMALLER = "small = zlib.compress(document)\n        return b'zip|' + small if len(small) < len(document) else document"
UNZIPPED = "return zlib.decompress(stored[4:]) if stored.startswith(b'zip|') else stored"


@pytest.mark.parametrize(
    ("write", "read", "verdict"),
    [
        ("return self.MARK + document", "return stored[len(self.MARK):]", "holds"),
        ("return self.MARK + document.removeprefix(self.MARK)", "return stored[len(self.MARK):]", "violated"),
        (SMALLER, UNZIPPED, "violated"),
        ("return document + b'.end'", "return stored.split(b'.end')[0]", "violated"),
        ("return document + '#'.encode()", "return stored.rstrip(b'#')", "violated"),
    ],
)
def test_documents_hold_what_a_transformer_marks_its_own_with(
    write: str, read: str, verdict: str, watched: Watch
) -> None:
    report = watched({"seals.py": SEALS.format(write=write, read=read)})
    assert set(verdicts(report, TRANSFORMER).values()) == {verdict}
