"""Gated fields of a subresource, which puts back what it does not carry, and texts that ask for their length."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.test_gates import CODE, ENABLED, IN_USE, NOT_DROPPED, UNGATED, rulings, verdict

from apivet.program.role import Role

UPDATES_ONLY = CODE.replace("func (millStrategy) PrepareForCreate(k *Mill) { drop(&k.Spec, nil) }\n", "")
REBUILT = "var kept []Stone\nfor _, s := range spec.Stones { kept = append(kept, s) }\nspec.Stones = kept"
#: A rule, a field, a body, and the verdict on an update of a subresource.
UPDATES = {
    "refused as it is": (NOT_DROPPED, "spec.width", "if spec.Name == old.Name { *spec = *old }", "unproven"),
    "never put back": (NOT_DROPPED, "spec.width", "if spec.Name == old.Name { spec.Plain = old.Plain }", "violated"),
    "rebuilt of the old ones": (ENABLED, "spec.stones[*].cap", f"*spec = *old\n{REBUILT}", "holds"),
    "emptied": (ENABLED, "spec.stones[*].cap", "spec.Stones = nil", "violated"),
    "nothing was there": (ENABLED, "spec.width", "*spec = *old\nif old.Width == nil { spec.Width = nil }", "holds"),
    "something was there": (ENABLED, "spec.width", "*spec = *old\nspec.Width = nil", "violated"),
}


@pytest.mark.parametrize("update", sorted(UPDATES))
def test_a_subresource_puts_back_what_it_does_not_carry(tmp_path: Path, update: str) -> None:
    rule, field, body, expected = UPDATES[update]
    rows = {each.field: each.verdict.value for each in rulings(tmp_path, rule, body, Role.OTHER, UPDATES_ONLY)}
    assert rows[field] == expected


#: A body, and the verdict on the field without a gate that it may clear on an update of a subresource.
UNGATED_UPDATES = {
    "nothing was there": ("*spec = *old\nif !on(Sails) && old.Plain == nil { spec.Plain = nil }", None),
    "something was there": ("*spec = *old\nif !on(Sails) { spec.Plain = nil }", "violated"),
    "taken over": (
        "sent := spec.Plain\n*spec = *old\nspec.Plain = sent\nif !on(Sails) && old.Plain == nil { spec.Plain = nil }",
        "violated",
    ),
    "refused as it is": ("if spec.Name == old.Name { *spec = *old } else if !on(Sails) { spec.Plain = nil }", "unproven"),
    "never put back": ("if spec.Name == old.Name { spec.Width = old.Width } else if !on(Sails) { spec.Plain = nil }", "violated"),
}  # fmt: skip


@pytest.mark.parametrize("update", sorted(UNGATED_UPDATES))
def test_a_subresource_clears_nothing_that_it_puts_back(tmp_path: Path, update: str) -> None:
    body, expected = UNGATED_UPDATES[update]
    rows = {each.field: each.verdict.value for each in rulings(tmp_path, UNGATED, body, Role.OTHER, UPDATES_ONLY)}
    assert rows.get("spec.plain") == expected


#: Elements that are those of the stored list, unless one was renamed: an update that validation may refuse.
MERGED = """
func merged(sent, stored []Stone) []Stone {
	if len(sent) == 0 { return sent }
	kept := make([]Stone, len(stored))
	copy(kept, stored)
	for i, stone := range sent {
		if kept[i].Weight != stone.Weight { return sent }
		kept[i].Cap = stone.Cap
	}
	return kept
}
func hardened(spec *MillSpec) bool {
	for _, stone := range spec.Stones { if stone.Hard != nil { return true } }
	return false
}
"""
HARDENED = UPDATES_ONLY.replace("type Stone struct {", "type Stone struct {\n\tHard *int32") + MERGED


@pytest.mark.parametrize(
    ("stored", "expected"), [("merged(spec.Stones, old.Stones)", "unproven"), ("spec.Stones", "violated")]
)
def test_a_list_whose_elements_are_put_back_elsewhere(tmp_path: Path, stored: str, expected: str) -> None:
    body = f"stones := {stored}\n*spec = *old\nspec.Stones = stones\nif !on(Sails) && !hardened(old) {{ for i := range spec.Stones {{ spec.Stones[i].Hard = nil }} }}"
    rows = {each.field: each.verdict.value for each in rulings(tmp_path, UNGATED, body, Role.OTHER, HARDENED)}
    assert rows["spec.stones[*].hard"] == expected


CHIPPED = UPDATES_ONLY.replace(
    "type Stone struct {", "type Chip struct { Size int32 }\ntype Stone struct {\n\tChips []Chip"
)
PUT_BACK_UNLESS_ON = "sent := spec.Stones\n*spec = *old\nif on(Wheels) { spec.Stones = sent }\nif !on(Sails) {\n"
CHIP_BY_CHIP = (
    "var kept []Chip\nfor _, chip := range stone.Chips { kept = append(kept, chip) }\nspec.Stones[i].Chips = kept"
)
#: The stored list of a stone, and the gates of which one is told to clear it.
REBUILT_LISTS = {
    "of the one before": (CHIP_BY_CHIP, None),
    "of nothing": ("_ = stone\nspec.Stones[i].Chips = nil", "violated"),
}


@pytest.mark.parametrize("body", sorted(REBUILT_LISTS))
def test_a_list_that_is_made_of_the_stored_one_is_put_back(tmp_path: Path, body: str) -> None:
    code, expected = REBUILT_LISTS[body]
    hook = f"{PUT_BACK_UNLESS_ON}for i, stone := range spec.Stones {{ {code} }} }}"
    rows = {each.field: each.verdict.value for each in rulings(tmp_path, UNGATED, hook, Role.OTHER, CHIPPED)}
    assert rows.get("spec.stones[*].chips") == expected


FIELDS = ("Stones", "Drives", "Width", "Height", "Paddles", "Plain", "Gears")
OLD_ONES = "; ".join(f"spec.{name} = old.{name}" for name in FIELDS)
#: Bodies that put a field back to what the stored object has, and the verdict on it where nothing is stored there.
PUT_BACK = {
    "with all beside it": (f"if !on(Sails) {{ spec.Name = old.Name; {OLD_ONES} }}", None),
    "without one beside it": (f"if !on(Sails) {{ {OLD_ONES} }}", "violated"),
}


@pytest.mark.parametrize("body", sorted(PUT_BACK))
def test_a_field_is_singled_out_where_those_beside_it_are_the_callers(tmp_path: Path, body: str) -> None:
    """A slice for the field leaves the others out, and must not tell that they are put back."""
    code, expected = PUT_BACK[body]
    rows = {each.field: each.verdict.value for each in rulings(tmp_path, UNGATED, code, code=UPDATES_ONLY)}
    assert rows.get("spec.plain") == expected


TEXTS = CODE.replace("\tPlain *int32\n", "\tPlain *int32\n\t// +featureGate=Sails\n\tFlag *string\n\t// +featureGate=Sails\n\tMotto string\n")  # fmt: skip
DROPPED = "if !on(Sails) && spec.Flag != nil && {} && (old == nil || old.Flag == nil) {{ spec.Flag = nil }}"
EMPTY = 'if !on(Sails) && (old == nil || {}) {{ spec.Motto = "" }}'
#: Conditions on the length of a text, and the verdict where it decides.
LENGTHS = {
    "not empty": (NOT_DROPPED, "spec.flag", DROPPED.format("len(*spec.Flag) != 0"), "holds"),
    "longer than nothing": (NOT_DROPPED, "spec.flag", DROPPED.format("0 < len(*spec.Flag)"), "holds"),
    "one at least": (NOT_DROPPED, "spec.flag", DROPPED.format("!(len(*spec.Flag) < 1)"), "holds"),
    "more than one": (NOT_DROPPED, "spec.flag", DROPPED.format("len(*spec.Flag) > 1"), "violated"),
    "empty": (NOT_DROPPED, "spec.flag", DROPPED.format("len(*spec.Flag) == 0"), "violated"),
    "in use": (IN_USE, "spec.motto", EMPTY.format("len(old.Motto) == 0"), "holds"),
    "in use by one": (IN_USE, "spec.motto", EMPTY.format("len(old.Motto) > 0"), "violated"),
}  # fmt: skip


@pytest.mark.parametrize("condition", sorted(LENGTHS))
def test_a_text_without_length_is_empty(tmp_path: Path, condition: str) -> None:
    rule, field, body, expected = LENGTHS[condition]
    assert verdict(tmp_path, rule, body, field, TEXTS) == expected
