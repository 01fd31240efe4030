"""Drop helpers as strangers write them, judged by each gate rule: the file ``drop_helpers.toml``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.golang.test_gates import CODE, ENABLED, IN_USE, NOT_DROPPED, UNGATED, rulings

from apivet.documents import parse_toml

pytestmark = pytest.mark.long

#: Functions that any of them may call.
HELPERS = """
func sails(s *MillSpec) bool {
	if s == nil { return false }
	if s.Width != nil || s.Height != nil || capped(s) || geared(s) { return true }
	for _, d := range s.Drives { if d.Wind != nil && d.Wind.Vanes != nil { return true } }
	return false
}
func wheels(s *MillSpec) bool {
	if s == nil { return false }
	if len(s.Paddles) > 0 { return true }
	for i := range s.Drives { if s.Drives[i].Water != nil { return true } }
	return false
}
func clearSails(spec *MillSpec) {
	spec.Width, spec.Height = nil, nil
	for i := range spec.Stones { spec.Stones[i].Cap = nil }
	for i := range spec.Drives { if spec.Drives[i].Wind != nil { spec.Drives[i].Wind.Vanes = nil } }
	for k, g := range spec.Gears { g.Cap = nil; spec.Gears[k] = g }
}
func clearWheels(spec *MillSpec) {
	spec.Paddles = nil
	for i := range spec.Drives { spec.Drives[i].Water = nil }
}
"""
LIBRARY = ("cmp", "errors", "fmt", "maps", "reflect", "slices", "sort", "strings")
CASES = {each["name"]: each for each in parse_toml((Path(__file__).parent / "drop_helpers.toml").read_bytes())["case"]}


def source(case: dict[str, Any]) -> str:
    """The file of one helper, as a template without a body."""
    written = CODE % case["body"] + HELPERS + case.get("declarations", "")
    taken = "".join(f'\t"{name}"\n' for name in LIBRARY if re.search(rf"(?<![\w.]){name}\.[A-Z]", written))
    return written.replace("import (\n", f"import (\n{taken}", 1).replace("%", "%%") + "\n// %s"


@pytest.mark.parametrize("name", CASES)
def test_each_rule_tells_what_running_shows(tmp_path: Path, name: str) -> None:
    case, told = CASES[name], {}
    for rule in (NOT_DROPPED, IN_USE, ENABLED, UNGATED):
        found = rulings(tmp_path, rule, "", code=source(case))
        assert not [each for each in found if each.verdict.value == "unproven"]
        broken = sorted({each.field or "" for each in found if each.verdict.value == "violated"})
        told.update({rule: broken} if broken else {})
    assert told == case["violated"]
