"""Types that are registered with a scheme, and patches of classes from outside (contract sections 6 and 7)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.program import syntax
from apivet.program.scheme import KnownType, Patch
from apivet.python.discover.aliasing import touches_aliases
from apivet.python.discover.coordinates import read_coordinates
from apivet.python.discover.meanings import (
    UNSEEN,
    ClassValue,
    ObjectValue,
    TextValue,
    TreeModule,
    UnseenValue,
    Value,
    parts,
    unseen_from,
)
from apivet.python.discover.tracing import Tracer
from apivet.python.discover.valuation import CallArguments, CallSite
from apivet.python.files.layout import is_test
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.verdicts import Location

_MANY: Final = ("add_known_types", "add_known_type")
_NAMED: Final = ("add_known_type_with_name",)
_VERSIONS: Final = ("group_version", "gv", "group_version_kind", "gvk")
_KINDS: Final = ("kind", "name")
#: Parts of the names of functions that may register types that they are given.
_MAY_REGISTER: Final = ("regist", "scheme", "known")
#: Attributes of a class that add nothing to its objects.
_DESCRIPTIVE: Final = frozenset(("__doc__", "__module__", "__name__", "__qualname__"))


class SeenRegistration(Struct, frozen=True):
    """A registration, the place of the call that makes it, and whether it depends on what a caller hands in."""

    entry: KnownType
    made_at: Location
    is_open: bool


def registrations(resolver: Resolver, module: SourceModule) -> list[SeenRegistration]:
    """Registrations by a file, itself or through functions that it calls."""

    def look() -> tuple[SeenRegistration, ...]:
        registering = _Registering(resolver)
        tracer = Tracer(resolver, registering)
        registering.sides = tracer.sides
        tracer.follow(module)
        return tuple(registering.found)

    return list(resolver.remember(module, ("registrations",), look))


def patches(resolver: Resolver, module: SourceModule) -> tuple[Patch, ...]:
    """Patches by a file: additions to classes from outside, where these may be aliased hub types."""

    def look() -> tuple[Patch, ...]:
        if not touches_aliases(resolver, module):
            return ()
        patching = _Patching(resolver)
        Tracer(resolver, patching).follow(module)
        return tuple(sorted(patching.found, key=lambda patch: (patch.location, patch.type, patch.attribute or "")))

    return resolver.remember(module, ("patches",), look)


class _Registering:
    """Collects registrations."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.found: dict[SeenRegistration, None] = {}
        #: The conditions behind which the code is, as it is followed.
        self.sides: list[tuple[str, int]] = []
        self._registering = frozenset(resolver.facts.registering)

    def concerns(self, module: SourceModule) -> bool:
        """Whether a file may register types."""
        return module.path in self._registering

    def exhausted(self, module: SourceModule) -> None:
        """Note that there may be more."""
        place = Location(module.display, 1)
        program = self._program(module.dotted)
        entry = KnownType(module.dotted, place, None, None, None, None, (), "", program, is_test(place.path))
        self.found[SeenRegistration(entry, place, False)] = None

    def stored(self, holder: Value, attribute: str | None, target: syntax.Node, written: str, module: str) -> None:
        """Assignments to attributes register nothing."""

    def called(self, name: str, receiver: Value | None, given: CallArguments, site: CallSite, origin: CallSite) -> bool:
        """Note a registration."""
        if receiver is not None and not isinstance(receiver, TreeModule) and name in (*_MANY, *_NAMED):
            self._registration(name, receiver, given, site, origin)
            return True
        return False

    def _registration(self, name: str, receiver: Value, given: CallArguments, site: CallSite, origin: CallSite) -> None:
        positional = list(given.positional)
        version = next((given.named[word] for word in _VERSIONS if word in given.named), None)
        if version is None:
            version = positional.pop(0) if positional else UNSEEN
        others = [value for key, value in given.named.items() if key not in (*_VERSIONS, *_KINDS)]
        kind = next((given.named[word] for word in _KINDS if word in given.named), UNSEEN)
        if name in _NAMED:
            if positional and isinstance(positional[0], TextValue):
                kind = positional.pop(0)
            positional = positional[:1]
        where = read_coordinates(version)
        blank = KnownType(
            module=origin.module,
            location=origin.call.location,
            group=where.group,
            version=where.version,
            kind=kind.text if isinstance(kind, TextValue) else where.kind,
            type=None,
            scheme=receiver.identity if isinstance(receiver, ObjectValue) else "",
            program=self._program(origin.module),
            is_test=is_test(origin.call.location.path),
            sides=tuple(self.sides),
        )
        for value in [*positional, *others, *given.more]:
            for one in parts(value):
                entry, is_open = _filled(blank, one)
                if name in _MANY and entry.type is not None:
                    entry = replace(entry, kind=entry.type.rpartition(".")[2])
                self.found[SeenRegistration(entry, site.call.location, is_open)] = None

    def lost(self, name: str, given: CallArguments, site: CallSite) -> None:
        """Note types that are given to something that by its name may register them."""
        handed = [one for value in given.all for one in parts(value) if isinstance(one, ClassValue)]
        if handed and any(word in name.lower() for word in _MAY_REGISTER):
            place = site.call.location
            about = tuple(one.dotted for one in handed)
            program = self._program(site.module)
            entry = KnownType(site.module, place, None, None, None, None, about, "", program, is_test(place.path))
            self.found[SeenRegistration(entry, place, False)] = None

    def _program(self, module: str) -> tuple[str, ...]:
        source = self.resolver.module(module)
        root = "" if source is None else self.resolver.layout.import_root(os.path.dirname(source.path))
        return (root,)


def _filled(blank: KnownType, value: Value) -> tuple[KnownType, bool]:
    """A registration of this value, and whether nothing is known of it but that a caller hands it in."""
    dotted = _class_of(value)
    if dotted is None:
        unseen = value if isinstance(value, UnseenValue) else unseen_from([value])
        return replace(blank, about=unseen.about), unseen.open and not unseen.about
    return replace(blank, type=dotted), False


def unread(resolver: Resolver, paths: Sequence[str]) -> tuple[KnownType, ...]:
    """A registration for each of these files that can't be parsed: it may be one of any type of its project."""
    names = {path: resolver.layout.dotted(path) for path in paths if resolver.load(path) is None}
    displayed = {path: Location(resolver.layout.display(path), 1) for path in names}
    return tuple(
        KnownType(name, displayed[path], None, None, None, None, (name.partition(".")[0],))
        for path, name in names.items()
    )


def settled(found: list[SeenRegistration]) -> tuple[KnownType, ...]:
    """The registrations of a tree, in the order of the source. What depends on a caller is known where one was
    followed, and so is the scheme."""
    followed = {seen.made_at for seen in found if not seen.is_open}
    with_version = {(seen.made_at, seen.entry.type) for seen in found if seen.entry.version is not None}
    with_scheme = {(seen.entry.location, seen.entry.type) for seen in found if seen.entry.scheme}
    kept: dict[KnownType, None] = {}
    for seen in found:
        entry = seen.entry
        if seen.is_open and (entry.version is None or seen.made_at in followed):
            continue
        if entry.version is None and (seen.made_at, entry.type) in with_version:
            continue
        if not entry.scheme and (entry.location, entry.type) in with_scheme:
            continue
        kept[entry] = None
    return tuple(sorted(kept, key=_order))


def _order(entry: KnownType) -> tuple[object, ...]:
    texts = (entry.group, entry.version, entry.kind, entry.type)
    return (entry.location, *(text or "" for text in texts), entry.scheme, entry.about)


class _Patching:
    """Collects what is put on classes from outside."""

    def __init__(self, resolver: Resolver) -> None:
        self.found: dict[Patch, None] = {}
        self._patching = frozenset(resolver.facts.patching)

    def concerns(self, module: SourceModule) -> bool:
        """Whether a file may add to classes."""
        return module.path in self._patching

    def exhausted(self, module: SourceModule) -> None:
        """Add nothing: code that was not followed is not taken for a patch."""

    def stored(self, holder: Value, attribute: str | None, target: syntax.Node, written: str, module: str) -> None:
        """Note an attribute that is set on a class."""
        if isinstance(holder, ClassValue) and attribute not in _DESCRIPTIVE:
            place = target.location
            patch = Patch(module, place, holder.dotted, attribute, written or holder.name, is_test(place.path))
            self.found[patch] = None

    def called(self, name: str, receiver: Value | None, given: CallArguments, site: CallSite, origin: CallSite) -> bool:
        """Calls are followed."""
        return False

    def lost(self, name: str, given: CallArguments, site: CallSite) -> None:
        """Add nothing: a call that can't be followed is not taken for a patch."""


def _class_of(value: Value) -> str | None:
    """The class that is registered: itself, or through an object of it."""
    if isinstance(value, ClassValue):
        return value.dotted
    return value.type or None if isinstance(value, ObjectValue) else None
