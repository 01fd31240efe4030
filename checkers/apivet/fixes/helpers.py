"""Helpers that a code base has for what the conventions ask of hooks: the class's own methods, and functions of its
module. A fix goes through them where they do what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apivet.conventions.strategy import StrategySubject
from apivet.fixes.hook_site import Site
from apivet.fixes.reach import functions_at_hand
from apivet.program.signatures import STORED_PREFIXES
from apivet.program.syntax import Function
from apivet.vocabulary import CREATE

#: Words that the names of such helpers are made of, besides the name of the part.
_VERBS = frozenset(
    ("wipe", "clear", "reset", "zero", "empty", "blank", "drop", "strip", "discard", "set", "init", "initialize")
    + ("keep", "preserve", "retain", "restore", "copy", "carry", "put", "bump", "increment", "update", "initialise")
)


def calls(site: Site, part: str) -> Iterator[str]:
    """Calls of the helpers whose names speak of a part, given the hook's objects. Whether they do what is asked is seen
    when the hook is judged again."""
    for callee, function, skipped in _helpers(site):
        words = function.name.strip("_").lower().split("_")
        if part not in words or _VERBS.isdisjoint(words) or function.name == site.name:
            continue
        arguments = _arguments(site, [each.name for each in function.parameters[skipped:]])
        if arguments is not None:
            yield from _call(site, callee, function, arguments)


def named_calls(site: Site, names: Sequence[str], arguments: list[str]) -> Iterator[str]:
    """Calls of the helpers of these names."""
    for callee, function, skipped in _helpers(site):
        if function.name in names and len(function.parameters) - skipped == len(arguments):
            yield from _call(site, callee, function, arguments)


def _call(site: Site, callee: str, function: Function, arguments: list[str]) -> Iterator[str]:
    if not function.is_generator and not function.decorators and (site.is_async or not function.is_async):
        call = f"{callee}({', '.join(arguments)})"
        yield f"await {call}" if function.is_async else call


def _helpers(site: Site) -> Iterator[tuple[str, Function, int]]:
    """The helpers within reach: how they are called, and how many of their parameters are given then."""
    if isinstance(site.subject, StrategySubject) and site.receiver:
        for base in site.subject.ancestry:
            for name, method in base.methods.items():
                if not method.is_property:
                    spelled = name.removeprefix(f"_{base.name.lstrip('_')}") if base is site.subject.type else name
                    is_private = spelled.startswith("__")
                    yield f"{site.receiver}.{spelled if is_private else name}", method, int(method.binding != "none")
    for name, function in functions_at_hand(site.case, site.source):
        yield name, function, 0


def _arguments(site: Site, names: list[str]) -> list[str] | None:
    """The hook's objects as arguments: a parameter whose name says so is the stored one."""
    if len(names) == 1:
        return [site.obj]
    if len(names) != 2 or site.notion == CREATE:
        return None
    return [site.old, site.obj] if names[0].startswith(STORED_PREFIXES) else [site.obj, site.old]
