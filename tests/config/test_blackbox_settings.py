"""``[tool.apivet.blackbox]``: what is read, and how a mistake is told."""

from __future__ import annotations

import pytest

from apivet.config.blackbox import BlackboxSettings, read_blackbox
from apivet.config.tables import Table


def read(**values: object) -> tuple[BlackboxSettings, list[str]]:
    table = Table("tool.apivet.blackbox", values, "pyproject.toml")
    return read_blackbox(table), table.errors


def test_what_is_not_said_has_its_default() -> None:
    assert read() == (BlackboxSettings(), [])


def test_things_are_named_in_either_spelling() -> None:
    settings, errors = read(codecs=["pkg.codec.Codec"], transformers=["pkg:made"], storages=["a.b:C.d", "größe.ä"])
    assert not errors
    assert (settings.codecs, settings.transformers) == (("pkg.codec.Codec",), ("pkg:made",))
    assert settings.storages == ("a.b:C.d", "größe.ä")


@pytest.mark.parametrize("key", ["codecs", "transformers", "storages"])
@pytest.mark.parametrize("name", ["codec", "pkg codec.x", "pkg:a:b", "pkg:", ":made", "pkg.1st", "pkg/codec.py"])
def test_what_names_nothing_in_a_module_is_an_error(key: str, name: str) -> None:
    _, errors = read(**{key: [name]})
    assert errors == [
        f"tool.apivet.blackbox.{key}: '{name}' does not name something in a module: write package.module:name"
    ]


def test_a_name_alone_is_no_list() -> None:
    _, errors = read(codecs="pkg:made")
    assert errors == ["tool.apivet.blackbox.codecs: must be a list, not a text"]


def test_the_rest_is_read_as_before() -> None:
    settings, errors = read(factories="pkg.making", timeout=3, memory=128)
    assert (settings, errors) == (BlackboxSettings("pkg.making", 3.0, 128), [])
    assert read(memory=63)[1] == [
        "tool.apivet.blackbox.memory: must be 64 (MB) or more: less does not hold an interpreter"
    ]
    for timeout in (0, -1, float("inf"), float("nan")):
        assert read(timeout=timeout)[1] == ["tool.apivet.blackbox.timeout: must be a number of seconds above 0"]
    assert read(codec=["a.b"])[1] == ["tool.apivet.blackbox.codec: unknown key; did you mean 'codecs'?"]
