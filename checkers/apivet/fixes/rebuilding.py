"""Setting a part of an object as its type allows it: by assignment, by key, through a setter, or by a changed copy."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst
from msgspec import Struct, field

from apivet.fixes.edits import Change
from apivet.fixes.hook_site import Site
from apivet.fixes.reach import new_import, running_names
from apivet.program.model import Type

#: The function that makes a changed copy, by the form of the type: its module, and its name there.
_COPIERS = {
    "dataclass": ("dataclasses", "replace"),
    "attrs": ("attrs", "evolve"),
    "msgspec": ("msgspec.structs", "replace"),
}


class Setting(Struct, frozen=True):
    """Statements that set a part, the imports that they take, and whether the object has another name bound to it
    afterwards, so that it must be returned."""

    lines: tuple[str, ...]
    imports: tuple[Change, ...] = field(default=())
    rebinds: bool = False

    def with_imports(self, imports: Sequence[Change]) -> Setting:
        """The same, with more imports."""
        more = tuple(change for change in imports if change not in self.imports)
        return Setting(self.lines, (*self.imports, *more), self.rebinds)


def set_part(site: Site, path: Sequence[str], value: str) -> Setting | None:
    """The setting of the part at a path of the hook's object; ``None`` where its type takes no change."""
    imports: list[Change] = []
    for depth in range(len(path), 0, -1):
        holder = _holder(site, path[: depth - 1])
        expression = site.part(site.obj, path[: depth - 1])
        if not _is_fixed(holder):
            return Setting((_assignment(site, expression, holder, path[depth - 1], value),), tuple(imports))
        assert holder is not None
        copied = _changed_copy(site, holder, expression, path[depth - 1], value)
        if copied is None:
            return None
        value = copied[0]
        imports += copied[1]
    return Setting((f"{site.obj} = {value}",), tuple(imports), rebinds=True)


def put_back(site: Site, path: Sequence[str]) -> Setting | None:
    """The setting of a part to that of the old object, which may lack it."""
    setting = set_part(site, path, site.part(site.old, path))
    if setting is None or not site.may_lack(path):
        return setting
    absent = f"{site.step}{without_part(site, path)}"
    return Setting(
        (f'if "{path[-1]}" in {site.part(site.old, path[:-1])}:', site.step + setting.lines[0], "else:", absent)
    )


def without_part(site: Site, path: Sequence[str]) -> str:
    """The statement after which a mapping lacks a part."""
    return f'{site.part(site.obj, path[:-1])}.pop("{path[-1]}", None)'


def _holder(site: Site, path: Sequence[str]) -> Type | None:
    return site.subject.part_type(path[-1]) if path else site.subject.object_type


def _is_fixed(holder: Type | None) -> bool:
    return holder is not None and (holder.frozen or holder.form == "namedtuple")


def _assignment(site: Site, expression: str, holder: Type | None, name: str, value: str) -> str:
    if holder is not None and holder.form == "typeddict":
        return f'{expression}["{name}"] = {value}'
    if holder is not None and holder.field(name) is not None:
        methods = {each for base in site.case.program.ancestry(holder) for each in base.methods}
        if f"set_{name}" in methods and name not in {each.name for each in holder.fields} | methods:
            return f"{expression}.set_{name}({value})"
    return f"{expression}.{name} = {value}"


def _changed_copy(site: Site, holder: Type, expression: str, name: str, value: str) -> tuple[str, list[Change]] | None:
    if holder.form == "namedtuple":
        return f"{expression}._replace({name}={value})", []
    if holder.form == "pydantic":
        return f'{expression}.model_copy(update={{"{name}": {value}}})', []
    if holder.form not in _COPIERS:
        return None
    module, function = _COPIERS[holder.form]
    named = _imported(site, module, function)
    if named is not None:
        return f"{named}({expression}, {name}={value})", []
    if function in running_names(site.case, site.source):
        return None
    return f"{function}({expression}, {name}={value})", [new_import(site.source, f"from {module} import {function}")]


def _imported(site: Site, module: str, function: str) -> str | None:
    """The expression for a library's function, where the file has it or its module."""
    for name, statement in sorted(running_names(site.case, site.source).items()):
        if isinstance(statement, cst.ImportFrom) and statement.module is not None and not statement.relative:
            if isinstance(statement.names, cst.ImportStar) or site.source.written(statement.module) != module:
                continue
            for alias in statement.names:
                if alias.evaluated_name == function and (alias.evaluated_alias or function) == name:
                    return name
        if isinstance(statement, cst.Import):
            for alias in statement.names:
                top = alias.evaluated_name.partition(".")[0]
                if alias.evaluated_alias is None and top == name and module.partition(".")[0] == top:
                    return f"{module}.{function}"
                if alias.evaluated_alias == name and module.startswith(alias.evaluated_name):
                    return f"{name}{module[len(alias.evaluated_name) :]}.{function}"
    return None
