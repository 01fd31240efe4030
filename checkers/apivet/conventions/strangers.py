"""The rules of plug-ins: asked like those of this package, on benches of their own, and never trusted to come back."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from apivet.conventions.registry import Registry
from apivet.conventions.rule import HookRule, MemberRule, ModuleRule
from apivet.conventions.rulings import Bench, Ruling, Said
from apivet.effects.diagrams import BudgetExhausted
from apivet.plugins import Plugin, load
from apivet.rule_objects import RuleObject
from apivet.verdicts import Verdict


def guarded(names: tuple[str, ...], failures: list[str]) -> Registry:
    """The rules of these plug-ins. Whatever is wrong with one is reported in ``failures``, a line each, and makes its
    own verdict unproven."""
    return Registry(_guarded(rule, plugin, failures) for plugin in load(names) for rule in plugin.rules)


def _guarded(rule: RuleObject, plugin: Plugin, failures: list[str]) -> RuleObject:
    def told(error: Exception) -> str:
        line = f"the rule {rule.symbol} of {plugin.source} fails: {type(error).__name__}: {error}{_origin(error)}"
        failures.append(" ".join(line.split()))
        return f"the rule fails: {type(error).__name__}"

    if isinstance(rule, HookRule):
        return replace(rule, question=functools.partial(_ask, rule.symbol, rule.question, told))
    if isinstance(rule, MemberRule):
        return replace(rule, question=functools.partial(_ask, rule.symbol, rule.question, told))
    if isinstance(rule, ModuleRule):
        return replace(rule, question=functools.partial(_look, rule.symbol, rule.question, told))
    return rule


def _ask(
    symbol: str, question: Callable[..., object], told: Callable[[Exception], str], bench: Bench, *given: Any
) -> None:
    """Put a question on a bench of its own, and take over what it rules in its own name."""
    own = Bench(bench.subject)
    try:
        question(own, *given)
        for ruling in own.rulings:
            if ruling.rule != symbol:
                raise ValueError(f"it rules in the name of {ruling.rule}")
    except (BudgetExhausted, RecursionError) as error:
        own.rulings = [Ruling(symbol, Verdict.UNPROVEN, None, str(error))]
    except Exception as error:  # a stranger's code
        own.rulings = [Ruling(symbol, Verdict.UNPROVEN, None, told(error))]
    bench.rulings += own.rulings


def _look(symbol: str, question: Callable[..., Said], told: Callable[[Exception], str], *given: Any) -> Said:
    try:
        findings, rows = question(*given)
        for name in {*(finding.rule for finding in findings), *(row.rule for row in rows)} - {symbol}:
            raise ValueError(f"it rules in the name of {name}")
    except Exception as error:  # a stranger's code
        told(error)
        return [], []
    return findings, rows


def _origin(error: Exception) -> str:
    """The line of code that an error comes from."""
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return f" ({os.path.basename(entry.tb_frame.f_code.co_filename)}:{entry.tb_lineno})" if entry is not None else ""
