"""The name of a type or a function in a file that may not have it yet."""

from __future__ import annotations

import os
from collections.abc import Iterator

import libcst as cst

from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case
from apivet.fixes.source import Source
from apivet.program.model import Entity, External, Global, Module, Type
from apivet.program.syntax import Function

#: Modules that are followed when one is loaded.
_MODULES = 400


def reached(case: Case, source: Source, dotted: str) -> tuple[str, list[Change]] | None:
    """An expression for the class, function or constant of that dotted name in a file, and the import that it takes;
    ``None`` where it can't be reached without doubt. A module that has it from elsewhere is asked after its own."""
    name = dotted.rpartition(".")[2]
    here = case.program.dotted(source.path)
    bound = running_names(case, source)
    for alias in sorted(bound):
        entity = case.program.resolve(here, alias)
        if _dotted(entity) == dotted:
            return alias, []
    for spelled, module in modules_at_hand(case, source):
        if _is(case, module, name, dotted):
            return f"{spelled}.{name}", []
    known = case.program.resolve(here, name)
    if name in bound or not (isinstance(known, External) or _dotted(known) == dotted):
        return None  # the name means something else here; for annotations alone it may be known
    owner = dotted.rpartition(".")[0]
    imports = [each for each in running_statements(source) if isinstance(each, cst.ImportFrom)]
    for statement in sorted(imports, key=lambda each: _module_of(case, source, each) != owner):
        of = _module_of(case, source, statement)
        if of is not None and not isinstance(statement.names, cst.ImportStar) and _is(case, of, name, dotted):
            last = statement.names[-1]
            return name, [source.inserted(source.span(last.asname or last.name)[1], f", {name}")]
    within: dict[str, bool] = {}
    for statement in source.all(cst.ImportFrom, source.module):
        of = _module_of(case, source, statement)
        if of is not None and not _is_in_a_function(source, statement):
            within[of] = within.get(of, False) or _is_in_a_class(source, statement)
    if {_root(case, owner)} & {_root(case, each) for each in within} - {None}:
        within.setdefault(owner, False)
    for of, is_in_a_class in within.items():
        # Modules that the body of a class imports from can be imported from when the module is loaded; those that
        # readers of types are told of, and others below the same directory, where they do not come back here.
        if _is(case, of, name, dotted) and (is_in_a_class or not _comes_back(case, of, here)):
            return name, [new_import(source, f"from {of} import {name}")]
    return None


def _root(case: Case, module: str) -> str | None:
    """The directory that a module of the tree is found below by its name."""
    path = case.program.file_of(module)
    steps = module.count(".") + 1 + (path or "").endswith("__init__.py")
    return None if path is None else os.path.normpath(os.path.join(path, *[os.pardir] * steps))


def _comes_back(case: Case, module: str, here: str) -> bool:
    """Whether a module that is loaded loads this one, over whatever others."""
    seen, pending = set[str](), [module]
    while pending:
        name = pending.pop()
        if name == here or len(seen) > _MODULES:
            return True
        if not name or name in seen:
            continue
        seen.add(name)
        path = case.program.file_of(name)
        source = case.source_of(case.program.display(path)) if path is not None else None
        pending += [name.rpartition(".")[0], *(_loaded_by(case, source) if source is not None else ())]
    return False


def _loaded_by(case: Case, source: Source) -> Iterator[str]:
    """The modules, by their dotted names, that a file may import outside of functions."""
    for plain in source.all(cst.Import):
        yield from (each.evaluated_name for each in plain.names)
    for statement in source.all(cst.ImportFrom):
        of = None if _is_in_a_function(source, statement) else _module_of(case, source, statement)
        names = () if isinstance(statement.names, cst.ImportStar) else statement.names
        yield from [] if of is None else [of, *(f"{of}.{each.evaluated_name}" for each in names)]


def _is_in_a_function(source: Source, statement: cst.CSTNode) -> bool:
    parent = source.parent_of(statement)
    while parent is not None and not isinstance(parent, cst.FunctionDef):
        parent = source.parent_of(parent)
    return parent is not None


def running_names(case: Case, source: Source) -> dict[str, cst.CSTNode]:
    """The names that a module binds at its top level when it runs, by definitions and imports; of those that a star
    brings, the public ones of modules of the tree."""
    found: dict[str, cst.CSTNode] = {}
    here = case.program.dotted(source.path)
    for statement in running_statements(source):
        if isinstance(statement, (cst.ClassDef, cst.FunctionDef)):
            found[statement.name.value] = statement
        if isinstance(statement, (cst.Import, cst.ImportFrom)):
            names = statement.names
            if isinstance(names, cst.ImportStar):
                of = _module_of(case, source, statement) if isinstance(statement, cst.ImportFrom) else None
                starred = case.program.bound_in(of) if of is not None else ()
                found |= {name: statement for name in starred if case.program.resolve(here, name) is not None}
                continue
            for alias in names:
                found[alias.evaluated_alias or alias.evaluated_name.partition(".")[0]] = statement
    return found


def running_statements(source: Source) -> Iterator[cst.CSTNode]:
    """The statements of a module that run whenever it does, those that are tried among them."""
    pending: list[cst.CSTNode] = [*reversed(source.module.body)]
    while pending:
        statement = pending.pop()
        if isinstance(statement, (cst.Try, cst.SimpleStatementLine)):
            pending += reversed(statement.body.body if isinstance(statement, cst.Try) else statement.body)
        else:
            yield statement


def modules_at_hand(case: Case, source: Source) -> Iterator[tuple[str, str]]:
    """The modules that a file has at its top level when it runs: the expression for each, and its dotted name."""
    here = case.program.dotted(source.path)
    for name in sorted(running_names(case, source)):
        entity = case.program.resolve(here, name)
        if isinstance(entity, Module):
            yield name, entity.dotted
    plain = (each for each in running_statements(source) if isinstance(each, cst.Import))
    for dotted in sorted({each.evaluated_name for statement in plain for each in statement.names if not each.asname}):
        if "." in dotted:
            yield dotted, dotted


def functions_at_hand(case: Case, source: Source) -> Iterator[tuple[str, Function]]:
    """The functions that a file has: the expression for each, its own first, those of other modules last."""
    here = case.program.dotted(source.path)
    bound = running_names(case, source)
    for name in sorted(bound, key=lambda name: (not isinstance(bound[name], cst.FunctionDef), name)):
        entity = case.program.resolve(here, name)
        if isinstance(entity, Function):
            yield name, entity
    for spelled, module in modules_at_hand(case, source):
        for name in case.program.bound_in(module):
            entity = case.program.resolve(module, name)
            if isinstance(entity, Function):
                yield f"{spelled}.{name}", entity


def new_import(source: Source, line: str) -> Change:
    """An import behind those that a file has at its top, else behind its docstring."""
    at: cst.BaseStatement | None = None
    body = source.module.body
    for statement in body:
        smalls = statement.body if isinstance(statement, cst.SimpleStatementLine) else ()
        is_docstring = statement is body[0] and bool(smalls) and blocks.is_text(smalls[0])
        if not is_docstring and not any(isinstance(each, (cst.Import, cst.ImportFrom)) for each in smalls):
            break
        at = statement
    if at is not None:
        is_alone = at is body[0] and blocks.is_text(at)
        return blocks.after(source, at, ["", line] if is_alone else [line])[0]
    where = blocks.start_of(source, body[0]) if body else len(source.text)
    if body and not where:  # what is said above all else is said of the file, by which it may be read
        where = blocks.lines_of(source, body[0]).start
    return source.inserted(where, line + source.newline * (3 if body and isinstance(body[0], cst.ClassDef) else 1))


def _is(case: Case, module: str, name: str, dotted: str) -> bool:
    entity = case.program.resolve(module, name) if case.program.file_of(module) is not None else None
    return entity is not None and _dotted(entity) == dotted


def _dotted(entity: Entity) -> str:
    """The dotted name of a class, a function or a constant."""
    if isinstance(entity, Global):
        return f"{entity.module}.{entity.name}"
    return entity.dotted if isinstance(entity, (Type, Function)) else ""


def _is_in_a_class(source: Source, statement: cst.ImportFrom) -> bool:
    """Whether an import stands right in the body of a class of the module."""
    line = source.parent_of(statement)
    block = source.parent_of(line) if line is not None else None
    holder = source.parent_of(block) if block is not None else None
    return isinstance(holder, cst.ClassDef) and isinstance(source.parent_of(holder), cst.Module)


def _module_of(case: Case, source: Source, statement: cst.ImportFrom) -> str | None:
    """The dotted name of the module that names are taken from."""
    named = source.written(statement.module) if statement.module is not None else ""
    level = len(statement.relative)
    if not level:
        return named
    package = case.program.package_of(case.program.dotted(source.path)).split(".")
    above = package[: len(package) - level + 1]
    return ".".join([*above, *([named] if named else [])]) if above else None
