"""Approvers of exceptions: the ``approvers`` of ``exceptions/OWNERS``."""

from __future__ import annotations

import os
from typing import Final

from msgspec import Struct

from apivet.documents import read_file, reason

#: The file beside theirs that says whose signatures count.
SIGNERS: Final = "allowed_signers"


class Owners(Struct, frozen=True):
    """The approvers. ``path`` is as shown; ``missing`` where there is no such file; ``problem`` says why it is
    unusable."""

    path: str
    approvers: frozenset[str] = frozenset()
    missing: bool = False
    problem: str | None = None

    def objection(self, approver: str) -> str | None:
        """Why this approver's word does not count, if so."""
        if not approver:
            return "it names no approver (approved-by)"
        if approver in self.approvers:
            return None
        if self.missing:
            return f"'{approver}' is no approver, as there is no {self.path}"
        if self.problem:
            return f"'{approver}' is no approver, as {self.path} {self.problem}"
        return f"'{approver}' is not among the approvers in {self.path}"


def signers_beside(owners: str) -> str:
    """The path of the file that says whose signatures count."""
    return os.path.join(os.path.dirname(owners), SIGNERS)


#: More bytes than any list of approvers has; to read them as YAML would take a minute.
_LARGE = 1_000_000


def read_owners(path: str, shown: str) -> Owners:
    """The approvers in a file of the working tree."""
    try:
        return parse_owners(read_file(path), shown)
    except FileNotFoundError:
        return Owners(shown, missing=True)
    except OSError as error:
        return Owners(shown, problem=f"cannot be read: {reason(error)}")


def parse_owners(data: bytes, shown: str) -> Owners:
    """The approvers in the text of an OWNERS file."""
    import yaml

    if len(data) > _LARGE:
        return Owners(shown, problem="is larger than a list of approvers can be")
    try:
        document = yaml.safe_load(data)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f" (line {mark.line + 1})" if mark else ""
        return Owners(shown, problem=f"is not valid YAML{place}")
    if document is None:
        return Owners(shown)
    approvers = document.get("approvers", []) if isinstance(document, dict) else None
    if not isinstance(approvers, list) or not all(isinstance(approver, str) for approver in approvers):
        return Owners(shown, problem="must have a list of texts called 'approvers'")
    return Owners(shown, frozenset(approver.strip() for approver in approvers))
