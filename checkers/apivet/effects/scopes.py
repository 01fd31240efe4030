"""Names of a function's own: they have no value before it gives them one, whatever the scopes around it say."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from apivet.program import syntax
from apivet.program.model import Global, Program
from apivet.program.walking import values_of, walk

#: Nodes that are no part of the function's own code: functions, lambdas and classes inside it have scopes of their own.
_OTHER_SCOPES = (syntax.Define, syntax.Lambda, syntax.ClassBody)


@functools.lru_cache(maxsize=2048)
def local_names(function: syntax.Function) -> frozenset[str]:
    """The names that a function binds anywhere in its body, parameters left out."""
    bound: set[str] = set()
    elsewhere: set[str] = set()
    for part in parts_of(function.body):
        if isinstance(part, syntax.Outer):
            elsewhere.update(part.names)
        else:
            bound.update(bound_by(part))
    return frozenset(bound - elsewhere)


#: Functions that read variables by names that nobody can tell.
_READING_ANY = frozenset(("eval", "exec", "locals", "vars", "dir"))
#: Names of those, and of attributes of frames, by which the variables of a class's body can be set as well.
_SETTING_ANY = _READING_ANY - {"dir"} | {"f_locals"}


def names_in(function: syntax.Function) -> frozenset[str] | None:
    """The names that the body of a function mentions, functions inside it too; ``None`` where it may read any. Its own
    defaults are read where it is defined."""
    names = frozenset(part.name for part in walk(function.body) if isinstance(part, syntax.Name))
    return None if names & _READING_ANY else names


#: Names by which code goes from a call to the variables of others, or to all objects that there are.
_LEADING: Final = frozenset(
    ("f_locals", "f_globals", "f_back", "getargvalues", "get_objects", "get_referrers", "settrace", "setprofile")
    + ("py_object",)
)


def leads_to_variables(function: syntax.Function) -> bool:
    """Whether a function may read, and change, the variables of calls that are running."""
    named = (part for part in walk(function) if isinstance(part, (syntax.Name, syntax.Attribute)))
    return any(part.name in _LEADING for part in named)


def may_bind_any(block: syntax.Block) -> bool:
    """Whether the body of a class may give names a value without a statement that says which."""
    named = (part for part in parts_of(block) if isinstance(part, (syntax.Name, syntax.Attribute)))
    return any(part.name in _SETTING_ANY for part in named)


def set_outside(function: syntax.Function) -> frozenset[str]:
    """The names of other scopes that a function, or one inside it, sets."""
    outer = (part for part in walk(function.body) if isinstance(part, syntax.Outer))
    return frozenset(name for part in outer for name in part.names)


#: Methods that change what they are called on.
CHANGING: Final = frozenset(
    ("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update")
    + ("__setitem__", "__delitem__", "appendleft", "extendleft", "popleft", "sort", "reverse", "put", "set")
)


def targets_of(parts: Iterable[object]) -> Iterator[syntax.Expression]:
    """All that these statements and expressions bind, take away or change."""
    for part in parts:
        if isinstance(part, (syntax.Assign, syntax.Delete)):
            yield from (each for target in part.targets for each in _single(target))
        elif isinstance(part, (syntax.Augment, syntax.Overwrite, syntax.ForEach, syntax.Clause)):
            yield from _single(part.target)
        elif isinstance(part, syntax.With):
            yield from (each for _, target in part.managers if target is not None for each in _single(target))
        elif isinstance(part, syntax.Call) and isinstance(part.callee, syntax.Attribute):
            if part.callee.name in CHANGING:
                yield part.callee.value


def changed_in_module(program: Program, function: syntax.Function) -> tuple[str, ...]:
    """The variables of its module that hold what a function, or one inside it, changes. One that is handed on may be
    changed there."""
    found = set()
    for part in walk(function.body):
        for target in targets_of((part,)):
            root = target
            while isinstance(root, (syntax.Subscript, syntax.Attribute)):
                root = root.value
            if isinstance(root, syntax.Name) and (root is not target or isinstance(part, syntax.Call)):
                found.add(root.name)
        if isinstance(part, syntax.Call):
            found.update(each.value.name for each in part.arguments if isinstance(each.value, syntax.Name))
    own = local_names(function) | {parameter.name for parameter in function.parameters}
    return tuple(n for n in sorted(found - own) if isinstance(program.resolve(function.module, n), Global))


def bound_by(part: object) -> list[str]:
    """The names that a statement or an expression binds by itself; what is inside it is left out."""
    if isinstance(part, syntax.Assign):
        return [name for target in part.targets for name in _names(target)]
    if isinstance(part, (syntax.Augment, syntax.ForEach, syntax.Overwrite)):
        return _names(part.target)
    if isinstance(part, syntax.Lost):
        return list(part.names)
    if isinstance(part, syntax.With):
        return [name for _, target in part.managers if target is not None for name in _names(target)]
    if isinstance(part, syntax.Delete):
        return [name for target in part.targets for name in _names(target)]
    if isinstance(part, (syntax.Walrus, syntax.ClassBody)):
        return [part.name]
    if isinstance(part, syntax.Handler):
        return [part.name] if part.name is not None else []
    return [part.function.name] if isinstance(part, syntax.Define) else []


@functools.lru_cache(maxsize=2048)
def bound_once(function: syntax.Function) -> frozenset[str]:
    """The variables that get one value, before all that reads them: in the same block, or inside of it. Nobody sees
    what they were before, in another round of a loop, say. Those that a function inside it mentions, or that have an
    address, may be looked at later."""
    parts = list(parts_of(function.body))
    bound = Counter(name for part in parts for name in bound_by(part))
    seen = {name for part in parts if isinstance(part, (*_OTHER_SCOPES, syntax.Address)) for name in _mentions(part)}
    mentioned = _mentions(function.body)
    found = _read_behind(function.body, mentioned)
    return frozenset(name for name in found if bound[name] == 1 and name not in seen)


def _read_behind(block: syntax.Block, mentioned: Counter[str]) -> Iterator[str]:
    """The variables that a block binds, or one inside of it, and that are mentioned nowhere but behind that."""
    behind: Counter[str] = Counter()
    for node in reversed(block):
        targets: tuple[syntax.Expression, ...] = ()
        reading = behind
        if isinstance(node, syntax.Assign):
            targets = node.targets
        elif isinstance(node, syntax.ForEach):
            targets, reading = (node.target,), _mentions(node.body)
        yield from (name for each in targets for name in _names(each) if reading[name] == mentioned[name] - 1)
        for inner in (getattr(node, name, ()) for name in ("then", "otherwise", "body")):
            yield from _read_behind(inner, mentioned) if isinstance(inner, tuple) else ()
        behind += _mentions(node)


def _mentions(part: object) -> Counter[str]:
    return Counter(each.name for each in walk(part) if isinstance(each, syntax.Name))


def assigned_in(block: syntax.Block) -> list[str]:
    """The names that a block binds, in a fixed order, each once."""
    return sorted({name for part in parts_of(block) for name in bound_by(part)})


def _names(target: syntax.Expression) -> list[str]:
    """The variables among what stands to the left of an equals sign."""
    return [each.name for each in _single(target) if isinstance(each, syntax.Name)]


def _single(target: syntax.Expression) -> Iterator[syntax.Expression]:
    """The targets, one by one, that stand to the left of an equals sign."""
    if isinstance(target, syntax.Starred):
        yield from _single(target.value)
    elif isinstance(target, syntax.Sequence):
        yield from (each for item in target.items for each in _single(item))
    else:
        yield target


def parts_of(block: syntax.Block) -> Iterator[object]:
    """All statements and expressions of a block, however deep, those of other scopes left out."""
    pending: list[object] = [block]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending.extend(part)
        elif isinstance(part, (syntax.Node, syntax.Argument, syntax.Clause, syntax.Handler)):
            yield part
            if not isinstance(part, _OTHER_SCOPES):
                pending.extend(values_of(part))
