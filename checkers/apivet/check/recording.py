"""A zero-change proof: serialized objects of every type, written down once and compared after a change."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from apivet.blackbox.messages import Document
from apivet.blackbox.pool import examine_all
from apivet.blackbox.type_assignments import documents
from apivet.check.observing import setting_of, survey
from apivet.config import Config
from apivet.verdicts import Problem, Report

#: Lines about one file; more say nothing new.
_MOST_LINES = 20
_NO_CODEC = (
    "no codec was found: name one in [tool.apivet.blackbox] codecs, which is anything with encode(obj) -> bytes and"
    " decode(data) -> obj, or decode(data, type), or a function that takes a type and returns such a thing; types of"
    " pydantic and msgspec need none"
)


@dataclass(slots=True)
class Written:
    """The documents of a tree, the types that have none with the reason, and what could not be used."""

    documents: dict[str, Document] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    problems: list[Problem] = field(default_factory=list)


def write(paths: Sequence[str], config: Config, recorded: Mapping[str, bytes]) -> Written:
    """Have an object of every type serialized; what was recorded is decoded besides."""
    report = Report()
    surveyed = survey(paths, config, report)
    inventory = surveyed.inventory()
    written = Written(problems=report.problems)
    where = ", ".join(paths) or "."
    assignment = documents(inventory, surveyed.workspace, config.blackbox, recorded)
    if assignment is None:
        what = "no root type was found" if not inventory.types else _NO_CODEC
        written.problems.append(Problem(where, f"{what}, so nothing can be serialized"))
        return written
    (examined,) = examine_all([assignment], setting_of(config, 0), 1, lambda steps: None)
    if examined.reason:
        written.problems.append(Problem(where, f"nothing was serialized: {examined.reason}"))
    elif not examined.documents:
        written.problems.append(Problem(where, f"no codec takes any type: {'; '.join(examined.notes[:1])}"))
    written.documents = {document.name: document for document in examined.documents}
    written.notes = examined.notes
    return written


def record(directory: Path, written: Written) -> list[str]:
    """Put the documents into a directory. Returns the names of the files that are new or not what they were. Raises
    ``OSError``."""
    directory.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, document in sorted(written.documents.items()):
        data, path = _bytes(document), directory / name
        if not path.exists() or path.read_bytes() != data:
            changed.append(name)
            path.write_bytes(data)
    return changed


def recorded_in(directory: Path) -> dict[str, bytes]:
    """The documents of an earlier run. Raises ``OSError``."""
    names = sorted(name for name in os.listdir(directory) if name.endswith(".json"))
    return {name: (directory / name).read_bytes() for name in names}


def differences(recorded: Mapping[str, bytes], written: Written) -> Iterator[str]:
    """What is not as it was, one line each: ``FILE: spec.size: 3 was 4``."""
    for name in sorted({*recorded, *written.documents}):
        document = written.documents.get(name)
        if document is None:
            yield f"{name}: was recorded, and nothing is serialized under that name any more; or it is no document"
        elif name not in recorded:
            yield f"{name}: is new; --record writes it down"
        else:
            yield from _changes(name, recorded[name], document)


def _changes(name: str, before: bytes, document: Document) -> Iterator[str]:
    after = _bytes(document)
    if before != after:
        lines = list(_changed_fields(before, after))
        yield from (f"{name}: {line}" for line in lines[:_MOST_LINES])
        if len(lines) > _MOST_LINES:
            yield f"{name}: and {len(lines) - _MOST_LINES} more"
    if document.complaint:
        yield f"{name}: {document.complaint}"


def _changed_fields(before: bytes, after: bytes) -> Iterator[str]:
    try:
        old, new = dict(_leaves(json.loads(before), "")), dict(_leaves(json.loads(after), ""))
    except ValueError:
        yield f"{len(after)} bytes are not the {len(before)} that were recorded"
        return
    if old == new and list(old) == list(new):
        yield "the values are the same, and are spelled in another way"
    elif old == new:
        yield "the values are the same, and stand in another order"
    renamed = _renamed(old, new)
    for path in dict.fromkeys((*old, *new)):
        if path in renamed:
            yield f"{path} is called {renamed[path]} now"
        elif path in renamed.values():
            continue
        elif path not in new:
            yield f"{path} is missing; it was {_shown(old[path])}"
        elif path not in old:
            yield f"{path} is new: {_shown(new[path])}"
        elif old[path] != new[path] or type(old[path]) is not type(new[path]):
            yield f"{path} is {_shown(new[path])}; it was {_shown(old[path])}"


def _renamed(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, str]:
    """Names that went, each with the one that came in the same place with the same value, where there is but one."""
    gone, come = [path for path in old if path not in new], [path for path in new if path not in old]
    found: dict[str, str] = {}
    for path in gone:
        around = path.rpartition(".")[0]
        there = [name for name in come if name.rpartition(".")[0] == around and _is_same(new[name], old[path])]
        before = [name for name in gone if name.rpartition(".")[0] == around and _is_same(old[name], old[path])]
        if len(there) == len(before) == 1:
            found[path] = there[0]
    return found


def _is_same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}[{index}]")
    else:
        yield path or "the document", value


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _bytes(document: Document) -> bytes:
    return base64.b64decode(document.data)
