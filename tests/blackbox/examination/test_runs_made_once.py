"""A run whose answers are known is not made again, and no run is taken for another one."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from tests.blackbox.conftest import watched_in

from apivet.check.observing import Watched, observe
from apivet.config import load_config
from apivet.verdicts import Verdict

_SWITCHES = """
    import functools

    STATES = {"Dredge": False, "Pilot": False}

    {decorator}
    def enabled(gate: str) -> bool:
        return STATES[gate]
"""
_HARBOUR = """
    from dataclasses import dataclass, field
    from typing import Annotated

    import switches

    @dataclass
    class Meta:
        name: str = ""
        generation: int = 0

    @dataclass
    class Spec:
        berths: int = 0
        depth: Annotated[int | None, FeatureGate("Dredge")] = None

    @dataclass
    class Status:
        moored: int = 0
        phase: str = ""

    @dataclass
    class Harbour:
        metadata: Meta
        spec: Spec
        status: Status

    class HarbourStatusStrategy:
        def prepare_for_update(self, obj: Harbour, old: Harbour) -> None:
            {asked}
            obj.spec = old.spec
            obj.metadata = old.metadata
"""
_KEPT = "spec-not-kept-on-status-update"


def _watched(root: Path, asked: str, decorator: str = "") -> Watched:
    files = {
        "switches.py": _SWITCHES.replace("{decorator}", decorator),
        "harbour.py": "from gates import FeatureGate\n" + dedent(_HARBOUR),
    }
    files["gates.py"] = "class FeatureGate:\n    def __init__(self, name: str) -> None:\n        self.name = name\n"
    root.mkdir()
    (root / "pyproject.toml").write_text('[tool.apivet]\nfeature-gates = ["switches"]\n')
    for name, text in files.items():
        (root / name).write_text(dedent(text).replace("{asked}", asked))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        return observe([], load_config(root).on_command_line(jobs=1), seed=1)


def _verdict(watched: Watched) -> Verdict:
    return max((row.verdict for row in watched.report.judgements if row.rule == _KEPT), key=str)


def test_the_gates_that_a_run_asks_for_are_all_that_tells_it_from_others(tmp_path: Path) -> None:
    silent = _watched(tmp_path / "silent", "pass")
    asking = _watched(tmp_path / "asking", 'switches.enabled("Dredge")')
    both = _watched(tmp_path / "both", 'switches.enabled("Dredge"), switches.enabled("Pilot")')
    assert silent.runs < asking.runs <= both.runs
    assert [_verdict(each) for each in (silent, asking, both)] == [Verdict.HOLDS] * 3


@pytest.mark.parametrize("decorator", ["", "@functools.lru_cache(maxsize=None)"], ids=["heard", "cached"])
@pytest.mark.parametrize(
    "asked",
    [
        'if switches.enabled("Dredge"): return',
        'if not switches.enabled("Dredge"): return',
        'if not (switches.enabled("Dredge") or switches.enabled("Pilot")): return',
        'if switches.enabled("Pilot") and not switches.enabled("Dredge"): return',
    ],
)
def test_a_run_with_another_answer_is_another_run(asked: str, decorator: str, tmp_path: Path) -> None:
    """Of questions that a cache answers, only the first is heard."""
    assert _verdict(_watched(tmp_path / "harbour", asked, decorator)) is Verdict.VIOLATED


_QUAY = """
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass
class Meta:
    name: str = ""
@dataclass
class Spec:
    berths: int = 0
    owner: str = ""
@dataclass
class Status:
    moored: int = 0
@dataclass
class Quay:
    metadata: Meta
    spec: Spec
    status: Status
class Inherited:
    def prepare_for_create(self, obj: Quay) -> None:
        if obj.spec.owner == "harbour master" and obj.spec.berths == 4711: obj.status.moored = 1
    def prepare_for_update(self, obj: Quay, old: Quay) -> None:
        if obj.spec.owner == "harbour master" and obj.spec.berths == 4711: return
        obj.spec, obj.metadata = old.spec, old.metadata
class QuayStatusStrategy{base}:
    def prepare_for_update(self, obj: Quay, old: Quay) -> None:
        {code}
"""


def _quay(root: Path, code: str, base: str = "(Inherited)") -> tuple[int, str]:
    root.mkdir()
    report = watched_in(root, {"quay.py": _QUAY.replace("{base}", base).replace("{code}", code)})
    rows = [row for row in report["verdicts"] if row["rule"] == _KEPT and row["object"] == "quay.QuayStatusStrategy"]
    return rows[0]["tried"], rows[0]["verdict"]


def test_hooks_that_are_never_called_give_no_reason_for_a_run(tmp_path: Path) -> None:
    keeps = "obj.spec, obj.metadata = old.spec, old.metadata"
    alone, inheriting = (_quay(tmp_path / name, keeps, base) for name, base in (("a", ""), ("b", "(Inherited)")))
    assert alone == inheriting
    assert alone[1] == "holds"


@pytest.mark.parametrize(
    "code",
    [
        "super().prepare_for_update(obj, old)",
        "Inherited.prepare_for_update(self, obj, old)",
        "getattr(super(), 'prepare_' + 'for_update')(obj, old)",
    ],
    ids=["super", "class", "getattr"],
)
def test_hooks_that_are_called_by_those_that_hide_them_do(code: str, tmp_path: Path) -> None:
    assert _quay(tmp_path / "quay", code)[1] == "violated"


_HEARD = """
class QuayStrategy:
    def prepare_for_create(self, obj: Quay) -> None:
        self.hear(obj, None)
        obj.status = Status()
    def prepare_for_update(self, obj: Quay, old: Quay) -> None:
        self.hear(obj, old)
        obj.status = old.status
    def hear(self, obj: Quay, old: Quay | None) -> None:
        open({heard!r}, "a").write(f"{{obj}} {{old}}\\n")
"""


def test_objects_that_are_alike_are_given_once(tmp_path: Path) -> None:
    """An object into which a part of another one was put that is like its own is no other object."""
    heard = tmp_path / "heard"
    (tmp_path / "quay").mkdir()
    code = _QUAY.partition("class Inherited")[0] + _HEARD.format(heard=str(heard))
    runs = watched_in(tmp_path / "quay", {"quay.py": code})["runs"]
    others = len(set(heard.read_text().splitlines()))
    assert runs <= others + 12  # random sequences may come to the same ones again
