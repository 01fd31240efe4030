"""Trees that lack the packages of the metadata types: declarations of these come with apivet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main

TYPES = """package reefs

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Reef struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec   ReefSpec
	Status ReefStatus
}
type ReefSpec struct { Depth int }
type ReefStatus struct { Fish int }
"""
STRATEGY = """package reef

import (
	"context"

	"ex.org/sea/pkg/apis/reefs"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
)

type reefStrategy struct { runtime.ObjectTyper }

func (reefStrategy) PrepareForCreate(ctx context.Context, obj runtime.Object) {
	reef := obj.(*reefs.Reef)
	reef.Status = reefs.ReefStatus{}
	reef.Generation = 1
}
func (reefStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {
	reef, before := obj.(*reefs.Reef), old.(*reefs.Reef)
	reef.Status = before.Status
	if reef.Spec != before.Spec { reef.Generation = before.Generation + 1 }
}
"""


BUMP = "reef.Generation = before.Generation + 1"


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [
        (BUMP, "holds"),
        ("reef.Generation = before.Generation + 0", "violated"),
        ("reef.SetGeneration(before.GetGeneration() + 1)", "holds"),
        ("before.SetGeneration(before.GetGeneration() + 1)", "violated"),
        (f"if m, err := meta.Accessor(reef); err == nil {{ _ = m; {BUMP} }}", "holds"),
        (f"if m, err := meta.Accessor(reef); err != nil {{ _ = m; {BUMP} }}", "violated"),
    ],
)
def test_generation_is_judged_without_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, verdict: str
) -> None:
    rows = rows_with(tmp_path, monkeypatch, changed)
    assert rows["generation-not-bumped-on-spec-change"] == verdict
    assert rows["generation-not-set-on-create"] == "holds"
    assert rows["status-not-kept-on-update"] == "holds"


@pytest.mark.parametrize("condition", ["err != nil", "err == nil"])
def test_what_has_no_metadata_is_no_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, condition: str) -> None:
    rows = rows_with(tmp_path, monkeypatch, f"if _, err := meta.Accessor(&reef.Spec); {condition} {{ {BUMP} }}")
    assert rows["generation-not-bumped-on-spec-change"] == "unproven"


def rows_with(root: Path, monkeypatch: pytest.MonkeyPatch, changed: str) -> dict[str, str]:
    """The verdicts on a strategy that does something else than to bump the generation."""
    sources = {
        "go.mod": "module ex.org/sea\n",
        "pkg/apis/reefs/types.go": TYPES,
        "pkg/registry/reef/strategy.go": STRATEGY.replace(BUMP, changed),
    }
    for name, text in sources.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(root)
    document = json.loads(CliRunner().invoke(main, ["check", "--format", "json", "-j", "1", "--no-cache"]).stdout)
    strategy = "ex.org/sea/pkg/registry/reef.reefStrategy"
    return {row["rule"]: row["verdict"] for row in document["verdicts"] if row["object"] == strategy}


def test_lock_files_name_no_place_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("go.mod", "module ex.org/sea\n"), ("pkg/apis/reefs/types.go", TYPES)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["types", "lock"]).exit_code == 0
    lines = (tmp_path / "apivet.lock").read_text().splitlines()
    assert "k8s.io/apimachinery/pkg/apis/meta/v1.Time" in lines
    assert not [line for line in lines if "shipped" in line]


FIELDS = """package reef

import "sigs.k8s.io/structured-merge-diff/%s/fieldpath"

func (reefStrategy) GetResetFields() map[fieldpath.APIVersion]*fieldpath.Set {
	%s
}

func of(versions []string, name string) map[fieldpath.APIVersion]*fieldpath.Set {
	out := map[fieldpath.APIVersion]*fieldpath.Set{}
	for _, version := range versions {
		out[fieldpath.APIVersion(version)] = fieldpath.NewSet(fieldpath.MakePathOrDie(name))
	}
	return out
}

var known = map[fieldpath.APIVersion]*fieldpath.Set{"reefs/v1": fieldpath.NewSet(fieldpath.MakePathOrDie("status"))}
"""
EACH = 'map[fieldpath.APIVersion]*fieldpath.Set{"reefs/v1": s}'
STATUS = 'Insert(fieldpath.MakePathOrDie("status"))'
UNTOLD = """return map[fieldpath.APIVersion]*fieldpath.Set{
		fieldpath.APIVersion(first.Version()): fieldpath.NewSet(fieldpath.MakePathOrDie("%s")),
		fieldpath.APIVersion(second.Version()): fieldpath.NewSet(fieldpath.MakePathOrDie("%s")),
	}
}

type versioned interface{ Version() string }

var first, second versioned

func use(one, other versioned) {
	first, second = one, other
"""


@pytest.mark.parametrize("version", ["v4", "v6"])
@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ('return of([]string{"reefs/v1", "reefs/v2"}, "status")', "holds"),
        ('return of([]string{"reefs/v1", "reefs/v2"}, "spec")', "violated"),
        (f's := fieldpath.NewSet()\n\ts.Insert(fieldpath.MakePathOrDie("status"))\n\treturn {EACH}', "holds"),
        (f's := fieldpath.NewSet()\n\ts.Insert(fieldpath.MakePathOrDie("spec", "depth"))\n\treturn {EACH}', "violated"),
        (
            f's := fieldpath.NewSet().Union(fieldpath.NewSet(fieldpath.MakePathOrDie("status")))\n\treturn {EACH}',
            "holds",
        ),
        (f's := fieldpath.NewSet(fieldpath.MakePathOrDie("status", "fish"))\n\treturn {EACH}', "holds"),
        (f's := fieldpath.NewSet(fieldpath.MakePathOrDie("status", "f" + "in"))\n\treturn {EACH}', "violated"),
        (f"s, t := fieldpath.NewSet(), fieldpath.NewSet()\n\tt = s\n\tt.{STATUS}\n\treturn {EACH}", "holds"),
        (f"s := fieldpath.NewSet()\n\tt := *s\n\tt.{STATUS}\n\treturn {EACH}", "unproven"),
        (
            f"s := fieldpath.NewSet()\n\tput(s)\n\treturn {EACH}\n}}\nfunc put(s *fieldpath.Set) {{\n\ts.{STATUS}",
            "holds",
        ),
        (
            f"s := fieldpath.NewSet()\n\tput(*s)\n\treturn {EACH}\n}}\nfunc put(s fieldpath.Set) {{\n\ts.{STATUS}",
            "unproven",
        ),
        (UNTOLD % ("status", "status"), "holds"),
        (UNTOLD % ("spec", "spec"), "violated"),
        (UNTOLD % ("status", "spec"), "violated"),
        (UNTOLD % ("spec", "status"), "unproven"),  # the second may be told under the name of the first
        ("return known", "holds"),
        ('return known\n}\nfunc added() {\n\tknown["reefs/v1"].Insert(fieldpath.MakePathOrDie("spec"))', "unproven"),
        ('return known\n}\nfunc added() {\n\tdelete(reefStrategy{}.GetResetFields(), "reefs/v1")', "unproven"),
    ],
)
def test_sets_of_reset_fields_are_put_together_without_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, body: str, verdict: str
) -> None:
    sources = {
        "go.mod": "module ex.org/sea\n",
        "pkg/apis/reefs/types.go": TYPES,
        "pkg/registry/reef/strategy.go": STRATEGY,
        "pkg/registry/reef/fields.go": FIELDS % (version, body),
    }
    for name, text in sources.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--no-cache", "--format", "json", "-j", "1"])
    rows = {row["rule"]: row["verdict"] for row in json.loads(result.stdout)["verdicts"]}
    assert rows["reset-fields-mismatch"] == verdict


HELPED = """package reef

import (
	"context"
	"slices"

	"ex.org/sea/pkg/apis/reefs"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
)

type reefStrategy struct { runtime.ObjectTyper }

func (reefStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {
	reef, before := obj.(*reefs.Reef), old.(*reefs.Reef)
	_ = slices.Concat([]int{1})
	CODE
}
"""
#: Code with functions of packages that the tree lacks: of each two, one keeps the status and one does not.
PAIRS = {
    "a set that has a name": (
        'if sets.New("reef", "wall").Has("wall") { reef.Status = before.Status }',
        'if sets.New("reef", "wall").Has("wreck") { reef.Status = before.Status }',
    ),
    "a set of names": (
        'if sets.NewString("reef").Union(sets.NewString("wall")).HasAll("wall", "reef") { reef.Status = before.Status }',
        'if sets.NewString("reef").Difference(sets.NewString("reef")).Has("reef") { reef.Status = before.Status }',
    ),
    "a set that changes": (
        'names := sets.New("reef")\n\tnames.Insert("wall")\n\tif names.Has("wall") { reef.Status = before.Status }',
        'names := sets.New("reef")\n\tnames.Delete("reef")\n\tif names.Len() == 1 { reef.Status = before.Status }',
    ),
    "a pointer or another value": (
        "reef.Status = ptr.Deref(&before.Status, reef.Status)",
        "reef.Status = ptr.Deref(nil, reef.Status)",
    ),
    "metadata of whatever object": (
        "about, err := meta.Accessor(obj)\n\tif err != nil { return }\n\tabout.SetLabels(nil)\n\treef.Status = before.Status",
        'about, _ := meta.Accessor(obj)\n\tif about.GetName() == "wall" { return }\n\treef.Status = before.Status',
    ),
    "metadata that is changed": (
        'about, _ := meta.Accessor(old)\n\tabout.SetName("a")\n\tif before.Name == "a" { reef.Status = before.Status }',
        'about, _ := meta.Accessor(before.DeepCopy())\n\tabout.SetName("a")\n\tif before.Name == "a" { reef.Status = before.Status }',
    ),
    "equal pointers": (
        "if ptr.Equal(ptr.To(1), ptr.To(1)) { reef.Status = before.Status }",
        "if ptr.Equal(ptr.To(1), ptr.To(2)) { reef.Status = before.Status }",
    ),
}


@pytest.mark.parametrize("code", sorted(PAIRS))
def test_functions_of_shipped_packages_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.chdir(tmp_path)
    told = []
    for text in PAIRS[code]:
        sources = {"go.mod": "module ex.org/sea\n", "pkg/apis/reefs/types.go": TYPES}
        for name, source in {**sources, "pkg/registry/reef/strategy.go": HELPED.replace("CODE", text)}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(source)
        document = json.loads(CliRunner().invoke(main, ["check", "--format", "json", "-j", "1", "--no-cache"]).stdout)
        told += [row["verdict"] for row in document["verdicts"] if row["rule"] == "status-not-kept-on-update"]
    assert told == ["holds", "violated"]


def test_a_witness_names_files_of_the_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "reef.Status.Names = slices.DeleteFunc(reef.Status.Names, func(name string) bool { return name == `` })"
    types = TYPES.replace("Fish int", "Fish int; Names []string")
    sources = {"go.mod": "module ex.org/sea\n", "pkg/apis/reefs/types.go": types}
    for name, source in {**sources, "pkg/registry/reef/strategy.go": HELPED.replace("CODE", code)}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)
    monkeypatch.chdir(tmp_path)
    document = json.loads(CliRunner().invoke(main, ["check", "--format", "json", "-j", "1", "--no-cache"]).stdout)
    paths = {step["path"] for finding in document["findings"] for step in finding["witness"]}
    assert paths == {"pkg/registry/reef/strategy.go"}
