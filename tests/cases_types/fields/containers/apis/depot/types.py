import dataclasses
import typing as t


@dataclasses.dataclass
class Bin:  # holds: hub-type-differs
    label: str


@dataclasses.dataclass
class Shelf:
    tags: list[str]  # expect: hub-type-differs[tags]
    sizes: tuple[int, ...]  # expect: hub-type-differs[sizes]
    pair: tuple[int, int]
    bins: list[Bin]  # expect: hub-type-differs[bins]
    counts: dict[str, int]  # expect: hub-type-differs[counts]
    marks: set[str]  # expect: hub-type-differs[marks]
    old_style: t.List[str]
    mapping: t.Dict[str, Bin]
    frozen: frozenset[str]
    corner: tuple[int, int]  # expect: hub-type-differs[corner]
    nested: dict[str, list[int]]  # expect: hub-type-differs[nested]
