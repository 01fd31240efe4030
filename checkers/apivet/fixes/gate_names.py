"""Gates, as a file names them to the functions that answer for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from apivet.fixes.edits import Change
from apivet.fixes.enum_members import member_for
from apivet.fixes.proposal import Case
from apivet.fixes.reach import reached, running_statements
from apivet.fixes.source import Source
from apivet.program.model import Global, Module
from apivet.program.syntax import Function, Literal


def named_gate(case: Case, source: Source, gate_function: str, gate: str) -> tuple[str, list[Change]]:
    """An expression for a gate in a file, and the import that it takes: a member of the enum that other calls have one
    of; the constant, or else the enum's member, of a module that has gates; a text where calls have texts, or there is
    nothing else."""
    last = gate_function.rpartition(".")[2]
    calls = [call for call in source.all(cst.Call) if source.written(call.func).rpartition(".")[2] == last]
    given = [call.args[0].value for call in calls if call.args]
    for each in given:
        member = member_for(case, source, source.written(each), gate)
        if member is not None:
            return member, []
    if not any(isinstance(each, cst.SimpleString) for each in given):
        modules = _modules_of_gates(case, source, gate_function)
        for module, name in _constants(case, modules, gate):
            if module == case.program.dotted(source.path):
                return name, []
            found = reached(case, source, f"{module}.{name}")
            if found is not None:
                return found
        for enum, member in _members(case, modules, gate):
            found = reached(case, source, enum)
            if found is not None:
                return f"{found[0]}.{member}", found[1]
    return f'"{gate}"', []


def _modules_of_gates(case: Case, source: Source, gate_function: str) -> list[str]:
    """The module of a function that answers for gates, and those that register some."""
    entity = case.program.resolve(case.program.dotted(source.path), gate_function.partition(".")[0])
    modules = list(case.bench.config.feature_gates)
    if isinstance(entity, (Function, Module)):
        modules.insert(0, entity.dotted if isinstance(entity, Module) else entity.dotted.rpartition(".")[0])
    return [*dict.fromkeys(modules)]


def _members(case: Case, modules: Sequence[str], gate: str) -> Iterator[tuple[str, str]]:
    """The members with that text, of enums that these modules declare, each with the dotted name of its enum."""
    for enum in (type_ for module in modules for type_ in case.program.declared_in(module) if type_.form == "enum"):
        yield from ((enum.dotted, each.name) for each in enum.constants if each.value[1:-1] == gate)


def _constants(case: Case, modules: Sequence[str], gate: str) -> Iterator[tuple[str, str]]:
    """The constants with that text in these modules."""
    for module in modules:
        path = case.program.file_of(module)
        of_gates = case.source_of(case.program.display(path)) if path is not None else None
        for name in _assigned(of_gates) if of_gates is not None else ():
            known = case.program.resolve(module, name)
            if isinstance(known, Global) and isinstance(known.value, Literal) and known.value.value == gate:
                yield known.module, known.name


def _assigned(source: Source) -> Iterator[str]:
    """The names that a module assigns to at its top level."""
    for statement in running_statements(source):
        targets = [each.target for each in statement.targets] if isinstance(statement, cst.Assign) else []
        targets += [statement.target] if isinstance(statement, cst.AnnAssign) else []
        yield from (target.value for target in targets if isinstance(target, cst.Name))
