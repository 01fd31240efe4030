"""Findings that rest on numbers and texts: those for which there are none are no path, others that nobody can show are
unproven."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from apivet.verdicts import Verdict

Judged = Callable[[str], dict[str, Verdict]]

SET = "generation-not-set-on-create"
CREATE = """
def prepare_for_create(self, obj: Widget):
    obj.status = Status()
    obj.metadata.generation = 1
    n, word, items = obj.spec.replicas, obj.metadata.labels.get("tier", ""), obj.spec.parts
    share, most = obj.metadata.share, obj.metadata.most
    if {condition}:
        obj.metadata.generation = 9
"""

IMPOSSIBLE = """
set({part.number for part in items}) != {part.number for part in items}
n > 8 and n < 4
n > 3 and n < 4
n > 8 and n + 2 < 7
min(n, 5) > 5
max(n, 5) < 5
abs(n) < 0
n * n < 0
n % 4 == 6
n & 1 == 2
n & 3 not in (0, 1, 2, 3)
n & 1 not in (0, 1)
n + 1 <= n
n - 3 > n
n == 2 and n > 2
not n and n > 0
n >= 6 and not n
n > obj.spec.burst and obj.spec.burst > n
2 * n > 10 and n < 5
len(items) < 0
len(items) == -1
len(items[1:]) and not items
sorted(word, key=lambda letter: letter) != sorted(word)
len(items[:3]) > 3
n > 3 and len(dict(enumerate(items)).keys()) < len(items)
len(items[-3:]) == 4
len(word[:2]) > 2
len(word[-3:-1]) > 2
getattr(obj.spec, "nobody_declared_it", n) != n
word.startswith("a") and word == "bc"
len(word) == 0 and word == "gold"
"x" in word and word == "gold"
not word and "x" in word
word == "silver" and len(word) < 6 and n > 1
not items and Part("a") in items
sum(part.number for part in items) != 0 and not items
word == "a" and word.startswith("b") and re.match("b", word)
n ^ n
n & n != n
(n | n) != n
n ** 1 != n
sum(1 for _ in items) != len(items)
sum(2 for _ in items) != 2 * len(items)
sum(0 for _ in items)
any(part.number == 1 for part in items) != (1 in [part.number for part in items])
set(set(obj.metadata.labels)) != set(obj.metadata.labels)
sum(map(lambda part: 1, items)) != len(items) and len(items) < 2
sum(part.number for part in items) != items[0].number if len(items) == 1 else False
""".strip().splitlines()

POSSIBLE = """
n > 4 and n < 8
n > 3 and n < 5
n > 8 or n < 4
min(n, 5) > 4
max(n, 5) > 5
n % 4 == 3
n & 1 == 1
n | 4 == 5
n ^ 1 == 3
n + 1 > n
n == 2 and n > 1
not n and n > -1
n * 2 == 6
len(items) == 2
len(items[:3]) == 3
len(items[2:]) > 3
None.__doc__ != "gold" and n > 3
len(items[:-1]) > 3
len(word[1:]) > 2
getattr(obj.spec, "replicas", 3) != 3
len(items) > 1 and n > len(items)
word == "gold"
word.startswith("go") and word.endswith("ld")
word.lower() == "gold"
"x" in word and word != "gold"
len(word) == 4 and word == "gold"
re.match("g", word) and word != "gold"
sum(1 for part in items if part.number) != len(items)
sum(1 for part in items if part.number) == 3
sum([1 for part in items], 1) == 1
sum(1 for _ in [*items, 3]) == len(items) + 1
sum(part.number for part in items) == 7
textwrap.dedent(word) != word
max(part.number for part in items) > n
""".strip().splitlines()

NOBODY_KNOWS = """
n * n == 2
n | 4 == 3
n * n * n == 7
word.upper() == "gold"
re.match("g", word) and word == "bc"
hash(word) == 3 and not word
sorted(word, key=lambda letter: letter == "b") != sorted(word)
items and list(itertools.accumulate(part.number for part in items))[-1:] != [sum(part.number for part in items)]
sum(part.number for part in items) - sum(part.number for part in items)
sum(map(lambda part: part.number, items)) != sum(part.number for part in items)
sum(1 for part in items if part.number) > len(items)
sum(1 for _ in [*items, 3]) == len(items)
functools.reduce(max, (part.number for part in items), 0) != max([0, *(part.number for part in items)])
max(part.number for part in items) < min(part.number for part in items)
sum(1 for part in items if part.number) != len([part for part in items if part.number])
"/".join(word.split("/")) != word
word.split("/")[0] != word.partition("/")[0]
list(range(n)) == [1, 2]
[place for place, _ in enumerate(items)] == [1, 0]
any(part == Part(1) for part in items) != (Part(1) in items)
""".strip().splitlines()

#: Conditions that are true of what is no number, or of one too great to be another with one more.
OF_NO_NUMBER = """
share != share
not share == share
most != most
share - share != 0
share * 0 != 0
share + 1 == share
max(share, 1) != max(share, 1)
not min(share, 5) <= 5
not share > 3 and not share <= 3
""".strip().splitlines()
#: Conditions that are false of those, too: containers ask first whether two values are one object.
OF_NOTHING = """
[share] != [share]
(n, share) != (n, obj.metadata.share)
n + share - n > share and False
min(share, 5) > 5
n - n != 0
""".strip().splitlines()


@pytest.mark.parametrize("condition", OF_NO_NUMBER)
def test_numbers_with_fractions_may_be_none(condition: str, judged: Judged) -> None:
    assert judged(CREATE.format(condition=condition))[SET] in (Verdict.UNPROVEN, Verdict.VIOLATED)


@pytest.mark.parametrize("condition", OF_NOTHING)
def test_the_same_object_is_equal_inside_of_others(condition: str, judged: Judged) -> None:
    assert judged(CREATE.format(condition=condition))[SET] is Verdict.HOLDS


@pytest.mark.parametrize("condition", IMPOSSIBLE)
def test_numbers_that_do_not_exist_are_no_path(condition: str, judged: Judged) -> None:
    assert judged(CREATE.format(condition=condition))[SET] is Verdict.HOLDS


@pytest.mark.parametrize("condition", POSSIBLE)
def test_numbers_that_exist_are_a_path(condition: str, judged: Judged) -> None:
    assert judged(CREATE.format(condition=condition))[SET] is Verdict.VIOLATED


@pytest.mark.parametrize("condition", NOBODY_KNOWS)
def test_what_nobody_can_show_is_unproven(condition: str, judged: Judged) -> None:
    assert judged(CREATE.format(condition=condition))[SET] is Verdict.UNPROVEN


GENERATIONS = {
    "max(obj.metadata.generation, 1)": Verdict.VIOLATED,
    "min(obj.metadata.generation, 1)": Verdict.VIOLATED,
    "abs(obj.metadata.generation)": Verdict.VIOLATED,
    "int(obj.metadata.generation)": Verdict.VIOLATED,
    "obj.metadata.generation or 1": Verdict.VIOLATED,
    "max(1, min(obj.metadata.generation, 1))": Verdict.HOLDS,
    "max(1, 0)": Verdict.HOLDS,
    "abs(-1)": Verdict.HOLDS,
    "1 + 0 * 3": Verdict.HOLDS,
}


@pytest.mark.parametrize("value", GENERATIONS)
def test_a_generation_that_is_computed(value: str, judged: Judged) -> None:
    hook = f"""
def prepare_for_create(self, obj: Widget):
    obj.status = Status()
    obj.metadata.generation = {value}
"""
    assert judged(hook)[SET] is GENERATIONS[value]
