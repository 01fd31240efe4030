"""Hooks as strangers write them, in pairs of which one keeps a rule and the other breaks it: the files
``*strangers.toml``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.golang.judged_hooks import rulings, verdict

from apivet.conventions.rulings import Ruling
from apivet.documents import parse_toml

pytestmark = pytest.mark.long

TYPES = """
type Crumb struct { Grains int; Notes []string; Next *Crumb }
type Crust struct { Colour string; Depth int32; Seeds [2]int }
type LoafSpec struct {
	Flour string; Slices int32; Weight float64; Sweet bool; Crumbs []Crumb; First Crumb; Crust Crust
	Salt *int32; Inner *Crumb; Tags map[string]string; Names []string; ByName map[string]Crumb
}
type LoafStatus struct {
	Baked int; Text string; Crumbs []Crumb; First Crumb; Crust Crust; Seen *int32; Inner *Crumb
	Notes map[string]string; Names []string; ByName map[string]Crumb; Pair [2]Crumb
}
type Loaf struct { metav1.TypeMeta; metav1.ObjectMeta; Spec LoafSpec; Status LoafStatus }
type loafStrategy struct{}
"""
#: Packages that the tree does not have, each imported where a pair uses its name.
LIBRARY = (
    *("bytes", "cmp", "container/list", "context", "encoding/json", "errors", "fmt", "iter", "maps", "reflect"),
    *("k8s.io/client-go/tools/cache", "regexp", "slices", "sort", "strings", "sync", "sync/atomic", "time", "unsafe"),
    *("k8s.io/apimachinery/pkg/api/resource", "k8s.io/apimachinery/pkg/conversion", "go.uber.org/zap"),
    *("k8s.io/apiserver/pkg/endpoints/request", "k8s.io/apimachinery/pkg/util/sets"),
)
TABLES = sorted(Path(__file__).parent.glob("*strangers.toml"))
PAIRS = {each["name"]: each for table in TABLES for each in parse_toml(table.read_bytes())["pair"]}


def source(pair: dict[str, Any], body: str) -> str:
    """The file of one hook."""
    declarations = pair.get("declarations", "")
    if pair["rule"] == "status-not-wiped-on-create":
        head, start = "PrepareForCreate(ctx, obj any)", "k := obj.(*Loaf)\n_ = k\n"
    else:
        head, start = "PrepareForUpdate(ctx, obj, old any)", "k, o := obj.(*Loaf), old.(*Loaf)\n_, _ = k, o\n"
    hook = f"func (loafStrategy) {head} {{\n{start}{body}}}\n"
    names = (re.escape(each.rpartition("/")[2]) for each in LIBRARY)
    used = [path for path, name in zip(LIBRARY, names) if re.search(rf"(?<![\w.]){name}\.[A-Z]", declarations + hook)]
    taken = "".join(f'\t"{each}"\n' for each in used)
    meta = '\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n'
    return f"package bakery\nimport (\n{taken}{meta})\n{TYPES}{declarations}{hook}"


def told_of(found: list[Ruling]) -> str:
    """The verdict, or that the hook always panics."""
    is_endless = any(each.detail == "the hook never comes to its end" for each in found)
    return "never ends" if is_endless else verdict(found)


def ruled(root: Path, pair: dict[str, Any], kind: str) -> list[Ruling]:
    """The rulings on the hook of a pair that keeps the rule, or that breaks it."""
    files = {"go.mod": "module ex.org/bakery\n\ngo 1.24\n", "loaf.go": source(pair, pair[kind])}
    return rulings(root / kind, files, "ex.org/bakery.loafStrategy", "ex.org/bakery.Loaf", pair["rule"])


@pytest.mark.parametrize("name", PAIRS)
def test_one_of_two_breaks_the_rule(tmp_path: Path, name: str) -> None:
    pair = PAIRS[name]
    assert [told_of(ruled(tmp_path, pair, kind)) for kind in ("keeps", "breaks")] == pair["told"]


def test_the_rest_of_a_hook_is_followed_where_recursion_is_too_much(tmp_path: Path) -> None:
    found = ruled(tmp_path, PAIRS["a helper that goes down at many places and changes what it finds"], "breaks")
    assert not any(ruling.is_exhausted for ruling in found)


def test_nothing_that_was_seen_to_break_a_rule_is_said_to_hold() -> None:
    assert len(PAIRS) > 150
    assert not [name for name, pair in PAIRS.items() if pair["told"][0] == "violated" or pair["told"][1] == "holds"]
