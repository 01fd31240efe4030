"""Metadata that a status update must leave as it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from apivet.fixes import blocks, helpers
from apivet.fixes.assignments import given, swapped, unwrapped
from apivet.fixes.hook_site import Site, site
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.rebuilding import put_back
from apivet.vocabulary import UPDATE


def _reset(case: Case) -> Iterator[Proposal]:
    """The helper, given the new and the old metadata; else the one field that is missing."""
    found = site(case, UPDATE)
    if found is None:
        return
    words = case.program.words
    metadata = [found.part(holder, [words.metadata]) for holder in (found.obj, found.old)]
    yield from _called_otherwise(found, words.reset_metadata, metadata)
    for call in helpers.named_calls(found, words.reset_metadata, metadata):
        yield found.first([call])
    path = (case.finding.field or "").split(".")
    if len(path) < 2:
        return
    field = [found.part(holder, path) for holder in (found.obj, found.old)]
    if not found.may_lack(path):
        yield from swapped(found, *field)
        yield from given(found, *field)
        yield from unwrapped(found, *field)
    for call in helpers.calls(found, words.metadata):
        yield found.first([call])
    setting = put_back(found, path)
    if setting is not None:
        beside = _beside(found, path, setting.lines) if not setting.rebinds else []
        yield [*setting.imports, *(beside or found.first(setting.lines, rebinds=setting.rebinds))]
        yield [*setting.imports, *found.first(setting.lines, rebinds=setting.rebinds)]
        yield [*setting.imports, *found.at_every_end(setting.lines)]


def _called_otherwise(found: Site, names: tuple[str, ...], arguments: list[str]) -> Iterator[Proposal]:
    """A call of the helper that the hook has, with the arguments that it should have."""
    for node in blocks.own_nodes(found.source, found.node) if found.node is not None else ():
        if isinstance(node, cst.Call) and len(node.args) == 2:
            name = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
            if isinstance(name, cst.Name) and name.value in names and not any(arg.keyword for arg in node.args):
                yield [found.source.replaced(arg.value, text) for arg, text in zip(node.args, arguments)]


def _beside(found: Site, path: list[str], lines: Sequence[str]) -> Proposal:
    """Behind the last of the statements that put back other fields, where these stand side by side."""
    if found.node is None or not isinstance(found.node.body, cst.IndentedBlock):
        return []
    start = found.part(found.obj, path[:-1]) + "."
    like = [
        statement
        for statement in found.node.body.body
        if isinstance(statement, cst.SimpleStatementLine)
        and isinstance(statement.body[0], cst.Assign)
        and found.source.written(statement).startswith(start)
    ]
    return blocks.after(found.source, like[-1], lines) if like else []


RESET = Fix("metadata-not-reset-on-status-update", _reset)
