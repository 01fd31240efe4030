"""Parts of files: an answer rests on the declarations and the bodies that were read for it, and on no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from tests.golang.conftest import IMPORT

from apivet.check import answers, judging
from apivet.check.judged_file import JudgedFile
from apivet.check.judging import Share, TreeJudge
from apivet.check.shown_lines import moved, shown_lines
from apivet.cli import main
from apivet.golang.dependencies import BODY, MENTION, NAME, WHOLE, WORD, KeptValue, Mark, Recorder
from apivet.golang.source import GoFile, digests_read
from apivet.program.contents import Contents
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
    "a constant": ("step = 1", "step = 2"),
    "what a function takes": ("func Unread()", "func Unread(more ...int)"),
    "a name": ("func Unread()", "func Unasked()"),
    "a field": ("count int64", "count, more int64"),
    "another function": ("const step", "func more() {}\n\nconst step"),
    "another type": ("const step", "type bread struct{ count int64 }\n\nconst step"),
    "another variable": ("const step", "var last int64 = 1\n\nconst step"),
    "another method": ("const step", "func (c crumbs) more() int64 { return 2 }\n\nconst step"),
}
READ = {
    "a body": ("{ return first }", "{ return first + 1 }"),
    "a body that is asked": ("{ return held() }", "{ return 2 }"),
    "a variable": ("first int64 = 1", "first int64 = 2"),
    "a body that sets a variable": ("return 5", "first = 2\n\treturn 5"),
    "one that gives its address away": ("return 5", "p := &first\n\t*p = 2\n\treturn 5"),
    "a method that does": ("{ return c.count }", "{ first++; return c.count }"),
    "a function that comes first": ("func Begin", "func init() { first = 2 }\n\nfunc Begin"),
    "a variable that another is": ("const step", "var also = &first\n\nconst step"),
    "another function that sets it": ("const step", "func more() { first = 2 }\n\nconst step"),
}
REST = {
    "an import": ("package starting\n", 'package starting\n\nimport "fmt"\n'),
    "another name for a type": ("const step", "type also = crumbs\n\nconst step"),
    "a name that was looked for": ("const step", "type int64 struct{}\n\nconst step"),
    "what a function gives": ("func held() int64", "func held() int32"),
    "what is read of a function": ("func Begin()", "func Begun()"),
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
def test_a_declaration_that_nobody_has_read_costs_no_answer(judged: list[str], change: str) -> None:
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
def test_what_is_no_declaration_counts_and_what_was_looked_for(judged: list[str], change: str) -> None:
    _check()
    judged.clear()
    _change(*REST[change])
    again = _check()
    assert judged
    assert again == _check("--no-cache")


def test_a_file_of_another_build_may_come_to_be_of_this(judged: list[str]) -> None:
    beside, source = STARTING.with_name("beside.go"), "package starting\n\nfunc init() { first = 2 }\n"
    told = []
    for lines in ("//go:build ignore\n\n", "", "//go:build ignore\n\n"):
        beside.write_text(lines + source)
        told.append(_check())
        assert told[-1] == _check("--no-cache")
    assert told[0] == told[2] != told[1]


def test_parts_of_answers_that_are_gone_do_not_pile_up(judged: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_MOST_PARTS", 0)
    told = _check()
    judged.clear()
    _change(*UNREAD["a body"])
    assert _check() == told
    assert judged
    judged.clear()
    assert _check() == told
    assert judged == []


def test_so_it_is_from_change_to_change(judged: list[str]) -> None:
    for before, after in (*UNREAD.values(), *READ.values()):
        for old, new in ((before, after), (after, before)):
            _change(old, new)
            assert _check() == _check("--no-cache")
    assert judged


@pytest.fixture(name="shown")
def _shown(_source: None) -> Path:
    """A strategy, with a finding that shows lines of it and of the package."""
    strategy = Path("pkg/registry/widgets/gadget/strategy.go")
    text = strategy.read_text()
    strategy.write_text(text.replace("gadget.Status = before.Status\n", "starting.Keep(gadget)\n"))
    _change("package starting\n", f"package starting\n{IMPORT.replace(chr(9), 'import ')}")
    _change("func Begin", "func Keep(gadget *widgets.Gadget) {\n\tgadget.Status.Conditions = nil\n}\n\nfunc Begin")
    assert "starting.go" in _check()
    return strategy


@pytest.mark.parametrize("change", ["a longer body", "another function", "a comment", "empty lines"])
def test_lines_that_a_finding_shows_move_with_what_they_are_of(shown: Path, judged: list[str], change: str) -> None:
    told = _check()
    judged.clear()
    _change(*UNREAD[change])
    again = _check()
    assert judged == []
    assert told != again == _check("--no-cache")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\tgadget.Status.Conditions = nil\n", "\n\tgadget.Status.Conditions = nil\n"),
        ("\tgadget.Status.Conditions = nil\n", "\t// None.\n\tgadget.Status.Conditions = nil\n"),
        ("func Begin", "func Keep(gadget *widgets.Gadget) {\n\tgadget.Status.Conditions = nil\n}\n\nfunc Begin"),
        ("\tgadget.Status.Conditions = nil\n", "\tgadget.Status.Conditions = gadget.Status.Conditions[:0]\n"),
    ],
)
def test_a_change_of_what_the_lines_are_of_is_judged(shown: Path, judged: list[str], before: str, after: str) -> None:
    judged.clear()
    _change(before, after)
    again = _check()
    assert shown.as_posix() in judged
    assert again == _check("--no-cache")


@pytest.mark.parametrize("above", ["package gadget", "func (gadgetStrategy) NamespaceScoped"])
def test_lines_of_the_own_file_move_too(shown: Path, judged: list[str], above: str) -> None:
    text = shown.read_text()
    assert above in text
    judged.clear()
    shown.write_text(text.replace(above, f"// Above.\n\n{'func more() {}' if above[0] == 'f' else ''}\n\n{above}", 1))
    again = _check()
    assert judged == []
    assert again == _check("--no-cache")


def test_what_was_looked_for_and_not_found_may_come() -> None:
    for read in (PartsRead(words=("first",)), PartsRead(names=("first",)), PartsRead(lists=("variables",))):
        digests = []
        for more in ("", "var last = 1", "var first = 1", "var first = 2"):
            digests += digests_read("a.go", f"package a\n\n{more}\n".encode(), [read]).digests
        assert None not in digests
        assert len({*digests}) == (4 if read.lists else 3)


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        (lambda file: file.data, WHOLE),
        (lambda file: file.root, WHOLE),
        (lambda file: file.holds(b"a"), WORD),
        (lambda file: list(file.nodes_naming("a")), MENTION),
        (lambda file: file.root_among([b"a"]), WORD),
        (lambda file: file.look_into(file.top_level[1]), BODY),
    ],
)
def test_whoever_looks_at_something_is_noted(asked: Callable[[GoFile], object], kind: str) -> None:
    recorder = Recorder()
    asked(GoFile("a.go", "a.go", b"package a\nfunc b() {}\n", recorder=recorder))
    assert [(mark.kind, mark.place) for mark in recorder.of_answer.all_marks()] == [(kind, "a.go")]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("var b = `\n\n`", "var b = `\n\n\n\n`"),
        ("var b = `\n//\n`", "var b = `\n`"),
        ("// +tag\nvar b int", "// +tag\n\nvar b int"),
        ("var b int", "// +tag\nvar b int"),
        ('var b = "//"', 'var b = ""'),
        ("var b, c = 1, 2", "var b, c = 1, 3"),
        ("const (\n\ta = iota\n\tb\n)", "const (\n\t_ = iota\n\ta\n\tb\n)"),
        ("type b struct{ c int }", "type b struct{ c string }"),
        ("type (\n\ta int\n\tb string\n)", "type (\n\ta int\n\tb bool\n)"),
        ("func b() {}", "func b(int) {}"),
        ("func (a) b() {}", "func (*a) b() {}"),
        ("var a = 1\nvar b = 2", "var a = 1\nfunc (a) b() {}\nvar b = 2"),
    ],
)
def test_all_that_is_said_of_a_name_counts(source: str, changed: str) -> None:
    reads = [PartsRead(names=("b",))]
    told = [digests_read("a.go", f"package a\n\n{each}\n".encode(), reads) for each in (source, changed)]
    assert told[0] != told[1]


def test_what_is_kept_has_its_dependencies_for_everybody() -> None:
    recorder, known = Recorder(), dict[str, KeptValue[str]]()

    def inner() -> str:
        recorder.note(Mark(NAME, "a", "inner"))
        return "found"

    def outer() -> str:
        return recorder.once(known, "inner", inner)

    for asked, work in (("outer", outer), ("outer", outer), ("inner", inner)):
        recorder.begin()
        assert recorder.once(known, asked, work) == "found"
        assert recorder.of_answer.all_marks() == {Mark(NAME, "a", "inner")}


def test_what_comes_to_grief_was_looked_at_all_the_same() -> None:
    recorder, known = Recorder(), dict[str, KeptValue[str]]()

    def failing() -> str:
        recorder.note(Mark(NAME, "a", "failing"))
        raise RecursionError

    with pytest.raises(RecursionError):
        recorder.once(known, "failing", failing)
    assert recorder.of_answer.all_marks() == {Mark(NAME, "a", "failing")}


def test_an_answer_rests_on_the_same_whatever_was_judged_before(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = judging.judge_share
    asked: list[tuple[TreeJudge, Share, tuple[JudgedFile, ...]]] = []

    def noted(bench: TreeJudge, share: Share) -> tuple[JudgedFile, ...]:
        asked.append((bench, share, judge(bench, share)))
        return asked[-1][2]

    monkeypatch.setattr(judging, "judge_share", noted)
    _check("--no-cache")
    assert len(asked) > 5
    for bench, share, among_others in asked:
        for number, before in enumerate(among_others):
            known = frozenset(each.unit for each in among_others[:number])
            bench_of_its_own = TreeJudge(bench.config, bench.tree, bench.facts, bench.baseline)
            alone, *_ = judge(bench_of_its_own, replace(share, known=known))
            assert (alone.unit, alone.consulted) == (before.unit, before.consulted)
            assert set(alone.parts_read) <= set(before.parts_read)


def _finding(line: int, message: str = "the caller's value is stored", path: str = "own.go") -> Finding:
    place = Location(path, line, 1, line + 1, 2)
    return Finding("status-not-kept-on-update", Verdict.VIOLATED, place, "own.S", message)


@pytest.mark.parametrize(
    ("finding", "lines"),
    [
        (_finding(3), {"/own.go": {3, 4}}),
        (_finding(3, path="pkg/a.go"), {"/pkg/a.go": {3, 4}}),
        (_finding(3, path="../a.go"), None),
        (_finding(3, "gave up at pkg/a.go:7"), {"/own.go": {3, 4}, "/pkg/a.go": {7}}),
        (_finding(3, "gave up at other/pkg/a.go:7"), None),
        (_finding(3, "gave up at pkg/a.go:7 and ../a.go:8"), None),
        (_finding(3, "gave up at a.go:7, called at pkg/a.go:17"), {"/own.go": {3, 4}, "/a.go": {7}, "/pkg/a.go": {17}}),
    ],
)
def test_lines_that_are_shown_are_of_files_that_are_known(finding: Finding, lines: dict[str, set[int]] | None) -> None:
    paths = {name: f"/{name}" for name in ("own.go", "a.go", "pkg/a.go")}
    assert shown_lines([finding], [], paths) == lines


def test_lines_move_in_places_and_in_texts() -> None:
    text = "at a.go:7 and pkg/a.go:7, called at a.go:17"
    judged = JudgedFile((_finding(7, text, "a.go"),), (), 1, (), (), ())
    (found,) = moved(judged, {("a.go", 7): 9, ("a.go", 8): 10}).findings
    assert (found.location.line, found.location.end_line) == (9, 10)
    assert found.message == "at a.go:9 and pkg/a.go:7, called at a.go:17"


WIDGET = Path("pkg/registry/widgets/widget/strategy.go")
#: Changes to a file with two strategies, and those of them that are judged again, the rest of the file by no name.
OF_ONE = {
    "a hook": ("func (widgetStrategy) PrepareForCreate(", "{\n", "{\n\t_ = 1\n", ["widgetStrategy"]),
    "a flag": ("func (widgetStrategy) AllowCreateOnUpdate(", "false", "true", ["widgetStrategy"]),
    "a hook of the status": (
        "func (widgetStatusStrategy) PrepareForUpdate(", "{\n", "{\n\t_ = 1\n", ["", "widgetStatusStrategy"]
    ),
    "another method of both": (
        "type widgetStatusStrategy", "type", "func (widgetStrategy) more() {}\n\ntype", ["", "widgetStatusStrategy", "widgetStrategy"]
    ),
    "another function": ("type widgetStatusStrategy", "type", "func more() {}\n\ntype", []),
    "another type": ("type widgetStatusStrategy", "type", "type more int\n\ntype", [""]),
}  # fmt: skip


@pytest.mark.parametrize("change", OF_ONE)
def test_strategies_of_a_file_are_judged_apart(server: None, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    judge, units = judging._judged, list[str]()

    def noted(bench: TreeJudge, share: Share, contents: Contents, unit: str = "") -> JudgedFile:
        units.append(unit.rpartition(".")[2])
        return judge(bench, share, contents, unit)

    monkeypatch.setattr(judging, "_judged", noted)
    _check()
    units.clear()
    start, before, after, expected = OF_ONE[change]
    above, line, below = WIDGET.read_text().partition(start)
    WIDGET.write_text(above + (line + below).replace(before, after, 1))
    again = _check()
    assert sorted(units) == expected
    assert again == _check("--no-cache")


def test_a_strategy_that_is_gone_is_told_of_no_more(judged: list[str]) -> None:
    told = _check()
    text = WIDGET.read_text()
    WIDGET.write_text(text.replace("widgetStatusStrategy) PrepareForUpdate", "widgetStatusStrategy) Prepare"))
    again = _check()
    assert told != again == _check("--no-cache")
    WIDGET.write_text(text)
    assert _check() == told
