"""Facts about the whole tree that are needed before one file can be judged: plain data, cheap to send to a worker."""

from __future__ import annotations

import functools
import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from apivet.program.groups import Something
from apivet.python.files.handed_changes import HandedChanges, Hands
from apivet.python.files.object_keys import ANY_MODULE, SET, Replaced, class_key, keys_of
from apivet.python.source.handing import ChangeOfGiven, Handed
from apivet.python.source.stores import ANY_NAME, CLASS, CODE

_STATUS_SUFFIX: Final = "StatusStrategy"


class ClassSummary(Struct, frozen=True, order=True):
    """A class that derives from others, or that says whether it is for a subresource.

    ``bases`` are the keys of what it derives from, ``makers`` the names of the file that stand for an instance of it.
    ``subordinate`` is whether it names a subresource, or ``None`` where the class itself says nothing.
    """

    name: str
    bases: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    subordinate: bool | None = None


class FileSummary(Struct, frozen=True):
    """The facts about one file that matter elsewhere. They depend on the file's bytes and the configuration alone.

    Classes are told by keys (see :func:`class_key`). ``replaced`` are the attributes of objects of other files that the
    file sets or takes away, each with the key of its object: :data:`SET` for the object itself, nothing for what it
    holds. ``tag_references`` are the gates of tags that are written as
    something else than a string, as source text to be resolved in the file. ``changes`` are those that its functions
    make to what they are given, ``handed`` what it hands to functions.
    """

    path: str
    classes: tuple[ClassSummary, ...] = ()
    status_bound: tuple[str, ...] = ()
    tagged: tuple[str, ...] = ()
    tag_references: tuple[str, ...] = ()
    registered: tuple[str, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    changes: tuple[ChangeOfGiven, ...] = ()
    handed: tuple[Handed, ...] = ()


class TreeFacts(Struct, frozen=True):
    """The summaries of all files, put together.

    ``subclassed`` are keys of classes that some class derives from, ``varied`` of those that a class derives from,
    over whatever steps, that is for no subresource; ``status_bound`` keys of the classes, instances and factories that
    a registration binds as a status strategy; ``tagged`` the gates that field declarations name; ``registered`` those
    in the modules that the configuration names; ``directories`` where the files lie; ``registering`` the files that may
    make types known to a scheme, ``patching`` those that may add to classes of API groups; ``replaced`` the
    attributes that are set or taken away by other files than that of their object, each with the key of that.
    ``heirs`` are the names of classes, each with the files that have a class which derives from one of that name.
    ``somewhere`` is what rules may ask of the tree as a whole. ``boundless`` are the places at which something is set,
    and neither the object nor the name can be told. ``top`` is the directory of the outermost packages: no name of one
    above it is that of a module.
    """

    directories: tuple[str, ...] = ()
    subclassed: frozenset[str] = frozenset()
    varied: frozenset[str] = frozenset()
    status_bound: frozenset[str] = frozenset()
    tagged: frozenset[str] = frozenset()
    tag_references: tuple[tuple[str, str], ...] = ()
    registered: frozenset[str] = frozenset()
    registering: tuple[str, ...] = ()
    patching: tuple[str, ...] = ()
    heirs: dict[str, tuple[str, ...]] = {}
    somewhere: frozenset[Something] = frozenset()
    replaced: frozenset[Replaced] = frozenset()
    boundless: tuple[tuple[str, int], ...] = ()
    top: str = ""

    @classmethod
    def merge(
        cls,
        summaries: Iterable[FileSummary],
        registering: Iterable[str] = (),
        patching: Iterable[str] = (),
        somewhere: Iterable[Something] = (),
        heirs: Iterable[tuple[str, str]] = (),
    ) -> TreeFacts:
        """The same whatever the order of the summaries."""
        derived: dict[str, list[str]] = {}
        for base, path in sorted(heirs):
            derived.setdefault(base, []).append(path)
        every = list(summaries)
        handed = HandedChanges(Hands(each.path, each.changes, each.handed) for each in every)
        replaced = {*(each for summary in every for each in summary.replaced), *handed.replaced()}
        boundless = {each for each in replaced if _is_boundless(each)}
        status_bound = frozenset(name for summary in every for name in summary.status_bound)
        return cls(
            directories=tuple(sorted({os.path.dirname(summary.path) for summary in every})),
            subclassed=frozenset(base for summary in every for class_ in summary.classes for base in class_.bases),
            varied=_varied(every, status_bound),
            status_bound=status_bound,
            tagged=frozenset(name for summary in every for name in summary.tagged),
            tag_references=tuple(
                sorted({(summary.path, text) for summary in every for text in summary.tag_references})
            ),
            registered=frozenset(name for summary in every for name in summary.registered),
            registering=tuple(sorted(registering)),
            patching=tuple(sorted(patching)),
            heirs={base: tuple(paths) for base, paths in derived.items()},
            somewhere=frozenset(somewhere),
            replaced=frozenset(replaced - boundless),
            boundless=tuple(sorted({(path, line) for _, _, path, line, _ in boundless})),
        )


def _is_boundless(replaced: Replaced) -> bool:
    """Whether a file sets something of which neither the object nor the name can be told."""
    key, attribute, *_ = replaced
    is_any = key in (class_key(ANY_NAME, ANY_MODULE), class_key(ANY_NAME, ""))
    return is_any and attribute in (ANY_NAME, SET, CLASS, *CODE)


def set_by_name(facts: TreeFacts, attribute: str, name: str) -> Sequence[tuple[str, str, int]]:
    """The objects on which an attribute is set from outside, as the files have them, with the places: those that end
    with a name, where one is given."""
    return _by_attribute(facts.replaced).get((attribute, name), ()) if facts.replaced else ()


def set_elsewhere(facts: TreeFacts, name: str, path: str) -> dict[str, tuple[str, int]]:
    """The attributes that other files set on an object of the file at ``path``, each with the first place."""
    known = _by_key(facts.replaced) if facts.replaced else {}
    keys = (*keys_of(name, path.removeprefix(facts.top)), class_key(name, ANY_MODULE)) if known else ()
    found = sorted((each for key in keys for each in known.get(key, ())), reverse=True)
    return {attribute: (where, line) for attribute, where, line in found}


@functools.lru_cache(maxsize=4)
def _by_key(replaced: frozenset[Replaced]) -> dict[str, list[tuple[str, str, int]]]:
    found: dict[str, list[tuple[str, str, int]]] = {}
    for key, attribute, path, line, _ in replaced:
        found.setdefault(key, []).append((attribute, path, line))
    return found


@functools.lru_cache(maxsize=4)
def _by_attribute(replaced: frozenset[Replaced]) -> dict[tuple[str, str], list[tuple[str, str, int]]]:
    found: dict[tuple[str, str], list[tuple[str, str, int]]] = {}
    for _, attribute, path, line, holder in sorted(each for each in replaced if each[-1]):
        found.setdefault((attribute, holder.rpartition(".")[2]), []).append((holder, path, line))
        if attribute != SET:
            found.setdefault((attribute, ""), []).append((holder, path, line))
    return found


def is_among(name: str, path: str, keys: frozenset[str]) -> bool:
    """Whether a class of the file at ``path`` is meant by one of these keys. An import may have gone through any
    package above the file, which re-exports it."""
    return any(key in keys for key in keys_of(name, path))


def _varied(summaries: Iterable[FileSummary], status_bound: frozenset[str]) -> frozenset[str]:
    """The bases of classes that are for no subresource, and the bases of these bases. Every class and every base is
    looked at a fixed number of times."""
    known: dict[str, list[tuple[ClassSummary, str]]] = defaultdict(list)
    derived: dict[str, list[tuple[ClassSummary, str]]] = defaultdict(list)
    every = [(class_, summary.path) for summary in summaries for class_ in summary.classes]
    for class_, path in every:
        for key in keys_of(class_.name, path):
            known[key].append((class_, path))
        for base in class_.bases:
            derived[base].append((class_, path))
    subordinate = _for_subresources(every, derived)
    varied: set[str] = set()
    pending = [
        base
        for class_, path in every
        if (class_, path) not in subordinate and not _is_for_status(class_, path, status_bound)
        for base in class_.bases
    ]
    while pending:
        key = pending.pop()
        if key not in varied:
            varied.add(key)
            pending.extend(base for class_, _ in known.get(key, ()) for base in class_.bases)
    return frozenset(varied)


def _for_subresources(
    every: list[tuple[ClassSummary, str]], derived: dict[str, list[tuple[ClassSummary, str]]]
) -> set[tuple[ClassSummary, str]]:
    """The classes that name a subresource, and those that inherit the name."""
    found: set[tuple[ClassSummary, str]] = set()
    seen: set[str] = set()
    pending = [(class_, path) for class_, path in every if class_.subordinate]
    while pending:
        class_, path = pending.pop()
        if (class_, path) not in found:
            found.add((class_, path))
            for key in keys_of(class_.name, path):
                if key not in seen:
                    seen.add(key)
                    pending.extend(heir for heir in derived.get(key, ()) if heir[0].subordinate is None)
    return found


def _is_for_status(class_: ClassSummary, path: str, status_bound: frozenset[str]) -> bool:
    if class_.name.endswith(_STATUS_SUFFIX):
        return True
    return bool(status_bound) and any(is_among(name, path, status_bound) for name in (class_.name, *class_.makers))
