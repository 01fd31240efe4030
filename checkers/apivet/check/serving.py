"""Verdicts about a running server, reported for the hooks that its source has for them.

A source says which types are served as which group, version and kind where it makes them known to a scheme, and
strategies say which types they prepare. So a verdict about ``apps/v1/deployments`` is one about the strategy over the
type that is registered as Deployment of apps. Where no source says so, or several strategies may be meant, the verdict
stays with the resource.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.check.judged_file import JudgedFile
from apivet.check.judging import TreeJudge
from apivet.check.merging import LIVE, merge
from apivet.check.readings import Reading
from apivet.check.run import Seen
from apivet.check.subjects import roles_of
from apivet.config import Config
from apivet.conventions.limits import CONTAINERS
from apivet.exceptions.applying import Exceptions
from apivet.program.files import SourceError, SourceFile
from apivet.program.model import ListOf, Named, Program, Type
from apivet.program.role import Role
from apivet.program.scheme import INTERNAL
from apivet.program.syntax import Function
from apivet.verdicts import ABOUT_A_SERVER, Finding, Judgement, Location, Problem, Report, RowSubject, Verdict


class ServedKind(Struct, frozen=True):
    """The kind of a resource, as discovery tells it."""

    group: str
    version: str
    kind: str


class ServedVerdicts(Struct):
    """Verdicts about a server, not settled yet, and the ``kinds`` of the resources that they are about.
    ``through_status`` are the fingerprints of violations that writes to the status have shown, ``asked`` the rules that
    every resource was asked about; none where not all were tried."""

    report: Report = field(default_factory=Report)
    kinds: dict[str, ServedKind] = field(default_factory=dict)
    through_status: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()


#: Tries a server, as a configuration has it, by the rules that are on.
Serve: TypeAlias = Callable[[Config, frozenset[str]], ServedVerdicts]


class SourceKinds:
    """The sources of a run, as far as they say what is served as which kind."""

    def __init__(self) -> None:
        self._trees: list[tuple[TreeJudge, dict[str, SourceFile]]] = []

    def see(
        self, bench: TreeJudge, files: Sequence[SourceFile], judged: Sequence[tuple[SourceFile, JudgedFile]]
    ) -> None:
        """Take note of the sources of one language."""
        self.add(bench, [file for file, _ in judged])

    def add(self, bench: TreeJudge, checked: Iterable[SourceFile]) -> None:
        """Take note of these files, and of the tree that they are in."""
        self._trees.append((bench, {file.path: file for file in checked}))

    def types_of(self, kind: ServedKind) -> frozenset[str]:
        """The types that are registered as this kind; hub types stand for each version."""
        return frozenset(
            entry.type
            for bench, files in self._trees
            if files
            for entry in bench.program.known_types()
            if entry.type is not None and not entry.is_test and (entry.group, entry.kind) == (kind.group, kind.kind)
            if entry.version in (INTERNAL, kind.version)
        )

    def gated_fields_of(self, kind: ServedKind) -> dict[str, set[str]]:
        """The gates of each gated field of this kind's types, by the field's name in any language."""
        found: dict[str, set[str]] = {}
        for name in sorted(self.types_of(kind)):
            for program in (bench.program for bench, files in self._trees if files):
                type_ = program.type(name)
                for path, gates in _gated(program, type_, "", ()) if type_ is not None else ():
                    found.setdefault(plain(path), set()).update(gates)
        return found

    def place_of(self, subject: RowSubject) -> Location:
        """The place of a subject in the source."""
        for bench, files in self._trees:
            if subject.path in files:
                try:
                    return _place(bench, files[subject.path], subject)
                except SourceError:
                    break
        return Location(subject.path, 1)


def _gated(
    program: Program, type_: Type, above: str, holders: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The gated fields of a type and of those inside it; a type that contains itself is entered once."""
    if type_.dotted in holders or above.count("[*]") > CONTAINERS:
        return
    for each in type_.parts:
        path, shape = f"{above}.{each.name}" if above else each.name, each.shape
        if each.gates:
            yield path, each.gates
        while isinstance(shape, ListOf):
            path, shape = f"{path}[*]", shape.element
        inner = program.type(shape.dotted) if isinstance(shape, Named) else None
        if inner is not None:
            yield from _gated(program, inner, path, (*holders, type_.dotted))


def _place(bench: TreeJudge, file: SourceFile, subject: RowSubject) -> Location:
    contents = bench.program.contents(file.absolute)
    places = {each.type.dotted: each.type.location for each in contents.strategies}
    places.update({each.dotted: each.location for each in contents.registrations})
    if subject.object in places:
        return places[subject.object]
    found = bench.program.named(file.absolute, subject.name)
    return found.location if isinstance(found, (Type, Function)) else Location(subject.path, 1)


class ServedHalf:
    """The half of a gate that a running server has a say in, with the kinds that its sources tell of."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._kinds = SourceKinds()

    @property
    def seen(self) -> Seen:
        """The taker of sources, which say what is served as which kind."""
        return self._kinds.see

    def joined(self, reading: Reading, config: Config, exceptions: Exceptions) -> Reading:
        """A reading of a source merged with verdicts about the server, tried as a configuration has it. What an
        exception from a rule for a resource of the server covers stays covered where it is reported for a strategy."""
        served = self._serve(config, reading.active)
        server = replace(served.report, findings=exceptions.mark(served.report.findings))
        unused = exceptions.unused(served.report.findings, served.asked, served=True)
        marked = replace(served, report=server)
        told, unclear = _in_terms_of_source(marked, reading.report, self._kinds, reading.config.plugins)
        merged = merge(reading.report, told, LIVE)
        report = replace(
            reading.report,
            findings=[*merged.findings, *unused],
            judgements=merged.judgements,
            problems=[
                *reading.report.problems,
                *server.problems,
                *(Problem(ABOUT_A_SERVER, each, fatal=False) for each in unclear),
            ],
        )
        return replace(reading, report=report, disagreements=[*reading.disagreements, *merged.disagreements])


def _in_terms_of_source(
    served: ServedVerdicts, source: Report, kinds: SourceKinds, plugins: tuple[str, ...]
) -> tuple[Report, list[str]]:
    """The verdicts about a server as those of the subjects of a report on its source, and a line for each resource for
    which several of them may be meant."""
    homes = _Homes(source, kinds, plugins)
    told = Report()
    for name in dict.fromkeys(row.object for row in served.report.judgements):
        rows = [row for row in served.report.judgements if row.object == name]
        findings = [each for each in served.report.findings if each.object == name]
        for rule in dict.fromkeys(row.rule for row in rows):
            part = Report([each for each in findings if each.rule == rule], [row for row in rows if row.rule == rule])
            moved = homes.moved(part, served.kinds[name], served.through_status)
            told.judgements += moved.judgements
            told.findings += moved.findings
    return told, sorted(homes.unclear)


class _Homes:
    """The subjects of a report, by the kinds that they are about."""

    def __init__(self, source: Report, kinds: SourceKinds, plugins: tuple[str, ...]) -> None:
        self._kinds = kinds
        self._plugins = plugins
        self._fields: dict[tuple[str, str], list[str | None]] = {}
        for row in source.judgements:
            self._fields.setdefault((row.object, row.rule), []).append(row.field)
        # A hook beside several registrations may be that of any of them.
        self._subjects = [each for each in source.subjects if len(each.guards) == 1]
        self.unclear: set[str] = set()

    def moved(self, part: Report, kind: ServedKind, through_status: Collection[str]) -> Report:
        """The rows and findings about one rule and resource, where they belong."""
        name, rule = part.judgements[0].object, part.judgements[0].rule
        roles = [role for role in (Role.MAIN, Role.STATUS) if role.value in roles_of(rule, self._plugins)]
        found, rest = Report(), part.findings
        for role in roles:
            home = self._home(name, kind, rule, role)
            if home is None:
                continue
            mine = [each for each in rest if len(roles) == 1 or _is_about(each, role, through_status)]
            rest = [each for each in rest if each not in mine or each.verdict is Verdict.UNPROVEN]
            found = self._told_of(home, replace(part, findings=mine), found)
        if not found.judgements:
            return part
        lost = [each for each in rest if each.verdict is Verdict.VIOLATED]
        kept = [row for row in part.judgements if lost and row.verdict is Verdict.VIOLATED]
        return Report([*found.findings, *lost], [*found.judgements, *kept])

    def _home(self, name: str, kind: ServedKind, rule: str, role: Role) -> RowSubject | None:
        types = self._kinds.types_of(kind)
        candidates = {
            each.object: each
            for each in self._subjects
            if role.value in each.roles and each.guards[0] in types and (each.object, rule) in self._fields
        }
        if len(candidates) > 1:
            listed = " or ".join(sorted(candidates))
            self.unclear.add(f"{name}: its verdicts stand by themselves where they may be about {listed}")
        return next(iter(candidates.values())) if len(candidates) == 1 else None

    def _told_of(self, home: RowSubject, part: Report, found: Report) -> Report:
        """The findings so far, with a part of those about the server, reported for a subject."""
        place = self._kinds.place_of(home)
        fields = self._fields[home.object, part.judgements[0].rule]
        broken: list[Judgement] = []
        for each in part.findings:
            for told in _fields_of(each.field, fields):
                message = f"{each.message} ({each.object})"
                found.findings.append(replace(each, object=home.object, field=told, location=place, message=message))
                broken += _row_of(each, part.judgements, home.object, told)
        found.judgements += broken
        for row in part.judgements:
            if row.verdict is Verdict.HOLDS:
                found.judgements += [
                    replace(row, object=home.object, field=told) for told in _fields_of(row.field, fields)
                ]
        return found


def _is_about(finding: Finding, role: Role, through_status: Collection[str]) -> bool:
    """Whether a finding about a rule of several roles is one about this role."""
    if finding.verdict is not Verdict.VIOLATED:
        return True
    return (finding.fingerprint in through_status) is (role is Role.STATUS)


def _row_of(finding: Finding, rows: Iterable[Judgement], name: str, told: str | None) -> Iterator[Judgement]:
    """The row that a finding belongs to, under the names of the source."""
    same = [row for row in rows if row.verdict is finding.verdict]
    exact = [row for row in same if row.field == finding.field]
    for row in (exact or same)[:1]:
        yield replace(row, object=name, field=told)


def _fields_of(name: str | None, fields: Sequence[str | None]) -> list[str | None]:
    """The fields by which a source calls one of the server's; a rule as a whole is about all of them."""
    if name is None:
        return list(dict.fromkeys(fields))
    around = [each for each in fields if each is not None and _is_within(plain(name), plain(each))]
    if around:
        return [max(around, key=lambda each: len(each or ""))]
    return [fields[0]] if len(set(fields)) == 1 else [name]


def plain(name: str) -> str:
    """A field as it is called in any language."""
    return name.replace("_", "").lower()


def _is_within(name: str, part: str) -> bool:
    return name == part or name.startswith((f"{part}.", f"{part}["))
