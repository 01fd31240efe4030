"""The API types of a tree, as a baseline to compare later states with: objects, lists of them, the types of groups, and
the types of the tree that these reach through their fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apivet.golang.program import GoProgram
from apivet.program import model
from apivet.program.annotations import classes, spelled
from apivet.program.baseline import Baseline, EarlierType


def baseline_of(program: GoProgram, paths: Iterable[str], name: str) -> Baseline:
    """The API types that files of a program declare or lead to; ``name`` is that of the state that they are in."""
    types: dict[str, EarlierType] = {}
    aliases: dict[str, str] = {}
    pending: list[model.Type] = []
    for path in sorted(paths):
        module = program.dotted(path)
        groups = program.groups_of(module)
        for type_ in program.classes(path):
            is_stored = program.types.is_object(type_) or program.types.is_list(type_)
            if type_.structured and (is_stored or (groups and type_.name[:1].isupper())):
                pending.append(type_)
        for bound in program.bound_in(module) if groups else ():
            meant = program.resolve(module, bound)
            if isinstance(meant, model.Type) and meant.module != module:
                aliases.setdefault(f"{module}.{bound}", meant.dotted)
    while pending:
        type_ = pending.pop()
        if type_.dotted not in types and type_.structured:
            fields = {each.name: " ".join(spelled(each.annotation).split()) for each in type_.fields}
            types[type_.dotted] = EarlierType(type_.dotted, fields)
            pending += _reached(program, type_)
    return Baseline(name, types.values(), {alias: meant for alias, meant in aliases.items() if meant in types})


def _reached(program: GoProgram, type_: model.Type) -> Iterator[model.Type]:
    for field in type_.fields:
        for declared in classes(field.annotation):
            found = program.type(declared.dotted)
            if found is not None:
                yield found
