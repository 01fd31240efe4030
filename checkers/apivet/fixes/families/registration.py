"""Types that nobody registered, and tags that switch on generated functions."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from apivet.fixes import literals
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.reach import reached
from apivet.fixes.source import Source
from apivet.program.model import Module, Type


def _registered(case: Case) -> Iterator[Proposal]:
    """The type behind one of its siblings, where that is registered."""
    missing = case.program.type(case.finding.object)
    if missing is None:
        return
    known = [each for each in case.program.known_types() if each.type != missing.dotted and not each.is_test]
    siblings = [each for each in known if each.type is not None and each.type.rpartition(".")[0] == missing.module]
    seen: set[str] = set()
    for each in siblings:
        source = case.source_of(each.location.path)
        if source is None or each.location.path in seen or each.type is None:
            continue
        seen.add(each.location.path)
        names = {sibling.type for sibling in siblings if sibling.location.path == each.location.path}
        for node, holder, expression in _mentions(case, source, {name for name in names if name}):
            named = _named_like(case, source, expression, missing)
            if named is not None:
                yield [*named[1], *literals.behind(source, node, holder, [named[0]])]


def _mentions(case: Case, source: Source, types: set[str]) -> Iterator[tuple[cst.CSTNode, cst.CSTNode, str]]:
    """The last argument or element in a row of them that is one of these types; the last row comes first."""
    found = []
    for holder in source.all(cst.CSTNode):  # type: ignore[type-abstract]
        row = holder.args if isinstance(holder, cst.Call) else getattr(holder, "elements", ())
        for each in reversed(row) if isinstance(holder, (cst.Call, cst.List, cst.Tuple, cst.Set)) else ():
            text = source.written(each.value)
            entity = _entity(case, source, text)
            if isinstance(entity, Type) and entity.dotted in types and getattr(each, "keyword", None) is None:
                found.append((each, holder, text))
                break
    yield from found


def _entity(case: Case, source: Source, text: str) -> object:
    holder, _, name = text.rpartition(".")
    here = case.program.dotted(source.path)
    if not text.replace(".", "").isidentifier():
        return None
    if not holder:
        return case.program.resolve(here, name)
    module = case.program.resolve(here, holder) if "." not in holder else None
    return case.program.resolve(module.dotted, name) if isinstance(module, Module) else None


def _named_like(case: Case, source: Source, sibling: str, missing: Type) -> tuple[str, list[Change]] | None:
    """The type as its sibling is named in that place."""
    holder = sibling.rpartition(".")[0]
    if holder:
        text = f"{holder}.{missing.name}"
        entity = _entity(case, source, text)
        return (text, []) if isinstance(entity, Type) and entity.dotted == missing.dotted else None
    return reached(case, source, missing.dotted)


REGISTERED = Fix("type-not-registered", _registered)
