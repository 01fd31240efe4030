"""Looking up what a failing case is about: ``python -m apivet.check.replaying STRATEGY RULE HOOK`` writes it as a
pickle, for a case that is run as a plain script."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Sequence

from apivet.blackbox.host.crew import examine_all
from apivet.blackbox.host.plan import Candidate
from apivet.blackbox.protocol.case_files import subject_of
from apivet.blackbox.protocol.messages import Examined, Replay, RunSetting
from apivet.blackbox.protocol.models import Assignment
from apivet.check.observing import find_candidates, setting_of
from apivet.config import Config, ConfigError, load_config
from apivet.documents import read_file, reason
from apivet.verdicts import Report


class ReplayError(Exception):
    """A case that can't be run, and why."""


def replay_file(path: str, config: Config, paths: Sequence[str] = ()) -> Examined:
    """Run a saved case in a worker. Raises :class:`ReplayError`."""
    subject = _subject_of(path)
    assignment = assignment_of(*subject, config, paths) if subject is not None else None
    return examine_all([Replay(assignment, os.path.abspath(path))], setting_of(config, 0), 1, lambda steps: None)[0]


def assignment_of(strategy: str, rule: str, hook: str, config: Config, paths: Sequence[str] = ()) -> Assignment:
    """The assignment for a strategy that the static check finds, or for a registration: there the rule and the hook say
    which part of it is meant. Raises :class:`ReplayError`."""
    near = [] if paths else _files_of(strategy, config)
    found = _candidates(near, config, strategy) if near else []
    found = found or _candidates(paths, config, strategy)
    for candidate in found:
        is_asked = not rule or candidate.answers_for(rule)
        if candidate.assignment is not None and is_asked and candidate.hook in ("", hook):
            return candidate.assignment
    if any(candidate.assignment is not None for candidate in found):
        raise ReplayError(f"nothing is asked of {strategy} by {rule}")
    where = ", ".join(paths) or "the working directory"
    raise ReplayError(f"{strategy}: {found[0].reason}" if found else f"there is no {strategy} below {where}")


def _candidates(paths: Sequence[str], config: Config, strategy: str) -> list[Candidate]:
    return [item for item in find_candidates(paths, config, Report(), strategy) if strategy in _names(item)]


def _files_of(dotted: str, config: Config) -> list[str]:
    """The modules that a dotted name may lie in; none where it is not where its name says, and may be anywhere."""
    found = []
    for root in config.source_roots or (config.root,):
        place = root
        for step in dotted.split("."):
            place = os.path.join(place, step)
            found += [path for path in (f"{place}.py", os.path.join(place, "__init__.py")) if os.path.isfile(path)]
    return found


def _names(candidate: Candidate) -> tuple[str, ...]:
    """The names by which a case can refer to it."""
    return (candidate.name,) if candidate.assignment is None else (candidate.name, candidate.assignment.name)


def _subject_of(path: str) -> tuple[str, str, str] | None:
    """The subject of a script, which is not run for it."""
    try:
        return subject_of(read_file(path))
    except OSError as error:
        raise ReplayError(f"{path}: cannot be read: {reason(error)}") from None
    except ValueError as error:
        raise ReplayError(f"{path}: {error}") from None


def main(arguments: list[str]) -> int:
    """Write the setting and the assignment of a strategy."""
    try:
        config = load_config().on_command_line(no_sandbox=True)
        strategy, rule, hook = arguments
        found: tuple[RunSetting, Assignment] = setting_of(config, 0), assignment_of(strategy, rule, hook, config)
    except (ReplayError, ConfigError) as error:
        print(error, file=sys.stderr)
        return 2
    sys.stdout.buffer.write(pickle.dumps(found))
    return 0
