"""Functions that change what they are given, and calls that hand names of a module over to functions: both are told by
one file, and put together by the names of the functions."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from apivet.python.source.changes import MUTATING, READING
from apivet.python.source.leading import bound, chains_in, module_named, names_of, part_of
from apivet.python.source.nodes import every_node, last_name, nodes_in, parameters_of
from apivet.python.source.reaching import Meanings, changed_by_name
from apivet.python.source.reaching_words import ANY_WORD, AS_PART, asks_for_modules
from apivet.python.source.stores import CLASS
from apivet.python.source.top_statements import KeptAnswers, TopStatement

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_OWN: Final = ("self", "cls")
_HOLDING: Final = (ast.Name, ast.Attribute, ast.Dict, ast.List, ast.Tuple, ast.Set)
#: The kinds of most nodes, none of which binds a name to a value.
_BINDING_NOTHING: Final = (ast.Name, ast.Attribute, ast.Constant, ast.Call, ast.arg, ast.Subscript)
#: The mark of the key of a function that may be a method.
METHOD: Final = "."
#: Attributes of attributes are told so far.
_DEEP: Final = 3
#: Expressions in expressions are followed so far.
_NESTED: Final = 100
#: A name stands for so many parts at most.
_MANY: Final = 8
#: Functions that give parts of what they are given, and methods that give parts of their object.
_PICKING: Final = READING | {"vars", "getattr", "next", "getmembers"}
_PARTS: Final = ("values", "items", "get", "pop", "popitem", "setdefault")
_DEFINED: Final = re.compile(
    rb"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^([A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?=(?!=)", re.MULTILINE
)
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
_IMPORTED: Final = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE)
#: The name that ``import package.module`` binds.
_PACKAGE: Final = re.compile(rb"(?<![\w.])([A-Za-z_]\w*)\.")
_RENAMED: Final = re.compile(rb"\bas[ \t]+(\w+)")
#: A name that is a value by itself, or holds one: what is called or compared stands behind something else.
_VALUE: Final = re.compile(rb"(?:[=(,\[{:*]|\bin\b)[ \t\n]*([A-Za-z_]\w*)")
_PART: Final = re.compile(AS_PART % ANY_WORD)
_ROOT: Final = re.compile(r"[.(]")
_CALLED: Final = re.compile(rb"(\.?)\b([A-Za-z_]\w*)\(")


class ChangeOfGiven(Struct, frozen=True, order=True):
    """A change that a function makes to what it is given: of an attribute of that, or of the part that lies ``steps``
    below; where there is a ``callee``, it hands it on to that. Of a ``hook``, or of the class of an object, it is one
    of what is made of something, too. Where it is not ``sure``, nobody can tell what it is taken out of."""

    function: str
    is_method: bool
    steps: tuple[str, ...] = ()
    attribute: str = ""
    callee: str = ""
    is_hook: bool = False
    is_sure: bool = True


class Handed(Struct, frozen=True, order=True):
    """An object, as its file names it and by its key, that is handed to a function, by the key of that. ``inside`` is
    the module in the keys of its own attributes; none where it can be no module. An object that is made of it
    (``is_made``) is another one."""

    callee: str
    name: str
    key: str
    inside: str
    line: int
    is_made: bool = False


#: A part of what a function is given, and how far it is known: it is that part, in it, or made of it.
_Path = tuple[tuple[str, ...], int]
_IS, _IN, _OF = range(3)
_Known = dict[str, set[_Path]]
#: A name, and a value that is bound to it.
_Binding = tuple[str, ast.expr]


def names_of_others(data: bytes, *, of_library: bool = False) -> set[bytes]:
    """The names that source imports, and those of the modules, by its bytes; from the standard library, or else from
    other modules."""
    found = set[bytes]()
    for match in _IMPORTED.finditer(data):
        module = (match.group(1) or b"").split(b".")
        if (module[0].decode() in sys.stdlib_module_names) is of_library:
            found.update((*module[-1:], *_WORD.findall(match.group(2))))
    return found - {b"", b"as", b"import"}


def names_made(data: bytes) -> set[bytes]:
    """The names that source gives to functions, classes and variables of its top, by its bytes."""
    return {name for names in _DEFINED.findall(data) for name in names if name}


def hands_over(data: bytes, names: set[bytes], own: set[bytes]) -> bool:
    """Whether source may hand something to a function that it has one of these names for, of others or its ``own``."""
    if asks_for_modules(data) and not names.isdisjoint(_PART.findall(data)):
        return True
    known = names if b"import *" in data else (names_of_others(data) & names) | own
    if not known:
        return False
    packages = (_PACKAGE.findall(imported) for module, imported in _IMPORTED.findall(data) if not module)
    known = known.union(_RENAMED.findall(data), *packages)
    return asks_for_modules(data) or any(match in known for match in _VALUE.findall(_IMPORTED.sub(b"", data)))


def names_called(data: bytes) -> set[bytes]:
    """The names that source calls or imports, by its bytes; functions of the standard library are none of the tree."""
    of_library = names_of_others(data, of_library=True) - names_made(data)
    called = {name for dot, name in _CALLED.findall(data) if dot or name not in of_library}
    return names_of_others(data) | called


def changes_of(
    statements: Sequence[TopStatement], hooks: Collection[str], names: AbstractSet[str]
) -> Iterator[ChangeOfGiven]:
    """The changes that the functions of a file make to what they are given; a class does what its methods do. What is
    not sure counts for ``hooks`` only, and of functions that are handed something those of the module's ``names``."""
    for _, changes in _CHANGES.about(statements, (frozenset(hooks), frozenset(names))):
        yield from changes


def _changes_in(
    statement: TopStatement, context: tuple[AbstractSet[str], AbstractSet[str]]
) -> tuple[ChangeOfGiven, ...]:
    return tuple(_changes_below(statement.node, *context))


def _changes_below(statement: ast.stmt, hooks: Collection[str], names: AbstractSet[str]) -> Iterator[ChangeOfGiven]:
    nodes = list(every_node(statement))
    methods = {item for node in nodes if isinstance(node, ast.ClassDef) for item in node.body}
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                made = _changes(method.name, method, True, hooks, names) if isinstance(method, _FUNCTIONS[:2]) else ()
                yield from (part for each in made for part in (each, replace(each, function=node.name)))
            yield from (
                _changes(node.name, node, False, hooks, names)
                if any(map(_changes_what_it_keeps, every_node(node)))
                else ()
            )
        elif isinstance(node, _FUNCTIONS[:2]) and node not in methods:
            yield from _changes(node.name, node, False, hooks, names)
        elif isinstance(node, ast.Assign) and any(isinstance(each, ast.Lambda) for each in every_node(node.value)):
            for name in (name for target in node.targets for name in names_of(target)):
                yield from _changes(name, node, node in methods, hooks, names)
        elif isinstance(node, ast.ImportFrom):
            renamed = ((each.asname, each.name) for each in node.names if each.asname not in (None, each.name))
            yield from (
                ChangeOfGiven(name, False, callee=f"{node.module or ''}.{callee}") for name, callee in renamed if name
            )
    if isinstance(statement, ast.Assign) and isinstance(statement.value, _HOLDING):
        callees = [".".join((root, *steps)) for root, steps in chains_in(statement.value) if root in names]
        for name in (name for target in statement.targets for name in names_of(target)):
            yield from (ChangeOfGiven(name, False, callee=callee) for callee in callees)


_CHANGES: Final = KeptAnswers(_changes_in)


def _changes_what_it_keeps(node: ast.AST) -> bool:
    """``self.kept.name = value``, or the like."""
    holder = getattr(node, "value", None) if _may_change(node) else None
    while isinstance(holder, (ast.Attribute, ast.Subscript, ast.Call)):
        inner = holder.func if isinstance(holder, ast.Call) else holder.value
        if isinstance(inner, ast.Name):
            return inner.id in _OWN
        holder = inner
    return isinstance(node, ast.Call) and any(map(_is_kept, node.args))


def _is_kept(node: ast.expr) -> bool:
    """``self.kept``."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in _OWN


def _may_change(node: ast.AST) -> bool:
    """Whether a node is of a kind that can change something."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return not isinstance(node.ctx, ast.Load) or getattr(node, "attr", "") in MUTATING
    return isinstance(node, (ast.Call, ast.AugAssign))


def _changes(
    name: str, function: ast.AST, is_method: bool, hooks: Collection[str], names: AbstractSet[str]
) -> Iterator[ChangeOfGiven]:
    if name in hooks:
        return
    nodes = list(every_node(function))
    functions = [each for each in nodes if isinstance(each, _FUNCTIONS)]
    given = {parameter for each in functions for parameter in parameters_of(each)}
    known: _Known = {each: {((), _IS)} for each in given if each not in _OWN}
    if not known:
        return
    _rename(_bindings(nodes), known, 0)
    for node in filter(_may_change, nodes):
        for changed, attribute in changed_by_name(node, Meanings(), known):
            is_hook = attribute in hooks
            for steps, how in _paths(changed, known):
                if how != _OF and attribute:
                    yield ChangeOfGiven(name, is_method, steps, attribute, is_hook=is_hook or attribute == CLASS)
                if how and is_hook:
                    yield ChangeOfGiven(name, is_method, (), attribute, is_hook=True, is_sure=False)
        for callee, arguments in _calls(node, names) if isinstance(node, ast.Call) else ():
            paths = (path for each in arguments for path in _paths(each, known))
            yield from (ChangeOfGiven(name, is_method, steps, callee=callee) for steps, how in paths if how != _OF)


def _bindings(nodes: Iterable[ast.AST]) -> list[_Binding]:
    """The names that nodes bind, each with the value."""
    binding = (node for node in nodes if not isinstance(node, _BINDING_NOTHING))
    return [(name, value) for node in binding for target, value in bound(node) for name in names_of(target)]


def _rename(every: Sequence[_Binding], known: _Known, told: int) -> None:
    """Add the names that stand for parts of what is known; where these are too many, so many steps are ``told``."""
    pairs = every
    for _ in range(_DEEP):
        changed = set[str]()
        for name, value in pairs:
            paths = {path for path in _paths(value, known) if path[1] != _OF or not name.startswith(".")}
            both = known.get(name, set()) | paths
            both = both if len(both) <= _MANY else _shortened(both, told)
            if paths and both != known.get(name):
                known[name] = both
                changed.add(name)
        if not changed:
            return
        pairs = [(name, value) for name, value in every if not changed.isdisjoint(_names_in(value))]


def _shortened(paths: set[_Path], told: int) -> set[_Path]:
    """Paths of which fewer are told apart: those of what is made of something by their first steps alone, others by
    all, or as anything in what a function is given, whichever parameter that is."""
    found = set[_Path]()
    for steps, how in paths:
        if how == _OF:
            found.add((steps[:told], how))
        else:
            found.add((steps, how) if told or not steps else ((), _IN))
    return found


def _names_in(node: ast.AST) -> Iterator[str]:
    """The names in an expression, and the attributes of one's own object, as they are known."""
    for each in every_node(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield f".{each.attr}"
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def _paths(node: ast.AST, known: Mapping[str, Collection[_Path]], depth: int = 0) -> Collection[_Path]:
    """The parts of what a function is given that an expression may be, an item of a container being the container. One
    that is nested too deeply may be any."""
    if isinstance(node, ast.Name):
        return known.get(node.id, ())
    if isinstance(node, (ast.Constant, ast.Lambda, ast.Compare)):
        return ()
    if depth > _NESTED:
        return [(steps, _IN) for paths in known.values() for steps, _ in paths]
    if (named := module_named(node)) is not None:
        return known.get(named, ())
    if (part := part_of(node)) is not None:
        holder, name = part
        is_own = isinstance(holder, ast.Name) and holder.id in _OWN
        own = known.get(f".{name}", ()) if is_own else ()
        return [*own, *(((*steps, name)[:_DEEP], how) for steps, how in _paths(holder, known, depth + 1))]
    if isinstance(node, ast.Subscript):
        return [(steps, max(how, _IN)) for steps, how in _paths(node.value, known, depth + 1)]
    if not isinstance(node, ast.Call):
        return [path for each in nodes_in(node) for path in _paths(each, known, depth + 1)]
    is_method = isinstance(node.func, ast.Attribute) and last_name(node) in _PARTS
    given = [node.func] if is_method else [*node.args, *(each.value for each in node.keywords), node.func]
    least = _IN if is_method or last_name(node) in _PICKING else _OF
    found = (path for each in given for path in _paths(each, known, depth + 1))
    return [(steps[: len(steps) - is_method], max(how, least)) for steps, how in found]


def _calls(node: ast.Call, names: AbstractSet[str]) -> Iterator[tuple[str, list[ast.expr]]]:
    """The functions of these names that a call may be of, or that it is given to call, with what it is given."""
    given = [*node.args, *(each.value for each in node.keywords)]
    functions = given[: len(given) > 1] if last_name(node) in _PICKING else [node.func, *given]
    for each in functions if given else ():
        is_named = isinstance(each, (ast.Name, ast.Attribute)) and not _is_deep(each)
        callee = each.id if isinstance(each, ast.Name) else ast.unparse(each) if is_named else last_name(each)
        if _ROOT.split(callee, 1)[0] in names:
            yield callee, given


def _is_deep(node: ast.expr) -> bool:
    """Whether an attribute is one of so many that nobody writes them: the name of its own is told alone."""
    for _ in range(_NESTED):
        if not isinstance(node, (ast.Attribute, ast.Call)):
            return False
        node = node.func if isinstance(node, ast.Call) else node.value
    return True


def names_at_top(tree: ast.Module) -> set[str]:
    """The names that a module gives to classes, functions and variables."""
    found = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))}
    for node in tree.body:
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Constant):
            found.update(name for target in node.targets for name in names_of(target))
    return found


def handed_over(statements: Sequence[TopStatement], names: AbstractSet[str]) -> Iterator[tuple[str, str, bool, int]]:
    """The objects of a module, by their ``names``, that it hands to functions, as it names both; whether what it hands
    over is made of the object, and the line."""
    naming = [answer for _, answer in _NAMING.about(statements, None)]
    named = {*names, *(module for modules, *_ in naming for module in modules)}
    known: _Known = {name: {((name,), _IS)} for name in named}
    bindings = ((own, inner) for _, own, inner in naming)
    _rename([each for level in zip(*bindings) for part in level for each in part], known, 1)
    for statement, handed in _HANDED.about(statements, (known, frozenset(names))):
        first = statement.node.lineno
        yield from ((*told, first + line) for told, line in handed.items())


def _naming_in(statement: TopStatement, _: None) -> tuple[set[str], list[_Binding], list[_Binding]]:
    """The modules that a statement names as texts, the names that it binds itself, and those bound inside of it."""
    nodes = list(every_node(statement.node))
    return set(filter(None, map(module_named, nodes))), _bindings(nodes[:1]), _bindings(nodes[1:])


def _handed_in(statement: TopStatement, context: tuple[_Known, AbstractSet[str]]) -> dict[tuple[str, str, bool], int]:
    """The objects that a statement hands over, each with the first line, counted from the statement's own."""
    found: dict[tuple[str, str, bool], int] = {}
    for callee, name, is_made, line in _handed([statement.node], *context):
        key, own = (callee, name, is_made), line - statement.node.lineno
        found[key] = min(own, found.get(key, own))
    return found


_NAMING: Final = KeptAnswers(_naming_in)
_HANDED: Final = KeptAnswers(_handed_in)


def _handed(pending: list[ast.AST], known: _Known, names: AbstractSet[str]) -> Iterator[tuple[str, str, bool, int]]:
    """The same for code: what a function is given, its callers hand over."""
    while pending:
        node = pending.pop()
        if isinstance(node, _FUNCTIONS):
            given = known.keys() & parameters_of(node)
            inner = {name: paths for name, paths in known.items() if name not in given} if given else known
            yield from _handed(nodes_in(node), inner, names)
            continue
        pending += nodes_in(node)
        if not isinstance(node, ast.Call):
            continue
        for function, arguments in _calls(node, names):
            objects = {path for each in arguments for path in _paths(each, known) if path[0]}
            called = _paths(node.func, known) if objects else ()
            callees = {function, *(".".join(steps) for steps, how in called if steps and how != _OF)}
            for callee in callees:
                yield from ((callee, ".".join(steps), how == _OF, node.lineno) for steps, how in objects)
