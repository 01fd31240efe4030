"""The files of a tree that can matter: what the bytes of all of them say together.

Read anew only where a file has changed: a run from the cache knows the choice.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Final, Generic, TypeVar

from msgspec import Struct, field

from apivet.program.files import SourceFile, read
from apivet.program.groups import Something
from apivet.python.files.cross_file import mentions_call, patches, registering_functions, registers
from apivet.python.files.import_graph import ImportGraph
from apivet.python.files.prefilter import CLASS, FileRelevance, classes_naming, declares_any, encoded
from apivet.python.source.handing import hands_over, names_called, names_made, names_of_others
from apivet.python.source.reaching_words import (
    ANY_WORD,
    AS_PART,
    AS_WORD,
    changes_anything,
    may_change,
    may_reach_anywhere,
    may_reach_imports,
    stands_alone,
)
from apivet.verdicts import Problem
from apivet.vocabulary import Vocabulary

_AUGMENTATION: Final = b"assign_properties_"
_BUILTINS: Final = "builtins"
_BINDING_WORDS: Final = (b"status_strategy", b"_strategy")
_IDENTIFIER: Final = re.compile(rb"[A-Za-z_]\w*")
_ALIAS: Final = re.compile(rb"\b([A-Za-z_]\w*)[ \t]+as[ \t]+([A-Za-z_]\w*)")
_ASSIGNED: Final = re.compile(rb"^([A-Za-z_]\w*)[ \t]*=[ \t]*([A-Za-z_][\w.]*)[ \t]*(?:#.*)?$", re.MULTILINE)
#: The annotation of a field, over all lines that an open bracket leads to, and the name of a type that is put together.
_ANNOTATED: Final = re.compile(rb"^[ \t]+[A-Za-z_]\w*[ \t]*:((?:[^\n]*[\[(,|][ \t\r]*\n)*[^\n]*)", re.MULTILINE)
_NAMED_TYPE: Final = re.compile(rb"^([A-Z]\w*)[ \t]*(?::[^=\n]*)?=(?!=)([^\n]*)", re.MULTILINE)
#: A file of a versioned package, and a comment tag that asks for what is generated for one.
_VERSIONED: Final = re.compile(r"[/_]v\d+(?:(?:alpha|beta)\d+)?(?:[/_][^/]*)*\.pyi?$")
_SUPPORT_TAG: Final = re.compile(
    rb"^[ \t]*#+[ \t]*\+k8s:(?:deepcopy|defaulter|validation)-gen=[ \t]*(?!false\b)\S", re.MULTILINE
)
#: An import, with the rest of its line, or of the parentheses behind it.
_IMPORT: Final = re.compile(rb"import(?:_module|__)?\b[ \t]*(?:\([^)]*\)|(?:\\\r?\n|[^\n])*)")
#: Below this many names, searching for each is faster than splitting a file into words.
_FEW: Final = 32
Place = TypeVar("Place")


class RelevantFiles(Struct):
    """The files that can matter, in the order given, and the problems met while reading all.

    ``checked`` may declare something to be judged, or a root type; ``summarised`` are what the facts of the tree come
    from: those with strategies, registrations and gates, and those that bind strategies to stores. ``registering`` may
    make types known to a scheme, ``patching`` may add to classes of API groups: they are among the checked ones.
    ``tests_in_use`` are tests that other code imports; ``far`` those of the summarised that lead nowhere near what is
    judged, so that only what they set by themselves counts. ``heirs`` are the names that classes which objects may
    hold are derived from, each with the absolute path of a file with a class that derives from it.
    """

    checked: list[SourceFile] = field(default_factory=list)
    summarised: list[SourceFile] = field(default_factory=list)
    registering: list[SourceFile] = field(default_factory=list)
    patching: list[SourceFile] = field(default_factory=list)
    tests_in_use: list[SourceFile] = field(default_factory=list)
    far: list[SourceFile] = field(default_factory=list)
    heirs: list[tuple[str, str]] = field(default_factory=list)
    somewhere: set[Something] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def relevant_files(
    files: Sequence[SourceFile],
    vocabulary: Vocabulary,
    feature_gates: Sequence[str] = (),
    reader: Callable[[SourceFile], bytes | Problem] = read,
    grouped: Container[str] = (),
    existing: frozenset[str] = frozenset(),
    tests: Collection[str] = (),
) -> RelevantFiles:
    """The files among ``files`` that can matter. Those of API groups, whose absolute paths ``grouped`` has, always do,
    and so do those that declare a class called like one of ``existing``. ``tests`` are absolute paths, too.

    Every file is read once. Where none names a hook, a registration or a gate, there are root types at most. Else the
    others are read again, for classes that derive - by name, through any number of files - from a class with hooks; for
    bindings of strategies; and, where there are gates at all, for code that asks for one or uses a function that does.
    Every step costs at most a few passes over the files that are left. Nothing but names is held in memory.
    """
    relevance = FileRelevance(vocabulary, feature_gates)
    there = encoded(existing)
    seeds: list[SourceFile] = []
    rest: list[SourceFile] = []
    declaring: set[SourceFile] = set()
    problems: list[Problem] = []
    strategies: set[bytes] = set()
    gates = relevance.has_registry
    wrappers: set[bytes] = set()
    reaching_out = _ReachingOut(bool(grouped))
    augmented = _Augmented()
    in_use = _TestsInUse(tests)
    for file in files:
        data = reader(file)
        if isinstance(data, Problem):
            problems.append(data)
            continue
        reaching_out.look(file, data)
        if relevance.names_reset_fields(data):
            reaching_out.somewhere.add("reset fields")
        augmented.look(data)
        in_use.look(file, data)
        if relevance.relevant(data):
            seeds.append(file)
            strategies |= relevance.strategies(data)
            gates = gates or relevance.names_gates(data)
        else:
            rest.append(file)
            declares = relevance.judged_alone(data) or relevance.declares_objects(data)
            if file.absolute in grouped or declares or (there and declares_any(data, there)):
                declaring.add(file)
    reaching_out.look_for_callers(files, reader)
    declaring |= {*reaching_out.registering, *reaching_out.patching}
    declaring |= augmented.heirs(files, reader)
    # Whether a class with one of the hooks is a mixin, the classes that derive from it tell.
    types = declaring if augmented.exist else set()
    if not seeds and not gates:
        checked = [file for file in files if file in declaring]
        summarised = [file for file in files if file in types]
        return reaching_out.completed(RelevantFiles(checked, summarised, problems=problems))
    tests_in_use = in_use.found(files, reader)
    chosen = set(seeds)
    bindings: set[SourceFile] = set()
    for file in rest:
        data = _bytes(reader, file)
        if gates and relevance.asks_for_gates(data):
            chosen.add(file)
        binds = any(word in data for word in _BINDING_WORDS) and b"status" in data
        if binds:
            bindings.add(file)
    inheritance = Inheritance(files, partial(_bytes, reader))
    chosen |= inheritance.reached(strategies)
    if gates:
        for file in chosen:
            wrappers |= relevance.gate_functions(_bytes(reader, file), set())
        chosen |= _users(relevance, wrappers, [file for file in rest if file not in chosen], reader)
    checked = [file for file in files if file in chosen or file in declaring]
    running = [file for file in files if file.absolute not in tests or file in tests_in_use]
    by_path = {file.absolute: file for file in running}
    graph = ImportGraph(by_path, lambda path: _bytes(reader, by_path[path]))
    near, far = _changing(graph, running, chosen, strategies, set(map(_last_name, seeds)), reader)
    near |= chosen | bindings | types
    summarised = [file for file in files if file in near or file in far]
    only_far = [file for file in files if file in far - near]
    inner = graph.reached(file.absolute for file in chosen)
    held = _held(
        [_bytes(reader, file) for file in running if file.absolute in inner], map(partial(_bytes, reader), chosen)
    )
    heirs = {(base.decode(), file.absolute) for base, file in inheritance.derivations(held) if file.absolute in by_path}
    found = RelevantFiles(checked, summarised, tests_in_use=tests_in_use, far=only_far, problems=problems)
    found.heirs = sorted(heirs)
    return reaching_out.completed(found)


def registering_files(
    files: Sequence[SourceFile], reader: Callable[[SourceFile], bytes | Problem] = read
) -> list[SourceFile]:
    """The files that may make types of API groups known to a scheme."""
    reaching_out = _ReachingOut(True)
    for file in files:
        reaching_out.look(file, _bytes(reader, file))
    reaching_out.look_for_callers(files, reader)
    return reaching_out.registering


class _Augmented:
    """The classes with augmentation hooks, as far as their files name one."""

    def __init__(self) -> None:
        self._classes: set[bytes] = set()
        self.exist = False

    def look(self, data: bytes) -> None:
        """Look at one file."""
        if _AUGMENTATION in data:
            self.exist = True
            self._classes |= classes_naming((_AUGMENTATION,), data)

    def heirs(self, files: Sequence[SourceFile], reader: Callable[[SourceFile], bytes | Problem]) -> set[SourceFile]:
        """The files with a class that derives from one of these, and so has its hooks."""
        return Inheritance(files, partial(_bytes, reader)).reached(self._classes)


class _TestsInUse:
    """The tests that other code imports, by the names in its imports: what these do to others, programs do."""

    def __init__(self, tests: Collection[str]) -> None:
        self._tests = tests
        self._names: set[bytes] = set()

    def look(self, file: SourceFile, data: bytes) -> None:
        """Look at one file."""
        if self._tests and file.absolute not in self._tests and b"test" in data:
            self._names |= _imported(data, b"test")

    def found(self, files: Sequence[SourceFile], reader: Callable[[SourceFile], bytes | Problem]) -> list[SourceFile]:
        """Tests that are imported, by other code or by each other."""
        left = [file for file in files if file.absolute in self._tests] if self._names else []
        found: list[SourceFile] = []
        new = self._names
        while new:
            arrived = [file for file in left if _last_name(file) in new]
            left = [file for file in left if file not in arrived]
            found += arrived
            new = {name for file in arrived for name in _imported(_bytes(reader, file))}
        return found


def _imported(data: bytes, word: bytes = b"") -> set[bytes]:
    """The names in the imports of a file in which a word stands."""
    found = ((data.rfind(b"\n", 0, match.start()) + 1, match.end()) for match in _IMPORT.finditer(data))
    statements = (data[start:end] for start, end in found if data.find(word, start, end) >= 0)
    return {name for statement in statements for name in _IDENTIFIER.findall(statement)}


def _last_name(file: SourceFile) -> bytes:
    """The last part of a module's dotted name."""
    directory, name = os.path.split(os.path.splitext(file.absolute)[0])
    return (os.path.basename(directory) if name == "__init__" else name).encode("utf-8", "surrogateescape")


class _ReachingOut:
    """The files that do something to types of others. Where there are no API groups, only those that register types
    themselves are of interest."""

    def __init__(self, has_groups: bool) -> None:
        self._has_groups = has_groups
        self._functions: set[bytes] = set()
        self.registering: list[SourceFile] = []
        self.patching: list[SourceFile] = []
        self.somewhere: set[Something] = set()

    def look(self, file: SourceFile, data: bytes) -> None:
        """Look at one file."""
        if registers(data):
            self.registering.append(file)
            if self._has_groups:
                self._functions |= registering_functions(data)
        if self._has_groups and patches(data):
            self.patching.append(file)
        if self._has_groups and b"+k8s:" in data and _VERSIONED.search(file.absolute):
            if _SUPPORT_TAG.search(data) is not None:
                self.somewhere.add("support tags")

    def look_for_callers(self, files: Sequence[SourceFile], reader: Callable[[SourceFile], bytes | Problem]) -> None:
        """Look for files that register types through functions of others, where there are such functions."""
        if self._functions:
            calls = mentions_call(self._functions)
            known = set(self.registering)
            callers = {file for file in files if file in known or calls.search(_bytes(reader, file))}
            self.registering = [file for file in files if file in callers]

    def completed(self, choice: RelevantFiles) -> RelevantFiles:
        """The choice, with these files."""
        choice.registering, choice.patching = self.registering, self.patching
        choice.somewhere = self.somewhere
        return choice


class Inheritance(Generic[Place]):
    """Inheritance between names, and its places; an alias derives from what it stands for. A place is looked at when
    its text has one of the names that were reached."""

    def __init__(self, places: Iterable[Place], read: Callable[[Place], bytes]) -> None:
        self._left = list(places)
        self._read = read
        self._derived: dict[bytes, list[tuple[bytes, Place]]] = defaultdict(list)

    def reached(self, names: Iterable[bytes]) -> set[Place]:
        """The places with something that derives from one of the names."""
        return {place for _, place in self.derivations(names)}

    def derivations(self, names: Iterable[bytes]) -> Iterator[tuple[bytes, Place]]:
        """Every name that is among these, or derives from one, with the places of what derives from it."""
        seen: set[bytes] = set()
        new = set(names)
        while new:
            seen |= new
            self._look_for(new)
            found = [(name, *each) for name in sorted(new) for each in self._derived.get(name, ())]
            yield from ((base, place) for base, _, place in found)
            new = {name for _, name, _ in found} - seen

    def _look_for(self, names: set[bytes]) -> None:
        """Look at the places that have one of these names, where these are few, or else at all."""
        left: list[Place] = []
        for place in self._left:
            data = self._read(place)
            if len(names) <= _FEW and not _mentions(data, names):
                left.append(place)
                continue
            for base, name in derivations(data):
                self._derived[base].append((name, place))
        self._left = left


def derivations(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names of a file that classes derive from, or that go by another name, each with the name of that."""
    for header in CLASS.finditer(data):
        if header.group(2):
            for base in _IDENTIFIER.findall(header.group(2)):
                yield base, header.group(1)
    for alias in _ALIAS.finditer(data):
        yield alias.group(1), alias.group(2)
    for assigned in _ASSIGNED.finditer(data):
        yield assigned.group(2).rpartition(b".")[2], assigned.group(1)


def _held(texts: Sequence[bytes], naming: Iterable[bytes]) -> set[bytes]:
    """The names of classes in these texts that objects may hold of which others speak: those that they name, and that
    are in annotations of such classes, over whatever steps."""
    named: defaultdict[bytes, set[bytes]] = defaultdict(set)
    for text in texts:
        headers = list(CLASS.finditer(text))
        for header, end in zip(headers, [*(each.start() for each in headers[1:]), len(text)]):
            told = (header.group(2) or b"", *_ANNOTATED.findall(text, header.end(), end))
            named[header.group(1)].update(name for each in told for name in _IDENTIFIER.findall(each))
        others = (*_NAMED_TYPE.findall(text), *(each[::-1] for each in _ALIAS.findall(text))) if headers else ()
        for name, value in others:
            named[name].update(_IDENTIFIER.findall(value))
    found: set[bytes] = set()
    new = {name for text in naming for name in _IDENTIFIER.findall(text)} & named.keys()
    while new:
        found |= new
        new = {name for each in new for name in named[each]} & named.keys() - found
    return found


def _changing(
    graph: ImportGraph,
    files: Sequence[SourceFile],
    judged: Collection[SourceFile],
    classes: set[bytes],
    modules: set[bytes],
    reader: Callable[[SourceFile], bytes | Problem],
) -> tuple[set[SourceFile], set[SourceFile]]:
    """The other files that may change what those have that are ``judged``, that these lead to, or that they import of
    other libraries: with others than the words that reach anything, where their imports lead there or they mention one
    of these ``classes`` or ``modules``, or over functions that they hand something to; and with such words alone."""
    others = [file for file in files if file not in judged]
    if not others:
        return set(), set()
    inner = graph.reached(file.absolute for file in judged)
    around, libraries = graph.leading_to(inner), {*graph.libraries(inner), _BUILTINS}
    # Objects are handed over by what leads to them, and to functions that this leads to as well.
    at_hand = graph.reached(around)
    meeting = [file for file in files if file.absolute in at_hand]
    near = _handing(meeting, [file for file in files if file.absolute in inner], reader)
    far: set[SourceFile] = set()
    for file in others:
        data = _bytes(reader, file)
        is_near = file.absolute in around or _mentions(data, classes) or _mentions(data, modules, AS_PART)
        bound = set() if is_near else graph.bound_to(libraries, file.absolute)
        if may_reach_imports(data) if is_near else may_change(data, bound):
            near.add(file)
        elif may_reach_anywhere(data):
            (near if is_near or stands_alone(data, bound) else far).add(file)
    return near, far


def _handing(
    files: Sequence[SourceFile], inner: Sequence[SourceFile], reader: Callable[[SourceFile], bytes | Problem]
) -> set[SourceFile]:
    """The files that may hand something of these ``inner`` ones, or that these import, to functions, and those with
    functions that may change it, or hand it on. The code of each file is looked at once, however long the way there."""
    made = {file: names_made(_bytes(reader, file)) for file in files}
    own = {file: made[file] for file in inner}
    names = {name for file in inner for name in made[file] | names_of_others(_bytes(reader, file))}
    names.update(map(_last_name, inner))
    found = {file for file in files if hands_over(_bytes(reader, file), names, own.get(file, set()))}
    new, left = found, [file for file in files if file not in found]
    functions = set[bytes]()
    while new:
        functions |= {name for file in new for name in names_called(_bytes(reader, file))}
        called = [file for file in left if not functions.isdisjoint(made[file])]
        left = [file for file in left if functions.isdisjoint(made[file])]
        new = {file for file in called if changes_anything(_bytes(reader, file))}
        found |= new
    are_called = (file for file in found if not functions.isdisjoint(made[file]))
    return found if any(changes_anything(_bytes(reader, file)) for file in are_called) else set()


def _users(
    relevance: FileRelevance,
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


def _mentions(data: bytes, names: set[bytes], how: bytes = AS_WORD) -> bool:
    """Whether one of these names stands in source, and how."""
    if len(names) <= _FEW:
        return any(name in data and _pattern(how, re.escape(name)).search(data) is not None for name in names)
    return not names.isdisjoint(_pattern(how, ANY_WORD).findall(data))


@cache
def _pattern(how: bytes, name: bytes) -> re.Pattern[bytes]:
    return re.compile(how % name)


def _bytes(reader: Callable[[SourceFile], bytes | Problem], file: SourceFile) -> bytes:
    data = reader(file)
    return b"" if isinstance(data, Problem) else data
