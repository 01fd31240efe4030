"""Approvers of exceptions from a change: those who stood before it (contract section 8).

A change that brings an exception cannot bring the approver, too: ``OWNERS`` and the keys of those who sign are read at
the base revision, and all files lie where the configuration of that revision says.
"""

from __future__ import annotations

import os

from msgspec.structs import replace

from apivet.base import Base
from apivet.catalogue import Catalogue
from apivet.config import Config
from apivet.documents import read_file
from apivet.exceptions.applying import Exceptions
from apivet.exceptions.entries import ExceptionsFile, read_exceptions
from apivet.exceptions.owners import Owners, parse_owners, signers_beside
from apivet.exceptions.signatures import SUFFIX, KeygenError, Signed
from apivet.program.files import relative


def exceptions_against(config: Config, rules: Catalogue, base: Base | None, reason: str = "") -> Exceptions:
    """The exceptions of the working tree, with the approvers of the base revision; where there is none, for some
    ``reason``, nobody is an approver. The ``config`` is the base's."""
    shown = relative(config.exceptions_path)
    astray = _astray(base, config.exceptions_path) if base is not None else None
    file = ExceptionsFile(shown, problem=astray) if astray else read_exceptions(config.exceptions_path, shown, rules)
    owners = Owners(relative(config.owners_path))
    if base is None:
        if file.entries:
            owners = Owners(f"base revision to read {owners.path} at ({reason}; --base names one)", missing=True)
        return Exceptions.as_of_today(file, owners)
    if file.entries:
        owners = _owners_at(base, config)
    return checked(Exceptions.as_of_today(file, owners), signed(config, base, file))


def signed(config: Config, base: Base, file: ExceptionsFile) -> Signed:
    """The signed file: it and its signature as they are, keys and approvers as they were at the base."""
    path = config.exceptions_path
    beside = signers_beside(config.owners_path)
    base.look(path, beside)
    signature = None if _astray(base, path + SUFFIX) else _bytes(path + SUFFIX)
    approvers = _owners_at(base, config).approvers
    return Signed(_bytes(path), base.read(path), signature, base.read(beside), approvers, bool(file.entries))


def checked(exceptions: Exceptions, what: Signed) -> Exceptions:
    """The exceptions, none of which counts where a signature is needed and does not verify."""
    try:
        return replace(exceptions, objection=what.objection(), is_proven=what.is_needed, unverified="")
    except KeygenError as error:
        problem = f"its signature can't be verified: {error}"
        return replace(exceptions, file=replace(exceptions.file, problem=problem, entries=()))


def _bytes(path: str) -> bytes | None:
    try:
        return read_file(path)
    except OSError:
        return None


def _owners_at(base: Base, config: Config) -> Owners:
    path = base.below_top(config.owners_path)
    if not base.holds(config.owners_path):
        return Owners(f"{path} in the repository", missing=True)
    shown = f"{path} at the base revision {base.short}"
    data = base.read(config.owners_path)
    return Owners(shown, missing=True) if data is None else parse_owners(data, shown)


def _astray(base: Base, path: str) -> str | None:
    """Why a file does not count, if so: what a link leads to, or a submodule has, is no part of the change that was
    looked at."""
    if not os.path.lexists(path):
        return None
    if not base.holds(path):
        return "lies outside of the repository; the exceptions must be a regular file inside of it"
    parts = base.below_top(path).split("/")
    for number in range(1, len(parts) + 1):
        place = os.path.join(base.repository.top, *parts[:number])
        is_link = os.path.islink(place)
        if is_link or os.path.lexists(os.path.join(place, ".git")):
            kind = "a link" if is_link else "a repository of its own"
            shown = "/".join(parts[:number])
            return f"does not count, as {shown} is {kind}; the exceptions must be a regular file inside the repository"
    return None
