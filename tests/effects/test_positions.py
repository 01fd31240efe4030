"""Elements of two lists that are compared position by position: only where nothing was turned, sorted, left out or put
in front do those of one key stand beside each other. Containers of different kinds are never equal."""

from __future__ import annotations

import itertools
import operator
import textwrap
from collections.abc import Callable

import pytest

from apivet.verdicts import Verdict

Judged = Callable[[str], dict[str, Verdict]]

BUMPED = "generation-bumped-without-spec-change"
MISSED = "generation-not-bumped-on-spec-change"
UPDATE = """
def prepare_for_update(self, obj: Widget, old: Widget):
    import itertools, operator

    obj.status = old.status
    mine, its, bump = obj.spec.parts, old.spec.parts, False
{changed}
    if bump:
        obj.metadata.generation += 1
"""

#: Conditions that are true of some lists that are equal.
MISPLACED = """
any(a != b for a, b in zip(mine, reversed(its)))
any(a != b for a, b in zip(reversed(mine), its))
any(a != b for a, b in zip(mine, its[::-1]))
any(a != b for a, b in zip(mine, its[1:]))
any(a != b for a, b in zip(mine[1:], its[:-1]))
any(a != b for a, b in zip(mine, [each for each in its if each != its[0]]))
any(a != b for a, b in zip(mine, filter(lambda each: each != its[0], its)))
any(a != b for a, b in zip(mine + its[:1], its[:1] + mine))
any(a != b for a, b in zip(mine, [its[0], *its]))
any(a != b for a, b in zip(mine, itertools.chain(its[:1], its)))
any(a != b for a, b in zip(mine, itertools.islice(its, 1, None)))
any(a != b for a, b in zip(mine, sorted(its, key=lambda each: -each.number)))
any(a != b for a, b in itertools.zip_longest(mine, reversed(its)))
any(a != b for a, b in itertools.zip_longest(mine, its[1:]))
any(map(operator.ne, mine, reversed(its)))
any(map(lambda a, b: a != b, mine, its[1:]))
any(map(lambda a, b, c: a != b or b != c, mine, its, its[1:]))
any(itertools.starmap(operator.ne, zip(mine, its[1:])))
any(each != its[place] for place, each in enumerate(reversed(mine)))
any(each != its[place] for place, each in enumerate(mine[1:]))
any(each != its[place] for place, each in enumerate([each for each in mine if each != mine[0]]))
any(each != its[place] for place, each in enumerate(each for each in mine if each != mine[0]))
any(each != its[place] for place, each in enumerate(sorted(mine, key=lambda each: -each.number)))
any(k != v for k, v in list(zip(mine, reversed(its))))
any(a != b for a, b in zip(mine[:1], its[-1:]))
any(a != b for a, b in zip(mine[1:], its[:2]))
any({i: a for i, a in enumerate(mine)}.get(i, b) != b for i, b in enumerate(reversed(its)))
dict(enumerate(reversed(mine))) != dict(enumerate(its))
{"first": mine[0]} != {str(its[0].number): its[0]}
{0: mine[0]} != dict(enumerate(its))
dict(enumerate(its)) != {0: its[0]}
tuple(mine) != its
[*mine] != (*its,)
[mine[0], mine[1]] != (its[0], its[1])
iter(mine) != iter(its)
(each for each in mine) != (each for each in its)
zip(mine) != zip(its)
""".strip().splitlines()

#: Conditions that are true of two lists of one length where these differ, and of no others.
ALIGNED = """
any(a != b for a, b in zip(mine, its))
any(a != b for a, b in zip(list(mine), tuple(its)))
any(a != b for a, b in zip([each for each in mine], (each for each in its)))
any(a != b for a, b in zip(reversed(mine), reversed(its)))
any(a != b for a, b in itertools.zip_longest(mine, its))
any(map(operator.ne, mine, its))
any(map(lambda a, b: a != b, mine, its))
any(each != its[place] for place, each in enumerate(mine))
any(mine[place] != its[place] for place in range(len(mine)))
any(mine[place] != its[place] for place, _ in enumerate(mine))
any(a != b for a, b in zip(mine[:1], its[:1])) or mine[1:] != its[1:]
tuple(mine) != tuple(its)
[*mine] != list(its)
(*mine,) != tuple(each for each in its)
""".strip().splitlines()

#: Conditions that are true of such lists alone, which nobody can tell yet.
UNTOLD = ("any(a != b for a, b in zip(reversed(mine), reversed(its)))",)


class _Part:
    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Part) and other.number == self.number

    def __hash__(self) -> int:
        return self.number


def _is_true(condition: str, numbers: tuple[int, ...], others: tuple[int, ...]) -> bool:
    names = {"mine": [_Part(each) for each in numbers], "its": [_Part(each) for each in others]}
    try:
        return bool(eval(condition, {"itertools": itertools, "operator": operator, **names}))
    except IndexError:
        return False


def _hook(condition: str) -> str:
    changed = f"if len(mine) != len(its):\n    bump = True\nelif {condition}:\n    bump = True"
    rest = "\n    ".join(
        f"bump = bump or obj.spec.{name} != old.spec.{name}" for name in ("replicas", "image", "mode", "burst", "limit")
    )
    return UPDATE.format(changed=textwrap.indent(changed, "    ") + "\n    " + rest)


@pytest.mark.parametrize("condition", MISPLACED)
def test_elements_of_other_places_are_not_the_same(condition: str, judged: Judged) -> None:
    assert any(_is_true(condition, numbers, numbers) for numbers in itertools.product((1, 2, 3), repeat=3))
    assert judged(_hook(condition))[BUMPED] is not Verdict.HOLDS


@pytest.mark.parametrize("condition", ALIGNED)
def test_elements_of_one_place_are(condition: str, judged: Judged) -> None:
    lists = list(itertools.product((1, 2), repeat=2))
    assert all(_is_true(condition, one, other) is (one != other) for one in lists for other in lists)
    verdicts = judged(_hook(condition))
    wanted = Verdict.UNPROVEN if condition in UNTOLD else Verdict.HOLDS
    assert (verdicts[BUMPED], verdicts[MISSED]) == (wanted, wanted)
