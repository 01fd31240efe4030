"""The missing half of a pair of augmentation hooks."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from apivet.fixes import blocks
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.source import Source
from apivet.program.model import MapOf, Named
from apivet.program.syntax import Function
from apivet.vocabulary import FROM, TO

_NAMES = {TO: ("destination", "dst", "target", "to"), FROM: ("source", "src", "origin", "from_")}
_TAKE, _PUT = "pop", "__setitem__"
_TAKEN = ("pull", _TAKE)


def _completed(case: Case) -> Iterator[Proposal]:
    """The other half, where each statement of the one that there is can be turned round."""
    type_ = case.program.type(case.finding.object)
    source = case.source_of(type_.location.path) if type_ is not None else None
    holder = source.class_at(type_.location.line) if source is not None and type_ is not None else None
    if type_ is None or source is None or holder is None or not isinstance(holder.body, cst.IndentedBlock):
        return
    for name, other in ((TO, FROM), (FROM, TO)):
        method = type_.methods.get(name)
        node = source.function_at(method.location.line) if method is not None else None
        if node is None or other in type_.methods or len(node.params.params) != 2 or node.decorators:
            continue
        receiver, given = (each.name.value for each in node.params.params)
        taken = _NAMES[other][_NAMES[name].index(given)] if given in _NAMES[name] else given
        lines = _turned(source, node, name == TO, (receiver, given, taken), _bag(case, method))
        if lines:
            yield [source.inserted(blocks.lines_of(source, node).end, _method(source, node, other, taken, lines))]


def _bag(case: Case, method: Function | None) -> frozenset[str]:
    """The methods of the property bag that the other object has."""
    annotation = method.parameters[1].annotation if method is not None else None
    shape = case.program.shape(method.module, annotation)[0] if method is not None and annotation is not None else None
    type_ = case.program.type(shape.dotted) if isinstance(shape, Named) else None
    declared = type_.field("property_bag") if type_ is not None else None
    if declared is None or isinstance(declared.shape, MapOf):
        return frozenset((_TAKE, _PUT))
    bag = case.program.type(declared.shape.dotted) if isinstance(declared.shape, Named) else None
    return frozenset(name for base in case.program.ancestry(bag) for name in base.methods) if bag else frozenset()


def _turned(
    source: Source, node: cst.FunctionDef, is_to: bool, names: tuple[str, str, str], bag: frozenset[str]
) -> list[str]:
    """The statements the other way round; none where one of them can't be."""
    receiver, given, taken = names
    mine, theirs = f"{receiver}.", f"{given}."
    lines = []
    for statement in blocks.statements(node.body):
        small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else statement
        if not isinstance(small, cst.Assign) or len(small.targets) != 1 or len(getattr(statement, "body", "-")) != 1:
            return []
        target, value = small.targets[0].target, small.value
        left, right = source.written(target), source.written(value)
        if is_to and left.startswith(theirs) and _is_plain(value) and right.startswith(mine):
            inside = left.removeprefix(theirs)
            if isinstance(target, cst.Subscript) and inside.startswith("property_bag[") and _TAKE in bag:
                key = inside.removeprefix("property_bag[").removesuffix("]")
                lines.append(f"{right} = {taken}.property_bag.pop({key}, {right})")
                continue
            if _is_plain(target):
                lines.append(f"{right} = {taken}.{inside}")
                continue
        if not is_to and left.startswith(mine) and _is_plain(target) and right.startswith(theirs):
            if _is_plain(value):
                lines.append(f"{taken}.{right.removeprefix(theirs)} = {left}")
                continue
            calls = [f"{given}.property_bag.{each}" for each in _TAKEN]
            if isinstance(value, cst.Call) and source.written(value.func) in calls and _PUT in bag:
                lines.append(f"{taken}.property_bag[{source.written(value.args[0].value)}] = {left}")
                continue
        return []
    return lines


def _is_plain(expression: cst.BaseExpression) -> bool:
    """Whether an expression is an attribute of an attribute of a name."""
    while isinstance(expression, cst.Attribute):
        expression = expression.value
    return isinstance(expression, cst.Name)


def _method(source: Source, node: cst.FunctionDef, name: str, taken: str, lines: list[str]) -> str:
    header = source.text[source.span(node)[0] : source.span(node.body)[0]].rstrip()
    receiver, given = node.params.params
    annotation = f": {source.written(given.annotation.annotation)}" if given.annotation is not None else ""
    returned = f" -> {source.written(node.returns.annotation)}" if node.returns is not None else ""
    prefix = "async def" if header.startswith("async") else "def"
    indent = source.indentation(source.line_of(node.name))
    body = blocks.indent_of(source, node.body, node.name)
    first = f"{indent}{prefix} {name}({receiver.name.value}, {taken}{annotation}){returned}:"
    last = blocks.lines_of(source, node).end
    above = "" if source.text[:last].endswith(("\n", "\r")) else source.newline
    return (
        above
        + source.newline
        + source.newline.join([first, *(body + line for line in lines)])
        + ("" if above else source.newline)
    )


COMPLETED = Fix("conversion-hook-one-way", _completed)
