"""Fixes in files that are not plain UTF-8 with line feeds and blanks: what is not mended stays byte for byte."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

import pytest

from apivet.config import load_config
from apivet.fixes.mending import mended, write_files

TEXT = """\
# Käse
from dataclasses import dataclass


@dataclass
class Meta:
    name: str = "Käse"


@dataclass
class Spec:
    size: int = 0


@dataclass
class Status:
    phase: str = ""


@dataclass
class Cheese:
    metadata: Meta
    spec: Spec
    status: Status


class CheeseStrategy:
    def prepare_for_create(self, obj: Cheese) -> None:
        "Käse"; obj.spec.size = 1

    def prepare_for_update(self, obj: Cheese, old: Cheese) -> None:
        obj.status = old.status
        obj.spec.size = 2
"""
BEFORE = '"Käse"; obj.spec.size = 1'
AFTER = '"Käse"\n        obj.status = Status()\n        obj.spec.size = 1'  # the docstring stays the first of all


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def tabs(text: str) -> str:
    return text.replace("    ", "\t")


@pytest.mark.parametrize(
    ("first", "encoding", "mark", "layout"),
    [
        ("", "utf-8", b"", str),
        ("", "utf-8", codecs.BOM_UTF8, str),
        ("# -*- coding: utf-8 -*-\n", "utf-8", codecs.BOM_UTF8, crlf),
        ("# -*- coding: latin-1 -*-\n", "latin-1", b"", str),
        ("#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\n", "cp1252", b"", crlf),
        ("# coding: iso-8859-15\n", "iso-8859-15", b"", tabs),
        ("# coding: cp437\n", "cp437", b"", lambda text: crlf(tabs(text))),
    ],
)
def test_only_what_is_mended_changes(
    first: str,
    encoding: str,
    mark: bytes,
    layout: Callable[[str], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "cheese.py"
    path.write_bytes(mark + layout(first + TEXT).encode(encoding))
    monkeypatch.chdir(tmp_path)
    config = load_config().on_command_line(select=("status-not-wiped-on-create",), cache=False, jobs=1)

    found, _ = mended(["."], config, unsafe=True)
    write_files(found)

    assert path.read_bytes() == mark + layout(first + TEXT.replace(BEFORE, AFTER)).encode(encoding)
    assert not mended(["."], config, unsafe=True)[0].files


def test_a_file_that_cannot_be_read_in_its_encoding_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cheese.py"
    path.write_bytes(b"# coding: ascii\n" + TEXT.encode())
    before = path.read_bytes()
    monkeypatch.chdir(tmp_path)

    found, report = mended(["."], load_config().on_command_line(cache=False, jobs=1), unsafe=True)
    write_files(found)

    assert path.read_bytes() == before
    assert any(problem.fatal for problem in report.problems)
