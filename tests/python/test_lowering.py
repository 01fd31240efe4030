"""Python statements and expressions become program trees."""

from __future__ import annotations

import ast
import sys
from typing import Any

import pytest

from apivet.program import syntax
from apivet.python.source.statements import CodeScope, StatementLowering, relative_target
from apivet.python.source.walking import walk


def function(source: str, owner: str | None = None) -> syntax.Function:
    node = ast.parse(source).body[0]
    assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    return StatementLowering(CodeScope("pkg/mod.py", "pkg.mod", "pkg", owner or "pkg.mod", owner)).function(node)


def expression(source: str) -> Any:
    return StatementLowering(CodeScope("m.py", "m", "", "m")).expression(ast.parse(source, mode="eval").body)


def show(node: object) -> str:
    """A lowered expression as text, enough to compare by eye."""
    match node:
        case syntax.Literal(value=value):
            return repr(value)
        case syntax.Name(name=name):
            return name
        case syntax.Attribute(value=value, name=name):
            return f"{show(value)}.{name}"
        case syntax.Subscript(value=value, index=index):
            return f"{show(value)}[{show(index)}]"
        case syntax.Comparison(operator=operator, left=left, right=right):
            return f"({show(left)} {operator} {show(right)})"
        case syntax.Boolean(operator=operator, operands=operands):
            return "(" + f" {operator} ".join(map(show, operands)) + ")"
        case syntax.Call(callee=callee, arguments=arguments):
            return f"{show(callee)}({', '.join(show(item.value) for item in arguments)})"
        case syntax.Conditional(test=test, then=then, otherwise=otherwise):
            return f"({show(then)} if {show(test)} else {show(otherwise)})"
        case syntax.Binary(operator=operator, left=left, right=right):
            return f"({show(left)} {operator} {show(right)})"
        case syntax.Opaque(note=note):
            return f"<{note}>"
        case _:
            return type(node).__name__


def tell(block: syntax.Block) -> list[Any]:
    """Statements as nested lists."""
    told: list[Any] = []
    for statement in block:
        match statement:
            case syntax.If(test=test, then=then, otherwise=otherwise):
                told.append(["if", show(test), tell(then), tell(otherwise)])
            case syntax.Assign(targets=targets, value=value):
                told.append(" = ".join([*map(show, targets), show(value)]))
            case syntax.Return(value=value):
                told.append(f"return {show(value)}")
            case _:
                told.append(type(statement).__name__)
    return told


def test_a_chained_comparison_is_a_conjunction() -> None:
    assert show(expression("a < b <= c")) == "((a < b) and (b <= c))"


def test_a_negative_number_is_a_literal() -> None:
    assert expression("-3").value == -3


def test_a_negated_boolean_is_no_number() -> None:
    assert isinstance(expression("-True"), syntax.Unary)


def test_arguments_keep_their_kinds() -> None:
    call = expression("f(a, *b, c=d, **e)")
    assert [(item.name, item.spread) for item in call.arguments] == [(None, ""), (None, "*"), ("c", ""), (None, "**")]


def test_thousands_of_summands_do_not_overflow() -> None:
    lowered = expression("+".join(["a"] * 900))
    assert sum(isinstance(node, syntax.Name) for node in walk(lowered)) == 900


def test_a_long_elif_chain_does_not_overflow() -> None:
    arms = "".join(f"    elif x == {number}: return {number}\n" for number in range(900))
    lowered = function(f"def f(x):\n    if not x: return 0\n{arms}")
    assert sum(isinstance(node, syntax.If) for node in walk(lowered.body)) == 901


def test_parameters_keep_kinds_defaults_and_order() -> None:
    lowered = function("def f(a, /, b=1, *rest, c, d=2, **more): pass")
    assert [(item.name, item.kind, item.default is not None) for item in lowered.parameters] == [
        ("a", "positional", False),
        ("b", "positional", True),
        ("rest", "*", False),
        ("c", "keyword", False),
        ("d", "keyword", True),
        ("more", "**", False),
    ]


@pytest.mark.parametrize(
    ("decorator", "binding", "is_property", "abstract"),
    [
        ("override", "instance", False, False),
        ("staticmethod", "none", False, False),
        ("classmethod", "class", False, False),
        ("property", "instance", True, False),
        ("functools.cached_property", "instance", True, False),
        ("abc.abstractmethod", "instance", False, True),
        ("functools.lru_cache(maxsize=None)", "instance", False, False),
    ],
)
def test_marks_are_told_and_left_out(decorator: str, binding: str, is_property: bool, abstract: bool) -> None:
    lowered = function(f"@{decorator}\ndef f(self): pass", owner="pkg.mod.C")
    assert (lowered.binding, lowered.is_property, lowered.abstract) == (binding, is_property, abstract)
    assert lowered.decorators == ()


def test_other_decorators_stay() -> None:
    lowered = function("@contextmanager\n@retry(3)\ndef f(self): yield", owner="pkg.mod.C")
    assert [show(item) for item in lowered.decorators] == ["contextmanager", "retry(3)"]
    assert lowered.is_generator


def test_a_decorator_defined_in_the_module_is_no_mark() -> None:
    node = ast.parse("@override\ndef f(): pass").body[0]
    assert isinstance(node, ast.FunctionDef)
    scope = CodeScope("m.py", "m", "", "m", None, frozenset(("override",)))
    assert len(StatementLowering(scope).function(node).decorators) == 1


def test_a_nested_generator_makes_no_generator() -> None:
    assert not function("def f():\n    def g(): yield 1\n    return g").is_generator


def test_docstrings_and_pass_are_left_out() -> None:
    assert function('def f():\n    """Text."""\n    pass\n    ...').body == ()


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        ("case 1: return a", [["if", "(x == 1)", ["return a"], []]]),
        ("case None: return a", [["if", "(x is None)", ["return a"], []]]),
        ("case 1 | 2: return a", [["if", "((x == 1) or (x == 2))", ["return a"], []]]),
        ("case y: return y", ["y = x", "return y"]),
        ("case y if y > 1: return y", [["if", "(x > 1)", ["y = x", "return y"], []]]),
        ("case W(spec=None): return a", [["if", "(isinstance(x, W) and (x.spec is None))", ["return a"], []]]),
        ("case int(n): return n", [["if", "isinstance(x, int)", ["n = x", "return n"], []]]),
        ("case {'k': v}: return v", [["if", "('k' in x)", ["v = x['k']", "return v"], []]]),
        ("case 1: return a\n        case _: return b", [["if", "(x == 1)", ["return a"], ["return b"]]]),
    ],
)
def test_match_becomes_ifs(cases: str, told: list[Any]) -> None:
    assert tell(function(f"def f(x):\n    match x:\n        {cases}").body) == told


def test_match_over_a_tuple_knows_its_elements() -> None:
    lowered = function("def f(a, b):\n    match a, b:\n        case None, _: return 1\n        case x, y: return y")
    assert tell(lowered.body) == [["if", "(a is None)", ["return 1"], ["x = a", "y = b", "return y"]]]


def test_match_evaluates_its_subject_once() -> None:
    told = tell(function("def f(x):\n    match x.y():\n        case 1: return a").body)
    assert told == ["<match 1> = x.y()", ["if", "(<match 1> == 1)", ["return a"], []]]


def test_local_imports_have_absolute_targets() -> None:
    lowered = function(
        "def f():\n    import a.b\n    import a.b as c\n    from . import d\n    from ..e import g as h\n"
    )
    bound = [(item.targets[0], item.value) for item in lowered.body if isinstance(item, syntax.Assign)]
    assert [(getattr(name, "name"), getattr(entity, "dotted")) for name, entity in bound] == [
        ("a", "a"),
        ("c", "a.b"),
        ("d", "pkg.d"),
        ("h", "e.g"),
    ]


def test_relative_imports_beyond_the_top_lead_nowhere() -> None:
    assert relative_target("pkg", 4, "x") == ""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="except* is newer")
def test_exception_groups_are_handled_like_exceptions() -> None:
    body = function("def f():\n    try: a()\n    except* (A, B) as e: b()\n    finally: c()").body
    assert isinstance(body[0], syntax.Try)
    assert [len(handler.types) for handler in body[0].handlers] == [2]
    assert len(body[0].last) == 1


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the type statement is newer")
def test_a_local_type_alias_is_an_assignment() -> None:
    assert tell(function("def f():\n    type X = int").body) == ["X = int"]


def test_async_statements_are_lowered_like_others() -> None:
    lowered = function("async def f(x):\n    async for i in x: await i\n    async with x as y: pass")
    assert lowered.is_async
    assert [type(item) for item in lowered.body] == [syntax.ForEach, syntax.With]
