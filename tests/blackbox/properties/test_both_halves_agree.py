"""The static check and the black box over cases, examples of the rules' pages and the fixtures: what one half says
holds, the other does not find broken. ``--whole`` takes all cases and examples (``make agree``), else each eighth, and
one group of the sample server."""

from __future__ import annotations

import ast
import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.rules.test_pages import read_examples

from apivet import catalogue
from apivet.check.observing import watch
from apivet.check.run import judge_tree
from apivet.config import load_config
from apivet.verdicts import Confidence, Report, Verdict

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases"

GATES = """
class FeatureGate:
    def __init__(self, name):
        self.name = name


ON = set()


def enabled(name):
    return name in ON


is_enabled = feature_enabled = enabled
"""

REGISTRY = """
class Options:
    def __init__(self, **options):
        self.options = options


class RESTConfig(Options):
    pass


class StatusConfig(Options):
    pass


class StrategyConfig(Options):
    pass


def new_rest(config):
    return config
"""

METADATA = """
def reset_object_meta_for_status(meta, old):
    for name in ("labels", "annotations", "finalizers", "owner_references", "deletion_timestamp"):
        if hasattr(meta, name):
            setattr(meta, name, getattr(old, name))
"""

#: So many cases there are for one that is tried where it is not the whole.
_SHARE = 8

#: Modules that cases import and that lie nowhere, so that they can be run.
FRAMEWORK = {
    "apimachinery/__init__.py": "",
    "apimachinery/gates.py": GATES,
    "apimachinery/meta.py": METADATA,
    "apimachinery/registry.py": REGISTRY,
    "apimachinery/rest.py": METADATA,
    "features.py": GATES,
}

#: All other modules that lie nowhere: nobody can see what their functions do, and these do nothing.
UNSEEN = """
def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return lambda *arguments, **named: None
"""

#: What the vocabularies of the cases say of a module that lies nowhere.
WORDS = f"""
import operator
{METADATA}
restore_header = restore_meta = reset_object_meta_for_status
same_as = operator.eq
{UNSEEN}"""

#: Seen to break a rule that the static check says to hold. Each with the reason.
BELIEVED = {
    "turned_after_comparison.LastOneReversedStrategy": "the element that is compared is moved, and not another one",
    "believed_annotations.ParameterStrategy": "a parameter's annotation is believed of a field of any type",
    "believed_annotations.VariableStrategy": "a variable's annotation is believed of a field of any type",
}

#: Found broken by the static check on some way, which no run of the black box takes. Each with the reason.
UNTRIED = {
    "asked_of_both_specs.SameTextStrategy": "of equal texts there is but one",
    "classes_of_members.NumberClassStrategy": "of equal values, that may count as a change",
    "computed_keys.FilteredStrategy": "a label has to have a name of its own",
    "constants_of_others.PlatformStrategy": "it is run on one platform",
    "counts_that_may_not_be.EachLidOnEachJarStrategy": "just three pairs of elements are not sent",
    "defaults_of_functions.KeptInDefaultStrategy": "what is stored is more each time, whoever calls",
    "descriptors.EitherStrategy": "the flag depends on what the strategy is made with",
    "hooks.restart": "the old status has to say more than what is put in its place",
    "imported_or_not.FiredStrategy": "a module is there or it is not",
    "made_where_none_was.LostLatchStrategy": "what is stored is not as new just where the caller sends none",
    "made_with_arguments.FieldsAreArgumentsStrategy": "strategies are made in one way, with what they need",
    "made_with_arguments.SkippedByHooksStrategy": "strategies are made in one way, with what they need",
    "made_with_arguments.SwitchedOffStrategy": "strategies are made in one way, with what they need",
    "made_with_arguments.WithoutAuditStrategy": "strategies are made in one way, with what they need",
    "names_of_classes.OpenStrategy": "the environment is read once, when the module is imported",
    "partial_hooks.MethodStrategy": "of a status of one field, what is put there may be the server's choice",
    "parts_of_texts.ByDigestStrategy": "no text of that digest is looked for",
    "remembering.ThirdTimeStrategy": "so many calls are not made",
    "sorted_on_some_ways.NotComparedAgainStrategy": "lists out of order are not sent with just that context",
    "stored_in_place_of_the_callers.FixedStrategy": "another value whatever the gates are may be the server's choice",
    "stored_in_place_of_the_callers.OrHoursStrategy": "a caller who unsets a field in use is not sent",
    "turned_after_comparison.LastOneReversedStrategy": "seen as compared too early, which the source is not said to be",
    "typed_dict.BadStrategy": "of a status of one field, what is put there may be the server's choice",
    "written_keys.TakesTheTopOneOutStrategy": "what lies under just that key is not in use on both sides",
}


def _families() -> Iterator[tuple[str, list[Path]]]:
    """The cases of a family that are one file, together; those that are a directory of files, alone."""
    for family in sorted(path for path in CASES.iterdir() if path.is_dir() and not path.name.startswith(("_", "."))):
        files = sorted(family.glob("*.py"))
        if files:
            yield family.name, files
        for case in sorted(path for path in family.iterdir() if path.is_dir() and any(path.rglob("*.py"))):
            yield f"{family.name}/{case.name}", sorted(case.iterdir())


def _complete(place: Path) -> None:
    """Write the modules that those of a project import and that are not to be found."""
    for path, text in FRAMEWORK.items():
        if not (place / path).exists():
            (place / path).parent.mkdir(exist_ok=True)
            (place / path).write_text(text)
    here = {path.stem for path in place.rglob("*.py")} | {path.name for path in place.rglob("*") if path.is_dir()}
    for name in sorted({name for path in place.rglob("*.py") for name in _imported(path)} - here):
        if importlib.util.find_spec(name) is None:
            (place / f"{name}.py").write_text(WORDS if name == "framework" else UNSEEN)


def _imported(path: Path) -> Iterator[str]:
    """The top-level names of the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)


def _contradictions(place: Path, monkeypatch: pytest.MonkeyPatch, *paths: str) -> list[str]:
    if not (place / "pyproject.toml").exists():
        (place / "pyproject.toml").write_text("[tool.apivet]\n")
    monkeypatch.chdir(place)
    config = load_config(place).on_command_line(jobs=2)
    static, seen = judge_tree(paths, config), watch(paths, config, seed=1).report
    return list(_told_differently(static, seen))


def _told_differently(static: Report, seen: Report) -> Iterator[str]:
    proven, observed = _verdicts(static), _verdicts(seen)
    uncertain = {
        (each.object, each.rule, each.field) for each in static.findings if each.confidence is not Confidence.CERTAIN
    }
    for key in sorted(proven.keys() & observed.keys(), key=repr):
        name, rule, field = key
        if {proven[key], observed[key]} != {Verdict.HOLDS, Verdict.VIOLATED} or key in uncertain:
            continue
        if name not in (BELIEVED if proven[key] is Verdict.HOLDS else UNTRIED):
            yield f"{name}: {rule}[{field}] is {proven[key].value} by its source, {observed[key].value} as it runs"


def _verdicts(report: Report) -> dict[tuple[str, str, str | None], Verdict]:
    """The worst verdict of each row; what no run could have shown to be broken is none."""
    order = (Verdict.HOLDS, Verdict.UNPROVEN, Verdict.VIOLATED)
    found: dict[tuple[str, str, str | None], Verdict] = {}
    for row in report.judgements:
        key = (row.object, row.rule, row.field)
        found[key] = max(found.get(key, Verdict.HOLDS), row.verdict, key=order.index)
    return found


@pytest.fixture
def share(pytestconfig: pytest.Config) -> int:
    return 1 if pytestconfig.getoption("--whole") else _SHARE


@pytest.mark.parametrize("files", [pytest.param(files, id=name) for name, files in _families()])
def test_cases(files: list[Path], share: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in files if files[0].parent.parent != CASES else files[::share]:
        copy = shutil.copytree if file.is_dir() else shutil.copy
        copy(file, tmp_path / file.name)
    _complete(tmp_path)
    assert not _contradictions(tmp_path, monkeypatch)


_TOGETHER = "of one file"


def _examples() -> Iterator[tuple[str, dict[str, str]]]:
    """The examples of the pages: those of one file and without a configuration of their own together, the others each
    alone."""
    together: dict[str, str] = {}
    for rule in catalogue.load().rules:
        if rule.scope == "exception" or not {"static", "blackbox"} <= set(rule.evidence):
            continue
        for kind in ("Bad", "Good"):
            for number, example in enumerate(read_examples(rule, kind), start=1):
                name = f"{rule.symbol}-{kind.lower()}-{number}"
                if (
                    set(example.files) == {"pyproject.toml", "example.py"}
                    and "=" not in example.files["pyproject.toml"]
                ):
                    together[f"{name.replace('-', '_')}.py"] = example.files["example.py"]
                else:
                    yield name, example.files
    yield _TOGETHER, together


@pytest.mark.parametrize(("name", "files"), [pytest.param(name, files, id=name) for name, files in _examples()])
def test_examples(
    name: str, files: dict[str, str], share: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path, text in list(files.items())[:: share if name == _TOGETHER else 1]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    _complete(tmp_path)
    assert not _contradictions(tmp_path, monkeypatch)


@pytest.mark.parametrize("name", ["sample_apiserver", "broken"])
def test_fixtures(name: str, share: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "fixtures", tmp_path, dirs_exist_ok=True)
    some = name if share == 1 or name == "broken" else f"{name}/registry/apps"
    assert not _contradictions(tmp_path, monkeypatch, some)
