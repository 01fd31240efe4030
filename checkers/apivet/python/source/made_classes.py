"""Classes that calls make, as the class statements that they stand for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from apivet.python.source.nodes import last_name

#: Calls of these with names make an enum.
_ENUMS = frozenset(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))


def class_made_by(target: ast.Name, value: ast.expr | None) -> ast.ClassDef | None:
    """``Point = namedtuple("Point", "x y")`` and ``Point = type("Point", (Base,), {"x": 0})`` as the class statements
    that they stand for."""
    if not isinstance(value, ast.Call) or not value.args or not isinstance(value.args[0], ast.Constant):
        return None
    bases: list[ast.expr] = [value]
    body = [_set_to("__slots__", ast.copy_location(ast.Tuple([], ast.Load()), value))]
    if last_name(value) in _ENUMS:
        members = _functional_members(value)
        if not members:
            return None
        bases, body = [value.func], members
    elif isinstance(value.func, ast.Name) and value.func.id == "type":
        if len(value.args) != 3 or not isinstance(value.args[1], ast.Tuple) or not isinstance(value.args[2], ast.Dict):
            return None
        bases = value.args[1].elts
        body = [_set_to(name, each) for name, each in _named(value.args[2])] or [ast.copy_location(ast.Pass(), value)]
    elif (
        last_name(value) not in ("namedtuple", "NamedTuple", "TypedDict")
        or len(value.args) != 2
        or isinstance(value.args[1], (ast.Name, ast.Attribute, ast.Call, ast.ListComp))
    ):
        return None
    made = ast.ClassDef(name=target.id, bases=bases, keywords=[], body=body, decorator_list=[])
    vars(made)["type_params"] = []  # looked at from 3.12 on
    return ast.copy_location(made, value)


def _functional_members(call: ast.Call) -> list[ast.stmt]:
    """The members of ``Enum("Level", "LOW HIGH")``, of a list of names or of pairs, and of a mapping; none where they
    are not written out."""
    if len(call.args) != 2 or call.keywords:
        return []
    given = call.args[1]
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        names: list[ast.expr] = [ast.Constant(name) for name in given.value.replace(",", " ").split()]
    else:
        names = given.elts if isinstance(given, (ast.List, ast.Tuple)) else []
    pairs: list[tuple[ast.expr | None, ast.expr]] = [
        (each.elts[0], each.elts[1])
        if isinstance(each, (ast.Tuple, ast.List)) and len(each.elts) == 2
        else (each, ast.Call(ast.Name("auto", ast.Load()), [], []))
        for each in names
    ]
    if isinstance(given, ast.Dict):
        pairs = list(zip(given.keys, given.values))
    members: list[ast.stmt] = []
    for name, value in pairs:
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            return []
        members.append(_set_to(name.value, ast.copy_location(value, call)))
    return members


def _named(names: ast.Dict) -> Iterator[tuple[str, ast.expr]]:
    """The items of a written mapping whose keys are names."""
    for key, value in zip(names.keys, names.values):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value, value


def _set_to(name: str, value: ast.expr) -> ast.stmt:
    """The statement of a class body that sets a name to a value."""
    target = ast.copy_location(ast.Name(name, ast.Store()), value)
    return ast.copy_location(ast.Assign([target], value), value)
