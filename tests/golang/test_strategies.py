"""Strategies of Go from the command line on: which types are some, their roles, and the objects that they prepare."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.golang.ferries import (
    CREATED,
    HUB,
    HUB_TYPES,
    PACKAGE,
    SERVER,
    STORAGE,
    STRATEGY,
    WIPE,
    WIPED,
    report,
    rows,
    with_edits,
    write,
)

from apivet.cli import main

MAIN, STATUS = f"{PACKAGE}.ferryStrategy", f"{PACKAGE}.ferryStatusStrategy"
KEPT, SPEC = "status-not-kept-on-update", "spec-not-kept-on-status-update"
RUNTIME = '\t"k8s.io/apimachinery/pkg/runtime"\n'


@pytest.fixture(autouse=True)
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / f"{tmp_path.name}-cache"))


def judged(files: Mapping[str, str]) -> dict[tuple[str, str], str]:
    write(files)
    return rows()


def asked(found: dict[tuple[str, str], str], name: str) -> set[str]:
    return {rule for object_, rule in found if object_ == f"{PACKAGE}.{name}"}


def test_a_conforming_server_holds() -> None:
    write(with_edits())
    document = report()
    assert document["findings"] == []
    assert document["summary"] | {"holds": 0} == {
        "files": 4, "strategies": 2, "types": 8, "violated": 0, "unproven": 0, "suppressed": 0, "holds": 0,
        "left_out": 0, "not_parsed": 0, "not_built": 0, "problems": 0,
    }  # fmt: skip
    found = rows()
    assert {found[MAIN, WIPED], found[MAIN, KEPT], found[STATUS, SPEC]} == {"holds"}


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param([], id="values"),
        pytest.param(
            [
                (STRATEGY, "(ferryStrategy) Prepare", "(f *ferryStrategy) Prepare"),
                (STRATEGY, "= ferryStrategy{}", "= &ferryStrategy{}"),
                (STRATEGY, "\tferryStrategy\n}", "\t*ferryStrategy\n}"),
            ],
            id="pointers",
        ),
        pytest.param([(STRATEGY, "= ferryStrategy{}", "= made()\n\nfunc made() ferryStrategy { return ferryStrategy{} }")], id="a constructor"),
        pytest.param(
            [
                (STORAGE, "statusStore := *store", "statusStore := &genericregistry.Store{UpdateStrategy: ferry.StatusStrategy}"),
                (STORAGE, "\tstatusStore.UpdateStrategy = ferry.StatusStrategy\n", ""),
                (STORAGE, "&statusStore", "statusStore"),
            ],
            id="a store of its own",
        ),
        pytest.param([(STORAGE, "statusStore := *store", "statusStore := *store\n\tstrategy := ferry.StatusStrategy"), (STORAGE, "Strategy = ferry.StatusStrategy", "Strategy = strategy")], id="a local name"),
    ],
)  # fmt: skip
def test_a_store_says_which_strategy_is_for_the_status(edits: list[tuple[str, str, str]]) -> None:
    found = judged(with_edits((STRATEGY, "ferryStatusStrategy", "tally"), *edits))
    assert SPEC in asked(found, "tally")
    assert WIPED not in asked(found, "tally")
    assert WIPED in asked(found, "ferryStrategy")


def test_without_a_store_the_name_says_it() -> None:
    files = with_edits()
    del files[STORAGE]
    found = judged(files)
    assert (SPEC in asked(found, "ferryStatusStrategy"), WIPED in asked(found, "ferryStrategy")) == (True, True)


def test_a_type_without_a_status_has_no_rules_of_status_strategies() -> None:
    """Contract section 1: a rule about a part that a type lacks does not apply, and hooks over other types than those of
    objects make no strategy."""
    bare = "\ntype Bare struct {\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n\tSpec string\n}\n"
    loose = "\ntype Loose struct {\n\tObject map[string]any\n}\n"
    strategies = "".join(
        f"""
type {type_.lower()}StatusStrategy struct{{}}

func ({type_.lower()}StatusStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {{
	kept := obj.(*harbour.{type_})
	*kept = *old.(*harbour.{type_})
}}
"""
        for type_ in ("Bare", "Loose")
    )
    found = judged(with_edits((HUB_TYPES, "", bare + loose), (STRATEGY, "", strategies)))
    assert (asked(found, "bareStatusStrategy"), asked(found, "looseStatusStrategy")) == (set(), set())
    assert found[STATUS, SPEC] == "holds"


def test_a_strategy_for_another_subresource_is_asked_nothing() -> None:
    timetable = "\ntype timetableStrategy struct {\n\tferryStrategy\n}\n\nvar Timetable = timetableStrategy{Strategy}\n"
    bound = "\ttimetableStore := *store\n\ttimetableStore.UpdateStrategy = ferry.Timetable\n\treturn store"
    found = judged(with_edits((STRATEGY, "", timetable), (STORAGE, "\treturn store", bound)))
    assert asked(found, "timetableStrategy") == set()
    assert found[MAIN, KEPT] == "holds"


@pytest.mark.parametrize("how", ["outside", "inside", "by a struct"])
def test_a_hook_that_an_embedded_interface_may_bring_is_unproven(how: str) -> None:
    embedded = {"outside": "rest.RESTCreateStrategy", "inside": "boarding", "by a struct": "deckhand"}[how]
    more = (
        "\ntype boarding interface {\n\tPrepareForCreate(ctx context.Context, obj runtime.Object)\n}\n"
        "\ntype deckhand struct {\n\tboarding\n}\n"
    )
    files = with_edits(
        (STRATEGY, CREATED, ""),
        (STRATEGY, "type ferryStrategy struct{}", f"type ferryStrategy struct {{\n\t{embedded}\n}}"),
        (STRATEGY, RUNTIME, f'{RUNTIME}\t"k8s.io/apiserver/pkg/registry/rest"\n'),
        (STRATEGY, "", more),
    )
    found = judged(files)
    assert (found[MAIN, WIPED], found[MAIN, KEPT]) == ("unproven", "holds")


@pytest.mark.parametrize("order", ["\tbridge\n\trest.RESTCreateStrategy\n", "\trest.RESTCreateStrategy\n\tbridge\n"])
def test_a_hook_from_deeper_down_may_be_shadowed_by_an_embedded_interface(order: str) -> None:
    promoted = CREATED.replace("ferryStrategy", "engine")
    files = with_edits(
        (STRATEGY, CREATED, "type engine struct{}\n\ntype bridge struct {\n\tengine\n}\n\n" + promoted),
        (STRATEGY, "type ferryStrategy struct{}", f"type ferryStrategy struct {{\n{order}}}"),
        (STRATEGY, RUNTIME, f'{RUNTIME}\t"k8s.io/apiserver/pkg/registry/rest"\n'),
    )
    found = judged(files)
    assert (found[MAIN, WIPED], found[MAIN, KEPT]) == ("unproven", "holds")


def test_a_hook_that_nothing_can_bring_does_nothing() -> None:
    assert judged(with_edits((STRATEGY, CREATED, "")))[MAIN, WIPED] == "violated"


@pytest.mark.parametrize("created", [CREATED, ""], ids=["own", "none"])
def test_interfaces_without_hooks_bring_none(created: str) -> None:
    embedded = "type ferryStrategy struct {\n\truntime.ObjectTyper\n\tnames.NameGenerator\n}"
    found = judged(
        with_edits(
            (STRATEGY, CREATED, created),
            (STRATEGY, "type ferryStrategy struct{}", embedded),
            (STRATEGY, RUNTIME, f'{RUNTIME}\t"k8s.io/apiserver/pkg/storage/names"\n'),
        )
    )
    assert found[MAIN, WIPED] == ("holds" if created else "violated")


SHORT = """package ferry

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"

	"ex.org/harbour/pkg/apis/harbour"
)

type ferryStrategy struct{}

var Strategy, StatusStrategy = ferryStrategy{}, 0
var _ harbour.Ferry

func (ferryStrategy) PrepareForCreate(ctx context.Context, obj runtime.Object) {}
"""
NEW = "func() runtime.Object { return &harbour.Ferry{} }"


@pytest.mark.parametrize(
    ("strategy", "new"),
    [
        pytest.param("func (ferryStrategy) Validate(ctx context.Context, obj runtime.Object) []error {\n\t_ = obj.(*harbour.Ferry)\n\treturn nil\n}\n", "nil", id="Validate"),
        pytest.param("func (ferryStrategy) Canonicalize(obj runtime.Object) {}\nfunc (ferryStrategy) ValidateUpdate(ctx context.Context, obj, old runtime.Object) []error {\n\treturn check(old)\n}\nfunc check(o runtime.Object) []error {\n\tif f, ok := o.(*harbour.Ferry); ok {\n\t\t_ = f\n\t}\n\treturn nil\n}\n", "nil", id="a helper"),
        pytest.param("", NEW, id="NewFunc"),
        pytest.param("", "func() runtime.Object { return new(harbour.Ferry) }", id="NewFunc with new"),
        pytest.param("", "newFerry", id="NewFunc by name"),
    ],
)  # fmt: skip
def test_the_type_of_objects_is_found(strategy: str, new: str) -> None:
    storage = SERVER[STORAGE].replace(NEW, new) + "\nfunc newFerry() runtime.Object {\n\treturn &harbour.Ferry{}\n}\n"
    found = judged({**SERVER, STRATEGY: SHORT + strategy, STORAGE: storage})
    assert found[MAIN, WIPED] == "violated"


def test_without_a_type_nothing_is_said() -> None:
    assert asked(judged({**SERVER, STRATEGY: SHORT, STORAGE: "package storage\n"}), "ferryStrategy") == set()


@pytest.mark.parametrize(
    "method",
    [
        "PrepareForCreate(ctx context.Context, obj runtime.Object) error { return nil }",
        "PrepareForCreate(obj runtime.Object) {}",
        "PrepareForCreate(ctx context.Context, ferry *harbour.Ferry) {}",
    ],
)
def test_methods_of_another_shape_are_no_hooks(method: str) -> None:
    text = SHORT.replace("PrepareForCreate(ctx context.Context, obj runtime.Object) {}", method)
    write({**SERVER, STRATEGY: text})
    assert report()["summary"]["strategies"] == 0


GATED = [
    (STRATEGY, WIPE, "\tif utilfeature.DefaultFeatureGate.Enabled(features.Moorings) {\n\t" + WIPE + "\t}\n"),
    (STRATEGY, RUNTIME, f'{RUNTIME}\tutilfeature "k8s.io/apiserver/pkg/util/feature"\n\n\t"ex.org/harbour/pkg/features"\n'),
]  # fmt: skip
FEATURES = {
    "pkg/features/features.go": 'package features\n\nimport "k8s.io/component-base/featuregate"\n\n'
    'const Moorings featuregate.Feature = "Moorings"\n',
}
UTIL = {
    "vendor/k8s.io/apiserver/pkg/util/feature/gate.go": 'package feature\n\nimport "k8s.io/component-base/featuregate"\n'
    "\nvar DefaultFeatureGate featuregate.FeatureGate = featuregate.NewFeatureGate()\n",
}


@pytest.mark.parametrize("vendored", [{}, UTIL], ids=["known by name", "vendored"])
def test_a_feature_gate_may_be_off(vendored: dict[str, str]) -> None:
    write({**with_edits(*GATED), **FEATURES, **vendored})
    (finding,) = report("--select", WIPED)["findings"]
    assert finding["verdict"] == "violated"
    assert "the gate Moorings is off" in [step["note"] for step in finding["witness"]]


def test_both_sides_of_a_gate_may_wipe() -> None:
    otherwise = (STRATEGY, WIPE + "\t}\n", WIPE + "\t} else {\n\t\tferry.Status.Aboard = 0\n\t}\n")
    assert judged({**with_edits(*GATED, otherwise), **FEATURES})[MAIN, WIPED] == "holds"


def test_rows_go_by_import_paths_wherever_the_tree_lies() -> None:
    here = judged(with_edits((STRATEGY, WIPE, "")))
    assert {name.rpartition(".")[0] for name, _ in here} == {PACKAGE, HUB, f"{HUB}/v1"}
    Path("moved").mkdir()
    for name in ("go.mod", "pkg", "vendor"):
        Path(name).rename(Path("moved") / name)
    assert rows() == here


def test_messages_speak_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    flag = "AllowCreateOnUpdate() bool { return "
    owners = "\tferry.Spec = before.Spec\n"
    reset = "\tmetav1.ResetObjectMetaForStatus(&ferry.ObjectMeta, &before.ObjectMeta)\n"
    cleared = f"{owners}{reset}\tferry.DeletionTimestamp = nil\n"
    write(with_edits((STRATEGY, f"{flag}false", f"{flag}true"), (STRATEGY, owners + reset, cleared)))
    messages = [finding["message"] for finding in report()["findings"]]
    assert "AllowCreateOnUpdate is not constantly false: it is true, the default is false" in messages
    assert any(message.endswith("nil is stored") for message in messages)


#: Instances of a strategy that keeps the status where its field says so: whether it does is not said to be wrong.
@pytest.mark.parametrize("instance", ["ferryStrategy{keeps: true}", "ferryStrategy{true}", "NewStrategy(true)"])
def test_fields_of_a_strategy_are_what_its_instance_was_made_with(instance: str) -> None:
    edits = (
        ("type ferryStrategy struct{}", "type ferryStrategy struct{ keeps bool }"),
        ("var Strategy = ferryStrategy{}", f"var Strategy = {instance}"),
        ("func (ferryStrategy) PrepareForUpdate", "func (s ferryStrategy) PrepareForUpdate"),
        ("\tferry.Status = before.Status\n", "\tif s.keeps {\n\t\tferry.Status = before.Status\n\t}\n"),
        ("", "\nfunc NewStrategy(keeps bool) ferryStrategy { return ferryStrategy{keeps: keeps} }\n"),
    )
    write(with_edits(*((STRATEGY, before, after) for before, after in edits)))
    assert rows()[f"{PACKAGE}.ferryStrategy", "status-not-kept-on-update"] in ("holds", "unproven")
    write(
        with_edits(*((STRATEGY, before, after.replace("if s.keeps", "if s.keeps || true")) for before, after in edits))
    )
    assert rows()[f"{PACKAGE}.ferryStrategy", "status-not-kept-on-update"] == "holds"


def test_a_witness_speaks_of_nothing_and_of_containers_as_go_does() -> None:
    wiped = "\tferry.Status.Log, ferry.Status.Names, ferry.Status.Mate = map[string]string{}, []string{}, nil\n"
    fields = "\tLog map[string]string\n\tNames []string\n\tMate *string\n"
    write(
        with_edits(
            (STRATEGY, WIPE, wiped), ("pkg/apis/harbour/types.go", "\tAboard int32\n", f"\tAboard int32\n{fields}")
        )
    )
    (finding,) = report("--select", WIPED)["findings"]
    notes = [step["note"] for step in finding["witness"]]
    assert notes[:3] == [
        "sets status.log to an empty map",
        "sets status.names to an empty slice",
        "sets status.mate to nil",
    ]


def test_a_witness_shows_no_return_of_a_method_that_is_promoted() -> None:
    create = "func (ferryStrategy) PrepareForCreate"
    base = "type pier struct{}\n\ntype ferryStrategy struct{ pier }"
    edits = [(create, create.replace("ferryStrategy", "pier")), ("type ferryStrategy struct{}", base), (WIPE, "")]
    write(with_edits(*((STRATEGY, *edit) for edit in edits)))
    (found,) = [each for each in report("--select", WIPED)["findings"] if each["object"] == MAIN]
    assert [step["note"] for step in found["witness"]] == ["nothing sets status on the way"]


def test_a_trace_speaks_of_hooks_and_of_nothing_as_go_does() -> None:
    fields = ("pkg/apis/harbour/types.go", "\tAboard int32\n", "\tAboard int32\n\tMate *string\n")
    write(with_edits((STRATEGY, WIPE, "\tferry.Status.Mate = nil\n"), fields))
    told = CliRunner().invoke(main, ["trace", f"{STRATEGY}::ferryStrategy"]).output
    assert "\nPrepareForCreate  pkg/registry/ferry/strategy.go:" in told
    assert "sets status.mate to nil\n" in told
    asked = CliRunner().invoke(main, ["trace", f"{STRATEGY}::ferryStrategy.Prepare"])
    assert asked.exit_code == 2
    assert asked.output.endswith("ferryStrategy has no hook 'Prepare'; it has PrepareForCreate, PrepareForUpdate\n")


RECEIVER, DECLARED = "func (ferryStrategy) ", "type ferryStrategy struct{}\n"
ALIASED = f"type boat = ferryStrategy\n\n{DECLARED}"
OTHERWISE = {
    "a receiver by an alias": [(RECEIVER, "func (boat) "), (DECLARED, ALIASED)],
    "by an alias for a pointer": [
        *((RECEIVER, "func (s boat) "), (DECLARED, ALIASED.replace("= ", "= *"))),
        *(
            ("= ferryStrategy{}", "= &ferryStrategy{}"),
            ("struct {\n\tferryStrategy\n}", "struct {\n\t*ferryStrategy\n}"),
        ),
    ],
    "by an alias of an alias": [
        (RECEIVER, "func ((skiff)) "),
        (DECLARED, f"type skiff = boat\n\n{ALIASED}"),
    ],
    "a number": [(DECLARED, "type ferryStrategy int\n"), ("= ferryStrategy{}", "= ferryStrategy(0)")],
    "a function": [(DECLARED, "type ferryStrategy func()\n"), ("= ferryStrategy{}", "= ferryStrategy(nil)")],
    "the context of older trees": [('"context"', '"golang.org/x/net/context"')],
}


@pytest.mark.parametrize("edits", OTHERWISE.values(), ids=OTHERWISE)
def test_a_strategy_may_be_declared_otherwise(edits: list[tuple[str, str]]) -> None:
    text = SERVER[STRATEGY].replace(WIPE, "")
    for before, after in edits:
        assert before in text
        text = text.replace(before, after)
    found = {**judged({**SERVER, STRATEGY: SERVER[STRATEGY].replace(WIPE, "")})}
    assert judged({**SERVER, STRATEGY: text}) == found
    assert found[MAIN, WIPED] == "violated"
