"""Objects of other modules that code changes: attributes that it sets on what it imports, and what it puts into it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from apivet.python.source.changes import MUTATING, changed_by
from apivet.python.source.stores import attribute_set, values_set

#: The change of an object by which no attribute of it is set: of what a container holds.
CONTENT: Final = ""
#: Under another name, that of a loop, a variable or a parameter, an object is followed so far.
_RENAMED: Final = 3
_CHAIN: Final = rb"([A-Za-z_]\w*)((?:\.\w+|\[[^\]\n]*\])*)"
_SET: Final = re.compile(
    rb"^[ \t]*(?:del[ \t]+)?(?!self\b)" + _CHAIN + rb"(?:\.\w+|\[[^\]\n]*\])[ \t]*(?:[-+|&*]?=(?!=)|[,\n])",
    re.MULTILINE,
)
_CALLED: Final = re.compile(
    rb"(?<![\w.])(?!self\b)" + _CHAIN + rb"\.(?:" + "|".join(sorted(MUTATING)).encode() + rb")[ \t]*\("
)
_SETTER: Final = re.compile(rb"\b(?:set|del)attr(?:__)?[ \t]*\((?![ \t\n]*self\b)")
_IMPORT: Final = re.compile(rb"\b(?:import|as)\b[ \t]*\(?([\w \t,.\n#]*)")
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")


def may_reach_out(data: bytes) -> bool:
    """Whether source may change what it imports, by its bytes."""
    if _SETTER.search(data) is not None:
        return True
    if b"import *" in data:
        return _SET.search(data) is not None or _CALLED.search(data) is not None
    roots = {match.group(1) for pattern in (_SET, _CALLED) for match in pattern.finditer(data)}
    return bool(roots) and any(not roots.isdisjoint(_WORD.findall(line)) for line in _IMPORT.findall(data))


def changed_outside(tree: ast.Module, hooks: Collection[str]) -> Iterator[tuple[str, str, int]]:
    """The dotted names of objects that a module imports and changes, each with the attribute that is set, if one is;
    for attributes of these ``hooks``, and where a star may bring any name, those of its own objects, too. Where the
    module itself tells the value for sure, its class is read with that (``Class.hook = value``)."""
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    meant = _other_names(tree)
    told = _told_for_sure(tree, meant)
    for node in ast.walk(tree):
        for changed, name in changed_by(node):
            for holder in _holders(changed, meant, _RENAMED):
                is_outside = "*" in imported or holder.partition(".")[0] in imported
                if is_outside or (name in hooks and node not in told):
                    yield holder, name, changed.lineno


def _told_for_sure(tree: ast.Module, meant: dict[str, list[ast.expr]]) -> set[ast.AST]:
    """The nodes that set an attribute of a class of the module by its only name, when the module is loaded."""
    classes = Counter(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    values = (node for statement in tree.body for node in values_set(statement))
    named = ((node, attribute_set(node)[0]) for node in values)
    return {
        node
        for node, holder in named
        if isinstance(holder, ast.Name) and holder.id not in meant and classes[holder.id] == 1
    }


def _other_names(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """The expressions that variables, loops and parameters of functions of a module stand for."""
    found: dict[str, list[ast.expr]] = {}
    functions = {
        node.name: node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
            elements = node.iter.elts if isinstance(node.iter, (ast.Tuple, ast.List, ast.Set)) else []
            found.setdefault(node.target.id, []).extend(elements)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            arguments = functions[node.func.id].args
            for parameter, given in zip((*arguments.posonlyargs, *arguments.args), node.args):
                found.setdefault(parameter.arg, []).append(given)
            for keyword in node.keywords:
                found.setdefault(keyword.arg or "", []).append(keyword.value)
    return found


def _holders(node: ast.expr, meant: dict[str, list[ast.expr]], depth: int) -> Iterator[str]:
    """The dotted names that an expression may stand for; an item of a container is taken for the container."""
    if isinstance(node, ast.Name):
        yield node.id
        for value in meant.get(node.id, ()) if depth > 0 else ():
            yield from _holders(value, meant, depth - 1)
    elif isinstance(node, ast.Attribute):
        yield from (f"{holder}.{node.attr}" for holder in _holders(node.value, meant, depth))
    elif isinstance(node, ast.Subscript):
        yield from _holders(node.value, meant, depth)
