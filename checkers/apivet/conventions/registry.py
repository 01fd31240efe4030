"""The rules that there are, found by importing ``conventions/rules``."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from apivet import catalogue, plugins
from apivet.conventions.rule import HookRule, MemberRule, ModuleRule, Registered
from apivet.conventions.rulings import Said
from apivet.conventions.subject import Configuration, hooks_of
from apivet.program.contents import Contents
from apivet.program.model import Program
from apivet.program.role import Role
from apivet.rule_objects import RuleObject, objects_in

_HOUSE: Final = "apivet.conventions.rules"


class Registry:
    """Rules by what they are about, in the order in which they are asked."""

    def __init__(self, rules: Iterable[RuleObject]) -> None:
        self.rules = tuple(sorted(rules, key=_looks_back))
        self.of_hooks = tuple(rule for rule in self.rules if isinstance(rule, HookRule))
        self.of_members = tuple(rule for rule in self.rules if isinstance(rule, MemberRule))
        self.of_modules = tuple(rule for rule in self.rules if isinstance(rule, ModuleRule))

    def find(self, symbol: str) -> RuleObject | None:
        """The rule of that symbol."""
        return next((rule for rule in self.rules if rule.symbol == symbol), None)

    def about_role(self, role: Role) -> tuple[HookRule | MemberRule, ...]:
        """The rules about strategies of a role."""
        found = (rule for rule in self.rules if isinstance(rule, (HookRule, MemberRule)))
        return tuple(rule for rule in found if role in rule.roles)

    def about_member(self, role: Role, member: str) -> tuple[MemberRule, ...]:
        """The rules about a value that strategies of a role give."""
        return tuple(rule for rule in self.of_members if rule.member == member and role in rule.roles)

    def about_hook(self, role: Role, hook: str, registered: Registered) -> tuple[HookRule, ...]:
        """The rules about one hook of a registration; none where the framework never calls it."""
        asked = (rule for rule in self.of_hooks if rule.registered is registered and role in rule.roles)
        return tuple(rule for rule in asked if hook in rule.hooks and hook in hooks_of(role))

    def by_field(self) -> Registry:
        """The rules that are asked of each field apart."""
        return Registry(rule for rule in self.of_hooks if rule.by_field)

    def looks(self) -> Iterator[Callable[[Contents, Program, Configuration], Said]]:
        """The questions about whole files, each once."""
        yield from dict.fromkeys(rule.question for rule in self.of_modules)


@functools.cache
def known(names: tuple[str, ...]) -> Registry:
    """The rules of this package and those of plug-ins, as far as they are data."""
    return Registry((*house().rules, *(rule for plugin in plugins.load(names) for rule in plugin.rules)))


def _looks_back(rule: RuleObject) -> bool:
    return isinstance(rule, HookRule) and rule.looks_back


@functools.cache
def house() -> Registry:
    """The rules of this package, in the order of their pages."""
    order = {symbol: number for number, symbol in enumerate(catalogue.load().symbols)}
    found = objects_in(importlib.import_module(_HOUSE), RuleObject)
    return Registry(sorted(found, key=lambda rule: order.get(rule.symbol, len(order))))
