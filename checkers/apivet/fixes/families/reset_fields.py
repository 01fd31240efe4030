"""The fields that a strategy names as reset, and those that it resets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

import libcst as cst

from apivet.fixes import blocks, literals
from apivet.fixes.edits import Change
from apivet.fixes.literals import Literal
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.source import Source

_TOLD = re.compile(r"([\w.]+(?:, [\w.]+)*) (?:is|are) (reset and not named|named and not reset)$")
_PUT_BACK = re.compile(r"([\w.]+(?:, [\w.]+)*) (?:is|are) put back$")


def _named(case: Case) -> Iterator[Proposal]:
    """The literals that name the fields, with those that are missing, and without those that are too many."""
    told, source = _TOLD.search(case.finding.message), case.source
    if told is None or source is None:
        return
    fields = told[1].split(", ")
    missing = fields if told[2].startswith("reset") else []
    extra = [] if missing else fields
    found = list(_literals(case, source))
    yield _changed(source, found, missing, extra)
    named = sorted({name for _, names in found for name in names})
    for number in range(1, min(len(named), 3) + 1):
        for others in combinations(named, number):
            yield _changed(source, found, missing, [*extra, *others])


def _changed(
    source: Source, found: Sequence[tuple[Literal, list[str]]], missing: Sequence[str], extra: Sequence[str]
) -> list[Change]:
    changes: list[Change] = []
    for literal, names in found:
        added = [_quoted(source, literal, name) for name in missing if name not in names]
        gone = [number for number, name in enumerate(names) if name in extra]
        pairs = list(zip(gone, added))  # as many as can be in the places of others
        changes += [source.replaced(literal.elements[number].value, text) for number, text in pairs]
        if gone[len(pairs) :]:
            changes += literals.without(source, literal, gone[len(pairs) :])
        if added[len(pairs) :]:
            changes += literals.with_added(source, literal, added[len(pairs) :])
    return changes


def _quoted(source: Source, literal: Literal, name: str) -> str:
    first = literal.elements[0].value if literal.elements else None
    quote = first.quote if isinstance(first, cst.SimpleString) else '"'
    return f"{quote}{name}{quote}"


def _literals(case: Case, source: Source) -> Iterator[tuple[Literal, list[str]]]:
    """The collections of texts in what names the fields, and in the variables of the module that it speaks of."""
    line = case.finding.location.line
    holder: cst.CSTNode | None = source.function_at(line)
    for statement in source.all(cst.Assign):
        if holder is None and source.line_of(statement.value) == line:
            holder = statement
    if holder is None:
        return
    places = [holder]
    names = {each.value for each in source.all(cst.Name, holder)}
    for top in source.module.body:
        for small in top.body if isinstance(top, cst.SimpleStatementLine) else ():
            if isinstance(small, (cst.Assign, cst.AnnAssign)) and small.value is not None:
                target = small.targets[0].target if isinstance(small, cst.Assign) else small.target
                if isinstance(target, cst.Name) and target.value in names:
                    places.append(small.value)
    for place in places:
        for node in _collections(source, place):
            texts = literals.texts_in(node)
            if texts is not None:
                yield node, texts


def _collections(source: Source, place: cst.CSTNode) -> Iterator[Literal]:
    yield from source.all(cst.Set, place)
    yield from source.all(cst.List, place)
    yield from source.all(cst.Tuple, place)


def _told(case: Case) -> Iterator[Proposal]:
    """A method that names what the strategy puts back, in front of its hooks."""
    told, source, subject = _PUT_BACK.search(case.finding.message), case.source, case.strategy
    holder = source.class_at(subject.type.location.line) if source is not None and subject is not None else None
    if told is None or source is None or holder is None or not isinstance(holder.body, cst.IndentedBlock):
        return
    methods = [each for each in holder.body.body if isinstance(each, cst.FunctionDef)]
    if not methods:
        return
    indent = source.indentation(source.line_of(methods[0].name))
    step = indent[len(source.indentation(source.line_of(holder.name))) :]
    fields = ", ".join(f'"{name}"' for name in told[1].split(", "))
    name = case.program.words.get_reset_fields[0]
    lines = [f"{indent}def {name}(self) -> set[str]:", f"{indent}{step}return {{{fields}}}", ""]
    text = "".join(line + source.newline for line in lines)
    hooks = [each for each in methods if each.name.value.startswith("prepare")] or methods
    yield [source.inserted(blocks.start_of(source, hooks[0]), text)]


MISSING = Fix("reset-fields-missing", _told)
NAMED = Fix("reset-fields-mismatch", _named)
