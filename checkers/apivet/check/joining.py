"""One report of several projects, each row with the name of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from apivet.verdicts import Report
from apivet.watched import Watched


def joined(reports: Iterable[tuple[str, Report]]) -> Report:
    """One report of several projects, each row with the name of its own."""
    whole = Report()
    configuration: list[str] = []
    for name, report in reports:
        whole.findings += [replace(each, project=name) for each in report.findings]
        whole.judgements += [replace(each, project=name) for each in report.judgements]
        whole.problems += report.problems
        whole.subjects += report.subjects
        whole.files += report.files
        whole.strategies += report.strategies
        whole.types += report.types
        whole.left_out += report.left_out
        whole.not_parsed += report.not_parsed
        whole.not_built += report.not_built
        whole.missing += report.missing
        whole.unfollowed += report.unfollowed
        configuration += report.configuration
        whole.contents += report.contents
        whole.type_names += tuple(f"{name} {each}" for each in report.type_names)
    whole.findings.sort(key=lambda each: (each.sort_key, each.project))
    whole.judgements.sort(key=lambda each: (each.sort_key, each.project))
    whole.problems = sorted(set(whole.problems))
    whole.missing = sorted(set(whole.missing))
    whole.unfollowed = sorted(set(whole.unfollowed))
    whole.configuration = tuple(dict.fromkeys(configuration))
    return whole


def renamed_fingerprints(name: str, report: Report) -> dict[str, str]:
    """The fingerprints of findings, and those that they have in a report of several projects."""
    return {each.fingerprint: replace(each, project=name).fingerprint for each in report.findings}


def joined_watched(parts: Sequence[tuple[str, Watched]]) -> Watched:
    """The results of several projects."""
    whole = Watched(joined((name, part.report) for name, part in parts), parts[0][1].seed)
    for name, part in parts:
        renamed = renamed_fingerprints(name, part.report)
        whole.cases.update({renamed.get(key, key): case for key, case in part.cases.items()})
        whole.unexercised += part.unexercised
        whole.notes += part.notes
        whole.storages += part.storages
        whole.runs += part.runs
        whole.strategies += part.strategies
        whole.others += part.others
        whole.looking += part.looking
        whole.roots = tuple(dict.fromkeys((*whole.roots, *part.roots)))
    return whole
