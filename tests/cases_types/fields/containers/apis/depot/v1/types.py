import dataclasses
import typing


@dataclasses.dataclass
class Bin:
    label: str


@dataclasses.dataclass
class Shelf:
    tags: tuple[str, ...]
    sizes: tuple[int]
    pair: typing.Tuple[int, int]
    bins: dict[str, Bin]
    counts: dict[str, str]
    marks: frozenset[str]
    old_style: list[str]
    mapping: dict[str, Bin]
    frozen: typing.FrozenSet[str]
    corner: tuple[int, int, int]
    nested: dict[str, list[int | None]]
