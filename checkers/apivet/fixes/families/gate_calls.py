"""Gate functions that stand where they should be called."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from apivet.fixes.gate_names import named_gate
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.source import Source
from apivet.program.model import Type
from apivet.program.syntax import Function


def _called(case: Case) -> Iterator[Proposal]:
    """``allowed()``; ``enabled("Gate")`` where there is but one gate to ask for; awaited where it must be."""
    source, place = case.source, case.finding.location
    if source is None:
        return
    start, end = source.at(place.line, place.column), source.at(place.end_line or place.line, place.end_column)
    node = source.expression_at(start, end)
    if node is None:
        return
    function = _function(case, source.text[start:end])
    takes_gate = function is None or _needed(function) == 1
    if function is not None and _needed(function) > 1:
        return
    gates = sorted(case.program.gate_names()) if takes_gate else [""]
    if len(gates) != 1:
        return
    written = source.text[start:end]
    argument, imports = named_gate(case, source, written, gates[0]) if takes_gate else ("", [])
    call = f"{written}({argument})"
    if function is not None and function.is_async:
        around = _around(source, node)
        if around is None or around.asynchronous is None:
            return
        call = f"(await {call})"
    yield [*imports, source.replaced(node, call)]


def _needed(function: Function) -> int:
    """The number of arguments that a call must give."""
    given = function.parameters[1:] if function.binding != "none" else function.parameters
    return sum(each.default is None and each.kind in ("positional", "keyword") for each in given)


def _function(case: Case, dotted: str) -> Function | None:
    """The function that a name or an attribute stands for, as far as names alone tell."""
    first, *rest = dotted.split(".")
    entity = case.program.resolve(case.module, first)
    if not rest and isinstance(entity, Function):
        return entity
    dotted_name = getattr(entity, "dotted", "")
    if rest and dotted_name:
        found = case.program.locate(".".join([dotted_name, *rest]))
        if isinstance(found, Function) and not isinstance(entity, Type):
            return found
    return _method(case, rest[-1]) if rest else None


def _method(case: Case, name: str) -> Function | None:
    """The one method of that name in the files that were consulted: an instance holds the gates."""
    found = []
    for path in sorted(case.program.dependencies() | {case.path}):
        for type_ in case.program.classes(path):
            if name in type_.methods:
                found.append(type_.methods[name])
    return found[0] if len(found) == 1 else None


def _around(source: Source, node: cst.CSTNode) -> cst.FunctionDef | None:
    """The function around a node; ``None`` where a lambda or nothing is."""
    around = source.parent_of(node)
    while around is not None and not isinstance(around, (cst.FunctionDef, cst.Lambda)):
        around = source.parent_of(around)
    return around if isinstance(around, cst.FunctionDef) else None


CALLED = Fix("gate-not-called", _called)
