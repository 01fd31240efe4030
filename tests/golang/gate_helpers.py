"""Drop helpers in three parts, a guard, a question whether the old object uses something, and a drop, each written
twice: in Go, and in Python with the same meaning, on lists and mappings that Go would not share.

The types are those of :mod:`tests.golang.test_gates`; the Python half has empty containers where Go has nil ones.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from random import Random
from textwrap import indent
from types import SimpleNamespace
from typing import Any, Final

from tests.golang.test_drop_helpers import HELPERS
from tests.golang.test_gates import CODE, ENABLED, IN_USE, NOT_DROPPED

#: Functions that drop helpers call, besides those of other tests.
MORE: Final = """
func stonesOf(s *MillSpec) []Stone { if s == nil { return nil }; return s.Stones }
func anyOf[T any](list []T, f func(T) bool) bool { for _, x := range list { if f(x) { return true } }; return false }
func eachOf[T any](list []T, f func(*T)) { for i := range list { f(&list[i]) } }
func unless(b bool, f func()) { if !b { f() } }
func dropCaps(stones []Stone) { for i := range stones { stones[i].Cap = nil } }
func uncapped(stones []Stone) []Stone { var out []Stone; for _, s := range stones { s.Cap = nil; out = append(out, s) }; return out }
func (s *Stone) drop() { s.Cap = nil }
func (s Stone) lose() { s.Cap = nil }
func clone(s *MillSpec) MillSpec { if s == nil { return MillSpec{} }; return *s }
"""
#: When something is dropped: ``USED`` asks whether the old object uses it, ``DROP`` drops it.
GUARDS: Final = [
    ("if !on(Sails) && !(USED) {\nDROP\n}", "if not on('S') and not (USED):\n  DROP"),
    ("if on(Sails) || USED { return }\nDROP", "if on('S') or (USED): return\nDROP"),
    ("if on(Sails) { return }\nif USED { return }\nDROP", "if on('S') or (USED): return\nDROP"),
    ("enabled := on(Sails)\nused := USED\nif !enabled && !used {\nDROP\n}", "if not on('S') and not (USED):\n  DROP"),
    ("if !on(Sails) {\nif !(USED) {\nDROP\n}\n}", "if not on('S') and not (USED):\n  DROP"),
    ("switch {\ncase on(Sails):\n\treturn\ncase USED:\n\treturn\n}\nDROP", "if on('S') or (USED): return\nDROP"),
    ("if USED { return }\nif !on(Sails) {\nDROP\n}", "if not on('S') and not (USED):\n  DROP"),
    ("keep := on(Sails)\nkeep = keep || USED\nif keep { return }\nDROP", "if on('S') or (USED): return\nDROP"),
    ("func() {\nif on(Sails) || USED { return }\nDROP\n}()", "if not on('S') and not (USED):\n  DROP"),
    ("defer func() {\nif !on(Sails) && !(USED) {\nDROP\n}\n}()", "if not on('S') and not (USED):\n  DROP"),
    ("unless(on(Sails) || USED, func() {\nDROP\n})", "if not on('S') and not (USED):\n  DROP"),
    ("for range 1 {\nif on(Sails) { break }\nif USED { break }\nDROP\n}", "if not on('S') and not (USED):\n  DROP"),
    ("drop := func(b bool) {\nif b { return }\nDROP\n}\ndrop(on(Sails) || USED)", "if not on('S') and not (USED):\n  DROP"),
    ("if !on(Sails) || !(USED) {\nDROP\n}", "if not on('S') or not (USED):\n  DROP"),
    ("if on(Sails) && !(USED) {\nDROP\n}", "if on('S') and not (USED):\n  DROP"),
    ("if !on(Sails) {\nDROP\n}", "if not on('S'):\n  DROP"),
    ("if !(USED) {\nDROP\n}", "if not (USED):\n  DROP"),
    ("if !on(Wheels) && !(USED) {\nDROP\n}", "if not on('W') and not (USED):\n  DROP"),
    ("if !on(Sails) && USED {\nDROP\n}", "if not on('S') and (USED):\n  DROP"),
    ("if !(on(Sails) && USED) {\nDROP\n}", "if not (on('S') and (USED)):\n  DROP"),
    ("if on(Sails) {\nif USED { return }\n}\nDROP", "if on('S') and (USED): return\nDROP"),
    ("if !on(Sails) && !on(Wheels) && !(USED) {\nDROP\n}", "if not on('S') and not on('W') and not (USED):\n  DROP"),
    ("for _, f := range []featuregate.Feature{Sails, Wheels} {\nif on(f) { return }\n}\nif !(USED) {\nDROP\n}", "if not on('S') and not on('W') and not (USED):\n  DROP"),
    ("gates := []bool{on(Wheels), on(Sails)}\nif gates[1] || USED { return }\nDROP", "if on('S') or (USED): return\nDROP"),
    ("for _, keep := range []bool{on(Sails), USED} {\nif keep { return }\n}\nDROP", "if on('S') or (USED): return\nDROP"),
    ("gate := Sails\nif on(Wheels) { gate = Wheels }\nif !on(gate) && !(USED) {\nDROP\n}", "if not on('W') and not on('S') and not (USED):\n  DROP"),
]  # fmt: skip
#: Questions whether something is in use.
USES: Final = [
    ("(old != nil && old.Width != nil)", "old and old.Width is not None"),
    ("wide(old)", "old and old.Width is not None"),
    ("capped(old)", "old and any(s.Cap is not None for s in old.Stones)"),
    ("geared(old)", "old and any(s.Cap is not None for s in old.Gears.values())"),
    ("sails(old)", "sails(old)"),
    ("sails(spec)", "sails(spec)"),
    ("wheels(old)", "wheels(old)"),
    ("(old != nil && len(old.Stones) > 0)", "old and old.Stones"),
    ("func() bool { if old == nil { return false }; for _, s := range old.Stones { if s.Cap != nil { return true } }; return false }()", "old and any(s.Cap is not None for s in old.Stones)"),
    ("func() bool { if old == nil { return false }; for _, s := range old.Stones { if s.Cap == nil { return false } }; return len(old.Stones) > 0 }()", "old and old.Stones and all(s.Cap is not None for s in old.Stones)"),
    ("(old != nil && len(old.Stones) > 0 && old.Stones[0].Cap != nil)", "old and old.Stones and old.Stones[0].Cap is not None"),
    ("(old != nil && len(old.Stones) > 0 && old.Stones[len(old.Stones)-1].Cap != nil)", "old and old.Stones and old.Stones[-1].Cap is not None"),
    ("slices.ContainsFunc(stonesOf(old), func(s Stone) bool { return s.Cap != nil })", "old and any(s.Cap is not None for s in old.Stones)"),
    ("anyOf(stonesOf(old), func(s Stone) bool { return s.Cap != nil })", "old and any(s.Cap is not None for s in old.Stones)"),
    ("anyOf(stonesOf(old), func(s Stone) bool { return s.Cap == nil })", "old and any(s.Cap is None for s in old.Stones)"),
    ("anyOf(stonesOf(spec), func(s Stone) bool { return s.Cap != nil })", "any(s.Cap is not None for s in spec.Stones)"),
    ("(old != nil && (old.Width != nil || old.Height != nil))", "old and (old.Width is not None or old.Height is not None)"),
    ("(old != nil && old.Width != nil && old.Height != nil)", "old and (old.Width is not None and old.Height is not None)"),
    ("(old != nil && !(old.Width == nil && !capped(old) && !geared(old)))", "old and (old.Width is not None or any(s.Cap is not None for s in [*old.Stones, *old.Gears.values()]))"),
    ("(clone(old).Width != nil)", "old and old.Width is not None"),
    ("false", "False"),
    ("(old != nil)", "old"),
    ("(wide(old) || capped(old) || geared(old) || (old != nil && old.Height != nil))", "old and (old.Width is not None or old.Height is not None or any(s.Cap is not None for s in [*old.Stones, *old.Gears.values()]))"),
]  # fmt: skip
#: Ways to drop something, or to seem to.
DROPS: Final = [
    ("spec.Width = nil", "spec.Width = None"),
    ("spec.Width, spec.Height = nil, nil", "spec.Width = spec.Height = None"),
    ("for i := range spec.Stones { spec.Stones[i].Cap = nil }", "for s in spec.Stones: s.Cap = None"),
    ("for i := range spec.Stones { s := &spec.Stones[i]; s.Cap = nil }", "for s in spec.Stones: s.Cap = None"),
    ("for _, s := range spec.Stones { s.Cap = nil }", "pass"),
    ("spec.Stones = uncapped(spec.Stones)", "for s in spec.Stones: s.Cap = None"),
    ("uncapped(spec.Stones)", "pass"),
    ("dropCaps(spec.Stones)", "for s in spec.Stones: s.Cap = None"),
    ("h := spec.Stones[:0]\nfor _, s := range spec.Stones { s.Cap = nil; h = append(h, s) }", "for s in spec.Stones: s.Cap = None"),
    ("h := spec.Stones[:0]\nfor _, s := range spec.Stones { s.Cap = nil; h = append(h, s) }\nspec.Stones = h", "for s in spec.Stones: s.Cap = None"),
    ("h := spec.Stones[:0]\nfor _, s := range spec.Stones { if s.Cap == nil { h = append(h, s) } }\nspec.Stones = h", "spec.Stones = [s for s in spec.Stones if s.Cap is None]"),
    ("var h []Stone\nfor _, s := range spec.Stones { if s.Cap == nil { h = append(h, s) } }\nspec.Stones = h", "spec.Stones = [s for s in spec.Stones if s.Cap is None]"),
    ("visit(spec, func(s *Stone) bool { s.Cap = nil; return true })", "for s in spec.Stones: s.Cap = None"),
    ("visit(spec, func(s *Stone) bool { s.Cap = nil; return false })", "for s in spec.Stones[:1]: s.Cap = None"),
    ("visit(spec, func(s *Stone) bool { s.drop(); return true })", "for s in spec.Stones: s.Cap = None"),
    ("visit(spec, func(s *Stone) bool { s.lose(); return true })", "pass"),
    ("eachOf(spec.Stones, func(s *Stone) { s.Cap = nil })", "for s in spec.Stones: s.Cap = None"),
    ("eachOf(spec.Stones, (*Stone).drop)", "for s in spec.Stones: s.Cap = None"),
    ("for k, g := range spec.Gears { g.Cap = nil; spec.Gears[k] = g }", "for s in spec.Gears.values(): s.Cap = None"),
    ("for _, g := range spec.Gears { g.drop() }", "pass"),
    ("for k, g := range spec.Gears { if g.Cap != nil { delete(spec.Gears, k) } }", "spec.Gears = {k: s for k, s in spec.Gears.items() if s.Cap is None}"),
    ("maps.DeleteFunc(spec.Gears, func(k string, g Stone) bool { return g.Cap != nil })", "spec.Gears = {k: s for k, s in spec.Gears.items() if s.Cap is None}"),
    ("spec.Gears = nil", "spec.Gears = {}"),
    ("clearSails(spec)", "clear(spec)"),
    ("c := *spec\nclearSails(&c)", "w, h = spec.Width, spec.Height; clear(spec); spec.Width, spec.Height = w, h"),
    ("c := *spec\nclearSails(&c)\n*spec = c", "clear(spec)"),
    ("spec.Stones = slices.DeleteFunc(spec.Stones, func(s Stone) bool { return s.Cap != nil })", "spec.Stones = [s for s in spec.Stones if s.Cap is None]"),
    ("if len(spec.Stones) > 0 { spec.Stones[0].Cap = nil }", "for s in spec.Stones[:1]: s.Cap = None"),
    ("if n := len(spec.Stones); n > 0 { spec.Stones[n-1].Cap = nil }", "for s in spec.Stones[-1:]: s.Cap = None"),
    ("for i := len(spec.Stones) - 1; i >= 0; i-- { spec.Stones[i].Cap = nil }", "for s in spec.Stones: s.Cap = None"),
    ("for i := 1; i < len(spec.Stones); i++ { spec.Stones[i].Cap = nil }", "for s in spec.Stones[1:]: s.Cap = None"),
    ("for i := range spec.Stones { if spec.Stones[i].Weight > 0 { continue }; spec.Stones[i].Cap = nil }", "for s in spec.Stones:\n  if s.Weight <= 0: s.Cap = None"),
    ("for i := range spec.Stones { if spec.Stones[i].Cap == nil { break }; spec.Stones[i].Cap = nil }", "for s in spec.Stones:\n  if s.Cap is None: break\n  s.Cap = None"),
    ("p := &spec.Width\n*p = nil", "spec.Width = None"),
    ("p := spec.Width\np = nil\n_ = p", "pass"),
    ("if spec.Width != nil { spec.Width = nil }", "spec.Width = None"),
    ("if spec.Width != nil && *spec.Width == 0 { spec.Width = nil }", "if spec.Width == 0: spec.Width = None"),
    ("if old == nil { spec.Width = nil }", "if not old: spec.Width = None"),
    ("if old != nil { spec.Width = old.Width } else { spec.Width = nil }", "spec.Width = old.Width if old else None"),
    ("*spec = MillSpec{Name: spec.Name, Stones: spec.Stones, Drives: spec.Drives, Paddles: spec.Paddles, Plain: spec.Plain, Gears: spec.Gears}", "spec.Width = spec.Height = None"),
    ("for _, p := range []**int32{&spec.Width, &spec.Height} { *p = nil }", "spec.Width = spec.Height = None"),
    ("spec.Drives = nil", "spec.Drives = []"),
    ("for i := range spec.Drives { spec.Drives[i].Wind = nil }", "for d in spec.Drives: d.Wind = None"),
    ("for i := range spec.Drives { if w := spec.Drives[i].Wind; w != nil { w.Vanes = nil } }", "for d in spec.Drives:\n  if d.Wind: d.Wind.Vanes = None"),
    ("for _, d := range spec.Drives { if d.Wind != nil { d.Wind.Vanes = nil } }", "for d in spec.Drives:\n  if d.Wind: d.Wind.Vanes = None"),
    ("for _, d := range spec.Drives { d.Wind = nil }", "pass"),
    ("spec.Height = spec.Width\nspec.Width = nil", "spec.Height = spec.Width; spec.Width = None"),
]  # fmt: skip


def sails(spec: Any) -> bool:
    """Whether a spec uses anything of the gate of that name."""
    return bool(spec) and any(_is_used(get(spec)) for gate, get in FIELDS.values() if gate == "S")


def wheels(spec: Any) -> bool:
    """The same of the other gate."""
    return bool(spec) and any(_is_used(get(spec)) for gate, get in FIELDS.values() if gate == "W")


def clear(spec: Any) -> None:
    """``clearSails``."""
    spec.Width = spec.Height = None
    for stone in (*spec.Stones, *spec.Gears.values()):
        stone.Cap = None
    for drive in spec.Drives:
        if drive.Wind:
            drive.Wind.Vanes = None


#: The fields that are looked at: the gate of each, and what an object has there.
FIELDS: Final[Mapping[str, tuple[str, Callable[[Any], list[Any]]]]] = {
    "spec.width": ("S", lambda spec: [spec.Width]),
    "spec.height": ("S", lambda spec: [spec.Height]),
    "spec.stones[*].cap": ("S", lambda spec: [each.Cap for each in spec.Stones]),
    "spec.gears[*].cap": ("S", lambda spec: [each.Cap for _, each in sorted(spec.Gears.items())]),
    "spec.drives[*].driveSource.wind.vanes": (
        *("S", lambda spec: [each.Wind.Vanes if each.Wind else None for each in spec.Drives]),
    ),
    "spec.paddles": ("W", lambda spec: list(spec.Paddles)),
    "spec.drives[*].driveSource.water": (
        *("W", lambda spec: [each.Water.Depth if each.Water else None for each in spec.Drives]),
    ),
}


def _is_used(values: list[Any]) -> bool:
    return any(each is not None for each in values)


def _stone(cap: str | None, weight: int = 0) -> Any:
    return SimpleNamespace(Weight=weight, Cap=cap)


def _drive(**source: Any) -> Any:
    made = {key: SimpleNamespace(**held) for key, held in source.items()}
    return SimpleNamespace(**{"Name": "x", "Wind": None, "Water": None, **made})


def _mill(**held: Any) -> Any:
    bare = {"Width": None, "Height": None, "Stones": [], "Gears": {}, "Drives": [], "Paddles": [], "Plain": None}
    return SimpleNamespace(**{"Name": "", **bare, **held})


def _stones(row: list[str | None]) -> list[Any]:
    """Stones by what they have for a cap; its length tells how heavy each is."""
    return [_stone(each and each[0], len(each or "") - 1) for each in row]


_ROWS: Final[list[list[str | None]]] = [
    *(["c"], [None], [None, "c"], ["c", None], ["c", "d"], ["ccc", "ddd"], ["c", "d", "e"], [None, "c", None]),
]
_DRIVES: Final = [[_drive(Wind={"Vanes": 3})], [_drive(Wind={"Vanes": None})], [_drive(Water={"Depth": 2})]]
_PARTS: Final[dict[str, list[Callable[[], Any]]]] = {
    "Width": [lambda: None, lambda: 4, lambda: 0],
    "Height": [lambda: None, lambda: 5],
    "Stones": [list, *(lambda row=row: _stones(row) for row in _ROWS)],  # type: ignore[misc]
    "Gears": [dict, *(lambda row=row: dict(zip("ab", _stones(row))) for row in _ROWS[:5])],  # type: ignore[misc]
    "Drives": [list, *(lambda held=held: deepcopy(held) for held in (*_DRIVES, _DRIVES[0] + _DRIVES[2]))],  # type: ignore[misc]
    "Paddles": [list, lambda: ["p"]],
}
#: Specs of which one field is set, and such with several.
MILLS: Final = [
    *(_mill(**{name: make()}) for name, makes in _PARTS.items() for make in makes),
    *(_mill(**{name: Random(number).choice(makes)() for name, makes in _PARTS.items()}) for number in range(60)),
]


@dataclass(frozen=True)
class Helper:
    """A drop helper, in both languages."""

    name: str
    go: str
    python: str

    @property
    def code(self) -> str:
        """The file that it stands in, as a template without a body."""
        code = CODE.replace("import (\n", 'import (\n\t"maps"\n\t"slices"\n', 1) % self.go
        return (code + HELPERS + MORE).replace("%", "%%") + "\n// %s"


def helpers() -> list[Helper]:
    """All drop helpers."""
    made = []
    for (i, guard), (j, use), (k, drop) in product(enumerate(GUARDS), enumerate(USES), enumerate(DROPS)):
        go = guard[0].replace("USED", use[0]).replace("DROP", drop[0])
        within = re.search(r"(?m)^( *)DROP$", guard[1])
        assert within is not None
        python = guard[1].replace("USED", use[1]).replace(within[0], indent(drop[1], within[1]))
        made.append(Helper(f"{i}x{j}x{k}", go, python))
    return made


def broken_by(helper: Helper, seed: int = 1) -> dict[str, set[str]]:
    """The rules that a helper breaks, each with the fields."""
    gates: dict[str, bool] = {}
    names: dict[str, Any] = {"on": gates.__getitem__, "sails": sails, "wheels": wheels, "clear": clear}
    exec(f"def drop(spec, old):\n{indent(helper.python, '  ')}", names)
    broken = defaultdict[str, set[str]](set)
    random = Random(seed)
    for s, w, sent in product((False, True), (False, True), MILLS):
        gates.update(S=s, W=w)
        for was in (None, *random.sample(MILLS, 15)):
            stored, old = deepcopy(sent), deepcopy(was)
            names["drop"](stored, old)
            for field, (gate, get) in FIELDS.items():
                rule = _broken(gates[gate], *(get(each) if each else [] for each in (sent, stored, was)))
                is_of_group = was is not None and (sails(was) if gate == "S" else wheels(was))
                if rule and not (rule == NOT_DROPPED and is_of_group):
                    broken[rule].add(field)
    return broken


def _broken(is_on: bool, sent: list[Any], stored: list[Any], was: list[Any]) -> str:
    """The rule that is broken by what is stored in a field of what was sent there."""
    if is_on:
        is_lost = [each for each in sent if each is not None] != [each for each in stored if each is not None]
        return ENABLED if is_lost else ""
    if _is_used(was):
        return IN_USE if _is_used(sent) and stored != sent else ""
    return NOT_DROPPED if _is_used(stored) else ""
