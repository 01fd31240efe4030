"""Registrations of Go types with a scheme: trees of one group, with the rows that its types get."""

from __future__ import annotations

from pathlib import Path

import pytest

from apivet.config.model import Config
from apivet.conventions.scheme import judge_scheme
from apivet.golang.facts import GoFacts, marks_in
from apivet.golang.files import Disk
from apivet.golang.program import GoProgram
from apivet.program.front_end import DefaultScope

META = "vendor/k8s.io/apimachinery/pkg/apis/meta/v1/meta.go"
HUB, SERVED = "pkg/apis/quay/types.go", "pkg/apis/quay/v1/types.go"
IN_HUB, IN_SERVED = "pkg/apis/quay/register.go", "pkg/apis/quay/v1/register.go"
REGISTER = """package %s
import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)
const GroupName = "quay.ex.org"
var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: %s}
var (
	SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)
	AddToScheme   = SchemeBuilder.AddToScheme
)
func addKnownTypes(scheme *runtime.Scheme) error {
	%s
	return nil
}
func cranes() []runtime.Object { return []runtime.Object{&Crane{}} }
func lists() []runtime.Object { return []runtime.Object{&CraneList{}} }
func either() []runtime.Object { if enabled { return lists() }; return cranes() }
"""
TYPES = """package %s
import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
type Crane struct { metav1.TypeMeta; metav1.ObjectMeta; Spec CraneSpec }
type CraneSpec struct { Reach int32 }
type CraneList struct { metav1.TypeMeta; metav1.ListMeta; Items []Crane }
"""
ALL = "scheme.AddKnownTypes(SchemeGroupVersion, &Crane{}, &CraneList{})"
HUB_ROWS, SERVED_ROWS = "ex.org/quay/pkg/apis/quay", "ex.org/quay/pkg/apis/quay/v1"


def rows(root: Path, registers: str = ALL, more: dict[str, str] | None = None) -> dict[tuple[str, str], str]:
    """The rows of all files, where the served version registers types by these statements."""
    files = {
        "go.mod": "module ex.org/quay\n",
        META: "package v1\ntype TypeMeta struct { Kind string }\ntype ListMeta struct { Continue string }\n"
        "type ObjectMeta struct { Name string }\n",
        HUB: TYPES % "quay",
        SERVED: TYPES % "v1",
        IN_HUB: REGISTER % ("quay", "runtime.APIVersionInternal", ALL),
        IN_SERVED: REGISTER % ("v1", '"v1"', registers),
        **(more or {}),
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    checked = sorted(str(root / name) for name in files if name.startswith("pkg/"))
    marked = (path for path in checked if "registers" in marks_in(Path(path).read_bytes()))
    facts = GoFacts(checked=tuple(checked), registering=tuple(marked), modules=(str(root),))
    program = GoProgram(DefaultScope(), facts, str(root), Disk())
    found = {}
    for path in checked:
        for row in judge_scheme(program.contents(path), program, Config(root=str(root)))[1]:
            found[row.object.removeprefix("ex.org/quay/pkg/apis/"), row.rule] = row.verdict.value
    return found


KNOWN, TWICE = "type-not-registered", "kind-registered-twice"


def test_types_of_both_versions_are_registered(tmp_path: Path) -> None:
    found = rows(tmp_path)
    assert set(found.values()) == {"holds"}
    assert {name for name, rule in found if rule == KNOWN} == {
        "quay.Crane", "quay.CraneList", "quay/v1.Crane", "quay/v1.CraneList",
    }  # fmt: skip


#: Statements that register types, and the verdict on the list type of the served version.
REGISTRATIONS = {
    "scheme.AddKnownTypes(SchemeGroupVersion, &Crane{})": "violated",
    'scheme.AddKnownTypes(SchemeGroupVersion, &Crane{})\n\tscheme.AddKnownTypeWithName(SchemeGroupVersion.WithKind("CraneList"), &CraneList{})': "holds",
    "scheme.AddKnownTypes(SchemeGroupVersion, new(Crane), new(CraneList))": "holds",
    "types := []runtime.Object{&Crane{}, &CraneList{}}\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)": "holds",
    "types := []runtime.Object{&Crane{}}\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)": "violated",
    "scheme.AddKnownTypes(SchemeGroupVersion, &Crane{})\n\tscheme.AddKnownTypes(SchemeGroupVersion, all()...)": "unproven",
    'gv := schema.GroupVersion{GroupName, "v1"}\n\tscheme.AddKnownTypes(gv, &Crane{}, &CraneList{})': "holds",
    "for _, each := range []runtime.Object{&Crane{}, &CraneList{}} { scheme.AddKnownTypes(SchemeGroupVersion, each) }": "holds",
    "for _, each := range []runtime.Object{&Crane{}} { scheme.AddKnownTypes(SchemeGroupVersion, each) }": "violated",
    'for name, each := range map[string]runtime.Object{"Crane": &Crane{}, "CraneList": &CraneList{}} {\n\tscheme.AddKnownTypeWithName(SchemeGroupVersion.WithKind(name), each) }': "holds",
    "crane, list := &Crane{}, &CraneList{}\n\tscheme.AddKnownTypes(SchemeGroupVersion, crane, list)": "holds",
    "var each runtime.Object = &Crane{}\n\tscheme.AddKnownTypes(SchemeGroupVersion, each)\n\teach = &CraneList{}\n\tscheme.AddKnownTypes(SchemeGroupVersion, each)": "unproven",
    "types := []runtime.Object{&Crane{}}\n\ttypes = append(types, &CraneList{})\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)": "holds",
    "types := []runtime.Object{&Crane{}}\n\ttypes = append(types, &Crane{})\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)": "violated",
    "types := []runtime.Object{&Crane{}}\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)\n\ttypes = append(types, &CraneList{})": "unproven",
    "types := []runtime.Object{&Crane{}}\n\tif enabled { types = append(types, &CraneList{}) }\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)": "unproven",
    "types := []runtime.Object{&CraneList{}}\n\ttypes[0] = &Crane{}\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)": "unproven",
    "scheme.AddKnownTypes(SchemeGroupVersion, append(cranes(), lists()...)...)": "holds",
    "scheme.AddKnownTypes(SchemeGroupVersion, append(cranes(), cranes()...)...)": "violated",
    "var all []runtime.Object\n\tfor _, each := range lists() { all = append(all, each) }\n\tall = append(all, cranes()...)\n\tscheme.AddKnownTypes(SchemeGroupVersion, all...)": "holds",
    "var all []runtime.Object\n\tfor _, each := range cranes() { all = append(all, each) }\n\tscheme.AddKnownTypes(SchemeGroupVersion, all...)": "violated",
    "for _, each := range lists() { scheme.AddKnownTypes(SchemeGroupVersion, &Crane{}, each) }": "holds",
    "for _, each := range either() { scheme.AddKnownTypes(SchemeGroupVersion, &Crane{}, each) }": "unproven",
    "types := []runtime.Object{&Crane{}, &CraneList{}}\n\ttypes = types[:1]\n\tscheme.AddKnownTypes(SchemeGroupVersion, types...)": "unproven",
}  # fmt: skip


@pytest.mark.parametrize("registers", REGISTRATIONS)
def test_a_type_is_known_by_the_calls_that_name_it(tmp_path: Path, registers: str) -> None:
    assert rows(tmp_path, registers)["quay/v1.CraneList", KNOWN] == REGISTRATIONS[registers]


@pytest.mark.parametrize(("objects", "verdict"), [("&Crane{}, &CraneList{}", "holds"), ("&Crane{}", "violated")])
def test_a_builder_registers_by_the_version_that_it_was_made_with(tmp_path: Path, objects: str, verdict: str) -> None:
    builder = """package v1
import (
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/scheme"
)
var GroupVersion = schema.GroupVersion{Group: "quay.ex.org", Version: "v1"}
var SchemeBuilder = &scheme.Builder{GroupVersion: GroupVersion}
"""
    crane = f"package v1\nfunc init() {{ SchemeBuilder.Register({objects}) }}\n"
    found = rows(tmp_path, more={IN_SERVED: builder, "pkg/apis/quay/v1/crane.go": crane})
    assert (found["quay/v1.Crane", KNOWN], found["quay/v1.CraneList", KNOWN]) == ("holds", verdict)


def test_a_list_that_grows_elsewhere_is_not_told(tmp_path: Path) -> None:
    known = "package v1\nvar known = []runtime.Object{&Crane{}}\nfunc init() { known = append(known, &CraneList{}) }\n"
    listed = "scheme.AddKnownTypes(SchemeGroupVersion, known...)"
    assert rows(tmp_path, listed, {"pkg/apis/quay/v1/known.go": known})["quay/v1.CraneList", KNOWN] == "unproven"


def test_a_function_that_nobody_names_registers_nothing(tmp_path: Path) -> None:
    unused = REGISTER % ("v1", '"v1"', ALL)
    found = rows(tmp_path, more={IN_SERVED: unused.replace("NewSchemeBuilder(addKnownTypes)", "NewSchemeBuilder()")})
    assert found["quay/v1.Crane", KNOWN] == "violated"


def test_one_kind_is_one_type(tmp_path: Path) -> None:
    twice = ALL + '\n\tscheme.AddKnownTypeWithName(SchemeGroupVersion.WithKind("Crane"), &CraneList{})'
    found = rows(tmp_path, twice)
    assert found["quay/v1.Crane", TWICE] == found["quay/v1.CraneList", TWICE] == "violated"
    assert found["quay.Crane", TWICE] == "holds"


PROGRAM = """package %s
import (
	"ex.org/quay/pkg/apis/quay/v1"
	"k8s.io/apimachinery/pkg/runtime"
)
type Crane struct { v1.Crane }
func Add(scheme *runtime.Scheme) { scheme.AddKnownTypes(v1.SchemeGroupVersion, &Crane{}) }
"""


@pytest.mark.parametrize(("name", "verdict"), [("main", "holds"), ("cranes", "violated")])
def test_programs_side_by_side_have_a_scheme_each(tmp_path: Path, name: str, verdict: str) -> None:
    programs = {f"pkg/{each}/main.go": PROGRAM % name for each in ("one", "other")}
    found = rows(tmp_path, "scheme.AddKnownTypes(SchemeGroupVersion, &CraneList{})", programs)
    assert {found[f"ex.org/quay/pkg/{each}.Crane", TWICE] for each in ("one", "other")} == {verdict}


@pytest.mark.parametrize("name", ["main", "cranes"])
def test_a_program_shares_its_scheme_with_the_packages_of_its_module(tmp_path: Path, name: str) -> None:
    found = rows(tmp_path, more={"pkg/one/main.go": PROGRAM % name})
    assert found["quay/v1.Crane", TWICE] == "violated"


#: Declarations of a type with metadata or objects that no scheme knows, and whether it stands for a kind.
WITH_METADATA = {
    "type Mold struct { metav1.ObjectMeta; Spec CraneSpec }": None,
    "type Mold struct { metav1.TypeMeta; metav1.ObjectMeta; Spec CraneSpec }": "violated",
    "type typed struct { metav1.TypeMeta }\ntype Mold struct { typed; metav1.ObjectMeta }": "violated",
    "type typed struct { Kind string }\ntype Mold struct { typed; metav1.ObjectMeta }": None,
    "type typed struct {}\nfunc (t *typed) GetObjectKind() any { return t }\ntype Mold struct { typed; metav1.ObjectMeta }": "violated",
    "type Mold struct { Items []Crane }": None,
    "type Mold struct { metav1.TypeMeta; Items []Crane }": "violated",
    "type Mold struct { metav1.ListMeta; Items []Crane }": "violated",
}


@pytest.mark.parametrize("declared", WITH_METADATA)
def test_templates_of_objects_are_no_kinds(tmp_path: Path, declared: str) -> None:
    found = rows(tmp_path, more={SERVED: TYPES % "v1" + declared})
    assert found.get(("quay/v1.Mold", KNOWN)) == WITH_METADATA[declared]
    assert found["quay/v1.Crane", KNOWN] == "holds"


@pytest.mark.parametrize(
    ("objects", "verdict"), [("cranes(), lists()...", "holds"), ("cranes(), cranes()...", "violated")]
)
def test_a_function_that_a_variable_holds_registers_too(tmp_path: Path, objects: str, verdict: str) -> None:
    function = REGISTER % (
        "v1",
        '"v1"',
        f"all := append({objects})\n\tscheme.AddKnownTypes(SchemeGroupVersion, all...)",
    )
    function = function.replace("func addKnownTypes(", "var addKnownTypes = func(")
    assert rows(tmp_path, more={IN_SERVED: function})["quay/v1.CraneList", KNOWN] == verdict


COPIED = "// Code generated by deepcopy-gen. DO NOT EDIT.\n\npackage v1\n"
VIEWS = {
    "made of another, which alone copies itself": ("Crane", ("Crane", "CraneList"), None),
    "made of another": ("Crane", ("Crane", "CraneList", "CraneView"), "violated"),
    "nothing is generated yet": ("Crane", (), "violated"),
    "a template": ("struct { metav1.TypeMeta; metav1.ObjectMeta }", ("Crane", "CraneList"), None),
    "by what is embedded": ("struct { metav1.TypeMeta; metav1.ObjectMeta; Crate }", ("Crane", "Crate"), "violated"),
    "by what may be embedded": ("struct { metav1.TypeMeta; metav1.ObjectMeta; far.Crate }", ("Crane",), "violated"),
}


@pytest.mark.parametrize("name", VIEWS)
def test_what_does_not_copy_itself_can_not_be_registered(tmp_path: Path, name: str) -> None:
    declared, copied, verdict = VIEWS[name]
    methods = (f"func (in *{each}) DeepCopyObject() runtime.Object {{ return in }}\n" for each in copied)
    head = 'package v1\nimport (\n\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"\n\t"ex.org/far"\n)\n'
    view = f"{head}type CraneView {declared}\ntype Crate struct {{ Name string }}\n"
    more = {"pkg/apis/quay/v1/view.go": view, "pkg/apis/quay/v1/zz_generated.go": COPIED + "".join(methods)}
    assert rows(tmp_path, more=more).get(("quay/v1.CraneView", KNOWN)) == verdict
