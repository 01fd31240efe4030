"""Pieces of the work on one strategy: its random sequences of requests in ranges, so that many processes, or machines,
share them, and the cases of earlier runs.

The ranges do not depend on who tries them. What the pieces show is put together in their order, so that a
run finds the same wherever its pieces were tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Final

from msgspec.structs import replace

from apivet.blackbox.protocol.messages import Examined, Work
from apivet.blackbox.protocol.models import Assignment
from apivet.blackbox.protocol.observations import CodeLines, Observation

#: Random sequences that are one piece of work: as many as are worth a process of their own.
SEQUENCES: Final = 500
#: Random sequences that the time for a strategy is meant for; a piece with more of them has more time.
_TIMED_SEQUENCES: Final = 100
_VIOLATED: Final = "violated"


def in_pieces(assignment: Assignment) -> list[Assignment]:
    """The work on a strategy: the cases of earlier runs first, then all that is tried, and in each further piece
    nothing but more sequences. Another run does not have these cases: no calls of theirs come before those of others,
    which a strategy may count."""
    sequences = assignment.sequences
    firsts = range(0, max(sequences, 1), SEQUENCES)
    alone = replace(assignment, cases=())
    pieces = [replace(alone, first_sequence=first, sequences=min(SEQUENCES, sequences - first)) for first in firsts]
    return [*([replace(assignment, first_sequence=firsts.stop, sequences=0)] if assignment.cases else ()), *pieces]


def time_for(work: Work, seconds: float) -> float:
    """The seconds for a piece of work, where a strategy with few sequences has so many."""
    sequences = work.sequences if isinstance(work, Assignment) else 0
    return seconds * max(1.0, sequences / _TIMED_SEQUENCES)


def put_together(pieces: Sequence[Assignment], answers: Iterable[Examined]) -> Iterator[Examined]:
    """Results of whole strategies, from those of their pieces."""
    given = iter(answers)
    wholes = [at for at, piece in enumerate(pieces) if not piece.first_sequence]
    starts = [at - bool(at and pieces[at - 1].cases) for at in wholes]
    for start, end in zip(starts, [*starts[1:], len(pieces)]):
        found = list(islice(given, end - start))
        yield _joined(found if not pieces[start].cases else [*found[1:], found[0]])


def _joined(pieces: Sequence[Examined]) -> Examined:
    """One result of several, those of cases last. The first piece decides what is held to hold, as it alone tries
    everything; a violation counts from whichever piece comes first with one."""
    first, *others = pieces
    if not others:
        return first
    rows = {(seen.rule, seen.field): seen for seen in first.observations}
    for each in others:
        for seen in each.observations:
            key = (seen.rule, seen.field)
            if key in rows:
                rows[key] = _with_more(rows[key], seen)
            elif seen.verdict == _VIOLATED and not any(
                row.rule == seen.rule and row.verdict == _VIOLATED for row in rows.values()
            ):
                rows[key] = seen
    return replace(
        first,
        observations=tuple(rows.values()),
        reason=next((each.reason for each in pieces if each.reason), ""),
        notes=tuple(dict.fromkeys(note for each in pieces for note in each.notes)),
        runs=sum(each.runs for each in pieces),
        broke=any(each.broke for each in pieces),
        is_bug=any(each.is_bug for each in pieces),
        case=next((each.case for each in pieces if each.case), ""),
    )


def _with_more(row: Observation, seen: Observation) -> Observation:
    """A row with what a further piece saw of it; of what is broken nothing more is asked."""
    if row.verdict == _VIOLATED:
        return row
    shown = seen if seen.verdict == _VIOLATED else replace(row, unrun=tuple(_common(row.unrun, seen.unrun)))
    return replace(
        shown,
        tried=row.tried + seen.tried,
        stored=row.stored + seen.stored,
        effective=row.effective + seen.effective,
    )


def _common(one: Iterable[CodeLines], other: Iterable[CodeLines]) -> Iterator[CodeLines]:
    """The lines that ran in neither; in part, where that is all that is known of one of both."""
    found = {(each.path, line): each.is_part for each in other for line in range(each.first, each.last + 1)}
    for each in one:
        alike = [
            (line, each.is_part or found[each.path, line])
            for line in range(each.first, each.last + 1)
            if (each.path, line) in found
        ]
        for (_, is_part), run in groupby(enumerate(alike), lambda pair: (pair[1][0] - pair[0], pair[1][1])):
            lines = [line for _, (line, _) in run]
            yield CodeLines(each.path, lines[0], lines[-1], is_part)
