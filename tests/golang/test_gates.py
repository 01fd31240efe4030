"""Gated fields of Go types: bodies of drop helpers in pairs, of which one breaks the rule, and the rows they get."""

from __future__ import annotations

from pathlib import Path

import pytest

from apivet.config.model import Config
from apivet.conventions import registry
from apivet.conventions.docket import Docket
from apivet.conventions.rulings import Ruling
from apivet.effects.outcome import Outcome
from apivet.golang.facts import GoFacts
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.contents import Contents, Strategy
from apivet.program.front_end import DefaultScope
from apivet.program.role import Role
from apivet.verdicts import Confidence

META = "vendor/k8s.io/apimachinery/pkg/apis/meta/v1/meta.go"
TREE = {
    "go.mod": "module ex.org/mills\n",
    META: "package v1\ntype TypeMeta struct { Kind string }\ntype ObjectMeta struct { Name string; Generation int64 }\n",
    "vendor/k8s.io/component-base/featuregate/gate.go": """package featuregate
type Feature string
type FeatureGate interface { Enabled(key Feature) bool }
""",
    "vendor/k8s.io/apiserver/pkg/util/feature/gate.go": """package feature
import "k8s.io/component-base/featuregate"
var DefaultFeatureGate featuregate.FeatureGate
""",
}
CODE = """package mills
import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)
const (
	// +featureGate
	Sails featuregate.Feature = "Sails"
	Wheels featuregate.Feature = "Wheels"
)
type Mill struct { metav1.TypeMeta; metav1.ObjectMeta; Spec MillSpec; Status MillStatus }
type MillSpec struct {
	Name string
	Stones []Stone
	Drives []Drive
	// Width of the sails.
	//
	// +featureGate=Sails
	Width *int32
	// +k8s:featureGate=Sails
	Height *int32
	// +k8s:ifEnabled(Wheels)=+k8s:required
	Paddles []string
	Plain *int32
	Gears map[string]Stone
}
type Stone struct {
	Weight int32
	// +featureGate=Sails
	Cap *string
}
type Drive struct { Name string; DriveSource }
type DriveSource struct {
	Wind *WindDrive
	// +featureGate=Wheels
	Water *WaterDrive
}
type WindDrive struct {
	// +featureGate=Sails
	Vanes *int32
}
type WaterDrive struct { Depth int32 }
type MillStatus struct {
	// +featureGate=Sails
	Turns *int32
}
func on(f featuregate.Feature) bool { return utilfeature.DefaultFeatureGate.Enabled(f) }
func visit(s *MillSpec, f func(*Stone) bool) bool {
	for i := range s.Stones { if !f(&s.Stones[i]) { return false } }
	return true
}
func capped(s *MillSpec) bool {
	if s == nil { return false }
	var inUse bool
	visit(s, func(stone *Stone) bool {
		if stone.Cap != nil { inUse = true; return false }
		return true
	})
	return inUse
}
func geared(s *MillSpec) bool {
	if s == nil { return false }
	for _, g := range s.Gears { if g.Cap != nil { return true } }
	return false
}
func wide(s *MillSpec) bool { return s != nil && s.Width != nil }
func high(s *MillSpec) bool { return s != nil && s.Height != nil }
func plain(s *MillSpec) bool { return s != nil && s.Plain != nil }
func paddled(s *MillSpec) bool { return s != nil && len(s.Paddles) > 0 }
func many(n int32) int32 { if n > 9 { return many(n / 10) }; return n }
type millStrategy struct{}
func (millStrategy) PrepareForCreate(k *Mill) { drop(&k.Spec, nil) }
func (millStrategy) PrepareForUpdate(k, o *Mill) { drop(&k.Spec, &o.Spec) }
func drop(spec, old *MillSpec) {
%s
}
"""
NOT_DROPPED, IN_USE = "gated-field-not-dropped", "gated-field-dropped-in-use"
ENABLED, UNGATED = "gated-field-dropped-when-enabled", "ungated-field-dropped"
WIDE = "if !on(Sails) && !wide(old) { spec.Width = nil }"


def rulings(root: Path, rule: str, body: str, role: Role = Role.MAIN, code: str = CODE) -> list[Ruling]:
    for name, text in {**TREE, "mills.go": code % body}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    program = GoProgram(
        DefaultScope(), GoFacts(tagged=frozenset(("Sails", "Wheels")), modules=(str(root),)), str(root), Disk()
    )
    strategy, mill = program.type("ex.org/mills.millStrategy"), program.type("ex.org/mills.Mill")
    assert strategy is not None
    assert mill is not None
    asked = Strategy(strategy, role, mill, frozenset(), Confidence.CERTAIN)
    found = registry.house().find(rule)
    assert found is not None
    docket = Docket(Contents("ex.org/mills", (asked,)), program, Config(root=str(root)))
    (bench,) = docket.asked(registry.Registry([found]))
    return bench.rulings


def verdict(root: Path, rule: str, body: str, field: str, code: str = CODE) -> str:
    (found,) = [each.verdict.value for each in rulings(root, rule, body, code=code) if each.field == field]
    return found


#: A rule, a field, a body for which the rule holds, and one that breaks it.
PAIRS = {
    "in use": (IN_USE, "spec.width", WIDE, "if !on(Sails) { spec.Width = nil }"),
    "dropped at all": (NOT_DROPPED, "spec.width", WIDE, "if !on(Sails) && !wide(old) { spec.Plain = nil }"),
    "the right gate": (NOT_DROPPED, "spec.width", WIDE, "if !on(Wheels) && !wide(old) { spec.Width = nil }"),
    "while the gate is on": (ENABLED, "spec.width", WIDE, "if !wide(old) { spec.Width = nil }"),
    "early return": (NOT_DROPPED, "spec.width", "if on(Sails) || wide(old) { return }\nspec.Width = nil",
                     "if !on(Sails) || wide(old) { return }\nspec.Width = nil"),
    "visitor": (IN_USE, "spec.stones[*].cap",
                "if on(Sails) || capped(old) { return }\nvisit(spec, func(s *Stone) bool { s.Cap = nil; return true })",
                "if on(Sails) || wide(old) { return }\nvisit(spec, func(s *Stone) bool { s.Cap = nil; return true })"),
    "every element": (NOT_DROPPED, "spec.stones[*].cap",
                      "if on(Sails) || capped(old) { return }\nfor i := range spec.Stones { spec.Stones[i].Cap = nil }",
                      "if on(Sails) || capped(old) { return }\nfor _, s := range spec.Stones { s.Cap = nil }"),
    "closure in a variable": (NOT_DROPPED, "spec.width",
                              "wipe := func(s *MillSpec) { s.Width = nil }\nif !on(Sails) && !wide(old) { wipe(spec) }",
                              "wipe := func(s MillSpec) { s.Width = nil }\nif !on(Sails) && !wide(old) { wipe(*spec) }"),
    "a flag": (NOT_DROPPED, "spec.width", "off := !on(Sails)\nif off && !wide(old) { spec.Width = nil }",
               "off := on(Sails)\nif off && !wide(old) { spec.Width = nil }"),
    "flags in a chain": (ENABLED, "spec.width",
                         "s, w := on(Sails), on(Wheels)\nif !s { spec.Width = nil } else if !w { spec.Paddles = nil }",
                         "s, w := on(Sails), on(Wheels)\nif s { spec.Width = nil } else if !w { spec.Paddles = nil }"),
    "the question in a variable": (NOT_DROPPED, "spec.width",
                                   "on := utilfeature.DefaultFeatureGate.Enabled\nif !on(Sails) && !wide(old) { spec.Width = nil }",
                                   "on := utilfeature.DefaultFeatureGate.Enabled\nif !on(Wheels) && !wide(old) { spec.Width = nil }"),
    "the question handed on": (IN_USE, "spec.width",
                               "func(on func(featuregate.Feature) bool) { if !on(Sails) && !wide(old) { spec.Width = nil } }(utilfeature.DefaultFeatureGate.Enabled)",
                               "func(on func(featuregate.Feature) bool) { if !on(Sails) { spec.Width = nil } }(utilfeature.DefaultFeatureGate.Enabled)"),
    "by address": (NOT_DROPPED, "spec.width", "p := &spec.Width\nif !on(Sails) && !wide(old) { *p = nil }",
                   "p := spec.Width\nif !on(Sails) && !wide(old) { p = nil }\n_ = p"),
    "restored behind": (NOT_DROPPED, "spec.width", f"w := spec.Plain\n{WIDE}\nspec.Plain = w",
                        f"w := spec.Width\n{WIDE}\nspec.Width = w"),
    "whole object put back": (IN_USE, "spec.width", f"was := *spec\n{WIDE}\n*spec = was", "*spec = MillSpec{}"),
    "map": (NOT_DROPPED, "spec.gears[*].cap",
            "if on(Sails) || geared(old) { return }\nfor k, g := range spec.Gears { g.Cap = nil; spec.Gears[k] = g }",
            "if on(Sails) || geared(old) { return }\nfor _, g := range spec.Gears { g.Cap = nil }"),
    "map made anew": (NOT_DROPPED, "spec.gears[*].cap",
                      "if on(Sails) || geared(old) { return }\nm := map[string]Stone{}\nfor k, g := range spec.Gears { g.Cap = nil; m[k] = g }\nspec.Gears = m",
                      "m := map[string]Stone{}\nfor k, g := range spec.Gears { m[k] = g }\nspec.Gears = m"),
    "map with keys that are written out": (NOT_DROPPED, "spec.gears[*].cap",
                                           "spec.Gears = map[string]Stone{`a`: {Weight: spec.Gears[`a`].Weight}}",
                                           "spec.Gears = map[string]Stone{`a`: spec.Gears[`a`]}"),
    "elements of a map": (ENABLED, "spec.gears[*].cap", "if !geared(old) && !on(Sails) { clear(spec.Gears) }",
                          "clear(spec.Gears)"),
    "ifEnabled": (NOT_DROPPED, "spec.paddles", "if !on(Wheels) && !paddled(old) { spec.Paddles = nil }",
                  "if !on(Sails) && !paddled(old) { spec.Paddles = nil }"),
    "filtered list": (ENABLED, "spec.stones[*].cap",
                      "var kept []Stone\nfor _, s := range spec.Stones { kept = append(kept, s) }\nspec.Stones = kept",
                      "var kept []Stone\nfor _, s := range spec.Stones { s.Cap = nil; kept = append(kept, s) }\nspec.Stones = kept"),
    "a member's drop": (ENABLED, "spec.drives[*].driveSource.wind.vanes",
                        "var kept []Drive\nfor _, d := range spec.Drives { if d.Water != nil && !on(Wheels) { continue }; kept = append(kept, d) }\nspec.Drives = kept",
                        "var kept []Drive\nfor _, d := range spec.Drives { if d.Wind != nil && !on(Wheels) { continue }; kept = append(kept, d) }\nspec.Drives = kept"),
}  # fmt: skip


@pytest.mark.parametrize("construct", sorted(PAIRS))
def test_one_of_two_breaks_the_rule(tmp_path: Path, construct: str) -> None:
    rule, field, kept, broken = PAIRS[construct]
    assert verdict(tmp_path / "kept", rule, kept, field) == "holds"
    assert verdict(tmp_path / "broken", rule, broken, field) == "violated"


#: Bodies by which another field of the same gate, or one without it, decides: the verdict on ``spec.width``.
#: Loops that leave out an element where a list has three: of code that treats the first ones by themselves, nothing holds.
FIRST_ONES = (
    "n := 0\nfor i := range spec.Stones { if n >= 2 { break }\nn++\nspec.Stones[i].Cap = nil }",
    "n := 2\nfor i := range spec.Stones { if n > 0 { spec.Stones[i].Cap = nil }\nn-- }",
    "n := 0\nfor i := range spec.Stones { n++\nif n%3 != 0 { spec.Stones[i].Cap = nil } }",
    'n := ""\nfor i := range spec.Stones { n += "x"\nif len(n) <= 2 { spec.Stones[i].Cap = nil } }',
    "a, b, c := false, false, false\nfor i := range spec.Stones { a, b, c = true, a, b\nif !c { spec.Stones[i].Cap = nil } }",
    "var a, b, c *Stone\nfor i := range spec.Stones { c, b, a = b, a, &spec.Stones[i]\nif c == nil { a.Cap = nil } }",
    "n := &Stone{}\nfor i := range spec.Stones { n.Weight++\nif n.Weight < 3 { spec.Stones[i].Cap = nil } }",
    "n := 0\nmore := func() int { n++; return n }\nfor i := range spec.Stones { if more() < 3 { spec.Stones[i].Cap = nil } }",
    "for i := 0; i < len(spec.Stones) && i < 2; i++ { spec.Stones[i].Cap = nil }",
    "for i := 0; i < len(spec.Stones); i++ { if i > 1 { break }\nspec.Stones[i].Cap = nil }",
    "for i := range min(2, len(spec.Stones)) { spec.Stones[i].Cap = nil }",
    "for i := range spec.Stones { if i < 2 { spec.Stones[i].Cap = nil } }",
    "for i := 0; i < len(spec.Stones); i += 2 { spec.Stones[i].Cap = nil }",
    "if len(spec.Stones) > 1 { spec.Stones[0].Cap, spec.Stones[1].Cap = nil, nil } else { spec.Stones = nil }",
    "if len(spec.Stones) > 1 { spec.Stones[0].Cap = nil\nspec.Stones[len(spec.Stones)-1].Cap = nil } else { spec.Stones = nil }",
    "for _, i := range []int{0, 1, 2} { if i < len(spec.Stones) { spec.Stones[i].Cap = nil } }",
)
#: Loops over all elements, however these are counted.
ALL_OF_THEM = (
    "for i := 0; i < len(spec.Stones); i++ { spec.Stones[i].Cap = nil }",
    "for i := len(spec.Stones) - 1; i >= 0; i-- { spec.Stones[i].Cap = nil }",
    "n := 0\nfor i := range spec.Stones { spec.Stones[i].Cap = nil\nn++ }",
    "n := 0\nfor _, s := range spec.Stones { if s.Cap == nil { spec.Stones[n] = s\nn++ } }\nspec.Stones = spec.Stones[:n]",
    "first := true\nfor i := range spec.Stones { if first { first = false }\nspec.Stones[i].Cap = nil }",
)


@pytest.mark.parametrize("body", FIRST_ONES)
def test_elements_that_others_stand_for_are_not_treated_like_these(tmp_path: Path, body: str) -> None:
    found = rulings(tmp_path, NOT_DROPPED, f"if on(Sails) || capped(old) {{ return }}\n{body}")
    assert [each.verdict.value for each in found if each.field == "spec.stones[*].cap"] != ["holds"]


@pytest.mark.parametrize("body", ALL_OF_THEM)
def test_a_loop_over_all_elements_is_followed(tmp_path: Path, body: str) -> None:
    found = rulings(tmp_path, NOT_DROPPED, f"if on(Sails) || capped(old) {{ return }}\n{body}")
    assert [each.verdict.value for each in found if each.field == "spec.stones[*].cap"] == ["holds"]


UNITS = {
    "another field of the gate": ("if !on(Sails) && !wide(old) && !high(old) { spec.Width = nil }", "holds", "holds"),
    "a field without the gate": (
        "if !on(Sails) && !wide(old) && !plain(old) { spec.Width = nil }",
        "unproven",
        "holds",
    ),
    "only another field of the gate": ("if !on(Sails) && !high(old) { spec.Width = nil }", "holds", "violated"),
}


@pytest.mark.parametrize("unit", sorted(UNITS))
def test_fields_of_one_gate_are_one_feature(tmp_path: Path, unit: str) -> None:
    body, dropped, in_use = UNITS[unit]
    assert verdict(tmp_path / "a", NOT_DROPPED, body, "spec.width") == dropped
    assert verdict(tmp_path / "b", IN_USE, body, "spec.width") == in_use


def test_each_gated_field_of_a_main_strategy_has_a_row(tmp_path: Path) -> None:
    rows = {each.field: each.verdict.value for each in rulings(tmp_path, NOT_DROPPED, WIDE)}
    assert rows == {
        "spec.stones[*].cap": "violated",
        "spec.drives[*].driveSource.wind.vanes": "violated",
        "spec.drives[*].driveSource.water": "violated",
        "spec.width": "holds",
        "spec.height": "violated",
        "spec.paddles": "violated",
        "spec.gears[*].cap": "violated",
    }


def test_a_status_strategy_answers_for_status(tmp_path: Path) -> None:
    (row,) = rulings(tmp_path, NOT_DROPPED, "", Role.STATUS)
    assert (row.field, row.verdict.value) == ("status.turns", "violated")


#: Bodies, and the spec fields that a gate they do not name drops.
UNGATED_DROPS = {
    WIDE: {},
    "if !on(Sails) { spec.Plain = nil }": {"spec.plain": "violated"},
    "if on(Sails) { return }\nspec.Plain = nil\nspec.Width = nil": {"spec.plain": "violated"},
    "if !on(Wheels) && !wide(old) { spec.Width = nil }": {"spec.width": "violated"},
    "off := !on(Sails)\nif off { spec.Name = \"\" }": {"spec.name": "violated"},
    "if spec.Plain != nil { spec.Name = \"\" }": {},
    "if !on(Sails) { *spec = MillSpec{Name: spec.Name, Stones: spec.Stones, Drives: spec.Drives, Paddles: spec.Paddles, Gears: spec.Gears} }": {"spec.plain": "violated"},
    "if !on(Sails) { was := *spec\n*spec = MillSpec{}\n*spec = was }": {},
    "lose := func(p **int32) { *p = nil }\nif !on(Sails) { lose(&spec.Plain) }": {"spec.plain": "violated"},
    "lose := func(p **int32) { *p = nil }\nif !on(Sails) { lose(&spec.Width) }": {},
    "if !on(Sails) { var kept []Stone\nfor _, s := range spec.Stones { kept = append(kept, Stone{Cap: s.Cap}) }\nspec.Stones = kept }": {"spec.stones[*].weight": "violated"},
    "if !on(Sails) { var kept []Stone\nfor _, s := range spec.Stones { kept = append(kept, Stone{Weight: s.Weight}) }\nspec.Stones = kept }": {},
    "if !on(Sails) { kept := make([]Stone, len(spec.Stones))\nfor i, s := range spec.Stones { kept[i].Weight = s.Weight }\nspec.Stones = kept }": {},
    "if !on(Sails) { kept := make([]Stone, len(spec.Stones))\nfor i := range kept { kept[i].Cap = spec.Stones[i].Cap }\nspec.Stones = kept }": {"spec.stones[*].weight": "violated"},
    "if !on(Sails) { visit(spec, func(s *Stone) bool { *s = Stone{Cap: s.Cap}; return true }) }": {"spec.stones[*].weight": "violated"},
    "if !on(Sails) { visit(spec, func(s *Stone) bool { *s = Stone{Weight: s.Weight}; return true }) }": {},
    "if !on(Sails) { metav1.Convert(spec) }": {"spec": "unproven"},
    "metav1.Convert(&spec.Stones)": {},
    "box := struct{ s *MillSpec }{spec}\nif !on(Sails) { *box.s = MillSpec{Name: box.s.Name, Stones: spec.Stones, Drives: spec.Drives, Paddles: spec.Paddles, Gears: spec.Gears} }": {"spec.plain": "violated"},
    "if !on(Sails) { ps := []**int32{&spec.Width}\nfor i := range ps { *ps[i] = nil } }\nm := map[string]Stone{}\nfor k, g := range spec.Gears { m[k] = g }\nspec.Gears = m": {},
    "if on(Sails) { goto done }\nspec.Plain = nil\ndone:": {"spec": "unproven"},
    "off := make(chan bool, 1)\noff <- on(Sails)\nif <-off { spec.Plain = nil }": {"spec": "unproven"},
    "func() { defer func() { if recover() != nil { spec.Plain = nil } }()\nif !on(Sails) { panic(1) } }()": {"spec": "unproven"},
    "if on(Sails) { spec.Plain = spec.Width }": {"spec.plain": "violated"},
    "if on(Sails) && spec.Plain == nil { spec.Plain = spec.Width }": {},
    "zero := int32(0)\nif !on(Sails) { spec.Plain = &zero }": {},
    "if !on(Wheels) && !paddled(old) { var kept []Drive\nfor _, d := range spec.Drives { if d.Water == nil { kept = append(kept, d) } }\nspec.Drives = kept }": {},
    "if !on(Wheels) && !paddled(old) { var kept []Drive\nfor _, d := range spec.Drives { if d.Wind == nil { kept = append(kept, d) } }\nspec.Drives = kept }": {"spec.drives": "violated"},
}  # fmt: skip


@pytest.mark.parametrize("body", UNGATED_DROPS)
def test_a_gate_drops_what_names_it(tmp_path: Path, body: str) -> None:
    rows = {each.field: each.verdict.value for each in rulings(tmp_path, UNGATED, body)}
    assert rows == (UNGATED_DROPS[body] or {None: "holds"})


#: Declarations, and what a body does with them: code that can't be seen through may ask for any gate.
UNSEEN_DROPS = {
    "var droppers []func(*MillSpec)\nfunc register(f func(*MillSpec)) { droppers = append(droppers, f) }": (
        "for _, each := range droppers { each(spec) }"
    ),
    "type dropper interface { drop(*MillSpec) }\ntype one struct{}\nfunc (one) drop(s *MillSpec) { if !on(Sails) { s.Plain = nil } }\nvar droppers = map[string]dropper{\"a\": one{}}": (
        "if found, ok := droppers[spec.Name]; ok { found.drop(spec) }"
    ),
    "var off bool\nfunc look() { off = !on(Sails) }": "look()\nif off { spec.Plain = nil }",
}  # fmt: skip


@pytest.mark.parametrize("declarations", UNSEEN_DROPS)
def test_unseen_code_may_ask_for_a_gate(tmp_path: Path, declarations: str) -> None:
    code = f"{CODE}{declarations}\n"
    found = rulings(tmp_path, UNGATED, UNSEEN_DROPS[declarations], code=code)
    assert {each.verdict.value for each in found} == {"unproven"}
    told = rulings(tmp_path / "told", UNGATED, "", code=code)
    assert [each.verdict.value for each in told] == ["holds"]


def test_what_a_gate_makes_of_a_condition_may_be_unknown(tmp_path: Path) -> None:
    code = CODE.replace("import (\n", 'import (\n\t"slices"\n', 1)
    (row,) = rulings(tmp_path, UNGATED, "if !slices.Contains([]bool{on(Sails)}, true) { spec.Plain = nil }", code=code)
    assert (row.field, row.verdict.value) == ("spec.plain", "unproven")
    (row,) = rulings(tmp_path, UNGATED, "if !slices.Contains([]bool{on(Sails)}, true) { spec.Width = nil }", code=code)
    assert row.verdict.value == "holds"


def test_who_changes_a_field_may_change_the_variable_whose_address_lies_there(tmp_path: Path) -> None:
    body = "var used bool\nbox := struct{ p *bool }{&used}\n*box.p = wide(old)\nif !on(Sails) && %sused { spec.Width = nil }"
    assert verdict(tmp_path, IN_USE, body % "", "spec.width") == "unproven"
    assert verdict(tmp_path, NOT_DROPPED, body % "!", "spec.width") == "unproven"


def test_what_has_no_part_in_a_question_is_not_followed(tmp_path: Path) -> None:
    """A helper that is far too much to follow lies beside the one that matters."""
    tests = " ".join(f"if spec.Stones[{n}].Weight > many(spec.Stones[{n + 1}].Weight) {{ spec.Name = spec.Name + \"{n}\" }};" for n in range(40))  # fmt: skip
    assert verdict(tmp_path, NOT_DROPPED, f"{tests}\n{WIDE}", "spec.width") == "holds"


def test_a_field_with_more_ways_to_its_end_than_are_looked_at_is_unproven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outcome, "views", 1)
    (row,) = rulings(tmp_path, UNGATED, "if !on(Sails) && len(spec.Name) > 3 { spec.Plain = nil }")
    assert (row.field, row.verdict.value) == ("spec.plain", "unproven")
    assert "more than 1 combinations" in row.detail


ENABLED_SAILS = "utilfeature.DefaultFeatureGate.Enabled(Sails)"
#: Variables of the package that know of a gate, with a condition by way of each, and whether that asks in the hook.
ASKED = {
    f"var is = {ENABLED_SAILS}": ("!is", False),
    "var is = on(Sails)": ("!is", False),
    f"var off = !{ENABLED_SAILS}": ("off", False),
    f"type known struct {{ sails bool }}\nvar all = known{{{ENABLED_SAILS}}}": ("!all.sails", False),
    f"var is = func() bool {{ return {ENABLED_SAILS} }}()": ("!is", False),
    "var is = asked()\nfunc asked() func() bool { then := on(Sails); return func() bool { return then } }": (
        "!is()",
        False,
    ),
    f"var is bool\nfunc init() {{ is = {ENABLED_SAILS} }}": ("!is", False),
    f"var is = func() bool {{ return {ENABLED_SAILS} }}": ("!is()", True),
    "var is = utilfeature.DefaultFeatureGate.Enabled": ("!is(Sails)", True),
    "var gates = utilfeature.DefaultFeatureGate": ("!gates.Enabled(Sails)", True),
}


@pytest.mark.parametrize("declared", ASKED)
def test_what_is_asked_while_a_package_begins_may_be_set_since(tmp_path: Path, declared: str) -> None:
    condition, is_asked_in_time = ASKED[declared]
    body = f"if {condition} && !wide(old) {{ spec.Width = nil }}"
    for number, rule in enumerate((NOT_DROPPED, ENABLED)):
        found = rulings(tmp_path / str(number), rule, body, code=f"{CODE}{declared}\n")
        (row,) = [each for each in found if each.field == "spec.width"]
        assert row.verdict.value == ("holds" if is_asked_in_time else "unproven")
        assert is_asked_in_time or "mills.go:" in str(row.detail)
