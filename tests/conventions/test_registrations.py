"""Which rows a declarative registration has, and which stand under the hooks and strategies that it is given."""

from __future__ import annotations

from sources_as_text import workspace_from_text

from apivet.config import Config
from apivet.conventions import judge

HEAD = """\
from dataclasses import dataclass, field

from vendor.rest import RESTConfig, StatusConfig, StrategyConfig, new_rest


@dataclass
class Meta:
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class Spec:
    hulls: int = 0


@dataclass
class Status:
    afloat: bool = False


@dataclass
class Raft:
    metadata: Meta
    spec: Spec
    status: Status


"""
CREATE = {"status-not-wiped-on-create", "generation-not-set-on-create"}
UPDATE = {
    "status-not-kept-on-update",
    "generation-not-bumped-on-spec-change",
    "generation-bumped-without-spec-change",
    "generation-compared-too-early",
}
STATUS = {
    "spec-not-kept-on-status-update",
    "metadata-not-reset-on-status-update",
    "generation-bumped-on-status-update",
}


def rows(source: str) -> dict[str, dict[str, str]]:
    """The verdicts of a registration's file, by object and rule."""
    workspace = workspace_from_text({"rafts.py": HEAD + source})
    judged = judge(workspace.contents("rafts.py"), workspace, Config()).rows
    found: dict[str, dict[str, str]] = {}
    for row in judged:
        if row.rule != "ungated-field-dropped":  # there are no gates here
            found.setdefault(row.object.rpartition(".")[2], {})[row.rule] = row.verdict.value
    return found


def test_the_default_answers_for_what_no_hook_is_given_for() -> None:
    found = rows("rafts = new_rest(RESTConfig('rafts', Raft, StrategyConfig()))\n")
    assert found["rafts"] == dict.fromkeys(CREATE | UPDATE | STATUS, "holds")


def test_what_a_given_hook_can_break_stands_under_its_function() -> None:
    found = rows(
        """\
def start(ctx, obj: Raft):
    obj.status.afloat = True

def drift(ctx, obj: Raft, old: Raft):
    obj.spec = Spec(3)

rafts = new_rest(
    RESTConfig("rafts", Raft, StrategyConfig(prepare_for_create=start), StatusConfig(prepare_for_update=drift))
)
"""
    )
    assert found["rafts"] == dict.fromkeys((CREATE | UPDATE) - {"status-not-wiped-on-create"}, "holds")
    assert found["start"]["status-not-wiped-on-create"] == "holds"
    assert found["drift"]["spec-not-kept-on-status-update"] == "violated"


def test_a_strategy_that_replaces_half_of_the_default_answers_for_that_half() -> None:
    found = rows(
        """\
class RaftStrategy:
    def prepare_for_create(self, obj: Raft):
        obj.status = Status()
        obj.metadata.generation = 1

rafts = new_rest(RESTConfig("rafts", Raft, create_strategy=RaftStrategy()))
"""
    )
    assert found["rafts"] == dict.fromkeys(UPDATE | STATUS, "holds")
    assert all(found["RaftStrategy"][rule] == "holds" for rule in CREATE)


def test_a_check_is_told_of_where_it_changes_the_object() -> None:
    found = rows(
        """\
def look(ctx, obj: Raft):
    if not obj.spec.hulls:
        raise ValueError("a raft without hulls")

def meddle(ctx, obj: Raft, old: Raft):
    obj.status = Status()

rafts = new_rest(RESTConfig("rafts", Raft, StrategyConfig(validate=look, validate_update=meddle)))
"""
    )
    assert "look" not in found
    assert found["meddle"] == {"status-not-kept-on-update": "violated"}
