"""Objects of modules and classes that code changes after the statement which makes them: what it adds to a list, puts
into a mapping, or has a method do to an object."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, field

from apivet.python.source import aliases
from apivet.python.source.leading import part_of
from apivet.python.source.nodes import every_node, last_name, nodes_in
from apivet.python.source.stores import ANY_NAME, BY_NAME, CODE, set_by_call

#: Methods that change the container that they are called on.
MUTATING: Final = frozenset(
    ("add", "append", "appendleft", "clear", "difference_update", "discard", "extend", "extendleft", "insert")
    + ("intersection_update", "move_to_end", "pop", "popitem", "popleft", "remove", "reverse", "rotate", "setdefault")
    + ("sort", "subtract", "symmetric_difference_update", "update", "__delitem__", "__iadd__", "__ior__", "__setitem__")
)
#: Functions that only read what they are given, or make another object of it.
READING: Final = frozenset(
    ("all", "any", "bool", "dict", "enumerate", "filter", "frozenset", "hash", "id", "isinstance", "issubclass", "iter")
    + ("len", "list", "map", "max", "min", "print", "range", "repr", "reversed", "set", "sorted", "str", "sum", "tuple")
    + (
        "type",
        "zip",
        "deepcopy",
        "copy",
        "namedtuple",
        "TypeVar",
        "Enum",
        "MappingProxyType",
        "format",
        "join",
        "chain",
        "get_type_hints",
    )
)
#: Expressions that name an object.
_NAMING: Final = (ast.Name, ast.Attribute)
#: A dotted name, of which parts may be any.
_PATH: Final = re.compile(rf"[\w.{ANY_NAME}]+")
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Changes(Struct):
    """Changes that the code of a module makes, each with its line: to objects of its ``names`` (``fields`` are the
    attributes that are set, where they are written out); by methods of these
    (``calls``, by name); to what ``attributes`` of some name hold; to attributes themselves, by the name of their
    class (``set_in``). What is ``handed`` to a call while the module is loaded may be changed there."""

    names: dict[str, int] = field(default_factory=dict)
    handed: dict[str, int] = field(default_factory=dict)
    fields: dict[str, set[str]] = field(default_factory=dict)
    calls: dict[str, dict[str, int]] = field(default_factory=dict)
    attributes: dict[str, int] = field(default_factory=dict)
    set_in: dict[tuple[str, str], int] = field(default_factory=dict)


def changes_in(tree: ast.Module, hooks: Collection[str]) -> Changes:
    """The changes that a module's code makes, that of classes with one of these ``hooks`` left out: earlier calls of
    these are followed."""
    found = Changes()
    _look(tree, found, frozenset(hooks), frozenset(), "", True)
    for name, line in _by_other_names(found.names, aliases.bound_in(tree)).items():
        found.names.setdefault(name, line)
        found.attributes.setdefault(name, line)
    return found


def _by_other_names(changed: Mapping[str, int], named: Mapping[str, Collection[str]]) -> dict[str, int]:
    """The other names of all that is changed, over whatever steps, each with the line of the change."""
    found = dict[str, int]()
    pending = list(changed.items())
    while pending:
        name, line = pending.pop()
        for other in sorted(named.get(name, ())):
            if other not in found and other not in changed:
                found[other] = line
                pending.append((other, line))
    return found


def _note_aliases(function: ast.AST, found: Changes, local: frozenset[str]) -> None:
    """Note what a function changes by a name of its own."""
    named = aliases.bound_in(function)
    parts = every_node(function) if named else ()
    changed = ((getattr(node, "lineno", 0), each) for node in parts for each, _ in changed_by(node))
    roots = {root: line for line, each in changed for root in aliases.named(each)}
    for name, line in _by_other_names(roots, named).items():
        if name not in local:
            found.names.setdefault(name, line)


def _look(
    node: ast.AST, found: Changes, hooks: frozenset[str], local: frozenset[str], owner: str, is_outside: bool
) -> None:
    pending = [node]
    while pending:
        current = pending.pop()
        for child in nodes_in(current):
            if isinstance(child, _FUNCTIONS):
                own = local | _bound_in(child)
                _look(child, found, hooks, own, owner, False)
                _note_aliases(child, found, own)
            elif isinstance(child, ast.ClassDef):
                methods = {item.name for item in child.body if isinstance(item, _FUNCTIONS[:2])}
                followed = () if methods.isdisjoint(hooks) else _FUNCTIONS
                inside = [statement for statement in child.body if not isinstance(statement, followed)]
                _look(ast.Module(inside, []), found, hooks, local, child.name, is_outside)
            else:
                pending.append(child)
        _note(current, found, local, owner, is_outside)


def _bound_in(function: ast.AST) -> frozenset[str]:
    """The names that are a function's own."""
    arguments = [node.arg for node in every_node(function) if isinstance(node, ast.arg)]
    stored = [
        node.id for node in every_node(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    ]
    shared = {name for node in every_node(function) if isinstance(node, ast.Global) for name in node.names}
    return frozenset((*arguments, *stored)) - shared


def _note(node: ast.AST, found: Changes, local: frozenset[str], owner: str, is_outside: bool) -> None:
    """Note what one node changes."""
    for changed, name in changed_by(node):
        line: int = getattr(node, "lineno", 0)
        if name and not (is_outside and name != ANY_NAME and isinstance(changed, ast.Name)):
            for class_ in _classes_named(changed, owner):
                found.set_in.setdefault((class_, name), line)
        elif not name and isinstance(changed, ast.Attribute):
            found.attributes.setdefault(changed.attr, line)
        for root in sorted({*aliases.named(changed), _root(changed) or ""} - {"", *local}):
            found.names.setdefault(root, line)
            if owner and is_outside:
                found.attributes.setdefault(root, line)
            if name and isinstance(changed, ast.Name):
                found.fields.setdefault(root, set()).add(name)
    for root, method, line in _called_by(node):
        if root not in local:
            found.calls.setdefault(root, {}).setdefault(method, line)
    if isinstance(node, ast.Call) and is_outside:
        for name in _handed_over(node):
            found.handed.setdefault(name, node.lineno)


def _called_by(node: ast.AST) -> Iterator[tuple[str, str, int]]:
    """The methods that a node calls, with the name that each is reached from, and the line."""
    called: list[ast.expr] = [node.func] if isinstance(node, ast.Call) else getattr(node, "decorator_list", [])
    for each in called:
        root = _root(each)
        if isinstance(each, ast.Attribute) and root is not None:
            yield root, each.attr, each.lineno
    for item in node.items if isinstance(node, (ast.With, ast.AsyncWith)) else ():
        if isinstance(item.context_expr, ast.Name):
            for method in ("__enter__", "__exit__"):
                yield item.context_expr.id, method, item.context_expr.lineno


#: The kinds of nodes that can change something.
ACTING: Final = (ast.Attribute, ast.Subscript, ast.Call, ast.AugAssign)


def changed_by(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The objects that a node changes, each with the name of the attribute that is set; a function that gets other code
    is set itself."""
    for changed, name in _changed_by(node):
        yield changed, name
        function = changed if name in CODE else None
        if not name and isinstance(changed, ast.Attribute) and changed.attr in CODE:
            function = changed.value  # ``function.__kwdefaults__["name"] = value``
        if isinstance(function, ast.Attribute):
            yield function.value, function.attr


def _changed_by(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
        yield node.value, node.attr if isinstance(node, ast.Attribute) else ""
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
        yield node.target, ""
    elif isinstance(node, ast.Attribute) and node.attr in MUTATING:
        yield node.value, ""  # called here, or by whoever is given the method: a decorator, another name
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATING:
        yield node.func.value, ""
    elif isinstance(node, ast.Call) and (replaced := patched(node)):
        yield from replaced
    elif isinstance(node, ast.Call) and any(map(is_setter, given := _given(node))):
        # ``map(setattr, ...)``, ``Thread(target=setattr, args=(Class, ...))``: who calls it later says which attribute.
        yield from ((each, ANY_NAME) for each in given if isinstance(each, _NAMING) and not is_setter(each))
    elif isinstance(node, ast.Call):
        holder, name = set_by_call(node)
        yield from [] if holder is None else [(holder, name)]


def is_setter(node: ast.expr) -> bool:
    """``setattr``, ``object.__setattr__``: a function that sets an attribute by its name."""
    return isinstance(node, _NAMING) and last_name(node) in BY_NAME


def _given(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call, and the elements of those that are made of several."""
    given = [*call.args, *(each.value for each in call.keywords)]
    several = (each.elts if isinstance(each, (ast.List, ast.Tuple, ast.Set)) else [each] for each in given)
    return [part for parts in several for part in parts]


def patched(call: ast.Call) -> list[tuple[ast.expr, str]]:
    """The objects of which ``mock.patch`` replaces attributes, each with the name of one."""
    words: list[str] = []
    called: ast.AST = call.func
    while (part := part_of(called)) is not None:
        words, called = [part[1], *words], part[0]
    words = [called.id, *words] if isinstance(called, ast.Name) else words
    kind = words[words.index("patch") + 1 :] if "patch" in words and call.args else None
    given = call.args[1] if len(call.args) > 1 else None
    named = given.value if isinstance(given, ast.Constant) else ANY_NAME
    if kind == ["object"]:
        return [(call.args[0], str(named))]
    path = _path_in(call.args[0]) if kind in ([], ["multiple"], ["dict"]) else ""
    if path == ANY_NAME:
        # Other libraries have methods of that name, and are given no path of an object.
        path = f"{ANY_NAME}.{ANY_NAME}" if kind == [] and (words == ["patch"] or "mock" in words[-2]) else ""
    if kind == ["multiple"]:
        holder = ast.copy_location(ast.Name(path, ast.Load()), call) if path else call.args[0]
        return [(holder, keyword.arg or ANY_NAME) for keyword in call.keywords]
    holder_path, _, name = path.rpartition(".")
    name = ANY_NAME if name == "__dict__" or ANY_NAME in name else name
    holder_path = ANY_NAME if ANY_NAME in holder_path.rpartition(".")[2] else holder_path
    return [(ast.copy_location(ast.Name(holder_path, ast.Load()), call), name)] if holder_path else []


def _path_in(text: ast.expr) -> str:
    """The dotted name that a text is, with :data:`ANY_NAME` for what is not written out; nothing where it is none."""
    path = _pieced(text)
    return path if _PATH.fullmatch(path) is not None else ""


def _pieced(text: ast.expr) -> str:
    """The text that an expression puts together of pieces."""
    parts: Sequence[ast.expr] = text.values if isinstance(text, ast.JoinedStr) else ()
    if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add):
        parts = (text.left, text.right)
    if isinstance(text, ast.Constant):
        return str(text.value)
    return "".join(map(_pieced, parts)) if parts else ANY_NAME


def _classes_named(holder: ast.expr, owner: str) -> Iterator[str]:
    """The classes of which attributes are set, as far as the holder names one."""
    if isinstance(holder, ast.Name):
        yield owner if holder.id == "cls" else holder.id.rpartition(".")[2]
    elif isinstance(holder, ast.Attribute) and holder.attr != "__class__":
        yield holder.attr
    elif owner:
        yield owner  # ``type(self)``, ``self.__class__``


def _handed_over(call: ast.Call) -> Iterator[str]:
    """The names of objects that a call is given, where it may change them."""
    called = call.func
    if (called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")) not in READING:
        for given in (*call.args, *(keyword.value for keyword in call.keywords)):
            if isinstance(given, ast.Name):
                yield given.id


def _root(node: ast.expr) -> str | None:
    """The name that a chain of attributes, items and calls begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None
