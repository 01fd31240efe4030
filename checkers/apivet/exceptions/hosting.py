"""Whether the hosting service asks an approver before the exceptions change: CODEOWNERS, or OWNERS as Prow reads it.

Without signatures an approver's name is a claim, and a review by an approver is what proves it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from apivet.documents import read_file

#: Where GitHub and GitLab look, in their order.
PLACES: Final = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
#: Patterns that cover everything, and so say nothing of who minds the exceptions.
_CATCH_ALL: Final = frozenset(("*", "**", "/*", "/**", "/", "/**/*", "**/*"))
_SECTION: Final = re.compile(r"\^?\[[^\]]+\]")


class Review(Struct, frozen=True):
    """Whether changes of the exceptions need an approver's review, and why not. One that is not ``known`` can't be told
    from here: a team may be anybody."""

    is_asked: bool
    reason: str
    known: bool = True

    @property
    def sentence(self) -> str:
        """The result of the review, on one line."""
        if self.is_asked:
            return f"approvers review each change of the exceptions: {self.reason}"
        state = "nothing makes sure" if self.known else "not verified"
        return f"{state} that approvers review each change of the exceptions: {self.reason}"


class _Line(Struct, frozen=True):
    pattern: str
    owners: tuple[str, ...]
    number: int


def review(top: str, files: Sequence[str], owners_path: str) -> Review:
    """The review of changes of these files (paths below the top of the repository, with ``/``) and of what says so."""
    owners = _owners(os.path.join(top, owners_path))
    approvers = _texts(owners.get("approvers"))
    known = {*approvers, *_texts(owners.get("codeowners"))}
    place = next((each for each in PLACES if os.path.lexists(os.path.join(top, each))), None)
    if place is None:
        options = owners.get("options")
        if approvers and isinstance(options, dict) and options.get("no_parent_owners") is True:
            return Review(True, f"{owners_path} has approvers and no_parent_owners, as Prow reads it")
        return Review(False, f"there is no CODEOWNERS, and {owners_path} does not say no_parent_owners: true")
    try:
        lines = list(_lines(read_file(os.path.join(top, place)).decode("utf-8", "replace")))
    except OSError as error:
        return Review(False, f"{place} cannot be read: {error.strerror or error}")
    if not lines:
        return Review(False, f"{place} names no owners")
    for file in (*files, place):
        objection = _objection(file, lines, known, place)
        if objection is not None:
            return objection
    return Review(True, f"{place} gives {', '.join(files)} and itself to approvers only")


def _objection(file: str, lines: Iterable[_Line], known: set[str], place: str) -> Review | None:
    """Why a file is not the approvers' alone, if so: the last line that matches it decides."""
    matching = [line for line in lines if _matches(line.pattern, file)]
    if not matching:
        return Review(False, f"no line of {place} is about {file}")
    last = matching[-1]
    where = f"{place}:{last.number}"
    if last.pattern in _CATCH_ALL:
        return Review(False, f"only the line for everything is about {file} ({where})")
    if not last.owners:
        return Review(False, f"{where} gives {file} to nobody")
    strangers = [owner for owner in last.owners if owner not in known]
    mails = [owner for owner in strangers if not owner.startswith("@")]
    if mails:
        return Review(False, f"{where} gives {file} to {mails[0]}, who is no approver")
    if strangers:
        unlisted = f"{where} gives {file} to {strangers[0]}, who is not listed under 'codeowners:'"
        return Review(False, unlisted, known=False)
    return None


def _lines(text: str) -> Iterator[_Line]:
    """The lines with a pattern. A section of GitLab's may give its own owners to lines that have none."""
    default: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        words = re.sub(r"(?:^|\s)#.*", "", line).strip()
        section = _SECTION.match(words)
        if section is not None:
            default = tuple(words[section.end() :].split())
        elif words:
            pattern, *owners = re.split(r"(?<!\\)\s+", words)
            yield _Line(pattern, tuple(owners) or default, number)


def _matches(pattern: str, file: str) -> bool:
    import pathspec

    try:
        spec = pathspec.GitIgnoreSpec.from_lines([pattern])
    except ValueError:
        return False
    if pattern.endswith("/*"):  # the files of a directory itself, for a hosting service
        return os.path.dirname(file) == pattern.strip("/*").rstrip("/") if "*" not in pattern[:-2] else True
    return bool(spec.match_file(file))


def _owners(path: str) -> dict[str, Any]:
    import yaml

    try:
        document = yaml.safe_load(read_file(path))
    except (OSError, yaml.YAMLError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(each.strip() for each in value if isinstance(each, str)) if isinstance(value, list) else ()
