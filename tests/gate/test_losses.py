"""What was judged before a change is judged after it, as long as what it guards is there."""

from __future__ import annotations

import pytest
from changes import CRANES, OBJECT, STRATEGY, TYPES, WIPED, WIPES, Repository

LOST, VERDICT_LOST = "gate-subject-lost", "gate-verdict-lost"
HUB, SERVED = "yard/apis/crane/types.py", "yard/apis/crane/v1/types.py"


def strategy(server: Repository, old: str, new: str) -> None:
    text = server.read(CRANES)
    assert old in text
    server.write(CRANES, text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("prepare_for_", "arrange_"),
        (
            "class CraneStrategy:",
            "from abc import ABC, abstractmethod\n\n\nclass CraneStrategy(ABC):\n    @abstractmethod\n    def x(self): ...\n",
        ),
        ("class CraneStrategy:", "from typing import Protocol\n\n\nclass CraneStrategy(Protocol):"),
        ("class CraneStrategy:", 'class CraneStrategy:\n    subresource = "scale"\n'),
        ("class CraneStrategy:", 'class CraneStrategy:\n    subresource = "status"\n'),
        ("obj: Crane", "obj: dict"),
    ],
    ids=["hook", "abstract", "protocol", "subresource", "status", "dict"],
)
def test_a_strategy_that_nobody_recognises_is_lost(server: Repository, old: str, new: str) -> None:
    strategy(server, old, new)
    report = server.gate("--strict", status=2 if server.run().exit_code == 2 else 1)
    assert OBJECT in report.objects(LOST)
    assert WIPED in report.fields(LOST)


def test_a_strategy_that_is_deleted_alone_is_lost(server: Repository) -> None:
    server.drop(CRANES)
    report = server.gate(status=1)
    assert report.objects(LOST) == {OBJECT}
    assert WIPED in report.fields(LOST)


def test_metadata_that_becomes_a_dict_is_no_way_out(server: Repository) -> None:
    for name in (HUB, SERVED):
        server.mend(
            name,
            "metadata: ObjectMeta = field(default_factory=ObjectMeta)",
            "metadata: dict = field(default_factory=dict)",
        )
    assert OBJECT in server.gate(status=1).objects(LOST)


def test_a_strategy_that_moves_where_nobody_looks_is_lost(server: Repository) -> None:
    server.write("pyproject.toml", '[tool.apivet]\ncache = false\nexclude = ["attic/**"]\n')
    server.write("attic/notes.py", "")
    server.land()
    server.git("mv", CRANES, "attic/crane.py")
    assert OBJECT in server.gate(status=1).objects(LOST)
    server.git("mv", HUB, "attic/types.py")
    server.git("mv", SERVED, "attic/served.py")
    assert OBJECT in server.gate(status=2).objects(LOST), "the type is there, too"


def test_a_hub_type_that_moves_out_of_its_module_is_lost(server: Repository) -> None:
    server.git("mv", HUB, "yard/apis/crane/model.py")
    server.mend(CRANES, "yard.apis.crane.types", "yard.apis.crane.model")
    report = server.gate(status=1)
    assert "yard.apis.crane.types.Crane" in report.objects(LOST)
    assert {"hub-type-differs"} <= report.fields(LOST)


def test_a_version_that_no_pattern_knows_is_lost(server: Repository) -> None:
    server.git("mv", "yard/apis/crane/v1", "yard/apis/crane/first")
    report = server.gate(status=1)
    assert "yard.apis.crane.v1.types.Crane" in report.objects(LOST)
    assert "hub-type-missing" in report.fields(LOST)


GATED = TYPES.replace(
    "    reach: int = 0\n", "    reach: int = 0\n    sway: int | None = None  # +k8s:featureGate=Sway\n"
)
DROPS = STRATEGY.replace("class Crane", "def enabled(gate: str) -> bool: ...\n\n\nclass Crane", 1).replace(
    "        obj.status = CraneStatus()\n",
    "        obj.status = CraneStatus()\n        if not enabled('Sway'):\n            obj.spec.sway = None\n",
).replace(
    "        obj.status = old.status\n",
    "        obj.status = old.status\n        if not enabled('Sway') and old.spec.sway is None:\n            obj.spec.sway = None\n",
)  # fmt: skip


def test_a_field_that_loses_its_gate_is_seen(server: Repository) -> None:
    for name in (HUB, SERVED):
        server.write(name, GATED)
    server.write(CRANES, DROPS)
    server.land()
    for name in (HUB, SERVED):
        server.write(name, GATED.replace("  # +k8s:featureGate=Sway", ""))
    server.write(CRANES, STRATEGY)
    report = server.gate(status=1)
    assert "gated-field-not-dropped" in report.fields(LOST)


def test_a_gated_field_that_goes_with_its_gate_is_not(server: Repository) -> None:
    for name in (HUB, SERVED):
        server.write(name, GATED)
    server.write(CRANES, DROPS)
    server.land()
    for name in (HUB, SERVED):
        server.write(name, TYPES)
    server.write(CRANES, STRATEGY)
    assert server.gate(status=0).open == []


# ------------------------------------------------------------------------------------------------ honest changes


def test_a_strategy_may_get_another_name_and_place(server: Repository) -> None:
    server.git("mv", CRANES, "yard/registry/lifting.py")
    server.mend("yard/registry/lifting.py", "class CraneStrategy", "class LiftingStrategy")
    assert server.gate(status=0).open == []


def test_a_strategy_may_be_split(server: Repository) -> None:
    create, _, update = (
        STRATEGY.replace("CraneStrategy", "Creation")
        .replace("obj: Crane)", "obj)")
        .partition("\n    def prepare_for_update")
    )
    server.write(CRANES, f"{create}\n\nclass CraneStrategy(Creation):\n    def prepare_for_update{update}")
    assert server.gate(status=0).open == []


def test_a_strategy_may_become_declarative(server: Repository) -> None:
    server.write(
        CRANES,
        "from rest import RESTConfig, StrategyConfig, new_rest\n\nfrom yard.apis.crane.types import Crane\n\n"
        "cranes = new_rest(RESTConfig(resource='cranes', kind=Crane, strategy_config=StrategyConfig()))\n",
    )
    assert server.gate(status=0).open == []


def test_a_type_may_move_with_its_strategy(server: Repository) -> None:
    server.git("mv", "yard/apis/crane", "yard/apis/hoist")
    server.mend(CRANES, "yard.apis.crane.types", "yard.apis.hoist.types")
    assert server.gate(status=0).open == []


def test_a_module_of_types_may_be_spread_over_files(server: Repository) -> None:
    server.git("mv", HUB, "yard/apis/crane/_crane.py")
    server.write(HUB, "from yard.apis.crane._crane import Crane, CraneSpec, CraneStatus\n")
    assert server.gate(status=0).open == []


def test_a_version_may_graduate(server: Repository) -> None:
    server.git("mv", "yard/apis/crane/v1", "yard/apis/crane/v1beta1")
    server.land()
    server.git("mv", "yard/apis/crane/v1beta1", "yard/apis/crane/v1")
    assert server.gate(status=0).open == []


def test_what_goes_with_all_that_it_guarded_is_no_loss(server: Repository) -> None:
    server.write("yard/registry/barge.py", STRATEGY.replace("Crane", "Barge").replace("crane", "barge"))
    for name in (HUB, SERVED):
        server.write(name.replace("crane", "barge"), TYPES.replace("Crane", "Barge"))
    server.write("yard/apis/barge/__init__.py", "")
    server.write("yard/apis/barge/v1/__init__.py", "")
    assert server.gate(status=0).open == [], "an honest new type"
    server.land()
    server.git("rm", "-q", "-r", "yard/apis/crane", CRANES)
    assert server.gate(status=0).open == []


def test_a_flag_that_is_as_by_default_may_go(server: Repository) -> None:
    strategy(server, "class CraneStrategy:\n", "class CraneStrategy:\n    allow_create_on_update = False\n\n")
    server.land()
    server.write(CRANES, STRATEGY)
    assert server.gate(status=0).open == []


def test_a_refactoring_passes(server: Repository) -> None:
    strategy(server, WIPES, "        self._wipe(obj)\n")
    server.write(
        CRANES, server.read(CRANES) + "\n    def _wipe(self, obj: Crane) -> None:\n        obj.status = CraneStatus()\n"
    )
    assert server.gate(status=0).open == []


def test_a_part_of_the_tree_is_held_against_the_same_part(server: Repository) -> None:
    strategy(server, "prepare_for_", "arrange_")
    assert server.gate("yard/apis", status=0).open == []
    assert server.gate("yard/registry", status=2).objects(LOST) == {OBJECT}, "nothing else is there"


# ------------------------------------------------------------------------------------------------------ verdicts

OPAQUE = "        arranged(obj)\n"
ARRANGED = "from vendor_of_cranes import arranged\n"


def obscure(server: Repository, line: str) -> None:
    """Put a call that nobody can see through in the place of a line."""
    strategy(server, line, OPAQUE)
    server.write(CRANES, ARRANGED + server.read(CRANES))


def test_a_verdict_that_nobody_can_give_any_more_is_lost(server: Repository) -> None:
    obscure(server, WIPES)
    report = server.gate(status=1)
    assert (report.rules, report.objects(VERDICT_LOST)) == ({VERDICT_LOST}, {OBJECT})
    assert WIPED in report.fields(VERDICT_LOST)


def test_so_is_one_that_something_decides_which_runs_beside_the_hook(server: Repository) -> None:
    beside = "        threading.Timer(0, setattr, (obj, 'status', obj.status)).start()\n"
    server.mend(CRANES, WIPES, beside + WIPES)
    server.write(CRANES, f"import threading\n{server.read(CRANES)}")
    assert WIPED in server.gate(status=1).fields(VERDICT_LOST)


def test_so_is_one_that_a_file_decides_which_is_not_judged_itself(server: Repository) -> None:
    server.write("pyproject.toml", '[tool.apivet]\ncache = false\nexclude = ["yard/wiping.py"]\n')
    server.write("yard/wiping.py", "def wipe(obj, status) -> None:\n    obj.status = status\n")
    server.mend(CRANES, WIPES, "        wipe(obj, CraneStatus())\n")
    server.write(CRANES, f"from yard.wiping import wipe\n{server.read(CRANES)}")
    server.land()
    assert server.gate(status=0).open == []
    server.write("yard/wiping.py", f"{ARRANGED}\ndef wipe(obj, status) -> None:\n    arranged(obj, status)\n")
    assert server.gate(status=1).objects(VERDICT_LOST) == {OBJECT}


def test_a_violation_that_is_hidden_behind_a_call_is_one(server: Repository) -> None:
    strategy(server, WIPES, "")
    server.land()
    assert server.gate(status=1).rules == {WIPED}
    obscure(server, "        obj.metadata.generation = 1\n")
    assert VERDICT_LOST in server.gate(status=1).rules


def test_a_new_object_that_nobody_can_see_through_is_one(server: Repository) -> None:
    server.write(
        "yard/registry/other.py", ARRANGED + STRATEGY.replace("CraneStrategy", "OtherStrategy").replace(WIPES, OPAQUE)
    )
    assert server.gate(status=1).objects(VERDICT_LOST) == {"yard.registry.other.OtherStrategy"}


def test_what_was_undecided_may_stay_so(server: Repository) -> None:
    obscure(server, WIPES)
    server.land()
    server.write(CRANES, server.read(CRANES) + "\n\nWIDTH = 1\n")
    assert server.gate(status=0).open == []
    server.git("mv", CRANES, "yard/registry/lifting.py")
    assert server.gate(status=0).open == []


def test_what_the_black_box_sees_hold_is_decided(server: Repository) -> None:
    server.write(
        "yard/wiping.py",
        "from yard.apis.crane.types import CraneStatus\n\n\ndef wipe(obj: object) -> None:\n    setattr(obj, 'sta' + 'tus', CraneStatus())\n",
    )
    strategy(server, WIPES, "        getattr(wiping, 'wipe'[:4])(obj)\n")
    strategy(server, "from yard.apis", "from yard import wiping\nfrom yard.apis")
    assert VERDICT_LOST in server.gate(status=1).rules
    assert server.gate("--seed", "1", black_box=True, status=0).open == []


# ------------------------------------------------------------------------------------------------ bases unasked


def test_types_are_compared_with_the_base_unasked(server: Repository) -> None:
    for name in (HUB, SERVED):
        server.mend(name, "    reach: int = 0\n", "    reach: int = 0\n    sway: int = 0\n")
    report = server.gate(status=1)
    assert report.rules == {"ungated-new-field"}
    assert report.document["base"]["commit"] == server.git("rev-parse", "main")


def test_a_base_that_cannot_be_parsed_can_be_mended(server: Repository) -> None:
    server.write("yard/apis/barge/types.py", "class Barge(:\n    pass\n")
    server.land()
    server.write("yard/apis/barge/types.py", "class Barge:\n    pass\n")
    assert server.gate(status=0).open == []


def test_rows_of_the_base_are_kept_outside_of_the_tree(server: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    server.write("pyproject.toml", "[tool.apivet]\n")
    server.land()
    monkeypatch.setenv("XDG_CACHE_HOME", str(server.top.parent / "kept"))
    server.commit()
    server.gate(status=0)
    assert list((server.top.parent / "kept").rglob("*.json"))
    monkeypatch.setattr("apivet.check.earlier._judged", None)
    strategy(server, "prepare_for_", "arrange_")
    assert server.gate(status=1).objects(LOST) == {OBJECT}


def test_what_could_not_be_read_at_the_base_may_be_lost(server: Repository) -> None:
    server.write(CRANES, STRATEGY + ")\n")
    server.land()
    server.write(CRANES, STRATEGY.replace("prepare_for_", "before_"))
    server.commit()
    (problem,) = server.gate(status=2).document["problems"]
    assert problem["path"] == CRANES
    assert "can't be told" in problem["message"]
    server.gate("--base", "main^", status=1)
    server.write(CRANES, STRATEGY)
    server.commit()
    server.gate(status=0)
