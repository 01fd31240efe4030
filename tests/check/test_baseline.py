"""Types are compared with what they were: in a revision of a real repository, or in the committed lock file."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from apivet.cli import main

RULE = "ungated-new-field"

META = """\
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
"""
TYPES = """\
from __future__ import annotations

from dataclasses import dataclass, field

from apis.meta import ObjectMeta


@dataclass
class Port:
    number: int = 0


@dataclass
class WidgetSpec:
    size: int = 1
    ports: list[Port] = field(default_factory=list)


@dataclass
class WidgetStatus:
    pass


@dataclass
class Widget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: WidgetSpec = field(default_factory=WidgetSpec)
    status: WidgetStatus = field(default_factory=WidgetStatus)


@dataclass
class WidgetList:
    items: list[Widget] = field(default_factory=list)
"""
LOCK = """\
apivet-lock 2
apis.meta.ObjectMeta
apis.meta.ObjectMeta.name: str
apis.widget.Port
apis.widget.Port.number: int
apis.widget.Widget
apis.widget.Widget.metadata: apis.meta.ObjectMeta
apis.widget.Widget.spec: apis.widget.WidgetSpec
apis.widget.Widget.status: apis.widget.WidgetStatus
apis.widget.WidgetList
apis.widget.WidgetList.items: list[apis.widget.Widget]
apis.widget.WidgetSpec
apis.widget.WidgetSpec.ports: list[apis.widget.Port]
apis.widget.WidgetSpec.size: int
apis.widget.WidgetStatus
apivet-lock end
"""


def write(directory: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def write_server(directory: Path) -> Path:
    """A project with one group; gives the path of its types."""
    write(
        directory,
        {"pyproject.toml": "[tool.apivet]\n", "apis/__init__.py": "", "apis/meta.py": META, "apis/widget.py": TYPES},
    )
    return directory / "apis" / "widget.py"


def add_field(path: Path, line: str = "    colour: str = ''") -> None:
    """Let the spec have a field more."""
    path.write_text(path.read_text().replace("    size: int = 1\n", f"    size: int = 1\n{line}\n"))


def git(directory: Path, *arguments: str, check: bool = True) -> str:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    result = subprocess.run([*command, *arguments], cwd=directory, capture_output=True, text=True)
    assert not check or result.returncode == 0, result.stderr
    return result.stdout


def commit(directory: Path, message: str = "a change") -> None:
    git(directory, "add", "-A")
    git(directory, "commit", "-q", "-m", message)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def findings(*arguments: str, status: int = 1) -> list[tuple[str, int, str, str | None]]:
    """Where a check finds new fields, and which."""
    result = run("check", "--format", "json", *arguments)
    assert result.exit_code == status, result.stderr
    report: dict[str, Any] = json.loads(result.stdout)
    return [
        (finding["path"], finding["line"], finding["object"], finding["field"])
        for finding in report["findings"]
        if finding["rule"] == RULE
    ]


def complaint(*arguments: str) -> str:
    """The one line that says why a run is no use."""
    result = run(*arguments)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    return line


COLOUR = ("apis/widget.py", 16, "apis.widget.WidgetSpec", "colour")


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A server in the working directory, in no repository."""
    tree = tmp_path / "tree"
    write_server(tree)
    monkeypatch.chdir(tree)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    return tree


@pytest.fixture(name="repository")
def _repository(tree: Path) -> Path:
    """The same, committed."""
    git(tree, "init", "-q")
    commit(tree)
    return tree


# ------------------------------------------------------------------------------------------------------ the lock file


def test_the_lock_has_a_line_for_each_type_and_field(tree: Path) -> None:
    assert run("types", "lock").exit_code == 0

    lines = (tree / "apivet.lock").read_bytes().decode().splitlines(keepends=True)
    assert "".join(line for line in lines if not line.startswith("#")) == LOCK


def test_the_lock_is_the_same_wherever_the_project_lies(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("types", "lock")
    elsewhere = tmp_path / "else" / "where"
    write_server(elsewhere)
    monkeypatch.chdir(elsewhere / "apis")
    run("types", "lock")

    assert (elsewhere / "apivet.lock").read_bytes() == (tree / "apivet.lock").read_bytes()


def test_a_new_field_is_one_added_line(repository: Path) -> None:
    run("types", "lock")
    commit(repository)
    add_field(repository / "apis" / "widget.py")
    run("types", "lock")

    difference = git(repository, "diff", "--unified=0", "apivet.lock").splitlines()
    assert [line for line in difference[4:] if not line.startswith("@@")] == ["+apis.widget.WidgetSpec.colour: str"]


def test_two_branches_with_different_fields_merge(repository: Path) -> None:
    (repository / ".gitattributes").write_text("apivet.lock merge=union\n")
    run("types", "lock")
    commit(repository)
    for branch, line in (("one", "    colour: str = ''"), ("other", "    country: str = ''")):
        git(repository, "switch", "-q", "-c", branch, "main")
        add_field(repository / "apis" / "widget.py", line)
        run("types", "lock")
        commit(repository)
    git(repository, "merge", "one", check=False)
    git(repository, "checkout", "--ours", "apis/widget.py")
    add_field(repository / "apis" / "widget.py")

    assert run("types", "lock", "--check").exit_code == 0


def test_a_lock_that_is_not_current_says_what_differs(tree: Path) -> None:
    run("types", "lock")
    assert run("types", "lock", "--check").exit_code == 0
    path = tree / "apis" / "widget.py"
    add_field(path)
    path.write_text(path.read_text().replace("number: int = 0", "number: str = ''"))
    before = (tree / "apivet.lock").read_bytes()

    result = run("types", "lock", "--check")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "- apis.widget.Port.number: int",
        "+ apis.widget.Port.number: str",
        "+ apis.widget.WidgetSpec.colour: str",
    ]
    assert (tree / "apivet.lock").read_bytes() == before


def test_the_lock_goes_where_it_is_configured(tree: Path) -> None:
    (tree / "pyproject.toml").write_text('[tool.apivet]\nlock = "api/types.lock"\n')
    (tree / "api").mkdir()
    assert "is not there" in complaint("check")
    assert run("types", "lock").exit_code == 0
    assert (tree / "api" / "types.lock").is_file()
    assert run("types", "lock", "--output", "other.lock").exit_code == 0
    assert (tree / "other.lock").read_bytes() == (tree / "api" / "types.lock").read_bytes()

    add_field(tree / "apis" / "widget.py")
    assert findings() == [COLOUR]


def test_no_lock_is_written_of_types_that_cannot_be_read(tree: Path) -> None:
    (tree / "apis" / "broken.py").write_text("class Broken:\n    metadata: ObjectMeta\n    def (:\n")

    result = run("types", "lock")
    assert result.exit_code == 2
    assert result.stderr.startswith("apis/broken.py:3: syntax error")
    assert not (tree / "apivet.lock").exists()


def test_no_lock_is_written_where_there_are_no_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.py").write_text("x = 1\n")

    assert "no API type found" in complaint("types", "lock")
    assert not (tmp_path / "apivet.lock").exists()


def test_without_a_baseline_the_rule_does_not_apply(tree: Path) -> None:
    result = run("check", "--format", "json")
    assert result.exit_code == 0
    assert not [row for row in json.loads(result.stdout)["verdicts"] if row["rule"] == RULE]


def test_the_lock_is_compared_with(tree: Path) -> None:
    run("types", "lock")
    assert findings(status=0) == []
    add_field(tree / "apis" / "widget.py")
    assert findings() == [COLOUR]
    assert findings("--ignore", RULE, status=0) == []


def test_each_type_of_the_baseline_has_a_row(tree: Path) -> None:
    run("types", "lock")
    add_field(tree / "apis" / "widget.py")

    report = json.loads(run("check", "--format", "json").stdout)
    rows = {(row["object"], row["field"]): row["verdict"] for row in report["verdicts"] if row["rule"] == RULE}
    assert rows == {
        ("apis.meta.ObjectMeta", None): "holds",
        ("apis.widget.Port", None): "holds",
        ("apis.widget.Widget", None): "holds",
        ("apis.widget.WidgetList", None): "holds",
        ("apis.widget.WidgetSpec", "colour"): "violated",
        ("apis.widget.WidgetStatus", None): "holds",
    }


def test_a_file_that_has_nothing_but_types_of_the_lock_is_checked(tree: Path) -> None:
    spec, _, rest = TYPES.partition("@dataclass\nclass WidgetStatus")
    head = spec.partition("@dataclass")[0]
    write(tree, {"apis/spec.py": spec.replace("from apis.meta import ObjectMeta\n", "")})
    write(tree, {"apis/widget.py": f"{head}from apis.spec import WidgetSpec\n\n\n@dataclass\nclass WidgetStatus{rest}"})
    run("types", "lock")
    add_field(tree / "apis" / "spec.py")
    assert findings() == [("apis/spec.py", 15, "apis.spec.WidgetSpec", "colour")]


def test_what_two_types_get_from_one_new_base_is_told_once(tree: Path) -> None:
    write(tree, {"apis/gadget.py": TYPES.replace("Widget", "Gadget")})
    run("types", "lock")
    write(
        tree,
        {"apis/base.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass Painted:\n    colour: str = ''\n"},
    )
    for name, kind in (("widget", "Widget"), ("gadget", "Gadget")):
        text = TYPES.replace("Widget", kind).replace(f"class {kind}Spec:", f"class {kind}Spec(Painted):")
        write(
            tree,
            {f"apis/{name}.py": text.replace("import ObjectMeta", "import ObjectMeta\nfrom apis.base import Painted")},
        )
    assert findings() == [("apis/base.py", 6, "apis.base.Painted", "colour")]


def test_a_run_in_a_directory_of_the_project_finds_the_same(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("types", "lock")
    add_field(tree / "apis" / "widget.py")
    (tree / "apis" / "widget.py").write_text((tree / "apis" / "widget.py").read_text().replace("apis.meta", "meta"))
    monkeypatch.chdir(tree / "apis")

    assert findings() == [("widget.py", 16, "widget.WidgetSpec", "colour")]


def test_an_answer_is_not_kept_for_another_baseline(tree: Path) -> None:
    run("types", "lock")
    add_field(tree / "apis" / "widget.py")
    assert findings() == [COLOUR]
    run("types", "lock")
    assert findings(status=0) == []
    (tree / "apivet.lock").write_text(LOCK)
    assert findings() == [COLOUR]
    (tree / "apivet.lock").unlink()
    assert findings(status=0) == []


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_the_number_of_workers_changes_nothing(tree: Path, jobs: str) -> None:
    for number in range(60):
        write(tree, {f"apis/kind{number}.py": TYPES.replace("Widget", f"Kind{number}")})
    run("types", "lock")
    for number in range(60):
        add_field(tree / "apis" / f"kind{number}.py")

    found = findings("--jobs", jobs, "--no-cache")
    assert len(found) == 60
    assert found == sorted(found)


BROKEN_LOCKS = {
    "conflict": (LOCK + "<<<<<<< HEAD\napis.widget.Port.name: str\n=======\n>>>>>>> other\n", 17, "merge conflict"),
    "version": (LOCK.replace("lock 2", "lock 7"), 1, "unknown version 7"),
    "no-version": (LOCK.replace("apivet-lock 2\n", ""), 1, "does not begin with 'apivet-lock 2'"),
    "line": (LOCK + "apis widget Port\n", 17, "is no line of a lock file"),
    "twice": (LOCK + "apis.widget.Port.number: int\n", 17, "'apis.widget.Port.number' once more after line 5"),
    "type-twice": (LOCK + "apis.widget.Port\n", 17, "'apis.widget.Port' once more after line 4"),
    "orphan": (LOCK + "apis.gone.Thing.name: str\n", 17, "no line for that type"),
    "empty": ("", 0, "holds nothing"),
    "cut": (LOCK.partition("apis.widget.WidgetList")[0], 9, "is cut off"),
    "cut-before-the-end": (LOCK.removesuffix("apivet-lock end\n"), 15, "is cut off"),
}


@pytest.mark.parametrize("case", BROKEN_LOCKS)
def test_a_lock_that_cannot_be_used_is_told_of_and_the_rest_goes_on(tree: Path, case: str) -> None:
    text, line, message = BROKEN_LOCKS[case]
    (tree / "apivet.lock").write_text(text)
    (tree / "apis" / "strategy.py").write_text(
        "from apis.widget import Widget\n\n\nclass WidgetStrategy:\n    def prepare_for_create(self, obj: Widget):\n"
        "        pass\n"
    )

    result = run("check")
    assert result.exit_code == 2
    assert "status-not-wiped-on-create" in result.stdout
    (complaint_,) = result.stderr.splitlines()
    assert complaint_.startswith(f"apivet.lock:{line}: " if line else "apivet.lock: ")
    assert message in complaint_
    assert "apivet types lock" in complaint_
    assert run("check", "--ignore", RULE).exit_code == 1
    assert run("types", "lock", "--check").exit_code == 2


def test_a_lock_of_other_bytes_is_no_text(tree: Path) -> None:
    (tree / "apivet.lock").write_bytes(LOCK.encode() + b"\xff\n")
    assert "apivet.lock:17: is not UTF-8 text" in complaint("check")
    (tree / "apivet.lock").write_bytes(b"\xef\xbb\xbf" + LOCK.replace("\n", "\r\n").encode())
    add_field(tree / "apis" / "widget.py")
    assert findings() == [COLOUR]


def test_a_lock_that_is_a_directory_cannot_be_read(tree: Path) -> None:
    (tree / "apivet.lock").mkdir()
    assert complaint("check").startswith("apivet.lock: cannot be read: ")
    assert "cannot be written" in complaint("types", "lock")


# --------------------------------------------------------------------------------------------------------- a revision


def test_a_revision_is_compared_with(repository: Path) -> None:
    add_field(repository / "apis" / "widget.py")
    assert findings("--since", "HEAD") == [COLOUR]
    commit(repository)
    assert findings("--since", "HEAD", status=0) == []
    assert findings("--since", "HEAD~1") == [COLOUR]
    git(repository, "tag", "v1.0", "HEAD~1")
    assert "it is not in v1.0" in run("check", "--since", "v1.0").stdout


def test_a_revision_goes_before_the_lock(repository: Path) -> None:
    add_field(repository / "apis" / "widget.py")
    run("types", "lock")
    assert findings(status=0) == []
    assert findings("--since", "HEAD") == [COLOUR]
    (repository / "apivet.lock").write_text("<<<<<<<\n")
    assert findings("--since", "HEAD") == [COLOUR]


def test_nothing_is_checked_out(repository: Path) -> None:
    add_field(repository / "apis" / "widget.py")
    before = git(repository, "status", "--porcelain", "--ignored")
    findings("--since", "HEAD")
    assert git(repository, "status", "--porcelain", "--ignored") == before


def test_a_project_may_lie_in_a_directory_of_the_repository(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "top"
    (top / "services").mkdir(parents=True)
    tree.rename(top / "services" / "server")
    (top / "pyproject.toml").write_text("[project]\n")
    git(top, "init", "-q")
    commit(top)
    server = top / "services" / "server"
    add_field(server / "apis" / "widget.py")
    monkeypatch.chdir(server)
    assert findings("--since", "HEAD") == [COLOUR]
    monkeypatch.chdir(server / "apis")
    assert [found[3] for found in findings("--since", "HEAD", "widget.py")] == ["colour"]
    monkeypatch.chdir(top)
    assert [found[3] for found in findings("--since", "HEAD", "services/server")] == ["colour"]


def test_a_directory_above_the_project_may_have_been_renamed(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "top"
    top.mkdir()
    tree.rename(top / "old")
    git(top, "init", "-q")
    commit(top)
    git(top, "mv", "old", "new")
    add_field(top / "new" / "apis" / "widget.py")
    monkeypatch.chdir(top / "new")

    assert findings("--since", "HEAD") == [COLOUR]


def test_a_package_may_have_been_renamed(repository: Path) -> None:
    git(repository, "mv", "apis", "served")
    path = repository / "served" / "widget.py"
    path.write_text(path.read_text().replace("apis.", "served."))
    add_field(path)

    assert findings("--since", "HEAD") == [("served/widget.py", 16, "served.widget.WidgetSpec", "colour")]
    assert "where the type is `apis.widget.WidgetSpec`" in run("check", "--since", "HEAD").stdout


def test_a_worktree_has_the_revisions_of_its_repository(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "other"))
    add_field(tmp_path / "other" / "apis" / "widget.py")
    monkeypatch.chdir(tmp_path / "other")

    assert findings("--since", "main") == [COLOUR]


def test_names_of_files_may_hold_anything(repository: Path) -> None:
    write(repository, {"apis/mit leer und ü.txt": "x", "apis/a\tb.txt": "y"})
    commit(repository)
    add_field(repository / "apis" / "widget.py")
    assert findings("--since", "HEAD") == [COLOUR]


def test_a_broken_file_of_the_revision_is_told_of(repository: Path) -> None:
    path = repository / "apis" / "widget.py"
    path.write_text(TYPES + "def (:\n")
    commit(repository)
    path.write_text(TYPES)

    assert complaint("check", "--since", "HEAD").startswith("HEAD:apis/widget.py:34: syntax error")


def test_the_types_of_a_revision_are_kept_for_the_next_run(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from apivet.git import Repository

    add_field(repository / "apis" / "widget.py")
    assert findings("--since", "HEAD") == [COLOUR]

    def no_more(self: Repository, commit: str) -> None:
        raise AssertionError(commit)

    monkeypatch.setattr(Repository, "entries", no_more)
    assert findings("--since", "HEAD") == [COLOUR]


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("nowhere", "there is no revision 'nowhere'"),
        ("HEAD~9", "there is no revision 'HEAD~9'"),
        ("@{u}", "there is no revision '@{u}'"),
        ("", "is no revision"),
        ("--all", "is no revision"),
        ("HEAD:apis", "is no commit"),
        ("0" * 40, "there is no revision"),
    ],
)
def test_a_revision_that_is_not_there_is_told_of(repository: Path, revision: str, message: str) -> None:
    line = complaint("check", "--since", revision)
    assert line.startswith(f"--since {revision}: ")
    assert message in line


def test_an_ambiguous_revision_is_told_of(repository: Path) -> None:
    names: dict[str, str] = {}
    for number in range(2000):
        name = git(repository, "commit-tree", "HEAD^{tree}", "-m", str(number)).strip()
        if name[:4] in names:
            break
        names[name[:4]] = name
    assert "is ambiguous" in complaint("check", "--since", name[:4])


def test_a_shallow_clone_says_how_to_get_more(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit_names = []
    for number in range(2):
        write(repository, {"note.txt": str(number)})
        commit(repository)
        commit_names.append(git(repository, "rev-parse", "HEAD").strip())
    git(tmp_path, "clone", "-q", "--depth=1", repository.as_uri(), "clone")
    monkeypatch.chdir(tmp_path / "clone")

    line = complaint("check", "--since", commit_names[0])
    assert "this is a shallow clone" in line
    assert "git fetch" in line


def test_a_damaged_repository_is_told_of(repository: Path) -> None:
    tree = git(repository, "rev-parse", "HEAD^{tree}").strip()
    path = repository / ".git" / "objects" / tree[:2] / tree[2:]
    path.chmod(0o644)
    path.unlink()
    assert "is not whole in this repository" in complaint("check", "--since", "HEAD")


def test_a_lost_content_is_told_of(repository: Path) -> None:
    blob = git(repository, "rev-parse", "HEAD:apis/widget.py").strip()
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    add_field(repository / "apis" / "widget.py")
    assert "lacks a file's content" in complaint("check", "--since", "HEAD")


def test_outside_of_a_repository_there_are_no_revisions(tree: Path) -> None:
    assert "this is not a git repository" in complaint("check", "--since", "HEAD")


def test_a_repository_without_commits_has_no_revisions(tree: Path) -> None:
    git(tree, "init", "-q")
    assert "it has no commit yet" in complaint("check", "--since", "HEAD")


def test_without_git_there_are_no_revisions(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "the command 'git' is not there" in complaint("check", "--since", "HEAD")


def test_a_selection_without_the_rule_needs_no_revision(tree: Path) -> None:
    assert findings("--since", "HEAD", "--ignore", RULE, status=0) == []


# -------------------------------------------------------------------------------------------------------------- pylint


def _pylint(*paths: str) -> list[tuple[str, int, str]]:
    from pylint.lint import Run
    from pylint.reporters import CollectingReporter

    reporter = CollectingReporter()
    options = ["--rcfile=", "--persistent=n", "--load-plugins=apivet", "--disable=all", f"--enable={RULE}"]
    Run([*options, *paths], reporter=reporter, exit=False)
    return [(Path(each.path).as_posix(), each.line, each.symbol) for each in reporter.messages]


def test_pylint_compares_with_the_lock(tree: Path) -> None:
    run("types", "lock")
    assert _pylint("apis/widget.py") == []
    add_field(tree / "apis" / "widget.py")
    assert _pylint("apis/widget.py") == [("apis/widget.py", 16, RULE)]


def test_pylint_judges_a_file_that_has_nothing_but_types_of_the_lock(tree: Path) -> None:
    spec, _, rest = TYPES.partition("@dataclass\nclass WidgetStatus")
    head = spec.partition("@dataclass")[0]
    write(tree, {"apis/spec.py": spec.replace("from apis.meta import ObjectMeta\n", "")})
    write(tree, {"apis/widget.py": f"{head}from apis.spec import WidgetSpec\n\n\n@dataclass\nclass WidgetStatus{rest}"})
    run("types", "lock")
    add_field(tree / "apis" / "spec.py")
    assert [(line, symbol) for _, line, symbol in _pylint("apis/spec.py")] == [(15, RULE)]


def test_pylint_tells_once_of_a_lock_that_cannot_be_used(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "apivet.lock").write_text(LOCK + "<<<<<<< HEAD\n")
    assert _pylint("apis/widget.py", "apis/meta.py") == []
    assert capsys.readouterr().err.count("apivet.lock:17: has a merge conflict") == 1
