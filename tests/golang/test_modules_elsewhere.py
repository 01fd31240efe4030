"""The gate follows ``replace``, ``vendor`` and ``go.work`` as a build does, at the base and in the change."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.golang.ferries import SERVER, STRATEGY, WIPE, WIPED, write
from tests.golang.test_passed_over import LOST, land, report

Files = dict[str, str | None]
VERDICT_LOST = "gate-verdict-lost"
SAMPLE = Path(__file__).parents[2] / "fixtures" / "sample_apiserver_go"
HELPED = (
    SERVER[STRATEGY]
    .replace(WIPE, "\twipe.Off(&ferry.Status)\n")
    .replace('\t"ex.org/harbour/pkg/apis/harbour"\n', '\t"ex.org/harbour/pkg/apis/harbour"\n\t"ex.org/wipe"\n')
)
HELPER = 'package wipe\n\nimport "ex.org/harbour/pkg/apis/harbour"\n\nfunc Off(status *harbour.FerryStatus) { %s }\n'
GOOD, IDLE = HELPER % "*status = harbour.FerryStatus{}", HELPER % "_ = status"
MODULE, NEEDS = "module ex.org/wipe\n", SERVER["go.mod"] + "\nrequire ex.org/wipe v0.1.0\n"
#: A build takes a helper from a directory, from a copy, from a workspace's member; and helpers of the server's own.
REPLACED = {"go.mod": f"{NEEDS}replace ex.org/wipe => ./third/wipe\n", "third/wipe/go.mod": MODULE, "third/wipe/wipe.go": GOOD}  # fmt: skip
COPY, COPIES = "vendor/ex.org/wipe/wipe.go", "vendor/modules.txt"
COPIED = {"go.mod": NEEDS, COPY: GOOD, COPIES: "# ex.org/wipe v0.1.0\n## explicit\nex.org/wipe\n"}
USED = {**REPLACED, "go.mod": NEEDS, "go.work": "go 1.24\nuse .\nuse ./third/wipe\n"}
BESIDE = {**COPIED, "go.mod": f"{NEEDS}replace ex.org/wipe => ./wipe\n", "wipe/go.mod": MODULE, "wipe/wipe.go": GOOD}
OWN = {"wipe/wipe.go": GOOD, STRATEGY: HELPED.replace("ex.org/wipe", "ex.org/harbour/wipe")}
OTHER = {"third/idle/go.mod": MODULE, "third/idle/wipe.go": IDLE}


def led(text: str, start: str = NEEDS) -> Files:
    return {**OTHER, "go.mod": start + text}


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q", "-b", "main"], check=True)


def changed(base: dict[str, str], change: Files) -> dict[str, Any]:
    """The report of the gate on a change of the server, to which something was added before."""
    write({**SERVER, STRATEGY: HELPED, "pyproject.toml": "[tool.apivet]\ncache = false\n", **base})
    land()
    for name, text in change.items():
        if text is None:
            Path(name).unlink()
        else:
            write({name: text.replace("HERE", str(Path.cwd()))})
    return report(status=None)


def wiped(document: dict[str, Any]) -> str:
    (verdict,) = [row["verdict"] for row in document["verdicts"] if row["rule"] == WIPED]
    return str(verdict)


@pytest.mark.parametrize(
    ("base", "change"),
    [
        (REPLACED, led("replace ex.org/wipe => ./third/idle\n")),
        (REPLACED, led("replace(\n\tex.org/wipe => ./third/idle\n)\n")),
        (REPLACED, led('replace "ex.org/\\x77ipe" => `./third/idle` // so\r\n')),
        (REPLACED, led("replace ex.org/wipe => HERE/third/idle\n")),
        (REPLACED, led("replace ex.org/wipe v0.1.0 => ./third/idle\n", REPLACED["go.mod"])),
        (REPLACED, {**OTHER, "go.work": "go 1.24\nuse .\nreplace ex.org/wipe => ./third/idle\n"}),
        (REPLACED, {**OTHER, "go.work": "go 1.24\nuse (\n\t.\n\t./third/idle\n)\n"}),
        (REPLACED, {COPY: IDLE, COPIES: COPIED[COPIES]}),
        (USED, {**OTHER, "go.work": "go 1.24\nuse .\nuse ./third/idle\n"}),
        (COPIED, {COPY: IDLE}),
        (OWN, {**COPIED, "wipe/go.mod": "module ex.org/x\n", "vendor/ex.org/harbour/wipe/wipe.go": IDLE}),
    ],
)
def test_code_that_a_build_takes_now_is_what_is_judged(base: dict[str, str], change: Files) -> None:
    assert wiped(changed(base, change)) == "violated"


@pytest.mark.parametrize(
    ("base", "change"),
    [
        (REPLACED, led("replace ex.org/wipe => github.com/x/wipe v1.0.0\n")),
        (REPLACED, led("replace ex.org/wipe => ../wipe\n")),
        (REPLACED, led("replace ex.org/wipe v0.2.0 => ./third/wipe\n")),
        (REPLACED, {"go.mod": NEEDS}),
        (USED, {"go.work": None}),
        (COPIED, {COPY: None}),
        (BESIDE, {COPY: None, "go.mod": NEEDS}),
        (
            OWN,
            {"wipe/go.mod": "module ex.org/harbour/wipe\n", "go.mod": f"{NEEDS}require ex.org/harbour/wipe v0.1.0\n"},
        ),
        (OWN, {"wipe/go.mod": "module ex.org/x\n", "go.mod": f"{NEEDS}require ex.org/harbour/wipe v0.1.0\n"}),
    ],
)
def test_code_that_a_build_takes_from_elsewhere_is_unproven(base: dict[str, str], change: Files) -> None:
    document = changed(base, change)
    assert wiped(document) == "unproven"
    assert VERDICT_LOST in {each["rule"] for each in document["findings"]}


#: The strategies as a module of their own, which conforms, and what a build takes in its place.
PLACE = "harbours/ferry/strategy.go"
APART = {PLACE: SERVER[STRATEGY], STRATEGY: "package ferry\n"}
SPLIT = {"harbours/go.mod": "module ex.org/harbour/harbours\n"}
NEEDED = f"{SERVER['go.mod']}require ex.org/harbour/harbours v1.0.0\n"
BROKEN = SERVER[STRATEGY].replace(WIPE, "")
ASIDE = {"_old/go.mod": SPLIT["harbours/go.mod"], "_old/ferry/strategy.go": BROKEN}


@pytest.mark.parametrize(
    ("more", "change", "place"),
    [
        ({}, {**SPLIT, "go.mod": NEEDED}, "ex.org/harbour/harbours"),
        ({}, {**SPLIT, "go.mod": f"{NEEDED}replace ex.org/harbour/harbours => ex.org/x v1.0.0\n"}, "ex.org/harbour/harbours"),
        ({}, {"harbours/go.mod": "module ex.org/x\n", "go.mod": NEEDED}, "ex.org/harbour/harbours"),
        ({}, {**SPLIT, "go.mod": NEEDED, "vendor/ex.org/harbour/harbours/ferry/s.go": BROKEN}, "vendor/ex.org/harbour/harbours/ferry"),
        (ASIDE, {**SPLIT, "go.mod": f"{NEEDED}replace ex.org/harbour/harbours => ./_old\n"}, "_old/ferry"),
    ],
)  # fmt: skip
def test_a_strategy_that_a_build_takes_from_elsewhere_is_lost(more: dict[str, str], change: Files, place: str) -> None:
    found = [each for each in changed({**APART, **more}, change)["findings"] if each["rule"] == LOST]
    assert {each["path"] for each in found} == {PLACE}
    assert all(each["message"].endswith(f"programs have it: they take it from {place} now") for each in found)


@pytest.mark.parametrize(
    ("base", "change"),
    [
        (REPLACED, {"go.mod": f"{NEEDS}replace ex.org/wipe => ./lib\n", "lib/go.mod": MODULE, "lib/wipe.go": GOOD}),
        (REPLACED, {"go.mod": NEEDS, "go.work": USED["go.work"]}),
        (REPLACED, {COPY: GOOD, COPIES: COPIED[COPIES]}),
        ({**REPLACED, COPY: GOOD}, {COPY: None}),
        (APART, {**SPLIT, "go.mod": f"{NEEDED}replace ex.org/harbour/harbours => ./harbours\n"}),
        (APART, {**SPLIT, "go.mod": NEEDED, "go.work": "use .\nuse ./harbours\n"}),
        ({**APART, **SPLIT, "go.mod": NEEDED}, {STRATEGY: "package ferry\n\nconst Note = 1\n"}),
    ],
)
def test_modules_that_move_and_split_lose_nothing(base: dict[str, str], change: Files) -> None:
    document = changed(base, change)
    assert wiped(document) == "holds"
    assert not [each for each in document["findings"] if each["verdict"] == "violated" or "gate" in each["rule"]]
    assert not [each for each in document["problems"] if each["fatal"]]


def test_a_module_may_be_called_something_else() -> None:
    """Conversions and packages of versions guard no type by whose name they could be found."""
    shutil.copytree(SAMPLE, ".", dirs_exist_ok=True)
    land()
    for path in [Path("go.mod"), *Path().rglob("*.go")]:
        path.write_text(path.read_text().replace("sample.example.org/apiserver", "dock.example.org/server"))
    document = report(status=0)
    assert not document["findings"]
    assert {"conversion-drops-field", "support-generation-not-enabled"} <= {row["rule"] for row in document["verdicts"]}
