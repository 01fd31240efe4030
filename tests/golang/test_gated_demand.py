"""Drop helpers that are told apart by the types of fields, by what is assumed of the stored object, and by copies."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.test_gates import CODE, ENABLED, IN_USE, NOT_DROPPED, UNGATED, rulings, verdict

from apivet.conventions import strategy
from apivet.conventions.subject import Subject

pytestmark = pytest.mark.long

HEAD, _, _ = CODE.partition("type MillSpec struct")
FUNCTIONS = """func on(f featuregate.Feature) bool { return utilfeature.DefaultFeatureGate.Enabled(f) }
func many(n int32) int32 { if n > 9 { return many(n / 10) }; return n }
type millStrategy struct{}
func (millStrategy) PrepareForCreate(k *Mill) { drop(&k.Spec, nil) }
func (millStrategy) PrepareForUpdate(k, o *Mill) { drop(&k.Spec, &o.Spec) }
func drop(spec, old *MillSpec) {
%s
}
"""
TYPES = """type MillSpec struct { Name string; Stones, Rocks, Sands []Stone; Wheel Wheel }
type Wheel struct { Weight int32; Note string; Spokes []Spoke }
type Spoke struct { Note string; Weight int32 }
type Stone struct {
	Name string
	// +featureGate=Wheels
	Bands []Band
}
type Band struct { Pins []Pin }
type Pin struct {
	// +featureGate=Sails
	Note *string
}
type MillStatus struct {}
"""
HELPERS = """func bound(l []Stone) bool { for _, a := range l { if len(a.Bands) > 0 { return true } }; return false }
func noted(l []Stone) bool {
	for _, a := range l {
		for _, b := range a.Bands {
			for _, p := range b.Pins { if p.Note != nil { return true } }
		}
	}
	return false
}
func unbind(l []Stone) { for i := range l { l[i].Bands = nil } }
func unnote(l []Stone) {
	for i := range l {
		for j := range l[i].Bands {
			for k := range l[i].Bands[j].Pins { l[i].Bands[j].Pins[k].Note = nil }
		}
	}
}
"""
NOTES = HEAD + TYPES + HELPERS + FUNCTIONS
#: A field of the same name in another type, which is set in far too many ways to follow.
WHEELS = " ".join(
    f'if many(spec.Wheel.Weight + {n}) > {n} {{ spec.Wheel.Note += "{n}"; spec.Wheel.Spokes[{n}].Note = spec.Wheel.Note }};'
    for n in range(40)
)
NOTE = "spec.stones[*].bands[*].pins[*].note"
ANY_BOUND = "old != nil && (bound(old.Stones) || bound(old.Rocks) || bound(old.Sands))"
ANY_NOTED = "old != nil && (noted(old.Stones) || noted(old.Rocks) || noted(old.Sands))"
OUTER = f"if !on(Wheels) && !({ANY_BOUND}) {{ unbind(spec.Stones); unbind(spec.Rocks); unbind(spec.Sands) }}"
INNER = f"if !on(Sails) && !({ANY_NOTED}) {{ unnote(spec.Stones); unnote(spec.Rocks); unnote(spec.Sands) }}"
#: A rule, a body for which it holds, and one that breaks it.
PAIRS = {
    "a field of another type": (NOT_DROPPED, f"{WHEELS}\n{INNER}", f"{WHEELS}\nif !on(Sails) {{ unnote(spec.Rocks) }}"),
    "two lists around it": (NOT_DROPPED, f"{OUTER}\n{INNER}", f"{OUTER}\nif !on(Sails) {{ unnote(spec.Rocks) }}"),
    "in use below another one": (IN_USE, f"{OUTER}\n{INNER}", f"{OUTER}\nif !on(Sails) {{ unnote(spec.Stones) }}"),
}


@pytest.mark.parametrize("construct", sorted(PAIRS))
def test_one_of_two_breaks_the_rule(tmp_path: Path, construct: str) -> None:
    rule, kept, broken = PAIRS[construct]
    assert verdict(tmp_path / "kept", rule, kept, NOTE, NOTES) == "holds"
    assert verdict(tmp_path / "broken", rule, broken, NOTE, NOTES) == "violated"


GUARD = "if old == nil || len(old.Stones) != len(spec.Stones) { return }"
HOUSES = (
    HEAD
    + """type MillSpec struct { House *House }
type House struct { Door *string; Attic *Attic; Cellar *int32 }
type Attic struct { Lamp *string; Rope *string }
type MillStatus struct {}
"""
    + FUNCTIONS
)
DROP_DOOR = "if !on(Sails) && spec.House != nil && spec.House.Door != nil { spec.House.Door = nil; %s }"
DROP_LAMP = "if !on(Wheels) && spec.House != nil && spec.House.Attic != nil { spec.House.Attic.Lamp = nil; %s }"
UNLESS_USED = "if *spec.House == (House{}) { spec.House = nil }"
NO_ATTIC = "if spec.House.Attic.Rope == nil { spec.House.Attic = nil }"
#: Bodies that drop a field and what it lies in, and the fields that are dropped without naming the gate.
HOLDERS = {
    "nothing else is in it": (DROP_DOOR % UNLESS_USED, {"spec.house.door"}),
    "something else may be in it": (DROP_DOOR % "spec.House = nil", {"spec.house.door", "spec.house"}),
    "another gate drops the rest": (
        f"{DROP_LAMP % NO_ATTIC}\n{DROP_DOOR % UNLESS_USED}",
        {"spec.house.door", "spec.house.attic.lamp"},
    ),
    "another gate may drop the rest": (
        f"{DROP_LAMP % NO_ATTIC}\n{DROP_DOOR % 'if spec.House.Cellar == nil { spec.House = nil }'}",
        {"spec.house.door", "spec.house.attic.lamp", "spec.house.attic", "spec.house"},
    ),
}


@pytest.mark.parametrize("holder", sorted(HOLDERS))
def test_a_structure_goes_with_the_last_field_that_is_in_it(tmp_path: Path, holder: str) -> None:
    body, expected = HOLDERS[holder]
    rows = rulings(tmp_path, UNGATED, body, code=HOUSES)
    assert {each.field for each in rows if each.verdict.value == "violated"} == expected


#: Bodies that make a slice, as long as another one, and what is stored then of a field that the caller set.
MERGED = """merged := make([]Stone, len(%s))
copy(merged, %s)
for i, s := range spec.Stones { merged[i].%s }
spec.Stones = merged"""
COPIES = {
    "elements that are the caller's": (MERGED % ("spec.Stones", "spec.Stones", "Name = s.Name"), "holds"),
    "elements that are the stored ones": (MERGED % ("old.Stones", "old.Stones", "Name = s.Name"), "violated"),
    "with the field of the caller's": (MERGED % ("old.Stones", "old.Stones", "Bands = s.Bands"), "holds"),
    "a shorter one": (MERGED % ("old.Rocks", "spec.Stones", "Name = s.Name"), "unproven"),
}


@pytest.mark.parametrize("made", sorted(COPIES))
def test_a_slice_is_made_for_what_is_copied_into_it(tmp_path: Path, made: str) -> None:
    body, expected = COPIES[made]
    assert verdict(tmp_path, ENABLED, f"{GUARD}\n{body}", NOTE, NOTES) == expected


BODIES = [INNER, f"{OUTER}\n{INNER}", *(f"{GUARD}\n{body}" for body, _ in COPIES.values())]


@pytest.mark.parametrize("number", range(len(BODIES)))
def test_what_is_decided_with_less_code_is_decided_with_more(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slice, and what is assumed of the stored object, change no verdict that is decided without them."""
    for rule in (NOT_DROPPED, IN_USE, ENABLED):
        sliced = {each.field: each.verdict.value for each in rulings(tmp_path, rule, BODIES[number], code=NOTES)}
        with monkeypatch.context() as patched:
            patched.setattr(strategy.StrategySubject, "about", Subject.about)
            whole = {each.field: each.verdict.value for each in rulings(tmp_path, rule, BODIES[number], code=NOTES)}
        assert {name: each for name, each in whole.items() if each != "unproven"}.items() <= sliced.items()
