"""The reason why a signed file does not count says what is to be done."""

from __future__ import annotations

import pytest

from apivet.exceptions.signatures import Signed

ENTRY = b'version = 1\n\n[[exception]]\nrule = "status-not-wiped-on-create"\n'


@pytest.mark.parametrize(
    ("now", "before", "signature", "said"),
    [
        (ENTRY, None, None, "its signature (.sig beside it) is missing; 'apivet exceptions sign' makes it"),
        (
            ENTRY,
            None,
            b"old",
            "begins with a serial (serial = 1), and this one has none; 'apivet exceptions sign' signs",
        ),
        (b"serial = 2\n" + ENTRY, b"serial = 2\n", b"old", "its serial 2 is not above that of the base, 2; 'apivet"),
    ],
)
def test_a_file_that_is_not_signed_yet(now: bytes, before: bytes | None, signature: bytes | None, said: str) -> None:
    signed = Signed(now, before, signature, b"jane ssh-ed25519 AAAA", frozenset({"jane"}), has_entries=True)
    assert said in (signed.objection() or "")
