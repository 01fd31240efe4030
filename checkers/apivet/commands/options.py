"""Options that several commands share: read the configuration, look up rules, report problems."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import click

from apivet import catalogue
from apivet.catalogue import Catalogue, Rule
from apivet.config import Config, ConfigError, load_config
from apivet.reports.escaping import one_line


class UnusableError(click.ClickException):
    """Input that cannot be used: everything that is wrong with it, one line each, and exit status 2."""

    exit_code = 2

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines

    def show(self, file: object = None) -> None:
        for line in self.lines:
            click.echo(one_line(line), err=True)


def drawn_seed() -> int:
    """A seed for a run that was given none."""
    return int.from_bytes(os.urandom(4), "big")


def need_extra(extra: str, package: str, door: str) -> None:
    """Raises :class:`UnusableError` where the package is not installed that this door needs: that of an extra."""
    if importlib.util.find_spec(package) is None:
        raise UnusableError([f"{door} needs {package}: pip install 'apivet[{extra}]'"])


def read_config(file: str | None, paths: tuple[str, ...] = ()) -> Config:
    """The configuration of this run, which is about these paths."""
    try:
        return load_config(file=Path(file) if file else None, paths=paths)
    except ConfigError as error:
        raise UnusableError(error.lines) from None
    except FileNotFoundError:
        raise UnusableError(["the working directory is gone"]) from None


def rule_called(name: str) -> Rule:
    """The rule of that symbol or id, in any case of letters: one of this package, or of a plug-in that is named in the
    configuration, which is read only then."""
    rules = catalogue.load()
    rule = _any_case(rules, name)
    if rule is None:
        rules = catalogue.load(read_config(None).plugins)
        rule = _any_case(rules, name)
    if rule is not None:
        return rule
    raise UnusableError([f"there is no rule '{name}'{rules.suggestion(name)} ('apivet rules' lists them all)"])


def _any_case(rules: Catalogue, name: str) -> Rule | None:
    return rules.find(name) or rules.find(name.upper()) or rules.find(name.lower())


def complete_rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The symbols, and ids where one has begun, of the rules that a shell may complete a list of rules with."""
    before, comma, begun = incomplete.rpartition(",")
    every = catalogue.load().rules
    names = (*(rule.symbol for rule in every), *(rule.id for rule in every if begun))
    return [f"{before}{comma}{name}" for name in names if name and name.startswith(begun)]


def rule_names(option: str, values: tuple[str, ...], config: Config) -> tuple[str, ...]:
    """The names in an option that may be repeated and may hold lists; each must be that of a rule, or of several."""
    names = [name.strip() for value in values for name in value.split(",") if name.strip()]
    if values and not names:
        raise UnusableError([f"{option}: names no rule"])
    rules = catalogue.load(config.plugins) if names else None
    unknown = [name for name in names if rules and not rules.is_name(name)]
    if rules and unknown:
        raise UnusableError(
            [f"{option}: there is no rule '{name}'{rules.suggestion(name, of_several=True)}" for name in unknown]
        )
    return tuple(names)
