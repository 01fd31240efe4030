"""Objects of other modules that code changes: attributes that it sets on what it imports, and what it puts into it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Union

from apivet.python.source.changes import ACTING, MUTATING, READING, changed_by, is_setter
from apivet.python.source.leading import Leading, are_all_modules, module_named
from apivet.python.source.nodes import every_node, first_name, last_name, nodes_in
from apivet.python.source.reaching_words import EVERY_OBJECT, EVERYTHING, FINDERS, LOADS, MEMORY, hands_on, imported_in
from apivet.python.source.running import imported_from_elsewhere, run_over
from apivet.python.source.stores import (
    ANY_NAME,
    BY_NAME,
    CODE,
    GLOBALS,
    LOCALS,
    attribute_set,
    is_a_module,
    is_namespace,
    keys_set,
    spelled,
    values_set,
)

#: The lines and columns of a node.
Span = tuple[Union[int, None], ...]
#: The change of an object by which no attribute of it is set: of what a container holds.
CONTENT: Final = ""
#: Under another name, that of a loop, a variable or a parameter, an object is followed so far.
_RENAMED: Final = 3
_BASES: Final = "__bases__"
#: Attributes and methods of a class that lead to those it derives from.
_ABOVE: Final = (_BASES, "__base__", "__mro__", "mro", "__class__", "__thisclass__", "__self_class__")
_BUILTINS: Final = "builtins"
#: Modules of which what is imported is known under its own name, too.
_NAMED_MODULES: Final = ("sys", _BUILTINS, "unittest.mock", "mock")
#: Any class of the module, and of the tree, as expressions.
_ANY: Final = ast.Name("(any class)", ast.Load())
_ANYWHERE: Final = ast.Name(ANY_NAME, ast.Load())
#: Attributes of a module that say who loads it, and methods by which loaders do: changed, it may have anything.
_LOADED_BY: Final = ("__spec__", "__loader__")
_LOADING: Final = ("exec_module", "create_module", "load_module", "get_code", "get_data", "source_to_code", "find_spec")
#: The module with functions that give any object that there is.
_COLLECTOR: Final = "gc"


class Meanings(dict[str, list[ast.expr]]):
    """The expressions that names stand for, and what these hold, which is asked for again and again."""

    def __init__(self, values: Mapping[str, list[ast.expr]] = MappingProxyType({})) -> None:
        super().__init__(values)
        self.held: dict[tuple[str, int], tuple[str, ...]] = {}


def changed_outside(
    nodes: Sequence[ast.AST], data: bytes, hooks: Collection[str], told: Collection[Span] = ()
) -> Iterator[tuple[str, str, int]]:
    """The dotted names of objects that a module, put in plain words, imports and changes, each with the attribute that
    is set, if one is; for attributes of these ``hooks``, and where a star may bring any name, those of its own objects,
    too. What the module itself is ``told`` for sure is read with its class (``Class.hook = value``)."""
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for node in nodes
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    } | {_BUILTINS}
    imported.update(node.module.partition(".")[0] for node in nodes if isinstance(node, ast.ImportFrom) and node.module)
    meant, meant_by_hooks = _other_names(nodes), Meanings()
    acting = [node for node in nodes if isinstance(node, ACTING)]
    imported.update(name.partition(".")[0] for node in acting for name in _modules_named(node, meant))
    elsewhere = imported_from_elsewhere(nodes)
    of_any = _given_any_object(nodes) if any(word in data for word in EVERYTHING) else ()
    leading = Leading(nodes, imported) if hands_on(data, imported_in(data)) else None
    functions = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))} | imported
    # A call says more than the method that it is of.
    called = {node.func for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)}
    memory = (node for node in nodes if isinstance(node, ast.Name) and node.id in MEMORY)
    yield from ((ANY_NAME, ANY_NAME, node.lineno) for node in memory)
    for node in (each for each in acting if each not in called):
        if isinstance(node, (ast.Attribute, ast.Call)) and _may_set_any(node):
            yield ANY_NAME, ANY_NAME, node.lineno
        for each in run_over(node, meant, elsewhere) if isinstance(node, ast.Call) else ():
            yield from ((holder, ANY_NAME, getattr(node, "lineno", 0)) for holder in _holders(each, meant, _RENAMED))
        for changed, name in changed_by_name(node, meant, functions):
            led = leading.chains(changed) if leading is not None and name != CONTENT else []
            if any(root in of_any for root in _roots(changed)):
                yield ANY_NAME, ANY_NAME, changed.lineno
            if name in hooks and not meant_by_hooks:
                meant_by_hooks = _with_any_class(nodes, meant, hooks)
            holders = dict.fromkeys(_holders(changed, meant_by_hooks if name in hooks else meant, _RENAMED))
            holders.update(dict.fromkeys(led))
            for holder in holders:
                is_outside = "*" in imported or first_name(holder) in imported
                is_outside |= first_name(holder) == ANY_NAME or holder.endswith(GLOBALS)
                if is_outside or (name in hooks and span_of(node) not in told):
                    yield holder, name, changed.lineno


def changed_by_name(node: ast.AST, meant: Meanings, functions: Collection[str]) -> Iterator[tuple[ast.expr, str]]:
    """The same for one node, with the expression of each object. Who sets a key among the names of an object sets an
    attribute of it; who does so in ``sys.modules`` puts another module in the place of one."""
    for changed, name in changed_by(_by_its_own_name(node, meant)):
        if name in CODE and isinstance(changed, ast.Name) and changed.id not in functions:
            # A hook under another name; of an element of something, nobody can tell which function it is.
            named = [each for each in meant.get(changed.id, ()) if isinstance(each, ast.Attribute)]
            yield from ((each.value, each.attr) for each in named)
            yield from [] if named else [(ast.copy_location(_ANYWHERE, changed), ANY_NAME)]
        if name and any(last_name(part) == LOCALS for part in every_node(changed) if isinstance(part, ast.Attribute)):
            yield ast.copy_location(_ANYWHERE, changed), ANY_NAME  # an object of a hook that runs
        for names in _meant_by(changed, meant):
            holder = _holder_of_names(names)
            for key in _keys_set(node) if name == CONTENT and holder is not None else ():
                yield holder or changed, key
            for key in _keys_set(node) if name == CONTENT and are_all_modules(names) else ():
                yield ast.copy_location(ast.Name(key, ast.Load()), changed), ANY_NAME
            for key in _keys_set(node) if name == CONTENT and last_name(names) == LOCALS else ():
                yield ast.copy_location(_ANYWHERE, changed), key
            if _find_modules(names, name) and not _adds_at_the_end(node):
                yield ast.copy_location(_ANYWHERE, changed), ANY_NAME
        yield changed, name
    for key in _loaded_as(node) if isinstance(node, ast.Call) else ():
        yield ast.copy_location(ast.Name(key, ast.Load()), node), ANY_NAME
    for given in _handed_over(node) if isinstance(node, ast.Call) else ():
        for names in _meant_by(given, meant):
            holder = _holder_of_names(names)
            yield from [] if holder is None else [(holder, ANY_NAME)]


def _given_any_object(nodes: Sequence[ast.AST]) -> Collection[str]:
    """The names of functions that give any object, and of what is bound to such objects, or goes over them."""
    imported = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == _COLLECTOR]
    found = {each.asname or each.name for node in imported for each in node.names if each.name in EVERY_OBJECT}
    modules = [each for node in nodes if isinstance(node, ast.Import) for each in node.names if each.name == _COLLECTOR]
    found.update(f"{each.asname or each.name}.{function}" for each in modules for function in EVERY_OBJECT)
    before = 0
    while len(found) > before:
        before = len(found)
        for node in nodes:
            if isinstance(node, (ast.For, ast.comprehension)):
                given, targets = node.iter, [node.target]
            elif isinstance(node, ast.Assign):
                given, targets = node.value, node.targets
            else:
                continue
            if any(root in found for root in _roots(given)):
                found.update(each.id for target in targets for each in every_node(target) if isinstance(each, ast.Name))
    return found


def _roots(node: ast.AST) -> Iterator[str]:
    """The names that an expression is taken out of: of a call that of the function, and where it only picks what it is
    given, of that."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.ListComp, ast.GeneratorExp)):
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            node = node.elt
        elif isinstance(node, ast.Call):
            holder = node.func.value if isinstance(node.func, ast.Attribute) else None
            yield f"{holder.id}.{last_name(node.func)}" if isinstance(holder, ast.Name) else last_name(node.func)
            picks = last_name(node.func) in ("enumerate", "filter", "iter", "list", "next", "reversed", "vars")
            node = node.args[-1 if last_name(node.func) == "filter" else 0] if picks and node.args else node.func
        else:
            node = node.value
    yield from [node.id] if isinstance(node, ast.Name) else []


def span_of(node: ast.AST) -> Span:
    """The place of a node: what is put plainly stands where it stood."""
    return tuple(getattr(node, each, None) for each in ("lineno", "col_offset", "end_lineno", "end_col_offset"))


def _may_set_any(node: ast.expr) -> bool:
    """Whether a node leads to attributes of any object: of memory, or by a method that is called elsewhere."""
    if isinstance(node, ast.Call):
        method = spelled(node.args[0]) if node.args and last_name(node) == "methodcaller" else ""
        return method.startswith("__") and (method in BY_NAME or method in MUTATING)
    return last_name(node) in MEMORY


def _by_its_own_name(node: ast.AST, meant: Meanings) -> ast.AST:
    """A call of ``setattr`` or ``patch`` under another name, as one of these themselves; any other node as it is."""
    named = meant.get(node.func.id, ()) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ()
    setter = next((each for each in named if is_setter(each) or last_name(each) == "patch"), None)
    if setter is None or not isinstance(node, ast.Call):
        return node
    return ast.copy_location(ast.Call(setter, node.args, node.keywords), node)


def _meant_by(node: ast.expr, meant: Meanings) -> list[ast.expr]:
    """An expression, and those that it stands for where it is a name."""
    return [node, *(meant.get(node.id, ()) if isinstance(node, ast.Name) else ())]


def _handed_over(call: ast.Call) -> list[ast.expr]:
    """The arguments of a call that may change them: ``exec(text, vars(module))``, ``setitem(vars(module), ...)``."""
    called = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    return [] if called in READING else [*call.args, *(each.value for each in call.keywords if each.arg)]


def _holder_of_names(node: ast.expr) -> ast.expr | None:
    """The object whose names an expression gives: ``vars(module)``, ``module.__dict__``; ``function.__globals__`` for
    the module of a function."""
    if (node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")) == "__builtins__":
        return ast.copy_location(ast.Name(_BUILTINS, ast.Load()), node)
    if isinstance(node, ast.Attribute):
        return node.value if node.attr == "__dict__" else node if node.attr in GLOBALS else None
    is_asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "vars"
    return node.args[0] if isinstance(node, ast.Call) and is_asked and len(node.args) == 1 else None


def _keys_set(node: ast.AST) -> Iterator[str]:
    """The keys of a mapping that a node sets or takes away."""
    if isinstance(node, ast.Subscript):
        yield spelled(node.slice)
    elif isinstance(node, ast.Call):
        yield from keys_set(node)
    elif isinstance(node, ast.AugAssign):
        keys = node.value.keys if isinstance(node.value, ast.Dict) else [None]
        yield from (spelled(key) for key in keys)


def _find_modules(node: ast.expr, attribute: str) -> bool:
    """Whether a change is one of what is asked for modules, ``sys.meta_path``, or of how one is loaded: any may be
    another then."""
    if any(isinstance(part, ast.Attribute) and part.attr in _LOADED_BY for part in every_node(node)):
        return True
    holder = node
    if attribute == CONTENT and isinstance(node, ast.Attribute):
        holder, attribute = node.value, node.attr
    is_own = isinstance(holder, ast.Name) and holder.id == "self"
    loads = attribute in _LOADING and last_name(holder).endswith(("loader", "Loader", "Finder"))
    return (attribute in FINDERS and not is_own) or loads


def _loaded_as(call: ast.Call) -> Iterator[str]:
    """The names under which a call loads a module from anywhere: ``load_source("pkg.module", path)``, and
    ``SourceFileLoader("pkg.module", path).load_module()``."""
    for part in every_node(call) if last_name(call) in LOADS else ():
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _adds_at_the_end(node: ast.AST) -> bool:
    """Whether a node adds something that is asked last, for what nobody else knows."""
    return isinstance(node, ast.Call) and last_name(node) in ("append", "extend")


def _modules_named(node: ast.AST, meant: Meanings) -> Iterator[str]:
    """The modules that a node names in a text, as ``mock.patch`` is told what to replace, or puts others in the place
    of."""
    named = module_named(node)
    if named is not None:
        yield named
    yield from _loaded_as(node) if isinstance(node, ast.Call) else ()
    for changed, _ in changed_by(node):
        yield from _keys_set(node) if any(map(are_all_modules, _meant_by(changed, meant))) else ()
    by_its_own_name = _by_its_own_name(node, meant)
    for holder, _ in changed_by(by_its_own_name) if isinstance(by_its_own_name, ast.Call) else ():
        if isinstance(holder, ast.Name) and holder not in every_node(by_its_own_name):
            yield holder.id


def told_for_sure(nodes: Sequence[ast.AST]) -> set[Span]:
    """The places of a module that set an attribute of a class of it by its only name, when the module is loaded."""
    tree, meant = nodes[0], _other_names(nodes)
    classes = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    values = (node for statement in getattr(tree, "body", ()) for node in values_set(statement))
    named = ((node, attribute_set(node)[0]) for node in values)
    return {
        span_of(node)
        for node, holder in named
        if isinstance(holder, ast.Name) and holder.id not in meant and classes[holder.id] == 1
    }


def _other_names(nodes: Sequence[ast.AST]) -> Meanings:
    """The expressions that variables, loops and parameters of functions of a module stand for."""
    found: dict[str, list[ast.expr]] = {}
    functions = {node.name: node for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            holder = ast.Name(node.module, ast.Load())
            for alias in (each for each in node.names if node.module in _NAMED_MODULES or each.name == "__dict__"):
                member = ast.Attribute(ast.copy_location(holder, alias), alias.name, ast.Load())
                found.setdefault(alias.asname or alias.name, []).append(ast.copy_location(member, alias))
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
            elements = node.iter.elts if isinstance(node.iter, (ast.Tuple, ast.List, ast.Set)) else []
            found.setdefault(node.target.id, []).extend(elements)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            arguments = functions[node.func.id].args
            for parameter, given in zip((*arguments.posonlyargs, *arguments.args), node.args):
                found.setdefault(parameter.arg, []).append(given)
            for keyword in node.keywords:
                found.setdefault(keyword.arg or "", []).append(keyword.value)
    return Meanings({name: _without_repetitions(name, values) for name, values in found.items()})


def _without_repetitions(name: str, values: list[ast.expr]) -> list[ast.expr]:
    """The expressions of which none is a name that another one is, or the very name that they stand for: a helper is
    mostly given what its parameters are called, by each hook of a module."""
    names = {value.id: value for value in values if isinstance(value, ast.Name) and value.id != name}
    return [*(value for value in values if not isinstance(value, ast.Name)), *names.values()]


def _with_any_class(nodes: Sequence[ast.AST], meant: Meanings, hooks: Collection[str]) -> Meanings:
    """The same, with what the classes of a module derive from; names of loops and of lambdas that set hooks may stand
    for any class of it."""
    found = Meanings({name: list(values) for name, values in meant.items()})
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    found[_ANY.id] = [ast.Name(node.name, ast.Load()) for node in classes]
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            found[f"{node.name}.{_BASES}"] = list(node.bases)
            continue
        bound: list[str] = []
        if isinstance(node, ast.Lambda):
            bound = [part.arg for part in every_node(node.args) if isinstance(part, ast.arg)]
        for part in [node] if isinstance(node, ast.For) else getattr(node, "generators", []):
            if not isinstance(part.iter, (ast.Tuple, ast.List, ast.Set)):
                bound += [each.id for each in every_node(part.target) if isinstance(each, ast.Name)]
        if bound and any(name in hooks for part in every_node(node) for _, name in changed_by(part)):
            for name in bound:
                found.setdefault(name, []).extend((_ANY, _ANYWHERE))
    return found


def _holders(node: ast.expr, meant: Meanings, depth: int) -> Iterator[str]:
    """The dotted names that an expression may stand for; an item of a container is taken for the container."""
    named = module_named(node)
    if named is not None:
        yield named
    elif isinstance(node, ast.Name):
        if (node.id, depth) not in meant.held:
            values = meant.get(node.id, ()) if depth > 0 else ()
            held = (holder for value in values for holder in _holders(value, meant, depth - 1))
            meant.held[node.id, depth] = tuple(dict.fromkeys((node.id, *held)))
        yield from meant.held[node.id, depth]
    elif isinstance(node, ast.Attribute):
        found = [f"{holder}.{node.attr}" for holder in _holders(node.value, meant, depth)]
        yield from found or ([f"{ANY_NAME}.{node.attr}"] if node.attr in GLOBALS else [])
    elif isinstance(node, ast.Subscript):
        yield from _holders(node.value, meant, depth)
    if _ANY.id in meant:
        yield from _classes_behind(node, meant, depth)


def _classes_behind(node: ast.expr, meant: Meanings, depth: int) -> Iterator[str]:
    """The classes that an expression may give which is no chain of names."""
    if isinstance(node, ast.Attribute):
        for holder in _holders(node.value, meant, depth) if node.attr in _ABOVE else ():
            yield from _above(holder, meant, depth)
        yield from (node.attr,) if is_a_module(node.value) else ()
        yield from _holders(_ANY, meant, depth) if node.attr == "__subclasses__" else ()
    elif isinstance(node, ast.Subscript) and is_namespace(node.value, is_outside=True):
        yield from _holders(node.slice if isinstance(node.slice, ast.Constant) else _ANY, meant, depth)
    elif isinstance(node, (ast.Call, ast.List, ast.Tuple, ast.Set, ast.Dict)):
        for part in nodes_in(node):
            yield from _holders(part, meant, depth) if isinstance(part, ast.expr) else ()
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
        yield f"{ANY_NAME}.{node.value}"  # ``getattr(module, "Class")``


def _above(class_: str, meant: Meanings, depth: int) -> Iterator[str]:
    """The class, and all that it derives from."""
    yield class_
    for base in meant.get(f"{class_}.{_BASES}", ()) if depth > 0 else ():
        for holder in _holders(base, meant, depth - 1):
            yield from _above(holder, meant, depth - 1)
