"""Entries of the configuration that match nothing. What switches rules on, or feeds them, would look as if all were
well: such an entry is fatal. Any other is only reported. ``files`` are those of the whole tree, else there is nothing
to tell from them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from apivet.config import Config
from apivet.config.reading import OWN_FILE
from apivet.program.files import Collection, SourceFile, is_below, read, relative
from apivet.program.front_end import SourceTree
from apivet.verdicts import Problem
from apivet.vocabulary import Vocabulary


def idle_entries(
    collected: Sequence[tuple[SourceTree, Collection]], checked: Sequence[SourceFile], config: Config
) -> list[Problem]:
    """A problem for each entry that matches nothing. ``checked`` are the files that matter, where words are most
    probably found."""
    if config.file is None:
        return []
    shown = relative(config.file)
    files = [file for _, collection in collected for file in collection.files]
    fatal = [*_mappings(collected, config), *_gates(collected, config), *_roots(files, config)]
    fatal += _words([*checked, *files], config)
    told = [*_patterns(collected), *_paths(config)]
    table = "" if os.path.basename(config.file) == OWN_FILE else "tool.apivet."
    return [Problem(shown, f"{table}{message}", fatal=message in fatal) for message in (*fatal, *told)]


def _mappings(collected: Sequence[tuple[SourceTree, Collection]], config: Config) -> Iterator[str]:
    """The ``[[tool.apivet.hub]]`` entries that lead from no module to another one, in any language. Languages with
    files say why."""
    if not config.hubs:
        return
    idle = [dict(tree.idle_mappings(collection.files)) for tree, collection in collected]
    saying = [told for told, (_, collection) in zip(idle, collected) if collection.files] or idle[:1]
    places = ", ".join(map(relative, config.source_roots)) or "the working directory"
    for number in (number for number in idle[0] if all(number in told for told in idle)):
        why = ", ".join(told[number] for told in saying)
        yield f"hub #{number} ({config.hubs[number - 1]}): {why}; names are seen from {places}"


def _gates(collected: Sequence[tuple[SourceTree, Collection]], config: Config) -> Iterator[str]:
    """The modules that should register gates, and are not there."""
    for module in config.feature_gates:
        if not any(tree.registers_gates(file, module) for tree, collection in collected for file in collection.files):
            yield f"feature-gates: no source file is the module '{module}'"


def _roots(files: Sequence[SourceFile], config: Config) -> Iterator[str]:
    """The source roots with no source file below them."""
    for root in config.source_roots:
        real = os.path.realpath(root)
        there = any(is_below(file.absolute, root) for file in files)
        if not there and not any(is_below(os.path.realpath(file.absolute), real) for file in files):
            yield f"source-roots: there is no source file below '{relative(root)}'"


def _words(files: Sequence[SourceFile], config: Config) -> Iterator[str]:
    """The words of the vocabulary that stand nowhere in the source, unless they are ours."""
    ours = Vocabulary()
    wanted: dict[str, str] = {}
    for name in Vocabulary.__struct_fields__:
        known, given = getattr(ours, name), getattr(config.vocabulary, name)
        known, given = ((each,) if isinstance(each, str) else each for each in (known, given))
        wanted.update({word: name.replace("_", "-") for word in given if word not in known})
    pending = iter(dict.fromkeys(files))
    while wanted and (file := next(pending, None)) is not None:
        data = read(file)
        for word in list(wanted):
            if isinstance(data, bytes) and _stands_in(word.encode(), data):
                del wanted[word]
    for word, key in wanted.items():
        yield f"vocabulary.{key}: nothing in the source is called '{word}'"


def _stands_in(word: bytes, data: bytes) -> bool:
    """Whether a word stands in a source, not only in a comment."""
    if word not in data:
        return False
    return re.search(rb"^[^#\n]*(?<!\w)" + re.escape(word) + rb"(?!\w)", data, re.MULTILINE) is not None


def _patterns(collected: Sequence[tuple[SourceTree, Collection]]) -> Iterator[str]:
    first, *others = (collection.idle for _, collection in collected)
    for pattern in (pattern for pattern in first if all(pattern in idle for idle in others)):
        yield f"exclude: '{pattern}' excludes nothing"


def _paths(config: Config) -> Iterator[str]:
    """The files that are named and are not there."""
    for key, path in (("exceptions", config.exceptions), ("owners", config.owners)):
        if path and not os.path.lexists(path):
            yield f"{key}: '{relative(path)}' is not there"
