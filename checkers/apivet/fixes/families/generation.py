"""The generation: 1 on create, one more where the spec changes, and only there."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import libcst as cst

from apivet.fixes import blocks, helpers
from apivet.fixes.assignments import assignments, condition_of, given, left_out, unwrapped
from apivet.fixes.edits import Change
from apivet.fixes.hook_site import Site, site
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.reach import running_names
from apivet.fixes.rebuilding import Setting, set_part
from apivet.vocabulary import CREATE, UPDATE

_EARLY = "generation-compared-too-early"


def _set(case: Case) -> Iterator[Proposal]:
    """``obj.metadata.generation = 1``."""
    found = site(case, CREATE)
    if found is None:
        return
    path = _path(found)
    yield from left_out(found, found.part(found.obj, path))
    yield from given(found, found.part(found.obj, path), "1")
    yield from unwrapped(found, found.part(found.obj, path), "1")
    for word in ("generation", "metadata"):
        for call in helpers.calls(found, word):
            yield found.first([call])
    setting = set_part(found, path, "1")
    if setting is not None:
        yield from _placed(found, setting)


def _bumped(case: Case) -> Iterator[Proposal]:
    """``if obj.spec != old.spec: obj.metadata.generation = old.metadata.generation + 1`` behind all changes."""
    found = site(case, UPDATE)
    if found is None:
        return
    for test, _, condition in _questions(found):
        if condition is not None:
            yield [found.source.replaced(condition.test, test)]
            yield _moved(found, condition, test)
            yield _raised(found, condition)
    path = _path(found)
    once_more = set_part(found, path, f"{found.part(found.old, path)} + 1")
    if once_more is not None and not once_more.rebinds:
        for bump in _bumps(found):
            yield [*once_more.imports, found.source.replaced(bump, once_more.lines[0])]
    for word in ("generation", "metadata"):
        for call in helpers.calls(found, word):
            yield found.at_every_end([call])
    for test in _tests(found):
        setting = _bump(found, test)
        if setting is not None:
            yield from _placed(found, setting, late=True)


def _bumped_only_then(case: Case) -> Iterator[Proposal]:
    """A bump under the condition that it should have had."""
    found = site(case, UPDATE)
    if found is None:
        return
    yield from left_out(found, found.part(found.obj, _path(found)))
    is_only = len(_bumps(found)) == 1
    for test, bump, condition in _questions(found):
        if condition is not None:
            yield [found.source.replaced(condition.test, test)]
        yield _under(found, bump, test)
        setting = _bump(found, test)
        if setting is not None and is_only:
            yield _instead(found, bump, setting)


def _compared_late(case: Case) -> Iterator[Proposal]:
    """The comparison behind the last change."""
    found = site(case, UPDATE)
    if found is None:
        return
    bumps = _bumps(found)
    for call in _bump_calls(found):
        yield [*blocks.without(found.source, call), *found.at_every_end([found.source.written(call)])]
    conditions = [each for each in map(functools.partial(condition_of, found), bumps) if each is not None]
    for condition in conditions:
        yield _moved(found, condition, None)
        for answer in _answers(found, condition):
            taken = blocks.lines_of(found.source, answer)
            line = found.source.text[taken.start : taken.end].strip()
            yield [taken, *blocks.before(found.source, condition, [line])]
            yield [taken, *_moved(found, condition, None, line)]
    for test in _tests(found):
        for condition in conditions:
            yield _moved(found, condition, test)
        setting = _bump(found, test)
        if setting is not None and len(bumps) == 1:
            yield _instead(found, bumps[0], setting)


def _kept(case: Case) -> Iterator[Proposal]:
    """A status update without its bump."""
    found = site(case, UPDATE)
    if found is None:
        return
    bumps = _bumps(found)
    yield from (blocks.without(found.source, call) for call in _bump_calls(found))
    if bumps:
        yield [change for bump in bumps for change in blocks.without(found.source, bump)]
    path = _path(found)
    setting = set_part(found, path, found.part(found.old, path))
    if setting is not None:
        yield from _placed(found, setting, late=True)


# ------------------------------------------------------------------------------------------------------ the parts


def _path(found: Site) -> list[str]:
    return list(found.subject.parts.generation)


def _bump(found: Site, test: str) -> Setting | None:
    path = _path(found)
    setting = set_part(found, path, f"{found.part(found.old, path)} + 1")
    if setting is None:
        return None
    lines = (f"if {test}:", *(found.step + line for line in setting.lines))
    return Setting(lines, setting.imports, setting.rebinds)


def _tests(found: Site) -> Iterator[str]:
    """Whether the spec differs, as the file asks such a thing."""
    words = found.case.program.words
    new, old = (found.part(holder, [words.spec]) for holder in (found.obj, found.old))
    for name in sorted(set(words.equality).intersection(running_names(found.case, found.source))):
        if f"{name}(" in (found.source.written(found.node) if found.node is not None else ""):
            yield f"not {name}({new}, {old})"
    yield f"{new} != {old}"
    for name in sorted(set(words.equality).intersection(running_names(found.case, found.source))):
        yield f"not {name}({new}, {old})"


def _bumps(found: Site) -> list[cst.Assign | cst.AugAssign]:
    return assignments(found, found.part(found.obj, _path(found)))


def _questions(found: Site) -> Iterator[tuple[str, cst.Assign | cst.AugAssign, cst.If | None]]:
    """Each test with each bump, and the condition that the bump has now."""
    for test in _tests(found):
        for bump in _bumps(found):
            yield test, bump, condition_of(found, bump)


def _answers(found: Site, condition: cst.If) -> Iterator[cst.SimpleStatementLine]:
    """The statements that give the variables of a condition their values."""
    names = {each.value for each in found.source.all(cst.Name, condition.test)}
    for statement in blocks.statements(found.node.body) if found.node is not None else ():
        if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
            small = statement.body[0]
            if isinstance(small, cst.Assign) and len(small.targets) == 1:
                target = small.targets[0].target
                if isinstance(target, cst.Name) and target.value in names - {found.obj, found.old}:
                    yield statement


def _moved(found: Site, condition: cst.If, test: str | None, *above: str) -> Proposal:
    """A condition behind all other statements of its block, at the hook's end."""
    node = found.node
    if node is None or not isinstance(node.body, cst.IndentedBlock) or found.source.depth(condition, node) != 0:
        return []
    others = [each for each in node.body.body if each is not condition]
    if not others:
        return []
    start = blocks.start_of(found.source, condition)
    end = blocks.lines_of(found.source, condition).end
    text = found.source.text[start:end]
    if not text.endswith(("\n", "\r")):
        text += found.source.newline
    if test is not None:
        first, last = found.source.span(condition.test)
        text = text[: first - start] + test + text[last - start :]
    indent = found.source.indentation(found.source.line_of(condition))
    text = "".join(f"{indent}{line}{found.source.newline}" for line in above) + text
    target = others[-1]
    small = target.body[-1] if isinstance(target, cst.SimpleStatementLine) else None
    if isinstance(small, (cst.Return, cst.Raise)):
        if len(others) == 1 or node.body.body.index(condition) > node.body.body.index(target):
            return []
        where = blocks.start_of(found.source, target)
    elif target is node.body.body[-1]:
        where = blocks.lines_of(found.source, target).end
        if not found.source.text[:where].endswith(("\n", "\r")):
            text = found.source.newline + text.rstrip("\r\n")
    else:
        return []
    return [Change(found.source.path, start, end, ""), found.source.inserted(where, text)]


def _raised(found: Site, condition: cst.If) -> Proposal:
    """A condition in front of all other statements of the hook, which may leave it before they come to an end."""
    node = found.node
    if node is None or not isinstance(node.body, cst.IndentedBlock) or found.source.depth(condition, node) != 0:
        return []
    others = blocks.statements(node.body)
    if others[0] is condition:
        return []
    start, end = blocks.start_of(found.source, condition), blocks.lines_of(found.source, condition).end
    text = found.source.text[start:end]
    text += "" if text.endswith(("\n", "\r")) else found.source.newline
    where = blocks.start_of(found.source, others[0])
    return [found.source.inserted(where, text), Change(found.source.path, start, end, "")]


def _bump_calls(found: Site) -> Iterator[cst.Expr]:
    """Calls of helpers whose names say that they bump."""
    for node in blocks.own_nodes(found.source, found.node) if found.node is not None else ():
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
            name = found.source.written(node.value.func).rpartition(".")[2]
            if "bump" in name or "generation" in name:
                yield node


def _under(found: Site, bump: cst.BaseSmallStatement, test: str) -> Proposal:
    """A bump as it is, under a condition."""
    return blocks.replaced(found.source, bump, [f"if {test}:", found.step + found.source.written(bump)])


def _instead(found: Site, bump: cst.BaseSmallStatement, setting: Setting) -> Proposal:
    """A condition at the hook's end in the place of a bump."""
    return [*setting.imports, *blocks.without(found.source, bump), *found.at_every_end(setting.lines)]


def _placed(found: Site, setting: Setting, *, late: bool = False) -> Iterator[Proposal]:
    if late:
        yield [*setting.imports, *found.at_every_end(setting.lines, rebinds=setting.rebinds)]
        yield [*setting.imports, *found.first(setting.lines, rebinds=setting.rebinds)]
        return
    yield [*setting.imports, *found.first(setting.lines, rebinds=setting.rebinds)]
    if not setting.rebinds:
        yield [*setting.imports, *found.at_every_end(setting.lines)]


SET = Fix("generation-not-set-on-create", _set)
BUMPED = Fix("generation-not-bumped-on-spec-change", _bumped)
ONLY_THEN = Fix("generation-bumped-without-spec-change", _bumped_only_then)
COMPARED = Fix(_EARLY, _compared_late)
KEPT = Fix("generation-bumped-on-status-update", _kept)
