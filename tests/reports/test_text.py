"""The report for people."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from apivet.catalogue import load
from apivet.reports.escaping import one_line
from apivet.reports.text import Detail, print_problems, print_report
from apivet.verdicts import Confidence, Finding, Location, Problem, Report, Verdict, WitnessStep

RULE = "status-not-wiped-on-create"
SOURCE = "class WidgetStrategy:\n    def prepare_for_create(self, ctx, obj):\n        return None\n"


class Terminal(io.StringIO):
    """A standard output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def violated(**changes: object) -> Finding:
    values: dict[str, object] = {
        "rule": RULE,
        "verdict": Verdict.VIOLATED,
        "location": Location("widget.py", 2, 8, 2, 26),
        "object": "widget.WidgetStrategy",
        "message": "'status' that the caller sent is stored",
        "field": "status",
        "witness": (WitnessStep("widget.py", 3, "the hook ends without wiping 'status'"),),
    }
    return Finding(**{**values, **changes})  # type: ignore[arg-type]


def report(*findings: Finding, problems: tuple[Problem, ...] = ()) -> Report:
    return Report(list(findings), problems=list(problems), files=2, strategies=1, types=3)


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "widget.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def printed(capsys: pytest.CaptureFixture[str], what: Report, *, show_suppressed: bool = False) -> str:
    print_report(what, load(), Detail(show_suppressed))
    return capsys.readouterr().out


def on_terminal(monkeypatch: pytest.MonkeyPatch, what: Report) -> str:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    print_report(what, load())
    return terminal.getvalue()


def test_a_finding_tells_where_what_why_and_where_to_read_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, report(violated())) == (
        "widget.py:2:9: E9701 status-not-wiped-on-create: 'status' that the caller sent is stored\n"
        "    2 | def prepare_for_create(self, ctx, obj):\n"
        "      |     ^^^^^^^^^^^^^^^^^^\n"
        "    widget.py:3: the hook ends without wiping 'status'\n"
        "    object widget.WidgetStrategy, field status\n"
        "    see apivet explain E9701\n"
        "\n"
        "2 files, 1 strategy, 3 types: 1 violated, 0 unproven, 0 suppressed\n"
    )


def test_an_inferred_finding_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "(inferred: no declared type)" in printed(capsys, report(violated(confidence=Confidence.INFERRED)))


def test_an_unproven_finding_is_told_without_source(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, report(violated(verdict=Verdict.UNPROVEN, message="'scrub' is not known")))
    assert out.startswith(f"widget.py:2:9: E9701 {RULE} unproven: 'scrub' is not known\n    widget.py:3: ")
    assert "^" not in out
    assert "    see apivet explain E9701\n" in out
    assert "0 violated, 1 unproven" in out


def test_a_suppressed_finding_is_counted_and_shown_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    suppressed = report(violated(suppressed_by="exceptions/exceptions.toml:3"))
    out = printed(capsys, suppressed)
    assert out == "2 files, 1 strategy, 3 types: 0 violated, 0 unproven, 1 suppressed\n"
    out = printed(capsys, suppressed, show_suppressed=True)
    assert "    suppressed by exceptions/exceptions.toml:3\n" in out


def test_text_from_sources_cannot_move_the_cursor_or_forge_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    finding = violated(
        message="[bold]field 'x\x1b[2J\r\nwidget.py:1:1: E9701 forged'[/bold]\u202e",
        location=Location("a\nb\udc80.py", 1),
    )
    out = printed(capsys, report(finding))
    assert out.splitlines()[0] == (
        f"a\\nb\\udc80.py:1:1: E9701 {RULE}: [bold]field 'x\\x1b[2J\\r\\nwidget.py:1:1: E9701 forged'[/bold]\\u202e"
    )


@pytest.mark.parametrize(
    ("source", "location", "shown"),
    [
        ("\tx = 1\n", Location("odd.py", 1, 1, 1, 2), ["    1 | x = 1", "      | ^"]),
        ("é = 'ü' + y\n", Location("odd.py", 1, 12, 1, 13), ["    1 | é = 'ü' + y", "      |           ^"]),
        ("s = '漢字' + y\n", Location("odd.py", 1, 15, 1, 16), ["    1 | s = '漢字' + y", "      |              ^"]),
        ("f(\n  1)\n", Location("odd.py", 1, 0, 2, 4), ["    1 | f(", "      | ^^"]),
        ("x = '\x1b[31m'\n", Location("odd.py", 1, 0, 1, 1), ["    1 | x = '\\x1b[31m'", "      | ^"]),
        ("x\n", Location("odd.py", 1), ["    1 | x", "      | ^"]),
        ("x = 1\n", Location("odd.py", 7), []),
        ("", Location("odd.py", 1), []),
        (
            "\tx = " + "y" * 300 + "z" + "y" * 300 + "\n",
            Location("odd.py", 1, 305, 1, 306),
            ["    1 | ..." + "y" * 40 + "z" + "y" * 119 + "...", "      | " + " " * 43 + "^"],
        ),
        (
            "z" * 5 + "y" * 156 + "\n",
            Location("odd.py", 1, 0, 1, 5),
            ["    1 | " + "z" * 5 + "y" * 155 + "...", "      | ^^^^^"],
        ),
        ("a\x0cb = 1\nc = 2\n", Location("odd.py", 2, 0, 2, 1), ["    2 | c = 2", "      | ^"]),
    ],
)
def test_carets_stand_under_what_is_meant(
    source: str, location: Location, shown: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from apivet.reports import excerpt

    excerpt._lines.cache_clear()
    (tmp_path / "odd.py").write_text(source, encoding="utf-8", newline="")
    lines = printed(capsys, report(violated(location=location, witness=()))).splitlines()
    assert lines[1:-4] == shown


def test_a_source_in_another_encoding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "latin.py").write_bytes("# coding: latin-1\nx = 'ü'\n".encode("latin-1"))
    assert "    2 | x = 'ü'\n" in printed(capsys, report(violated(location=Location("latin.py", 2, 0, 2, 1))))


def test_a_terminal_gets_colour_links_that_are_not_cut_and_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    out = on_terminal(monkeypatch, report(violated()))
    assert "\x1b[1;31m" in out
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert f"widget.py:2:9: E9701 {RULE}: 'status' that the caller sent is stored\n" in plain
    assert "violated" in plain.split("see apivet explain")[1].splitlines()[2]


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in on_terminal(monkeypatch, report(violated()))


@pytest.mark.parametrize("name", ["FORCE_COLOR", "CLICOLOR_FORCE"])
def test_colours_can_be_asked_for_where_there_is_no_terminal(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, "1")
    assert "\x1b[1;31m" in printed(capsys, report(violated()))
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in printed(capsys, report(violated()))
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv(name, "0")
    assert "\x1b" not in printed(capsys, report(violated()))


def forgotten(*names: str) -> list[Finding]:
    """A hook that forgets several fields."""
    steps = {name: WitnessStep("widget.py", 3, f"nothing sets metadata.{name} on the way") for name in names}
    return [
        violated(field=f"metadata.{name}", message=f"metadata.{name} is the caller's", witness=(step,))
        for name, step in steps.items()
    ]


def test_fields_that_one_hook_forgets_stand_together(capsys: pytest.CaptureFixture[str]) -> None:
    first, *others, odd = forgotten("labels", "uids", "flags")
    odd = replace(odd, message="metadata.flags is somebody else's")
    elsewhere = [violated(field="labels", object="widget.OtherStrategy"), violated(field="x", rule="E9702")]
    out = printed(capsys, report(first, *others, odd, *elsewhere))
    assert len(re.findall("(?m)^widget.py:", out)) == 3
    assert "metadata.labels is the caller's (and 2 more fields, below)\n" in out
    assert "    metadata.flags is somebody else's\n" in out
    assert "metadata.uids is" not in out
    assert "    object widget.WidgetStrategy, fields metadata.labels, metadata.uids, metadata.flags\n" in out
    assert "5 violated" in out


def test_how_much_is_told_is_for_the_reader_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(*forgotten("labels", "uids"), violated(verdict=Verdict.UNPROVEN, rule="status-not-kept-on-update"))

    def lines(**detail: bool) -> list[str]:
        print_report(told, load(), Detail(**detail))
        return capsys.readouterr().out.splitlines()

    assert sum(line.startswith("widget.py:") for line in lines(verbose=True)) == 3
    assert [line.split(" ")[0] for line in lines(quiet=True)] == ["widget.py:2:9:"] * 2
    assert lines(statistics=True)[:-1] == ["     2  E9701 " + RULE, "     1  E9702 status-not-kept-on-update unproven"]


def test_problems_are_one_line_each_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    print_problems([Problem("a.py", "syntax error: bad\ninput", 3), Problem("b", "cannot be read")])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "a.py:3: syntax error: bad\\ninput\nb: cannot be read\n"


def test_the_summary_counts_problems(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, report(problems=(Problem("a.py", "syntax error", 3),)))
    assert out == "2 files, 1 strategy, 3 types: 0 violated, 0 unproven, 0 suppressed, 1 problem\n"


def test_letters_of_all_languages_are_left_alone() -> None:
    assert one_line("größe 漢字 e\u0301") == "größe 漢字 e\u0301"
