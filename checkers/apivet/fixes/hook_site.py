"""The hook that a finding is about, as it is written or would be: where statements go, and what its objects are
called there."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst
from msgspec import Struct

from apivet.conventions.declarative import HookSubject
from apivet.conventions.strategy import StrategySubject
from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case
from apivet.fixes.source import Source
from apivet.program.model import Field
from apivet.program.signatures import HookParameters, create_parameters, update_parameters
from apivet.program.syntax import Function
from apivet.vocabulary import CREATE, UPDATE


class Header(Struct, frozen=True):
    """A hook that is not written yet: its class, its first line, a call of the one that it inherits, and whether it
    ``returns`` the object, as its sibling does."""

    holder: cst.ClassDef
    line: str
    above: str
    returns: bool


class LambdaHook(Struct, frozen=True):
    """A hook that is a lambda, in a statement of its class."""

    holder: cst.ClassDef
    statement: cst.SimpleStatementLine
    hook: cst.Lambda


class Site(Struct, frozen=True):
    """A hook in its source. ``obj`` and ``old`` are the names of its objects, ``receiver`` that of the strategy;
    ``place`` is the hook itself, or what begins a new one."""

    case: Case
    subject: StrategySubject | HookSubject
    notion: str
    source: Source
    place: cst.FunctionDef | Header | LambdaHook
    name: str
    is_async: bool
    obj: str
    old: str
    receiver: str

    @property
    def node(self) -> cst.FunctionDef | None:
        """The hook, where it is written."""
        return self.place if isinstance(self.place, cst.FunctionDef) else None

    @property
    def step(self) -> str:
        """One step of indentation, as the file has it."""
        inner = self.place.body if isinstance(self.place, cst.FunctionDef) else self.place.holder.body
        outer = self.place.name if isinstance(self.place, cst.FunctionDef) else self.place.holder.name
        indent = blocks.indent_of(self.source, inner, outer)
        return indent[len(self.source.indentation(self.source.line_of(outer))) :] or self.source.module.default_indent

    def part(self, holder: str, path: Sequence[str]) -> str:
        """The expression of a part of an object."""
        text = holder
        for depth, name in enumerate(path):
            above = self.subject.part_type(path[depth - 1]) if depth else self.subject.object_type
            if above is not None and above.form == "typeddict":
                text = f'{text}["{name}"]'
            elif above is not None and self._has_getter(above.dotted, name):
                text = f"{text}.get_{name}()"
            else:
                text = f"{text}.{name}"
        return text

    def may_lack(self, path: Sequence[str]) -> bool:
        """Whether objects may be without a part, as mappings may lack a key."""
        above = self.subject.part_type(path[-2]) if len(path) > 1 else self.subject.object_type
        declared = self.declared(path)
        return declared is not None and declared.may_be_missing and above is not None and above.form == "typeddict"

    def read(self, holder: str, path: Sequence[str]) -> str:
        """The expression of what a part of an object holds: ``None`` where the object may lack it and does."""
        if not self.may_lack(path):
            return self.part(holder, path)
        return f'{self.part(holder, path[:-1])}.get("{path[-1]}")'

    def _has_getter(self, dotted: str, name: str) -> bool:
        """Whether a type has a part through methods alone."""
        type_ = self.case.program.type(dotted)
        if type_ is None or any(each.name == name for each in type_.fields):
            return False
        methods = {each for base in self.case.program.ancestry(type_) for each in base.methods}
        return f"get_{name}" in methods and name not in methods

    def declared(self, path: Sequence[str]) -> Field | None:
        """The declaration of a part."""
        return self.subject.declared(tuple(path))

    def first(self, lines: Sequence[str], *, rebinds: bool = False) -> list[Change]:
        """These statements in front of all others. Where the object is another one afterwards (``rebinds``), it is
        returned; nothing where that can't be done."""
        if self._misreads(lines):
            return []
        if isinstance(self.place, LambdaHook):
            return [] if rebinds else _as_function(self, self.place, lines)
        if isinstance(self.place, Header):
            gives_back = rebinds or self.place.returns
            return _new_hook(self, self.place, [*lines, f"return {self.obj}"] if gives_back else lines)
        changes = blocks.first(self.source, self.place, lines)
        if not rebinds or any(each.value is not None for each in blocks.returns(self.source, self.place)):
            return changes
        if blocks.returns(self.source, self.place):
            return []
        if not isinstance(self.place.body, cst.IndentedBlock):
            return blocks.opened(self.source, self.place.body, self.place.name, lines, [f"return {self.obj}"])
        found = blocks.statements(self.place.body)
        if len(found) == 1 and blocks.is_nothing(found[0]):
            return blocks.first(self.source, self.place, [*lines, f"return {self.obj}"])
        last = self.place.body.body[-1]
        return [*changes, *blocks.after(self.source, last, [f"return {self.obj}"])]

    def at_every_end(self, lines: Sequence[str], *, rebinds: bool = False) -> list[Change]:
        """These statements at each end of the hook, where its object is the one that is stored."""
        if isinstance(self.place, LambdaHook) or self._misreads(lines):
            return []  # what a lambda gives may be another object
        if isinstance(self.place, Header):
            return self.first(lines, rebinds=rebinds)
        return blocks.at_every_end(self.source, self.place, lines, self.obj, rebinds=rebinds)

    def _misreads(self, lines: Sequence[str]) -> bool:
        """Whether statements name something of the module that is another thing in the hook, or nothing yet: a name is
        a function's own from its first line on, wherever it is bound."""
        around = self.place if isinstance(self.place, cst.FunctionDef) else self.place.holder
        names = {node.id for node in ast.walk(ast.parse("\n".join(lines))) if isinstance(node, ast.Name)}
        return not names.isdisjoint(self.source.bound_around(around) - {self.obj, self.old, self.receiver})


def site(case: Case, notion: str) -> Site | None:
    """The hook of a notion that the finding's object has; a new one where a strategy lacks it, or inherits it."""
    subject = case.strategy or case.registered
    if isinstance(subject, StrategySubject):
        found = subject.method(notion)
        if found is None or found[0].dotted != subject.type.dotted:
            return _planned(case, subject, notion, found[1] if found is not None else None)
        return _written(case, subject, notion, found[1])
    if subject is not None and subject.notion == notion and subject.function is not None:
        return _written(case, subject, notion, subject.function)
    return None


def _written(case: Case, subject: StrategySubject | HookSubject, notion: str, function: Function) -> Site | None:
    located = _located(case, function) or _assigned(case, function, getattr(case.program.words, notion))
    names = _parameters(notion, function)
    if located is None or names.obj is None or (notion == UPDATE and names.old is None):
        return None
    source, node = located
    receiver = function.parameters[0].name if function.binding == "instance" and function.parameters else ""
    name = node.name.value if isinstance(node, cst.FunctionDef) else _target_of(node.statement)
    return Site(case, subject, notion, source, node, name, function.is_async, names.obj, names.old or "", receiver)


def _located(case: Case, function: Function) -> tuple[Source, cst.FunctionDef] | None:
    """A function in its file."""
    source = case.source_of(function.location.path)
    node = source.function_at(function.location.line) if source is not None else None
    return (source, node) if source is not None and node is not None and node.name.value == function.name else None


def _assigned(case: Case, function: Function, names: Sequence[str]) -> tuple[Source, LambdaHook] | None:
    """A lambda that a class has by the name of a hook, in its file: alone in its line, and without a type."""
    source = case.source_of(function.location.path)
    for hook in source.all(cst.Lambda) if source is not None else ():
        if source is None or source.line_of(hook) != function.location.line:
            continue
        assigned = source.parent_of(hook)
        line = source.parent_of(assigned) if isinstance(assigned, cst.Assign) else None
        block = source.parent_of(line) if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None
        holder = source.parent_of(block) if block is not None else None
        if isinstance(holder, cst.ClassDef) and isinstance(line, cst.SimpleStatementLine) and _target_of(line) in names:
            return source, LambdaHook(holder, line, hook)
    return None


def _target_of(line: cst.SimpleStatementLine) -> str:
    """The one name that a statement assigns to."""
    statement = line.body[0]
    targets = statement.targets if isinstance(statement, cst.Assign) else ()
    target = targets[0].target if len(targets) == 1 else None
    return target.value if isinstance(target, cst.Name) else ""


def _as_function(site: Site, place: LambdaHook, lines: Sequence[str]) -> list[Change]:
    """A lambda as the function that it is, with statements in front of what it gives."""
    source = site.source
    indent = blocks.indent_of(source, place.holder.body, place.holder.name)
    start, end = source.span(place.hook)
    head = source.text[start : source.span(place.hook.body)[0]].rstrip("( \t\r\n")
    given, value = head.removeprefix("lambda").removesuffix(":").strip(), source.text[start + len(head) : end].strip()
    body = [f"{indent}{site.step}{line}" for line in (*lines, f"return {value}")]
    text = source.newline.join([f"def {site.name}({given}):", *body])
    return [source.replaced(place.statement.body[0], text)]


def _parameters(notion: str, function: Function) -> HookParameters:
    return create_parameters(function) if notion == CREATE else update_parameters(function)


def _planned(case: Case, subject: StrategySubject, notion: str, inherited: Function | None) -> Site | None:
    """A new hook: with the parameters of the one that it overrides, else of its sibling."""
    source = case.source_of(subject.type.location.path)
    holder = source.class_at(subject.type.location.line) if source is not None else None
    other = UPDATE if notion == CREATE else CREATE
    sibling = subject.method(other)
    model = inherited or (sibling[1] if sibling is not None else None)
    if source is None or holder is None or model is None or model.binding != "instance" or model.decorators:
        return None
    located = _located(case, model)
    names = _parameters(other if inherited is None else notion, model)
    obj, old = names.obj, "" if notion == CREATE else names.old or ("" if inherited else "old")
    if located is None or obj is None or (notion == UPDATE and not old):
        return None
    receiver = model.parameters[0].name
    given = [name for name in (names.context, obj, old) if name]
    if inherited and [receiver, *given] != [each.name for each in inherited.parameters]:
        return None
    name = inherited.name if inherited else getattr(case.program.words, notion)[0]
    # The names in the annotations of another module are not known here.
    annotations = _annotations(*located) if located[0] is source else {}
    annotations.setdefault("old", annotations.get(obj, ""))
    parameters = ", ".join([receiver, *(name + annotations.get(name, "") for name in given)])
    returned = located[0].written(located[1].returns) if located[1].returns is not None and annotations else ""
    call = f"super().{name}({', '.join(given)})"
    header = Header(
        holder,
        f"{'async ' if model.is_async else ''}def {name}({parameters}){returned and ' -> ' + returned.lstrip('-> ')}:",
        "" if inherited is None else f"await {call}" if model.is_async else call,
        inherited is None and bool([each for each in blocks.returns(*located) if each.value is not None]),
    )
    return Site(case, subject, notion, source, header, name, model.is_async, obj, old, receiver)


def _annotations(source: Source, node: cst.FunctionDef) -> dict[str, str]:
    """The annotations of parameters, with their colons."""
    return {
        each.name.value: ": " + source.written(each.annotation.annotation)
        for each in node.params.params
        if each.annotation is not None
    }


def _new_hook(site: Site, header: Header, lines: Sequence[str]) -> list[Change]:
    """The hook as a method of its class: beside its sibling, a create hook in front of it."""
    source, block = site.source, header.holder.body
    indent = blocks.indent_of(source, block, header.holder.name)
    body = [site.step + line for line in [*([header.above] if header.above else []), *lines]]
    if not isinstance(block, cst.IndentedBlock):
        return blocks.opened(source, block, header.holder.name, (), [header.line, *body])
    text = source.newline.join(indent + line for line in [header.line, *body]) + source.newline
    found = blocks.statements(block)
    if len(found) == 1 and blocks.is_nothing(found[0]):
        change = blocks.lines_of(source, found[0])
        return [Change(source.path, change.start, change.end, text)]
    named = [each for each in found if isinstance(each, cst.FunctionDef) and each.name.value.startswith("prepare")]
    if site.notion == CREATE and named:
        return [source.inserted(blocks.start_of(source, named[0]), text + source.newline)]
    end = blocks.lines_of(source, named[-1] if named else block.body[-1]).end
    if not source.text[:end].endswith(("\n", "\r")):
        return [source.inserted(end, source.newline * 2 + text.removesuffix(source.newline))]
    return [source.inserted(end, source.newline + text)]
