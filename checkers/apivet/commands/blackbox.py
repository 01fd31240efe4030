"""``apivet blackbox``: run, print, and say with the exit status how it went."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import asdict

from apivet.blackbox.host.processes import Ready
from apivet.check.earlier_cases import EarlierCases
from apivet.check.joining import joined_watched
from apivet.check.shares import of_projects
from apivet.commands.check import exit_status
from apivet.commands.options import UnusableError, drawn_seed, rule_names
from apivet.commands.outputs import ReportOptions
from apivet.commands.progress import progress_on_terminal
from apivet.commands.several import all_rules, read_projects
from apivet.config import Config, ConfigError
from apivet.jobs import processors
from apivet.reports import text, watching
from apivet.reports.machine import watched_document

if TYPE_CHECKING:
    from apivet.catalogue import Catalogue
    from apivet.check.observing import Watched
    from apivet.check.projects import Project
    from apivet.check.sharding import Shard


class BlackboxOptions(Struct, frozen=True):
    """The options of a run that decide what is tried, what is found and what fails it."""

    paths: tuple[str, ...]
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    seed: int | None = None
    fail_on: str | None = None
    strict: bool = False
    memory: int | None = None
    no_sandbox: bool = False
    sequences: int | None = None
    config: str | None = None

    def projects(self) -> list[Project]:
        """The projects of the paths."""
        return read_projects(self.config, self.paths)

    def applied(self, config: Config, *, jobs: int | None = None) -> Config:
        """A configuration with these options."""
        return config.on_command_line(
            select=rule_names("--select", self.select, config),
            ignore=rule_names("--ignore", self.ignore, config),
            jobs=jobs,
            fail_on=self.fail_on,
            strict=self.strict,
            memory=self.memory,
            no_sandbox=self.no_sandbox,
            sequences=self.sequences,
        )

    def share(
        self, shard: Shard, watched: Watched, parts: Sequence[tuple[str, Watched]], rules: Catalogue
    ) -> dict[str, Any]:
        """All that a merge has to know of a share: of several projects the ``parts``, too, which are merged each by
        itself."""
        told = {"number": shard.number, "of": shard.of, "contents": watched.report.contents, "options": asdict(self)}
        return {**told, "looking": watched.looking, **of_projects(parts, rules)}


def blackbox(
    paths: tuple[str, ...],
    *,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    jobs: int | None,
    seed: int | None,
    fail_on: str | None,
    strict: bool,
    record: str | None,
    compare: str | None,
    replay: str | None,
    save: str | None,
    memory: int | None,
    no_sandbox: bool,
    config: str | None,
    sequences: int | None = None,
    scheduler: str | None = None,
    shard: Shard | None = None,
    **printing: Any,
) -> int:
    """Try the strategies below the paths and print the report."""
    _refuse_together({"--replay": replay, "--record": record, "--compare": compare, "--save": save})
    share = f"{shard.number}/{shard.of}" if shard is not None else None
    for only in ({"--replay": replay}, {"--record": record}, {"--compare": compare}):
        _refuse_together({"--shard": share, **only})
    if shard is not None and seed is None:
        raise UnusableError(["--shard needs --seed N: the same number for all shares of a run"])
    for only in ({"--replay": replay}, {"--record": record}, {"--compare": compare}):
        _refuse_together({"--scheduler": scheduler, **only})
    _refuse_together({"--scheduler": scheduler, "--no-sandbox": "" if no_sandbox else None})
    options = ReportOptions(**printing)
    options.refuse_beside({"--replay": replay is not None, "--record": record is not None})
    # Who compares asks for any change.
    least = "refactor" if compare is not None and fail_on is None else fail_on
    told = BlackboxOptions(paths, select, ignore, seed, least, strict, memory, no_sandbox, sequences, config)
    several = told.projects()
    configs = [told.applied(each.config, jobs=jobs) for each in several]
    if len(several) > 1:
        _refuse_several(several, {"--record": record, "--compare": compare, "--replay": replay})
    configured = configs[0]
    if replay is not None:
        return _replay(replay, configured, paths)
    if record is not None:
        from apivet.commands.recording import record_documents

        return record_documents(paths, configured, record)
    if compare is not None:
        return options.status(
            _compare(paths, configured, compare, lambda found: print_watched(found, configs, options))
        )
    chosen = drawn_seed() if seed is None else seed
    parts = [_watched(tuple(each.paths), config, chosen, scheduler, shard) for each, config in zip(several, configs)]
    status = max(map(watched_status, parts, configs))
    named = [(each.name, part) for each, part in zip(several, parts)]
    watched = joined_watched(named) if len(parts) > 1 else parts[0]
    share_told = told.share(shard, watched, named, all_rules(configs)) if shard is not None else None
    print_watched(watched, configs, options, save, share_told)
    if save is not None:
        from apivet.commands.keeping import keep_cases

        keep_cases(watched, save)
    return options.status(status)


def _refuse_several(several: Sequence[Project], options: dict[str, str | None]) -> None:
    for name, value in options.items():
        if value is not None:
            places = ", ".join(each.name for each in several)
            raise UnusableError([f"{name} goes with one project; there are several below these paths: {places}"])


def _watched(paths: tuple[str, ...], config: Config, seed: int, scheduler: str | None, shard: Shard | None) -> Watched:
    """Run the black box. While the modules that it needs are loaded, which takes one processor, the first worker starts
    on another."""
    with Ready(0 if scheduler is not None or (config.jobs or processors()) == 1 else 1) as ready:
        from apivet.blackbox.host.cluster import ClusterError
        from apivet.check.observing import observe

        try:
            with progress_on_terminal() as progress:
                cases = EarlierCases(config)
                watched = observe(
                    paths,
                    config,
                    seed=seed,
                    progress=progress,
                    ready=ready,
                    scheduler=scheduler,
                    cases=cases,
                    shard=shard,
                )
                cases.keep(watched)
                return watched
        except ConfigError as error:
            raise UnusableError(error.lines) from None
        except ClusterError as error:
            raise UnusableError([str(error)]) from None


def _refuse_together(options: dict[str, str | None]) -> None:
    given = [name for name, value in options.items() if value is not None]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")


def _replay(path: str, config: Config, paths: tuple[str, ...]) -> int:
    """Run a saved case again: 1 where the rule is still broken, 0 where it is not, 2 where the case can't be run."""
    from apivet.check.replaying import ReplayError, replay_file

    try:
        examined = replay_file(path, config, paths)
    except ReplayError as error:
        raise UnusableError([str(error)]) from None
    if examined.reason:
        reason = examined.reason.replace(os.path.abspath(path), path)
        raise UnusableError([reason if reason.startswith(path) else f"{path}: {reason}"])
    for seen in examined.observations:
        print(seen.case)
    return int(any(seen.verdict == "violated" for seen in examined.observations))


def _compare(paths: tuple[str, ...], config: Config, directory: str, print_found: Callable[[Watched], None]) -> int:
    """Compare with what was written down, and print the report."""
    from apivet.commands.recording import compare_documents

    watched = compare_documents(paths, config, directory)
    if watched is None:
        return 2
    print_found(watched)
    return watched_status(watched, config)


def watched_status(watched: Watched, config: Config) -> int:
    """The exit status of a run of the black box."""
    return max(exit_status(watched.report, config), int(watched.has_failed(strict=config.strict)))


def print_watched(
    watched: Watched,
    configs: Sequence[Config],
    options: ReportOptions,
    save: str | None = None,
    share: dict[str, Any] | None = None,
) -> None:
    """Print the report, problems last; machines are told which ``share`` of a run it is."""
    rules = all_rules(configs)
    report = watched.report
    try:
        options.outputs(configs[0]).write(
            rules,
            lambda: {**watched_document(report, watched, rules), **({"shard": share} if share else {})},
            lambda: watching.print_watched(report, watched, rules, options.detail(), watching.Kept(save)),
        )
    finally:
        text.print_problems(report.problems)
