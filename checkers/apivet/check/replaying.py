"""Looking up what a failing case is about: ``python -m apivet.check.replaying STRATEGY`` writes it as a pickle, for a
case that is run as a plain script."""

from __future__ import annotations

import ast
import os
import pickle
import sys
from collections.abc import Sequence

from apivet.blackbox.messages import Examined, Replay, Setting
from apivet.blackbox.models import Assignment
from apivet.blackbox.pool import examine_all
from apivet.check.observing import find_candidates, setting_of
from apivet.config import Config, ConfigError, load_config
from apivet.verdicts import Report


class ReplayError(Exception):
    """A case that can't be run, and why."""


def replay_file(path: str, config: Config, paths: Sequence[str] = ()) -> Examined:
    """Run a saved case in a worker. Raises :class:`ReplayError`."""
    assignment = assignment_of(_strategy_in(path), config, paths)
    return examine_all([Replay(assignment, os.path.abspath(path))], setting_of(config, 0), 1, lambda steps: None)[0]


def assignment_of(strategy: str, config: Config, paths: Sequence[str] = ()) -> Assignment:
    """What the static check knows of a strategy, or of a hook of a registration. Raises :class:`ReplayError`."""
    found = [item for item in find_candidates(paths, config, Report()) if item.name == strategy]
    for candidate in found:
        if candidate.assignment is not None:
            return candidate.assignment
    where = ", ".join(paths) or "the working directory"
    raise ReplayError(f"{strategy}: {found[0].reason}" if found else f"there is no {strategy} below {where}")


def _strategy_in(path: str) -> str:
    """The strategy that a script names, read without running it."""
    try:
        with open(path, "rb") as stream:
            tree = ast.parse(stream.read(), path)
    except OSError as error:
        raise ReplayError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (SyntaxError, ValueError) as error:
        raise ReplayError(f"{path}: is no Python: {error}") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for argument in node.keywords:
                value = argument.value
                if argument.arg == "strategy" and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    return value.value
    raise ReplayError(f"{path}: holds no case: there is no Case(strategy=...) in it")


def main(arguments: list[str]) -> int:
    """Write the setting and the assignment of a strategy."""
    try:
        config = load_config()
        found: tuple[Setting, Assignment] = setting_of(config, 0), assignment_of(arguments[0], config)
    except (ReplayError, ConfigError) as error:
        print(error, file=sys.stderr)
        return 2
    sys.stdout.buffer.write(pickle.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
