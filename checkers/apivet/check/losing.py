"""The losses of a change: objects that no rule sees any more though what they guarded is still there
(``gate-subject-lost``), and verdicts that nobody can give any more (``gate-verdict-lost``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, field

from apivet.catalogue import Catalogue
from apivet.check.earlier import Earlier
from apivet.check.merging import BLACKBOX, Key, by_key, findings_by_key
from apivet.check.readings import Reading
from apivet.check.remains import Remains
from apivet.exceptions.applying import Exceptions
from apivet.paths import EACH
from apivet.program.role import Role
from apivet.verdicts import Finding, Judgement, Location, Problem, RowSubject, Verdict

SUBJECT_LOST: Final = "gate-subject-lost"
VERDICT_LOST: Final = "gate-verdict-lost"

#: Rules about a field's gate, which has to stay as long as the field does.
_OF_FIELDS: Final = frozenset(
    (
        "gated-field-not-dropped",
        "gated-field-dropped-in-use",
        "gated-field-dropped-when-enabled",
        "unknown-feature-gate",
    )
)
#: Rules about hub types, which guard the served types.
_OF_HUBS: Final = frozenset(("hub-type-differs", "hub-fields-permuted"))
#: Rules about something that may go: a hook or a flag that is as by default, an alias, a gate that is asked for.
_OF_WHAT_MAY_GO: Final = frozenset(
    ("boilerplate-hook", "gate-not-called", "ungated-new-field", "hub-type-not-aliased", "hub-alias-extended")
    + ("hub-alias-registered-internal", "allow-create-on-update-not-default", "reset-fields-missing")
    + ("allow-unconditional-update-not-default", "garbage-collection-policy-not-default", "ungated-field-dropped")
)
_OF_PACKAGES: Final = "support-generation-not-enabled"
_UNREADABLE: Final = (
    "what was to be judged here at the base can't be told ({}), and nothing is judged here now: name an older base "
    "with --base REV, or put it back"
)
_DECIDED: Final = {Verdict.HOLDS: "held at the base", Verdict.VIOLATED: "was violated at the base"}


class Losses(Struct):
    """A revision's rows, held against those of the tree as it is now."""

    earlier: Earlier
    now: list[Reading]
    plugins: tuple[str, ...]
    remains: Remains
    _rows: set[Key] = field(default_factory=set)
    _ruled: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _guarding: dict[str, list[RowSubject]] = field(default_factory=lambda: defaultdict(list))
    _subjects: dict[str, RowSubject] = field(default_factory=dict)
    #: The rules by which what a file declares is judged, by the file's path and the name in there.
    _ruled_at: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    _hidden: dict[str, str | None] = field(default_factory=dict)
    _elsewhere: dict[str, str | None] = field(default_factory=dict)
    _judged: frozenset[str] = frozenset()
    #: Files that were judged at the base and are not checked out.
    _left_out: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._subjects = {subject.object: subject for subject in reversed(self.now[0].report.subjects)}
        self._judged = frozenset(subject.path for reading in self.now for subject in reading.report.subjects)
        for reading in self.now:
            for row in reading.report.judgements:
                self._rows.add((row.object, row.rule, row.field))
                self._ruled[row.object].add(row.rule)
            for subject in reading.report.subjects:
                self._ruled_at[_source_of(subject)] |= self._ruled[subject.object]
                for guarded in subject.guards:
                    self._guarding[guarded.rpartition(".")[2]].append(subject)

    # ----------------------------------------------------------------------------------------------- subjects

    def subjects(self) -> Iterator[Finding]:
        """A finding for each object and rule that had a row, or each gated field of it."""
        active = frozenset[str]().union(*(reading.active for reading in self.now))
        subjects = {subject.object: subject for subject in self.earlier.subjects}
        told = set()
        looked_for = active - _OF_WHAT_MAY_GO
        for name, rule, field_, _ in self.earlier.rows:
            subject = subjects.get(name) if rule in looked_for else None
            if subject is None:
                continue
            still = self._what_remains(subject, rule, field_) or self._passed_over(subject) or self._taken_from(subject)
            if still is not None and self.remains.is_left_out(subject.path):
                self._left_out.add(subject.path)
            elif still is not None and (name, rule, still) not in told:
                told.add((name, rule, still))
                yield self._lost(subject, rule, still)

    def problems(self) -> Iterator[Problem]:
        """The files whose subjects can't be missed, as they are only not here, or could not be read at the base."""
        for path in sorted(self._left_out):
            yield Problem(path, "is not checked out, and was judged at the base; run 'git sparse-checkout disable'")
        for problem in self.earlier.problems:
            if self.remains.is_touched(problem.path) and problem.path not in self._judged:
                yield Problem(problem.path, _UNREADABLE.format(problem.message))

    def _lost(self, subject: RowSubject, rule: str, still: str) -> Finding:
        place = self.remains.place_of(still) or Location(subject.path, 1, 0, 1, 0)
        message = f"{subject.object} is not judged by {rule} any more, though {still} is still there"
        if still == self._elsewhere.get(subject.object):
            message = f"{subject.object} is not judged by {rule} as programs have it: they take it from {still} now"
        if still == self._hidden.get(subject.object):
            place = Location(still, 1, 0, 1, 0)
            message = f"{subject.object} is not judged by {rule} as {still} has it: that file is passed over"
        return Finding(SUBJECT_LOST, Verdict.VIOLATED, place, subject.object, message, rule)

    def _what_remains(self, subject: RowSubject, rule: str, field_: str | None) -> str | None:
        """The name of an object that a lost row guarded, if it is still there and unguarded."""
        if rule in _OF_FIELDS and field_ is not None:
            return self._field_that_remains(subject, rule, field_)
        if rule in self._ruled.get(subject.object, ()) or rule in self._ruled_at.get(_source_of(subject), ()):
            return None  # under its name, or where it was: a module may be called something else
        roles = self._roles(subject, rule)
        if roles and subject.guards:
            remaining = [guarded for guarded in subject.guards if self.remains.has(guarded)]
            unguarded = [each for each in remaining if not self._is_guarded(each, rule, roles)]
            return unguarded[0] if unguarded else None
        if rule == _OF_PACKAGES:
            return subject.object if self.remains.has_file(subject.path) else None
        if self.remains.has_anew(subject.object) and self._has_row(subject.object.rpartition(".")[2], rule):
            return None
        return subject.object if self.remains.has(subject.object) or self.remains.has_in(subject) else None

    def _passed_over(self, subject: RowSubject) -> str | None:
        """The file that declares a strategy, too, and is passed over: what is judged in its place may be a decoy."""
        if subject.object not in self._hidden:
            is_looked_for = bool(subject.guards) and not self._is_as_it_was(subject)
            self._hidden[subject.object] = self.remains.hidden(subject, self._judged) if is_looked_for else None
        return self._hidden[subject.object]

    def _taken_from(self, subject: RowSubject) -> str | None:
        """The place that is not judged and that programs take a subject from now: it is a decoy where it is judged."""
        if subject.object not in self._elsewhere:
            self._elsewhere[subject.object] = self.remains.elsewhere(subject, self._judged)
        return self._elsewhere[subject.object]

    def _is_as_it_was(self, subject: RowSubject) -> bool:
        """Whether a subject is judged in the file in which it was, and that is the same."""
        now = self._subjects.get(subject.object)
        return now is not None and now.path == subject.path and not self.remains.is_touched(subject.path)

    def _roles(self, subject: RowSubject, rule: str) -> frozenset[str]:
        """The roles in which a rule was asked of a subject; none where it is asked of anything else."""
        from apivet.check.subjects import HUB, roles_of

        return frozenset((HUB,) if rule in _OF_HUBS else roles_of(rule, self.plugins)).intersection(subject.roles)

    def _is_guarded(self, guarded: str, rule: str, roles: frozenset[str]) -> bool:
        """Whether a subject of the same role over the same type has a row of that rule now. What the framework does for
        a type that is registered needs none."""
        for subject in self._guarding.get(guarded.rpartition(".")[2], ()):
            if roles.isdisjoint(subject.roles) or not self._is_same(guarded, subject.guards):
                continue
            is_registered = len(subject.roles) == len(Role)
            if rule in self._ruled.get(subject.object, ()) or (is_registered and rule == "reset-fields-mismatch"):
                return True
        return False

    def _is_same(self, guarded: str, others: Iterable[str]) -> bool:
        """Whether a type is among others, under its name or where it was moved to."""
        last = guarded.rpartition(".")[2]
        return any(
            other == guarded or (other.rpartition(".")[2] == last and not self.remains.is_where_it_was(guarded))
            for other in others
        )

    def _has_row(self, last: str, rule: str) -> bool:
        return any(name.rpartition(".")[2] == last and rule in rules for name, rules in self._ruled.items())

    def _field_that_remains(self, subject: RowSubject, rule: str, field_: str) -> str | None:
        if (subject.object, rule, field_) in self._rows:
            return None
        leaf = field_.rpartition(".")[2].removesuffix(EACH)
        roles = self._roles(subject, rule)
        for guarded in subject.guards if roles else (subject.object,):
            owner = self.remains.owner_of_field(guarded, leaf)
            if owner is None:
                continue
            heirs = [each for each in self._guarding.get(guarded.rpartition(".")[2], ()) if roles & set(each.roles)]
            if not any((each.object, rule, field_) in self._rows for each in heirs):
                return f"{owner}.{leaf}"
        return None

    # ----------------------------------------------------------------------------------------------- verdicts

    def verdicts(self, exceptions: Exceptions) -> Iterator[Finding]:
        """A finding for each object and rule that was decided, or is new, and that neither half can decide now."""
        reading = self.now[0]
        undecided = [row for row in reading.report.judgements if row.verdict is Verdict.UNPROVEN]
        if not undecided:
            return
        before = by_key(self.earlier.judgements)
        told = findings_by_key(reading.report.findings)
        done = set()
        for row in sorted(undecided, key=lambda each: each.sort_key):
            key = (row.object, row.rule, row.field)
            if key not in reading.static or (row.object, row.rule) in done:
                continue
            why = self._why_lost(row, before)
            if why is not None and not exceptions.cover(row.rule, row.object, row.field):
                done.add((row.object, row.rule))
                finding = next(iter(told.get(key, ())), None)
                place = finding.location if finding is not None else self._place(row.object)
                reason = f": {finding.message}" if finding is not None else ""
                reason += f"; {row.set_by} sets some of what is called there" if row.set_by else ""
                message = f"{row.rule} of {row.object} {why}, and nobody can tell any more{reason}"
                # Where nothing can be run, that something is undecided is only noted.
                verdict = Verdict.VIOLATED if self.remains.is_run(place.path) else Verdict.UNPROVEN
                yield Finding(VERDICT_LOST, verdict, place, row.object, message, row.rule)

    def sight(self) -> Iterator[Finding]:
        """A finding for each place that is new at which code sets what can't be told: verdicts assume that it is no
        hook of a strategy, which is the base's to say."""
        new = self.remains.new_among(self.now[0].report.unfollowed, self.earlier.unfollowed)
        for each in new if self.earlier.subjects else ():
            message = (
                "it is new, and sets something of which neither the object nor the name can be told: any hook, maybe"
            )
            place = Location(each.path, each.line, 0, each.line, 0)
            yield Finding(VERDICT_LOST, Verdict.VIOLATED, place, each.path, message)

    def _why_lost(self, row: Judgement, before: dict[Key, Judgement]) -> str | None:
        known = before.get((row.object, row.rule, row.field))
        if known is not None:
            return _DECIDED.get(known.verdict)
        subject = self._subjects.get(row.object)
        if subject is None:
            return None
        rows = self._rows_of_others(subject, row, before)
        if any(each.verdict is Verdict.UNPROVEN for each in rows):
            return None
        if self.remains.is_touched(subject.path):
            return "is new"
        return next(
            (_DECIDED[each.verdict] for each in rows if each.rule not in self._ruled.get(each.object, ())), None
        )

    def _rows_of_others(self, subject: RowSubject, row: Judgement, before: dict[Key, Judgement]) -> list[Judgement]:
        """The same row as other objects of the same role had it at the base: an object may have had another name, and
        what nobody can follow of a hook is told of what it is registered in."""
        others = [
            each.object
            for each in self.earlier.subjects
            if each.object != subject.object
            and set(each.roles) & set(subject.roles)
            and set(each.guards) & set(subject.guards)
        ]
        return [before[name, row.rule, row.field] for name in others if (name, row.rule, row.field) in before]

    def _place(self, name: str) -> Location:
        return Location(self._subjects[name].path if name in self._subjects else name, 1, 0, 1, 0)


def _source_of(subject: RowSubject) -> tuple[str, str]:
    """The file of a subject and its name in there; none for what is a module as a whole."""
    return subject.path, subject.name if subject.name != subject.object else ""


def unobserved(reading: Reading, rules: Catalogue) -> Iterator[Finding]:
    """A finding for each object and rule whose verdict the black box has no part in, though it can watch the rule."""
    places = {subject.object: subject.path for subject in reading.report.subjects}
    watched = {rule.symbol for rule in rules.rules if BLACKBOX in rule.evidence}
    rows = [row for row in reading.report.judgements if row.rule in watched and BLACKBOX not in row.evidence]
    for name, rule in sorted({(row.object, row.rule) for row in rows if row.verdict is not Verdict.VIOLATED}):
        message = f"the black box has not observed {rule} of {name}"
        place = Location(places.get(name, name), 1, 0, 1, 0)
        yield Finding(VERDICT_LOST, Verdict.VIOLATED, place, name, message, rule)
