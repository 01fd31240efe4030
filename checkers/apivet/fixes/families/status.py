"""Parts that a hook must wipe or keep: status on create and update, the rest of the object on a status update."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.fixes import helpers
from apivet.fixes.assignments import given, left_out, swapped, unwrapped
from apivet.fixes.hook_site import Site, site
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.rebuilding import Setting, put_back, set_part, without_part
from apivet.fixes.zeros import empty, zero
from apivet.vocabulary import CREATE, UPDATE


def _wiped(case: Case) -> Iterator[Proposal]:
    """``obj.status = WidgetStatus()`` in front of all else."""
    found = site(case, CREATE)
    if found is not None:
        status = case.program.words.status
        yield from _at_its_place(found, status, list(_wipe(found, status)))


def _kept(case: Case) -> Iterator[Proposal]:
    """``obj.status = old.status`` in front of all else."""
    yield from _kept_part(case, case.program.words.status)


def _kept_on_status_update(case: Case) -> Iterator[Proposal]:
    """The same, of the part that the finding names."""
    part = (case.finding.field or case.program.words.spec).partition(".")[0]
    if part.isidentifier():  # what nobody declared has no name
        yield from _kept_part(case, part)


def _kept_part(case: Case, part: str) -> Iterator[Proposal]:
    found = site(case, UPDATE)
    if found is not None:
        kept = found.part(found.obj, [part]), found.part(found.old, [part])
        yield from left_out(found, kept[0])
        if not found.may_lack([part]):
            yield from swapped(found, *kept)
            yield from given(found, *kept)
            yield from unwrapped(found, *kept)
        setting = put_back(found, [part])
        yield from _at_its_place(found, part, [setting] if setting is not None else [])


def _at_its_place(found: Site, part: str, ways: list[Setting]) -> Iterator[Proposal]:
    """A helper of the class where there is one; else statements in front of all others, else at each end."""
    for call in helpers.calls(found, part):
        yield found.first([call])
    for way in ways:
        yield [*way.imports, *found.first(way.lines, rebinds=way.rebinds)]
    for way in ways:
        if not way.rebinds:
            yield [*way.imports, *found.at_every_end(way.lines)]


def _wipe(found: Site, part: str) -> Iterator[Setting]:
    if found.may_lack([part]):
        yield Setting((without_part(found, [part]),))
    declared = found.declared([part])
    values = [zero(found, declared), *([empty(found, declared)] if declared is not None and declared.optional else [])]
    for value in values:
        setting = set_part(found, [part], value[0]) if value is not None else None
        if value is not None and setting is not None:
            yield setting.with_imports(value[1])


WIPED = Fix("status-not-wiped-on-create", _wiped)
KEPT = Fix("status-not-kept-on-update", _kept)
KEPT_ON_STATUS_UPDATE = Fix("spec-not-kept-on-status-update", _kept_on_status_update)
