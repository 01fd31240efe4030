"""All that is recognised in a project, and what looks as if it were and is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.cache import Cache
from apivet.check.gathering import gather
from apivet.check.judging import TreeJudge
from apivet.check.projects import Project
from apivet.check.run import judge_tree
from apivet.check.serving import SourceKinds
from apivet.check.subjects import HUB
from apivet.conventions.hub_pairing import hub_pairs
from apivet.program.contents import Contents, NearMiss, Strategy
from apivet.program.files import SourceError, SourceFile
from apivet.program.role import Role
from apivet.program.source_program import SourceProgram
from apivet.verdicts import Location, Problem, Report, Verdict

#: The kinds of subjects.
STRATEGY, REGISTRATION = "strategy", "registration"
#: Rules that the default strategy keeps by itself: who keeps them by hand could register it instead.
_KEPT_BY_DEFAULT = frozenset(
    (
        "status-not-wiped-on-create",
        "status-not-kept-on-update",
        "generation-not-set-on-create",
        "generation-not-bumped-on-spec-change",
        "generation-bumped-without-spec-change",
    )
)


class Listed(Struct, frozen=True):
    """A subject: an object of the ``kind``, with its role, the type that it is over and where that is named, or the
    served type of a hub type. ``could_be_declarative`` where a hand-written strategy does what the default one does."""

    object: str
    kind: str
    role: str
    type: str
    told_by: str
    location: Location
    could_be_declarative: bool = False
    project: str = ""


class Listing(Struct):
    """Subjects, near misses, and entries of the configuration that match nothing among the problems."""

    subjects: list[Listed] = field(default_factory=list)
    near_misses: list[NearMiss] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    files: int = 0

    def number(self, kind: str) -> int:
        """The number of subjects of a kind."""
        return sum(each.kind == kind for each in self.subjects)


def listing(several: Sequence[Project]) -> Listing:
    """The subjects of these projects."""
    whole = Listing()
    for project in several:
        report = judge_tree(project.paths, project.config, collected=project.collected)
        declarative = _as_by_default(report)
        for each in _listed(project, whole.near_misses):
            could = each.object in declarative and each.role == Role.MAIN.value and each.kind == STRATEGY
            whole.subjects.append(replace(each, could_be_declarative=could, project=project.name))
        whole.problems += report.problems
        whole.files += report.files
    whole.subjects.sort(key=lambda each: (each.location, each.object))
    whole.near_misses.sort(key=lambda each: (each.location, each.object))
    whole.problems = sorted(set(whole.problems))
    return whole


def _as_by_default(report: Report) -> set[str]:
    """The objects that keep all that the default strategy keeps."""
    asked = [row for row in report.judgements if row.rule in _KEPT_BY_DEFAULT]
    return {row.object for row in asked} - {row.object for row in asked if row.verdict is not Verdict.HOLDS}


def kinds_of(several: Sequence[Project]) -> SourceKinds:
    """The sources of these projects, to be asked what they serve as which kind."""
    kinds = SourceKinds()
    for project in several:
        for bench, checked in _trees(project):
            kinds.add(bench, checked)
    return kinds


def _trees(project: Project) -> Iterator[tuple[TreeJudge, Sequence[SourceFile]]]:
    """The trees of a project that have files to judge, and these files: to read a language that is not there may take
    what is not installed."""
    config = replace(project.config, cache=False)
    for tree, collection in project.collected:
        gathered = gather(collection.files, tree, config, Cache.open(config), {}, None)
        if gathered.checked:
            yield TreeJudge(config, tree, gathered.facts), gathered.checked


def _listed(project: Project, near_misses: list[NearMiss]) -> Iterator[Listed]:
    for bench, checked in _trees(project):
        program = bench.program
        for file in checked:
            try:
                contents = program.contents(file.absolute)
            except SourceError:
                continue  # reported as a problem
            near_misses += contents.near_misses
            yield from map(_of_strategy, contents.strategies)
            yield from _of_registrations(contents)
            yield from _of_hubs(contents, program, file.path)


def _of_strategy(strategy: Strategy) -> Listed:
    over = strategy.object_type.dotted if strategy.object_type is not None else ""
    role = strategy.role.value
    return Listed(strategy.type.dotted, STRATEGY, role, over, strategy.told_by, strategy.type.location)


def _of_registrations(contents: Contents) -> Iterator[Listed]:
    for each in contents.registrations:
        over = each.object_type.dotted if each.object_type is not None else ""
        roles = "/".join(role.value for role in Role if any(hook == role for hook, _ in each.hooks)) or Role.MAIN.value
        yield Listed(each.dotted, REGISTRATION, roles, over, "registration" if over else "", each.location)


def _of_hubs(contents: Contents, program: SourceProgram, path: str) -> Iterator[Listed]:
    for group in program.groups_of(contents.module):
        if group.hub == contents.module:
            for pair in hub_pairs(program, group):
                place = Location(path, 1) if pair.aliased else pair.hub.location
                role = "alias" if pair.aliased else "type"
                yield Listed(pair.object, HUB, role, pair.served.dotted, group.hub, place)
