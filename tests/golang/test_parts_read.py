"""Parts of files: answers rest on the bodies of functions that somebody has read, and on no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.golang.conftest import IMPORT

from apivet.cache import Cache
from apivet.check.answers import Answers
from apivet.check.judged_file import JudgedFile
from apivet.cli import main
from apivet.golang.facts import GoFacts
from apivet.golang.front_end import GO
from apivet.golang.source import GoFile, parts_read
from apivet.program.files import SourceFile
from apivet.program.front_end import DefaultScope
from apivet.program.parts_read import PartsRead
from apivet.verdicts import Finding, Location, Verdict

STARTING = Path("pkg/starting/starting.go")
#: A package that strategies take the first generation from, with what else it has.
SOURCE = """package starting

type crumbs struct{ count int64 }

func (c crumbs) unread() int64 { return c.count }

func (c *crumbs) Reset() { c.count = 0 }

const step = 1

var first int64 = 1

func Unread() int64 {
	return 5
}

func Begin() int64 { return held() }

func held() int64 { return first }
"""
#: Changes to it: of nothing that anybody has read, and of something.
UNREAD = {
    "a body": ("return 5", "return 6"),
    "a longer body": ("return 5", "x := 5\n\tx++\n\treturn x"),
    "an empty one": ("{ c.count = 0 }", "{\n}"),
    "a body with a literal": ("return 5", "f := func() int64 { return 5 }\n\treturn f()"),
    "a body of a method": ("{ return c.count }", "{ return c.count + step }"),
    "a comment": ("const step", "// The step,\n// one by one.\nconst step"),
    "one behind code": ("int64 = 1\n", "int64 = 1\n// It was none.\n"),
    "empty lines": ("\n\nconst step", "\n\n\n\nconst step"),
    "what is declared inside": ("return 5", "type Begin struct{}\n\tconst held = 2\n\treturn held"),
}
READ = {
    "a body": ("{ return first }", "{ return first + 1 }"),
    "a body that is asked": ("{ return held() }", "{ return 2 }"),
    "a variable": ("first int64 = 1", "first int64 = 2"),
    "a body that sets a variable": ("return 5", "first = 2\n\treturn 5"),
    "one that gives its address away": ("return 5", "p := &first\n\t*p = 2\n\treturn 5"),
    "a method that does": ("{ return c.count }", "{ first++; return c.count }"),
    "a function that comes first": ("func Begin", "func init() { first = 2 }\n\nfunc Begin"),
}
REST = {
    "a constant": ("step = 1", "step = 2"),
    "a tag": ("const step", "// +featureGate=Steps\nconst step"),
    "what a function takes": ("func Unread()", "func Unread(more ...int)"),
    "a name": ("func Unread()", "func Unasked()"),
    "a build constraint": ("package starting\n", "//go:build !linux\n\npackage starting\n"),
    "a syntax error in a body": ("return 5", "return 5 +"),
    "a bracket too many": ("return 5", "return 5\n}"),
}


@pytest.fixture(name="_source", autouse=True)
def _write_source(starting: None) -> None:
    STARTING.parent.mkdir()
    STARTING.write_text(SOURCE)


def _check(*arguments: str) -> str:
    return CliRunner().invoke(main, ["check", "--format", "json", "-j", "1", *arguments]).stdout


def _change(before: str, after: str) -> None:
    text = STARTING.read_text()
    assert before in text
    STARTING.write_text(text.replace(before, after, 1))


@pytest.mark.parametrize("change", UNREAD)
def test_the_body_of_a_function_that_nobody_has_read_costs_no_answer(judged: list[str], change: str) -> None:
    told = _check()
    judged.clear()
    _change(*UNREAD[change])
    assert _check() == told
    assert judged == []


@pytest.mark.parametrize("change", READ)
def test_what_was_read_costs_the_answers_that_rest_on_it(judged: list[str], change: str) -> None:
    told = _check()
    judged.clear()
    _change(*READ[change])
    again = _check()
    assert [path for path in judged if "strategy.go" in path]
    assert again == _check("--no-cache") != told


@pytest.mark.parametrize("change", REST)
def test_all_that_stands_outside_of_functions_counts(judged: list[str], change: str) -> None:
    _check()
    judged.clear()
    _change(*REST[change])
    again = _check()
    assert judged
    assert again == _check("--no-cache")


def test_so_it_is_from_change_to_change(judged: list[str]) -> None:
    for before, after in (*UNREAD.values(), *READ.values()):
        for old, new in ((before, after), (after, before)):
            _change(old, new)
            assert _check() == _check("--no-cache")
    assert judged


def test_a_file_of_which_a_finding_shows_lines_counts_as_a_whole(judged: list[str]) -> None:
    strategy = Path("pkg/registry/widgets/gadget/strategy.go")
    text = strategy.read_text()
    strategy.write_text(text.replace("gadget.Status = before.Status\n", "starting.Keep(gadget)\n"))
    _change("package starting\n", f"package starting\n{IMPORT.replace(chr(9), 'import ')}")
    _change("func Begin", "func Keep(gadget *widgets.Gadget) {\n\tgadget.Status.Conditions = nil\n}\n\nfunc Begin")
    assert "starting.go" in _check()
    judged.clear()
    _change("return 5", "x := 5\n\treturn x")
    again = _check()
    assert strategy.as_posix() in judged
    assert again == _check("--no-cache")


def test_what_was_looked_for_and_not_found_may_come() -> None:
    read = PartsRead(words=frozenset((b"first",)))
    digests = []
    for body in ("return 1", "return 2", "first = 1", "first = 2"):
        told = parts_read("a.go", f"package a\n\nfunc b() int {{ {body} }}\n".encode(), read)
        assert told.parts is not None
        digests.append(told.parts.digest(told.read))
    assert digests[0] == digests[1]
    assert len({*digests}) == 3


def test_whoever_asks_for_all_is_told_all() -> None:
    for asked in (lambda file: file.data, lambda file: file.root, lambda file: file.nodes_at(lambda data: ())):
        file = GoFile("a.go", "a.go", b"package a\n")
        asked(file)
        assert file.told().read.is_whole


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("var b = `\n\n`", "var b = `\n\n\n\n`"),
        ("var b = `\n//\n`", "var b = `\n`"),
        ("// +tag\nvar b int", "// +tag\n\nvar b int"),
        ('var b = "//"', 'var b = ""'),
    ],
)
def test_lines_inside_of_texts_and_below_tags_count(source: str, changed: str) -> None:
    told = [parts_read("a.go", f"package a\n\n{each}\n".encode(), PartsRead()) for each in (source, changed)]
    assert told[0].parts != told[1].parts


@pytest.mark.parametrize("where", ["pkg/starting/starting.go", "../elsewhere/starting.go"])
@pytest.mark.parametrize("is_text", [False, True])
def test_lines_of_a_file_that_is_not_known_by_its_name_are_those_of_any(
    tmp_path: Path, where: str, is_text: bool
) -> None:
    starting, other = str(tmp_path / "pkg/starting/starting.go"), str(tmp_path / "pkg/other.go")
    place, message = ("own.go", f"gave up at {where}:3") if is_text else (where, "the caller's value is stored")
    finding = Finding("status-not-kept-on-update", Verdict.VIOLATED, Location(place, 3), "own.S", message)
    judged = JudgedFile((finding,), (), 1, (), (), (other, starting))
    answers = Answers(GoFacts(), GO.tree(DefaultScope(), str(tmp_path)), None, {}, Cache(None, "", {}))
    shown = answers._shown(SourceFile("own.go", str(tmp_path / "own.go")), judged)
    assert shown == ({starting} if where.startswith("pkg") else {other, starting})
