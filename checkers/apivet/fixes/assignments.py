"""Assignments that a hook has already, and that are not what they should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from apivet.conventions.declarative import HookSubject
from apivet.fixes import blocks
from apivet.fixes.hook_site import Site
from apivet.fixes.proposal import Proposal


def assignments(site: Site, target: str) -> list[cst.Assign | cst.AugAssign]:
    """The assignments to an expression, in the order of the source."""
    if site.node is None:
        return []
    found: list[cst.Assign | cst.AugAssign] = []
    for node in blocks.own_nodes(site.source, site.node):
        if isinstance(node, cst.Assign) and len(node.targets) == 1:
            if site.source.written(node.targets[0].target) == target:
                found.append(node)
        if isinstance(node, cst.AugAssign) and site.source.written(node.target) == target:
            found.append(node)
    return found


def given(site: Site, target: str, value: str) -> Iterator[Proposal]:
    """The one assignment to an expression, which is made in any case, with another value."""
    found = assignments(site, target)
    if len(found) == 1 and site.node is not None and site.source.depth(found[0], site.node) == 0:
        yield [site.source.replaced(found[0], f"{target} = {value}")]


def unwrapped(site: Site, target: str, value: str) -> Iterator[Proposal]:
    """The one assignment to an expression, without the condition that it is under; comments stay."""
    found = assignments(site, target)
    if len(found) == 1 and site.node is not None:
        around = condition_of(site, found[0])
        if around is not None and site.source.depth(around, site.node) == 0:
            if not any(site.source.all(cst.Call, around.test)):
                start, end = site.source.span(around)[0], site.source.span(found[0])[0]
                remarks = site.source.all(cst.Comment, around)
                above = [each.value for each in remarks if start < site.source.span(each)[0] < end]
                gap = site.source.newline + site.source.indentation(site.source.line_of(around))
                yield [site.source.replaced(around, gap.join([*above, f"{target} = {value}"]))]


def condition_of(site: Site, statement: cst.Assign | cst.AugAssign) -> cst.If | None:
    """The ``if`` around an assignment, where it is there for nothing else: at most, it sets the same otherwise."""
    line = site.source.parent_of(statement)
    block = site.source.parent_of(line) if isinstance(line, cst.SimpleStatementLine) else line
    around = site.source.parent_of(block) if block is not None else None
    if not isinstance(around, cst.If) or len(around.body.body) != 1:
        return None
    if around.orelse is not None and not _sets_alone(site, around.orelse, statement):
        return None
    if isinstance(line, cst.SimpleStatementLine) and len(line.body) != 1:
        return None
    return around if not isinstance(site.source.parent_of(around), cst.If) else None


def _sets_alone(site: Site, branch: cst.If | cst.Else, statement: cst.Assign | cst.AugAssign) -> bool:
    """Whether an ``else`` sets what a statement sets, and does nothing besides."""
    target = statement.targets[0].target if isinstance(statement, cst.Assign) else statement.target
    done: Sequence[cst.CSTNode] = branch.body.body
    if len(done) == 1 and isinstance(done[0], cst.SimpleStatementLine):
        done = done[0].body
    same = assignments(site, site.source.written(target))
    return isinstance(branch, cst.Else) and len(done) == 1 and done[0] in same


def left_out(site: Site, target: str) -> Iterator[Proposal]:
    """The one assignment to an expression taken away: the default strategy around the hook has done it already."""
    found = assignments(site, target)
    if isinstance(site.subject, HookSubject) and len(found) == 1:
        yield blocks.without(site.source, found[0])


def swapped(site: Site, target: str, value: str) -> Iterator[Proposal]:
    """``old.status = obj.status``, the other way round."""
    for found in assignments(site, value):
        if isinstance(found, cst.Assign) and site.source.written(found.value) == target:
            yield [site.source.replaced(found, f"{target} = {value}")]
