"""Rules are found by being there, each with a page, and what runs can show of them by their symbols."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet import catalogue, conventions
from apivet.blackbox import properties
from apivet.blackbox.properties.trial import Property
from apivet.cli import main
from apivet.conventions.registry import Registry, house
from apivet.conventions.rule import HookRule, MemberRule, Registered
from apivet.conventions.rulings import Bench
from apivet.program.role import Role
from apivet.rule_objects import objects_in
from apivet.vocabulary import CREATE, UPDATE

PAGES = catalogue.load()


LOCKS = """
from dataclasses import dataclass

@dataclass
class Meta:
    name: str = ""

@dataclass
class Lock:
    metadata: Meta

class LockStrategy:
    namespace_scoped = True

    def prepare_for_create(self, ctx, lock: Lock) -> None:
        lock.metadata.name = lock.metadata.name.lower()
"""


def nothing(bench: Bench) -> None:
    """A question that nobody asks here."""


def test_each_page_that_source_can_show_has_an_object() -> None:
    found = [rule.symbol for rule in house().rules]
    assert len(set(found)) == len(found)
    assert set(found) == {
        page.symbol for page in PAGES.rules if "static" in page.evidence and page.scope not in ("exception", "gate")
    }


def test_each_page_of_strategies_that_runs_can_show_has_a_property() -> None:
    shown = [symbol for each in objects_in(properties, Property) for symbol in each.rules]
    pages = [page.symbol for page in PAGES.rules if "blackbox" in page.evidence and page.scope == "strategy"]
    assert sorted(shown) == sorted(pages)


def test_rules_are_asked_in_the_order_of_their_pages_and_those_that_look_back_last() -> None:
    found = [rule.symbol for rule in house().rules]
    backward = [rule.symbol for rule in house().of_hooks if rule.looks_back]
    assert found[-len(backward) :] == backward
    assert found[: -len(backward)] == [symbol for symbol in PAGES.symbols if symbol in set(found) - set(backward)]


def test_a_rule_may_be_about_a_member_that_no_vocabulary_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    rule = MemberRule("a-rule", (Role.MAIN,), "namespace_scoped", lambda bench, outcome, place: seen.append(True))
    monkeypatch.setattr(conventions, "house", lambda: Registry([rule]))
    (tmp_path / "locks.py").write_text(LOCKS)
    result = CliRunner().invoke(main, ["check", "-j", "1", "--no-cache", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert seen


def test_one_look_at_a_file_is_made_once() -> None:
    looks = list(house().looks())
    assert len(set(looks)) == len(looks) < len(house().of_modules)


@pytest.mark.parametrize(
    ("role", "hook", "registered", "known"),
    [
        (Role.MAIN, CREATE, Registered.ASKED, True),
        (Role.MAIN, UPDATE, Registered.ASKED, False),
        (Role.STATUS, CREATE, Registered.ASKED, False),
        (Role.MAIN, CREATE, Registered.SETTLED, False),
    ],
)
def test_what_is_asked_of_a_registered_hook(role: Role, hook: str, registered: Registered, known: bool) -> None:
    rules = Registry([HookRule("a-rule", (Role.MAIN, Role.STATUS), (CREATE,), nothing)])
    assert [rule.symbol for rule in rules.about_hook(role, hook, registered)] == ["a-rule"] * known


@pytest.mark.parametrize(
    ("hook", "part", "complaint"),
    [
        (
            "before_save",
            "spec",
            "a-rule: there is no hook 'before_save'; there are prepare_for_create, prepare_for_update",
        ),
        (CREATE, "soul", "a-rule: there is no part 'soul'; there are spec, status, generation, payload, metadata"),
    ],
)
def test_a_rule_about_nothing_is_refused(hook: str, part: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        HookRule("a-rule", (Role.MAIN,), (hook,), nothing, (part,))
