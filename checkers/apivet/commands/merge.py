"""``apivet merge``: the reports of all shares of a check, or of the black box, as the one report of a whole run."""

from __future__ import annotations

import json
from typing import Any

from apivet import __version__, catalogue
from apivet.check.joining import joined, joined_watched
from apivet.check.projects import Project
from apivet.check.run import conclude, nothing_found
from apivet.check.shares import part_of, parts_of, watched_of
from apivet.commands.blackbox import BlackboxOptions, print_watched, watched_status
from apivet.commands.check import CheckOptions, exit_status, print_checked
from apivet.commands.options import UnusableError
from apivet.commands.outputs import ReportOptions
from apivet.commands.several import all_rules
from apivet.config import Config
from apivet.documents import read_file, reason
from apivet.exceptions.applying import Exceptions
from apivet.reports.reading import report_of
from apivet.verdicts import Report

#: The scope of rules about exceptions: a whole run finds these by itself.
_ABOUT_EXCEPTIONS = "exception"
#: Rule about comments, which each share finds in its own files only.
_IN_COMMENTS = "convention-disabled-inline"


def merge(files: tuple[str, ...], **printing: Any) -> int:
    """Put the shares together, print the report, and end as the whole run would have."""
    documents = [_read(file) for file in files]
    shares = [document["shard"] for document in documents]
    _refuse_other_versions(files, documents)
    _refuse_incomplete(files, shares)
    told = shares[0]["options"]
    lists: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in told.items()}
    printed = ReportOptions(**printing)
    if "seed" in told:
        return _merge_watched(documents, BlackboxOptions(**lists), printed)
    options = CheckOptions(**lists)
    several = options.projects()
    configs = [options.applied(each.config) for each in several]
    reports = [
        _whole(documents, each, config, with_exceptions=not options.no_exceptions)
        for each, config in zip(several, configs)
    ]
    report = joined((each.name, part) for each, part in zip(several, reports)) if len(several) > 1 else reports[0]
    counts = documents[0]["summary"]
    report.files, report.left_out = counts["files"], counts["left_out"]
    report.not_parsed, report.not_built = counts["not_parsed"], counts["not_built"]
    parts = [report_of(document) for document in documents]
    report.missing = sorted({each for part in parts for each in part.missing})
    report.unfollowed = sorted({each for part in parts for each in part.unfollowed})
    report.strategies = sum(document["summary"]["strategies"] for document in documents)
    report.types = len({each for share in shares for each in share["types"]})
    print_checked(report, all_rules(configs), printed.outputs(configs[0]), printed.detail())
    return printed.status(max(map(exit_status, reports, configs)))


def _merge_watched(documents: list[dict[str, Any]], options: BlackboxOptions, printed: ReportOptions) -> int:
    """Put the shares of a run of the black box together."""
    from apivet.check.observing import finish

    several = options.projects()
    configs = [options.applied(each.config) for each in several]
    parts = []
    for project, config in zip(several, configs):
        watched = watched_of([part_of(document, project.name) for document in documents])
        finish(project.paths, config, watched)
        parts.append(watched)
    named = [(project.name, part) for project, part in zip(several, parts)]
    print_watched(joined_watched(named) if len(parts) > 1 else parts[0], configs, printed)
    return printed.status(max(map(watched_status, parts, configs)))


def _whole(documents: list[dict[str, Any]], project: Project, config: Config, *, with_exceptions: bool) -> Report:
    """The report about one project, concluded as that of a whole run is."""
    rules = catalogue.load(config.plugins)
    whole = Report()
    for document in documents:
        part = report_of(document, project.name)
        whole.findings += [each for each in part.findings if not _is_concluded(each.rule, rules)]
        whole.judgements += part.judgements
        whole.problems += part.problems
        whole.files = part.files
        whole.strategies += part.strategies
        whole.types += part.types
        whole.configuration = part.configuration
    whole.problems += nothing_found(whole, project.paths, config)
    conclude(whole, project.paths, config, Exceptions.read(config, rules) if with_exceptions else Exceptions.none())
    return whole


def _is_concluded(symbol: str, rules: catalogue.Catalogue) -> bool:
    rule = rules.find(symbol)
    return rule is not None and rule.scope == _ABOUT_EXCEPTIONS and symbol != _IN_COMMENTS


def _read(file: str) -> dict[str, Any]:
    try:
        document = json.loads(read_file(file))
        document["shard"]["options"]["paths"]
        document["tool"]["version"]
        report_of(document)
        if "seed" in document["shard"]["options"]:
            for part in parts_of(document):
                watched_of([part])
    except OSError as error:
        raise UnusableError([f"{file}: cannot be read: {reason(error)}"]) from None
    except (ValueError, TypeError, KeyError, RecursionError):
        hint = "write one with --shard 1/2 --format json"
        raise UnusableError([f"{file}: is not the JSON report of a shard; {hint}"]) from None
    checked: dict[str, Any] = document
    return checked


def _refuse_other_versions(files: tuple[str, ...], documents: list[dict[str, Any]]) -> None:
    told = [(file, document["tool"]["version"]) for file, document in zip(files, documents)]
    odd = [
        f"{file}: is by apivet {version}, and this is {__version__}" for file, version in told if version != __version__
    ]
    if odd:
        raise UnusableError(odd)


def _refuse_incomplete(files: tuple[str, ...], shares: list[dict[str, Any]]) -> None:
    """Refuse shares of different runs, one that is there twice or that is none of them, and any that is missing."""
    first, of = shares[0], shares[0]["of"]
    same = ("of", "contents", "options")
    odd = [file for file, share in zip(files, shares) if any(share[key] != first[key] for key in same)]
    if odd:
        raise UnusableError(
            [f"{file}: is of another run than {files[0]}: other sources, options or number of shards" for file in odd]
        )
    numbers = [share["number"] for share in shares]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    missing = [number for number in range(1, of + 1) if number not in numbers]
    lines = [f"shard {number}/{of} is there twice" for number in twice]
    lines += [f"shard {number}/{of} is missing" for number in missing]
    lines += [f"there is no shard {number}/{of}" for number in numbers if not 1 <= number <= of]
    if lines:
        raise UnusableError(lines)
