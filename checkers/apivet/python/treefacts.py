"""What has to be known of the whole tree before one file can be judged: plain data, cheap to send to a worker."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileSummary:
    """What one file says that matters elsewhere. It depends on the file's bytes and the configuration alone.

    Classes are told by keys (see :func:`class_key`). ``tag_references`` are the gates of tags that are written as
    something else than a string, as source text to be resolved in the file.
    """

    path: str
    subclassed: tuple[str, ...] = ()
    status_bound: tuple[str, ...] = ()
    tagged: tuple[str, ...] = ()
    tag_references: tuple[str, ...] = ()
    registered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeFacts:
    """The summaries of all files, put together.

    ``subclassed`` are keys of classes that some class derives from; ``status_bound`` keys of the classes, instances
    and factories that a registration binds as a status strategy; ``tagged`` the gates that field declarations name;
    ``registered`` those in the modules that the configuration names; ``directories`` where the files lie.
    """

    directories: tuple[str, ...] = ()
    subclassed: frozenset[str] = frozenset()
    status_bound: frozenset[str] = frozenset()
    tagged: frozenset[str] = frozenset()
    tag_references: tuple[tuple[str, str], ...] = ()
    registered: frozenset[str] = frozenset()

    @classmethod
    def merge(cls, summaries: Iterable[FileSummary]) -> TreeFacts:
        """The same whatever the order of the summaries."""
        every = list(summaries)
        return cls(
            directories=tuple(sorted({os.path.dirname(summary.path) for summary in every})),
            subclassed=frozenset(name for summary in every for name in summary.subclassed),
            status_bound=frozenset(name for summary in every for name in summary.status_bound),
            tagged=frozenset(name for summary in every for name in summary.tagged),
            tag_references=tuple(
                sorted({(summary.path, text) for summary in every for text in summary.tag_references})
            ),
            registered=frozenset(name for summary in every for name in summary.registered),
        )


def class_key(name: str, module: str) -> str:
    """How summaries speak of a class: its plain name, and the last part of the module it is imported from."""
    return f"{name}@{module.rpartition('.')[2]}"


def is_among(name: str, path: str, keys: frozenset[str]) -> bool:
    """Whether a class of the file at ``path`` is meant by one of these keys. An import may have gone through any
    package above the file, which re-exports it."""
    stem, _ = os.path.splitext(path)
    return any(f"{name}@{part}" in keys for part in stem.split("/"))
