"""The first look at every file: can it be read, does it try to switch off a rule; and at those that matter: can it be
parsed.

All depend on the file's bytes alone, so an unchanged file is not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.cache import Cache, Remembered, digest_of, stamp_of
from apivet.jobs import Failure, Task, run_all
from apivet.program.files import SourceFile, read
from apivet.program.front_end import Disabling, Look, SourceTree
from apivet.records import MismatchError, decode, encode
from apivet.verdicts import Problem

#: A first look is short, so it takes many of them to be worth starting workers for.
_WORTH_A_POOL: Final = 1000


class SurveyedFile(Struct, frozen=True):
    """The result of the first look at one file; ``parsed`` where its syntax was looked at, too. ``look`` is what the
    front end goes by, ``significant`` the digest of what verdicts rest on."""

    problem: Problem | None
    disablings: tuple[Disabling, ...]
    parsed: bool = False
    look: Look = ()
    significant: str = ""


class Surveyed(Struct):
    """The whole tree after the first look: the files that can be judged, and the problems of the others; the digests of
    files, and of what is ``significant`` of them: of what verdicts rest on."""

    files: list[SourceFile] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)
    disablings: list[tuple[SourceFile, Disabling]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    looks: dict[str, Look] = field(default_factory=dict)
    significant: dict[str, str] = field(default_factory=dict)

    def add(self, file: SourceFile, examined: SurveyedFile) -> None:
        """Take in one more file. What is wrong with its syntax is reported where it matters."""
        if examined.problem is not None and not examined.parsed:
            self.problems.append(examined.problem)
        else:
            self.files.append(file)
            self.looks[file.absolute] = examined.look
            self.significant[file.absolute] = examined.significant
        self.disablings.extend((file, disabling) for disabling in examined.disablings)


class _Look(Struct, frozen=True):
    """A file to look at. ``stamp`` is from before it is read, so that a change in between shows the next time;
    ``known_digest`` is of the content that the cache knows all about."""

    file: SourceFile
    stamp: list[int] | None
    known_digest: str | None


class _FirstLook(Struct, frozen=True):
    """``examined`` is ``None`` where the content is the one that the cache knows, ``digest`` where it is unreadable."""

    digest: str | None
    examined: SurveyedFile | None


def survey(
    files: Sequence[SourceFile],
    tree: SourceTree,
    symbols: dict[str, str],
    jobs: int | None,
    cache: Cache,
    advance: Callable[[int], None],
) -> Surveyed:
    """Look at all files, in parallel where that is worth it. ``symbols`` are the rules' names, by symbol and id."""
    examined: dict[str, SurveyedFile] = {}
    looks = []
    for file in files:
        stamp = stamp_of(file.absolute)
        known = cache.recall(file.absolute, stamp)
        result = _from_cache(known, file) if known else None
        if result is not None:
            examined[file.absolute] = result
        else:
            previous = cache.files.get(file.absolute)
            usable = previous is not None and _from_cache(previous, file) is not None
            looks.append(_Look(file, stamp, previous.digest if previous and usable else None))
    advance(len(files) - len(looks))
    task = Task(_look_at, (tree, symbols))
    outcomes = run_all(task, looks, jobs, advance, worth_a_pool=_WORTH_A_POOL)
    for look, outcome in zip(looks, outcomes):
        examined[look.file.absolute] = _taken_in(look, outcome, cache)
    surveyed = Surveyed()
    for file in files:
        surveyed.add(file, examined[file.absolute])
        if file.absolute in cache.files:
            surveyed.digests[file.absolute] = cache.files[file.absolute].digest
    return surveyed


class TakenLooks(Struct, frozen=True):
    """The looks at files, from the survey; those at others are taken and kept in the same way."""

    tree: SourceTree
    symbols: dict[str, str]
    jobs: int | None
    cache: Cache
    known: dict[str, Look]

    def __call__(self, files: Sequence[SourceFile]) -> dict[str, Look]:
        others = [file for file in files if file.absolute not in self.known]
        if others:
            self.known.update(survey(others, self.tree, self.symbols, self.jobs, self.cache, lambda steps: None).looks)
        return self.known


def _look_at(reading: tuple[SourceTree, dict[str, str]], look: _Look) -> _FirstLook:
    """In a worker: read one file, and examine it unless its content is known."""
    data = read(look.file)
    if isinstance(data, Problem):
        return _FirstLook(None, SurveyedFile(data, ()))
    digest = digest_of(data)
    if digest == look.known_digest:
        return _FirstLook(digest, None)
    tree, symbols = reading
    disablings = tree.disablings(data, symbols)
    significant = significant_digest(tree, data, digest)
    return _FirstLook(digest, SurveyedFile(None, disablings, False, tree.look(look.file.absolute, data), significant))


def significant_digest(tree: SourceTree, data: bytes, digest: str) -> str:
    """The digest of what verdicts rest on in a file with these bytes, of which that of the whole is known."""
    significant = tree.significant(data)
    return digest if significant is data else digest_of(significant)


def refusals(files: Sequence[SourceFile], tree: SourceTree, jobs: int | None, cache: Cache) -> dict[str, Problem]:
    """The files that can't be parsed, by their absolute paths, each with its problem."""
    found: dict[str, Problem] = {}
    unknown = []
    for file in files:
        known = cache.files.get(file.absolute)
        examined = _from_cache(known, file) if known is not None else None
        if examined is None or not examined.parsed:
            unknown.append(file)
        elif examined.problem is not None:
            found[file.absolute] = examined.problem
    for file, outcome in zip(unknown, run_all(Task(_parsed, tree), unknown, jobs, lambda steps: None)):
        problem = Problem(file.path, outcome.message) if isinstance(outcome, Failure) else outcome
        if problem is not None:
            found[file.absolute] = problem
        known = cache.files.get(file.absolute)
        examined = _from_cache(known, file) if known is not None else None
        if known is not None and examined is not None and not isinstance(outcome, Failure):
            parsed = replace(examined, problem=problem, parsed=True)
            cache.remember(file.absolute, replace(known, examined=encode(parsed)))
    return found


def _parsed(tree: SourceTree, file: SourceFile) -> Problem | None:
    """In a worker: what is wrong with one file."""
    data = read(file)
    return data if isinstance(data, Problem) else tree.syntax_problem(file.path, data)


def _taken_in(look: _Look, outcome: _FirstLook | Failure, cache: Cache) -> SurveyedFile:
    """Keep a worker's result for the next run."""
    path = look.file.absolute
    if isinstance(outcome, Failure):
        cache.files.pop(path, None)
        return SurveyedFile(Problem(look.file.path, outcome.message), ())
    if outcome.examined is None:
        known = cache.files[path]
        cache.remember(path, replace(known, stamp=look.stamp))
        result = _from_cache(known, look.file)
        assert result is not None, "a digest is only sent along where the cache's entry can be read"
        return result
    if outcome.digest is None:
        cache.files.pop(path, None)
    else:
        former = cache.files.get(path)
        # An answer tells whether it rests on the same.
        kept = (former.judged, former.read) if former is not None else ()
        cache.remember(path, Remembered(look.stamp, outcome.digest, encode(outcome.examined), None, *kept))
    return outcome.examined


def _from_cache(known: Remembered, file: SourceFile) -> SurveyedFile | None:
    """The cached result for a file; ``None`` where the entry cannot be decoded."""
    try:
        examined = decode(SurveyedFile, known.examined)
    except MismatchError:
        return None
    # A cache that speaks of another file is a corrupt one.
    return examined if examined.problem is None or examined.problem.path == file.path else None
