"""Hooks that put a part of the old object back and change a copy of it, each written twice: in Go, and in Python with
the same meaning, on the model of Go's values of :mod:`tests.golang.changed_copies`.

``n`` is what the caller sent. A hook keeps the part, and then does something with what it kept and what it was sent.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from tests.golang.changed_copies import Bin, Slice, items, plain, sliced


@dataclass
class Shelf:
    """The part that is kept, with what its embedded structure holds."""

    Words: Slice | None = None
    Bins: Slice | None = None
    Owners: dict[str, str] | None = None
    Best: Bin | None = None
    Count: int = 0


@dataclass
class Silo:
    """An object of which one part is kept."""

    Status: Shelf = field(default_factory=Shelf)


def own(part: Shelf) -> Shelf:
    """A copy of a structure, which shares what it points to."""
    return copy.copy(part)


def over(place: Shelf, part: Shelf) -> None:
    """A structure overwritten where it lies."""
    vars(place).update(vars(part))


def deep(part: Shelf) -> Shelf:
    """``DeepCopy``."""
    words, bins = (None if each is None else sliced(items(each)) for each in (part.Words, part.Bins))
    return Shelf(words, bins, copy.copy(part.Owners), copy.copy(part.Best), part.Count)


def shown(part: Shelf, is_strict: bool = False) -> list[Any]:
    """A part as it is compared."""
    return [plain(each, is_strict) for each in vars(part).values()]


_FIELDS: Final = ("Words", "Bins", "Owners", "Best", "Count")
_EACH: Final = ", ".join(f"w.Status.{each}" for each in _FIELDS), ", ".join(f"o.Status.{each}" for each in _FIELDS)
_MADE: Final = ", ".join(f"{each}: o.Status.{each}" for each in _FIELDS[:-1])
#: Ways to keep a part: what runs now, and what runs when the hook ends.
KEPT: Final = [
    ("w.Status = o.Status", "over(w.Status, o.Status)", ""),
    ("p := &w.Status\n*p = o.Status", "over(w.Status, o.Status)", ""),
    ("o.Status.DeepCopyInto(&w.Status)", "over(w.Status, deep(o.Status))", ""),
    ("w.Status = *o.Status.DeepCopy()", "over(w.Status, deep(o.Status))", ""),
    ("*w = *o", "over(w.Status, o.Status)", ""),
    ("c := *w\nc.Status = o.Status\n*w = c", "over(w.Status, o.Status)", ""),
    ("c := w\nc.Status = o.Status", "over(w.Status, o.Status)", ""),
    ("c := *w\nc.Status = o.Status\n_ = c", "pass", ""),
    ("func(s *Shelf) { *s = o.Status }(&w.Status)", "over(w.Status, o.Status)", ""),
    ("func(s Shelf) { s = o.Status; _ = s }(w.Status)", "pass", ""),
    ("defer func() { w.Status = o.Status }()", "pass", "over(w.Status, o.Status)"),
    ("defer func(s Shelf) { w.Status = s }(o.Status)", "s = own(o.Status)", "over(w.Status, s)"),
    ("defer func(s Shelf) { w.Status = s }(w.Status)\nw.Status = o.Status", "s = own(w.Status); over(w.Status, o.Status)", "over(w.Status, s)"),
    (" = ".join(_EACH), "over(w.Status, o.Status)", ""),
    ("w.Status.Words, w.Status.Bins, w.Status.Owners, w.Status.Rack = o.Status.Words, o.Status.Bins, o.Status.Owners, o.Status.Rack", "b = w.Status.Best; over(w.Status, o.Status); w.Status.Best = b", ""),
    (f"w.Status = Shelf{{{_MADE}, Rack: Rack{{o.Status.Count}}}}", "over(w.Status, o.Status)", ""),
    (f"w.Status = Shelf{{{_MADE}}}", "over(w.Status, o.Status); w.Status.Count = 0", ""),
    ("w.Status.take(&o.Status)", "over(w.Status, o.Status)", ""),
    ("w.Status.lose(o.Status)", "pass", ""),
    ("w.Status = w.Status.with(o.Status)", "over(w.Status, o.Status)", ""),
    ("t := w.Status.take\nt(&o.Status)", "over(w.Status, o.Status)", ""),
    ("w.Status = pick(o.Status, w.Status)", "over(w.Status, o.Status)", ""),
    ("w.Status = pick(w.Status, o.Status)", "pass", ""),
    ("overwrite(&w.Status, &o.Status)", "over(w.Status, o.Status)", ""),
    ("for _, s := range []*Shelf{&w.Status} {\n\t*s = o.Status\n}", "over(w.Status, o.Status)", ""),
    ("for _, s := range []Shelf{w.Status} {\n\ts = o.Status\n\t_ = s\n}", "pass", ""),
]  # fmt: skip
_CLEARED: Final = {"Words": "nil", "Bins": "nil", "Owners": "nil", "Best": "nil", "Count": "0"}
_CLEARINGS: Final = [f"w.Status.{each} = {zero}" for each, zero in _CLEARED.items()]
#: Ways to wipe a part, in the same form.
WIPED: Final = [
    ("w.Status = Shelf{}", "over(w.Status, Shelf())", ""),
    ("var zero Shelf\nw.Status = zero", "over(w.Status, Shelf())", ""),
    ("w.Status = *new(Shelf)", "over(w.Status, Shelf())", ""),
    ("p := &w.Status\n*p = Shelf{}", "over(w.Status, Shelf())", ""),
    ("p := w.Status\np = Shelf{}\n_ = p", "pass", ""),
    ("\n".join(_CLEARINGS), "over(w.Status, Shelf())", ""),
    ("\n".join(_CLEARINGS[:-1]), "c = w.Status.Count; over(w.Status, Shelf()); w.Status.Count = c", ""),
    ("w.Status.Words = w.Status.Words[:0]\n" + "\n".join(_CLEARINGS[1:]), "s = cut(w.Status.Words, 0, 0); over(w.Status, Shelf()); w.Status.Words = s", ""),
    ("clear(w.Status.Owners)\n" + "\n".join(_CLEARINGS[:2] + _CLEARINGS[3:]), "m = w.Status.Owners; pairs(m).clear(); over(w.Status, Shelf()); w.Status.Owners = m", ""),
    ("for i := range w.Status.Bins {\n\tw.Status.Bins[i] = Bin{}\n}\n" + "\n".join(_CLEARINGS[:1] + _CLEARINGS[2:]), "s = w.Status.Bins; fill(s, [Bin()] * size(s)); over(w.Status, Shelf()); w.Status.Bins = s", ""),
    ("if w.Status.Best != nil {\n\t*w.Status.Best = Bin{}\n}\n" + "\n".join(_CLEARINGS[:3] + _CLEARINGS[4:]), "b = w.Status.Best and Bin(); over(w.Status, Shelf()); w.Status.Best = b", ""),
    ("*w = Silo{TypeMeta: w.TypeMeta, ObjectMeta: w.ObjectMeta, Spec: w.Spec}", "over(w.Status, Shelf())", ""),
    ("c := *w\nc.Status = Shelf{}\n*w = c", "over(w.Status, Shelf())", ""),
    ("defer func() { w.Status = Shelf{} }()", "pass", "over(w.Status, Shelf())"),
    ("defer func(s Shelf) { w.Status = s }(w.Status)\nw.Status = Shelf{}", "s = own(w.Status); over(w.Status, Shelf())", "over(w.Status, s)"),
    ("w.Status.take(&Shelf{})", "over(w.Status, Shelf())", ""),
    ("w.Status.lose(Shelf{})", "pass", ""),
    ("w.Status = w.Status.with(Shelf{})", "over(w.Status, Shelf())", ""),
    ("overwrite(&w.Status, new(Shelf))", "over(w.Status, Shelf())", ""),
    ("for _, s := range []*Shelf{&w.Status} {\n\t*s = Shelf{}\n}", "over(w.Status, Shelf())", ""),
    ("for _, s := range []Shelf{w.Status} {\n\ts = Shelf{}\n\t_ = s\n}", "pass", ""),
    ("w.Status = Shelf{Words: []string{}, Owners: map[string]string{}}", "over(w.Status, Shelf(sliced([]), None, {}))", ""),
]  # fmt: skip
#: Changes to what was kept, and uses of what the caller sent.
DONE: Final = [
    ("", "pass"),
    ("w.Status.Words = append(w.Status.Words[:0:0], w.Status.Words...)", "w.Status.Words = append(w.Status.Words and cut(sliced([]), 0, 0), *items(w.Status.Words))"),
    ("w.Status.Bins = append([]Bin(nil), w.Status.Bins...)", "w.Status.Bins = append(None, *items(w.Status.Bins))"),
    ("w.Status.Words = slices.Clone(w.Status.Words)", "w.Status.Words = w.Status.Words and sliced(items(w.Status.Words))"),
    ("w.Status.Owners = maps.Clone(w.Status.Owners)", "w.Status.Owners = copy.copy(w.Status.Owners)"),
    ("made := map[string]string{}\nmaps.Copy(made, w.Status.Owners)\nw.Status.Owners = made", "w.Status.Owners = {**pairs(w.Status.Owners)}"),
    ("w.Status.Words = n.Words", "w.Status.Words = n.Words"),
    ("copy(w.Status.Words, n.Words)", "fill(w.Status.Words, items(n.Words))"),
    ("copy(n.Words, w.Status.Words)", "fill(n.Words, items(w.Status.Words))"),
    ("if len(n.Words) > 0 {\n\tw.Status.Count = 1\n}", "if size(n.Words): w.Status.Count = 1"),
    ("if n.Count > 0 {\n\tw.Status.Words = nil\n}", "if n.Count > 0: w.Status.Words = None"),
    ("w.Status.Rack = n.Rack", "w.Status.Count = n.Count"),
    ("r := &w.Status.Rack\nr.Count = n.Count", "w.Status.Count = n.Count"),
    ("r := w.Status.Rack\nr.Count = n.Count", "pass"),
    ("if w.Status.Best != nil && n.Best != nil {\n\t*w.Status.Best = *n.Best\n}", "if w.Status.Best and n.Best: vars(w.Status.Best).update(vars(n.Best))"),
    ("if b := w.Status.Best; b != nil && n.Best != nil {\n\tc := *b\n\tc.Label = n.Best.Label\n}", "pass"),
    ("if b := w.Status.Best; b != nil && n.Best != nil {\n\tb.Label = n.Best.Label\n}", "if w.Status.Best and n.Best: w.Status.Best.label = n.Best.label"),
    ("if b := o.Status.Best; b != nil && n.Best != nil {\n\tb.Label = n.Best.Label\n}", "if o.Status.Best and n.Best: o.Status.Best.label = n.Best.label"),
    ("for a, b := range n.Owners {\n\tif w.Status.Owners != nil {\n\t\tw.Status.Owners[a] = b\n\t}\n}", "if w.Status.Owners is not None: w.Status.Owners.update(pairs(n.Owners))"),
    ("m := w.Status.Owners\nfor a := range n.Owners {\n\tdelete(m, a)\n}", "for a in [*pairs(n.Owners)]: pairs(w.Status.Owners).pop(a, None)"),
    ("m := maps.Clone(w.Status.Owners)\nfor a := range n.Owners {\n\tdelete(m, a)\n}", "pass"),
    ("m := n.Owners\nfor a := range w.Status.Owners {\n\tdelete(m, a)\n}", "m = pairs(n.Owners)\nfor a in [*pairs(w.Status.Owners)]: m.pop(a, None)"),
    ("for _, b := range w.Status.Bins {\n\tb.Label = n.label()\n}", "pass"),
    ("for i := range w.Status.Bins {\n\tw.Status.Bins[i].Label = n.label()\n}", "for i in range(size(w.Status.Bins)): place(w.Status.Bins, i).label = n.Best.label if n.Best else ''"),
    ("for i := range w.Status.Bins {\n\tb := &w.Status.Bins[i]\n\tif i < len(n.Bins) {\n\t\tb.Label = n.Bins[i].Label\n\t}\n}", "for i in range(min(size(w.Status.Bins), size(n.Bins))): place(w.Status.Bins, i).label = get(n.Bins, i).label"),
    ("for i := range n.Bins {\n\tb := n.Bins[i]\n\tb.Label = \"\"\n}", "pass"),
    ("b := o.Status\nif len(b.Words) > 0 && len(n.Words) > 0 {\n\tb.Words[0] = n.Words[0]\n}", "if size(o.Status.Words) and size(n.Words): put(o.Status.Words, 0, get(n.Words, 0))"),
    ("b := o.Status.DeepCopy()\nif len(b.Words) > 0 && len(n.Words) > 0 {\n\tb.Words[0] = n.Words[0]\n}", "pass"),
    ("w.Status.Words = append(w.Status.Words, n.Words...)", "w.Status.Words = append(w.Status.Words, *items(n.Words))"),
    ("_ = append(w.Status.Words, n.Words...)", "append(w.Status.Words, *items(n.Words))"),
    ("h := w.Status.Words[:len(w.Status.Words):len(w.Status.Words)]\nh = append(h, n.Words...)", "pass"),
    ("h := w.Status.Words[:0]\nh = append(h, n.Words...)", "append(cut(w.Status.Words, 0, 0), *items(n.Words))"),
    ("h := append(n.Words[:0], w.Status.Words...)\nw.Status.Words = h", "w.Status.Words = append(cut(n.Words, 0, 0), *items(w.Status.Words))"),
    ("w.Status.Words = append(n.Words[:0:0], w.Status.Words...)", "w.Status.Words = append(n.Words and cut(sliced([]), 0, 0), *items(w.Status.Words))"),
    ("func() {\n\tdefer func() { w.Status.Count = n.Count }()\n}()", "w.Status.Count = n.Count"),
    ("func(s Shelf) { s.Count = n.Count; if len(s.Words) > 0 { s.Words[0] = n.label() } }(w.Status)", "if size(w.Status.Words): put(w.Status.Words, 0, n.Best.label if n.Best else '')"),
    ("func(s Shelf) { s.Count = n.Count; s.Best = n.Best }(w.Status)", "pass"),
    ("for _, s := range []*Shelf{&w.Status, &o.Status} {\n\ts.Best = n.Best\n}", "w.Status.Best = o.Status.Best = n.Best"),
    ("w.Status.Words, n.Words = n.Words, w.Status.Words\nw.Status.Words, n.Words = n.Words, w.Status.Words", "pass"),
    ("c := w.DeepCopy()\nc.Status = n", "pass"),
    ("c := w\nc.Status.Best = n.Best", "w.Status.Best = n.Best"),
]  # fmt: skip

TYPES: Final = """package silo
import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)
type Bin struct { Crop string; Label string }
type Rack struct { Count int }
type Shelf struct { Words []string; Bins []Bin; Owners map[string]string; Best *Bin; Rack }
type Empty struct {}
type Silo struct { metav1.TypeMeta; metav1.ObjectMeta; Spec SPEC; Status STATUS }
func (in *Shelf) DeepCopyInto(out *Shelf) {
	*out = *in
	out.Words, out.Bins, out.Owners = slices.Clone(in.Words), slices.Clone(in.Bins), maps.Clone(in.Owners)
	if in.Best != nil { out.Best = new(Bin); *out.Best = *in.Best }
}
func (in *Shelf) DeepCopy() *Shelf { if in == nil { return nil }; out := new(Shelf); in.DeepCopyInto(out); return out }
func (in *Silo) DeepCopyInto(out *Silo) {
	*out = *in
	in.PART.DeepCopyInto(&out.PART)
}
func (in *Silo) DeepCopy() *Silo { if in == nil { return nil }; out := new(Silo); in.DeepCopyInto(out); return out }
func (s *Shelf) take(other *Shelf) { *s = *other }
func (s Shelf) lose(other Shelf) { s = other; _ = s }
func (s Shelf) with(other Shelf) Shelf { s = other; return s }
func (s Shelf) label() string { if s.Best == nil { return "" }; return s.Best.Label }
func pick[T any](one, other T) T { return one }
func overwrite[T any](to, from *T) { *to = *from }
"""


def shelves() -> list[Callable[[], Shelf]]:
    """Parts that differ in each of their fields, and in several."""

    def made(words: str = "", bins: str = "", owners: str = "", best: str = "", count: int = 0) -> Callable[[], Shelf]:
        return lambda: Shelf(
            sliced(words, 2) if words else None,
            sliced([Bin(*each) for each in bins.split()], 1) if bins else None,
            {each[0]: each[1] for each in owners.split()} if owners else None,
            Bin(*best) if best else None,
            count,
        )

    return [
        *(made(), made("a"), made("bc"), made("abc", "xy"), made("", "xy zw"), made("", "xv"), made("", "", "ab cd")),
        *(made("", "", "ae"), made("", "", "", "xy"), made("", "", "", "zw"), made(count=3)),
        *(made("q", "kl", "ax", "mn", 4), made("rs", "kv mv", "cz", "yz", 5)),
    ]


@dataclass(frozen=True)
class StoredBody:
    """A hook, in both languages."""

    name: str
    go: str
    python: str


def bodies(is_of_old: bool = True) -> list[StoredBody]:
    """All hooks that put the old part back, or wipe it, and do something with what is there then."""
    made = []
    done = [each for each in DONE if is_of_old or "o.Status" not in each[0]]
    for (i, (kept, keeps, ends)), (j, (more, does)) in product(
        enumerate(KEPT if is_of_old else WIPED), enumerate(done)
    ):
        go = "\n".join(each for each in ("n := w.Status", kept, more) if each)
        made.append(StoredBody(f"{i}x{j}", go, "\n".join(("n = own(w.Status)", keeps, does, ends))))
    return made
