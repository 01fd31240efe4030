"""Transformers that are given the place of a document: what of it they look at, and how they take it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackbox.conftest import watched_in

HEAD = """\
from __future__ import annotations

import hashlib
import hmac
import posixpath
import secrets
import unicodedata
import zlib

KEY = b"a key of this test"


def applied(data: bytes, nonce: bytes) -> bytes:
    stream = hashlib.shake_256(KEY + nonce).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, stream))


def seal(data: bytes, place: bytes) -> bytes:
    return hmac.digest(KEY, len(place).to_bytes(8, "big") + place + data, "sha256")


def shut(document: bytes, place: bytes) -> bytes:
    nonce = secrets.token_bytes(16)
    data = nonce + applied(document, nonce)
    return seal(data, place) + data


def opened(stored: bytes, place: bytes) -> bytes:
    if not hmac.compare_digest(stored[:32], seal(stored[32:], place)):
        raise ValueError("it belongs in another place")
    return applied(stored[48:], stored[32:48])
"""
#: The part of a place that is looked at, of which another place has the same.
PARTS = (
    *("place.lower()", "place.strip(b'/')", "place[:18]", "place[:32]", "place[:64]", "place[-5:]", "place[::2]"),
    *("place.rsplit(b'/', 1)[-1]", "place.split(b'/')[2]", "place.split(b'.')[0]", "place.split(b'?')[0]"),
    *("place.split(b':')[0]", "place.replace(b'-', b'')", "bytes(each for each in place if not 48 <= each < 58)"),
    *("len(place).to_bytes(4, 'big')", "(sum(place) % 256).to_bytes(4, 'big')", "bytes(sorted(place))"),
    *("hashlib.md5(place).digest()[:1]", "place.decode().encode('ascii', 'ignore')"),
    *("posixpath.normpath(place.decode()).encode()", "unicodedata.normalize('NFKC', place.decode()).encode()"),
)
WHOLE = ("place", "hashlib.sha256(place).digest()", "b'v1:' + place")
#: Parameters behind ``self``, and the expression for the place among them.
FORMS = {
    "Optional": ("document: bytes, place: bytes = b''", "place"),
    "Nothing": ("document: bytes, associated_data: bytes | None = None", "associated_data"),
    "Named": ("document: bytes, *, place: bytes", "place"),
    "Behind": ("document: bytes, retries: int = 3, aad: bytes = b''", "aad"),
    "Context": ("ctx, document: bytes, data_ctx: bytes", "data_ctx"),
    "Text": ("document: bytes, place: str", "place.encode()"),
}
#: Whole transformers that break another promise.
OTHERS = """
class OneAtATimeTransformer:
    def to_storage(self, document: bytes, place: bytes) -> bytes:
        self.nonce = secrets.token_bytes(16)
        return applied(document, self.nonce)

    def from_storage(self, stored: bytes, place: bytes) -> bytes:
        return applied(stored, self.nonce)


class OnceTransformer:
    def __init__(self):
        self.count, self.known = 0, []

    def to_storage(self, document: bytes) -> bytes:
        self.count += 1
        self.known = [*self.known[-1:], (self.count, document)]
        return str(self.count).encode()

    def from_storage(self, stored: bytes) -> bytes:
        return dict(self.known)[int(stored)]


class FreshTransformer:
    def to_storage(self, document: bytes, place: bytes) -> bytes:
        return shut(document, place)

    def from_storage(self, stored: bytes, place: bytes) -> tuple[bool, bytes]:
        return True, opened(stored, place)
"""


def _class(name: str, parameters: str, place: str) -> str:
    return f"""

class {name}Transformer:
    async def to_storage(self, {parameters}) -> bytes:
        return shut(document, {place})

    def from_storage(self, {parameters}) -> bytes:
        return opened(document, {place})
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    given = "document: bytes, place: bytes"
    classes = [_class(f"Part{number}", given, part) for number, part in enumerate(PARTS)]
    classes += [_class(f"Whole{number}", given, part) for number, part in enumerate(WHOLE)]
    for name, (parameters, place) in FORMS.items():
        classes += [_class(name, parameters, place if name != "Nothing" else f"{place} or b''")]
        classes += [_class(f"Careless{name}", parameters, "b''")]
    return watched_in(tmp_path_factory.mktemp("vaults"), {"vaults.py": f"{HEAD}{''.join(classes)}{OTHERS}"})


def _verdicts(report: dict[str, Any], name: str) -> list[str]:
    return [row["verdict"] for row in report["verdicts"] if row["object"] == f"vaults.{name}Transformer"]


@pytest.mark.parametrize("number", range(len(PARTS)), ids=PARTS)
def test_a_part_of_the_place_is_not_enough(number: int, report: dict[str, Any]) -> None:
    assert _verdicts(report, f"Part{number}") == ["violated"]


@pytest.mark.parametrize("number", range(len(WHOLE)), ids=WHOLE)
def test_all_of_it_is(number: int, report: dict[str, Any]) -> None:
    assert _verdicts(report, f"Whole{number}") == ["holds"]


@pytest.mark.parametrize("name", FORMS)
def test_a_place_is_given_however_it_is_taken(name: str, report: dict[str, Any]) -> None:
    assert not report["problems"]
    assert _verdicts(report, name) == ["holds"]
    assert _verdicts(report, f"Careless{name}") == ["violated"]


@pytest.mark.parametrize("name", ["OneAtATime", "Once", "Fresh"])
def test_what_was_written_before_comes_back_too_and_is_not_stale(name: str, report: dict[str, Any]) -> None:
    assert _verdicts(report, name) == ["violated"]


def test_each_finding_has_a_case_that_calls_as_its_transformer_is_called(report: dict[str, Any]) -> None:
    cases = {finding["object"]: report["cases"].get(finding["fingerprint"], "") for finding in report["findings"]}
    assert [name for name, case in cases.items() if not case] == []
    assert "from_storage(data, place=b" in cases["vaults.CarelessNamedTransformer"]
    assert "from_storage(None, data, b" in cases["vaults.CarelessContextTransformer"]
    assert "from_storage(data, aad=b" in cases["vaults.CarelessBehindTransformer"]
    assert "MixedUpCase(" in cases["vaults.OneAtATimeTransformer"]
