"""The gate with a server: what it shows is told of the hooks that its source has for it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from apivet.cli import main
from live_server.http import LiveServer

KEPT = "status-not-kept-on-update"
LABELS = "metadata-not-reset-on-status-update"
RESET = "reset-fields-mismatch"
MAIN, STATUS = "shop.registry.budget.BudgetStrategy", "shop.registry.budget.BudgetStatusStrategy"

TYPES = """\
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)
    owner_references: list[str] = field(default_factory=list)


@dataclass
class BudgetSpec:
    min_available: int = 0


@dataclass
class BudgetStatus:
    healthy: int = 0


@dataclass
class Budget:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: BudgetSpec = field(default_factory=BudgetSpec)
    status: BudgetStatus = field(default_factory=BudgetStatus)
"""
STRATEGY = """\
from shop.apis.budgets.types import Budget, BudgetStatus


class BudgetStrategy:
    def prepare_for_create(self, obj: Budget) -> None:
        obj.status = BudgetStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Budget, old: Budget) -> None:
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1

    def get_reset_fields(self) -> set[str]:
        return {"status"}


class BudgetStatusStrategy:
    def prepare_for_update(self, obj: Budget, old: Budget) -> None:
        obj.spec = old.spec
        obj.metadata = old.metadata

    def get_reset_fields(self) -> set[str]:
        return {"spec", "metadata"}
"""
REGISTER = """\
from machinery import GroupVersion, GroupVersionKind, Scheme

from shop.apis.budgets.types import Budget

HUB = GroupVersion("policy", "__internal")


def add_to_scheme(scheme: Scheme) -> None:
    scheme.add_known_type_with_name(GroupVersionKind("policy", "__internal", "PodDisruptionBudget"), Budget)
"""
APPROVER = "ines@example.org"
ENTRY = f"""\
[[exception]]
rule = "{KEPT}"
object = "{{}}"
field = "status"
reason = "Known."
approved-by = "{APPROVER}"
"""
FILES = {
    "pyproject.toml": '[tool.apivet]\ncache = false\n\n[tool.apivet.live]\ninclude = ["policy/*", "coordination/v1/leases"]\n',
    "shop/__init__.py": "",
    "shop/apis/__init__.py": "",
    "shop/apis/budgets/__init__.py": "",
    "shop/apis/budgets/types.py": TYPES,
    "shop/apis/budgets/register.py": REGISTER,
    "shop/registry/__init__.py": "",
    "shop/registry/budget.py": STRATEGY,
}


@pytest.fixture(name="tree")
def _tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tree" / name).write_text(text)
    monkeypatch.chdir(tmp_path / "tree")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    for name in ("STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    return tmp_path / "tree"


@pytest.fixture(name="server")
def _server() -> Iterator[LiveServer]:
    with LiveServer() as server:
        yield server


def gate(*arguments: str) -> Result:
    return CliRunner().invoke(
        main, ["gate", "--static", "--select", "strategy", "--ignore", "boilerplate-hook", *arguments]
    )


def gated(*arguments: str, status: int) -> dict[str, Any]:
    run = gate("--format", "json", *arguments)
    assert run.exit_code == status, run.output
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def rows(document: dict[str, Any], *evidence: str) -> dict[tuple[str, str], list[str | None]]:
    found: dict[tuple[str, str], list[str | None]] = {}
    for row in document["verdicts"]:
        if tuple(row["evidence"]) == evidence:
            found.setdefault((row["object"], row["rule"]), []).append(row["field"])
    return found


def test_verdicts_of_a_server_join_those_of_its_source(tree: Path, server: LiveServer) -> None:
    document = gated("--live", server.address, status=0)
    both = rows(document, "static", "live")
    assert both[MAIN, KEPT] == ["status"]
    assert both[MAIN, "generation-not-bumped-on-spec-change"] == ["metadata.generation"]
    assert both[STATUS, LABELS] == ["metadata.labels", "metadata.owner_references"]
    # Each endpoint has shown what it resets.
    assert both[MAIN, RESET] == both[STATUS, RESET] == [None]
    alone = rows(document, "live")
    # Types of the source have no such fields; nothing there says what leases are, and which class has the flags.
    assert alone.pop((STATUS, LABELS)) == ["metadata.annotations", "metadata.finalizers"]
    budgets = {f"policy/{version}/poddisruptionbudgets" for version in ("v1", "v1beta1")}
    assert {name for name, _ in alone} == {"coordination/v1/leases", *budgets}
    assert all(each["valid"] for each in document["coverage"])
    assert document["disagreements"] == []


def test_a_mistake_in_the_wiring_is_a_contradiction_of_the_hook(tree: Path) -> None:
    with LiveServer(broken=KEPT) as server:
        document = gated("--live", server.address, "--save", str(tree / "cases"), status=1)
        text = gate("--live", server.address).output
    found = {(each["object"], each["rule"], each["field"]) for each in document["findings"]}
    assert found == {(MAIN, KEPT, "status")}
    place = {(each["path"], each["line"]) for each in document["findings"]}
    assert place == {("shop/registry/budget.py", 4)}
    assert rows(document, "live")[MAIN, KEPT] == ["status"]
    (told,) = document["disagreements"]
    assert (told["static"], told["blackbox"], told["live"]) == ("holds", None, "violated")
    assert "the static check and the server disagree about status-not-kept-on-update" in text
    cases = sorted(each.name for each in (tree / "cases").iterdir())
    assert len(cases) == 2, cases


def test_what_the_status_endpoint_breaks_is_told_of_its_strategy(tree: Path) -> None:
    with LiveServer(broken=LABELS) as server:
        document = gated("--live", server.address, status=1)
    assert {(each["object"], each["field"]) for each in document["findings"]} == {(STATUS, "metadata.labels")}
    assert rows(document, "static", "live")[STATUS, LABELS] == ["metadata.owner_references"]


def test_a_hook_that_is_always_wrong_and_a_server_that_is_right_contradict_each_other(
    tree: Path, server: LiveServer
) -> None:
    hooks = tree / "shop/registry/budget.py"
    hooks.write_text(hooks.read_text().replace("        obj.status = old.status\n", ""))
    document = gated("--live", server.address, status=1)
    (told,) = document["disagreements"]
    assert (told["object"], told["static"], told["live"]) == (MAIN, "violated", "holds")
    (finding,) = [each for each in document["findings"] if each["rule"] == KEPT]
    assert "the server says that it holds" in finding["witness"][-1]["note"]


def test_where_two_strategies_may_be_meant_none_is(tree: Path, server: LiveServer) -> None:
    (tree / "shop/registry/other.py").write_text(
        STRATEGY.replace("BudgetS", "OtherBudgetS")
        .replace("import Budget, OtherBudgetStatus", "import Budget, BudgetStatus")
        .replace("OtherBudgetStatus()", "BudgetStatus()")
    )
    document = gated("--live", server.address, status=0)
    assert rows(document, "static", "live") == {}
    lines = [each["message"] for each in document["problems"] if "stand by themselves" in each["message"]]
    assert lines[0] == (
        "policy/v1/poddisruptionbudgets: its verdicts stand by themselves where they may be about "
        "shop.registry.budget.BudgetStatusStrategy or shop.registry.other.OtherBudgetStatusStrategy"
    )
    assert len(lines) == 4


def test_exceptions_for_resources_and_for_strategies_both_count(tree: Path) -> None:
    (tree / "exceptions").mkdir()
    (tree / "exceptions/OWNERS").write_text(f"approvers:\n- {APPROVER}\n")
    entries = [ENTRY.format(f"policy/{version}/poddisruptionbudgets") for version in ("v1", "v1beta1")]
    (tree / "exceptions/exceptions.toml").write_text("version = 1\n" + "".join(entries))
    as_ines = ("-c", "user.name=Ines", "-c", f"user.email={APPROVER}", "commit", "-q", "--allow-empty", "-m")
    for command in (("init", "-q", "-b", "main"), ("add", "."), (*as_ines, "base"), (*as_ines, "change")):
        subprocess.run(["git", *command], check=True)
    with LiveServer(broken=KEPT) as server:
        document = gated("--live", server.address, "--base", "HEAD^", status=0)
    assert {bool(each["suppressed_by"]) for each in document["findings"] if each["rule"] == KEPT} == {True}
    assert document["disagreements"] == []


def test_a_server_that_is_not_there_leaves_the_other_verdicts(tree: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        document = gated("--live", address, status=2)
    assert rows(document, "static")[MAIN, KEPT] == ["status"]
    assert any(each["fatal"] and address in each["message"] for each in document["problems"])


def test_a_server_in_use_is_refused_without_a_word_of_yes(tree: Path, server: LiveServer) -> None:
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "theirs"}, "spec": {"containers": []}}
    httpx.post(f"{server.address}/api/v1/namespaces/default/pods", json=pod).raise_for_status()
    document = gated("--live", server.address, status=2)
    assert any("--yes" in each["message"] for each in document["problems"]), document["problems"]
    assert rows(document, "static", "live") == {}
    gated("--live", server.address, "--yes", status=0)


@pytest.mark.parametrize("option", ["--token-file=x", "--insecure", "--yes", "--save=x", "--namespace=x"])
def test_options_about_a_server_need_one(tree: Path, option: str) -> None:
    run = gate(option)
    assert (run.exit_code, run.output) == (2, f"{option.partition('=')[0]}: is about a server; name one with --live\n")


def test_without_a_server_nothing_is_sent_anywhere(tree: Path) -> None:
    program = (
        "import socket, sys\n"
        "def refuse(*_): raise AssertionError('the network is touched')\n"
        "socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse\n"
        "from apivet.cli import main\n"
        "try: main(['gate', '--static'])\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "assert 'httpx' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


GO_FILES = {
    "apivet.toml": 'cache = false\n\n[live]\ninclude = ["policy/v1/*"]\n',
    "go.mod": "module shop.example.org/server\n\ngo 1.22\n",
    "pkg/apis/policy/types.go": """\
package policy

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PodDisruptionBudgetSpec struct {
	MinAvailable int32
}

type PodDisruptionBudgetStatus struct {
	CurrentHealthy int32
}

type PodDisruptionBudget struct {
	metav1.TypeMeta
	metav1.ObjectMeta
	Spec   PodDisruptionBudgetSpec
	Status PodDisruptionBudgetStatus
}
""",
    "pkg/apis/policy/register.go": """\
package policy

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var SchemeGroupVersion = schema.GroupVersion{Group: "policy", Version: runtime.APIVersionInternal}

func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion, &PodDisruptionBudget{})
	return nil
}
""",
    "pkg/registry/budget/strategy.go": """\
package budget

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"

	"shop.example.org/server/pkg/apis/policy"
)

type budgetStrategy struct{}

var Strategy = budgetStrategy{}

func (budgetStrategy) PrepareForCreate(ctx context.Context, obj runtime.Object) {
	budget := obj.(*policy.PodDisruptionBudget)
	budget.Status = policy.PodDisruptionBudgetStatus{}
	budget.Generation = 1
}

func (budgetStrategy) PrepareForUpdate(ctx context.Context, obj, old runtime.Object) {
	budget, before := obj.(*policy.PodDisruptionBudget), old.(*policy.PodDisruptionBudget)
	budget.Status = before.Status
	if !equality.Semantic.DeepEqual(budget.Spec, before.Spec) {
		budget.Generation = before.Generation + 1
	}
}
""",
}


def test_go_says_by_its_scheme_what_it_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in GO_FILES.items():
        (tmp_path / "go" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "go" / name).write_text(text)
    monkeypatch.chdir(tmp_path / "go")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    with LiveServer(broken=KEPT) as server:
        document = gated("--live", server.address, status=1)
    strategy = "shop.example.org/server/pkg/registry/budget.budgetStrategy"
    assert rows(document, "static", "live")[strategy, "status-not-wiped-on-create"] == ["status"]
    (told,) = document["disagreements"]
    assert (told["object"], told["rule"], told["live"]) == (strategy, KEPT, "violated")
