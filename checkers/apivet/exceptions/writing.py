"""Exceptions files as they are written: entries, serials; comments, order, line ends and a byte order mark stay."""

from __future__ import annotations

import codecs
import json
import os

import tomlkit

from apivet.documents import read_file
from apivet.exceptions.signatures import serial_of


def entry_text(
    rule: str,
    object_: str,
    field: str | None,
    reason: str,
    approved_by: str,
    issue: str | None = None,
    expires: str | None = None,
) -> str:
    """The TOML of one entry; texts are escaped, the date is not quoted."""
    lines = ["[[exception]]", f"rule = {_text(rule)}", f"object = {_text(object_)}"]
    if field:
        lines.append(f"field = {_text(field)}")
    lines += [f"reason = {_text(reason)}", f"approved-by = {_text(approved_by)}"]
    if issue:
        lines.append(f"issue = {_text(issue)}")
    if expires:
        lines.append(f"expires = {expires}")
    return "\n".join(lines) + "\n"


def with_serial(path: str, before: bytes | None) -> int:
    """Give an exceptions file a serial above that of the base, unless it is the base's own. The serial is given back.
    Raises ``OSError``."""
    data = read_file(path)
    serial, known = serial_of(data), serial_of(before)
    if serial is not None and (data == before or known is None or serial > known):
        return serial
    document = tomlkit.parse(data.decode("utf-8-sig"))
    number = max(serial or 0, known or 0) + 1
    if serial is not None:
        document["serial"] = number
        text = tomlkit.dumps(document)
    else:
        head, version, rest = tomlkit.dumps(document).partition("version")
        line, _, rest = rest.partition("\n")
        end = "\r\n" if line.endswith("\r") else "\n"
        text = f"{head}{version}{line}\nserial = {number}{end}{rest}"
    _write(path, text, before=data)
    return number


def append_entries(path: str, texts: list[str]) -> None:
    """Add entries to an exceptions file, which is made where there is none; comments and order stay. Raises
    ``OSError``, and ``UnicodeEncodeError`` for what no text in UTF-8 can hold."""
    data = read_file(path) if os.path.lexists(path) else b""
    _write(path, with_entries(data.decode("utf-8-sig"), texts), before=data)


def with_entries(text: str, texts: list[str]) -> str:
    """The text of an exceptions file with more entries."""
    newline = "\r\n" if "\r\n" in text else "\n"
    if "version" not in tomlkit.parse(text):
        text = f"version = 1{newline}{text}"
    document = tomlkit.parse(text)
    if isinstance(document.get("exception"), tomlkit.items.Array):
        for each in texts:
            document["exception"].append(_inline(each))
        return tomlkit.dumps(document)
    ends = "" if text.endswith("\n") else newline
    return newline.join([text + ends, *(each.replace("\n", newline) for each in texts)])


def _inline(text: str) -> tomlkit.items.InlineTable:
    """An entry as one line of a list."""
    table = tomlkit.inline_table()
    table.update(tomlkit.parse(text)["exception"][0])
    return table


def _write(path: str, text: str, *, before: bytes) -> None:
    """Put a text in the place of what a file had before, as a whole. Raises ``OSError``, ``UnicodeEncodeError``."""
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    data = mark + text.encode("utf-8")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "wb") as stream:
        stream.write(data)
    os.replace(temporary, path)


def _text(value: str) -> str:
    # JSON's escapes are TOML's, but for DEL, which JSON writes as it is, and for surrogate pairs, which are avoided
    # by leaving other characters as they are.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
