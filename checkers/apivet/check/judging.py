"""The second look, at the files that declare something to judge."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from apivet.cache import Cache
from apivet.check.answers import Answers
from apivet.check.judged_file import REST, JudgedFile, is_whole, joined, known_of_all
from apivet.check.shown_lines import shown_lines
from apivet.config import Config
from apivet.jobs import Failure, Task, processors, run_all
from apivet.program.baseline import Baseline
from apivet.program.files import SourceError, SourceFile, bytes_at
from apivet.program.front_end import SourceTree
from apivet.program.parts_read import FileRead
from apivet.verdicts import Problem

if TYPE_CHECKING:
    from apivet.program.contents import Contents
    from apivet.program.source_program import SourceProgram

#: Judging takes longer than looking, so fewer files are worth starting workers for.
_WORTH_A_POOL = 40
#: Each share of a file reads the same sources once more.
_MOST_SHARES = 4
#: One strategy may take as long as a hundred files without any.
_CHUNK = 16


class TreeJudge:
    """The judge of a process: one program, made when it is first needed, so that what several files have in common
    is read once."""

    def __init__(self, config: Config, tree: SourceTree, facts: Any, baseline: Baseline | None = None) -> None:
        self.config = config
        self.tree = tree
        self.facts = facts
        self.baseline = baseline

    @functools.cached_property
    def program(self) -> SourceProgram:
        return self.tree.program(self.facts, self.baseline)


class Share(Struct, frozen=True):
    """A file to be judged, or a portion of what is asked of it: one of as many as there are judges of it. Units whose
    answers are ``known`` are left out."""

    file: SourceFile
    number: int = 0
    of: int = 1
    known: frozenset[str] = frozenset()


def judge_file(bench: TreeJudge, file: SourceFile) -> JudgedFile:
    """Judge one file by all conventions."""
    return joined(judge_share(bench, Share(file)))


def judge_share(bench: TreeJudge, share: Share) -> tuple[JudgedFile, ...]:
    """Judge a file, or a share of it: the strategies that are judged apart, and the rest."""
    program, file = bench.program, share.file
    program.reset_dependencies()
    try:
        contents = program.contents(file.absolute)
    except SourceError as error:
        return (JudgedFile((), (), 0, (), (error.problem,), ()),)
    apart = {each.type.dotted: each for each in contents.strategies if program.is_apart(each)}
    rest = replace(contents, strategies=tuple(each for each in contents.strategies if each.type.dotted not in apart))
    found = []
    if REST not in share.known:
        found.append(replace(_judged(bench, share, rest), units=tuple(apart)))
    for unit, strategy in apart.items():
        if unit not in share.known:
            program.reset_dependencies()
            program.is_apart(strategy)
            found.append(_judged(bench, share, contents.of_one(strategy), unit))
    return tuple(found)


def _judged(bench: TreeJudge, share: Share, contents: Contents, unit: str = REST) -> JudgedFile:
    from apivet.check.subjects import subjects_of
    from apivet.conventions import judge

    program, file = bench.program, share.file
    said = judge(contents, program, bench.config, share.number, share.of, is_unit=unit != REST)
    types = _types(contents, program, is_unit=unit != REST)
    subjects = subjects_of(contents, program, said.rows, file.path)
    consulted = program.dependencies()
    setters = sorted(program.setters())
    rows = [replace(row, set_by=setters[0]) for row in said.rows] if setters else said.rows
    problems = (*program.problems(consulted), *(Problem(file.path, each) for each in said.failures))
    near_miss = next(((each.object, each.location.line) for each in contents.near_misses), None)
    shown = shown_lines(said.findings, problems, {program.display(path): path for path in consulted})
    return JudgedFile(
        tuple(said.findings),
        tuple(rows),
        len(contents.strategies) + len(contents.registrations),
        types,
        problems,
        tuple(sorted(consulted - {file.absolute})),
        subjects,
        tuple(program.missing()),
        near_miss,
        program.parts_read(shown) if shown is not None and near_miss is None else (),
        unit,
    )


def _types(contents: Contents, program: SourceProgram, *, is_unit: bool) -> tuple[str, ...]:
    """The root types that are declared here, those whose objects are prepared here, wherever they are declared, the
    types that declare gated fields here and, in a module of an API group, all that hold data. A generic type counts
    once, whatever it is applied to.

    A file is only looked at when it has hooks, registrations or gates, is of an API group, or has a class body with a
    ``metadata: ...`` line: a root type that inherits its metadata counts where it is prepared, or where something of
    these stands beside it.
    """
    prepared = [each.object_type for each in contents.strategies] + [
        each.object_type for each in contents.registrations
    ]
    found = {*contents.types, *(type_.dotted for type_ in prepared if type_), *(tag.type for tag in contents.tags)}
    if not is_unit and program.groups_of(contents.module):
        declared = program.declared_in(contents.module)
        found |= {type_.dotted for type_ in declared if type_.structured or type_.form == "enum"}
    return tuple(sorted({program.class_name(dotted) for dotted in found}))


def judge_files(
    files: Sequence[SourceFile],
    bench: TreeJudge,
    digests: dict[str, str],
    cache: Cache,
    advance: Callable[[int], None],
    hooked: Container[SourceFile] = (),
    read_beside: Callable[[str], bytes | None] = bytes_at,
) -> list[JudgedFile]:
    """Judge all files, those whose answer may have changed in parallel where that is worth it; those with hooks take
    long, and the more so the larger they are. ``read_beside`` reads what answers rest on.

    Answers are kept as text: as lists of lists, those of thousands of files take ten times the memory.
    """
    known = Answers(bench.facts, bench.tree, bench.baseline, digests, cache, read_beside)
    recalled = {file.absolute: known.recall(file) for file in files}
    answers = {path: joined([*units.values()]) for path, units in recalled.items() if is_whole(units)}
    advance(len(answers))
    left = [file for file in files if file.absolute not in answers]
    shares = _shares(left, hooked, bench.config.jobs, {path: frozenset(units) for path, units in recalled.items()})
    task = Task(judge_share, bench, leaves_cycles=True)
    places = (place for place, share in enumerate(shares) if share.file in hooked)
    long = sorted(places, key=lambda place: -_size(shares[place].file))
    least = 1 if len(long) > 1 else _WORTH_A_POOL
    outcomes = run_all(task, shares, bench.config.jobs, advance, worth_a_pool=least, largest_chunk=_CHUNK, long=long)
    for file, parts in groupby(zip(shares, outcomes), lambda pair: pair[0].file):
        told = [outcome for _, outcome in parts]
        failed = [each.message for each in told if isinstance(each, Failure)]
        if failed:
            answers[file.absolute] = JudgedFile((), (), 0, (), (Problem(file.path, failed[0]),), ())
            continue
        new = _by_unit(file, [each for each in told if not isinstance(each, Failure)])
        units = known_of_all({**recalled[file.absolute], **new})
        answers[file.absolute] = joined([*units.values()])
        known.keep(file, units, frozenset(new))
    known.close()
    return [answers[file.absolute] for file in files]


def _shares(
    files: Sequence[SourceFile],
    hooked: Container[SourceFile],
    jobs: int | None,
    known: Mapping[str, frozenset[str]],
) -> list[Share]:
    """The files, those with hooks in several shares where there are no more of them than processors."""
    workers = jobs or processors()
    several = min(workers, _MOST_SHARES) if sum(file in hooked for file in files) <= workers else 1
    counts = [(file, several if file in hooked else 1) for file in files]
    return [Share(file, number, count, known[file.absolute]) for file, count in counts for number in range(count)]


def _by_unit(file: SourceFile, shares: Sequence[Sequence[JudgedFile]]) -> dict[str, JudgedFile]:
    """The results for the units of a file, of the results for its shares."""
    parts: dict[str, list[JudgedFile]] = {}
    for each in (each for share in shares for each in share):
        parts.setdefault(each.unit, []).append(each)
    return {unit: _together(file, several) for unit, several in parts.items()}


def _together(file: SourceFile, parts: Sequence[JudgedFile]) -> JudgedFile:
    """The result for a unit of a file, of the results for its shares."""
    first = parts[0]
    if len(parts) == 1:
        return first
    return replace(
        joined(parts),
        strategies=first.strategies,
        types=first.types,
        parts_read=_read_by_all(file, parts),
        unit=first.unit,
        units=first.units,
    )


def _read_by_all(file: SourceFile, parts: Sequence[JudgedFile]) -> tuple[FileRead, ...]:
    """The parts of files that the shares of a file were told from; not of one of which some share rests on all."""
    in_part = [{each.path for each in part.parts_read} for part in parts]
    whole = {path for part, own in zip(parts, in_part) for path in (file.absolute, *part.consulted) if path not in own}
    found = (each for part in parts for each in part.parts_read if each.path not in whole)
    return tuple(dict.fromkeys(found))


def _size(file: SourceFile) -> int:
    try:
        return os.path.getsize(file.absolute)
    except OSError:  # gone since, as its judge will tell
        return 0
