"""Bodies of conversions as strangers write them, each in the place of a statement that carries its field
(``conversion_bodies.toml``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from apivet.config.model import Config
from apivet.conventions.conversions import DROPS, SETS, judge_conversions
from apivet.documents import parse_toml
from apivet.golang.facts import GoFacts
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.front_end import DefaultScope

#: The verdicts that a case has where it says nothing.
HOLDS = "holds"
TREE = {
    "go.mod": "module ex.org/boats\n",
    "vendor/k8s.io/apimachinery/pkg/conversion/scope.go": "package conversion\ntype Scope interface { Meta() *int }\n",
    "pkg/apis/boats/types.go": """package boats
import "k8s.io/apimachinery/pkg/util/sets"
type BoatSpec struct {
	Name string; Crew int32; Decks []Deck; Hull *Hull; Flags map[string]string; Mast Mast; Guests sets.String
	Ports sets.Set[string]; Holds map[string]Hull; Rope *string; Mode Mode; Tags []string
	OldName string; OldTags []string; OldDecks []Deck; Spare *Spare; Anchor Anchor
}
type Anchor struct { Weight int }
type Spare struct { Mast Mast }
type Mode string
type Deck struct { Level int; Label *string }
type Hull struct { Length int; Wood string }
type Mast struct { Height int; Kind string }
""",
    "pkg/apis/boats/v1/types.go": """package v1
import "ex.org/far"
type BoatSpec struct {
	Name string `json:"name"`; Crew *int32 `json:"crew"`; Decks []Deck `json:"decks"`; Hull *Hull `json:"hull"`
	Flags map[string]string `json:"flags"`; Mast Mast `json:"mast"`; GuestsSlice []string `json:"guests"`
	Ports []string `json:"ports"`; Holds []Hold `json:"holds"`; Rope *string `json:"rope"`; Mode string `json:"mode"`
	Tags []string `json:"tags"`; Anchor *far.Anchor `json:"anchor"`
}
type Hold struct { Name string `json:"name"`; Length int `json:"length"`; Wood string `json:"wood"` }
type Deck struct { Level int `json:"level"`; Label *string `json:"label"` }
type Hull struct { Length int `json:"length"`; Wood string `json:"wood"` }
type Mast struct { Height int `json:"height"`; Kind string `json:"kind"` }
""",
}
HEAD = """package v1
import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
	"unsafe"
	boats "ex.org/boats/pkg/apis/boats"
	"ex.org/far"
	conversion "k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/sets"
)
"""
TO = "Convert_v1_BoatSpec_To_boats_BoatSpec(in *BoatSpec, out *boats.BoatSpec, s conversion.Scope) error"
BACK = "Convert_boats_BoatSpec_To_v1_BoatSpec(in *boats.BoatSpec, out *BoatSpec, s conversion.Scope) error"
#: The plain statements, by field.
BOTH = {"name": "out.Name = in.Name", "flags": "out.Flags = in.Flags", "rope": "out.Rope = in.Rope", "tags": "out.Tags = in.Tags"}  # fmt: skip
PLAIN_TO = {
    **BOTH,
    "crew": "if in.Crew != nil { out.Crew = *in.Crew }",
    "decks": "for i := range in.Decks { out.Decks = append(out.Decks, boats.Deck{Level: in.Decks[i].Level, Label: in.Decks[i].Label}) }",
    "hull": "if in.Hull != nil { out.Hull = &boats.Hull{Length: in.Hull.Length, Wood: in.Hull.Wood} }",
    "mast": "out.Mast = boats.Mast(in.Mast)",
    "guests": "out.Guests = sets.NewString(in.GuestsSlice...)",
    "ports": "out.Ports = sets.New(in.Ports...)",
    "holds": "out.Holds = map[string]boats.Hull{}\nfor _, h := range in.Holds { out.Holds[h.Name] = boats.Hull{Length: h.Length, Wood: h.Wood} }",
    "mode": "out.Mode = boats.Mode(in.Mode)",
    "anchor": "if in.Anchor != nil { if err := Convert_far_Anchor_To_boats_Anchor(in.Anchor, &out.Anchor, s); err != nil { return err } }",
}  # fmt: skip
PLAIN_BACK = {
    **BOTH,
    "crew": "crew := in.Crew\nout.Crew = &crew",
    "decks": "for i := range in.Decks { out.Decks = append(out.Decks, Deck{Level: in.Decks[i].Level, Label: in.Decks[i].Label}) }",
    "hull": "if in.Hull != nil { out.Hull = &Hull{Length: in.Hull.Length, Wood: in.Hull.Wood} }",
    "mast": "out.Mast = Mast(in.Mast)",
    "guests": "out.GuestsSlice = in.Guests.List()",
    "ports": "out.Ports = sets.List(in.Ports)",
    "holds": "for k, h := range in.Holds { out.Holds = append(out.Holds, Hold{Name: k, Length: h.Length, Wood: h.Wood}) }",
    "mode": "out.Mode = string(in.Mode)",
    "anchor": "out.Anchor = &far.Anchor{}\nif err := Convert_boats_Anchor_To_far_Anchor(&in.Anchor, out.Anchor, s); err != nil { return err }",
}  # fmt: skip
CASES = {
    each["name"]: each for each in parse_toml((Path(__file__).parent / "conversion_bodies.toml").read_bytes())["case"]
}


def source(case: dict[str, Any]) -> str:
    """The file of one conversion."""
    is_back = case.get("back", False)
    parts = {**(PLAIN_BACK if is_back else PLAIN_TO), case["field"]: case["body"].strip()}
    function = BACK if is_back else TO
    return f"{HEAD}{case.get('beside', '')}\nfunc {function} {{\n" + "\n".join(parts.values()) + "\nreturn nil\n}\n"


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_conversion_loses_and_adds_what_the_table_says(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    for path, text in {**TREE, "pkg/apis/boats/v1/conversion.go": source(case)}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    file = str(tmp_path / "pkg/apis/boats/v1/conversion.go")
    program = GoProgram(DefaultScope(), GoFacts(checked=(file,)), str(tmp_path), Disk())
    findings, rows = judge_conversions(program.contents(file), program, Config())
    assert not any(word in finding.message for finding in findings for word in ("None", "True", "False"))
    told = {rule: {row.verdict.value for row in rows if row.rule == rule} for rule in (DROPS, SETS)}
    assert told == {DROPS: {case.get("drops", HOLDS)}, SETS: {case.get("defaults", HOLDS)}}
