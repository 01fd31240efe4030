"""The files of a tree, and which of them lead to which others by their imports, as their bytes tell.

Names are told by their ends, as nobody has said yet where imports begin, and a package that is imported as a whole
leads to all that lies in it: too many are found, and none is missed that the code names.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from apivet.python.files.layout import PACKAGE_FILES
from apivet.python.source.leading import IMPORTING

_IMPORT: Final = re.compile(rb"import\b[ \t]*(\((?:[^)#]|#[^\n]*\n)*\)|[^\n;#]*)")
#: The beginning of a statement, and the module that something is imported from, in front of that.
_BEFORE: Final = re.compile(rb"(?:[^\n]*[;:])?[ \t\f]*(?:from[ \t]*([.\w]+)[ \t]*)?")
#: No statement in front of an import, and no name of a module, is longer, as far as anybody looks.
_LONGEST: Final = 1000
#: A module that is asked for by a text.
_ASKED: Final = re.compile(
    rb"\b(?:(?:" + "|".join(IMPORTING).encode() + rb")\(|modules(?:\[|\.\w+\())[ \t\r\n]*['\"]([.\w]+)"
)
_ASKING: Final = (*(f"{each}(".encode() for each in IMPORTING), b"modules[", b"modules.")
_COMMENT: Final = re.compile(rb"#[^\n]*")
#: The end of a line that goes on in the next, where it stands in a dotted name, and elsewhere.
_CONTINUED: Final = tuple(
    (re.compile(pattern), joint)
    for pattern, joint in ((rb"\.[ \t]*\\\r?\n[ \t]*", b"."), (rb"\\\r?\n[ \t]*\.", b"."), (rb"\\\r?\n", b" "))
)
#: The parts of the path of a module or a directory, its own name last.
_Parts = tuple[str, ...]


class ImportGraph:
    """The imports of a tree: between the paths of its files and directories, absolute and without links. A directory
    leads to all that lies in it."""

    def __init__(self, paths: Collection[str], read: Callable[[str], bytes]) -> None:
        self._known: defaultdict[str, list[tuple[_Parts, str]]] = defaultdict(list)
        self._leads: defaultdict[str, set[str]] = defaultdict(set)
        #: The names that files bind to what others than the tree have, each with that library's name.
        self._outside: dict[str, dict[bytes, str]] = {}
        top = _top(paths)
        for path in paths:
            self._take_in(path, top)
        for path in paths:
            self._outside[path] = {}
            for bound, places in imports_in(read(path)):
                found = {node for dotted, is_whole in places for node in self._meant(dotted, path, is_whole)}
                self._leads[path] |= found
                if bound and not found:
                    self._outside[path][bound] = places[0][0].partition(".")[0]

    def reached(self, paths: Iterable[str]) -> set[str]:
        """All that these paths lead to, over whatever steps, and the paths."""
        return _reached(paths, self._leads)

    def leading_to(self, paths: Iterable[str]) -> set[str]:
        """All that leads to these paths, over whatever steps, and the paths."""
        back: defaultdict[str, set[str]] = defaultdict(set)
        for path, others in self._leads.items():
            for other in others:
                back[other].add(path)
        return _reached(paths, back)

    def libraries(self, paths: Iterable[str]) -> set[str]:
        """The libraries that files import."""
        return {library for path in paths for library in self._outside.get(path, {}).values()}

    def bound_to(self, libraries: Collection[str], path: str) -> set[bytes]:
        """The names that a file binds to one of these libraries, or to what that has."""
        return {name for name, library in self._outside[path].items() if library in libraries}

    def _take_in(self, path: str, top: str) -> None:
        if os.path.basename(path) not in PACKAGE_FILES:
            self._add(os.path.splitext(path)[0], path)
        above = os.path.dirname(path)
        while above != top and path not in self._leads[above]:
            if not self._leads[above]:
                self._add(above, above)
            self._leads[above].add(path)
            path, above = above, os.path.dirname(above)

    def _add(self, place: str, node: str) -> None:
        parts = tuple(place.split(os.sep))
        self._known[parts[-1]].append((parts, node))

    def _meant(self, dotted: str, path: str, is_whole: bool) -> Iterator[str]:
        """The modules and directories that an import in the file at ``path`` may mean; of a package what it holds, too,
        where it is taken as a ``whole``."""
        names = dotted.lstrip(".")
        parts = tuple(names.split(".")) if names else ()
        up = len(dotted) - len(names)
        if up:
            parts = (*path.split(os.sep)[:-up], *parts)
        for place, node in self._known.get(parts[-1], ()) if parts else ():
            is_directory = os.sep.join(place) == node
            is_library = not up and len(parts) == 1 and names in sys.stdlib_module_names and not is_directory
            if is_library or (place != parts if up else place[-len(parts) :] != parts):
                continue
            yield from (node,) if is_whole or not is_directory else (os.path.join(node, each) for each in PACKAGE_FILES)


def _top(paths: Collection[str]) -> str:
    """The directory that the outermost packages lie in: its own name, and those above it, are no module's."""
    try:
        top = os.path.commonpath({os.path.dirname(path) for path in paths})
    except ValueError:  # there are none, or they lie on several drives
        return os.sep
    packages = {os.path.dirname(path) for path in paths if os.path.basename(path) in PACKAGE_FILES}
    while top in packages:
        top = os.path.dirname(top)
    return top


def imports_in(data: bytes) -> Iterator[tuple[bytes, list[tuple[str, bool]]]]:
    """The names that source binds by imports, each with the dotted names of what it may stand for, and whether that is
    taken as a whole; no name where all that a module has is imported, or a module is asked for by a text."""
    for pattern, joint in _CONTINUED:
        data = pattern.sub(joint, data)
    for statement in _IMPORT.finditer(data):
        start = statement.start()
        before = _BEFORE.fullmatch(data, max(data.rfind(b"\n", 0, start) + 1, start - _LONGEST), start)
        if before is None:
            continue  # prose
        module = (before.group(1) or b"").decode("utf-8", "replace")
        inside = module if not module or module.endswith(".") else f"{module}."
        parts = (part.split() for part in _COMMENT.sub(b"", statement.group(1)).strip(b"() \t\r\n").split(b","))
        for words in filter(None, parts):
            name = words[0].decode("utf-8", "replace")
            if name == "*":
                yield b"", [(module, True)]
            elif module:
                yield words[-1], [(module, False), (f"{inside}{name}", True)]
            else:
                yield words[-1].partition(b".")[0], [(name if len(words) > 1 else name.partition(".")[0], True)]
    for asked in _ASKED.findall(data) if any(word in data for word in _ASKING) else ():
        yield b"", [(asked.decode("utf-8", "replace"), True)]


def _reached(paths: Iterable[str], leads: Mapping[str, Collection[str]]) -> set[str]:
    found = set(paths)
    pending = list(found)
    while pending:
        new = {*leads.get(pending.pop(), ())} - found
        found |= new
        pending += new
    return found
