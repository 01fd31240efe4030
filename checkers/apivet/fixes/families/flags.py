"""Flags that are not their defaults."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial

import libcst as cst

from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.source import Source
from apivet.program.model import Module, Type


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
    for part in _names_in(value):
        holder, dot, _ = part.rpartition(".")
        type_ = _type(case, source, holder) if dot else None
        for constant in type_.constants if type_ is not None else ():
            if _spelt(constant.name) == _spelt(default) or _spelt(constant.value[1:-1]) == _spelt(default):
                yield f"{holder}.{constant.name}"
    quote = "'" if value.startswith("'") else '"'
    yield f"{quote}{default}{quote}"


def _names_in(value: str) -> Iterator[str]:
    """The dotted names of an expression."""
    try:
        tree = ast.parse(value.strip() or "None", mode="eval")
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield ast.unparse(node)


def _type(case: Case, source: Source, dotted: str) -> Type | None:
    first, *rest = dotted.split(".")
    found = case.program.resolve(case.program.dotted(source.path), first)
    for name in rest:
        found = case.program.resolve(found.dotted, name) if isinstance(found, Module) else found
    return found if isinstance(found, Type) else None


def _spelt(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _fix(flag: str) -> Fix:
    propose: Callable[[Case], Iterator[Proposal]] = partial(_corrected, flag)
    return Fix(f"{flag.replace('_', '-').removeprefix('default-')}-not-default", propose)


CREATE_ON_UPDATE = _fix("allow_create_on_update")
UNCONDITIONAL_UPDATE = _fix("allow_unconditional_update")
GARBAGE_COLLECTION = _fix("default_garbage_collection_policy")
