"""Names that are bound again. What runs when a module is loaded (values of variables and attributes, defaults,
decorators, bases) has what a name was bound to by then, and not what it stands for in the end."""

from __future__ import annotations

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from apivet.python.source.bindings import Binding
from apivet.python.source.class_bodies import when_made
from apivet.python.source.nodes import FUNCTIONS, at_once, first_name, name_bound_by
from apivet.python.source.statements import accessor_name
from apivet.python.source.stores import ANY_NAME, attribute_set


def bound_again(
    symbols: Mapping[str, Sequence[Binding]], stars: Sequence[Binding], body: Sequence[ast.stmt]
) -> dict[str, int]:
    """The names of a module with several bindings, and attributes of names (``Class.name``) that its statements set,
    each with the line by which the last one is made. A star may bring any name once more, also one that nothing else
    binds here (:data:`~apivet.python.source.stores.ANY_NAME`)."""
    bound = [(name, each.node) for name, bindings in symbols.items() for each in bindings if len(bindings) > 1]
    brought = [star.node for star in stars if first_name(star.target) not in sys.stdlib_module_names]
    bound += [(name, star) for star in brought for name, bindings in symbols.items() if bindings[-1].kind != "class"]
    lines = _last_lines([*bound, *_attributes(body)])
    if len(brought) > 1:  # one brings what another one has brought
        lines.update({name: lines.get(name, 0) for name in (*symbols, *dir(builtins))})
        lines.update(_last_lines((ANY_NAME, star) for star in brought))
    return lines


def bound_again_in(body: Sequence[ast.stmt], around: Mapping[str, int]) -> dict[str, int]:
    """The same for the body of a class, with the names ``around`` it: its own names come first there."""
    own = list(bound_in(body))
    lines, counts = _last_lines(own), Counter(name for name, _ in own)
    several = {name: line for name, line in lines.items() if counts[name] > 1}
    return {**{name: line for name, line in around.items() if name not in lines}, **several}


def _last_lines(found: Iterable[tuple[str, ast.AST]]) -> dict[str, int]:
    lines: dict[str, int] = {}
    for name, node in found:
        lines[name] = max(lines.get(name, 0), getattr(node, "end_lineno", None) or 0)
    return lines


def _attributes(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    for node in at_once(body):
        holder, name, _ = attribute_set(node)
        if isinstance(holder, ast.Name):
            yield f"{holder.id}.{name}", node


def bound_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    """The names that the body of a class binds, each with the statement that does so."""
    for statement, _ in when_made(body):
        if not isinstance(statement, FUNCTIONS) or accessor_name(statement) == statement.name:
            names = map(name_bound_by, at_once([statement]))
            yield from ((name, statement) for name in names if name is not None)
