"""Hooks of Go, asked of the rules: constructs of the language in pairs, of which only one breaks the rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.judged_hooks import META, META_TEXT
from tests.golang.judged_hooks import rulings as judged
from tests.golang.judged_hooks import verdict as worst

from apivet.conventions.rulings import Ruling, finding
from apivet.golang.naming import WORDS
from apivet.verdicts import Confidence, Location

TREE = {"go.mod": "module ex.org/kites\n", META: META_TEXT}
HEAD = """package kites
import (
	"iter"
	"reflect"
	"slices"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"ex.org/elsewhere"
)
type Line struct { Length int; Knots []string; Spool *Spool }
type Spool struct { Turns int }
type KiteSpec struct { Colour string; Lines []Line; Tail Line; Pilots *int32; Names map[string]string }
type KiteStatus struct { Height int; Winds []Line; Last Line; Seen *int32 }
type Kite struct { metav1.TypeMeta; metav1.ObjectMeta; Spec KiteSpec; Status KiteStatus }
type kiteStrategy struct{}
type wind struct { strength int }
func (w wind) calm(k *Kite) { k.Status = KiteStatus{} }
func (w wind) rest(s KiteStatus) { s.Height = 0 }
type gale struct { wind }
func (g gale) rest(s *KiteStatus) { *s = KiteStatus{} }
type Lander interface { land(k *Kite) }
func reset(s *KiteStatus) { *s = KiteStatus{} }
func cleared(s KiteStatus) KiteStatus { s = KiteStatus{}; return s }
func both2(k *Kite) KiteStatus { return k.Status }
func untouched(s KiteStatus) { s.Height = 0; s.Winds = nil; s.Last = Line{}; s.Seen = nil }
func both(k, old *Kite) (KiteStatus, error) { return old.Status, nil }
func named(old *Kite) (status KiteStatus) { status = old.Status; return }
func later(k, old *Kite) (status KiteStatus) { defer func() { status = old.Status }(); return k.Status }
func visit(k *Kite, f func(*KiteStatus) bool) bool { return f(&k.Status) }
func parts(k *Kite) iter.Seq[*KiteStatus] { return func(yield func(*KiteStatus) bool) { yield(&k.Status) } }
func first[T any](a, b T) T { return a }
func apply[T any](p *T, f func(*T)) { f(p) }
func toKite(o any) *Kite { k, ok := o.(*Kite); if !ok { return nil }; return k }
var windy = true
var calm = true
var landed bool
var Gusty = true
var Untied = func(k, o *Kite) { k.Status = o.Status }
var Crew Keeper = keeper{}
var Rules = Rulebook{Strict: true}
var Manual = &Rulebook{Strict: true}
var Flags = [1]bool{true}
var Flights = counter{}
type Keeper interface { keep(k, o *Kite) }
type keeper struct {}
func (keeper) keep(k, o *Kite) { k.Status = o.Status }
type Rulebook struct { Strict bool }
var torn = true
var limits = map[string]bool{"low": true}
var limited = map[string]bool{"low": true}
var turns = counter{}
var flights = counter{}
func init() { landed = true }
func toggle() { calm = false; untie(&torn); limited["low"] = false; turns.count() }
func untie(b *bool) { *b = false }
type counter struct { n int }
func (c *counter) count() { c.n++ }
func (c counter) none() bool { return c.n == 0 }
type Basket struct { last [2]KiteStatus; in struct { last KiteStatus } }
type Deck struct { St KiteStatus }
func (d Deck) give(k *Kite) { k.Status = d.St }
func (d *Deck) hand(k *Kite) { k.Status = d.St }
type Giver interface { give(k *Kite) }
type shared struct { *Deck }
type held struct { Deck }
func calmed() { if r := recover(); r != nil { _ = r } }
func risky(k *Kite) { defer calmed(); if k.Name == "" { panic(1) } }
func setFirst(names []string, name string) { names[0] = name }
func tried(k, o *Kite) (s KiteStatus) { defer func() { s = k.Status }(); return o.Status }
func untried(k, o *Kite) KiteStatus { s := o.Status; defer func() { s = k.Status }(); return s }
var _ = slices.Clone[[]int]
var _ = reflect.DeepEqual
var _ = elsewhere.Name
"""
CREATE, UPDATE = "PrepareForCreate(ctx any, obj any)", "PrepareForUpdate(ctx any, obj, old any)"
WIPED, KEPT = "status-not-wiped-on-create", "status-not-kept-on-update"
BUMPED, IDLE = "generation-not-bumped-on-spec-change", "generation-bumped-without-spec-change"
SPEC, METADATA = "spec-not-kept-on-status-update", "metadata-not-reset-on-status-update"


def verdict(root: Path, rule: str, body: str) -> str:
    """The verdict of one rule on a hook with this body, in which ``k`` and ``o`` are the objects."""
    return worst(rulings(root, rule, body))


def rulings(root: Path, rule: str, body: str) -> list[Ruling]:
    """The rulings of one rule on such a hook."""
    is_create = rule == WIPED
    start = "k := obj.(*Kite)\n" + ("" if is_create else "o := old.(*Kite)\n_ = o\n")
    hook = f"func (kiteStrategy) {CREATE if is_create else UPDATE} {{\n{start}{body}\n}}\n"
    files = {**TREE, "kites.go": HEAD + hook}
    return judged(root, files, "ex.org/kites.kiteStrategy", "ex.org/kites.Kite", rule)


BUMP = "if !reflect.DeepEqual(k.Spec, o.Spec) { k.Generation = o.Generation + 1 }"
PAIRS = {
    "pointer and value": (WIPED, "s := &k.Status\n*s = KiteStatus{}", "s := k.Status\ns = KiteStatus{}\n_ = s"),
    "pointer taken before": (KEPT, "s := &k.Status\n*s = o.Status", "s := &k.Status\nh := s.Height\nk.Status = o.Status\ns.Height = h"),
    "parameter by pointer": (WIPED, "reset(&k.Status)", "untouched(k.Status)"),
    "result of a copy": (WIPED, "k.Status = cleared(k.Status)", "cleared(k.Status)"),
    "fields of a copy": (KEPT, "s := o.Status\nk.Status = s", "s := k.Status\ns.Height = o.Status.Height\nk.Status = s"),
    "whole object": (KEPT, "spec := k.Spec\n*k = *o\nk.Spec = spec", "status := k.Status\n*k = *o\nk.Status = status"),
    "part that is handed on": (SPEC, "h := k.Spec.Colour\nk.Spec = o.Spec\nw := []string{h}\nsetFirst(w[:1], h)", "h := k.Spec.Colour\nk.Spec = o.Spec\nsetFirst(k.Spec.Lines[0].Knots[:1], h)"),
    "shared after a copy": (KEPT, "h := k.Status.Height\nk.Status = o.Status\nw := k.Status\nw.Last.Length = h", "h := k.Status.Height\nk.Status = o.Status\nw := k.Status\nfor i := range w.Winds { w.Winds[i].Length = h }"),
    "range over copies": (KEPT, "h := k.Status.Height\nk.Status = o.Status\nfor _, w := range k.Status.Winds { w.Length = h }", "h := k.Status.Height\nk.Status = o.Status\nfor i := range k.Status.Winds { k.Status.Winds[i].Length = h }"),
    "nil is empty": (WIPED, "k.Status = KiteStatus{Winds: nil}", "if k.Status.Winds == nil { k.Status = KiteStatus{} }"),
    "zero of a variable": (WIPED, "var s KiteStatus\nk.Status = s", "var s KiteStatus\ns.Height = k.Status.Height\nk.Status = s"),
    "new of a value": (KEPT, "k.Status = *new(both2(o))", "k.Status = *new(both2(k))"),
    "new of a variable": (KEPT, "s := o.Status\np := new(s)\ns.Height = k.Status.Height\nk.Status = *p", "s := k.Status\np := new(s)\ns = o.Status\nk.Status = *p"),
    "new of a field": (KEPT, "p := new(o.Status)\nk.Status = *p", "p := new(k.Status)\nk.Status = *p"),
    "new of a number": (WIPED, "_, _ = new(70), new(`a`)\nk.Status = KiteStatus{Seen: new(int32(3)), Height: 2}", "k.Status.Seen = new(int32(3))"),
    "new of a constant": (WIPED, "const a, b = 1, 2\nif *new(true) && *new(a) < *new(b) { k.Status = KiteStatus{} }", "const a, b = 2, 1\nif *new(true) && *new(a) < *new(b) { k.Status = KiteStatus{} }"),
    "new of a false": (WIPED, "if !*new(false) { k.Status = KiteStatus{} }", "if *new(false) { k.Status = KiteStatus{} }"),
    "groups in one line": (WIPED, "const (no = iota; yes)\nvar (a KiteStatus; b = yes)\nif b > no { k.Status = a }", "const (no = iota; yes)\nvar (a KiteStatus; b = no)\nif b > no { k.Status = a }"),
    "new": (WIPED, "k.Status = *new(KiteStatus)", "s := new(KiteStatus)\n*s = k.Status\nk.Status = *s"),
    "method of what is embedded": (WIPED, "gale{}.calm(k)", "gale{}.wind.rest(k.Status)"),
    "least depth": (WIPED, "gale{}.rest(&k.Status)", "wind{}.rest(k.Status)"),
    "method value": (WIPED, "f := wind{}.calm\nf(k)", "f := wind{}.rest\nf(k.Status)"),
    "method value of now": (KEPT, "g := k\nk.Status = o.Status\n_ = g", "s := k.Status\nf := func() { k.Status = s }\nf()"),
    "closure": (WIPED, "wipe := func() { k.Status = KiteStatus{} }\nwipe()", "wipe := func() { k.Status = KiteStatus{} }\n_ = wipe"),
    "captured flag": (KEPT, "ok := false\nvisit(k, func(s *KiteStatus) bool { ok = true; return ok })\nif ok { k.Status = o.Status }", "ok := true\nvisit(k, func(s *KiteStatus) bool { ok = false; return ok })\nif ok { k.Status = o.Status }"),
    "callback": (WIPED, "visit(k, func(s *KiteStatus) bool { *s = KiteStatus{}; return true })", "visit(k, func(s *KiteStatus) bool { t := *s; t = KiteStatus{}; _ = t; return true })"),
    "defer": (WIPED, "defer reset(&k.Status)\nk.Status.Height = 3", "s := k.Status\ndefer func() { k.Status = s }()\nk.Status = KiteStatus{}"),
    "arguments of defer are of now": (KEPT, "defer func(s KiteStatus) { k.Status = s }(o.Status)\no = k", "defer func(s KiteStatus) { k.Status = s }(k.Status)\nk.Status = o.Status"),
    "deferred result": (KEPT, "k.Status = later(k, o)", "k.Status = first(k.Status, o.Status)"),
    "several results": (KEPT, "s, err := both(k, o)\nif err != nil { return }\nk.Status = s", "_, err := both(k, o)\n_ = err"),
    "named result": (KEPT, "k.Status = named(o)", "k.Status = named(k)"),
    "swap": (KEPT, "a, b := k, o\na, b = b, a\nb.Status = a.Status", "a, b := k, o\na, b = b, a\na.Status = b.Status"),
    "range over a function": (WIPED, "for s := range parts(k) { *s = KiteStatus{} }", "for s := range parts(k) { t := *s; t = KiteStatus{}; _ = t }"),
    "return out of a range over a function": (WIPED, "for range parts(k) { k.Status = KiteStatus{}; return }", "for range parts(k) { return }\nk.Status = KiteStatus{}"),
    "generics": (WIPED, "apply(&k.Status, func(s *KiteStatus) { *s = KiteStatus{} })", "apply(&k.Spec, func(s *KiteSpec) { *s = KiteSpec{} })"),
    "type assertion": (WIPED, "if x, ok := obj.(*Kite); ok { x.Status = KiteStatus{} }", "if x, ok := obj.(*Line); ok { _ = x; k.Status = KiteStatus{} }"),
    "type switch": (WIPED, "switch x := obj.(type) {\ncase *Line: _ = x\ncase *Kite: x.Status = KiteStatus{}\n}", "switch x := obj.(type) {\ncase *Line: _ = x; k.Status = KiteStatus{}\ndefault:\n}"),
    "helper that asserts": (WIPED, "toKite(obj).Status = KiteStatus{}", "_ = toKite(obj).Status"),
    "switch": (WIPED, "switch k.Spec.Colour {\ncase \"red\": fallthrough\ndefault: k.Status = KiteStatus{}\n}", "switch k.Spec.Colour {\ncase \"red\":\ndefault: k.Status = KiteStatus{}\n}"),
    "break leaves the switch": (WIPED, "switch {\ncase k.Spec.Colour == \"\": break\n}\nk.Status = KiteStatus{}", "switch {\ndefault: if k.Spec.Colour == \"\" { break }\nk.Status = KiteStatus{}\n}"),
    "label": (WIPED, "outer:\nfor range k.Spec.Lines { for range 3 { continue outer } }\nk.Status = KiteStatus{}", "outer:\nfor range 3 { for range k.Spec.Lines { break outer }; k.Status = KiteStatus{} }"),
    "panic": (WIPED, "if k.Spec.Colour == \"\" { panic(1) }\nk.Status = KiteStatus{}", "if k.Spec.Colour == \"\" { return }\nk.Status = KiteStatus{}"),
    "nil pointer": (WIPED, "if k.Spec.Pilots == nil { _ = *k.Spec.Pilots }\nk.Status = KiteStatus{}", "if k.Spec.Pilots == nil { return }\nk.Status = KiteStatus{}"),
    "copy of a structure without a name": (KEPT, "a := struct{ s KiteStatus }{o.Status}\nb := a\nb.s = k.Status\nk.Status = a.s", "a := struct{ s KiteStatus }{o.Status}\nb := &a\nb.s = k.Status\nk.Status = a.s"),
    "round over structures without a name": (KEPT, "a := []struct{ s KiteStatus }{{o.Status}}\nfor _, x := range a { x.s = k.Status }\nk.Status = a[0].s", "a := []struct{ s KiteStatus }{{o.Status}}\nfor i := range a { a[i].s = k.Status }\nk.Status = a[0].s"),
    "field of a type without a name": (KEPT, "x := Basket{}\nx.in.last = o.Status\ny := x\ny.in.last = k.Status\nk.Status = x.in.last", "x := Basket{}\nx.in.last = o.Status\ny := &x\ny.in.last = k.Status\nk.Status = x.in.last"),
    "array in a structure": (KEPT, "x := Basket{}\nx.last[0] = o.Status\ny := x\ny.last[0] = k.Status\nk.Status = x.last[0]", "x := Basket{}\nx.last[0] = o.Status\ny := &x\ny.last[0] = k.Status\nk.Status = x.last[0]"),
    "shadowed": (KEPT, "s := o.Status\nif true { s := k.Status; _ = s }\nk.Status = s", "s := o.Status\nif true { s = k.Status }\nk.Status = s"),
    "bump by value": (BUMPED, BUMP, "if k.Spec.Colour != o.Spec.Colour { k.Generation = o.Generation + 1 }"),
    "bump of a promoted field": (IDLE, BUMP.replace("k.Gen", "k.ObjectMeta.Gen"), "k.Generation = o.Generation + 1"),
    "struct equality": (IDLE, "if k.Spec.Tail.Length != o.Spec.Tail.Length { k.Generation = o.Generation + 1 }", "if k.Spec.Colour == o.Spec.Colour { k.Generation = o.Generation + 1 }"),
    "payload of a status update": (SPEC, "k.Spec = o.Spec", "k.Spec.Colour = o.Spec.Colour"),
    "metadata": (METADATA, "metav1.ResetObjectMetaForStatus(&k.ObjectMeta, &o.ObjectMeta)", "metav1.ResetObjectMetaForStatus(&k.ObjectMeta, &k.ObjectMeta)"),
    "metadata of whole objects": (METADATA, "metav1.ResetObjectMetaForStatus(k, o)", "metav1.ResetObjectMetaForStatus(o, k)"),
    "variable that stays": (KEPT, "if windy { k.Status = o.Status }", "if !windy { k.Status = o.Status }"),
    "table that stays": (KEPT, 'if limits["low"] { k.Status = o.Status }', 'if limits["high"] { k.Status = o.Status }'),
    "counter that stays": (KEPT, "if flights.none() { k.Status = o.Status }", "if !flights.none() { k.Status = o.Status }"),
    "counter that others can't make": (KEPT, "if Flights.none() { k.Status = o.Status }", "if !Flights.none() { k.Status = o.Status }"),
    "part that is read": (KEPT, "k.Status = o.Status\nw := k.Status.Winds[:1]\nfor _, each := range w { _ = each.Length }", "h := k.Status.Height\nk.Status = o.Status\nif len(k.Status.Winds) > 0 { for i := range k.Status.Winds[:1] { k.Status.Winds[i].Length = h } }"),
    "array is a value": (KEPT, "a := [2]KiteStatus{o.Status, k.Status}\nb := a\nb[0] = k.Status\nk.Status = a[0]", "a := [2]KiteStatus{k.Status, k.Status}\nb := a\nb[0] = o.Status\nk.Status = a[0]"),
    "range over a copy of an array": (KEPT, "a := [2]bool{true, false}\nfor i, x := range a { a[1] = true\nif i == 1 && x { return } }\nk.Status = o.Status", "a := [2]KiteStatus{k.Status, k.Status}\nfor _, x := range a { a[1] = o.Status\nk.Status = x }"),
    "structure in a map": (KEPT, 'm := map[string]KiteStatus{"a": o.Status}\nv := m["a"]\nv = k.Status\n_ = v\nk.Status = m["a"]', 'm := map[string]KiteStatus{"a": k.Status}\nfor _, v := range m { v = o.Status; _ = v }\nk.Status = m["a"]'),
    "receiver of now": (KEPT, "d := Deck{o.Status}\nf := d.give\nd.St = k.Status\nf(k)", "d := Deck{o.Status}\nf := d.hand\nd.St = k.Status\nf(k)"),
    "embedded pointer": (KEPT, "h := shared{&Deck{k.Status}}\ng := h\ng.St = o.Status\nk.Status = h.St", "h := held{Deck{k.Status}}\ng := h\ng.St = o.Status\nk.Status = h.St"),
    "interface holds a copy": (KEPT, "d := Deck{o.Status}\nvar g Giver = d\nd.St = k.Status\ng.give(k)", "d := Deck{o.Status}\nvar g Giver = &d\nd.St = k.Status\ng.give(k)"),
    "clone of structures": (KEPT, "h := k.Status.Height\nk.Status = o.Status\nb := slices.Clone(k.Status.Winds)\nfor i := range b { b[i].Length = h }", "h := k.Status.Height\nk.Status = o.Status\nb := slices.Clone(k.Status.Winds)\nfor i := range b { b[i].Spool.Turns = h }"),
    "result after return": (KEPT, "k.Status = untried(k, o)", "k.Status = tried(k, o)"),
    "made is not nil": (KEPT, "m := make(map[string]int)\nif m != nil { k.Status = o.Status }", "m := make(map[string]int)\nif m == nil { k.Status = o.Status }"),
    "continue in a switch": (KEPT, "outer:\nfor range 3 { k.Status = o.Status\nswitch { case k.Name == \"\": continue outer } }", "outer:\nfor range 3 { switch { case k.Name == \"\": continue outer }\nk.Status = o.Status }"),
}  # fmt: skip


@pytest.mark.parametrize("construct", sorted(PAIRS))
def test_one_of_two_breaks_the_rule(tmp_path: Path, construct: str) -> None:
    rule, right, wrong = PAIRS[construct]
    assert (verdict(tmp_path, rule, right), verdict(tmp_path, rule, wrong)) == ("holds", "violated")


UNPROVEN = {
    "a hook that never comes to its end": (WIPED, "var m map[string]int\nm[`a`] = 1"),
    "stranger": (KEPT, "k.Status = o.Status\nelsewhere.Visit(k)"),
    "stranger with a part": (KEPT, "k.Status = o.Status\nelsewhere.Visit(&k.Status)"),
    "interface": (KEPT, "k.Status = o.Status\nvar l Lander = elsewhere.Lander()\nl.land(k)"),
    "goroutine": (KEPT, "k.Status = o.Status\ngo reset(&k.Status)"),
    "channel": (KEPT, "k.Status = o.Status\nselect { case elsewhere.C <- k: }"),
    "goto": (WIPED, 'k.Status = KiteStatus{}\nif k.Spec.Colour == "" { goto end }\nk.Status.Height = 3\nend:'),
    "recover": (KEPT, "defer func() { recover() }()\nk.Status = o.Status"),
    "variable that is set": (KEPT, "if calm { k.Status = o.Status }"),
    "variable that init sets": (KEPT, "if !landed { k.Status = o.Status }"),
    "variable that others may set": (KEPT, "if Gusty { k.Status = o.Status }"),
    "function that others may set": (KEPT, "Untied(k, o)"),
    "interface that others may set": (KEPT, "Crew.keep(k, o)"),
    "field that others may set": (KEPT, "if Rules.Strict { k.Status = o.Status }"),
    "pointer that others may set": (KEPT, "if Manual.Strict { k.Status = o.Status }"),
    "array that others may set": (KEPT, "if Flags[0] { k.Status = o.Status }"),
    "variable that is pointed to": (KEPT, "if torn { k.Status = o.Status }"),
    "table that is changed": (KEPT, 'if limited["low"] { k.Status = o.Status }'),
    "counter that counts": (KEPT, "if turns.none() { k.Status = o.Status }"),
    "part that is set": (KEPT, "h := k.Status.Winds[0]\nk.Status = o.Status\nw := k.Status.Winds[:1]\nw[0] = h"),
    "part that is filled again": (SPEC, "h := k.Spec.Colour\nk.Spec = o.Spec\nw := k.Spec.Lines[0].Knots[:0]\nw = append(w, h)"),
    "appended and set": (SPEC, "h := k.Spec.Colour\nk.Spec = o.Spec\nw := append(k.Spec.Lines[0].Knots, h)\nw[0] = h"),
    "nil to the letter": (KEPT, "var n []Line\nif reflect.DeepEqual(n, []Line{}) { k.Status = o.Status }"),
    "equality of two types": (KEPT, "if reflect.DeepEqual(o.Status, &o.Status) { k.Status = o.Status }"),
    "closures of each round": (KEPT, "var fs []func()\nfor _, s := range []KiteStatus{k.Status, o.Status} { fs = append(fs, func() { k.Status = s }) }\nfs[0]()"),
    "defer in a loop": (KEPT, "for _, s := range []KiteStatus{k.Status, o.Status} { defer func() { k.Status = s }() }"),
    "recover in a helper": (KEPT, "func() { defer calmed()\nif k.Name == \"\" { panic(1) }\nk.Status = o.Status }()"),
    "helper that recovers": (KEPT, "risky(k)\nif k.Name != \"\" { k.Status = o.Status }"),
    "stranger that may recover": (KEPT, "func() { defer elsewhere.HandleCrash()\nif k.Name == \"\" { panic(1) }\nk.Status = o.Status }()"),
    "value or pointer": (KEPT, "var g any = &o.Status\nif _, ok := g.(KiteStatus); ok { k.Status = o.Status }"),
}  # fmt: skip


@pytest.mark.parametrize("construct", sorted(UNPROVEN))
def test_what_is_not_followed_is_unproven(tmp_path: Path, construct: str) -> None:
    rule, body = UNPROVEN[construct]
    assert verdict(tmp_path, rule, body) == "unproven"


def test_a_stranger_may_not_change_what_it_is_given_by_value(tmp_path: Path) -> None:
    assert verdict(tmp_path, KEPT, "k.Status = o.Status\nelsewhere.Look(k.Spec.Colour, k.Status.Height)") == "holds"


def test_what_is_too_much_to_follow_is_not_to_be_run(tmp_path: Path) -> None:
    change = "k.Status = KiteStatus{{Height: k.Status.Height*2 + {n}}}"
    tests = [f'if k.Spec.Names["{n}"] != o.Spec.Names["{n}"] {{ {change.format(n=n)} }}' for n in range(40)]
    found = [each for each in rulings(tmp_path, KEPT, "\n".join(tests)) if each.is_exhausted]
    place = Location("kite.go", 1, 0, 1, 0)
    told = [made.message for each in found if (made := finding("kite", Confidence.CERTAIN, place, each, words=WORDS))]
    assert told
    assert all(each.endswith("a smaller helper, or an exception with its reason, can settle it") for each in told)


@pytest.mark.parametrize(("path", "told"), [("k8s.io/apimachinery/pkg/util/validation/field", "holds"), ("ex.org/field", "unproven")])  # fmt: skip
def test_packages_that_are_known_to_read_only_tell_their_values_without_a_change(
    tmp_path: Path, path: str, told: str
) -> None:
    files = {
        "go.mod": "module ex.org/bakery\n\ngo 1.24\n",
        f"vendor/{path}/path.go": """package field
type Path struct { name string; parent *Path; told bool }
func NewPath(name string) *Path { return &Path{name: name} }
func (p *Path) String() string {
	elems := []*Path{}
	for ; p != nil; p = p.parent { p.told, elems = true, append(elems, p) }
	return elems[0].name
}
""",
        "loaf.go": f"""package bakery
import (
	"fmt"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"{path}"
)
type LoafStatus struct {{ Text string }}
type Loaf struct {{ metav1.TypeMeta; metav1.ObjectMeta; Status LoafStatus; Path *field.Path }}
type loafStrategy struct{{}}
func (loafStrategy) PrepareForUpdate(ctx, obj, old any) {{
	k, o := obj.(*Loaf), old.(*Loaf)
	k.Status = o.Status
	_ = fmt.Sprintf("%s is at %v", k, k.Path)
}}
""",
    }
    asked = (files, "ex.org/bakery.loafStrategy", "ex.org/bakery.Loaf", "status-not-kept-on-update")
    assert worst(judged(tmp_path, *asked)) == told
