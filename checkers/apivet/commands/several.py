"""Runs over several projects: their configurations, and the rules of all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from apivet import catalogue
from apivet.catalogue import Catalogue
from apivet.check.projects import Earlier, Project, projects
from apivet.commands.options import UnusableError
from apivet.config import Config, ConfigError, ConfigFinder
from apivet.config.reading import Governing


def read_projects(
    file: str | None,
    paths: tuple[str, ...],
    plugins: Governing = lambda file, named: None,
    earlier: Earlier | None = None,
    *,
    strict: bool = False,
) -> list[Project]:
    """The projects of a run over these paths."""
    try:
        finder = ConfigFinder(file=Path(file) if file else None, plugins=plugins)
        return projects(paths, finder, earlier, strict=strict)
    except ConfigError as error:
        raise UnusableError(error.lines) from None
    except FileNotFoundError:
        raise UnusableError(["the working directory is gone"]) from None


def all_rules(configs: Iterable[Config]) -> Catalogue:
    """The rules of all that is loaded in a run."""
    return catalogue.load(tuple(dict.fromkeys(name for config in configs for name in config.plugins)))
