"""Whether the hosting service asks an approver before the exceptions change: CODEOWNERS, or OWNERS as Prow reads it.

Without signatures an approver's name is a claim, and a review by an approver is what proves it.
"""

from __future__ import annotations

import errno
import functools
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from apivet.documents import read_file, reason

#: Where hosting services look, each in its order: the first that is there counts.
_GITHUB: Final = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
_GITLAB: Final = ("CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
#: Patterns that cover everything, and so say nothing of who minds the exceptions.
_CATCH_ALL: Final = frozenset(("*", "**", "/*", "/**", "/", "/**/*", "**/*"))
#: A section of GitLab's: whether its reviews may be left out, its name, and how many it asks for.
_SECTION: Final = re.compile(r"(\^)?\[[^\]]+\](?:\[\d+\])?")


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
    owners = _owners(top, owners_path)
    approvers = _texts(owners.get("approvers"))
    # Names of people, of teams and of hosts are the same in capitals.
    known = {name.lower() for name in (*approvers, *_texts(owners.get("codeowners")))}
    read = [(places, next(filter(functools.partial(_is_there, top), places), None)) for places in (_GITHUB, _GITLAB)]
    found = sorted({place for _, place in read if place is not None})
    if not found:
        directory, name = os.path.split(owners_path)
        options, within = owners.get("options"), all(file.startswith(f"{directory}/") for file in files)
        alone = isinstance(options, dict) and options.get("no_parent_owners") is True and "filters" not in owners
        if approvers and alone and name == "OWNERS" and within:
            return Review(True, f"{owners_path} has approvers and no_parent_owners, as Prow reads it")
        return Review(False, f"there is no CODEOWNERS, and {owners_path} does not say no_parent_owners: true")
    for place in found:
        objection = _objection_to(top, place, files, known)
        if objection is not None:
            return objection
    told = f"{' and '.join(found)} gives {', '.join(files)} and itself to approvers only"
    before = [each for places, place in read if place is not None for each in places[: places.index(place)]]
    lines = list(_lines(_text(top, found[0])))
    opened = next((each for each in before if _objection(each, lines, known, found[0]) is not None), None)
    return Review(True, f"{told}; give them {opened} too, which would come before it" if opened else told)


def _objection_to(top: str, place: str, files: Sequence[str], known: set[str]) -> Review | None:
    """Why a file of owners does not leave these files, and itself, to approvers alone, if so."""
    try:
        lines = list(_lines(_text(top, place)))
    except OSError as error:
        return Review(False, f"{place} cannot be read: {reason(error)}")
    if not lines:
        return Review(False, f"{place} names no owners")
    return next(filter(None, (_objection(file, lines, known, place) for file in (*files, place))), None)


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
    strangers = [owner for owner in last.owners if owner.lower() not in known]
    mails = [owner for owner in strangers if not owner.startswith("@")]
    if mails:
        return Review(False, f"{where} gives {file} to {mails[0]}, who is no approver")
    if strangers:
        unlisted = f"{where} gives {file} to {strangers[0]}, who is not listed under 'codeowners:'"
        return Review(False, unlisted, known=False)
    return None


def _lines(text: str) -> Iterator[_Line]:
    """The lines with a pattern. A section of GitLab's may give its own owners to lines that have none, and one whose
    reviews may be left out gives none to any."""
    default: tuple[str, ...] = ()
    optional = False
    for number, line in enumerate(text.splitlines(), start=1):
        words = re.sub(r"(?:^|\s)#.*", "", line).strip()
        section = _SECTION.match(words)
        if section is not None:
            default, optional = tuple(words[section.end() :].split()), section[1] is not None
        elif words:
            pattern, *owners = re.split(r"(?<!\\)\s+", words)
            nobody = optional or pattern.startswith("!")
            yield _Line(pattern.removeprefix("!"), () if nobody else tuple(owners) or default, number)


def _matches(pattern: str, file: str) -> bool:
    import pathspec

    try:
        spec = pathspec.GitIgnoreSpec.from_lines([pattern])
    except ValueError:
        return False
    if pattern.endswith("/*"):  # the files of a directory itself, for a hosting service
        return os.path.dirname(file) == pattern.strip("/*").rstrip("/") if "*" not in pattern[:-2] else True
    return bool(spec.match_file(file))


def _owners(top: str, path: str) -> dict[str, Any]:
    import yaml

    try:
        document = yaml.safe_load(_text(top, path))
    except (OSError, yaml.YAMLError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def _is_there(top: str, place: str) -> bool:
    return os.path.lexists(os.path.join(top, place))


def _text(top: str, place: str) -> str:
    """The text of a file as hosting services see it: they follow no links. Raises ``OSError``."""
    path = os.path.join(top, place)
    if os.path.islink(path):
        raise OSError(errno.ELOOP, "it is a symbolic link", path)
    return read_file(path).decode("utf-8-sig", "replace")


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(each.strip() for each in value if isinstance(each, str)) if isinstance(value, list) else ()
