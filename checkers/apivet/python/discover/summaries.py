"""Summaries of single files, from which the facts of the tree are put together."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from apivet.program.files import SourceError, display_path
from apivet.python.discover.registry import registered_gates
from apivet.python.files.layout import is_registry
from apivet.python.files.object_keys import ANY_MODULE, SET, Replaced, class_key
from apivet.python.files.spelling import as_read
from apivet.python.files.tree_facts import ClassSummary, FileSummary, TreeFacts
from apivet.python.source.comments import TAG, read_comments
from apivet.python.source.handing import METHOD, ChangeOfGiven, Handed, changes_of, handed_over, names_at_top
from apivet.python.source.leading import IMPORTING
from apivet.python.source.nodes import assigned, every_node, first_name, last_name, values_by_name
from apivet.python.source.parsing import parse, parse_once
from apivet.python.source.plain_words import may_say_otherwise, put_plainly
from apivet.python.source.reaching import CONTENT, changed_outside, told_for_sure
from apivet.python.source.reaching_words import MOVED, may_reach_out
from apivet.python.source.stores import ANY_NAME, CLASS, GLOBALS, may_set
from apivet.python.source.top_statements import KeptAnswers, TopStatement, top_statements
from apivet.python.types.gate_tags import GATE_KEYS, GATE_MARKERS, NAMING, split_gates

if TYPE_CHECKING:
    from apivet.program.front_end import Scope

__all__ = ["CLASS_HEADER", "FileSummary", "TreeFacts", "summarise"]

#: A class statement with its bases. Parentheses in the bases nest at most once (``class A(make(B), C):``).
CLASS_HEADER: Final = re.compile(
    rb"^[ \t]*class[ \t]+([A-Za-z_]\w*)[ \t]*(?:\[[^\]\n]*\])?[ \t]*\(((?:[^()]|\([^()]*\))*)\)", re.MULTILINE
)
_FROM_IMPORT: Final = re.compile(
    rb"^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n(]*(?:\\\n[^\n]*)*)", re.MULTILINE
)
_DOTTED: Final = re.compile(rb"[A-Za-z_][\w.]*")
#: Type arguments of a base, and ``metaclass=...``: names in a class header that are no bases.
_NO_BASE: Final = re.compile(rb"\[[^\[\]]*\]|\b\w+[ \t\n]*=[ \t\n]*[\w.]+")
_SUBRESOURCE: Final = re.compile(rb"^[ \t]+subresource\b", re.MULTILINE)
#: ``strategy = WidgetStrategy(...)`` and ``def new_strategy(): ... return WidgetStrategy(...)``.
_INSTANCE: Final = re.compile(rb"^([A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?=[ \t]*([A-Za-z_]\w*)\(", re.MULTILINE)
_FACTORY: Final = re.compile(
    rb"^def[ \t]+([A-Za-z_]\w*)[^\n]*\n(?:(?:[ \t)][^\n]*)?\n)*?[ \t]+return[ \t]+([A-Za-z_]\w*)\(", re.MULTILINE
)
_TAG_WORD: Final = b"eatureGate="
#: The words of markers and metadata keys; the tag in a comment has one of them after a plus sign or a colon.
_MARKER: Final = re.compile(b"(?<![+:])(?:" + "|".join((*GATE_MARKERS, *GATE_KEYS)).encode() + b")")
_MAKING: Final = ".__init__"
_STATUS_KEYWORD: Final = "status_strategy"


def summarise(path: str, data: bytes, config: Scope, root: str = "", *, is_far: bool = False) -> FileSummary:
    """Summarise a file as far as it matters for others. A file that can't be parsed says little.

    ``path`` is absolute; below ``root`` only what follows it can be part of a dotted name. What the functions of one
    that ``is_far`` are given, and what it hands to others, is nothing that is judged.
    """
    words = as_read(data)
    imports = _imports(words)
    module = _module_name(path)
    classes = _classes(words, path, data, imports, module)
    binds = _STATUS_KEYWORD.encode() in words or (b"_strategy" in words and b"status" in words)
    tagged = _tags_in_comments(data) if _TAG_WORD in data else set()
    marks = _MARKER.search(words) is not None
    registry = is_registry(display_path(path, root) if root else path, config.feature_gates)
    hooks = (*config.vocabulary.prepare_for_create, *config.vocabulary.prepare_for_update)
    replaces = may_set(words, hooks) or may_reach_out(words)
    try:
        tree = parse(path, data) if may_say_otherwise(words) else parse_once(path, data)
    except SourceError:
        return FileSummary(path, classes)
    named, references = _markers(tree) if marks else (set(), set())
    changed = _changed_outside(tree, words, (*hooks, CLASS)) if replaces else []
    statements = top_statements(tree, None if may_say_otherwise(words) else data)
    names = {**imports, **{name: module for _, renamed in _RENAMED.about(statements, None) for name, module in renamed}}
    bound = tuple(sorted({_key(name, imports, module) for name in _bound(tree)})) if binds else ()
    gates = tuple(sorted(registered_gates(tree))) if registry else ()
    own = names_at_top(tree).union(names)
    # Any name that a file does not bind may be one of those that a star brings.
    brought = {node.id for node in every_node(tree) if isinstance(node, ast.Name)} - own if "*" in names else set()
    own |= brought
    changes = () if is_far else _changes(changes_of(statements, hooks, own), names, module)
    handed = () if is_far else _handed(handed_over(statements, own), names, module, brought)
    return FileSummary(
        path=path,
        classes=classes,
        status_bound=bound,
        tagged=tuple(sorted(tagged | named)),
        tag_references=tuple(sorted(references)),
        registered=gates,
        replaced=_replaced(changed, names, path, words) if replaces else (),
        changes=tuple(sorted({*changes})),
        handed=tuple(sorted({*handed})),
    )


def _changed_outside(tree: ast.Module, words: bytes, names: Sequence[str]) -> list[tuple[str, str, int]]:
    """The attributes of objects of others that a module sets or takes away; it is put plainly after that."""
    nodes = list(every_node(tree))
    told = told_for_sure(nodes)
    return list(changed_outside(put_plainly(nodes, words), words, names, told))


def _renamed_in(statement: TopStatement, _: None) -> list[tuple[str, tuple[str, str]]]:
    """The modules that a statement imports, those of the standard library under other names only."""
    every = (alias for node in every_node(statement.node) if isinstance(node, ast.Import) for alias in node.names)
    found = [(alias.asname or "", alias.name, first_name(alias.name)) for alias in every]
    return [
        (other or package, ("", name.rpartition(".")[2] if other else package))
        for other, name, package in found
        if other or package not in sys.stdlib_module_names
    ]


_RENAMED: Final = KeptAnswers(_renamed_in)


def _changes(
    changes: Iterable[ChangeOfGiven], names: dict[str, tuple[str, str]], module: str
) -> Iterator[ChangeOfGiven]:
    """The changes that the functions of a file make to what they are given, each with the key of whom they hand it
    to."""
    for change in changes:
        yield replace(change, callee=_callee(change.callee, names, module)) if change.callee else change


def _handed(
    handed: Iterable[tuple[str, str, bool, int]], names: dict[str, tuple[str, str]], module: str, brought: set[str]
) -> Iterator[Handed]:
    """The objects that a file hands to functions, by their keys, each with the first line; those that a star
    ``brought`` are of any module."""
    found: dict[tuple[str, str, bool], int] = {}
    for callee, name, is_made, line in handed:
        key = callee, name, is_made
        found[key] = min(line, found.get(key, line))
    for (callee, name, is_made), line in found.items():
        first = name.rpartition(".")[2]
        inside = names.get(first, ("", first))[1] if "." in name or name in names else ""
        meant = class_key(name, ANY_MODULE) if name in brought else _key(name, names, module)
        if callee != name:
            yield Handed(_callee(callee, names, module), name, meant, inside, line, is_made)


def _callee(name: str, names: dict[str, tuple[str, str]], module: str) -> str:
    """The key of the function that a dotted name may stand for; one behind a dot may be a method of anything, but for
    the one by which an object of a class is made."""
    name = name.removesuffix(_MAKING)
    return f"{METHOD if '.' in name else ''}{_key(name, names, module)}"


def _replaced(
    changes: Iterable[tuple[str, str, int]], names: dict[str, tuple[str, str]], path: str, data: bytes
) -> tuple[Replaced, ...]:
    """The attributes that a file sets or takes away on objects of others, each with the first line; where such an
    object is a module, the attribute is itself one, which is :data:`SET`."""
    module = _module_name(path)
    found: set[Replaced] = set()
    first: dict[tuple[str, str], int] = {}
    for holder, name, line in changes:
        first[holder, name] = min(line, first.get((holder, name), line))
    for (holder, name), line in first.items():
        if holder.endswith(GLOBALS):
            found.add((class_key(name, _module_of(holder, names)), SET, path, line, holder))
            continue
        if holder == ANY_NAME:
            found.add((class_key(ANY_NAME, ANY_MODULE), name, path, line, holder))
            # The object may be any module.
            found.update([(class_key(name, ANY_MODULE), SET, path, line, "")] if name.isidentifier() else [])
            continue
        found.add((_key(holder, names, module), name, path, line, holder))
        if "*" in names and holder not in names:
            found.add((class_key(holder, names["*"][0]), name, path, line, holder))
        if "__path__" in (steps := [*holder.split("."), name])[1:]:
            package = steps[steps.index("__path__", 1) - 1]
            found.add((class_key(ANY_NAME, names.get(package, ("", package))[1]), SET, path, line, holder))
        elif name != CONTENT and not {*IMPORTING, "modules"}.isdisjoint(steps[:-1]):
            found.add((class_key(name, ANY_MODULE), SET, path, line, holder))
        elif name != CONTENT:
            found.add((_key(f"{holder}.{name}", names, module), SET, path, line, f"{holder}.{name}"))
    for moved in MOVED.finditer(data):
        found.add((class_key(ANY_NAME, module), SET, path, data.count(b"\n", 0, moved.end()) + 1, ""))
    return tuple(sorted(found))


def _module_of(function: str, names: dict[str, tuple[str, str]]) -> str:
    """The module of a function, by its dotted name: any, where that begins with a variable."""
    root = function.partition(".")[0]
    source, original = names.get(root, (ANY_NAME, root))
    return source or original


def _module_name(path: str) -> str:
    stem = os.path.splitext(os.path.basename(path))[0]
    return os.path.basename(os.path.dirname(path)) if stem == "__init__" else stem


def _imports(data: bytes) -> dict[str, tuple[str, str]]:
    """Imported names: the module's last part, and the name there."""
    found: dict[str, tuple[str, str]] = {}
    for statement in _FROM_IMPORT.finditer(data):
        module = statement.group(1).decode("utf-8", "replace").strip(".").rpartition(".")[2]
        names = re.sub(rb"#[^\n]*", b"", statement.group(2)).strip(b"() \t")
        for part in names.replace(b"\\\n", b" ").split(b","):
            words = part.decode("utf-8", "replace").split()
            if words:
                found[words[-1]] = (module, words[0])
    return found


def _key(name: str, imports: dict[str, tuple[str, str]], module: str) -> str:
    """The key of a class as this file names it: ``Base``, ``strategy.Base`` or ``pkg.strategy.Base``."""
    holder, _, last = name.rpartition(".")
    if holder:
        first = holder.rpartition(".")[2]
        return class_key(last, imports.get(first, ("", first))[1])
    source, original = imports.get(last, (module, last))
    return class_key(original, source)


# -------------------------------------------------------------------------------------------------------- classes


def _classes(
    words: bytes, path: str, data: bytes, imports: dict[str, tuple[str, str]], module: str
) -> tuple[ClassSummary, ...]:
    """The classes that derive from others or say which subresource they are for."""
    bases: dict[str, set[str]] = {}
    for header in CLASS_HEADER.finditer(words):
        keys = {_key(base.decode(), imports, module) for base in _DOTTED.findall(_without_arguments(header.group(2)))}
        bases.setdefault(header.group(1).decode(), set()).update(keys)
    named = _subordinate(path, data) if _SUBRESOURCE.search(words) else {}
    makers: dict[str, set[str]] = {}
    for pattern in (_INSTANCE, _FACTORY) if bases else ():
        for match in pattern.finditer(words):
            makers.setdefault(match.group(2).decode(), set()).add(match.group(1).decode())
    return tuple(
        ClassSummary(name, tuple(sorted(bases.get(name, ()))), tuple(sorted(makers.get(name, ()))), named.get(name))
        for name in sorted(bases.keys() | named.keys())
    )


def _without_arguments(header: bytes) -> bytes:
    shorter = _NO_BASE.sub(b"", header)
    while shorter != header:
        header, shorter = shorter, _NO_BASE.sub(b"", shorter)
    return header


def _subordinate(path: str, data: bytes) -> dict[str, bool]:
    """The classes of a file that say which subresource they are for, and whether that is one at all."""
    try:
        tree = parse_once(path, data)
    except SourceError:
        return {}
    return {
        node.name: not isinstance(value, ast.Constant) or bool(value.value)
        for node in every_node(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        for name, value in values_by_name(statement)
        if name == "subresource"
    }


# ------------------------------------------------------------------------------------------------------- bindings


def _bound(tree: ast.Module) -> set[str]:
    """Names bound as a status strategy: of classes, of variables or of functions that make one."""
    values = _assignments(tree)
    found: set[str] = set()
    for node in every_node(tree):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg == _STATUS_KEYWORD:
                    found |= _named(keyword.value, values)
                elif "status" in (keyword.arg or "").lower() and isinstance(keyword.value, ast.Call):
                    for inner in keyword.value.keywords:
                        if (inner.arg or "").endswith("strategy"):
                            found |= _named(inner.value, values)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and _binds_status(target):
                    found |= _named(node.value, values)
    return found


def _binds_status(target: ast.Attribute) -> bool:
    """``status_store.update_strategy``, ``self.status_strategy``."""
    if target.attr == _STATUS_KEYWORD:
        return True
    store = last_name(target.value).lower()
    return "status" in store and (target.attr == "strategy" or target.attr.endswith("_strategy"))


def _assignments(tree: ast.Module) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in every_node(tree):
        for target, whole in assigned(node) if isinstance(node, ast.stmt) else ():
            for name, value in _pairs(target, whole):
                found.setdefault(name, []).append(value)
    return found


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for inner, part in zip(target.elts, value.elts):
            yield from _pairs(inner, part)


def _named(node: ast.expr, values: dict[str, list[ast.expr]], depth: int = 4) -> set[str]:
    """The dotted names that a value may come from."""
    if isinstance(node, ast.Call):
        return {_dotted(node.func)} - {""}
    if isinstance(node, ast.Name):
        found = {node.id}
        if depth > 0:
            for value in values.get(node.id, ()):
                found |= _named(value, values, depth - 1)
        return found
    return {_dotted(node)} - {""}


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        holder = _dotted(node.value)
        return f"{holder}.{node.attr}" if holder else ""
    if isinstance(node, ast.Subscript):
        return _dotted(node.value)
    return ""


# ----------------------------------------------------------------------------------------------------------- tags


def _tags_in_comments(data: bytes) -> set[str]:
    """The gates that comments name."""
    tags = [TAG.match(comment) for comment, _ in read_comments(data).values()]
    return {gate for tag in tags if tag for gate in split_gates(tag.group(1))}


def _markers(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The gates that markers and metadata name, and the expressions that stand for others."""
    named: set[str] = set()
    references: set[str] = set()
    markers = _marker_names(tree)
    for node in every_node(tree):
        for value in _gate_values(node, markers):
            if isinstance(value, ast.Constant):
                if isinstance(value.value, str):
                    named.update(split_gates(value.value))
            else:
                references.add(ast.unparse(value))
    return named, references


def _marker_names(tree: ast.Module) -> set[str]:
    """The names that the marker has in a file: it may be imported or assigned under another, and have subclasses."""
    names = set(GATE_MARKERS)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            names.update(alias.asname for alias in node.names if alias.asname and alias.name in names)
        elif isinstance(node, ast.Assign) and isinstance(node.value, (ast.Name, ast.Attribute)):
            if last_name(node.value) in names:
                names.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.ClassDef) and any(last_name(base) in names for base in node.bases):
            names.add(node.name)
    return names


def _gate_values(node: ast.AST, markers: set[str]) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call):
        if last_name(node) in markers:
            yield from node.args
            yield from (keyword.value for keyword in node.keywords if keyword.arg in NAMING)
        for keyword in node.keywords:
            if keyword.arg in GATE_KEYS:
                yield from _parts(keyword.value)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values):
            if isinstance(key, ast.Constant) and key.value in GATE_KEYS:
                yield from _parts(value)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        yield from node.elts
    else:
        yield node
