"""Gates are switched under the code that asks for them, however it comes to ask; where that can't be done, it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from apivet.check.observing import Watched, observe
from apivet.config import load_config
from apivet.verdicts import Verdict

THINGS = """
from dataclasses import dataclass
from typing import Annotated


class FeatureGate:
    def __init__(self, name):
        self.name = name


@dataclass
class Meta:
    generation: int = 0


@dataclass
class Spec:
    size: int = 0
    ports: Annotated[list[int] | None, FeatureGate("Ports")] = None


@dataclass
class Widget:
    metadata: Meta
    spec: Spec
"""

#: A strategy that conforms as far as ``{on}`` says whether the gate is on.
STRATEGY = """
{imports}
from things import Widget
{before}

class WidgetStrategy:
{own}
    def prepare_for_create(self, ctx, obj: Widget) -> None:
        if not ({on}):
            obj.spec.ports = None
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Widget, old: Widget) -> None:
        if not ({on}) and old.spec.ports is None:
            obj.spec.ports = None
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""

GATES = """
import enum
import functools


class Gates:
    def __init__(self, states):
        self._states = states

    def enabled(self, name):
        return self._states[name]


class CallableGate:
    def __call__(self, name):
        return False


class Unrelated(CallableGate):
    pass


def traced(function):
    @functools.wraps(function)
    def wrapper(*arguments, **keywords):
        return function(*arguments, **keywords)
    return wrapper


class remembered:
    def __init__(self, function):
        self.function = function

    def __call__(self, *arguments):
        return self.function(*arguments)


default_gate = Gates({"Ports": False})
is_enabled = CallableGate()


def enabled(name, *, default=False):
    return default


@functools.lru_cache
def feature_enabled(name):
    return False


class Static:
    @staticmethod
    def enabled(name):
        return False


class Class:
    @classmethod
    def enabled(cls, name):
        return False


class Inner:
    class Deeper:
        @staticmethod
        def enabled(name):
            return False


class Async:
    async def enabled(self, name):
        return False


class Feature(enum.Enum):
    PORTS = "Ports"

    def enabled(self):
        return False


class Traced:
    @traced
    def enabled(self, name):
        return False


class Remembered:
    enabled = remembered(lambda name: False)


class Gate:
    def __init__(self, key):
        self.key = key

    def enabled(self):
        return False


PORTS = Gate("Ports")


def closed_over():
    states = {"Ports": False}

    def enabled(name):
        return states[name]

    return enabled


class FromClosure:
    enabled = staticmethod(closed_over())
"""

#: How a strategy asks: what is imported, what stands before the class, what the class has of its own, the question.
ASKED: dict[str, tuple[str, str, str, str]] = {
    "function": ("import gates", "", "", "gates.enabled('Ports')"),
    "imported_function": ("from gates import enabled", "", "", "enabled('Ports')"),
    "renamed_function": ("from gates import enabled as on", "", "", "on('Ports')"),
    "by_keyword": ("import gates", "", "", "gates.enabled(name='Ports', default=True)"),
    "method_of_a_global": ("from gates import default_gate", "", "", "default_gate.enabled('Ports')"),
    "bound_method": ("from gates import default_gate", "allowed = default_gate.enabled", "", "allowed('Ports')"),
    "default_argument": (
        "from gates import default_gate",
        "def ports_allowed(ask=default_gate.enabled):\n    return ask('Ports')\n",
        "",
        "ports_allowed()",
    ),
    "partial": (
        "import functools\nfrom gates import default_gate",
        "ports_allowed = functools.partial(default_gate.enabled, 'Ports')",
        "",
        "ports_allowed()",
    ),
    "closure": (
        "from gates import default_gate",
        "def closed_over(ask):\n    return lambda: ask('Ports')\n\n\nports_allowed = closed_over(default_gate.enabled)\n",
        "",
        "ports_allowed()",
    ),
    "kept_by_the_strategy": (
        "from gates import Gates",
        "",
        "    def __init__(self):\n        self._ask = Gates({'Ports': False}).enabled\n",
        "self._ask('Ports')",
    ),
    "static_method": ("from gates import Static", "", "", "Static.enabled('Ports')"),
    "class_method": ("from gates import Class", "", "", "Class.enabled('Ports')"),
    "nested_class": ("from gates import Inner", "", "", "Inner.Deeper.enabled('Ports')"),
    "callable_object": ("from gates import is_enabled", "", "", "is_enabled('Ports')"),
    "cached": ("from gates import feature_enabled", "", "", "feature_enabled('Ports')"),
    "caching_caller": (
        "import functools\nfrom gates import enabled",
        "@functools.cache\ndef ports_allowed():\n    return enabled('Ports')\n",
        "",
        "ports_allowed()",
    ),
    "enum_member": ("from gates import Feature, enabled", "", "", "enabled(Feature.PORTS)"),
    "method_of_an_enum": ("from gates import Feature", "", "", "Feature.PORTS.enabled()"),
    "gate_object": ("from gates import PORTS", "", "", "PORTS.enabled()"),
    "decorated": ("from gates import Traced", "", "", "Traced().enabled('Ports')"),
    "decorated_by_a_class": ("from gates import Remembered", "", "", "Remembered.enabled('Ports')"),
    "function_with_closure": ("from gates import FromClosure", "", "", "FromClosure.enabled('Ports')"),
    "library_function": ("from library import enabled", "", "", "enabled('Ports')"),
    "library_module": ("import library", "", "", "library.enabled('Ports')"),
    "library_object": ("import library", "", "", "library.default.enabled('Ports')"),
    "library_object_by_name": ("from library import default", "", "", "default.enabled('Ports')"),
    "own_name": (
        "from gates import default_gate",
        "def is_enabled(name):\n    return False\n",
        "",
        "is_enabled('Ports')",
    ),
}

LIBRARY = """
class Gates:
    def enabled(self, name):
        return False


default = Gates()


def enabled(name):
    return False
"""

#: What is no call of a gate function: the strategy's own verdict stands, and it is said that nothing was switched.
SILENT: dict[str, tuple[tuple[str, str, str, str], str]] = {
    "table": (
        ("", "FEATURES = {'Ports': False}\n", "", "FEATURES['Ports']"),
        "if they go by something else (table.FEATURES has a value for it)",
    ),
    "environment": (
        ("import os", "", "", "os.environ.get('FEATURE_PORTS') == '1'"),
        "no gate function is asked for Ports while the hooks run",
    ),
    "asked_early": (
        (
            "from gates import enabled",
            "",
            "    def __init__(self):\n        self.ports = enabled('Ports')\n",
            "self.ports",
        ),
        "Ports is asked for when the strategy is made, and not while its hooks run",
    ),
    "never": (("", "", "", "True"), "no gate function is asked for Ports while the hooks run"),
    "unrelated_callable": (
        ("from gates import Unrelated", "disabled = Unrelated()\n", "", "not disabled('Ports')"),
        "no gate function is asked for Ports while the hooks run",
    ),
}


def _write(root: Path, files: dict[str, str], table: str = "") -> Path:
    root.mkdir(exist_ok=True)
    (root / "pyproject.toml").write_text(f"[tool.apivet]\ncache = false\n{table}")
    for name, text in files.items():
        (root / name).write_text(text)
    return root


def _strategy(asked: tuple[str, str, str, str]) -> str:
    imports, before, own, on = asked
    return STRATEGY.format(imports=imports, before=before, own=own, on=on)


def _watch(root: Path) -> Watched:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        return observe([], load_config(root).on_command_line(jobs=2), seed=1)


def _verdicts(watched: Watched, name: str) -> dict[str, Verdict]:
    return {row.rule: row.verdict for row in watched.report.judgements if row.object == name}


def _notes(watched: Watched, name: str) -> list[str]:
    return [note.note for note in watched.notes if note.object == name]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Watched:
    library = tmp_path_factory.mktemp("elsewhere") / "library.py"
    library.write_text(LIBRARY)
    files = {f"{name}.py": _strategy(asked) for name, asked in ASKED.items()}
    files |= {f"{name}.py": _strategy(asked) for name, (asked, _) in SILENT.items()}
    files |= {"things.py": THINGS, "gates.py": GATES}
    files["awaited.py"] = _strategy(
        ("from gates import Async", "gate = Async()", "", "await gate.enabled('Ports')")
    ).replace("    def prepare", "    async def prepare")
    root = _write(tmp_path_factory.mktemp("project"), files)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(library.parent))
        return _watch(root)


@pytest.mark.parametrize("name", [*ASKED, "awaited"])
def test_a_gate_is_switched_however_it_is_asked_for(name: str, watched: Watched) -> None:
    verdicts = _verdicts(watched, f"{name}.WidgetStrategy")
    assert set(verdicts.values()) == {Verdict.HOLDS}, verdicts
    assert {"gated-field-not-dropped", "gated-field-dropped-when-enabled", "gated-field-dropped-in-use"} <= set(
        verdicts
    )
    assert _notes(watched, f"{name}.WidgetStrategy") == []


@pytest.mark.parametrize("name", SILENT)
def test_what_can_not_be_switched_is_said(name: str, watched: Watched) -> None:
    (note,) = _notes(watched, f"{name}.WidgetStrategy")
    assert SILENT[name][1] in note
    verdicts = _verdicts(watched, f"{name}.WidgetStrategy")
    assert Verdict.HOLDS in verdicts.values()


GATE_RULES = ("gated-field-not-dropped", "gated-field-dropped-in-use", "gated-field-dropped-when-enabled")


@pytest.mark.parametrize("name", [name for name in SILENT if name != "never"])
def test_nothing_is_said_of_a_gate_that_the_code_reads_in_another_way(name: str, watched: Watched) -> None:
    verdicts = _verdicts(watched, f"{name}.WidgetStrategy")
    assert {verdicts[rule] for rule in GATE_RULES} == {Verdict.UNPROVEN}
    found = [item for item in watched.report.findings if item.object == f"{name}.WidgetStrategy"]
    (message,) = {item.message for item in found if item.rule in GATE_RULES}
    assert SILENT[name][1] in message


@pytest.mark.parametrize(
    ("before", "on"),
    [
        ("PORTS = True\n", "PORTS"),
        ("import settings\n", "settings.PORTS_ENABLED"),
        ("import settings\n", "settings.is_ports_enabled()"),
        ("", "feature_on('Ports')"),
    ],
)
def test_whatever_it_lies_under(before: str, on: str, tmp_path: Path) -> None:
    settings = "PORTS_ENABLED = True\n\n\ndef is_ports_enabled():\n    return True\n"
    switch = "\n\ndef feature_on(name):\n    return name != 'Other'\n\n\n"
    strategy = _strategy(("", before + switch, "", on))
    verdicts = _verdicts(
        _watch(_write(tmp_path, {"things.py": THINGS, "strategy.py": strategy, "settings.py": settings})),
        "strategy.WidgetStrategy",
    )
    assert {verdicts[rule] for rule in GATE_RULES} == {Verdict.UNPROVEN}


@pytest.mark.parametrize(
    ("imports", "before", "on"),
    [
        ("", "", "True"),
        ("", "MAXIMUM_PORTS = 8\n", "MAXIMUM_PORTS > 3"),
        ("", "def drop_ports():\n    return False\n", "not drop_ports()"),
        ("from gates import enabled", "", "True or enabled('Ports')"),
    ],
)
def test_a_gate_that_nothing_reads_makes_no_difference(imports: str, before: str, on: str, tmp_path: Path) -> None:
    files = {"things.py": THINGS, "gates.py": GATES, "strategy.py": _strategy((imports, before, "", on))}
    verdicts = _verdicts(_watch(_write(tmp_path, files)), "strategy.WidgetStrategy")
    assert verdicts["gated-field-not-dropped"] is Verdict.VIOLATED


# ------------------------------------------------------------------------------------------------ the project's own way

TABLE_FACTORIES = '[tool.apivet.blackbox]\nfactories = "making"\n'


def _with_setter(root: Path, making: str) -> Watched:
    files = {
        "things.py": THINGS,
        "features.py": "FEATURES = {'Ports': True}\n",
        "strategy.py": _strategy(("from features import FEATURES", "", "", "FEATURES['Ports']")),
        "second.py": _strategy(("from features import FEATURES", "", "", "FEATURES['Ports']")),
        "making.py": making,
    }
    return _watch(_write(root, files, TABLE_FACTORIES))


def test_a_project_says_how_a_gate_is_set(tmp_path: Path) -> None:
    watched = _with_setter(
        tmp_path, "from features import FEATURES\n\n\ndef set_gate(name, enabled):\n    FEATURES[name] = enabled\n"
    )
    for name in ("strategy", "second"):
        verdicts = _verdicts(watched, f"{name}.WidgetStrategy")
        assert set(verdicts.values()) == {Verdict.HOLDS}
        assert "gated-field-not-dropped" in verdicts
    assert not watched.notes


def test_a_gate_is_set_only_where_it_changes_and_is_off_when_a_strategy_is_made(tmp_path: Path) -> None:
    making = f"""
from features import FEATURES


def set_gate(name, enabled):
    FEATURES[name] = enabled
    with open({str(tmp_path / "log")!r}, "a") as log:
        log.write(f"{{name}} {{enabled}}\\n")


def make_strategy(class_):
    with open({str(tmp_path / "log")!r}, "a") as log:
        log.write(f"made {{FEATURES['Ports']}}\\n")
    return class_()
"""
    watched = _with_setter(tmp_path, making)
    told = (tmp_path / "log").read_text().split("\n")
    assert told.count("made False") == 2
    states = [line for line in told if line.startswith("Ports")]
    assert {*states} == {"Ports True", "Ports False"}
    assert len(states) < watched.runs / 2


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    raise KeyError(name)\n", "set_gate('Ports', False) raises KeyError: 'Ports'"),
        (
            "    if enabled:\n        raise OSError('no\\nserver')\n",
            "set_gate('Ports', True) raises OSError: no server",
        ),
        ("    raise SystemExit(3)\n", "set_gate('Ports', False) raises SystemExit: 3"),
    ],
)
def test_an_error_in_it_is_one_clear_reason(tmp_path: Path, body: str, expected: str) -> None:
    watched = _with_setter(tmp_path, f"def set_gate(name, enabled):\n{body}")
    for item in watched.unexercised:
        assert item.reason == f"[tool.apivet.blackbox] factories: {expected}"
    assert len(watched.unexercised) == 2


def test_what_is_no_function_sets_no_gate(tmp_path: Path) -> None:
    watched = _with_setter(tmp_path, "set_gate = {}\n")
    assert {item.reason for item in watched.unexercised} == {
        "[tool.apivet.blackbox] factories: set_gate is no function, but a dict"
    }


ANSWERING = """
FEATURES = {"Ports": False}


def enabled(name):
    return FEATURES[name]
"""


def _asking(root: Path, setter: str, *, make: str = "") -> Watched:
    making = f"import features\n\n\ndef set_gate(name, state):\n    {setter}\n"
    strategy = _strategy(("from features import enabled", "", "", "enabled('Ports')"))
    files = {"things.py": THINGS, "features.py": ANSWERING + make, "strategy.py": strategy, "making.py": making}
    return _watch(_write(root, files, TABLE_FACTORIES))


@pytest.mark.parametrize(("setter", "answer"), [("pass", False), ("features.FEATURES[name] = True", True)])
def test_a_set_gate_that_changes_nothing_is_heard(setter: str, answer: bool, tmp_path: Path) -> None:
    watched = _asking(tmp_path, setter)
    expected = f"set_gate has no effect on Ports: enabled still answers {answer}"
    assert _notes(watched, "strategy.WidgetStrategy") == [expected]
    verdicts = _verdicts(watched, "strategy.WidgetStrategy")
    assert {verdicts[rule] for rule in GATE_RULES} == {Verdict.UNPROVEN}
    assert {item.message for item in watched.report.findings} == {expected}


@pytest.mark.parametrize(
    "setter",
    [
        "features.FEATURES[name] = state",
        "features.FEATURES[name] = state if features.enabled(name) is not state else features.FEATURES[name]",
    ],
)
def test_one_that_works_is_believed(setter: str, tmp_path: Path) -> None:
    watched = _asking(tmp_path, setter)
    assert not watched.notes
    assert set(_verdicts(watched, "strategy.WidgetStrategy").values()) == {Verdict.HOLDS}


def test_what_a_gate_function_remembers_is_forgotten_when_the_gate_is_set(tmp_path: Path) -> None:
    watched = _asking(
        tmp_path,
        "features.FEATURES[name] = state",
        make="\n\nimport functools\n\nenabled = functools.lru_cache(enabled)\n",
    )
    assert not watched.notes
    assert set(_verdicts(watched, "strategy.WidgetStrategy").values()) == {Verdict.HOLDS}
