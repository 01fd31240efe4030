"""Strategies that can't be tried to their end: said in plain words, and never taken for a run that went well."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main
from apivet.commands import progress

FERRIES = """
    import builtins
    import os
    import time
    from dataclasses import dataclass, field


    @dataclass
    class Meta:
        name: str = ""


    @dataclass
    class Status:
        berths: int = 0


    @dataclass
    class Ferry:
        metadata: Meta = field(default_factory=Meta)
        status: Status = field(default_factory=Status)


    class Conforming:
        def prepare_for_create(self, ctx, obj: Ferry) -> None:
            obj.status = Status()

        def prepare_for_update(self, ctx, obj: Ferry, old: Ferry) -> None:
            obj.status = old.status


    HELD = []


    class FerryStrategy(Conforming):
        ...
"""
STRANGE = """

    class StrangeStrategy(Conforming):
        def prepare_for_create(self, ctx, obj: Ferry) -> None:
            obj.status = Status()
            {body}
"""

Watch = Callable[..., dict[str, Any]]
CONFIG = "timeout = 5\nsequences = 0\n"


def _strange(body: str) -> dict[str, str]:
    return {"ferries.py": FERRIES + STRANGE.format(body=body)}


def _reason(report: dict[str, Any], name: str = "ferries.StrangeStrategy") -> str:
    (reason,) = [each["reason"] for each in report["unexercised"] if each["object"] == name]
    return str(reason)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("time.sleep(600)", "it did not come to an end within 5 seconds while status-not-wiped-on-create was tried"),
        ("os._exit(0)", "the process ended with status 0 while status-not-wiped-on-create was tried"),
        ("os.abort()", "the process was ended by SIGABRT while status-not-wiped-on-create was tried"),
    ],
    ids=["hangs", "ends", "crashes"],
)
def test_a_run_fails_where_one_of_the_strategies_breaks(body: str, told: str, watched: Watch) -> None:
    report = watched(_strange(body), config=CONFIG, status=2)
    assert _reason(report).startswith(told)
    assert [told in problem["message"] for problem in report["problems"]] == [True]
    held = {row["object"] for row in report["verdicts"] if row["verdict"] == "holds"}
    assert held == {"ferries.FerryStrategy", "ferries.Conforming"}


@pytest.mark.parametrize(
    "leaves",
    [
        "held = [bytearray(50 << 20)]; held.append(held)",
        "type('Held', (), {'much': bytearray(50 << 20)})",
    ],
)
def test_memory_that_nobody_holds_is_none_that_is_used(watched: Watch, leaves: str) -> None:
    report = watched(_strange(leaves), config=f"{CONFIG}memory = 400\n", status=0)
    assert {row["verdict"] for row in report["verdicts"]} == {"holds"}


def test_memory_is_bounded_and_that_is_the_reason(watched: Watch) -> None:
    report = watched(_strange("HELD.append(bytearray(90 << 20))"), config=f"{CONFIG}memory = 400\n", status=2)
    assert _reason(report) == "it used more than 400 MB of memory (--memory lets it have more)"


@pytest.mark.parametrize(
    ("name", "instead"), [("len", "lambda *_: 1 / 0"), ("isinstance", "lambda *_: True"), ("getattr", "None")]
)
def test_a_built_in_function_that_is_replaced_is_named_and_put_back(name: str, instead: str, watched: Watch) -> None:
    report = watched(_strange(f"builtins.{name} = {instead}"), config="sequences = 0\n", status=0)
    assert {row["object"] for row in report["verdicts"] if row["verdict"] == "holds"} >= {"ferries.StrangeStrategy"}
    assert [note["note"] for note in report["notes"]] == [f"its code changes builtins.{name}"]


@pytest.mark.parametrize(
    ("body", "change"),
    [("inspect.getattr_static = None", "inspect.getattr_static"), ("functools.partial = 3", "functools.partial")],
)
def test_what_can_not_be_tried_for_what_its_code_replaces_is_no_error_of_ours(
    body: str, change: str, watched: Watch
) -> None:
    strange = _strange(f"import functools, inspect\n            {body}")
    report = watched(strange, config="sequences = 0\n", status=0)
    assert _reason(report).startswith(f"its code changes {change}, after which it can't be tried: TypeError: ")


def test_what_a_module_works_out_anew_is_no_change(watched: Watch) -> None:
    assert watched(_strange("time.tzset()"), config="sequences = 0\n", status=0)["notes"] == []


def test_the_constructor_that_lacks_something_is_named_by_its_class(watched: Watch) -> None:
    needy = """

    class Ledger:
        def __init__(self, path):
            self.path = path


    class NeedyStrategy(Conforming):
        def __init__(self, ledger: Ledger):
            self.ledger = ledger


    class PoorStrategy(Conforming):
        def __init__(self, path):
            self.path = path
    """
    report = watched({"ferries.py": FERRIES + needy}, config=CONFIG)
    assert _reason(report, "ferries.NeedyStrategy").startswith("it needs a Ledger, whose constructor needs 'path': ")
    assert _reason(report, "ferries.PoorStrategy").startswith("its constructor needs 'path': ")


def test_an_object_of_another_class_gives_no_verdict_for_the_one_that_was_asked_for(watched: Watch) -> None:
    making = "from ferries import Conforming\ndef make_strategy(class_):\n    return Conforming()\n"
    report = watched({"ferries.py": FERRIES, "making.py": making}, config='factories = "making"\n', status=2)
    assert "make_strategy(FerryStrategy) returns an object of type Conforming" in _reason(
        report, "ferries.FerryStrategy"
    )
    assert [row for row in report["verdicts"] if row["object"] == "ferries.FerryStrategy"] == []


@pytest.mark.parametrize(
    ("making", "reason"),
    [
        (
            "class Tame(class_):\n        def prepare_for_create(self, ctx, obj): obj.status = type(obj.status)()\n"
            "    return Tame()",
            "make_strategy(FerryStrategy) returns an object of type Tame, whose prepare_for_create is another one",
        ),
        ("class Placed(class_):\n        port = 'here'\n    return Placed()", None),
    ],
)
def test_an_object_whose_hooks_are_others_gives_no_verdict_either(
    making: str, reason: str | None, watched: Watch
) -> None:
    text = f"def make_strategy(class_):\n    if class_.__name__ != 'FerryStrategy': return None\n    {making}\n"
    report = watched({"ferries.py": FERRIES, "making.py": text}, config='factories = "making"\nsequences = 0\n')
    rows = [row for row in report["verdicts"] if row["object"] == "ferries.FerryStrategy"]
    assert bool(rows) is (reason is None)
    assert reason is None or reason in _reason(report, "ferries.FerryStrategy")


def test_a_constructor_that_makes_something_else_gives_no_verdict(watched: Watch) -> None:
    other = """

    class OtherStrategy(Conforming):
        def __new__(cls):
            return object()
    """
    report = watched({"ferries.py": FERRIES + other}, config=CONFIG, status=2)
    assert "its constructor returns an object of type object" in _reason(report, "ferries.OtherStrategy")
    assert [row for row in report["verdicts"] if row["object"] == "ferries.OtherStrategy"] == []


def test_a_long_run_says_now_and_then_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with progress.progress_on_terminal() as listener:
        listener.begin("trying", 12)
        listener.advance(5)
        now = 31.0
        listener.advance(0)
        listener.advance(1)
        now = 65.0
        listener.advance(1)
    assert capsys.readouterr().err.splitlines() == [
        "apivet: trying, 5 of 12 done after 31 s",
        "apivet: trying, 7 of 12 done after 65 s",
    ]


CABINS = FERRIES.replace("berths: int = 0", "berths: int = 0\n        cabins: list[str] = field(default_factory=list)")
CABINED = STRANGE.replace("obj.status = Status()\n            {body}", "{body}\n            obj.status = Status()")


@pytest.mark.parametrize(
    ("body", "given"),
    [
        ("while obj.metadata.name == 'capstan': pass", 'Meta(name="capstan")'),
        ("ctx.user != 'harbourmaster' or os.abort()", 'context={"user": "harbourmaster"}'),
        ("len(obj.status.cabins) != 5 or HELD.append(bytearray(4 << 30))", 'cabins=["'),
    ],
    ids=["hangs", "crashes", "takes all memory"],
)
def test_the_call_that_came_to_no_good_end_is_shown(body: str, given: str, watched: Watch) -> None:
    report = watched(
        {"ferries.py": CABINS + CABINED.format(body=body)}, config="timeout = 3\nsequences = 0\n", status=2
    )
    (case,) = [each["case"] for each in report["unexercised"]]
    assert given in "".join(line.strip() for line in case.splitlines())


def test_a_call_that_came_to_no_good_end_can_be_made_again(watched: Watch, tmp_path: Path) -> None:
    body = "obj.status.cabins or os._exit(3)"
    report = watched({"ferries.py": CABINS + CABINED.format(body=body)}, status=2)
    kept = tmp_path / "kept.py"
    kept.write_text(report["unexercised"][0]["case"])
    again = CliRunner().invoke(main, ["blackbox", "--replay", str(kept), "ferries.py"])
    assert again.exit_code == 2
    assert "the process ended with status 3" in again.output
    (tmp_path / "ferries.py").write_text(textwrap.dedent(CABINS + CABINED.format(body="pass")))
    again = CliRunner().invoke(main, ["blackbox", "--replay", str(kept), "ferries.py"])
    assert (again.exit_code, again.output.splitlines()[-1]) == (0, "the call comes to an end")


def test_many_calls_that_take_their_time_have_none_to_show(watched: Watch) -> None:
    report = watched(_strange("time.sleep(0.2)"), config="timeout = 2\n", status=2)
    (each,) = report["unexercised"]
    assert "did not come to an end" in each["reason"]
    assert "case" not in each
