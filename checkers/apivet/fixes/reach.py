"""The name of a type or a function in a file that may not have it yet."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case
from apivet.fixes.source import Source
from apivet.program.model import External, Module, Type
from apivet.program.syntax import Function

#: Modules that are followed when one is loaded.
_MODULES = 400


def reached(case: Case, source: Source, dotted: str) -> tuple[str, list[Change]] | None:
    """An expression for the class or function of that dotted name in a file, and the import that it takes; ``None``
    where it can't be reached without doubt."""
    name = dotted.rpartition(".")[2]
    here = case.program.dotted(source.path)
    bound = running_names(source)
    for alias in sorted(bound):
        entity = case.program.resolve(here, alias)
        if isinstance(entity, (Type, Function)) and entity.dotted == dotted:
            return alias, []
    for alias in sorted(bound):
        entity = case.program.resolve(here, alias)
        if isinstance(entity, Module) and _is(case, entity.dotted, name, dotted):
            return f"{alias}.{name}", []
    known = case.program.resolve(here, name)
    if name in bound or not (isinstance(known, External) or getattr(known, "dotted", "") == dotted):
        return None  # the name means something else here; for annotations alone it may be known
    for statement in _from_imports(source):
        of = _module_of(case, source, statement)
        if of is not None and _is(case, of, name, dotted) and not isinstance(statement.names, cst.ImportStar):
            last = statement.names[-1]
            return name, [source.inserted(source.span(last.asname or last.name)[1], f", {name}")]
    for statement in source.all(cst.ImportFrom, source.module):
        # Modules that the body of a class imports from can be imported from when the module is loaded, and those that
        # readers of types are told of where they do not come back here.
        of = _module_of(case, source, statement)
        if of is not None and _is(case, of, name, dotted) and not _is_in_a_function(source, statement):
            if _is_in_a_class(source, statement) or not _comes_back(case, of, here):
                return name, [new_import(source, f"from {of} import {name}")]
    return None


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


def running_names(source: Source) -> dict[str, cst.CSTNode]:
    """The names that a module binds at its top level when it runs, by definitions and imports."""
    found: dict[str, cst.CSTNode] = {}
    for statement in source.module.body:
        if isinstance(statement, (cst.ClassDef, cst.FunctionDef)):
            found[statement.name.value] = statement
        if not isinstance(statement, cst.SimpleStatementLine):
            continue
        for small in statement.body:
            if isinstance(small, (cst.Import, cst.ImportFrom)) and not isinstance(small.names, cst.ImportStar):
                for alias in small.names:
                    name = alias.evaluated_alias or alias.evaluated_name.partition(".")[0]
                    found[name] = small
    return found


def own_or_imported(case: Case, source: Source) -> Iterator[tuple[str, Function]]:
    """The functions that a module has by a name, its own first."""
    here = case.program.dotted(source.path)
    bound = running_names(source)
    for name in sorted(bound, key=lambda name: (not isinstance(bound[name], cst.FunctionDef), name)):
        entity = case.program.resolve(here, name)
        if isinstance(entity, Function):
            yield name, entity


def new_import(source: Source, line: str) -> Change:
    """An import behind those that a file has at its top, else behind its docstring."""
    at: cst.BaseStatement | None = None
    for number, statement in enumerate(source.module.body):
        is_import = isinstance(statement, cst.SimpleStatementLine) and isinstance(
            statement.body[0], (cst.Import, cst.ImportFrom)
        )
        is_docstring = number == 0 and statement not in blocks.statements(source.module)
        if not (is_import or is_docstring):
            break
        at = statement
    if at is not None:
        is_alone = at is source.module.body[0] and at not in blocks.statements(source.module)
        return blocks.after(source, at, ["", line] if is_alone else [line])[0]
    first = source.module.body[0] if source.module.body else None
    where = blocks.start_of(source, first) if first is not None else len(source.text)
    return source.inserted(where, line + source.newline * (3 if isinstance(first, cst.ClassDef) else 1))


def _is(case: Case, module: str, name: str, dotted: str) -> bool:
    entity = case.program.resolve(module, name) if case.program.file_of(module) is not None else None
    return isinstance(entity, (Type, Function)) and entity.dotted == dotted


def _from_imports(source: Source) -> Iterator[cst.ImportFrom]:
    for statement in source.module.body:
        if isinstance(statement, cst.SimpleStatementLine):
            for small in statement.body:
                if isinstance(small, cst.ImportFrom):
                    yield small


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
