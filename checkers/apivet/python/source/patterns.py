"""``match`` as a chain of ``if``s, written in Python's own nodes and lowered like any other code.

A pattern comes apart into a test and the names it captures. Names captured by a pattern with a guard are written into
the guard itself, since the guard runs before the case is chosen.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct, field

from apivet.python.source.expressions import OpaqueTest
from apivet.python.source.nodes import every_node, name_bound_by

_NodeType = TypeVar("_NodeType", bound=ast.AST)

#: Built-in classes whose only positional sub-pattern is the subject itself.
_SELF_MATCHING = frozenset(
    ("bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple")
)


class _PatternTest(Struct):
    """The conditions (all of ``tests``) and the bindings of a pattern."""

    tests: list[ast.expr] = field(default_factory=list)
    captures: list[tuple[str, ast.expr]] = field(default_factory=list)

    def add(self, other: _PatternTest) -> None:
        self.tests += other.tests
        self.captures += other.captures

    def test(self, at: ast.AST) -> ast.expr:
        if not self.tests:
            return _at(ast.Constant(True), at)
        return self.tests[0] if len(self.tests) == 1 else _at(ast.BoolOp(ast.And(), self.tests), at)


def unfold_match(node: ast.Match, temporary: str) -> list[ast.stmt]:
    """The statements that do what ``node`` does; ``temporary`` is a name that no source can contain."""
    statements: list[ast.stmt] = []
    subject = _subject(node.subject, temporary, statements)
    arms: list[tuple[ast.expr, list[ast.stmt], ast.AST]] = []
    last: list[ast.stmt] = []
    for case in node.cases:
        matched = _pattern(case.pattern, subject)
        bindings: list[ast.stmt] = [
            _at(ast.Assign(targets=[_at(ast.Name(name, ast.Store()), case.pattern)], value=value), case.pattern)
            for name, value in matched.captures
        ]
        if case.guard is not None:
            matched.tests.append(_Substitution(dict(matched.captures)).visit(copy.deepcopy(case.guard)))
        if not matched.tests:
            last = bindings + case.body
            break
        arms.append((matched.test(case.pattern), bindings + case.body, case.pattern))
    for test, body, place in reversed(arms):
        last = [_at(ast.If(test=test, body=body, orelse=last), place)]
    return statements + last


class _Substitution(ast.NodeTransformer):
    """Writes what a name was bound to in the place of the name."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _subject(node: ast.expr, temporary: str, statements: list[ast.stmt]) -> ast.expr:
    """The subject as something that can be read many times; a tuple stays apart so that its elements are known."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return node
    if isinstance(node, ast.Tuple) and not any(isinstance(item, ast.Starred) for item in node.elts):
        items = [_subject(item, f"{temporary}.{index}", statements) for index, item in enumerate(node.elts)]
        return _at(ast.Tuple(items, ast.Load()), node)
    target = _at(ast.Name(temporary, ast.Store()), node)
    statements.append(_at(ast.Assign(targets=[target], value=node), node))
    return _at(ast.Name(temporary, ast.Load()), node)


def _pattern(pattern: ast.pattern, subject: ast.expr) -> _PatternTest:
    if isinstance(pattern, ast.MatchValue):
        return _PatternTest([_compare(subject, ast.Eq(), pattern.value, pattern)])
    if isinstance(pattern, ast.MatchSingleton):
        constant = _at(ast.Constant(pattern.value), pattern)
        return _PatternTest([_compare(subject, ast.Is(), constant, pattern)])
    if isinstance(pattern, ast.MatchAs):
        matched = _PatternTest() if pattern.pattern is None else _pattern(pattern.pattern, subject)
        if pattern.name is not None:
            matched.captures.append((pattern.name, subject))
        return matched
    if isinstance(pattern, ast.MatchOr):
        return _either(pattern, subject)
    if isinstance(pattern, ast.MatchClass):
        return _class_pattern(pattern, subject)
    if isinstance(pattern, ast.MatchSequence):
        return _sequence_pattern(pattern, subject)
    if isinstance(pattern, ast.MatchMapping):
        return _mapping_pattern(pattern, subject)
    return _unknown(pattern, subject, "pattern")


def _either(pattern: ast.MatchOr, subject: ast.expr) -> _PatternTest:
    alternatives = [_pattern(alternative, subject) for alternative in pattern.patterns]
    matched = _PatternTest()
    if all(alternative.tests for alternative in alternatives):
        tests = [alternative.test(pattern) for alternative in alternatives]
        matched.tests.append(_at(ast.BoolOp(ast.Or(), tests), pattern))
    bound = [dict(alternative.captures) for alternative in alternatives]
    for name in bound[-1]:
        value = bound[-1][name]
        for alternative, captures in zip(reversed(alternatives[:-1]), reversed(bound[:-1])):
            if name in captures:
                value = _at(ast.IfExp(alternative.test(pattern), captures[name], value), pattern)
        matched.captures.append((name, value))
    return matched


def _class_pattern(pattern: ast.MatchClass, subject: ast.expr) -> _PatternTest:
    matched = _PatternTest([_called("isinstance", pattern, subject, pattern.cls)])
    if pattern.patterns:
        matches_itself = isinstance(pattern.cls, ast.Name) and pattern.cls.id in _SELF_MATCHING
        if matches_itself and len(pattern.patterns) == 1:
            matched.add(_pattern(pattern.patterns[0], subject))
        else:
            for index, positional in enumerate(pattern.patterns):
                matched.add(_pattern(positional, _matched_part(pattern, subject, index, positional)))
    for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns):
        matched.add(_pattern(inner, _at(ast.Attribute(subject, name, ast.Load()), inner)))
    return matched


def _matched_part(pattern: ast.MatchClass, subject: ast.expr, index: int, at: ast.AST) -> ast.expr:
    """The field of the subject that its class names at that place for patterns."""
    names = _at(ast.Attribute(pattern.cls, "__match_args__", ast.Load()), at)
    name = _at(ast.Subscript(names, _at(ast.Constant(index), at), ast.Load()), at)
    return _called("getattr", at, subject, name)


def _sequence_pattern(pattern: ast.MatchSequence, subject: ast.expr) -> _PatternTest:
    stars = [number for number, inner in enumerate(pattern.patterns) if isinstance(inner, ast.MatchStar)]
    least = len(pattern.patterns) - len(stars)
    if isinstance(subject, ast.Tuple) and not stars:
        if len(subject.elts) != least:
            return _PatternTest([_at(ast.Constant(False), pattern)])
        elements: Sequence[ast.expr] = subject.elts
        matched = _PatternTest()
    else:
        first = stars[0] if stars else least
        places = [*range(first), *([None] if stars else []), *range(first - least, 0)]
        elements = [_part(subject, place, first, least, pattern) for place in places]
        names: list[ast.expr] = [_at(ast.Name(name, ast.Load()), pattern) for name in ("list", "tuple")]
        is_sequence = _called("isinstance", pattern, subject, _at(ast.Tuple(names, ast.Load()), pattern))
        number = _at(ast.Constant(least), pattern)
        compared = _compare(_called("len", pattern, subject), ast.GtE() if stars else ast.Eq(), number, pattern)
        matched = _PatternTest([is_sequence, compared])
    for inner, element in zip(pattern.patterns, elements):
        if not isinstance(inner, ast.MatchStar):
            matched.add(_pattern(inner, element))
        elif inner.name is not None:
            matched.captures.append((inner.name, _called("list", inner, element)))
    return matched


def _part(subject: ast.expr, place: int | None, first: int, least: int, at: ast.AST) -> ast.expr:
    """An element of the subject, from its beginning or from its end; ``None`` is for all between those."""
    if place is not None:
        return _at(ast.Subscript(subject, _at(ast.Constant(place), at), ast.Load()), at)
    lower = _at(ast.Constant(first), at) if first else None
    upper = _at(ast.Constant(first - least), at) if first < least else None
    return _at(ast.Subscript(subject, _at(ast.Slice(lower, upper), at), ast.Load()), at)


def _called(name: str, at: ast.AST, *arguments: ast.expr) -> ast.expr:
    return _at(ast.Call(_at(ast.Name(name, ast.Load()), at), [*arguments], []), at)


def _mapping_pattern(pattern: ast.MatchMapping, subject: ast.expr) -> _PatternTest:
    matched = _PatternTest()
    if not pattern.keys:
        matched.tests.append(_at(OpaqueTest("mapping pattern", [subject]), pattern))
    for key, inner in zip(pattern.keys, pattern.patterns):
        matched.tests.append(_at(ast.Compare(key, [ast.In()], [subject]), pattern))
        matched.add(_pattern(inner, _at(ast.Subscript(subject, key, ast.Load()), inner)))
    if pattern.rest is not None:
        matched.captures.append((pattern.rest, _at(OpaqueTest("rest of a mapping", [subject]), pattern)))
    return matched


def _unknown(pattern: ast.pattern, subject: ast.expr, note: str) -> _PatternTest:
    """A pattern that is not taken apart: nobody knows whether it matches, nor what it binds."""
    matched = _PatternTest([_at(OpaqueTest(note, [subject]), pattern)])
    for name in filter(None, map(name_bound_by, every_node(pattern))):
        matched.captures.append((name, _at(OpaqueTest(f"part captured by a {note}", [subject]), pattern)))
    return matched


def _compare(left: ast.expr, operator: ast.cmpop, right: ast.expr, at: ast.AST) -> ast.expr:
    return _at(ast.Compare(left, [operator], [right]), at)


def _at(node: _NodeType, place: ast.AST) -> _NodeType:
    """``node`` with the position of ``place``."""
    for attribute in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(node, attribute, getattr(place, attribute, 0))
    return node
