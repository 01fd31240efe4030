"""The house rules: what holds for the project as a whole, whatever it finds."""

from __future__ import annotations

import ast
import graphlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import click
import pytest

from apivet.cli import main
from apivet.config import Config
from apivet.documents import parse_toml

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "checkers" / "apivet").rglob("*.py"))
PROJECT = parse_toml((ROOT / "pyproject.toml").read_bytes())
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "benchmarks/README.md")
GUIDE = tuple(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md")))

LONGEST_MODULE = 500

#: Names under which distributions are imported, where that is not the distribution's own name.
IMPORTED_AS = {"pyyaml": "yaml"}

#: Packages that are only imported where they are there already, by the door that they come in through.
EXTRAS = tuple(PROJECT["project"]["optional-dependencies"])

#: Where an extra's package is imported, which has its name or that of the room.
DOORS = {
    "pytest": ("checkers/apivet/pytest_plugin.py",),
    "distributed": ("checkers/apivet/blackbox/host/cluster.py",),
    "httpx": ("checkers/apivet/live/",),
    "lsprotocol": ("checkers/apivet/lsp/",),
    "pygls": ("checkers/apivet/lsp/",),
    "tree_sitter": ("checkers/apivet/golang/",),
    "tree_sitter_go": ("checkers/apivet/golang/",),
}

#: Modules that are imported inside functions, as what asks for one is not always wanted: each with its reason. Any other
#: import stands at the top of its module.
LATE = {
    # not on every system, or not in every Python
    "resource": "Windows has none",
    "tomllib": "since Python 3.11",
    "tomli": "before Python 3.11",
    # take longer than a short command as a whole
    "click.globals": "for colours, which pylint has none of",
    "concurrent.futures": "brings multiprocessing",
    "distributed": "an extra of 450 modules",
    "importlib.metadata": "60 modules",
    "multiprocessing": "for several workers only",
    "pathspec": "for patterns of files only",
    "platformdirs": "for a cache that nobody has set",
    "rich": "for people at a terminal only",
    "tempfile": "brings compression and chance",
    "difflib": "for misspelled names only",
    "yaml": "for a few files of hosts only",
    # rooms of this package
    "apivet.blackbox.host.cluster": "brings the black box's host, which a merge of checks needs not",
    "apivet.blackbox.objects.drawing": "brings hypothesis",
    "apivet.blackbox.worker.examining": "a worker says that it lives before it loads what it works with",
    "apivet.check.desk": "most modules that pylint reads have nothing to judge",
    "apivet.check.observing": "brings the interpreter and the black box, which a run from the cache needs not",
    "apivet.check.remaining_types": "brings the model, which a gate from the cache needs not",
    "apivet.check.replaying": "brings the interpreter",
    "apivet.check.revision_types": "brings git",
    "apivet.check.subjects": "brings the interpreter",
    "apivet.commands": "each command loads what it needs itself",
    "apivet.conventions": "the interpreter and the rules, which a run from the cache needs not",
    "apivet.fixes.mending": "brings libcst",
    "apivet.front_ends": "as apivet.check.desk",
    "apivet.git": "brings subprocess",
    "apivet.git_process": "brings subprocess",
    "apivet.golang": "brings tree-sitter, which is an extra",
    "apivet.python.api_types": "brings the model",
    "apivet.python.discover.summaries": "brings the model, which a run from the cache needs not",
    "apivet.python.files.revision": "brings git",
    "apivet.python.program": "brings the model, which a run from the cache needs not",
    "apivet.reports.as_tests": "for pytest with --apivet only, and the plug-in is loaded by every pytest",
    "apivet.reports.formats": "a format loads what it needs itself",
    "apivet.reports.text": "as apivet.check.desk",
}

#: What pylint brings along by its own contract with plugins.
COMES_WITH_PYLINT = {"astroid"}


def test_imports_go_down_the_floors_only() -> None:
    run = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_there_is_no_circle_of_imports() -> None:
    """Each import counts: those inside functions, those for types only, and a package where a name is taken of it."""
    modules = {".".join(path.relative_to(ROOT / "checkers").with_suffix("").parts): path for path in SOURCES}
    modules = {name.removesuffix(".__init__"): path for name, path in modules.items()}
    imports = graphlib.TopologicalSorter(
        {name: _imported_modules(path, modules) - {name} for name, path in modules.items()}
    )
    imports.prepare()  # raises a CycleError that names the circle


def _imported_modules(path: Path, modules: dict[str, Path]) -> set[str]:
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            assert node.level == 0, f"{path}: imports name what they take in full"
            named.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    return named & modules.keys()


def test_an_import_inside_a_function_has_a_reason() -> None:
    late = {
        (f"{path.relative_to(ROOT)}:{node.lineno}", name)
        for path in SOURCES
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in _imported_names(node)
    }
    reasons = {where: [each for each in LATE if f"{name}.".startswith(f"{each}.")] for where, name in late}
    assert sorted(where for where, found in reasons.items() if not found) == [], "to the top, or into the list"
    assert sorted(LATE.keys() - {each for found in reasons.values() for each in found}) == [], "imported late no more"


def _imported_names(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    package = node.module in ("apivet", "importlib", "concurrent")
    return [f"{node.module}.{alias.name}" for alias in node.names] if package else [str(node.module)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_has_one_idea(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST_MODULE, f"{lines} lines: split it by ideas"


def test_a_class_name_means_one_thing() -> None:
    """Two things of one name are told apart by nobody who searches for it. These are words of both fields that use
    them: a front end's own and the model's, a server's and a source's."""
    where: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                where.setdefault(node.name, []).append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}")
    twice = {name: found for name, found in where.items() if len(found) > 1}
    assert set(twice) <= {"Case", "Module", "Named", "Selection", "Slice"}, twice


#: Dataclasses, which take a millisecond each at every start: fields that have no part in comparing or printing, the base
#: of rules with what comes after what a rule has, and objects that get more attributes.
DATACLASSES = {
    "base.py": ["Base"],
    "blackbox/host/crew.py": ["_Worker"],
    "commands/serving.py": ["GateServer"],
    "conventions/rule.py": ["HookRule", "MemberRule", "ModuleRule"],
    "golang/types.py": ["StructField"],
    "live/target.py": ["Credentials", "Target"],
    "rule_objects.py": ["RuleObject"],
}


def test_records_are_made_in_no_time() -> None:
    found: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(each) for each in node.decorator_list):
                found.setdefault(path.relative_to(ROOT / "checkers" / "apivet").as_posix(), []).append(node.name)
    assert found == DATACLASSES


def test_docstrings_begin_with_a_word_to_search_for() -> None:
    begun = [
        f"{path.relative_to(ROOT)}:{number} {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.match(r"""\s*(r?\"{3}|#: )(What|Whoever|Whatever|So many|As many)\b""", line)
    ]
    assert not begun, "begin with a noun (value, path, reason, ...) or a verb:\n" + "\n".join(begun)


def test_everything_that_is_imported_is_declared() -> None:
    declared = {re.split(r"[\s<>=;\[!~]", line, maxsplit=1)[0].lower() for line in PROJECT["project"]["dependencies"]}
    allowed = {IMPORTED_AS.get(name, name) for name in declared} | COMES_WITH_PYLINT | {"apivet"}
    foreign = {
        (name, path.relative_to(ROOT).as_posix())
        for path in SOURCES
        for name in _imported_packages(path)
        if name not in sys.stdlib_module_names and name not in allowed and name != "tomllib"
    }
    assert set(EXTRAS) == {"pytest", "live", "lsp", "go", "cluster", "all"}
    for name, path in foreign:
        assert path.startswith(DOORS.get(name, ())), f"{path} imports {name}: an extra is for its door alone"
    assert {name for name, _ in foreign} == set(DOORS)


def test_everything_that_is_declared_is_imported() -> None:
    imported = {name for path in SOURCES for name in _imported_packages(path)}
    declared = {re.split(r"[\s<>=;\[!~]", line, maxsplit=1)[0].lower() for line in PROJECT["project"]["dependencies"]}
    assert {name for name in declared if IMPORTED_AS.get(name, name) not in imported} == set()


@pytest.mark.parametrize(
    "heavy",
    [
        "pylint",
        "astroid",
        "rich",
        "yaml",
        "httpx",
        "tree_sitter",
        "pygls",
        "distributed",
        "concurrent.futures",
        "multiprocessing",
    ],
)
def test_the_command_starts_without_heavy_imports(heavy: str) -> None:
    code = f"import sys, apivet, apivet.cli; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    "needless",
    ["apivet.program.model", "apivet.program.syntax", "apivet.check.gating", "apivet.git", "apivet.reports.formats"],
)
def test_a_check_that_finds_all_in_the_cache_loads_only_what_it_needs(needless: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.apivet]\ncache-dir = "cache"\n')
    (tmp_path / "greetings.py").write_text("class Greeter:\n    def greet(self) -> str:\n        return 'hello'\n")
    (tmp_path / "berths.py").write_text(
        "class BerthStrategy:\n    def prepare_for_create(self, obj):\n        obj.status = None\n"
    )
    code = (
        "import sys\nfrom apivet.cli import main\n"
        f"try: main(['check', '-j', '1', '--format', 'json'])\n"
        f"except SystemExit: sys.exit(3 if {needless!r} in sys.modules else 4)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True) for _ in range(2)]
    assert [run.returncode for run in runs][1] == 4, runs


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documented_make_targets_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {command.split()[1] for command in _commands(document) if command.startswith("make ")}
    assert named, "the document names no target"
    assert named <= targets


@pytest.mark.parametrize("document", DOCUMENTS + GUIDE)
def test_documented_apivet_commands_and_options_exist(document: str) -> None:
    for command in _commands(document):
        if command.startswith("apivet "):
            _assert_known(main, command.split(">")[0].split()[1:])


def test_a_hooks_way_is_told_in_ten_modules() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    way = page.partition("### A hook's way to its finding")[2].partition("\n## ")[0]
    modules = re.findall(r"^\d+\. `([\w/]+)`", way, re.MULTILINE)
    assert len(modules) == 10
    assert [each for each in modules if ROOT / "checkers" / "apivet" / f"{each}.py" not in SOURCES] == []


def test_the_help_of_make_tells_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    told = set(re.findall(r"^\t@echo '  make ([a-z0-9-]+) ", makefile, re.MULTILINE))
    assert told == set(phony.split()) - {"help"}


def test_the_guide_tells_every_setting() -> None:
    section = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE))
    # Where the configuration was found, and what only a command line can say: nothing to set.
    inner = {"root", "file", "is-configured", "origins", "elsewhere"}
    # The list of mappings is written as tables, each of which is one hub.
    names = {"hub" if name == "hubs" else name.replace("_", "-") for name in Config.__struct_fields__}
    assert told == names - inner


def test_the_wheel_carries_the_pages_and_the_type_marker(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    pages = {f"apivet/rules/{page.name}" for page in (ROOT / "rules").glob("*.md")}
    assert pages
    assert (
        pages | {"apivet/py.typed", "apivet/cli.py", "apivet/schemas/report.json", "apivet/schemas/config.json"}
        <= packed
    )


def _imported_packages(path: Path) -> set[str]:
    packages: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            packages.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            packages.add(node.module.split(".")[0])
    return packages


def _commands(document: str) -> list[str]:
    """Everything that a document tells its reader to run: the lines of shell blocks, and commands within sentences."""
    text = (ROOT / document).read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    lines += re.findall(r"`((?:make|apivet) [^`\n]+)`", text)
    return [line.split("#")[0].strip() for line in lines]


def _assert_known(command: click.Command, words: list[str]) -> None:
    """Each word that can only be a command's name or an option is one."""
    if isinstance(command, click.Group) and words and not words[0].startswith("-"):
        assert words[0] in command.commands, f"there is no command {words[0]!r}"
        _assert_known(command.commands[words[0]], words[1:])
        return
    options = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    for word in words:
        if word.startswith("-"):
            assert word.split("=")[0] in options | {"--help"}, f"there is no option {word!r}"
