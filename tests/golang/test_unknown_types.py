"""Values of types outside the tree: what is put into one by way of its address comes out of it again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.judged_hooks import rulings, verdict
from tests.golang.test_strangers import source

WIPED = "status-not-wiped-on-create"
TOLD = "c := k.Status.Baked\n"
#: Ways to put ``c`` into something of which the type is not known, and the number that is read from it afterwards.
FILLED = {
    "variable": ("var e far.Thing\nfar.Fill(&e, c)\n", "e.Y"),
    "pointer to a variable": ("var e far.Thing\nq := &e\nfar.Fill(q, c)\n", "e.Y"),
    "field by way of a pointer": ("var e far.Thing\nq := &e\nq.Y = c\n", "e.Y"),
    "method of a pointer": ("var e far.Thing\nq := &e\nr := q\nr.Set(c)\n", "e.Y"),
    "address of a part": ("var e far.Thing\np := &e.A\n*p = c\n", "e.A"),
    "address of a deeper part": ("var e far.Thing\nq := &e.A[3].B\nq.Y = c\n", "e.A[3].B.Y"),
    "literal": ("e := &far.Thing{}\nq := &e.A\n*q = c\n", "e.A"),
    "alias of a literal": ("e := &far.Thing{}\nd := e\nfar.Fill(d, c)\n", "e.A"),
    "element of a slice": ("e := []far.Thing{{}}\nfar.Fill(&e[0], c)\n", "e[0].A"),
    "element of an array": ("e := [2]far.Thing{}\nfar.Fill(&e[0], c)\n", "e[0].A"),
    "pointer in a structure": ("e := box{P: &far.Thing{}}\nfar.Fill(e.P, c)\n", "e.P.A"),
    "value in a structure": ("e := box{}\nfar.Fill(&e.T, c)\n", "e.T.A"),
}


def judge(root: Path, body: str) -> str:
    """The verdict on a hook that wipes the status."""
    pair = {"rule": WIPED, "declarations": "type box struct{ T far.Thing; P *far.Thing }\n"}
    files = {"go.mod": "module ex.org/bakery\n\ngo 1.24\n", "loaf.go": source(pair, body)}
    return verdict(rulings(root, files, "ex.org/bakery.loafStrategy", "ex.org/bakery.Loaf", WIPED))


@pytest.mark.parametrize("way", FILLED)
def test_what_was_put_into_an_unknown_value_is_not_the_servers(tmp_path: Path, way: str) -> None:
    filled, taken = FILLED[way]
    assert judge(tmp_path, f"{TOLD}{filled}k.Status = LoafStatus{{Baked: {taken}}}\n") == "unproven"


@pytest.mark.parametrize("way", FILLED)
def test_an_unknown_value_beside_the_status_is_no_doubt(tmp_path: Path, way: str) -> None:
    filled, _ = FILLED[way]
    assert judge(tmp_path, f"{TOLD}{filled}k.Status = LoafStatus{{}}\n") == "holds"


KITES = """package kites
import (
	"context"
	"ex.org/far"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)
type Kite struct { metav1.TypeMeta; metav1.ObjectMeta; Spec KiteSpec; Status KiteStatus }
type KiteSpec struct { N int; F far.Thing }
type KiteStatus struct { N int; W []string; Z far.Notes; F far.Thing; P *far.Thing; L []far.Thing; S *int32 }
type kiteStrategy struct{}
func (kiteStrategy) PrepareForUpdate(ctx context.Context, obj, old any) {
	k, o := obj.(*Kite), old.(*Kite)
"""
EACH = "k.Status.N, k.Status.F, k.Status.P = o.Status.N, o.Status.F, o.Status.P\nk.Status.L, k.Status.S = o.Status.L, o.Status.S\nk.Status.W, k.Status.Z = o.Status.W, o.Status.Z\n"
#: Hooks that set fields of which the type is not known, with the verdict on the stored status.
SET = {
    "one by one": (EACH, "holds"),
    "all but one": ("f := k.Status.F\n" + EACH + "k.Status.F = f\n", "violated"),
    "a part of one": ("h := k.Spec.F.G\n" + EACH + "k.Status.F.G = h\n", "unproven"),
    "by its address": ("p := &k.Status.F\nh := k.Spec.F.G\n" + EACH + "p.G = h\n", "unproven"),
    "by a method": (EACH + "k.Status.F.Set(k.Spec.F)\n", "unproven"),
    "by a stranger": (EACH + "far.Fill(&k.Status.F, k.Spec.F)\n", "unproven"),
    "an element": ("f := k.Status.L\n" + EACH + "if len(f) > 0 { k.Status.L[0] = f[0] }\n", "violated"),
}


KEYS = "z := k.Status.Z\n" + EACH + "k.Status.W = keys(z)\n"
WORD = "w := k.Status.W\n" + EACH + "if len(w) > 0 { %s }\n"
SET |= {
    "keys of one": (KEYS, "violated"),
    "an element of a variable": (WORD % 'z := k.Status.Z\nz["a"] = w[0]', "unproven"),
    "an element of a parameter": (WORD % "put(k.Status.Z, w[0])", "violated"),
    "a key of a parameter": (WORD % "name(k.Status.Z, w[0])", "unproven"),
}
HELPERS = """
func keys(m map[string]int) (found []string) {
	for key := range m { found = append(found, key) }
	return found
}
func put(m []string, word string) { m[0] = word }
func name(m map[string]string, word string) { m[word] = "" }
"""


@pytest.mark.parametrize("way", SET)
def test_fields_of_unknown_types_are_set(tmp_path: Path, way: str) -> None:
    body, told = SET[way]
    files = {"go.mod": "module ex.org/kites\n", "kites.go": f"{KITES}{body}\n}}\n{HELPERS}"}
    found = rulings(tmp_path, files, "ex.org/kites.kiteStrategy", "ex.org/kites.Kite", "status-not-kept-on-update")
    assert verdict(found) == told
