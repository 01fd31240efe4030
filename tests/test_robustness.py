"""Whatever stands in a tree: one clear line about what cannot be used, the rest is checked, and the run ends."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

RULE = "status-not-wiped-on-create"

#: Breaks one rule. Everything below is put into a copy of it, so that every part of apivet has to do with it.
SERVER = """\
from dataclasses import dataclass, field
from typing import Annotated, Optional


@dataclass
class Metadata:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Spec:
    replicas: int = 0


@dataclass
class Status:
    phase: str = ""


@dataclass
class Widget:
    metadata: Metadata
    spec: Spec
    status: Status


class WidgetStrategy:
    def prepare_for_update(self, obj: Widget, old: Widget) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1

    def prepare_for_create(self, obj: Widget) -> None:
        obj.metadata.generation = 1
"""
#: Ways not to be a Python source file, and what is said about each.
BROKEN = {
    "syntax.py": (b"def f(:\n", "1: syntax error"),
    "null_bytes.py": (b"x = 1\n\0\n", "2: source contains null bytes"),
    "encoding.py": (b"x = 1\ny = '\xff'\n", "2: "),
    "cookie.py": (b"# coding: nonsense\n", "1: "),
    "utf16.py": ("x = 1\n".encode("utf-16"), "1: cannot be decoded: it looks like UTF-16"),
    "parentheses.py": (b"x = " + b"(" * 5000 + b")" * 5000, "1: "),
    "attributes.py": (b"x = y" + b".z" * 100_000, "1: nested too deeply"),
    "indentation.py": (b"".join(b" " * depth + b"if x:\n" for depth in range(5000)), "syntax error: too many levels"),
}


@pytest.fixture(name="tree", autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tree = tmp_path / "tree"
    tree.mkdir()
    monkeypatch.chdir(tree)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tree


def check(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["check", *arguments], prog_name="apivet")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def report(*arguments: str) -> tuple[dict[str, Any], list[str]]:
    """What a run says: the document, and the lines about what went wrong."""
    result = check("--no-cache", "--format", "json", *arguments)
    return json.loads(result.stdout), result.stderr.splitlines()


def rules(document: dict[str, Any]) -> set[str]:
    return {finding["rule"] for finding in document["findings"]}


def verdict_of(document: dict[str, Any], rule: str = RULE) -> set[str]:
    return {row["verdict"] for row in document["verdicts"] if row["rule"] == rule}


# ------------------------------------------------------------------------------------------------- what is no source


WORDS = b"\n# prepare_for_create, prepare_for_update\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_broken_file_that_nothing_tells_to_matter_is_no_problem(tree: Path, jobs: str) -> None:
    (tree / "strategy.py").write_text(SERVER)
    for name, (data, _) in BROKEN.items():
        (tree / name).write_bytes(data)
    document, problems = report("-j", jobs)
    assert RULE in rules(document)
    assert problems == []
    assert document["summary"]["not_parsed"] == len(BROKEN)


@pytest.mark.parametrize(("words", "named"), [(b"", True), (WORDS, False)], ids=["named", "relevant"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_broken_file_has_its_line_and_the_others_are_checked(
    tree: Path, jobs: str, words: bytes, named: bool
) -> None:
    (tree / "strategy.py").write_text(SERVER)
    for number in range(120):
        (tree / f"good{number}.py").write_text("x = 1\n")
    for name, (data, _) in BROKEN.items():
        (tree / name).write_bytes(data + words)
    paths = [".", *BROKEN] if named else []
    document, problems = report("-j", jobs, *paths)
    assert RULE in rules(document)
    assert [line.partition(":")[0] for line in problems] == sorted(BROKEN)
    for line in problems:
        name, _, told = line.partition(":")
        assert BROKEN[name][1] in told
    assert check("-j", jobs, *paths).exit_code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_is_not_opened(tree: Path) -> None:
    (tree / "strategy.py").write_text("from pipe import wipe\n" + SERVER + "        wipe(obj)\n")
    os.mkfifo(tree / "pipe.py")
    (tree / "link.py").symlink_to("pipe.py")
    # The path of a socket is short, so it is bound from here.
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.py")
        for paths in ((), (".", "pipe.py", "socket.py", "link.py")):
            document, problems = report(*paths)
            assert problems == [f"{name}.py: is neither a file nor a directory" for name in ("link", "pipe", "socket")]
            assert verdict_of(document) == {"unproven"}


@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "directory"])
@pytest.mark.parametrize("name", ["exceptions/exceptions.toml", "exceptions/OWNERS", "apivet.lock"])
def test_what_is_no_regular_file_is_not_waited_for(tree: Path, name: str, kind: str) -> None:
    path = tree / name
    path.parent.mkdir(exist_ok=True)
    text = 'lock = "apivet.lock"\n'
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "directory":
        path.mkdir()
    elif kind == "socket":
        place = os.getcwd()
        os.chdir(path.parent)  # a socket's address is short
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path.name)
        listener.close()
        os.chdir(place)
    else:
        text = 'lock = "/dev/zero"\nexceptions = "/dev/zero"\n'
    if name.endswith("OWNERS") and kind != "device":
        entry = {"rule": RULE, "object": "a.B", "reason": "r", "approved-by": "x@example.org"}
        lines = [f'{key} = "{value}"' for key, value in entry.items()]
        exceptions = tree / "exceptions" / "exceptions.toml"
        exceptions.write_text("version = 1\n[[exception]]\n" + "\n".join(lines) + "\n", encoding="utf-8")
    (tree / "pyproject.toml").write_text(f"[tool.apivet]\n{text}", encoding="utf-8")
    result = check()
    assert result.exit_code == 2
    what = "Is a directory" if kind == "directory" else "it is no regular file"
    assert f"cannot be read: {what}" in result.stderr


@pytest.mark.parametrize("kind", ["pipe", "directory", "nowhere", "itself"])
def test_a_project_file_that_is_none_is_not_taken_for_absent(tree: Path, kind: str) -> None:
    path = tree / "pyproject.toml"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "directory":
        path.mkdir()
    else:
        path.symlink_to("pyproject.toml" if kind == "itself" else "gone.toml")
    result = check()
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("pyproject.toml: cannot be read: ")


@pytest.mark.parametrize("name", ["exceptions/exceptions.toml", "apivet.lock"])
def test_a_link_that_leads_nowhere_is_no_absent_file(tree: Path, name: str) -> None:
    (tree / "strategy.py").write_text(SERVER)
    (tree / name).parent.mkdir(exist_ok=True)
    (tree / name).symlink_to("gone")
    _, problems = report()
    assert problems == [f"{name}: cannot be read: it is a symbolic link that leads nowhere"]


def test_a_list_of_approvers_that_is_too_large_is_not_read(tree: Path) -> None:
    (tree / "strategy.py").write_text(SERVER)
    (tree / "exceptions").mkdir()
    entry = {"rule": RULE, "object": "a.B", "reason": "r", "approved-by": "x@example.org"}
    lines = "\n".join(f'{key} = "{value}"' for key, value in entry.items())
    (tree / "exceptions" / "exceptions.toml").write_text(f"version = 1\n[[exception]]\n{lines}\n")
    (tree / "exceptions" / "OWNERS").write_text("approvers:\n" + "- jane@example.org\n" * 100_000)
    _, problems = report()
    assert problems == ["exceptions/OWNERS: is larger than a list of approvers can be"]


def test_a_directory_may_be_called_like_a_file(tree: Path) -> None:
    (tree / "odd.py").mkdir()
    (tree / "odd.py" / "strategy.py").write_text(SERVER)
    document, problems = report()
    assert (rules(document) >= {RULE}, problems) == (True, [])


def test_links_that_lead_nowhere_or_in_circles(tree: Path) -> None:
    package = tree / "package"
    package.mkdir()
    (package / "strategy.py").write_text(SERVER)
    (package / "up").symlink_to(tree, target_is_directory=True)
    (package / "gone.py").symlink_to("nowhere.py")
    (package / "itself.py").symlink_to("itself.py")
    (package / "one").symlink_to("two")
    (package / "two").symlink_to("one")
    for paths in ((), ("package",), (".", "package/itself.py", "package/gone.py")):
        document, problems = report(*paths)
        assert document["summary"]["files"] == 1
        assert problems == [f"package/{name}.py: is a symbolic link that leads nowhere" for name in ("gone", "itself")]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_goes_away_in_the_midst_of_a_run(tree: Path, monkeypatch: pytest.MonkeyPatch, jobs: str) -> None:
    from apivet.check.survey import survey

    (tree / "strategy.py").write_text(SERVER)
    for number in range(120):
        (tree / f"good{number}.py").write_text("x = 1\n")

    def late(*arguments: Any) -> Any:
        (tree / "good7.py").unlink(missing_ok=True)
        return survey(*arguments)

    # By name there is the function that the package exports as ``run``.
    monkeypatch.setattr(sys.modules["apivet.check.run"], "survey", late)
    document, problems = report("-j", jobs)
    assert RULE in rules(document)
    assert problems == ["good7.py: cannot be read: No such file or directory"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not take such names")
def test_names_that_cannot_be_printed(tree: Path) -> None:
    for name in (b"caf\xe9.py", b"new\nline.py", b"\x1b[31m.py"):
        (tree / os.fsdecode(name)).write_bytes(b"x = (  # prepare_for_create\n")
    (tree / os.fsdecode(b"strat\xe9gy.py")).write_text(SERVER)
    for way in (["--no-cache"], ["--format", "json"], ["--format", "json"]):
        result = check(*way)
        assert result.exit_code == 2
        assert sorted(line.partition(":")[0] for line in result.stderr.splitlines()) == [
            "\\x1b[31m.py",
            "caf\\udce9.py",
            "new\\nline.py",
        ]
        assert RULE in result.stdout


# ------------------------------------------------------------------------------------------------------------- paths


def test_the_same_tree_by_any_path(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tree / "package"
    package.mkdir()
    (package / "strategy.py").write_text(SERVER)
    (package / "inner").mkdir()
    expected = report("package")
    for paths in (
        ("package", "package"),
        ("package", "package/strategy.py"),
        ("package/strategy.py", "package/", "./package"),
        (str(package),),
        ("package/../package/inner/../strategy.py",),
        (),
    ):
        assert report(*paths) == expected
    monkeypatch.chdir(package / "inner")
    document, problems = report("..")
    assert problems == []
    assert {finding["path"] for finding in document["findings"]} == {"../strategy.py"}
    assert rules(document) == rules(expected[0])


def test_a_missing_path_beside_a_good_one(tree: Path) -> None:
    (tree / "strategy.py").write_text(SERVER)
    result = check("nowhere", "strategy.py", "nowhere/either.py")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "nowhere: no such file or directory",
        "nowhere/either.py: no such file or directory",
    ]
    assert RULE in result.stdout


@pytest.mark.parametrize("content", ["[tool.apivet\n", "[tool.apivet]\nselekt = 3\nexclude = 7\n", "\0"])
def test_a_wrong_configuration_is_told_by_name(tree: Path, content: str) -> None:
    (tree / "strategy.py").write_text(SERVER)
    (tree / "pyproject.toml").write_text(content)
    result = check()
    assert result.exit_code == 2
    assert result.stderr.splitlines()
    assert all("pyproject.toml" in line for line in result.stderr.splitlines())


# ------------------------------------------------------------------------------------------------- cycles of all kinds


def cycles() -> Iterator[tuple[str, dict[str, str]]]:
    yield (
        "a class that derives from itself",
        {"m.py": SERVER.replace("WidgetStrategy:", "WidgetStrategy(WidgetStrategy):")},
    )
    yield (
        "strategies that derive from each other",
        {
            "m.py": SERVER.replace("WidgetStrategy:", "WidgetStrategy(Other):")
            + "\n\nclass Other(WidgetStrategy):\n    pass\n"
        },
    )
    yield "a type that derives from itself", {"m.py": SERVER.replace("class Widget:", "class Widget(Widget):")}
    yield "a type inside itself", {"m.py": SERVER.replace("replicas: int", "inner: 'list[Widget]'\n    replicas: int")}
    yield (
        "an alias of an alias of itself",
        {"m.py": "A = B\nB = A\n" + SERVER.replace("replicas: int", "inner: A\n    replicas: int")},
    )
    yield "a module that imports itself", {"m.py": "from m import *\nfrom m import Widget\nimport m\n" + SERVER}
    yield (
        "modules that import each other",
        {
            "a.py": "from b import *\nfrom b import Base\n\n\nclass Own(Base):\n    pass\n",
            "b.py": "from a import *\nfrom c import *\nfrom a import Own\n"
            + SERVER
            + "\n\nclass Base(Own, WidgetStrategy):\n    pass\n",
            "c.py": "from b import *\nfrom a import *\n",
        },
    )
    yield (
        "a helper that calls itself",
        {
            "m.py": SERVER.replace("        obj.metadata.generation = 1\n", "        help(obj)\n")
            + "\n\ndef help(obj):\n    help(obj)\n    help(obj)\n"
        },
    )
    yield (
        "a property that asks itself",
        {
            "m.py": SERVER.replace(
                "    phase: str", "    @property\n    def p(self):\n        return self.p\n\n    phase: str"
            )
            + "        obj.spec.replicas = obj.status.p\n"
        },
    )


@pytest.mark.parametrize("files", [files for _, files in cycles()], ids=[name for name, _ in cycles()])
def test_cycles_end(tree: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (tree / name).write_text(text)
    document, problems = report()
    assert problems == []
    assert verdict_of(document) <= {"violated", "unproven"}
    assert document["summary"]["strategies"] >= 1


# ------------------------------------------------------------------------------------------------------- large things


def large() -> Iterator[tuple[str, str]]:
    hook = SERVER.index("        obj.metadata.generation = 1")

    def in_hook(lines: str) -> str:
        return SERVER[:hook] + lines + SERVER[hook:]

    yield "operators", in_hook(f"        x = obj.spec.replicas{' + 1' * 5000}\n")
    yield "signs", in_hook(f"        x = {'-' * 5000}1\n")
    yield "attributes", in_hook(f"        x = obj{'.a' * 700}\n")
    yield "calls", in_hook(f"        x = obj{'.a()' * 500}\n")
    yield (
        "conditions",
        in_hook(f"        if obj.spec.replicas{' == 1 or obj.spec.replicas' * 1000}:\n            pass\n"),
    )
    huge = f"0x{'f' * 20000}"
    for sign in ("==", "<", "* 5 <", "- 3 >=", "// 2 =="):
        yield (
            f"a huge number after {sign}",
            in_hook(f"        if obj.spec.replicas {sign} {huge}:\n            return\n"),
        )
    yield "a product of huge numbers", in_hook(f"        x = obj.spec.replicas * {'9' * 300} * {'9' * 300} < 1\n")
    yield "a huge number that is stored", in_hook(f"        obj.spec.replicas = {huge}\n")
    yield "comparisons", in_hook(f"        x = obj.spec.replicas{' < 1' * 5000}\n")
    yield "texts", in_hook(f"        x = {chr(39)}a{chr(39)}{' + chr(1)' * 900}\n")
    yield (
        "branches",
        in_hook(
            "        if a():\n            pass\n"
            + "".join(f"        elif a{i}():\n            obj.spec.replicas = {i}\n" for i in range(1000))
        ),
    )
    yield (
        "blocks",
        in_hook("".join(f"{' ' * (8 + i)}if obj.spec.replicas == {i}:\n" for i in range(90)) + " " * 100 + "pass\n"),
    )
    yield "functions", in_hook("".join(f"{' ' * (8 + i)}def f{i}():\n" for i in range(90)) + " " * 100 + "pass\n")
    yield (
        "helpers",
        "".join(f"def h{i}(obj):\n    h{i + 1}(obj)\n    h{i + 1}(obj)\n\n\n" for i in range(60))
        + in_hook("        h0(obj)\n"),
    )
    yield (
        "bases",
        "class A0:\n    pass\n\n\n"
        + "".join(f"class A{i}(A{i - 1}):\n    pass\n\n\n" for i in range(1, 400))
        + SERVER.replace("WidgetStrategy:", "WidgetStrategy(A399):"),
    )
    yield "fields", SERVER.replace("    replicas: int = 0", "\n".join(f"    field{i}: int = 0" for i in range(20_000)))
    yield "methods", SERVER + "".join(f"\n    def m{i}(self):\n        return self.m{i + 1}()\n" for i in range(4000))
    yield "lines", SERVER + "\n\n" + "".join(f"x{i} = {i}\n" for i in range(20_000))
    yield "annotation", SERVER.replace("replicas: int", f"replicas: {'list[' * 90}int{']' * 90}")
    yield "quoted annotation", SERVER.replace("replicas: int", f"replicas: '{'list[' * 5000}int{']' * 5000}'")
    yield (
        "gates",
        SERVER.replace(
            "replicas: int = 0",
            "replicas: int = 0\n"
            + "\n".join(f"    # +featureGate=G{i}\n    g{i}: Optional[int] = None" for i in range(20)),
        )
        + "".join(f"        if not enabled('G{i}'):\n            obj.spec.g{i} = None\n" for i in range(20)),
    )


@pytest.mark.parametrize("text", [text for _, text in large()], ids=[name for name, _ in large()])
def test_large_and_deep_things_are_judged_or_told(tree: Path, text: str) -> None:
    (tree / "strategy.py").write_text(text)
    (tree / "other.py").write_text(SERVER)
    document, problems = report()
    if problems:
        assert len(problems) == 1
        assert "strategy.py:" in problems[0]
        assert "nested too deeply" in problems[0]
        assert "internal error" not in problems[0]
    else:
        assert document["summary"]["strategies"] >= 2
    assert "violated" in verdict_of(document)
    assert "holds" not in verdict_of(document)
