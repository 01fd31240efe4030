"""Cases of all families, and examples in layouts at random: what is mended stays mended, and nothing else is touched."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.fixes.test_examples import EXAMPLES, LEFT, mend

from apivet.check.run import run
from apivet.cli import main
from apivet.config import load_config
from apivet.fixes.mending import mended, write_files
from apivet.fixes.registry import fixes
from apivet.verdicts import Report, Verdict

CASES = Path(__file__).parents[1] / "cases"
SMALL = [path for path in sorted(CASES.glob("*/*.py")) if path.stat().st_size < 3000]
#: A field that has no name to set it by.
NAMELESS = CASES / "status_subresource" / "root_holds_undeclared_fields.py"
#: One file and one part of the object each; what the black box sees then.
WATCHED = (
    "status-not-wiped-on-create-1",
    "status-not-kept-on-update-2",
    "spec-not-kept-on-status-update-1",
    "metadata-not-reset-on-status-update-2",
    "generation-not-bumped-on-spec-change-2",
    "generation-compared-too-early-2",
)


def _violations(report: Report) -> Counter[tuple[str, str, str | None]]:
    broken = [each for each in report.findings if each.verdict is Verdict.VIOLATED]
    return Counter((each.rule, each.object, each.field) for each in broken)


@pytest.mark.parametrize(
    "case", dict.fromkeys([*SMALL[::25], NAMELESS]), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_case_is_mended_as_far_as_it_can_be(case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(case, tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(tmp_path)
    config = load_config().on_command_line(cache=False, jobs=1)

    found, before = mended(["."], config, unsafe=True)
    write_files(found)

    compile((tmp_path / case.name).read_bytes(), case.name, "exec")
    left, old = _violations(run(["."], config)), _violations(before)
    assert not [key for key in left - old if key[0] != "boilerplate-hook"]
    assert bool(found.files) == bool(found.fixed)
    fixable = sum(count for key, count in old.items() if key[0] in fixes() and key[0] != "boilerplate-hook")
    still = sum(count for key, count in left.items() if key[0] in fixes() and key[0] != "boilerplate-hook")
    deleted = sum(count for key, count in (old - left).items() if key[0] == "boilerplate-hook")
    assert fixable - still >= min(found.fixed - deleted, 1)
    assert not mended(["."], config, unsafe=True)[0].files


LAYOUTS = {
    "line ends": lambda text: text.replace("\n", "\r\n"),
    "tabs": lambda text: text.replace("    ", "\t"),
    "two spaces": lambda text: text.replace("    ", "  "),
    "no end of the last line": lambda text: text.removesuffix("\n"),
    "comments": lambda text: text.replace("-> None:\n", "-> None:  # why not\n"),
    "blanks at ends": lambda text: text.replace(")\n", ")  \n"),
}
_PLAIN = [name for name in EXAMPLES if name not in LEFT and len(EXAMPLES[name].sources) == 1]
_DRAWN = random.Random(8)
DRAWN = [(_DRAWN.choice(_PLAIN), _DRAWN.sample(sorted(LAYOUTS), 2)) for _ in range(8)]


@pytest.mark.parametrize(("name", "layouts"), DRAWN, ids=str)
def test_a_fix_goes_with_the_layout(
    name: str, layouts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def laid_out(text: str) -> str:
        # Two spaces and tabs can't both be; the ends of lines come last.
        for layout in sorted(layouts, key=lambda each: each in ("line ends", "no end of the last line")):
            text = LAYOUTS[layout](text)
        return text

    made = []
    for number, change in enumerate((str, laid_out)):
        directory = tmp_path / str(number)
        directory.mkdir()
        monkeypatch.chdir(directory)
        made.append(mend(EXAMPLES[name], directory, change))

    plain, other = (next(iter(each.values())).decode() for each in made)
    assert _words(other) == _words(laid_out(plain))
    assert ("\r\n" in other) == ("line ends" in layouts)
    assert ("\n    " in other) == ("\n    " in laid_out(plain))


def _words(text: str) -> list[str]:
    """The words of each line, without remarks on new lines."""
    return text.replace("  # why not", "").split()


def test_the_black_box_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in WATCHED:
        directory = tmp_path / name
        directory.mkdir()
        monkeypatch.chdir(directory)
        (source,) = mend(EXAMPLES[name], directory)
        shutil.copy(directory / source, tmp_path / f"{name.replace('-', '_')}.py")
        shutil.rmtree(directory)
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(tmp_path)

    result = CliRunner().invoke(main, ["blackbox", "--format", "json", "--seed", "1", "."])

    report = json.loads(result.stdout)
    assert [each["message"] for each in report["findings"] if each["verdict"] == "violated"] == []
    rules = {name.rpartition("-")[0] for name in WATCHED}
    seen = {row["rule"] for row in report["verdicts"] if row["verdict"] == "holds"}
    assert rules <= seen


def test_a_hook_goes_where_the_base_class_has_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '''\
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class KiteSpec:
    cord: int = 0


@dataclass
class KiteStatus:
    flies: bool = False


@dataclass
class Kite:
    metadata: Meta
    spec: KiteSpec
    status: KiteStatus = field(default_factory=KiteStatus)


class KiteStrategy:
    def prepare_for_create(self, obj: Kite) -> None:
        obj.status = KiteStatus()

    def prepare_for_update(self, obj: Kite, old: Kite) -> None:
        obj.status = old.status


class StuntKiteStrategy(KiteStrategy):
    """Kites with two lines."""
{hook}
    def prepare_for_update(self, obj: Kite, old: Kite) -> None:
        super().prepare_for_update(obj, old)
        obj.spec.cord = max(obj.spec.cord, 2)
'''
    hook = "\n    # As for all kites.\n    def prepare_for_create(self, obj: Kite) -> None:\n        obj.status = KiteStatus()\n"
    (tmp_path / "kites.py").write_text(text.format(hook=hook))
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(tmp_path)

    # It is safe: nothing else is stored.
    write_files(mended(["."], load_config().on_command_line(cache=False, jobs=1), unsafe=False)[0])

    assert (tmp_path / "kites.py").read_text() == text.format(hook="")
