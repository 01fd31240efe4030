"""Fields of a strategy's own instance: those that its package makes with one value and never sets are that value."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.ferries import rows, write
from tests.golang.judged_hooks import META, META_TEXT

KEPT, CREATES = "status-not-kept-on-update", "allow-create-on-update-not-default"
FILE = """package bakery

import (
	"context"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

type LoafSpec struct { Flour string }
type LoafStatus struct { Baked int }
type Loaf struct { metav1.TypeMeta; metav1.ObjectMeta; Spec LoafSpec; Status LoafStatus }
type loafStrategy struct { allow bool; mode string; Open bool }

func (s loafStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {
	if s.allow || s.mode == "keep" { obj.(*Loaf).Status = old.(*Loaf).Status }
}
func (s loafStrategy) AllowCreateOnUpdate() bool { return s.allow }
"""
ALWAYS = "var Strategy = loafStrategy{allow: true}\n"
TOLD = {
    "a name": (ALWAYS, "holds", "violated"),
    "a place": ('var Strategy = loafStrategy{true, "", false}\n', "holds", "violated"),
    "a pointer": ("var Strategy = &loafStrategy{allow: true}\n", "holds", "violated"),
    "none": ("var Strategy = loafStrategy{}\n", "violated", "holds"),
    "a constant": (
        "const on = true\nfunc New() loafStrategy { return loafStrategy{allow: on} }\n",
        "holds",
        "violated",
    ),
    "a text": ('var Strategy = loafStrategy{mode: "keep"}\n', "holds", "holds"),
    "two that agree": (f"{ALWAYS}var Other = &loafStrategy{{allow: true}}\n", "holds", "violated"),
}
NOT_TOLD = {
    "two that differ": f"{ALWAYS}var Other = loafStrategy{{}}\n",
    "a parameter": "func New(a bool) loafStrategy { return loafStrategy{allow: a} }\n",
    "set": f"{ALWAYS}func init() {{ Strategy.allow = false }}\n",
    "its address": f"{ALWAYS}var address = &Strategy.allow\n",
    "a zero one": f"{ALWAYS}var Other loafStrategy\n",
    "a new one": f"{ALWAYS}var Other = new(loafStrategy)\n",
    "a result": f"{ALWAYS}func other() (s loafStrategy) {{ return }}\n",
    "an element": f"{ALWAYS}var Others = []loafStrategy{{{{}}}}\n",
    "a part": f"{ALWAYS}type other struct {{ loafStrategy }}\n",
    "another name": f"{ALWAYS}type other = loafStrategy\nvar Other other\n",
    "a conversion": f"{ALWAYS}type like struct {{ allow bool; mode string; Open bool }}\nvar Other = loafStrategy(like{{}})\n",
    "a generic function": f"{ALWAYS}func zero[T any]() (t T) {{ return }}\nvar Other = zero[loafStrategy]()\n",
    "one without a name": f"{ALWAYS}var Other loafStrategy = struct {{ allow bool; mode string; Open bool }}{{}}\n",
    "one of no name": f"{ALWAYS}var plain struct {{ allow bool; mode string; Open bool }}\nfunc other() loafStrategy {{ return plain }}\n",
    "no instance": "",
}


def verdicts(directory: Path, more: str) -> tuple[str | None, str | None]:
    write({META: META_TEXT, "go.mod": "module ex.org/bakery\n\ngo 1.26\n", "loaf.go": FILE + more}, directory)
    found = rows()
    return found.get(("ex.org/bakery.loafStrategy", KEPT)), found.get(("ex.org/bakery.loafStrategy", CREATES))


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tree").mkdir()
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("name", TOLD)
def test_a_field_that_is_the_same_in_all_instances_is_told(name: str) -> None:
    more, *told = TOLD[name]
    assert [*verdicts(Path.cwd(), more)] == told


@pytest.mark.parametrize("name", NOT_TOLD)
def test_any_other_is_not(name: str) -> None:
    assert verdicts(Path.cwd(), NOT_TOLD[name]) == ("unproven", "unproven")


def test_fields_that_other_packages_can_set_are_not() -> None:
    more = ALWAYS.replace("allow: true", "Open: true")
    text = FILE.replace("s.allow", "s.Open") + more
    write({META: META_TEXT, "go.mod": "module ex.org/bakery\n\ngo 1.26\n", "loaf.go": text}, Path.cwd())
    assert rows()["ex.org/bakery.loafStrategy", KEPT] == "unproven"
