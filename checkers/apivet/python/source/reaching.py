"""Objects of other modules that code changes: attributes that it sets on what it imports, and what it puts into it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from apivet.python.source.changes import MUTATING, changed_by
from apivet.python.source.stores import attribute_set, is_a_module, is_namespace, values_set

#: The change of an object by which no attribute of it is set: of what a container holds.
CONTENT: Final = ""
#: Under another name, that of a loop, a variable or a parameter, an object is followed so far.
_RENAMED: Final = 3
_BASES: Final = "__bases__"
#: Attributes and methods of a class that lead to those it derives from.
_ABOVE: Final = (_BASES, "__base__", "__mro__", "mro", "__class__", "__thisclass__", "__self_class__")
#: Any class of the module, as an expression.
_ANY: Final = ast.Name("(any class)", ast.Load())
#: The expressions that a name stands for.
_Meanings = dict[str, list[ast.expr]]
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
    meant, meant_by_hooks = _other_names(tree), _Meanings()
    told = _told_for_sure(tree, meant)
    for node in ast.walk(tree):
        for changed, name in changed_by(node):
            if name in hooks and not meant_by_hooks:
                meant_by_hooks = _with_any_class(tree, meant, hooks)
            for holder in _holders(changed, meant_by_hooks if name in hooks else meant, _RENAMED):
                is_outside = "*" in imported or holder.partition(".")[0] in imported
                if is_outside or (name in hooks and node not in told):
                    yield holder, name, changed.lineno


def _told_for_sure(tree: ast.Module, meant: _Meanings) -> set[ast.AST]:
    """The nodes that set an attribute of a class of the module by its only name, when the module is loaded."""
    classes = Counter(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    values = (node for statement in tree.body for node in values_set(statement))
    named = ((node, attribute_set(node)[0]) for node in values)
    return {
        node
        for node, holder in named
        if isinstance(holder, ast.Name) and holder.id not in meant and classes[holder.id] == 1
    }


def _other_names(tree: ast.Module) -> _Meanings:
    """The expressions that variables, loops and parameters of functions of a module stand for."""
    found: _Meanings = {}
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


def _with_any_class(tree: ast.Module, meant: _Meanings, hooks: Collection[str]) -> _Meanings:
    """The same, with what the classes of a module derive from; names of loops and of lambdas that set hooks may stand
    for any class of it."""
    found = {name: list(values) for name, values in meant.items()}
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found[_ANY.id] = [ast.Name(node.name, ast.Load()) for node in classes]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found[f"{node.name}.{_BASES}"] = list(node.bases)
            continue
        bound: list[str] = []
        if isinstance(node, ast.Lambda):
            bound = [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]
        for part in [node] if isinstance(node, ast.For) else getattr(node, "generators", []):
            if not isinstance(part.iter, (ast.Tuple, ast.List, ast.Set)):
                bound += [each.id for each in ast.walk(part.target) if isinstance(each, ast.Name)]
        if bound and any(name in hooks for part in ast.walk(node) for _, name in changed_by(part)):
            for name in bound:
                found.setdefault(name, []).append(_ANY)
    return found


def _holders(node: ast.expr, meant: _Meanings, depth: int) -> Iterator[str]:
    """The dotted names that an expression may stand for; an item of a container is taken for the container."""
    if isinstance(node, ast.Name):
        yield node.id
        for value in meant.get(node.id, ()) if depth > 0 else ():
            yield from _holders(value, meant, depth - 1)
    elif isinstance(node, ast.Attribute):
        yield from (f"{holder}.{node.attr}" for holder in _holders(node.value, meant, depth))
    elif isinstance(node, ast.Subscript):
        yield from _holders(node.value, meant, depth)
    if _ANY.id in meant:
        yield from _classes_behind(node, meant, depth)


def _classes_behind(node: ast.expr, meant: _Meanings, depth: int) -> Iterator[str]:
    """The classes that an expression may give which is no chain of names."""
    if isinstance(node, ast.Attribute):
        for holder in _holders(node.value, meant, depth) if node.attr in _ABOVE else ():
            yield from _above(holder, meant, depth)
        yield from (node.attr,) if is_a_module(node.value) else ()
        yield from _holders(_ANY, meant, depth) if node.attr == "__subclasses__" else ()
    elif isinstance(node, ast.Subscript) and is_namespace(node.value, is_outside=True):
        yield from _holders(node.slice if isinstance(node.slice, ast.Constant) else _ANY, meant, depth)
    elif isinstance(node, (ast.Call, ast.List, ast.Tuple, ast.Set, ast.Dict)):
        for part in ast.iter_child_nodes(node):
            yield from _holders(part, meant, depth) if isinstance(part, ast.expr) else ()
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
        yield node.value  # ``getattr(module, "Class")``


def _above(class_: str, meant: _Meanings, depth: int) -> Iterator[str]:
    """The class, and all that it derives from."""
    yield class_
    for base in meant.get(f"{class_}.{_BASES}", ()) if depth > 0 else ():
        for holder in _holders(base, meant, depth - 1):
            yield from _above(holder, meant, depth - 1)
