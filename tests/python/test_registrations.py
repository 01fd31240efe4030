"""Declarative registrations are found, with their hooks and their object type."""

from __future__ import annotations

import pytest
from sources_as_text import workspace_from_text

from apivet.program import syntax
from apivet.program.contents import Registration
from apivet.program.role import Role

TYPES = """
from dataclasses import dataclass
@dataclass
class Meta:
    name: str = ""
@dataclass
class Widget:
    metadata: Meta
    status: str = ""
"""
HEADER = """
from functools import partial
from dataclasses import replace
from rest import RESTConfig, StatusConfig, StrategyConfig, new_rest
from types_ import Widget
def hook(ctx, obj): ...
def typed(ctx, obj: Widget): ...
class Hooks:
    def create(self, ctx, obj: Widget): ...
hooks = Hooks()
"""


def registrations(source: str, **others: str) -> list[Registration]:
    sources = {"types_.py": TYPES, "m.py": HEADER + source, **{f"{name}.py": text for name, text in others.items()}}
    return list(workspace_from_text(sources).contents("m.py").registrations)


@pytest.mark.parametrize(
    "configuration",
    [
        "RESTConfig(resource='w', kind=Widget, strategy_config=StrategyConfig(prepare_for_create=hook))",
        "RESTConfig(resource='w', kind='Widget', strategy_config=StrategyConfig(prepare_for_create=hook))",
        "RESTConfig('w', Widget, StrategyConfig(hook))",
        "RESTConfig('w', new_func=lambda: Widget(), strategy_config=StrategyConfig(hook))",
        "RESTConfig('w', strategy_config=StrategyConfig[Widget](hook))",
        "RESTConfig[Widget]('w', strategy_config=StrategyConfig(hook))",
        "RESTConfig('w', strategy_config=StrategyConfig(typed))",
        "RESTConfig('w', strategy_config=StrategyConfig(partial(typed, None)))",
        "RESTConfig('w', strategy_config=StrategyConfig(hooks.create))",
        "resource='w', kind=Widget, strategy_config=StrategyConfig(hook)",
        "RESTConfig(**{'kind': Widget, 'strategy_config': StrategyConfig(hook)})",
    ],
)
def test_every_way_of_writing_a_registration(configuration: str) -> None:
    (found,) = registrations(f"store = new_rest({configuration})\n")
    assert found.dotted == "m.store"
    assert found.object_type is not None
    assert found.object_type.name == "Widget"
    assert list(found.hooks) == [(Role.MAIN, "prepare_for_create")]


def test_status_hooks_flags_and_reset_fields() -> None:
    (found,) = registrations(
        "store = new_rest(RESTConfig(kind=Widget, strategy_config=StrategyConfig("
        "get_reset_fields=lambda: {'status'}, prepare_for_create=None, allow_create_on_update=False,"
        "status=StatusConfig(prepare_for_update=hook))))\n"
    )
    assert set(found.hooks) == {(Role.MAIN, "get_reset_fields"), (Role.STATUS, "prepare_for_update")}
    assert set(found.flags) == {"allow_create_on_update"}


def test_a_status_configuration_beside_the_strategy() -> None:
    (found,) = registrations("store = new_rest(RESTConfig(kind=Widget, status_config=StatusConfig(hook)))\n")
    assert list(found.hooks) == [(Role.STATUS, "prepare_for_update")]


def test_configurations_held_in_variables_and_changed() -> None:
    (found,) = registrations(
        "base = StrategyConfig(prepare_for_create=hook)\n"
        "def storage():\n"
        "    def local(obj: Widget, old): ...\n"
        "    config = RESTConfig(strategy_config=replace(base, prepare_for_update=local))\n"
        "    return new_rest(config)\n"
    )
    assert found.dotted == "m.storage"
    assert found.object_type is not None
    assert set(found.hooks) == {(Role.MAIN, "prepare_for_create"), (Role.MAIN, "prepare_for_update")}
    assert isinstance(found.hooks[Role.MAIN, "prepare_for_update"], syntax.Lambda)


def test_a_configuration_of_another_module_brings_its_scope() -> None:
    (found,) = registrations(
        "from configs import shared\nstore = new_rest(RESTConfig(kind=Widget, strategy_config=shared))\n",
        configs="from rest import StrategyConfig\ndef own(obj): ...\nshared = StrategyConfig(prepare_for_create=own)\n",
    )
    assert found.module == "configs"
    assert list(found.hooks) == [(Role.MAIN, "prepare_for_create")]


def test_several_registrations_of_a_function_have_names_of_their_own() -> None:
    found = registrations(
        "def storage():\n    return [new_rest(RESTConfig('a', Widget)), new_rest(RESTConfig('b', Widget))]\n"
    )
    assert [item.dotted for item in found] == ["m.storage.a", "m.storage.b"]


def test_a_function_of_that_name_over_something_else_is_no_registration() -> None:
    assert registrations("new_rest(1, 2)\n") == []
