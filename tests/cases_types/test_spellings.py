"""Random types, each spelled in two ways: the same type is the same however it is written, another one is another.

A type is grown from a seed as a tree; two of its many spellings are drawn, and now and then another tree for the
served side. What is equal is decided on the trees, without the checker.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from apivet.cli import main


@dataclass(frozen=True)
class Kind:
    """A node: what it is, and what it is of."""

    name: str
    inner: tuple[Kind, ...] = ()


_LEAVES = {
    "int": ("int", "Count", "Annotated[int, 'many']", "Integer", "builtins.int"),
    "str": ("str", "Name", "LongName", "Text", "Annotated[str, 1, 2]"),
    "bytes": ("bytes",),
    "float": ("float", "Ratio"),
    "bool": ("bool",),
    "any": ("Any", "typing.Any"),
    "object": ("object",),
    "time": ("datetime.datetime", "Moment"),
    "decimal": ("Decimal", "decimal.Decimal"),
    "part": ("Part", "PartAlias", "Annotated[Part, 0]"),
    "colour": ("Colour",),
}
_CONTAINERS = {
    "list": ("list[{}]", "List[{}]", "typing.List[{}]"),
    "set": ("set[{}]", "Set[{}]"),
    "frozenset": ("frozenset[{}]", "typing.FrozenSet[{}]"),
    "sequence": ("Sequence[{}]", "typing.Sequence[{}]", "collections.abc.Sequence[{}]"),
    "dict": ("dict[{}, {}]", "Dict[{}, {}]", "typing.Dict[{}, {}]"),
    "mapping": ("Mapping[{}, {}]", "typing.Mapping[{}, {}]", "collections.abc.Mapping[{}, {}]"),
    "pair": ("tuple[{}, {}]", "Tuple[{}, {}]"),
    "tuple": ("tuple[{}, ...]", "typing.Tuple[{}, ...]"),
    "class": ("type[{}]", "typing.Type[{}]"),
}
_LITERALS = ("'a'", "'b'", "'c'", "1", "2", "True", "'1'", "b'a'")

_HEADER = """
import builtins
import collections.abc
import datetime
import decimal
import enum
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime as Moment
from decimal import Decimal
from typing import Annotated, Any, Dict, List, Literal, NewType, Optional, Set, Tuple, Union

Count = NewType("Count", int)
Name = NewType("Name", str)
LongName = NewType("LongName", Name)
Ratio: typing.TypeAlias = float
Integer = int
Text = str


class Colour(enum.Enum):
    RED = 1


@dataclass
class Part:
    size: int


PartAlias = Part


@dataclass
class Everything:
"""


def _grown(draw: random.Random, depth: int = 3) -> Kind:
    """A random type."""
    choice = draw.random()
    if depth == 0 or choice < 0.35:
        return Kind(draw.choice(sorted(_LEAVES)))
    if choice < 0.45:
        return Kind("literal", tuple(Kind(value) for value in draw.sample(_LITERALS, draw.randint(1, 3))))
    if choice < 0.7:
        return Kind("union", tuple(_grown(draw, depth - 1) for _ in range(2)) + (Kind("none"),) * draw.randint(0, 1))
    name = draw.choice(sorted(_CONTAINERS))
    if name == "class":
        return Kind(name, (Kind(draw.choice(["int", "str", "part"])),))
    keyed = name in ("dict", "mapping")
    first = [Kind("str")] if keyed else []
    return Kind(name, (*first, *(_grown(draw, depth - 1) for _ in range(_CONTAINERS[name][0].count("{}") - keyed))))


def _normal(kind: Kind) -> object:
    """What two types share exactly where they are the same."""
    if kind.name == "union":
        return _joined(kind.inner)
    if kind.name == "literal":
        return _joined(tuple(Kind("only", (value,)) for value in kind.inner))
    return kind.name, tuple(map(_normal, kind.inner))


def _joined(members: tuple[Kind, ...]) -> object:
    parts: set[object] = set()
    for normal in map(_normal, members):
        parts |= normal if isinstance(normal, frozenset) else {normal}
    return frozenset(parts) if len(parts) > 1 else parts.pop()


def _spelled(kind: Kind, draw: random.Random) -> str:
    """One of the ways to write a type."""
    if kind.name == "none":
        return "None"
    if kind.name == "literal":
        values = [inner.name for inner in kind.inner]
        draw.shuffle(values)
        cut = draw.randint(1, len(values))
        parts = [
            f"{draw.choice(['Literal', 'typing.Literal'])}[{', '.join(some)}]"
            for some in (values[:cut], values[cut:])
            if some
        ]
        return parts[0] if len(parts) == 1 else f"Union[{', '.join(parts)}]"
    if kind.name == "union":
        return _spelled_union(kind, draw)
    if kind.inner:
        return draw.choice(_CONTAINERS[kind.name]).format(*(_spelled(inner, draw) for inner in kind.inner))
    return draw.choice(_LEAVES[kind.name])


def _spelled_union(kind: Kind, draw: random.Random) -> str:
    members = list(kind.inner)
    draw.shuffle(members)
    spelled = [_spelled(inner, draw) for inner in members]
    if Kind("none") in members and draw.random() < 0.5:
        rest = [_spelled(inner, draw) for inner in members if inner != Kind("none")]
        return f"Optional[Union[{', '.join(rest)}]]"
    if draw.random() < 0.5:
        return " | ".join(spelled)
    return f"{draw.choice(['Union', 'typing.Union'])}[{', '.join(spelled)}]"


@pytest.mark.parametrize("seed", range(2))
def test_a_type_is_the_same_however_it_is_written(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    hub, served, expected = (
        [_HEADER.rstrip("\n")],
        ["from __future__ import annotations\n" * (seed % 2) + _HEADER.rstrip("\n")],
        {},
    )
    for number in range(250):
        one = _grown(draw)
        other = _grown(draw) if draw.random() < 0.3 else one
        texts = _spelled(one, draw), _spelled(other, draw)
        hub.append(f"    field{number}: {texts[0]}")
        served.append(f"    field{number}: {texts[1] if draw.random() < 0.8 else repr(texts[1])}")
        if _normal(one) != _normal(other):
            expected[f"field{number}"] = texts
    (tmp_path / "apis" / "any" / "v1").mkdir(parents=True)
    for path, lines in (("apis/any/types.py", hub), ("apis/any/v1/types.py", served)):
        (tmp_path / path).write_text("\n".join([*lines, ""]), encoding="utf-8")
        exec(compile("\n".join(lines), path, "exec", dont_inherit=True), {"__name__": __name__})
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        result = CliRunner().invoke(main, ["check", "--format", "json", "--no-cache", "--jobs", "1"])
    assert result.exit_code == 1, result.stderr or repr(result.exception)
    found = {
        finding["field"]: (finding["rule"], finding["message"])
        for finding in json.loads(result.stdout)["findings"]
        if finding["object"].endswith(".Everything")
    }
    wrong = {field: message for field, message in found.items() if field not in expected}
    missed = {field: texts for field, texts in expected.items() if field not in found}
    assert (wrong, missed) == ({}, {})
