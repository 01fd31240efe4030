"""Rules of other packages: the entry point ``apivet.rules`` names a package of rule objects with their pages beside
them. One is loaded only where the configuration names it, and never from the tree under check."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Final

from msgspec import Struct

from apivet.documents import did_you_mean
from apivet.rule_objects import RuleObject, objects_in

GROUP: Final = "apivet.rules"


class PluginError(ValueError):
    """A plug-in that can't be used: why, on one line."""


class Located(Struct, frozen=True):
    """A plug-in that is installed: the distribution that has it, the package of its rules, and the directory of the
    package at the top of it."""

    name: str
    distribution: str
    version: str
    package: str
    directory: str


class Plugin(Struct, frozen=True):
    """A plug-in that is loaded. ``pages`` is the directory of its rules' pages, ``digest`` stands for all its code."""

    located: Located
    rules: tuple[RuleObject, ...]
    pages: Path
    digest: str

    @property
    def source(self) -> str:
        """The distribution with its version, for people."""
        return f"{self.located.distribution} {self.located.version}"


@functools.cache
def load(names: tuple[str, ...]) -> tuple[Plugin, ...]:
    """The plug-ins of these names, once per process. Raises :class:`PluginError`."""
    return tuple(_loaded(locate(name)) for name in names)


def locate(name: str) -> Located:
    """The installed plug-in of that name, of which nothing is imported yet. Raises :class:`PluginError`."""
    from importlib import metadata  # half of what a start takes, for those who name a plug-in

    found = metadata.entry_points(group=GROUP)
    named = [entry for entry in found if entry.name == name]
    if not named:
        hint = did_you_mean(name, sorted({entry.name for entry in found}))
        raise PluginError(f"'{name}' is not installed: no package has an entry point of that name in '{GROUP}'{hint}")
    owners = sorted({entry.dist.name for entry in named if entry.dist is not None})
    if len(owners) > 1:
        raise PluginError(f"'{name}' is in several packages: {', '.join(owners)}; uninstall all but one")
    entry = named[0]
    if entry.dist is None or entry.attr:
        raise PluginError(f"'{name}': the entry point must name a package; '{entry.value}' is none")
    top = entry.module.partition(".")[0]
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        spec = None
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    if not places:
        raise PluginError(f"'{name}': its package '{top}' of {entry.dist.name} can't be found")
    return Located(name, entry.dist.name, entry.dist.version, entry.module, os.path.realpath(places[0]))


def refuse_own(located: Located, root: str) -> None:
    """A tree brings no rules by which it is judged itself; what is installed into an environment inside of it is not
    its own. Raises :class:`PluginError`."""
    if _lies_in(located.directory, root) and not _lies_in(located.directory, sys.prefix):
        place = os.path.relpath(located.directory, os.path.realpath(root))
        raise PluginError(f"'{located.name}' lies in the tree under check ({place}): install it, and not editable")


def _lies_in(path: str, directory: str) -> bool:
    try:
        return os.path.commonpath((path, os.path.realpath(directory))) == os.path.realpath(directory)
    except ValueError:
        return False


def _loaded(located: Located) -> Plugin:
    try:
        package = importlib.import_module(located.package)
        if not hasattr(package, "__path__"):
            raise PluginError(f"'{located.name}': the entry point must name a package; {located.package} is none")
        rules = objects_in(package, RuleObject)
    except PluginError:
        raise
    except (Exception, SystemExit) as error:  # a stranger's code
        what = f"{type(error).__name__}: {error}"
        raise PluginError(f"'{located.name}' of {located.distribution} can't be imported: {what}") from None
    if not rules:
        raise PluginError(f"'{located.name}': there is no rule in {located.package}")
    for rule in rules:
        if rule.watched and not _is_there(rule.watched, located):
            raise PluginError(
                f"'{located.name}': {rule.symbol} is watched by {rule.watched}, which is not in its package"
            )
    return Plugin(located, rules, Path(next(iter(package.__path__))), _digest(located.directory))


def _is_there(module: str, located: Located) -> bool:
    """Whether there is a module of that name in the plug-in's own package. What is around it is imported."""
    if module.partition(".")[0] != located.package.partition(".")[0]:
        return False
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _digest(directory: str) -> str:
    """All code and all pages of a package."""
    digest = hashlib.sha256()
    for path in sorted(Path(directory).rglob("*")):
        if path.suffix in (".py", ".md", ".so", ".pyd") and path.is_file():
            digest.update(f"{path.relative_to(directory).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()
