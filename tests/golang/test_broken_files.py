"""Go that does not compile: each file of it is one problem, and what is sound beside the errors is judged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.golang.ferries import PACKAGE, SERVER, STRATEGY, WIPE, WIPED, check, report, rows, with_edits, write

OBJECT = f"{PACKAGE}.ferryStrategy"
KEPT = "status-not-kept-on-update"
CREATE = "func (ferryStrategy) PrepareForCreate(ctx context.Context, obj runtime.Object) {\n"
UPDATE = "func (ferryStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {\n"


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


BROKEN = {
    "an operand is missing in one hook": (WIPE, "\tferry.Status = \n", "unproven", "holds"),
    "a bracket is not closed in one hook": (WIPE, WIPE + "\tif ferry.Generation == 0 {\n", "unproven", "holds"),
    "a bracket is closed too often": (CREATE, CREATE + "\t}\n", "unproven", "holds"),
    "a text is not closed": (WIPE, WIPE + '\tferry.Name = "x\n', "unproven", "holds"),
    "the head of one hook": (CREATE, CREATE.replace("Object)", "Object"), "unproven", "holds"),
    "the head of the other hook": (UPDATE, UPDATE.replace("old runtime.Object", "old runtime."), "holds", "unproven"),
    "a helper beside the hooks": (CREATE, f"func help(a int {{\n}}\n\n{CREATE}", "holds", "holds"),
    "a helper without an end": (CREATE, f"func help() {{\n\tif true {{\n\n{CREATE}", "holds", "holds"),
    "a variable": (CREATE, f"var width = \n\n{CREATE}", "holds", "holds"),
    "words between the hooks": (CREATE, f"this is no Go\n\n{CREATE}", "holds", "holds"),
    "a statement between the hooks": (CREATE, f"ready()\n\n{CREATE}", "holds", "holds"),
    "a second package clause": (CREATE, f"package ferry\n\n{CREATE}", "holds", "holds"),
    "an import behind a declaration": (CREATE, f'import "os"\n\n{CREATE}', "holds", "holds"),
    "the end of a type comes too early": (
        CREATE,
        f"type deck struct {{\n}}\n\tA int\n}}\n\n{CREATE}",
        "holds",
        "holds",
    ),
    "a mark of a merge": (WIPE, f"<<<<<<< ours\n{WIPE}=======\n>>>>>>> theirs\n", "unproven", "holds"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_verdicts_that_need_the_broken_part_are_unproven(name: str) -> None:
    before, after, *told = BROKEN[name]
    write(with_edits((STRATEGY, before, after)))
    document = report()
    (problem,) = document["problems"]
    assert (problem["path"], problem["message"][:12], problem["fatal"]) == (STRATEGY, "syntax error", True)
    verdicts = {each["rule"]: each["verdict"] for each in document["verdicts"] if each["object"] == OBJECT}
    assert [verdicts.get(WIPED), verdicts.get(KEPT)] == told
    assert check().exit_code == 2


def test_a_broken_function_of_another_file_makes_its_callers_unproven() -> None:
    helper = (
        'package ferry\n\nimport "ex.org/harbour/pkg/apis/harbour"\n\nfunc wipe(ferry *harbour.Ferry) {\n\tferry.\n}\n'
    )
    write({**with_edits((STRATEGY, WIPE, "\twipe(ferry)\n")), "pkg/registry/ferry/helper.go": helper})
    found = rows()
    assert (found[OBJECT, WIPED], found[OBJECT, KEPT]) == ("unproven", "holds")


def test_declarations_that_end_with_semicolons_are_no_problem() -> None:
    write(with_edits((STRATEGY, CREATE, f"var ready = 1; const far = 2;\ntype deck struct {{}};\n\n{CREATE}")))
    assert report()["problems"] == []


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes among files")
def test_a_pipe_among_sources_is_a_problem() -> None:
    write(SERVER)
    path = STRATEGY.replace("strategy.go", "beside.go")
    os.mkfifo(path)
    document = report()
    assert [(each["path"], each["message"]) for each in document["problems"]] == [
        (path, "is neither a file nor a directory")
    ]
    assert {each["verdict"] for each in document["verdicts"]} == {"holds"}
    assert check().exit_code == 2


def test_a_link_to_itself_does_no_harm() -> None:
    write(SERVER)
    Path(STRATEGY.replace("strategy.go", "circle.go")).symlink_to("circle.go")
    document = report()
    assert document["problems"] == []
    assert {each["verdict"] for each in document["verdicts"]} == {"holds"}


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes among files")
@pytest.mark.parametrize("name", ["go.mod", "go.work", "pkg/registry/ferry/beside_test.go"])
def test_nobody_waits_for_what_comes_through_a_pipe(name: str) -> None:
    write({each: text for each, text in SERVER.items() if each != name})
    os.mkfifo(name)
    assert report()["verdicts"]


@pytest.mark.parametrize("text", ["((((\n", "go 1.24\n", "// module ex.org/harbour\n", 'module "'])
def test_a_module_without_a_name_is_a_problem(text: str) -> None:
    write({**SERVER, "go.mod": text})
    (problem,) = report()["problems"]
    assert (problem["path"], problem["message"], problem["fatal"]) == ("go.mod", "names no module", True)
    assert check().exit_code == 2


def test_an_empty_module_file_only_marks_what_is_no_part_of_the_module_around() -> None:
    write({**SERVER, "go.mod": "\n"})
    assert report()["problems"] == []


def test_packages_that_import_each_other_are_judged() -> None:
    beside = {
        "pkg/apis/harbour/circle.go": 'package harbour\n\nimport _ "ex.org/harbour/pkg/registry/ferry"\n',
        "pkg/a/a.go": 'package a\n\nimport "ex.org/harbour/pkg/b"\n\ntype A struct{ B *b.B }\n',
        "pkg/b/b.go": 'package b\n\nimport "ex.org/harbour/pkg/a"\n\ntype B struct{ A a.A }\n',
    }
    write({**SERVER, **beside})
    document = report()
    assert document["problems"] == []
    assert {each["verdict"] for each in document["verdicts"]} == {"holds"}


@pytest.mark.parametrize(("encoding", "mark"), [("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")])
def test_a_file_of_letters_of_two_bytes_is_a_problem(encoding: str, mark: bytes) -> None:
    files = with_edits()
    write(files)
    Path(STRATEGY).write_bytes(mark + files[STRATEGY].encode(encoding))
    (problem,) = report()["problems"]
    assert (problem["path"], problem["message"]) == (STRATEGY, "is not encoded in UTF-8")
    assert check().exit_code == 2


HELPER = "pkg/registry/ferry/a.go"
#: Files that come first in their directory, each with one thing that is amiss.
AMISS = {
    b'package\n\nimport "context"\n': "syntax error near `package`",
    b"package ferry\xff\n": "is not encoded in UTF-8",
    b"package ferry\n\nfunc helper\xff { }}\n": "is not encoded in UTF-8",
    b"package spare\n": "is of package spare, the other files of its directory are of ferry",
}


@pytest.mark.parametrize("data", AMISS)
def test_a_file_with_one_thing_amiss_is_one_problem(data: bytes) -> None:
    write(SERVER)
    Path(HELPER).write_bytes(data)
    assert {each["message"] for each in report()["problems"]} == {AMISS[data]}
    assert check().exit_code == 2


def test_letters_of_a_comment_are_to_be_legible_too() -> None:
    write(SERVER)
    place = Path(STRATEGY)
    place.write_bytes(place.read_bytes().replace(b"\nfunc ", b"\n// a \xff\nfunc ", 1))
    assert [each["message"] for each in report()["problems"]] == ["is not encoded in UTF-8"]
