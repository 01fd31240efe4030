"""Tags, gate checks and forgotten calls are found."""

from __future__ import annotations

import pytest
from sources_as_text import workspace_from_text

from apivet.program.contents import Contents
from apivet.program.front_end import DefaultScope

GATES = """
import enum
PORTS = "Ports"
KNOWN = {"InDict": {"stage": "alpha"}}
class Feature(enum.Enum):
    SIZE = "Size"
class Registry:
    def enabled(self, name): return name in KNOWN
default = Registry()
def enabled(name): return default.enabled(name)
def allow_ports(): return enabled(PORTS)
"""
TYPES = """
from dataclasses import dataclass
@dataclass
class Spec:
    # +k8s:featureGate=Ports
    ports: int = 0
    size: int = 0  # +featureGate=Unknown
"""


class Registered(DefaultScope):
    feature_gates = ("app.gates",)


def contents(source: str, registered: bool = True, path: str = "app/use.py") -> Contents:
    sources = {"app/__init__.py": "", "app/gates.py": GATES, "app/types.py": TYPES, "app/use.py": source}
    return workspace_from_text(sources, Registered() if registered else None).contents(path)


def test_tags_name_their_field() -> None:
    found = contents("", path="app/types.py").tags
    assert [(tag.gate, tag.type, tag.field, tag.location.line) for tag in found] == [
        ("Ports", "app.types.Spec", "ports", 6),
        ("Unknown", "app.types.Spec", "size", 7),
    ]


@pytest.mark.parametrize(
    ("call", "gate"),
    [
        ("enabled('Ports')", "Ports"),
        ("enabled(gates.PORTS)", "Ports"),
        ("gates.enabled(Feature.SIZE)", "Size"),
        ("gates.default.enabled(gates.Feature.SIZE.value)", "Size"),
        ("self.gates.enabled('InDict')", "InDict"),
        ("feature_enabled(name='Size')", "Size"),
        ("enabled('Nobody')", "Nobody"),
        ("plugins.enabled('audit')", None),
        ("plugins.enabled('Nobody')", None),
        ("enabled(anything)", None),
        ("plugins.enabled('alpha')", None),
        ("ask('Ports')", None),
    ],
)
def test_gate_checks(call: str, gate: str | None) -> None:
    source = f"from app import gates\nfrom app.gates import Feature, enabled\ndef f(self):\n    return {call}\n"
    found = contents(source).gate_checks
    assert [(check.gate, check.owner) for check in found] == ([(gate, "app.use.f")] if gate else [])


def test_where_gates_are_used_is_looked_for_if_somebody_asks() -> None:
    sources = {"app/gates.py": GATES, "app/use.py": "from app.gates import enabled\nenabled('Ports')\n"}
    workspace = workspace_from_text(sources, Registered())
    assert workspace.contents("app/use.py").gate_checks
    assert not workspace.contents("app/use.py", with_gate_uses=False).gate_checks


def test_without_a_registry_tags_say_what_a_gate_is() -> None:
    source = "def f():\n    return x.enabled('Ports') or x.enabled('audit')\n"
    assert [check.gate for check in contents(source, registered=False).gate_checks] == ["Ports"]


def test_a_tag_by_a_constant_of_another_module_counts_as_a_gate() -> None:
    sources = {
        "names.py": "SIZE = 'Size'\n",
        "t.py": "import names\nfrom typing import Annotated\nclass C:\n    f: Annotated[int, FeatureGate(names.SIZE)]\n",
        "use.py": "def f(x): return x.enabled('Size')\n",
    }
    assert [check.gate for check in workspace_from_text(sources).contents("use.py").gate_checks] == ["Size"]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("if allow_ports: pass", 1),
        ("if ready and allow_ports: pass", 1),
        ("if not gates.allow_ports: pass", 1),
        ("if gates.default.enabled: pass", 1),
        ("x = 1 if wrapped else 2", 1),
        ("assert twice", 1),
        ("[i for i in y if allow_ports]", 1),
        ("while allow_ports or x: break", 1),
        ("if self.method: pass", 1),
        ("if local: pass", 1),
        ("if allow_ports(): pass", 0),
        ("register(allow_ports)", 0),
        ("if self.prop: pass", 0),
        ("if other: pass", 0),
        ("if self.field: pass", 0),
        ("if asked: pass", 0),
    ],
)
def test_gate_functions_that_are_not_called(code: str, count: int) -> None:
    source = f"""
from app import gates
from app.gates import allow_ports, enabled
def wrapped(): return not enabled("Ports")
def twice(): return wrapped()
def other(): return 1
class C:
    field: bool
    def method(self): return enabled("Ports")
    @property
    def prop(self): return enabled("Ports")
    def f(self, y):
        asked = enabled("Ports")
        def local(): return enabled("Ports")
        {code}
"""
    found = contents(source).uncalled_gates
    assert [use.location.line for use in found] == [15] * count


def test_a_parameter_hides_a_gate_function() -> None:
    source = "from app.gates import allow_ports\ndef f(allow_ports):\n    return 1 if allow_ports else 2\n"
    assert contents(source).uncalled_gates == ()


def test_nothing_is_looked_for_where_there_are_no_gates() -> None:
    workspace = workspace_from_text({"m.py": "def f():\n    return enabled('Ports')\n"})
    assert workspace.contents("m.py") == Contents(module="m")
