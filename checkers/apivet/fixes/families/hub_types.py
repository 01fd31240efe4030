"""Hub types: fields in the order of the served type, and aliases of served types that are the same."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from apivet.conventions.hub_pairing import preferred
from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.reach import modules_at_hand, new_import, running_names
from apivet.fixes.source import Source
from apivet.program.model import Type


def _reordered(case: Case) -> Iterator[Proposal]:
    """The fields of the hub's class in the order of the served one."""
    found = _pair(case)
    source = case.source
    if found is None or source is None:
        return
    hub, _, served = found
    holder = source.class_at(hub.location.line)
    if holder is None or not isinstance(holder.body, cst.IndentedBlock):
        return
    own = {each.name: each for each in _fields(holder)}
    order = [each.name for each in served.fields if each.name in own]
    if sorted(order) != sorted(own) or [each.name for each in hub.fields if each.owner != hub.dotted]:
        return
    declared = {each.name: each for each in hub.fields}
    optional = [declared[name].has_default for name in order if not declared[name].keyword_only]
    if optional != sorted(optional) and hub.form not in ("plain", "typeddict", "pydantic"):
        return  # what has no default can't stand behind what has one
    texts = {name: _whole(source, holder, each) for name, each in own.items()}
    yield [Change(source.path, *texts[here][0], texts[there][1]) for here, there in zip(own, order) if here != there]


def _brought_together(case: Case) -> Iterator[Proposal]:
    """The served order; an alias where a class that is the same would be one too many."""
    yield from _reordered(case)
    yield from _aliased(case)


class _Declared:
    """A field's statement, and the text that stands below it to say what it is."""

    def __init__(self, name: str, statement: cst.SimpleStatementLine, last: cst.SimpleStatementLine) -> None:
        self.name = name
        self.statement = statement
        self.last = last


def _fields(holder: cst.ClassDef) -> list[_Declared]:
    found: list[_Declared] = []
    for statement in holder.body.body:
        if not isinstance(statement, cst.SimpleStatementLine):
            continue
        small = statement.body[0]
        if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name) and len(statement.body) == 1:
            found.append(_Declared(small.target.value, statement, statement))
        elif isinstance(small, cst.Expr) and isinstance(small.value, cst.SimpleString) and found:
            found[-1].last = statement
    return found


def _whole(source: Source, holder: cst.ClassDef, declared: _Declared) -> tuple[tuple[int, int], str]:
    """The range of a field with the comments above it, and its text."""
    line = source.start_with_comments(source.line_of(declared.statement), source.line_of(holder.name))
    start, end = source.lines.offset(line), blocks.lines_of(source, declared.last).end
    text = source.text[start:end]
    if not text.endswith(("\n", "\r")):
        end, text = len(source.text), text + source.newline
    return (start, end), text


def _aliased(case: Case) -> Iterator[Proposal]:
    """``Widget = v1.Widget`` in the place of the class."""
    found = _pair(case)
    source = case.source
    if found is None or source is None or found[0].methods:
        return
    hub, version, served = found
    holder = source.class_at(hub.location.line)
    if holder is None or not isinstance(source.parent_of(holder), cst.Module):
        return
    if _imports(case, served.module, hub.module):
        return  # the two would import each other
    named = _module_named(case, source, served.module, version)
    if named is None:
        return
    start, end = blocks.lines_of(source, holder).start, blocks.lines_of(source, holder).end
    yield [*named[1], Change(source.path, start, end, f"{hub.name} = {named[0]}.{served.name}{source.newline}")]


def _pair(case: Case) -> tuple[Type, str, Type] | None:
    """The hub type that the finding is about, the version that it is compared with, and its type there."""
    hub = case.program.type(case.finding.object)
    for group in case.program.groups_of(hub.module) if hub is not None else ():
        if hub is not None and group.hub == hub.module:
            found = preferred(case.program, group, hub.name)
            if found is not None and found[1].dotted != hub.dotted:
                return hub, found[0].version, found[1]
    return None


def _module_named(case: Case, source: Source, module: str, version: str) -> tuple[str, list[Change]] | None:
    """A name for a module in a file, and the import that it takes."""
    bound = running_names(case, source)
    for spelled, dotted in modules_at_hand(case, source):
        if dotted == module:
            return spelled, []
    package, _, last = module.rpartition(".")
    if version in bound or not package:
        return None
    line = f"from {package} import {last}" + ("" if last == version else f" as {version}")
    return version, [new_import(source, line)]


def _imports(case: Case, module: str, other: str) -> bool:
    """Whether a module takes something from another one, as far as its own statements say."""
    shown = case.program.file_of(module)
    source = case.source_of(shown) if shown is not None else None
    if source is None:
        return True
    for name in running_names(case, source):
        entity = case.program.resolve(module, name)
        if getattr(entity, "module", getattr(entity, "dotted", "")) == other:
            return True
    return False


PERMUTED = Fix("hub-fields-permuted", _brought_together, loses_row=True)
DIFFERENT = Fix("hub-type-differs", _reordered, brings=frozenset({"hub-type-not-aliased"}))
ALIASED = Fix("hub-type-not-aliased", _aliased, loses_row=True)
