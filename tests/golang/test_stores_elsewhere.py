"""Strategies of Go that are checked without the files that use them: the stores of their module say what they are for."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.golang.ferries import PACKAGE, SERVER, STORAGE, STRATEGY, WIPED, rows, with_edits, write
from tree_sitter import Tree

from apivet.check.judging import JudgedFile
from apivet.check.run import run
from apivet.cli import main as main_command
from apivet.config import Config
from apivet.golang import parsing, source
from apivet.program.files import SourceFile

SPEC = "spec-not-kept-on-status-update"
TALLY = f"{PACKAGE}.tally"
#: The conforming server, whose strategy for the status goes by an odd name.
ODD = with_edits((STRATEGY, "ferryStatusStrategy", "tally"))
BOUND = "\tstatusStore.UpdateStrategy = ferry.StatusStrategy\n"


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def asked(*paths: str) -> set[str]:
    return {rule for object_, rule in rows(*paths) if object_ == TALLY}


def is_for_the_status(*paths: str) -> bool:
    rules = asked(*paths)
    assert (SPEC in rules) is not (WIPED in rules), rules
    return SPEC in rules


@pytest.mark.parametrize(
    "path", [STRATEGY, "pkg/registry/ferry/strategy.go/../strategy.go", str(Path(STRATEGY).parent)]
)
def test_a_file_alone_has_the_verdicts_of_the_whole(path: str) -> None:
    write(ODD)
    whole = {key: verdict for key, verdict in rows().items() if key[0].startswith(f"{PACKAGE}.")}
    assert rows(path).items() >= whole.items()
    assert is_for_the_status(path)


def test_from_within_a_directory_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    write(ODD)
    monkeypatch.chdir("pkg/registry/ferry")
    assert is_for_the_status("strategy.go")


def elsewhere(files: Mapping[str, str]) -> dict[str, str]:
    """The server with its storage in other files."""
    return {**{name: text for name, text in ODD.items() if name != STORAGE}, **files}


@pytest.mark.parametrize(
    "files",
    [
        {"pkg/storage/nested/storage.go": ODD[STORAGE], "pkg/storage/go.mod": "module ex.org/other\n"},
        {"vendor/ex.org/storage/storage.go": ODD[STORAGE]},
        {"pkg/storage/storage_test.go": ODD[STORAGE]},
        {"pkg/storage/storage.go": f"//go:build prod\n\n{ODD[STORAGE]}"},
        {"gone/storage.go": ODD[STORAGE], "apivet.toml": 'exclude = ["gone/"]\n'},
    ],
    ids=["another module", "vendored", "a test", "another build", "excluded"],
)
def test_what_is_not_of_the_module_says_nothing(files: dict[str, str]) -> None:
    write(elsewhere(files))
    assert not is_for_the_status(STRATEGY)


@pytest.mark.parametrize("paths", [[], [STRATEGY]], ids=["whole", "alone"])
def test_a_role_is_not_remembered_when_a_store_changes(paths: list[str]) -> None:
    start = "pkg/start/start.go"
    idle = ODD[STORAGE].replace("package storage", "package start").replace(BOUND, "").replace("Strategy = ferry", "Strategy = aaa").replace("registry/ferry", "registry/aaa")  # fmt: skip
    write({**ODD, start: idle, "pkg/registry/aaa/strategy.go": ODD[STRATEGY].replace("package ferry", "package aaa")})
    assert is_for_the_status(*paths)
    write({STORAGE: ODD[STORAGE].replace(BOUND, "")})
    assert asked(*paths) == set()  # nobody uses it
    write({start: ODD[STORAGE].replace("package storage", "package start")})
    assert is_for_the_status(*paths)
    kept = ODD[STORAGE].replace("package storage", "package start").replace("= ferry.StatusStrategy", "= kept")
    for strategy, is_used in (("StatusStrategy", True), ("Strategy", False), ("StatusStrategy", True)):
        write({start: kept.replace("statusStore :=", f"kept := ferry.{strategy}\n\tstatusStore :=")})
        assert bool(asked(*paths)) is is_used


def test_a_strategy_without_a_store_is_asked_again_when_a_name_in_a_store_means_it() -> None:
    status = ODD[STRATEGY].replace("package ferry", "package spare").replace("tally", "spare")
    head, _, rest = status.partition("type ferryStrategy struct{}")
    spare = head + "type spare struct" + rest.partition("type spare struct")[2]
    spare = spare.replace('\t"reflect"\n', "").replace('\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n', "")
    storage = ODD[STORAGE].replace("= ferry.StatusStrategy", "= kept")
    storage = storage.replace('/registry/ferry"\n', '/registry/ferry"\n\t"ex.org/harbour/pkg/registry/spare"\n', 1)

    def with_kept(value: str) -> dict[str, str]:
        return {STORAGE: storage.replace("statusStore :=", f"kept := {value}\n\tstatusStore :=")}

    def asked_of_spare() -> set[str]:
        return {rule for object_, rule in rows() if object_ == "ex.org/harbour/pkg/registry/spare.spare"}

    write({**ODD, "pkg/registry/spare/strategy.go": spare, **with_kept("ferry.StatusStrategy")})
    assert SPEC not in asked_of_spare()
    write(with_kept("spare.StatusStrategy"))
    assert SPEC in asked_of_spare()


def test_a_strategy_rests_on_the_stores_that_bind_it_alone() -> None:
    """Whichever file is judged first: all stores are looked through for it."""
    other = {name.replace("ferry", "barge"): text.replace("ferry", "barge") for name, text in SERVER.items()}
    write({**SERVER, **{name: text for name, text in other.items() if "barge" in name}})
    rests: dict[str, set[str]] = {}

    def seen(_bench: object, _files: object, judged: Sequence[tuple[SourceFile, JudgedFile]]) -> None:
        rests.update((file.path, {os.path.relpath(each) for each in answer.consulted}) for file, answer in judged)

    run([], Config(root=os.getcwd(), cache=False), seen=seen)
    barge, ferry = (rests[STRATEGY.replace("ferry", each)] for each in ("barge", "ferry"))
    assert STORAGE in ferry - barge
    assert STORAGE.replace("ferry", "barge") in barge - ferry


def test_a_store_that_does_not_know_a_strategy_is_not_parsed_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    other = {name.replace("ferry", "barge"): text.replace("ferry", "barge") for name, text in SERVER.items()}
    write({**SERVER, **{name: text for name, text in other.items() if "barge" in name}})
    parsed: list[bytes] = []

    def noted(data: bytes) -> tuple[Tree, bytes]:
        parsed.append(data)
        return parsing.parsed(data)

    monkeypatch.setattr(source, "parsed", noted)
    run([STRATEGY], Config(root=os.getcwd(), cache=False, jobs=1))
    assert SERVER[STORAGE].encode() in parsed
    assert not any(b"barge" in data for data in parsed)


def test_a_strategy_is_used_through_a_name_of_a_package_between() -> None:
    """The store's file knows nothing of the strategy's own package."""
    between = f'package between\n\nimport "{PACKAGE}"\n\nvar KeptValue = ferry.StatusStrategy\n'
    storage = ODD[STORAGE].replace("ferry.StatusStrategy", "between.KeptValue")
    away = {"pkg/between/between.go": between, STORAGE: storage.replace(BOUND, "")}
    far = "package far\n" + storage.partition("package storage\n")[2].replace("ferry.Strategy", "nil")
    far = far.replace(f'"{PACKAGE}"', '"ex.org/harbour/pkg/between"')
    write({**ODD, **away})
    assert asked() == set()
    write({"pkg/far/far.go": far})
    assert "between.KeptValue" in far
    assert PACKAGE not in far
    assert is_for_the_status()


def test_a_file_that_stands_without_a_store_goes_by_its_name() -> None:
    write({name: text for name, text in SERVER.items() if name != STORAGE})
    assert (f"{PACKAGE}.ferryStatusStrategy", SPEC) in rows(STRATEGY)


def test_the_gate_on_a_file_sees_the_same_before_and_after() -> None:
    head, strategy, rest = ODD[STRATEGY].partition("type ferryStrategy struct{}")
    main, tally, status = rest.partition("type tally struct")
    beside = f"{Path(STRATEGY).parent}/tally.go"
    mine = {STRATEGY: f"{head}{strategy}{main}", beside: head.replace('\t"reflect"\n', "") + tally + status}
    mine[STRATEGY] = mine[STRATEGY].replace('\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n', "")
    write({**ODD, **mine, "apivet.toml": "cache = false\n"})
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "base"]):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@example.org", *words], check=True)
    write({beside: f"{mine[beside]}\n// A note.\n"})
    document = json.loads(CliRunner().invoke(main_command, ["gate", "--static", "--format", "json", beside]).stdout)
    assert (document["findings"], document["problems"]) == ([], [])
    assert {row["rule"] for row in document["verdicts"] if row["object"] == TALLY} == asked(beside)
    assert SPEC in asked(beside)


HEAD = """package storage

import (
	"ex.org/harbour/pkg/apis/harbour"
	"ex.org/harbour/pkg/registry/ferry"
	"k8s.io/apimachinery/pkg/runtime"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
)

type REST struct{ *genericregistry.Store }
type StatusREST struct{ store *genericregistry.Store }

func base() *genericregistry.Store {
	return &genericregistry.Store{
		NewFunc:        func() runtime.Object { return &harbour.Ferry{} },
		CreateStrategy: ferry.Strategy,
		UpdateStrategy: ferry.Strategy,
	}
}

func with(u rest.RESTUpdateStrategy) *genericregistry.Store { s := base(); s.UpdateStrategy = u; return s }

func add(m map[string]rest.Storage, name string, u rest.RESTUpdateStrategy) { s := base(); s.UpdateStrategy = u; m[name] = s }

func Make(m map[string]rest.Storage) (*REST, *StatusREST) {
"""
SET = "\tq := *base()\n\tq.UpdateStrategy = ferry.StatusStrategy\n"
OWN = """	type common struct{ updateStrategy rest.RESTUpdateStrategy }
	type own struct{ rest.Storage; common }
	x := &own{common: common{updateStrategy: ferry.StatusStrategy}}
"""
STORE = "\tr := &REST{}\n\tstore := &genericregistry.Store{UpdateStrategy: ferry.StatusStrategy}\n"
#: How the store of an oddly named strategy is served, and whether it is for the status.
SERVED = {
    "in a struct of the status": (f"{SET}\treturn nil, &StatusREST{{&q}}\n", True),
    "in a struct of the whole": (f"{SET}\treturn &REST{{&q}}, nil\n", False),
    "at a key": (f'{SET}\tm["ferries/status"] = &q\n\treturn nil, nil\n', True),
    "at a key of the whole": (f'{SET}\tm["ferries"] = &q\n\treturn nil, nil\n', False),
    "by a helper in a variable": (
        '\tx := with(ferry.StatusStrategy)\n\tm["ferries/status"] = x\n\treturn nil, nil\n',
        True,
    ),
    "by a helper in the map": (
        '\tm = map[string]rest.Storage{"ferries/status": with(ferry.StatusStrategy)}\n\treturn nil, nil\n',
        True,
    ),
    "by a helper that fills the map": ('\tadd(m, "ferries/status", ferry.StatusStrategy)\n\treturn nil, nil\n', True),
    "by a helper that fills the map with the whole": (
        '\tadd(m, "ferries", ferry.StatusStrategy)\n\treturn nil, nil\n',
        False,
    ),
    "a literal at a key": (
        '\tm["ferries/status"] = &genericregistry.Store{UpdateStrategy: ferry.StatusStrategy}\n\treturn nil, nil\n',
        True,
    ),
    "a literal at a key of the whole": (
        '\tm["ferries"] = &genericregistry.Store{UpdateStrategy: ferry.StatusStrategy}\n\treturn nil, nil\n',
        False,
    ),
    "a literal that a field is called like": (
        f"{STORE}\tr.Store = store\n\treturn r, &StatusREST{{store: base()}}\n",
        False,
    ),
    "a literal in a field": (f"{STORE}\treturn r, &StatusREST{{store: store}}\n", True),
    "a store of the server's own": (f'{OWN}\tm["ferries/status"] = x\n\treturn nil, nil\n', True),
    "a store of the server's own for the whole": (f'{OWN}\tm["ferries"] = x\n\treturn nil, nil\n', False),
}


@pytest.mark.parametrize("name", SERVED)
def test_what_a_store_goes_to_says_what_its_strategy_is_for(name: str) -> None:
    body, is_of_status = SERVED[name]
    write({**ODD, STORAGE: f"{HEAD}{body}}}\n"})
    assert is_for_the_status() is is_of_status


def test_a_strategy_of_another_path_is_for_neither() -> None:
    write({**ODD, STORAGE: f'{HEAD}{SET}\tm["ferries/scale"] = &q\n\treturn nil, nil\n}}\n'})
    assert not {SPEC, WIPED} & asked()
