"""What the interpreter proves of a hook, against what the hook is seen to do.

Hooks are put together at random from pieces that strategies are made of, in an order and inside branches, loops and
helpers that vary with a seed. Each is judged from its source, and run on many small objects. A rule that is said to
hold must hold in every run; where nothing but visible code is involved, a rule that is said to be violated must be
seen violated in some run.
"""

from __future__ import annotations

import os

import pytest
from composed_hooks import Composer, hooks_in
from drawn_causes import CAUSES, DECIDED
from hook_pieces import pieces_of
from sources_as_text import workspace_from_text
from watched_hooks import EARLY, MAIN, RESETS, SEEN_RULES, STATUS, UNGATED, Key, Watch

from apivet.config.model import Config
from apivet.conventions import judge
from apivet.verdicts import Verdict

pytestmark = pytest.mark.long

SEEDS = range(360)
#: With each of these, a hook is put together for every cause of a wrong verdict that was found.
CAUSE_SEEDS = range(12)
BATCH = 20


def judged(source: str) -> dict[Key, Verdict]:
    """The verdict of each rule, from the source."""
    config = Config()
    workspace = workspace_from_text({"widgets.py": source}, config)
    rows = judge(workspace.contents(os.path.join(workspace.root, "widgets.py")), workspace, config).rows
    return {(row.object.rpartition(".")[2], row.rule, row.field or ""): row.verdict for row in rows}


def is_excused(rule: str, verdicts: dict[Key, Verdict]) -> bool:
    """A bump that goes wrong because of an early comparison is told as that."""
    early = verdicts.get((MAIN, "generation-compared-too-early", "metadata.generation"), Verdict.HOLDS)
    return rule.startswith("generation") and "spec-change" in rule and early is not Verdict.HOLDS


@pytest.mark.parametrize("start", SEEDS[::BATCH])
def test_what_is_said_of_a_hook_is_what_it_is_seen_to_do(start: int) -> None:
    """What is said to be violated must be seen only of hooks in their plain order, so that the few small objects are
    enough to show every fault."""
    for seed in range(start, start + BATCH):
        composer = Composer(seed)
        source = composer.source()
        verdicts, broken = judged(source), Watch(source).watch()
        for key, why in broken.items():
            if key[1] in SEEN_RULES and verdicts[key] is Verdict.HOLDS and not is_excused(key[1], verdicts):
                pytest.fail(f"{key} is said to hold, but not on {why}\n{hooks_in(source)}")
        for key, verdict in verdicts.items() if composer.is_plain else ():
            if key[1] in SEEN_RULES and verdict is Verdict.VIOLATED and key not in broken:
                if key[0] == STATUS and key[1].startswith("gated"):
                    continue
                pytest.fail(f"{key} is said to be violated, but never is\n{hooks_in(source)}")


#: The rules that a hook is judged by alone.
RULES_OF_CAUSES = {
    "create": {"status-not-wiped-on-create", "generation-not-set-on-create"},
    "update": {
        "status-not-kept-on-update",
        "generation-not-bumped-on-spec-change",
        "generation-bumped-without-spec-change",
    },
    "status": {"spec-not-kept-on-status-update", "metadata-not-reset-on-status-update"},
    "early": {EARLY},
    "resets": {RESETS},
    "gates": {"gated-field-not-dropped", "gated-field-dropped-when-enabled", UNGATED},
}


#: So many hooks at least are drawn for a cause.
FEWEST = 6


def seeds_of(cause: str) -> range:
    """Seeds enough to draw each piece of a cause."""
    return CAUSE_SEEDS[: max(FEWEST, len(pieces_of(CAUSES[cause][2])))]


def complaint(cause: str, key: Key, verdicts: dict[Key, Verdict], broken: dict[Key, object]) -> str:
    """What is wrong with a verdict on a hook that was drawn for a cause."""
    verdict = verdicts.get(key)
    if verdict is None:
        return "is not told, but broken"
    if verdict is Verdict.UNPROVEN:
        return "is left open" if cause in DECIDED else ""
    if verdict is Verdict.HOLDS:
        is_wrong = key in broken and not is_excused(key[1], verdicts)
        return f"is said to hold, but not on {broken[key]}" if is_wrong else ""
    return "" if key in broken else "is said to be violated, but never is"


@pytest.mark.parametrize("cause", CAUSES)
def test_no_cause_of_a_wrong_verdict_comes_back(cause: str) -> None:
    for seed in seeds_of(cause):
        source = Composer(seed).source_of_cause(cause)
        verdicts, broken = judged(source), Watch(source).watch()
        for key in dict.fromkeys((*verdicts, *broken)):
            wrong = complaint(cause, key, verdicts, broken) if key[1] in RULES_OF_CAUSES[CAUSES[cause][1]] else ""
            if wrong:
                pytest.fail(f"{key} {wrong}\n{hooks_in(source)}")
