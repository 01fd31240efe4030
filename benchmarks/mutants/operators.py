"""The ways in which a hook is spoilt: each is a mistake that somebody makes with strategies."""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from parts import Parts
from sources import FUNCTIONS, Function

_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}
_TWINS = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list"}
#: Stand in for one another where a hook asks for the wrong gate.
_GATES = ("USER_NAMESPACES", "IMAGE_VOLUME")
_SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return)


@dataclass(frozen=True)
class Place:
    """A function with what is known of its names."""

    function: Function
    parts: Parts

    def text(self, node: ast.AST) -> str:
        return self.function.text.of(node)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of the body, in the order of the source; neither the signature nor the docstring."""
        return tuple(node for statement in self.body for node in _in_order(statement))

    @property
    def body(self) -> list[ast.stmt]:
        body = self.function.node.body
        return body[1:] if ast.get_docstring(self.function.node) is not None else body

    def blocks(self) -> Iterator[list[ast.stmt]]:
        """Every run of statements."""
        yield self.body
        for node in self.nodes:
            for name in ("body", "orelse"):
                block = getattr(node, name, None)
                if isinstance(block, list) and block and isinstance(node, ast.stmt):
                    yield block

    def statements(self) -> Iterator[ast.stmt]:
        for block in self.blocks():
            yield from (statement for statement in block if not self.is_elif(statement))

    def is_elif(self, node: ast.AST) -> bool:
        """Whether it can't be taken out without what stands before it."""
        return self.text(node).startswith("elif")


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if isinstance(node, ast.JoinedStr):  # before 3.12 nobody knows where its parts are
        return
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


@dataclass(frozen=True)
class Edit:
    """Put ``text`` in the place of everything from ``first`` to ``last``."""

    first: ast.AST
    last: ast.AST
    text: str


Operator = Callable[[Place], Iterator[Edit]]


def _instead(node: ast.AST, text: str) -> Edit:
    return Edit(node, node, text)


def _code(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(node))


def _indented(statements: list[ast.stmt], column: int) -> str:
    lines = "\n".join(_code(statement) for statement in statements).split("\n")
    return f"\n{' ' * column}".join(lines)


# ----------------------------------------------------------------------------------------------------- statements


def drop_statement(place: Place) -> Iterator[Edit]:
    for statement in place.statements():
        if not isinstance(statement, ast.Pass):
            yield _instead(statement, "pass")


def return_early(place: Place) -> Iterator[Edit]:
    """Before every statement but a ``return``; with what the function is given where it returns something."""
    answers = [node for node in place.nodes if isinstance(node, ast.Return) and node.value is not None]
    given = place.parts.given[0] if place.parts.given else "None"
    returned = f"return {given}" if answers else "return"
    for statement in place.statements():
        if not isinstance(statement, ast.Return):
            column = " " * statement.col_offset
            yield _instead(statement, f"{returned}\n{column}{place.text(statement)}")


def swap_statements(place: Place) -> Iterator[Edit]:
    """Two that follow one another change places."""
    for block in place.blocks():
        for one, other in itertools.pairwise(block):
            if not isinstance(one, ast.Return) and not isinstance(other, ast.Return):
                column = " " * one.col_offset
                yield Edit(one, other, f"{place.text(other)}\n{column}{place.text(one)}")


def only_the_first(place: Place) -> Iterator[Edit]:
    """Of what a loop goes over."""
    for node in place.nodes:
        if isinstance(node, (ast.For, ast.comprehension)):
            yield _instead(node.iter, f"list({place.text(node.iter)})[:1]")


def drop_hook(place: Place) -> Iterator[Edit]:
    """A method is not there, so that it is inherited or missing. A class that has no other, and no base, would be no
    strategy any more."""
    function = place.function
    others = function.owner is not None and sum(isinstance(each, FUNCTIONS) for each in function.owner.body) > 1
    if function.owner is None or function.node.decorator_list:
        return
    if function.is_hook and (others or function.owner.bases):
        yield _instead(function.node, "pass")


# ----------------------------------------------------------------------------------------------------- conditions


def negate_condition(place: Place) -> Iterator[Edit]:
    for node in place.nodes:
        for condition in _conditions(node):
            yield _instead(condition, f"not ({place.text(condition)})")


def drop_condition(place: Place) -> Iterator[Edit]:
    """What stands under it happens always; what happens otherwise is gone."""
    for node in place.nodes:
        if isinstance(node, ast.If) and not place.is_elif(node):
            yield _instead(node, _indented(node.body, node.col_offset))
            if node.orelse:
                yield _instead(node, _indented(node.orelse, node.col_offset))
        elif isinstance(node, ast.IfExp):
            yield _instead(node, place.text(node.body))
            yield _instead(node, place.text(node.orelse))


def drop_operand(place: Place) -> Iterator[Edit]:
    """Of ``and`` and ``or``; of a sum the second."""
    for node in place.nodes:
        if isinstance(node, ast.BoolOp):
            for index in range(len(node.values)):
                rest = [place.text(value) for at, value in enumerate(node.values) if at != index]
                yield _instead(node, (" and " if isinstance(node.op, ast.And) else " or ").join(rest))
        elif isinstance(node, ast.BinOp):
            yield _instead(node, place.text(node.left))


def swap_and_or(place: Place) -> Iterator[Edit]:
    for node in place.nodes:
        if isinstance(node, ast.BoolOp):
            word = " or " if isinstance(node.op, ast.And) else " and "
            yield _instead(node, f"({word.join(f'({place.text(value)})' for value in node.values)})")


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, (ast.If, ast.IfExp)):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs
    elif isinstance(node, ast.BoolOp):
        yield from node.values


# ---------------------------------------------------------------------------------------------------- comparisons


def turn_comparison(place: Place) -> Iterator[Edit]:
    for node in place.nodes:
        if isinstance(node, ast.Compare):
            changed = copy.deepcopy(node)
            changed.ops = [_OPPOSITES[type(node.ops[0])]()]
            yield _instead(node, _code(changed))


def compare_identity(place: Place) -> Iterator[Edit]:
    """``is`` for ``==``: two objects that are equal are another all the same."""
    for node in place.nodes:
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            changed = copy.deepcopy(node)
            changed.ops = [ast.Is() if isinstance(node.ops[0], ast.Eq) else ast.IsNot()]
            yield _instead(node, _code(changed))


def compare_part(place: Place) -> Iterator[Edit]:
    """Its first field, and its last one, instead of the whole; and more than it."""
    for node in place.nodes:
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            continue
        left, right = node.left, node.comparators[0]
        fields = place.parts.fields(left)
        sign = "==" if isinstance(node.ops[0], ast.Eq) else "!="
        for name in dict.fromkeys((*fields[:1], *fields[-1:])):
            yield _instead(node, f"{place.text(left)}.{name} {sign} {place.text(right)}.{name}")
        if isinstance(left, ast.Attribute) and isinstance(right, ast.Attribute):
            yield _instead(node, f"{place.text(left.value)} {sign} {place.text(right.value)}")


# ---------------------------------------------------------------------------------------------------- objects


def swap_objects(place: Place) -> Iterator[Edit]:
    """The caller's for the stored one and the other way round, one mention at a time."""
    pairs = _counterparts(place.parts)
    for node in place.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in pairs:
            yield _instead(node, pairs[node.id])


def swap_sides(place: Place) -> Iterator[Edit]:
    """Both at once: of an assignment, or of two arguments."""
    parts = place.parts
    for node in place.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            if isinstance(node.value, ast.Attribute) and parts.side(node.value) and parts.side(node.targets[0]):
                yield _instead(node, f"{place.text(node.value)} = {place.text(node.targets[0])}")
        elif isinstance(node, ast.Call):
            for one, other in zip(node.args, node.args[1:]):
                if parts.side(one) is not None and parts.side(other) is not None:
                    yield Edit(one, other, f"{place.text(other)}, {place.text(one)}")


def reset_from_itself(place: Place) -> Iterator[Edit]:
    """A part is given itself, or a helper the same object twice."""
    parts = place.parts
    for node in place.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            if parts.side(node.value) == "stored":
                yield _instead(node.value, place.text(node.targets[0]))
        elif isinstance(node, ast.Call):
            for one, other in zip(node.args, node.args[1:]):
                if parts.side(one) == "given" and parts.side(other) == "stored":
                    yield _instead(other, place.text(one))
                    yield _instead(one, place.text(other))


def part_only(place: Place) -> Iterator[Edit]:
    """Of a part that is put back, its first field alone, or its last one."""
    for node in place.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            if not isinstance(node.value, ast.Attribute) or place.parts.side(node.value) is None:
                continue
            fields = place.parts.fields(node.targets[0])
            for name in dict.fromkeys((*fields[:1], *fields[-1:])):
                yield _instead(node, f"{place.text(node.targets[0])}.{name} = {place.text(node.value)}.{name}")


def neighbour(place: Place) -> Iterator[Edit]:
    """The next field of the same type, where one is read or changed."""
    for node in place.nodes:
        if isinstance(node, ast.Attribute) and place.parts.side(node) is not None:
            other = place.parts.neighbour(node)
            if other is not None:
                yield _instead(node, f"{place.text(node.value)}.{other}")


# ------------------------------------------------------------------------------------------------------ values


def change_constant(place: Place) -> Iterator[Edit]:
    for node in place.nodes:
        if isinstance(node, ast.Constant):
            for other in _others(node.value):
                yield _instead(node, repr(other))
        elif isinstance(node, ast.Attribute) and node.attr == "DELETE_DEPENDENTS":
            yield _instead(node, f"{place.text(node.value)}.ORPHAN_DEPENDENTS")


def _others(value: object) -> tuple[object, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int):
        return (value + 1, 0) if value else (1,)
    if isinstance(value, str):
        return (f"{value}-else",)
    return ("",) if value is None else ()


def change_operation(place: Place) -> Iterator[Edit]:
    """``-`` for ``+``; ``all`` for ``any``, ``max`` for ``min``, and so on."""
    for node in place.nodes:
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Add):
            changed = copy.deepcopy(node)
            changed.op = ast.Sub()
            yield _instead(node, _code(changed))
            if isinstance(node, ast.AugAssign):
                yield _instead(node, f"{place.text(node.target)} = {place.text(node.value)}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TWINS:
            yield _instead(node.func, _TWINS[node.func.id])


def other_gate(place: Place) -> Iterator[Edit]:
    """Another gate is asked for; or the question is answered beforehand."""
    for node in place.nodes:
        if isinstance(node, ast.Call) and place.text(node.func).split(".")[-1] == "enabled":
            gate = node.args[0]
            if isinstance(gate, ast.Attribute):
                name = _GATES[gate.attr == _GATES[0]]
                yield _instead(gate, f"{place.text(gate.value)}.{name}")
            else:
                yield _instead(gate, '"UserNamespaces"')
            yield _instead(node, "True")
            yield _instead(node, "False")
            yield _instead(node, place.text(node.func))


def drop_argument(place: Place) -> Iterator[Edit]:
    """Keywords are left out; an old object is not handed on."""
    for node in place.nodes:
        if not isinstance(node, ast.Call):
            continue
        arguments = [place.text(argument) for argument in node.args]
        keywords = [f"{keyword.arg}={place.text(keyword.value)}" for keyword in node.keywords]
        for index in range(len(keywords)):
            rest = [*arguments, *keywords[:index], *keywords[index + 1 :]]
            yield _instead(node, f"{place.text(node.func)}({', '.join(rest)})")
        for argument in node.args[1:]:
            if place.parts.side(argument) == "stored":
                yield _instead(argument, "None")


def drop_element(place: Place) -> Iterator[Edit]:
    """Of a set, a list, a tuple or a dict that is written out."""
    for node in place.nodes:
        if isinstance(node, (ast.Set, ast.List)) or (isinstance(node, ast.Tuple) and len(node.elts) > 2):
            for index in range(len(node.elts)):
                changed = copy.deepcopy(node)
                del changed.elts[index]
                if changed.elts or not isinstance(node, ast.Set):
                    yield _instead(node, _code(changed))
        elif isinstance(node, ast.Dict):
            for index in range(len(node.keys)):
                smaller = copy.deepcopy(node)
                del smaller.keys[index], smaller.values[index]
                yield _instead(node, _code(smaller))


def skip_call(place: Place) -> Iterator[Edit]:
    """A call that is given an object gives it back as it is."""
    for node in place.nodes:
        if isinstance(node, ast.Call) and node.args and not isinstance(node.args[0], ast.Starred):
            yield _instead(node, place.text(node.args[0]))


def _counterparts(parts: Parts) -> dict[str, str]:
    """What each name is to be mistaken for: the same part of the other side."""
    found = {}
    for names, others in ((parts.given, parts.stored), (parts.stored, parts.given)):
        for name in names:
            kind = parts.kinds.get(name)
            alike = [other for other in others if kind is None or parts.kinds.get(other) in (kind, None)]
            if alike:
                found[name] = alike[0]
    return found


#: In the order in which the table lists them.
OPERATORS: dict[str, Operator] = {
    operator.__name__.replace("_", "-"): operator
    for operator in (
        drop_statement,
        return_early,
        swap_statements,
        only_the_first,
        drop_hook,
        negate_condition,
        drop_condition,
        drop_operand,
        swap_and_or,
        turn_comparison,
        compare_identity,
        compare_part,
        swap_objects,
        swap_sides,
        reset_from_itself,
        part_only,
        neighbour,
        change_constant,
        change_operation,
        other_gate,
        drop_argument,
        drop_element,
        skip_call,
    )
}
