"""Hooks that do what would be done without them."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from apivet.conventions.boilerplate import default_behind
from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.vocabulary import CREATE, UPDATE


def _deleted(case: Case) -> Iterator[Proposal]:
    """The class without the hook, where a base class has the default, which then runs."""
    subject, source, name = case.strategy, case.source, case.finding.field
    if subject is None or source is None:
        return
    words = case.program.words
    notion = next((each for each in (CREATE, UPDATE) if name in getattr(words, each)), None)
    if notion is None or default_behind(subject, notion) is None:
        return
    method = subject.type.methods.get(name or "")
    node = source.function_at(method.location.line) if method is not None else None
    holder = source.parent_of(source.parent_of(node) or node) if node is not None else None
    if node is None or not isinstance(holder, cst.ClassDef) or not isinstance(holder.body, cst.IndentedBlock):
        return
    if _named_elsewhere(holder, node):
        return
    start, end = blocks.start_of(source, node), blocks.lines_of(source, node).end
    if len(holder.body.body) == 1:
        indent = source.indentation(source.line_of(node.name))
        yield [Change(source.path, start, end, f"{indent}pass{source.newline}")]
        return
    yield [Change(source.path, *_with_space(source.text, start, end, holder.body.body[0] is node), "")]


def _named_elsewhere(holder: cst.ClassDef, node: cst.FunctionDef) -> bool:
    """Whether the class body speaks of the hook by its name, as an alias does."""
    pending: list[cst.CSTNode] = [each for each in holder.body.body if not isinstance(each, cst.FunctionDef)]
    while pending:
        each = pending.pop()
        if isinstance(each, cst.Name) and each.value == node.name.value:
            return True
        pending += each.children
    return False


def _with_space(text: str, start: int, end: int, is_first: bool) -> tuple[int, int]:
    """The range of a method with the empty lines in front of it; of the first one, with those behind."""
    if is_first:
        while text[end:].startswith(("\n", "\r")):
            end += 2 if text.startswith("\r\n", end) else 1
        return start, end
    lines = text[:start].splitlines(keepends=True)
    while lines and not lines[-1].strip():
        start -= len(lines.pop())
    return start, end


DELETED = Fix("boilerplate-hook", _deleted, safe=True, loses_row=True, brings=frozenset())
