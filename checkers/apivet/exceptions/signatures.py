"""Signatures of exceptions files, made and verified by OpenSSH's ``ssh-keygen`` (contract section 8).

A signed file carries a serial number, so that an older one can't come back.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from apivet.documents import DocumentError, parse_toml
from apivet.exceptions.owners import SIGNERS

NAMESPACE: Final = "apivet-exceptions"
SUFFIX: Final = ".sig"
_LINE_ENDS: Final = ": git may have changed its line ends, which 'exceptions/* -text' in .gitattributes keeps"
#: Longest time for one signature, in seconds; somebody may have to type a passphrase or touch a token.
_PATIENCE: Final = 60.0
_TO_SIGN: Final = 600.0
_ANEW: Final = "'apivet exceptions sign' signs it anew"


class KeygenError(Exception):
    """A signature that can't be made or looked at: why, on one line."""


class Signed(Struct, frozen=True):
    """The signed exceptions file: as it is now and as it was at the base, its signature, and who may have
    made it. ``None`` stands for a file that is not there."""

    now: bytes | None
    before: bytes | None
    signature: bytes | None
    signers: bytes | None
    approvers: frozenset[str]
    has_entries: bool

    @property
    def is_needed(self) -> bool:
        """Whether the file counts only with a signature."""
        if serial_of(self.before) is not None and self.now != self.before:
            return True
        return self.signers is not None and self.has_entries

    def objection(self) -> str | None:
        """Why the signature that is needed does not count, if so. Raises :class:`KeygenError`."""
        if not self.is_needed:
            return None
        serial, known = serial_of(self.now), serial_of(self.before)
        if self.now is None:
            return f"the signed file is gone; what follows serial {known} has to be signed with a higher one"
        if self.signers is None:
            return f"there is no {SIGNERS} at the base by which its signature could be verified"
        if self.signature is None:
            return f"its signature ({SUFFIX} beside it) is missing; 'apivet exceptions sign' makes it"
        if serial is None:
            return f"a signed file begins with a serial (serial = 1), and this one has none; {_ANEW}"
        if self.now != self.before and known is not None and serial <= known:
            return f"its serial {serial} is not above that of the base, {known}; {_ANEW}"
        if not any(_verifies(self, approver) for approver in sorted(self.approvers)):
            told = "its signature is by none of the approvers, or of something else"
            return told + _LINE_ENDS if b"\r" in self.now else told
        return None


def serial_of(data: bytes | None) -> int | None:
    """The serial number of an exceptions file, where it has one."""
    try:
        serial = parse_toml(data).get("serial") if data is not None else None
    except DocumentError:
        return None
    return serial if type(serial) is int else None


def _verifies(signed: Signed, approver: str) -> bool:
    """Whether a signature is one that this approver may make today."""
    import tempfile  # which takes longer to load than most runs need for all exceptions

    with tempfile.TemporaryDirectory(prefix="apivet-") as directory:
        signers, signature = os.path.join(directory, SIGNERS), os.path.join(directory, "signature")
        for path, data in ((signers, signed.signers), (signature, signed.signature)):
            with open(path, "wb") as stream:
                stream.write(data or b"")
        options = ["-f", signers, "-I", approver, "-n", NAMESPACE, "-s", signature]
        return _keygen(["-Y", "verify", *options], signed.now or b"", directory).returncode == 0


def sign(path: str, keys: Iterable[str]) -> str:
    """Write the signature of a file beside it, by the first of the keys that is there. The key is given back. Raises
    :class:`KeygenError`."""
    key = next((each for each in keys if os.path.isfile(each)), None)
    if key is None:
        raise KeygenError("there is no key to sign with; name one with --key")
    if os.path.lexists(path + SUFFIX):
        os.remove(path + SUFFIX)
    command = ["ssh-keygen", "-Y", "sign", "-f", key, "-n", NAMESPACE, path]
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=_TO_SIGN)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise KeygenError(_why(error)) from None
    if done.returncode or not os.path.isfile(path + SUFFIX):
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise KeygenError(f"ssh-keygen has made no signature: {lines[-1] if lines else 'it does not say why'}")
    return key


def usual_keys() -> list[str]:
    """The keys that OpenSSH makes by default."""
    return [os.path.expanduser(f"~/.ssh/id_{kind}") for kind in ("ed25519", "ecdsa", "rsa")]


def _keygen(arguments: list[str], data: bytes, directory: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["ssh-keygen", *arguments], input=data, capture_output=True, cwd=directory, timeout=_PATIENCE
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise KeygenError(_why(error)) from None


def _why(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "the command 'ssh-keygen' is not there; install OpenSSH (8.2 or later)"
    return f"the command 'ssh-keygen' does not end or can't be run: {error}"
