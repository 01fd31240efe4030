"""Which files can matter.

Most files of most trees have nothing to do with API objects. A search for a few words in their bytes leaves them out
before anything is parsed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from apivet.verdicts import Problem
from apivet.vocabulary import Vocabulary

#: What tags name gates with: comments, markers, metadata keys.
_GATE_WORDS: Final = (b"eatureGate=", b"FeatureGate(", b"feature_gate", b"feature-gate")
_BINDING_WORDS: Final = (b"status_strategy", b"_strategy")
_IDENTIFIER: Final = re.compile(rb"[A-Za-z_]\w*")
_CLASS: Final = re.compile(
    rb"^[ \t]*class[ \t]+([A-Za-z_]\w*)[ \t]*(?:\[[^\]\n]*\])?[ \t]*(?:\(((?:[^()]|\([^()]*\))*)\))?[ \t]*:",
    re.MULTILINE,
)
_ALIAS: Final = re.compile(rb"\b([A-Za-z_]\w*)[ \t]+as[ \t]+([A-Za-z_]\w*)")
_ASSIGNED: Final = re.compile(rb"^([A-Za-z_]\w*)[ \t]*=[ \t]*([A-Za-z_][\w.]*)[ \t]*(?:#.*)?$", re.MULTILINE)
_FUNCTION: Final = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+([A-Za-z_]\w*)", re.MULTILINE)
#: An annotation that may name a class of the project, and is no parameter's.
_STRUCTURED: Final = (
    rb"[ \t]*(?!(?:[\"']|Optional\[|t\.|typing\.)*(?:dict|Dict|Mapping|MutableMapping|str|bytes|Any)\b)"
    rb"[\"']?[A-Za-z_][\w.]*[ \t]*(?:[=|\[\"'#][^\n]*)?(?<!,)[ \t\r]*$"
)
#: Below this many names, searching for each is faster than splitting a file into words.
_FEW: Final = 32


@dataclass(frozen=True, slots=True, order=True)
class SourceFile:
    """A file to check: as it is printed, and where it is."""

    path: str
    absolute: str


def read(file: SourceFile) -> bytes | Problem:
    """The bytes of a file, or the problem with it."""
    try:
        with open(file.absolute, "rb") as stream:
            return stream.read()
    except OSError as error:
        return Problem(file.path, f"cannot be read: {reason(error)}")


def reason(error: Exception) -> str:
    """Why something could not be read, without the path, which stands beside it."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class Relevance:
    """The words that make a file matter."""

    def __init__(self, vocabulary: Vocabulary, feature_gates: Sequence[str] = ()) -> None:
        #: Whether the configuration says that there are gates; else only tags can tell.
        self.has_registry = bool(feature_gates)
        hooks = (*vocabulary.prepare_for_create, *vocabulary.prepare_for_update)
        self.hook_words = tuple(dict.fromkeys(word.encode() for word in hooks))
        self.seed_words = tuple(
            dict.fromkeys((*self.hook_words, *(word.encode() for word in vocabulary.new_rest), *_GATE_WORDS))
        )
        self._metadata_word = vocabulary.metadata.encode() + b":"
        self._metadata_field = re.compile(rb"^[ \t]+" + re.escape(self._metadata_word) + _STRUCTURED, re.MULTILINE)
        names = b"|".join(re.escape(name.encode()) for name in vocabulary.gate_functions)
        self._asks = re.compile(rb"\b(?:" + names + rb")\b")
        self._answers = re.compile(rb"\breturn\b[^\n]*\b(?:" + names + rb")\s*\(")

    def relevant(self, data: bytes) -> bool:
        """Whether a file says by itself that it matters: it has hooks, a registration or gate tags."""
        return any(word in data for word in self.seed_words)

    def declares_objects(self, data: bytes) -> bool:
        """Whether the file may declare a root type: nothing to judge, but to be counted."""
        return self._metadata_word in data and b"class " in data and self._metadata_field.search(data) is not None

    def names_gates(self, data: bytes) -> bool:
        """Whether the file may tag a field."""
        return any(word in data for word in _GATE_WORDS)

    def asks_for_gates(self, data: bytes) -> bool:
        """Whether the file may ask for a gate."""
        return self._asks.search(data) is not None

    def strategies(self, data: bytes) -> set[bytes]:
        """The classes in whose text a hook is named."""
        if not any(word in data for word in self.hook_words):
            return set()
        headers = list(_CLASS.finditer(data))
        ends = [header.start() for header in headers[1:]] + [len(data)]
        return {
            header.group(1)
            for header, end in zip(headers, ends)
            if any(data.find(word, header.end(), end) >= 0 for word in self.hook_words)
        }

    def gate_functions(self, data: bytes, wrappers: set[bytes]) -> set[bytes]:
        """The functions in whose text the answer of a gate check, or of a known wrapper of one, is returned."""
        found = set()
        headers = list(_FUNCTION.finditer(data))
        ends = [header.start() for header in headers[1:]] + [len(data)]
        for header, end in zip(headers, ends):
            text = data[header.end() : end]
            if self._answers.search(text) or any(b"return " + name + b"(" in text for name in wrappers):
                found.add(header.group(1))
        return found


def relevant(data: bytes, vocabulary: Vocabulary | None = None) -> bool:
    """Whether a file says by itself that it matters."""
    return Relevance(vocabulary or Vocabulary()).relevant(data)


@dataclass(slots=True)
class Choice:
    """The files that can matter, in the order given, and the problems met while reading all.

    ``checked`` may declare something to be judged, or a root type; ``summarised`` are what the facts of the tree come
    from: those that may declare something to be judged, and those that bind strategies to stores.
    """

    checked: list[SourceFile] = field(default_factory=list)
    summarised: list[SourceFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def relevant_files(
    files: Sequence[SourceFile],
    vocabulary: Vocabulary,
    feature_gates: Sequence[str] = (),
    reader: Callable[[SourceFile], bytes | Problem] = read,
) -> Choice:
    """The files among ``files`` that can matter.

    Every file is read once. Where none names a hook, a registration or a gate, there are root types at most. Else the
    others are read again, for classes that derive - by name, through any number of files - from a class with hooks; for
    bindings of strategies; and, where there are gates at all, for code that asks for one or uses a function that does.
    Every step costs at most a few passes over the files that are left. Nothing but names is held in memory.
    """
    relevance = Relevance(vocabulary, feature_gates)
    seeds: list[SourceFile] = []
    rest: list[SourceFile] = []
    declaring: set[SourceFile] = set()
    problems: list[Problem] = []
    strategies: set[bytes] = set()
    gates = relevance.has_registry
    wrappers: set[bytes] = set()
    for file in files:
        data = reader(file)
        if isinstance(data, Problem):
            problems.append(data)
        elif relevance.relevant(data):
            seeds.append(file)
            strategies |= relevance.strategies(data)
            gates = gates or relevance.names_gates(data)
        else:
            rest.append(file)
            if relevance.declares_objects(data):
                declaring.add(file)
    if not seeds and not gates:
        return Choice([file for file in files if file in declaring], [], problems)
    chosen = set(seeds)
    bindings: set[SourceFile] = set()
    graph = _Inheritance()
    for file in rest:
        data = _bytes(reader, file)
        if gates and relevance.asks_for_gates(data):
            chosen.add(file)
        if any(word in data for word in _BINDING_WORDS) and b"status" in data:
            bindings.add(file)
        if strategies:
            graph.add(file, data)
    for file in seeds if strategies else ():
        graph.add(file, _bytes(reader, file))
    chosen |= graph.reached(strategies)
    if gates:
        for file in chosen:
            wrappers |= relevance.gate_functions(_bytes(reader, file), set())
        chosen |= _users(relevance, wrappers, [file for file in rest if file not in chosen], reader)
    checked = [file for file in files if file in chosen or file in declaring]
    return Choice(checked, [file for file in files if file in chosen or file in bindings], problems)


class _Inheritance:
    """Which names derive from which, and in which files; an alias derives from what it stands for."""

    def __init__(self) -> None:
        self._derived: dict[bytes, list[tuple[bytes, SourceFile]]] = defaultdict(list)

    def add(self, file: SourceFile, data: bytes) -> None:
        for base, name in _derivations(data):
            self._derived[base].append((name, file))

    def reached(self, names: Iterable[bytes]) -> set[SourceFile]:
        """The files with something that derives from one of the names."""
        seen = set(names)
        pending = sorted(seen)
        files = set()
        while pending:
            for name, file in self._derived.get(pending.pop(), ()):
                files.add(file)
                if name not in seen:
                    seen.add(name)
                    pending.append(name)
        return files


def _derivations(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    for header in _CLASS.finditer(data):
        if header.group(2):
            for base in _IDENTIFIER.findall(header.group(2)):
                yield base, header.group(1)
    for alias in _ALIAS.finditer(data):
        yield alias.group(1), alias.group(2)
    for assigned in _ASSIGNED.finditer(data):
        yield assigned.group(2).rpartition(b".")[2], assigned.group(1)


def _users(
    relevance: Relevance,
    wrappers: set[bytes],
    rest: list[SourceFile],
    reader: Callable[[SourceFile], bytes | Problem],
) -> set[SourceFile]:
    """The files that mention a function that wraps a gate check, or one that wraps such a function, and so on."""
    found: set[SourceFile] = set()
    new = set(wrappers)
    while new and rest:
        arrived: set[bytes] = set()
        left = []
        for file in rest:
            data = _bytes(reader, file)
            if _mentions(data, new):
                found.add(file)
                arrived |= relevance.gate_functions(data, new)
            else:
                left.append(file)
        new = arrived - wrappers
        wrappers = wrappers | arrived
        rest = left
    return found


def _mentions(data: bytes, names: set[bytes]) -> bool:
    if len(names) <= _FEW:
        return any(name in data for name in names)
    return not names.isdisjoint(_IDENTIFIER.findall(data))


def _bytes(reader: Callable[[SourceFile], bytes | Problem], file: SourceFile) -> bytes:
    data = reader(file)
    return b"" if isinstance(data, Problem) else data
