"""Attributes and names that code sets, or takes away, other than by binding them in its scope."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import Final

from apivet.python.source.nodes import every_node, nodes_in

#: Functions that set or take away an attribute by its name, behind an object.
BY_NAME: Final = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))
#: Attributes of a function that decide what it does.
CODE: Final = frozenset(("__code__", "__defaults__", "__kwdefaults__"))
#: Attributes of functions and frames that give the names of their module; which module that is, code seldom tells.
GLOBALS: Final = ("__globals__", "f_globals")
#: The attribute of a frame that gives the names of its scope, which may be the body of a class.
LOCALS: Final = "f_locals"
#: The attribute of an object, or of a module, by which it gets all that another class has.
CLASS: Final = "__class__"
_ANNOTATIONS: Final = "__annotations__"
_NOTHING: Final[tuple[None, str]] = (None, "")
#: Any name: one that is computed.
ANY_NAME: Final = "*"


def is_special(name: str) -> bool:
    """Whether a method is one that the language calls."""
    return name.startswith("__") and name.endswith("__")


def attribute_set(node: ast.AST) -> tuple[ast.expr | None, str, bool]:
    """The object of which a node sets or takes away an attribute, the attribute's name (:data:`ANY_NAME` for one that
    is computed), and whether it is set as a whole and not the code of the function that it is; no object where a node
    does neither."""
    holder, name = _named_attribute(node)
    if name in CODE and isinstance(holder, ast.Attribute):
        return holder.value, holder.attr, False
    return holder, name, True


def _named_attribute(node: ast.AST) -> tuple[ast.expr | None, str]:
    if isinstance(node, ast.Attribute):
        return _NOTHING if isinstance(node.ctx, ast.Load) else (node.value, node.attr)
    return set_by_call(node) if isinstance(node, ast.Call) else _NOTHING


def set_by_call(call: ast.Call) -> tuple[ast.expr | None, str]:
    """The object of which a call sets or takes away an attribute, and the attribute's name: ``setattr(object, "name",
    value)``, ``object.__setattr__("name", value)``; a text may lead to both. No object where a call does neither."""
    called = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if called not in BY_NAME or not call.args:
        return _NOTHING
    is_bound = called.startswith("__") and len(call.args) == 1 + (called == "__setattr__")
    if is_bound and isinstance(call.func, ast.Attribute):
        above = call.func.value if isinstance(call.func.value, ast.Call) else None
        if above is None or ast.unparse(above.func) != "super":
            return call.func.value, spelled(call.args[0])
        given = above.args[1:]  # the method above of any object: ``super(type(module), module)``
        is_other = bool(given) and isinstance(given[0], ast.Name) and given[0].id not in ("self", "cls")
        return (given[0], spelled(call.args[0])) if is_other else _NOTHING
    holder, _, name = spelled(call.args[0]).rpartition(".")
    if holder:  # ``monkeypatch.setattr("pkg.module.name", value)``
        return ast.copy_location(ast.Name(holder, ast.Load()), call), name
    return (call.args[0], spelled(call.args[1])) if len(call.args) > 1 else _NOTHING


def values_set(statement: ast.stmt) -> dict[ast.AST, ast.expr]:
    """The nodes of a statement that set an attribute of a name whenever it runs, each with the value."""
    found: dict[ast.AST, ast.expr] = {}
    if isinstance(statement, ast.Assign):
        found = dict.fromkeys(statement.targets, statement.value)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and len(statement.value.args) > 2:
        found = {statement.value: statement.value.args[2]}
    sets = {node: attribute_set(node) for node in found}
    return {node: found[node] for node, (holder, _, whole) in sets.items() if isinstance(holder, ast.Name) and whole}


def named_in_namespace(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement of a class body sets in the names of that body whenever it runs, each with its value:
    ``vars()["name"] = ...``, ``locals().update(name=...)``."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Subscript) and is_namespace(target.value, is_outside=True):
                yield spelled(target.slice), statement.value
        return
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return
    if call.func.attr in ("update", "__setitem__") and is_namespace(call.func.value, is_outside=True):
        if call.func.attr == "__setitem__":
            yield from [(spelled(call.args[0]), call.args[1])] if len(call.args) == 2 else []
            return
        for given in call.args:
            if isinstance(given, ast.Dict):
                yield from ((spelled(key), value) for key, value in zip(given.keys, given.values))
        yield from ((keyword.arg or ANY_NAME, keyword.value) for keyword in call.keywords)


def may_set(data: bytes, names: Collection[str]) -> bool:
    """Whether source may set attributes of these names from outside, by its bytes."""
    if not any(name.encode() in data for name in names):
        return False
    spelled = b"|".join(re.escape(name.encode()) for name in names)
    return b"attr" in data or b"patch" in data or re.search(rb"\.\s*(?:" + spelled + rb")\b(?!\s*\()", data) is not None


# ---------------------------------------------------------------------------------------------- names of the module

_NAMESPACES: Final = frozenset(("globals", "vars", "locals"))
_SETTING: Final = frozenset(("update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__"))
_READING: Final = frozenset(("dict", "iter", "len", "list", "set", "sorted", "tuple"))
#: Words that one of them has, which are searched for fast.
_NAMES_SET: Final = (
    *(b"global", b"vars()", b"locals()", b"sys.modules", b"exec", b"eval("),
    *(b"__code__", b"defaults__", b".f_locals"),
)
_MAY_SET_NAMES: Final = re.compile(
    rb"\bglobal |\bglobals\(|\bvars\(\)|\blocals\(\)|\bsys\.modules\b|\bexec\b|\beval\("
    rb"|\.__(?:code|defaults|kwdefaults|globals)__\b|\.f_(?:globals|locals)\b"
)


def may_set_names(data: bytes) -> bool:
    """Whether code may set names of its module in another way than by a statement of their scope."""
    return any(word in data for word in _NAMES_SET) and _MAY_SET_NAMES.search(data) is not None


def names_set(tree: ast.Module | ast.stmt, *, only_later: bool = False) -> Iterator[str]:
    """The names that the code of a module, or a statement of a class body, sets or takes away in another way than by a
    statement of its scope: ``global``, ``globals()["name"] = ...``, ``sys.modules[__name__].name = ...``, ``exec``.
    What functions do comes later than that the module is loaded."""
    pending: list[tuple[ast.AST, bool]] = [(tree, True)]
    while pending:
        node, is_outside = pending.pop()
        yield from () if only_later and is_outside else _set_by(node, is_outside)
        inner = is_outside and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef))
        pending += ((child, inner) for child in nodes_in(node))


def _set_by(node: ast.AST, is_outside: bool) -> Iterator[str]:
    if isinstance(node, ast.Global):
        yield from node.names
    elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        if is_namespace(node.value, is_outside):
            yield spelled(node.slice)
        elif isinstance(node.value, ast.Subscript) and is_namespace(node.value.value, is_outside):
            yield spelled(node.value.slice)
    elif isinstance(node, ast.AugAssign):
        yield from (ANY_NAME,) if is_namespace(node.target, is_outside) else ()
    elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
        if is_a_module(node.value):
            yield ANY_NAME if node.attr == CLASS else node.attr
        elif node.attr in CODE and isinstance(node.value, ast.Name):
            yield node.value.id
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
        # Under another name, the names may be set wherever that leads.
        if is_outside and node.value is not None and (is_namespace(node.value, is_outside) or _runs_text(node.value)):
            yield ANY_NAME
    elif isinstance(node, ast.Call):
        yield from _set_by_call(node, is_outside)


def _set_by_call(node: ast.Call, is_outside: bool) -> Iterator[str]:
    called = node.func
    if isinstance(called, ast.Attribute) and called.attr in _SETTING and is_namespace(called.value, is_outside):
        yield from keys_set(node)
    elif isinstance(called, (ast.Name, ast.Attribute)) and len(node.args) > 1 and is_a_module(node.args[0]):
        if (called.id if isinstance(called, ast.Name) else called.attr) in BY_NAME:
            yield spelled(node.args[1])
    elif _runs_text(called) and is_outside and len(node.args) == 1:
        yield from _set_by_text(node.args[0])
    elif (is_outside or _runs_text(called)) and any(is_namespace(given, is_outside) for given in node.args):
        if not isinstance(called, ast.Name) or called.id not in _READING:
            yield ANY_NAME


def _runs_text(node: ast.expr) -> bool:
    """``exec`` and ``eval``."""
    called = node.attr if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "builtins" else None
    return (node.id if isinstance(node, ast.Name) else called) in ("exec", "eval")


def keys_set(call: ast.Call) -> Iterator[str]:
    """The keys that a method of a mapping sets or takes away, by a call of it."""
    if not (isinstance(call.func, ast.Attribute) and call.func.attr in ("update", "__ior__")):
        yield spelled(call.args[0]) if call.args else ANY_NAME
    elif all(isinstance(given, ast.Dict) for given in call.args):
        yield from (spelled(key) for given in call.args if isinstance(given, ast.Dict) for key in given.keys)
        yield from (keyword.arg or ANY_NAME for keyword in call.keywords)
    else:
        yield ANY_NAME


def _set_by_text(text: ast.expr) -> Iterator[str]:
    """The names that source sets, where it is written out."""
    try:
        tree = ast.parse(text.value) if isinstance(text, ast.Constant) and isinstance(text.value, str) else None
    except (SyntaxError, ValueError):
        return
    if tree is None:
        yield ANY_NAME
        return
    yield from names_set(tree)
    for node in every_node(tree):
        if isinstance(node, ast.Name) and (not isinstance(node.ctx, ast.Load) or node.id == _ANNOTATIONS):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.alias):
            yield ANY_NAME if node.name == "*" else (node.asname or node.name).partition(".")[0]


def is_namespace(node: ast.expr, is_outside: bool) -> bool:
    """Whether an expression gives the names of the module; outside of functions ``vars()`` does, too."""
    if isinstance(node, ast.Attribute):
        is_frame = node.attr == LOCALS and is_outside
        return is_frame or node.attr in GLOBALS or (node.attr == "__dict__" and is_a_module(node.value))
    called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    if not isinstance(node, ast.Call) or node.keywords or called not in _NAMESPACES:
        return False
    if node.args:
        return called == "vars" and is_a_module(node.args[0])
    return called == "globals" or is_outside


def is_a_module(node: ast.expr) -> bool:
    """``sys.modules[__name__]``."""
    holder = node.value if isinstance(node, ast.Subscript) else None
    if not isinstance(holder, ast.Attribute) or holder.attr != "modules" or not isinstance(node, ast.Subscript):
        return False
    return isinstance(node.slice, ast.Name) and node.slice.id == "__name__"


def spelled(node: ast.expr | None) -> str:
    """The text that an expression is, else any."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ANY_NAME
