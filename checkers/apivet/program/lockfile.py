"""A baseline as a text file, one line for each type and one for each field.

Lines are sorted, and each says all of itself: a review shows a new field as one added line, and a reader needs no
order, so that two branches merge line by line::

    apivet-lock 2
    apis.widget.Widget (apis.meta.Object)
    apis.widget.Widget.spec: apis.widget.WidgetSpec
    apis.widget.v1.Gadget = apis.widget.Gadget

    apivet-lock end

A type's own line comes before its fields and names what it derives from; the last of these lines is an alias. The end
is written out, so that a file that was cut off between two lines is known for one; files of version 1 lack it.
"""

from __future__ import annotations

import json
import re
from typing import Final

from msgspec import Struct, field

from apivet.program.baseline import UNTOLD, Baseline, EarlierType

VERSION: Final = 2
_FIRST: Final = f"apivet-lock {VERSION}"
_WITHOUT_END: Final = "apivet-lock 1"
_END: Final = "apivet-lock end"
_HEADER: Final = f"""\
# The fields of the API types, which the rule ungated-new-field tells new fields by. Written by 'apivet types lock':
# write it again after a change to the types, or to end a merge conflict. 'apivet.lock merge=union' in .gitattributes
# lets additions from two branches merge by themselves.
{_FIRST}
"""
_CONFLICT: Final = re.compile(r"(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$")
_NAME: Final = r"[^\s:=(),\"]+"
_TYPE: Final = re.compile(rf"({_NAME})(?: \(({_NAME}(?:, {_NAME})*)\))?")
#: A field of a mapping may have any name; one that is no word is written in quotes.
_WORD: Final = re.compile(r"[^\W\d]\w*")
_FIELD: Final = re.compile(rf"({_NAME})\.({_WORD.pattern}|\"(?:[^\"\\]|\\.)*\"): (\S.*)")
_ALIAS: Final = re.compile(rf"({_NAME}) = ({_NAME})")
_REMEDY: Final = "write it again with 'apivet types lock'"


class LockError(ValueError):
    """A lock file that cannot be used: why, and what to do, on one line. ``line`` counts from 1, 0 is the whole
    file."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def lock_text(baseline: Baseline) -> str:
    """The whole file."""
    return _HEADER + "".join(f"{line}\n" for line in (*lock_lines(baseline), _END))


def lock_lines(baseline: Baseline) -> list[str]:
    """The lines of the file, one for each type, field and alias, in order."""
    lines = []
    for dotted in sorted({*baseline.types, *baseline.aliases}):
        type_ = baseline.types.get(dotted)
        if type_ is None:
            lines.append(f"{dotted} = {baseline.aliases[dotted]}")
            continue
        lines.append(f"{dotted} ({', '.join(type_.bases)})" if type_.bases else dotted)
        lines += (f"{dotted}.{_quoted(name)}: {_one_line(spelled)}" for name, spelled in sorted(type_.fields.items()))
    return lines


def _quoted(name: str) -> str:
    return name if _WORD.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _unquoted(name: str, number: int) -> str:
    try:
        return str(json.loads(name)) if name.startswith('"') else name
    except ValueError:
        raise LockError(f"has a field whose name cannot be read: {_shortened(name)}; {_REMEDY}", number) from None


def _one_line(spelled: str) -> str:
    return " ".join(spelled.split()) or UNTOLD


class _LockDraft(Struct):
    """The lines read so far. ``fields`` are by the dotted name of their type; ``lines`` are where each was written."""

    bases: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def take(self, text: str, number: int) -> None:
        """One line that is neither blank nor a comment."""
        found = _FIELD.fullmatch(text)
        if found:
            self._once(f"{found[1]}.{found[2]}:", f"{found[1]}.{found[2]}", number)
            self.fields.setdefault(found[1], {})[_unquoted(found[2], number)] = found[3]
            return
        found = _ALIAS.fullmatch(text)
        if found:
            self._once(found[1], found[1], number)
            self.aliases[found[1]] = found[2]
            return
        found = _TYPE.fullmatch(text)
        if not found:
            raise LockError(f"is no line of a lock file: {_shortened(text)!r}; {_REMEDY}", number)
        self._once(found[1], found[1], number)
        self.bases[found[1]] = tuple(found[2].split(", ")) if found[2] else ()

    def _once(self, key: str, shown: str, number: int) -> None:
        first = self.lines.setdefault(key, number)
        if first != number:
            raise LockError(f"tells of '{shown}' once more after line {first}; {_REMEDY}", number)

    def baseline(self, name: str) -> Baseline:
        for dotted, fields in self.fields.items():
            if dotted not in self.bases:
                line = min(self.lines[f"{dotted}.{_quoted(own)}:"] for own in fields)
                raise LockError(f"has a field of '{dotted}', but no line for that type; {_REMEDY}", line)
        types = [EarlierType(dotted, self.fields.get(dotted, {}), bases) for dotted, bases in self.bases.items()]
        return Baseline(name, types, self.aliases)


def read_lock(data: bytes, name: str) -> Baseline:
    """The baseline in the bytes of a lock file; a byte order mark is skipped, line ends may be of any kind. Raises
    :class:`LockError`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LockError(f"is not UTF-8 text; {_REMEDY}", data.count(b"\n", 0, error.start) + 1) from None
    lines = [line.rstrip("\r") for line in text.split("\n")]
    for number, line in enumerate(lines, start=1):
        if _CONFLICT.match(line):
            raise LockError(f"has a merge conflict: keep the lines of either side, then {_REMEDY}", number)
    said = [
        (number, line.rstrip())
        for number, line in enumerate(lines, start=1)
        if line.strip() and not line.startswith("#")
    ]
    if not said:
        raise LockError(f"holds nothing; {_REMEDY}")
    _refuse_other_versions(*said[0])
    marks = (_FIRST, _WITHOUT_END, _END)
    draft = _LockDraft()
    for number, line in said[1:]:
        if line not in marks:  # a merge that keeps both sides may keep one of these twice
            draft.take(line, number)
    if said[0][1] == _FIRST and all(line != _END for _, line in said):
        raise LockError(f"is cut off: its last line, '{_END}', is missing; {_REMEDY}", said[-1][0])
    return draft.baseline(name)


def _refuse_other_versions(number: int, line: str) -> None:
    if line in (_FIRST, _WITHOUT_END):
        return
    found = re.fullmatch(r"apivet-lock (\S+)", line)
    if found:
        known = f"this apivet reads version {VERSION}"
        raise LockError(f"has the unknown version {_shortened(found[1])}; {known}: {_REMEDY}", number)
    raise LockError(f"does not begin with '{_FIRST}'; {_REMEDY}", number)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
