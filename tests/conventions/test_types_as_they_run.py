"""Types whose source takes more than one look: made under conditions, by calls, or changed while they are made. Verdicts
are what importing the modules shows, or unproven."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Verdicts = Callable[..., dict[tuple[str, str], str]]

HEAD = """
import enum, os, sys
from dataclasses import dataclass
from typing import TYPE_CHECKING
"""
SIGNAL = "@dataclass\nclass Signal:\n    height: int\n"
LEVEL = "class Level(enum.Enum):\n    {}\n"


def _verdict(verdicts: Verdicts, hub: str, served: str, name: str, rule: str = "hub-type-differs") -> str | None:
    files = {"apis/rail/types.py": HEAD + hub, "apis/rail/v1/types.py": HEAD + served}
    place = "v1.types" if rule == "hub-type-missing" else "types"
    return verdicts(files).get((rule, f"apis.rail.{place}.{name}"))


@pytest.mark.parametrize(
    ("inside", "verdict"),
    [
        ("    if sys.version_info < (3, 8):\n        lamp: int\n", "holds"),
        ("    if sys.version_info >= (3, 8):\n        lamp: int\n", "violated"),
        ("    if TYPE_CHECKING:\n        lamp: int\n", "holds"),
        ("    if not TYPE_CHECKING:\n        lamp: int\n", "violated"),
        ("    if TYPE_CHECKING:\n        pass\n    elif sys.version_info > (2,):\n        lamp: int\n", "violated"),
        ("    if os.environ.get('LAMPS'):\n        lamp: int\n", "unproven"),
        ("    for _each in os.environ:\n        lamp: int\n", "unproven"),
        ("    while os.environ:\n        lamp: int\n", "unproven"),
        ("    try:\n        lamp: int\n    except NameError:\n        pass\n", "unproven"),
        ("    match sys.platform:\n        case 'linux':\n            lamp: int\n", "unproven"),
        ("    __annotations__['lamp'] = int\n", "unproven"),
        ("    __annotations__.update(lamp=int)\n", "unproven"),
        ("    vars()['__annotations__'] = {'lamp': int}\n", "unproven"),
        ("    vars()['title'] = 'signal'\n    del title\n", "unproven"),
    ],
)
def test_fields_are_those_that_a_class_has_when_it_is_made(inside: str, verdict: str, verdicts: Verdicts) -> None:
    assert _verdict(verdicts, SIGNAL + inside, SIGNAL, "Signal") == verdict


@pytest.mark.parametrize(
    ("before", "head", "verdict"),
    [
        ("class Base:\n    def __init_subclass__(cls):\n        cls.title = 's'\n", "@dataclass|(Base)", "holds"),
        ("class Base:\n    made = []\n    def __init_subclass__(cls):\n        Base.made.append(cls)\n", "@dataclass|(Base)", "holds"),
        ("class Base:\n    def __init_subclass__(cls):\n        cls.__annotations__['lamp'] = int\n", "@dataclass|(Base)", "unproven"),
        ("import outside\nclass Top:\n    def __init_subclass__(cls):\n        outside.fit(cls)\nclass Base(Top):\n    pass\n", "@dataclass|(Base)", "unproven"),
        ("def fresh(cls):\n    return dataclass(type('Signal', (), {}))\n", "@fresh|", "unproven"),
        ("def fresh(cls):\n    return dataclass(frozen=False)(os.other(cls))\n", "@fresh|", "unproven"),
        ("def same(cls):\n    return dataclass(frozen=False)(cls)\n", "@same|", "holds"),
    ],
)  # fmt: skip
def test_code_that_runs_on_a_class_may_change_it(before: str, head: str, verdict: str, verdicts: Verdicts) -> None:
    decorator, _, bases = head.partition("|")
    hub = f"{before}{decorator}\nclass Signal{bases}:\n    height: int\n"
    assert _verdict(verdicts, hub, SIGNAL, "Signal") == verdict


@pytest.mark.parametrize(
    ("before", "hub", "served", "verdict"),
    [
        ("", "LOW = 1", "LOW = 1", "holds"),
        ("FIRST = 1\n", "LOW = FIRST + 1", "LOW = 2", "holds"),
        ("FIRST = 1\n", "LOW = FIRST + 2", "LOW = 2", "violated"),
        ("FIRST = len(sys.argv)\n", "LOW = FIRST + 1", "LOW = 2", "unproven"),
        ("", "LOW = os.sep + os.sep", "LOW = os.sep + os.sep", "holds"),
        ("", "_ignore_ = 'HIGH'\n    HIGH = 2\n    LOW = 1", "LOW = 1", "holds"),
        ("", "_ignore_ = ['HIGH']\n    LOW = 1\n    HIGH = 2", "LOW = 1\n    HIGH = 2", "violated"),
        ("", "if os.name == 'nt':\n        LOW = 1\n    else:\n        LOW = 2", "LOW = 2", "unproven"),
        ("", "vars()['LOW'] = 1", "LOW = 1", "unproven"),
        ("", "LOW = 1\n    def __new__(cls, value):\n        return os.made(cls, value)", "LOW = 1", "unproven"),
        ("", "LOW = 1\n    def __init__(self, value):\n        self._value_ = value + 1", "LOW = 1", "unproven"),
        ("", "LOW = 1\n    def __init__(self, value):\n        self.label = str(value)", "LOW = 1", "holds"),
    ],
)
def test_members_of_enums_have_the_values_that_code_gives_them(
    before: str, hub: str, served: str, verdict: str, verdicts: Verdicts
) -> None:
    assert _verdict(verdicts, before + LEVEL.format(hub), LEVEL.format(served), "Level") == verdict


@pytest.mark.parametrize(
    ("bases", "hub", "served", "verdict"),
    [
        ("str, enum.Enum", "1", "'1'", "holds"),
        ("str, enum.Enum", "enum.auto()", "'1'", "holds"),
        ("str, enum.Enum", "True", "'1'", "violated"),
        ("float, enum.Enum", "1", "1.0", "holds"),
        ("int, enum.Enum", "'7'", "7", "holds"),
        ("int, enum.Enum", "'seven'", "7", "unproven"),
        ("enum.Enum", "1", "'1'", "violated"),
    ],
)
def test_members_that_are_scalars_have_the_values_that_these_make_of_them(
    bases: str, hub: str, served: str, verdict: str, verdicts: Verdicts
) -> None:
    signal = f"class Aspect({bases}):\n    CLEAR = {{}}\n"
    assert _verdict(verdicts, signal.format(hub), signal.format(served), "Aspect") == verdict


def test_one_text_may_mean_two_values(verdicts: Verdicts) -> None:
    hub, served = (f"FIRST = int(sys.argv[{place}])\n{LEVEL.format('LOW = FIRST + 1')}" for place in (1, 2))
    assert _verdict(verdicts, hub, served, "Level") == "unproven"


def test_members_made_by_one_method_are_the_same(verdicts: Verdicts) -> None:
    base = "import enum\nclass Numbered(enum.Enum):\n    def __new__(cls, value):\n        return cls.made(value)\n"
    level = "from lib.numbers import Numbered\nclass Level(Numbered):\n    LOW = {}\n"
    for low, verdict in ((1, "holds"), (2, "unproven")):
        files = {"lib/numbers.py": base, "apis/rail/types.py": level.format(low)}
        found = verdicts({**files, "apis/rail/v1/types.py": level.format(1)})
        assert found["hub-type-differs", "apis.rail.types.Level"] == verdict


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        ("enum.Enum('Level', 'LOW HIGH')", "holds"),
        ("enum.Enum('Level', 'LOW, HIGH')", "holds"),
        ("enum.Enum('Level', ['LOW', 'HIGH'])", "holds"),
        ("enum.Enum('Level', [('LOW', 1), ('HIGH', 2)])", "holds"),
        ("enum.Enum('Level', {'LOW': 1, 'HIGH': 2})", "holds"),
        ("enum.Enum('Level', ['HIGH', 'LOW'])", "violated"),
        ("enum.Enum('Level', {'LOW': 1, 'HIGH': 3})", "violated"),
        ("enum.IntEnum('Level', 'LOW HIGH')", "violated"),
        ("enum.Enum('Level', names)", "unproven"),
        ("enum.Enum('Level', 'LOW HIGH', start=0)", "unproven"),
        ("enum.Enum('Level', [*names])", "unproven"),
    ],
)
def test_an_enum_that_a_call_makes_is_one(made: str, verdict: str, verdicts: Verdicts) -> None:
    served = LEVEL.format("LOW = 1\n    HIGH = 2")
    assert _verdict(verdicts, f"names = os.listdir()\nLevel = {made}\n", served, "Level") == verdict


def test_two_enums_of_unknown_members_are_in_doubt(verdicts: Verdicts) -> None:
    made = "Level = enum.Enum('Level', os.listdir())\n"
    assert _verdict(verdicts, made, made, "Level") == "unproven"


@pytest.mark.parametrize(
    ("binding", "verdict"),
    [
        ("(Signal := Mast)", "holds"),
        ("print(Signal := Mast)", "holds"),
        ("if (Signal := Mast) is not None:\n    pass", "holds"),
        ("make = lambda: (Signal := Mast)", "violated"),
        ("match Mast:\n    case Signal:\n        pass", "unproven"),
        ("match [Mast]:\n    case [*Signal]:\n        pass", "unproven"),
        ("match {1: Mast}:\n    case {**Signal}:\n        pass", "unproven"),
        ("def define():\n    global Signal\n    Signal = Mast\ndefine()", "unproven"),
        ("globals()['Signal'] = Mast", "unproven"),
        ("Signal = None or Mast", "unproven"),
        ("types = {'Signal': Mast}\nSignal = types['Signal']", "unproven"),
        ("Signal = dict[str, Mast]", "violated"),
        ("Signal = Mast | None", "violated"),
        ("Signal = [Mast]", "violated"),
        ("Signal = 'Mast'", "violated"),
    ],
)
def test_a_hub_type_is_there_whichever_way_its_name_is_bound(binding: str, verdict: str, verdicts: Verdicts) -> None:
    hub = f"{SIGNAL.replace('Signal', 'Mast')}{binding}\n"
    assert _verdict(verdicts, hub, SIGNAL, "Signal", "hub-type-missing") == verdict


@pytest.mark.parametrize(("here", "verdict"), [("f", "holds"), ("e", "violated")])
@pytest.mark.parametrize("spelled", ["0x{}", "(1, 0x{})"])
def test_numbers_of_any_length_are_compared(spelled: str, here: str, verdict: str, verdicts: Verdicts) -> None:
    hub, served = (LEVEL.format(f"LOW = {spelled.format(digit * 9000)}") for digit in (here, "f"))
    assert _verdict(verdicts, hub, served, "Level") == verdict
