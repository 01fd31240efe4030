"""Every bad example of a rule that has a fix is mended: the finding is gone, no other has come, the rest of the text is
as it was, and fixing again changes nothing. The page shows what the fix makes of one of them, as a patch."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.rules.test_pages import Example, read_examples

from apivet import catalogue
from apivet.check.run import run
from apivet.config import Config, load_config
from apivet.fixes.mending import mended, write_files
from apivet.fixes.patch import patch
from apivet.fixes.registry import fixes
from apivet.verdicts import Report

RULES = catalogue.load()
FIXABLE = [rule for rule in RULES.rules if rule.fix]
EXAMPLES = {
    f"{rule.symbol}-{number}": example
    for rule in FIXABLE
    for number, example in enumerate(read_examples(rule, "Bad"), start=1)
}
#: The examples that no fix is right for: what they lack cannot be told from the code.
LEFT = {
    *(f"boilerplate-hook-{number}" for number in (1, 2, 3)),  # no base class has the default
    "hub-fields-permuted-3",  # an inherited field
    *(f"hub-type-differs-{number}" for number in (1, 2, 3, 4)),  # more than an order
    "spec-not-kept-on-status-update-2",
    "conversion-hook-one-way-2",  # a text is made of a number
}
_PATCH = re.compile(r"^```diff (?P<example>\d+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def configured(example: Example) -> Config:
    """The configuration of an example, with its rule on and nothing kept."""
    return load_config().on_command_line(select=(example.rule.symbol,), cache=False, jobs=1)


def counted(report: Report) -> Counter[tuple[str, str, str | None]]:
    return Counter((each.rule, each.object, each.field) for each in report.findings)


def mend(example: Example, directory: Path, change: Callable[[str], str] = str) -> dict[str, bytes]:
    """Mend an example in a directory; its sources afterwards."""
    example.write(directory)
    for name in example.sources:
        (directory / name).write_bytes(change((directory / name).read_text(encoding="utf-8")).encode())
    found, _ = mended(["."], configured(example), unsafe=True)
    write_files(found)
    assert not found.problems
    return {name: (directory / name).read_bytes() for name in example.sources}


def test_the_pages_say_which_rules_have_a_fix() -> None:
    kinds = {symbol: "safe" if fix.safe else "unsafe" for symbol, fix in fixes().items()}

    assert {rule.symbol: rule.fix for rule in FIXABLE} == kinds


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_bad_example_is_mended(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = EXAMPLES[name]
    monkeypatch.chdir(tmp_path)
    example.write(tmp_path)
    everything = load_config().on_command_line(cache=False, jobs=1)
    before = run(["."], everything)

    sources = mend(example, tmp_path)

    after = run(["."], everything)
    left = {each for each in counted(after) if each[0] == example.rule.symbol}
    assert bool(left) == (name in LEFT)
    assert not [each for each in counted(after) - counted(before) if each[0] != "boilerplate-hook"]
    assert not [each for each in after.problems if each.fatal]
    for path, data in sources.items():
        compile(data, path, "exec")
    assert not mended(["."], configured(example), unsafe=True)[0].files


@pytest.mark.parametrize(
    "rule", [rule.symbol for rule in FIXABLE if f"{rule.symbol}-1" not in LEFT or rule.symbol[:3] == "hub"]
)
def test_a_page_shows_its_fix(rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = RULES.find(rule)
    assert found is not None
    shown = _PATCH.search(found.sections["How to fix"])
    assert shown is not None
    example = EXAMPLES[f"{rule}-{shown['example']}"]
    monkeypatch.chdir(tmp_path)
    example.write(tmp_path)
    files, _ = mended(["."], configured(example), unsafe=True)

    printed = patch({Path(path).relative_to(tmp_path.resolve()).as_posix(): data for path, data in files.files.items()})
    assert printed.decode() == shown["text"]
    subprocess.run(["git", "apply", "--unsafe-paths", "-"], input=printed, check=True, cwd=tmp_path)
    assert {path: Path(path).read_bytes() for path in files.files} == {
        path: new for path, (_, new) in files.files.items()
    }
