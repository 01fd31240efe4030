"""``apivet explain`` and ``apivet rules``."""

from __future__ import annotations

import sys
from typing import Any

from apivet import catalogue, plugins
from apivet.catalogue import Rule
from apivet.commands.options import read_config, rule_called
from apivet.commands.tables import print_json, print_table


def explain(name: str) -> int:
    """Print a rule's page: rendered on a terminal."""
    text = _readable(rule_called(name))
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text)
    return 0


def _readable(rule: Rule) -> str:
    """The page without what is meant for programs."""
    return rule.page.split("\n+++\n", 1)[1].strip()


def list_rules(*, format_: str, config: str | None) -> int:
    """Print every rule in a line."""
    configured = read_config(config)
    sources = {plugin.located.distribution: plugin.source for plugin in plugins.load(configured.plugins)}
    rows: list[dict[str, Any]] = [
        {
            "id": rule.id or None,
            "rule": rule.symbol,
            "severity": rule.severity.value,
            "scope": rule.scope,
            "since": rule.since,
            "fix": rule.fix,
            "evidence": list(rule.evidence),
            "package": sources.get(rule.package, rule.package),
            "source": rule.source,
            "enabled": configured.runs(rule),
            "message": rule.sentence,
            "help": rule.help,
        }
        for rule in catalogue.load(configured.plugins).rules
    ]
    if format_ == "json":
        print_json(rows)
        return 0
    keys = ("id", "rule", "severity", "enabled", "package", "message")
    words = {True: "yes", False: "no", None: "-"}
    print_table(keys, [tuple(words.get(row[key], row[key]) for key in keys) for row in rows])
    return 0
