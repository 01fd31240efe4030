"""Exceptions meet findings: what is covered gets marked, and what is wrong with the exceptions becomes findings."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.catalogue import Catalogue
from apivet.config import Config
from apivet.exceptions.entries import LONGEST, ExceptionEntry, ExceptionsFile, read_exceptions
from apivet.exceptions.owners import Owners, read_owners, signers_beside
from apivet.program.files import relative
from apivet.verdicts import Finding, Location, Problem, Verdict

UNUSED = "exception-unused"
EXPIRED = "exception-expired"
UNAPPROVED = "exception-unapproved"
INVALID = "exception-invalid"
_ELSEWHERE = "its signature is verified by 'apivet gate' and 'apivet exceptions verify', not here"


class Exceptions(Struct, frozen=True):
    """The exceptions of a project, as they stand today. An ``objection`` to the file as a whole is one to each entry;
    they are ``is_proven`` where a signature shows who approved; ``unverified`` says why nobody has looked at one that
    there is to be; ``added`` are the names that more files declare than before, with what these are."""

    file: ExceptionsFile
    owners: Owners
    today: datetime.date
    objection: str | None = None
    is_proven: bool = False
    unverified: str = ""
    added: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, config: Config, rules: Catalogue, today: datetime.date | None = None) -> Exceptions:
        """Read both files of the working tree; OWNERS only where there is an entry that needs an approver."""
        file = read_exceptions(config.exceptions_path, relative(config.exceptions_path), rules)
        shown_owners = relative(config.owners_path)
        owners = read_owners(config.owners_path, shown_owners) if file.entries else Owners(shown_owners)
        unverified = _ELSEWHERE if file.entries and os.path.lexists(signers_beside(config.owners_path)) else ""
        return cls(file, owners, today or _today(), unverified=unverified)

    @classmethod
    def none(cls) -> Exceptions:
        """No exceptions at all."""
        return cls(ExceptionsFile(""), Owners(""), _today())

    @classmethod
    def as_of_today(cls, file: ExceptionsFile, owners: Owners) -> Exceptions:
        """These exceptions with these approvers."""
        return cls(file, owners, _today())

    def in_force(self, entry: ExceptionEntry) -> bool:
        """Whether this entry suppresses what it is keyed on."""
        return self._objection(entry) is None and not self.errors(entry) and not entry.expired(self.today)

    def _objection(self, entry: ExceptionEntry) -> str | None:
        """Why an entry is not approved, if so."""
        return self.owners.objection(entry.approved_by) or self.objection

    def errors(self, entry: ExceptionEntry) -> tuple[str, ...]:
        """Why this entry is invalid, today, if so."""
        errors = list(entry.errors)
        if entry.ends_too_late(self.today):
            last = self.today + datetime.timedelta(days=LONGEST)
            errors.append(f"'expires' is more than {LONGEST} days ahead; {last} is the last day for {entry.rule}")
        if entry.object in self.added:
            places = " and ".join(self.added[entry.object])
            errors.append(f"'{entry.object}' is now declared in {places}, and it can't be told which one is meant")
        return tuple(errors)

    def cover(self, rule: str, object_: str, field: str | None) -> bool:
        """Whether an entry in force is for such a finding."""
        return any(entry.key == (rule, object_, field) for entry in self.file.entries if self.in_force(entry))

    def identifier(self, entry: ExceptionEntry) -> str:
        """The reason that a suppressed finding names: ``exceptions/exceptions.toml:12``."""
        return f"{self.file.path}:{entry.line}"

    def mark(self, findings: Iterable[Finding]) -> list[Finding]:
        """The same findings, those that are covered marked as suppressed."""
        covering = {entry.key: entry for entry in self.file.entries if self.in_force(entry)}
        marked = []
        for finding in findings:
            entry = covering.get((finding.rule, finding.object, finding.field))
            marked.append(replace(finding, suppressed_by=self.identifier(entry)) if entry else finding)
        return marked

    def findings(self) -> list[Finding]:
        """Findings about the entries themselves, whatever the source says. Where the approvers can't be read, which is
        reported as a problem, nothing is said of who approved."""
        found: list[Finding] = []
        for entry in self.file.entries:
            errors = self.errors(entry)
            found.extend(self._finding(INVALID, entry, f"this exception is invalid: {error}") for error in errors)
            if errors:
                continue
            if entry.expired(self.today):
                found.append(self._finding(EXPIRED, entry, f"{_about(entry)} expired on {entry.expires}"))
            objection = self._objection(entry)
            if objection and self.owners.problem is None:
                found.append(self._finding(UNAPPROVED, entry, f"{_about(entry)} is not approved: {objection}"))
        if self.objection and not self.file.entries:
            place = Location(self.file.path, 1, 0, 1, 0)
            message = f"the change of {self.file.path} is not approved: {self.objection}"
            found.append(Finding(UNAPPROVED, Verdict.VIOLATED, place, self.file.path, message))
        return found

    def unused(
        self, findings: Iterable[Finding], judged_rules: frozenset[str], *, served: bool = False
    ) -> list[Finding]:
        """Entries that match no finding. Only a run over the whole tree can tell, and only of rules that were on; of
        those about resources of a server only a run against all of it (``served``)."""
        keys = {(finding.rule, finding.object, finding.field) for finding in findings}
        return [
            self._finding(UNUSED, entry, f"{_about(entry)} matches no finding; remove it")
            for entry in self.file.entries
            if not entry.errors and entry.rule in judged_rules and entry.key not in keys and not entry.is_temporary
            if is_served(entry.object) is served
        ]

    def problems(self) -> list[Problem]:
        """Why this run cannot be trusted, if so: a file that cannot be used."""
        found = []
        if self.file.problem:
            found.append(Problem(self.file.path, self.file.problem, self.file.problem_line))
        if self.owners.problem:
            found.append(Problem(self.owners.path, self.owners.problem))
        if self.unverified:
            found.append(Problem(self.file.path, self.unverified, fatal=False))
        return found

    def state(self, entry: ExceptionEntry) -> str:
        """In a word, how the entry stands."""
        if self.errors(entry):
            return "invalid"
        if entry.expired(self.today):
            return "expired"
        return "unapproved" if self._objection(entry) else "in force"

    def _finding(self, rule: str, entry: ExceptionEntry, message: str) -> Finding:
        location = Location(self.file.path, entry.line, 0, entry.line, 0)
        return Finding(rule, Verdict.VIOLATED, location, entry.object or self.file.path, message, entry.field)


def is_served(name: str) -> bool:
    """Whether an object is a resource of a server, ``group/version/resource``."""
    return name.count("/") == 2 and not name.endswith(".toml")


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.timezone.utc).date()


def _about(entry: ExceptionEntry) -> str:
    field = f", field '{entry.field}'" if entry.field is not None else ""
    return f"the exception from {entry.rule} for '{entry.object}'{field}"
