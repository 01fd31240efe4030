"""Flags that are not their defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import libcst as cst

from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.enum_members import member_for
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.source import Source


def _corrected(flag: str, case: Case) -> Iterator[Proposal]:
    """The default in the place of the value, or of each value that is returned."""
    source = case.source
    if source is None:
        return
    default = getattr(case.bench.config.defaults, flag)
    place = case.finding.location
    function = source.function_at(place.line)
    if function is not None and function.name.value in getattr(case.program.words, flag):
        yield from _returned(case, source, function, default)
        return
    start, end = source.at(place.line, place.column), source.at(place.end_line or place.line, place.end_column)
    for text in _written(case, source, source.text[start:end], default):
        yield [Change(source.path, start, end, text)]
    for assignment in source.all(cst.Assign):
        target = source.written(assignment.targets[0].target).rpartition(".")[2]
        if target in getattr(case.program.words, flag):
            for text in _written(case, source, source.written(assignment.value), default):
                yield [source.replaced(assignment.value, text)]


def _returned(case: Case, source: Source, function: cst.FunctionDef, default: object) -> Iterator[Proposal]:
    """The default as the only value that a method gives."""
    values = [each.value for each in blocks.returns(source, function) if each.value is not None]
    written = [source.written(value) for value in values] or [""]
    texts = [text for value in written for text in _written(case, source, value, default)]
    found = blocks.statements(function.body)
    start, end = source.span(found[0])[0], source.span(found[-1])[1]
    for text in dict.fromkeys([*(written if len(values) > 1 and isinstance(default, str) else []), *texts]):
        if len(values) == 1 or "#" in source.text[start:end]:  # comments stay
            yield [source.replaced(value, text) for value in values]
        yield [Change(source.path, start, end, f"return {text}")]


def _written(case: Case, source: Source, value: str, default: object) -> Iterator[str]:
    """The default as the file writes such values: a member of the same enum, a text in the same quotes."""
    if not isinstance(default, str):
        yield repr(default)
        return
    member = member_for(case, source, value, default)
    if member is not None:
        yield member
    quote = "'" if value.startswith("'") else '"'
    yield f"{quote}{default}{quote}"


def _fix(flag: str) -> Fix:
    propose: Callable[[Case], Iterator[Proposal]] = partial(_corrected, flag)
    return Fix(f"{flag.replace('_', '-').removeprefix('default-')}-not-default", propose)


CREATE_ON_UPDATE = _fix("allow_create_on_update")
UNCONDITIONAL_UPDATE = _fix("allow_unconditional_update")
GARBAGE_COLLECTION = _fix("default_garbage_collection_policy")
