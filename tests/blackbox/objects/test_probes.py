"""Probes: what they behave like, and what they note of comparisons."""

from __future__ import annotations

import copy
import datetime
import json
import pickle
from typing import Any

import pytest

from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.probes.base import Comparisons
from apivet.blackbox.objects.probes.making import probe

FIELDS: dict[str, Any] = {"depth": 12, "width": 90, "slope": 1.5, "port": "Oslo/east", "flag": "NO-7", "empty": ""}
DAY, MOMENT = datetime.date(2024, 5, 17), datetime.datetime(2024, 5, 20, 8, 30, tzinfo=datetime.timezone.utc)
FIELDS.update(day=DAY, moment=MOMENT, span=datetime.timedelta(hours=30), octets=b"zip")
FIELDS.update(new_year=datetime.date(2023, 2, 1), last=datetime.date(2023, 12, 31))
NAMES = {
    "date": datetime.date,
    "delta": datetime.timedelta,
    "datetime": datetime.datetime,
    "UTC": datetime.timezone.utc,
}


def _probes(comparisons: Comparisons) -> dict[str, Any]:
    return {name: probe(value, ("obj", name), comparisons) for name, value in FIELDS.items()}


@pytest.mark.parametrize(
    ("comparison", "wished"),
    [
        ("depth == 40", {"depth": 40}),
        ("40 == depth", {"depth": 40}),
        ("depth == width", {"depth": 90, "width": 12}),
        ("2 * depth == width", {"depth": 45, "width": 24}),
        ("depth * 2 + 1 == 7", {"depth": 3}),
        ("depth * 2 == 7", {}),
        ("100 - depth == width", {"depth": 10, "width": 88}),
        ("width - depth != 5", {"depth": 85, "width": 17}),
        ("sum([depth, width, 1]) == 0", {"depth": -91, "width": -13}),
        ("max(depth, 5) == 6", {"depth": [5, 6]}),
        ("width // 7 == 3", {"width": 21}),
        ("width % 7 == 3", {"width": [87, 94]}),
        ("width % 7 == 9", {}),
        ("divmod(depth, 5) == (2, 3)", {"depth": [10, 13]}),
        ("depth / 4 == 5", {"depth": 20}),
        ("3 * depth + 5 * width == 44", {"depth": 3, "width": 1}),
        ("3 * depth + 5 * width + slope == 1.0", {"slope": -485.0}),
        ("sum([2 * depth, 4 * width] * 9) == 1", {}),
        ("depth ** 2 + width ** 2 == 25", {"depth": 0, "width": 0}),
        ("round(slope) == 9", {"slope": 9}),
        ("slope * 4 == 3", {"slope": 0.75}),
        ("depth ** 2 == 49", {"depth": 7}),
        ("(depth ^ 1) == 2", {"depth": 3}),
        ("(depth & 3) == 1", {"depth": 13}),
        ("(depth << 2) == 20", {"depth": 5}),
        ("(depth >> 2) == 5", {"depth": 20}),
        ("-depth == 3", {"depth": -3}),
        ("abs(depth - 20) == 3", {"depth": 23}),
        ("depth.bit_length() == 6", {"depth": 32}),
        ("bool(depth - 12)", {"depth": 13}),
        ("bool(depth)", {"depth": 0}),
        ("(depth, width) == (12, 3)", {"depth": 12, "width": 3}),
        ("width in [1, 2]", {"width": [1, 2]}),
        ("port == flag", {"port": "NO-7", "flag": "Oslo/east"}),
        ("port == f'{flag}/{depth}'", {"port": "NO-7/12"}),
        ("str(depth) == flag", {"flag": "12"}),
        ("port.split('/')[0] == 'Bergen'", {"port": "Bergen/east"}),
        ("port.partition('/')[2] == 'west'", {"port": "Oslo/west"}),
        ("port.lower() == 'x'", {"port": ["x", "X"]}),
        ("port.lower() == 'X'", {}),
        ("port.strip() == 'x'", {"port": ["x", "x "]}),
        ("port[:2] == 'Ab'", {"port": "Ablo/east"}),
        ("port[-1] == 'n'", {"port": "Oslo/easn"}),
        ("port[::-1] == 'nab'", {"port": "ban"}),
        ("port[::2] == 'n'", {"port": "n"}),
        ("port[1::2] == 'no'", {"port": "xnxo"}),
        ("port[::4] == 'ABC'", {"port": "AsloBeasC"}),
        ("port.find('!') == 2", {"port": ["Oslo/east!", "xx!"]}),
        ("port.index('/') == 2", {"port": "xx/"}),
        ("port.index('/') == 10_000", {}),
        ("[each for each in flag if each == '!']", {"flag": ["N", "!O-7", "N!-7", "NO!7", "NO-!"]}),
        ("octets.hex() == '6162'", {"octets": b"ab"}),
        ("str(depth) == '31'", {"depth": 31}),
        ("flag.removeprefix('NO-') == '8'", {"flag": "NO-8"}),
        ("flag.removesuffix('7') == 'SE-'", {"flag": "SE-7"}),
        ("flag + '!' == port", {"port": "NO-7!"}),
        ("'<' + flag == '<a'", {"flag": "a"}),
        ("flag + port == 'NO-7Rome'", {"flag": None, "port": "Rome"}),
        ("port.startswith(flag)", {"port": ["NO-7Oslo/east", "NO-7/east"]}),
        ("port.endswith(('.', '!'))", {"port": ["Oslo/east.", "Oslo/eas.", "Oslo/east!", "Oslo/eas!"]}),
        ("flag in port", {"port": ["Oslo/eastNO-7", "Oslo/NO-7"]}),
        ("port.count('/') == 3", {"port": ["Oslo/Oslo/Oslo/Oslo", "Oslo/east//"]}),
        ("port.count('s') == 0", {"port": ["O", "Olo/eat"]}),
        ("port.count('o') == 10_000", {}),
        ("port.isupper()", {"port": "OSLO/EAST"}),
        ("flag[-1].isalpha()", {"flag": "NO-a"}),
        ("flag.isdigit()", {"flag": "7777"}),
        ("empty.isspace()", {"empty": " "}),
        ("empty == ''", {"empty": ""}),
        ("port.split('/') == ['a', 'b', 'c']", {"port": "a/b/c"}),
        ("empty.split('/')[0] == 'a'", {"empty": ["/", "a"]}),
        ("depth * depth == 49", {"depth": 7}),
        ("depth * depth == 50", {}),
        ("flag.encode() == b'a'", {"flag": "a"}),
        ("octets == b'a'", {"octets": b"a"}),
        ("octets.decode() == 'a'", {"octets": b"a"}),
        ("day == date(2020, 1, 1)", {"day": datetime.date(2020, 1, 1)}),
        ("day.month == 2 and day.day == 29", {"day": DAY.replace(month=2)}),
        ("day.day == 45", {}),
        ("new_year.day == 29", {"new_year": datetime.date(2024, 2, 29)}),
        ("last.month == 6", {"last": datetime.date(2023, 6, 1)}),
        ("day.weekday() == 6", {"day": DAY + datetime.timedelta(days=2)}),
        ("day.isoformat() == '2020-01-02'", {"day": datetime.date(2020, 1, 2)}),
        ("moment.date() == day", {"moment": MOMENT.replace(day=17), "day": datetime.date(2024, 5, 20)}),
        ("moment.hour == depth", {"moment": MOMENT.replace(hour=12), "depth": 8}),
        ("(moment - datetime(2024, 1, 1, tzinfo=UTC)).days == 3", {"moment": MOMENT.replace(month=1, day=4)}),
        ("date(2025, 1, 1) - day == delta(days=1)", {"day": datetime.date(2024, 12, 31)}),
        ("day + delta(days=1) == date(2025, 1, 1)", {"day": datetime.date(2024, 12, 31)}),
        ("span.total_seconds() == 60", {"span": datetime.timedelta(minutes=1)}),
        ("abs(span) == delta(days=1)", {"span": datetime.timedelta(days=1)}),
        ("moment.replace(year=1) == moment", {"moment": MOMENT.replace(year=1)}),
        ("moment.timestamp() == 0.0", {"moment": datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)}),
        ("depth == 'text'", {}),
        ("depth == None", {}),
    ],
)
def test_a_comparison_tells_the_value_that_would_make_it_true(comparison: str, wished: dict[str, Any]) -> None:
    comparisons = Comparisons()
    answer = eval(comparison, NAMES, _probes(comparisons))
    assert answer == eval(comparison, NAMES, FIELDS)
    found: dict[str, list[Any]] = {}
    for wish in comparisons.wishes.values():
        found.setdefault(wish.place[1], []).append(wish.value)
    several = {name: value if isinstance(value, list) else [value] for name, value in wished.items()}
    assert found == {name: values for name, values in several.items() if values != [None]}


@pytest.mark.parametrize("comparison", ["depth < 40", "depth - 1 >= 39", "40 > depth"])
def test_what_is_more_or_less_is_asked_on_both_sides(comparison: str) -> None:
    comparisons = Comparisons()
    eval(comparison, NAMES, _probes(comparisons))
    assert [(wish.value, wish.near) for wish in comparisons.wishes.values()] == [(40, True)]


def test_a_field_before_and_after_is_no_news() -> None:
    comparisons = Comparisons()
    before, after = probe(1, ("old", "depth"), comparisons), probe(2, ("obj", "depth"), comparisons)
    assert before != after
    assert not comparisons.wishes
    assert before * 2 == after
    assert {wish.place[0]: wish.value for wish in comparisons.wishes.values()} == {"obj": 2, "old": 1}


def test_which_of_the_field_before_and_after_is_more_is_news() -> None:
    comparisons = Comparisons()
    assert probe(1, ("old", "depth"), comparisons) < probe(2, ("obj", "depth"), comparisons)
    assert {wish.place[0]: wish.value for wish in comparisons.wishes.values()} == {"obj": 1, "old": 2}


@pytest.mark.parametrize(
    ("comparison", "wished"),
    [
        ("tags.get('blue', 0) > 3", [{"red": 1, "green": 2, "blue": 1}]),
        ("tags.get('red', 0) > 3", [{"green": 2}]),
        ("'blue' in tags or 'red' in tags", [{"red": 1, "green": 2, "blue": 1}, {"green": 2}]),
        ("tags.copy().pop('blue', 4) == 4", [{"red": 1, "green": 2, "blue": 1}]),
        ("any(name == 'x' for name in tags)", [{"x": 1, "green": 2}, {"red": 1, "x": 2}]),
        ("[name for name, amount in tags.items() if name == 'x']", [{"x": 1, "green": 2}, {"red": 1, "x": 2}]),
        ("min(tags.keys(), default='') == 'blue'", [{"blue": 2, "red": 1}]),
        ("tags.get(7)", []),
        ("tags == {'x': 1}", [{"x": 1}]),
    ],
)
def test_a_mapping_tells_the_entries_that_it_was_asked_for(comparison: str, wished: list[dict[str, int]]) -> None:
    comparisons, tags = Comparisons(), {"red": 1, "green": 2}
    answer = eval(comparison, {"tags": probe(tags, ("obj", "tags"), comparisons)})
    assert answer == eval(comparison, {"tags": tags})
    found = [wish.value for wish in comparisons.wishes.values() if not wish.near]
    assert [each for each in wished if each not in found] == []
    assert wished or not found


@pytest.mark.parametrize(
    ("comparison", "wished"),
    [
        ("marks == [3]", [[3]]),
        ("marks != [9, depth]", [[9, 12]]),
        ("3 in marks or 1 in marks", [[1, 2, 3], [2]]),
        ("marks[0] == 7", [[7, 2]]),
        ("marks[1] < marks[0]", [[2, 2], [1, 1]]),
        ("marks[-1:] == [4, 5]", [[1, 4, 5]]),
        ("marks[::-1] == [3, 4]", [[4, 3]]),
        ("max(marks) == 9", [[1, 9]]),
        ("[mark for mark in marks if mark == 5]", [[5, 2], [1, 5]]),
        ("marks.count(1) == 3", [[2, 1, 1, 1]]),
        ("sorted(marks, reverse=True) == marks", [[2, 1]]),
        ("[each.append(5) for each in (marks,)] and marks == [1, 2, 5]", [[1, 2, 5]]),
        ("marks == 'text'", []),
        ("marks == (1, 2)", []),
    ],
)
def test_a_list_tells_what_it_is_compared_with_and_each_of_its_elements(
    comparison: str, wished: list[list[int]]
) -> None:
    comparisons = Comparisons()
    depth, marks = (probe(value, ("obj", name), comparisons) for name, value in (("depth", 12), ("marks", [1, 2])))
    answer = eval(comparison, {"marks": marks, "depth": depth})
    assert answer == eval(comparison, {"marks": [1, 2], "depth": 12})
    found = [wish.value for wish in comparisons.wishes.values() if wish.place[1] == "marks"]
    assert [each for each in wished if each not in found] == []
    assert wished or not found
    assert all(type(item) is int for each in found for item in each)


def test_an_element_that_is_not_there_is_wanted() -> None:
    comparisons = Comparisons()
    marks = probe([1, 2], ("obj", "marks"), comparisons)
    with pytest.raises(IndexError):
        marks[3]
    assert [wish.value for wish in comparisons.wishes.values()] == [[1, 2, 3, 4]]


def test_a_list_is_one_to_everybody_else() -> None:
    marks = ["a", "b"]
    made = probe(marks, ("obj", "marks"), Comparisons())
    assert isinstance(made, list)
    assert json.dumps(made) == json.dumps(marks)
    assert [*made] == list(made) == made == marks == pickle.loads(pickle.dumps(made)) == copied(made)
    assert (made + ["c"], [0, *made], ",".join(made), len(made)) == (["a", "b", "c"], [0, "a", "b"], "a,b", 2)
    assert ("a" in made, made.index("b"), made[-1], made[1:], list(reversed(made))) == (True, 1, "b", ["b"], ["b", "a"])
    again = copy.deepcopy(made)
    again.append("c")
    again[0] = "z"
    assert (made, again, made != again) == (["a", "b"], ["z", "b", "c"], True)


def test_a_mapping_is_one_to_everybody_else() -> None:
    tags = {"red": 1, "green": 2}
    made = probe(tags, ("obj", "tags"), Comparisons())
    assert isinstance(made, dict)
    assert json.dumps(made) == json.dumps(tags)
    assert {**made} == dict(made) == made == tags == pickle.loads(pickle.dumps(made)) == copied(made)
    assert made | {"blue": 3} == {**tags, "blue": 3}
    again = copy.deepcopy(made)
    again["green"] = 5
    again.setdefault("blue", 6)
    assert (made["green"], again["green"], again.get("blue"), len(made)) == (2, 5, 6, 2)
    with pytest.raises(KeyError):
        made["blue"]


def test_it_is_the_number_or_the_text_to_everybody_else() -> None:
    probes = _probes(Comparisons())
    assert json.dumps(probes, default=str) == json.dumps(FIELDS, default=str)
    assert {name: hash(value) for name, value in probes.items()} == {name: hash(each) for name, each in FIELDS.items()}
    assert {12: "found"}[probes["depth"]] == "found"
    assert f"{probes['depth']:03}{probes['port']!r}" == "012'Oslo/east'"
    assert list(range(probes["depth"])) == list(range(12))
    assert pickle.loads(pickle.dumps(probes)) == FIELDS
    assert type(pickle.loads(pickle.dumps(probes["depth"]))) is int
    assert sorted([probes["width"], 3, probes["depth"]]) == [3, 12, 90]
    with pytest.raises(TypeError):
        probes["depth"] + "text"
    with pytest.raises(ZeroDivisionError):
        probes["depth"] // 0


def test_one_that_was_kept_is_copied_as_the_value() -> None:
    comparisons = Comparisons()
    kept = _probes(comparisons)
    assert type(copy.deepcopy(kept)["depth"]) is not int, "a hook's own copies still tell"
    comparisons.is_open = False
    assert [type(value) for value in copied(kept).values()] == [type(value) for value in FIELDS.values()]
    assert kept["depth"] != 13
    assert not [wish for wish in comparisons.wishes.values() if wish.value == 13]
