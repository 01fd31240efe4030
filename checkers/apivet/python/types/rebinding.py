"""Code that makes a class and its objects, other files and functions among it, and may give them other methods than
those that are defined. What a class has in the end is what counts."""

from __future__ import annotations

import ast
import functools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from apivet.program import model, syntax
from apivet.python.files.object_keys import SET
from apivet.python.files.tree_facts import set_elsewhere
from apivet.python.names.changing import objects_of, replaced
from apivet.python.names.resolver import Resolver
from apivet.python.source.bindings import Binding, place_of
from apivet.python.source.bound_behind import bound_in
from apivet.python.source.class_setting import MAKING, handing_on, imported_in, makes_its_own, set_in, set_on_itself
from apivet.python.source.module import ClassReference, ClassSource, SourceModule
from apivet.python.source.nodes import every_node, nodes_in
from apivet.python.source.statements import FunctionNode, StatementLowering
from apivet.python.source.stores import ANY_NAME, CLASS, is_special
from apivet.python.types.giving_back import gives_back
from apivet.python.types.parts import told_of_class
from apivet.python.types.rebound import KEEPING, stores
from apivet.python.types.swapping import swapped

_ASKING: Final = "__getattribute__"
_OF_SUBCLASSES: Final = "__init_subclass__"
#: The method by which a metaclass says what a class derives from.
_ORDERING: Final = "mro"
#: The method of a metaclass that makes the objects of its classes.
_CALLING: Final = "__call__"
#: Methods that run when an object is made.
_BEGINNING: Final = ("__init__", "__post_init__", "__attrs_post_init__")
#: Names that stand for each other.
_NAMES: Final = 6
#: Functions that hand on what they are given are followed that many calls deep.
_CALLS: Final = 4
_ANSWERING: Final = (_ASKING, MAKING)
#: Attributes of a class that, set by another file, may give its objects any other method.
_RECASTING: Final = (CLASS, SET, "__bases__", "__init__", *_ANSWERING)
#: Attributes of classes and functions that tell of them, and that the language does not call.
_TOLD: Final = frozenset(
    ("__annotations__", "__dict__", "__doc__", "__module__", "__name__", "__qualname__", "__signature__", "__slots__")
    + ("__wrapped__", CLASS)
)


def _calls_behind(resolver: Resolver, module: SourceModule) -> dict[str, list[ast.Call]]:
    """The calls outside of functions that are given a class, by the name of the class."""

    def look() -> dict[str, list[ast.Call]]:
        found: dict[str, list[ast.Call]] = {}
        pending: list[ast.AST] = list(module.tree.body)
        while pending:
            node = pending.pop()
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
                continue
            pending += nodes_in(node)
            for given in (*node.args, *(each.value for each in node.keywords)) if isinstance(node, ast.Call) else ():
                if isinstance(node, ast.Call) and isinstance(given, ast.Name) and given.id in module.classes:
                    found.setdefault(given.id, []).append(node)
        return found

    return resolver.remember(module, ("calls with classes",), look)


class Makers:
    """Functions of the tree by which a class, or an object of it, gets another method than the one that is defined."""

    def __init__(
        self, resolver: Resolver, module: SourceModule, source: ClassSource, parents: Sequence[object]
    ) -> None:
        self._resolver = resolver
        self._module = module
        self._source = source
        self._parents = [parent for parent in parents if isinstance(parent, model.Type)]
        self._is_computed = any(map(self._is_of_nobody, source.node.bases, parents)) or any(
            keyword.arg is None for keyword in source.node.keywords
        )
        self._set: dict[str, str] | None = None

    def special(self, fields: AbstractSet[str]) -> Iterator[str]:
        """The special methods that other files, or functions that make the class, set on it. Where these set one of the
        ``fields``, as where the class derives from something that is computed, objects may keep it in any way."""
        made = {name for _, names in self._given for name in names}
        found = {*self._set_elsewhere, *made} - _TOLD
        if self._is_computed or not found.isdisjoint(fields):
            found.update(KEEPING)
        return (name for name in sorted(found) if is_special(name))

    def _is_of_nobody(self, node: ast.expr, parent: object) -> bool:
        """Whether a base is computed by code of the tree: nobody can tell what it does to a class that derives from it.
        What a library makes is like other bases outside the tree, as long as it is given nothing of this one."""
        for _ in range(_NAMES):
            if not isinstance(parent, model.Global) or not isinstance(parent.value, syntax.Subscript):
                break
            holder = self._resolver.module(parent.module)
            parent = None if holder is None else self._resolver.entity(holder, parent.value)
        if isinstance(parent, (model.Type, model.External)):
            return False
        called = [each for each in every_node(node) if isinstance(each, ast.Call)]
        given = [part for call in called for part in (*call.args, *(each.value for each in call.keywords))]
        parts = [*(call.func for call in called), *(each for each in given if not isinstance(each, ast.Constant))]
        enclosing = self._source.qualified.rpartition(".")[0]
        meant = [self._resolver.entity(self._module, self._module.lower(part), enclosing) for part in parts]
        return not called or not all(isinstance(each, model.External) for each in meant)

    @functools.cached_property
    def _set_elsewhere(self) -> dict[str, tuple[str, int]]:
        """Attributes that other files set on the class, and hooks that they set on any."""
        return {**set_elsewhere(self._resolver.facts, ANY_NAME, ""), **self._set_on(self._source.node.name)}

    def _set_on(self, name: str) -> dict[str, tuple[str, int]]:
        """The attributes that other files set on the class, or on an object of it, of that name."""
        annotated = [each.target for each in self._source.node.body if isinstance(each, ast.AnnAssign)]
        fields = [each.id for each in annotated if isinstance(each, ast.Name)]
        attributes = {*_RECASTING, ANY_NAME, *self._hooks, *fields} - {SET}
        return self._resolver.elsewhere.set_on(self._module, name, attributes)

    @property
    def _hooks(self) -> tuple[str, ...]:
        words = self._resolver.config.vocabulary
        return (*words.prepare_for_create, *words.prepare_for_update)

    @functools.cached_property
    def _functions(self) -> list[FunctionNode]:
        """The functions that stand in the class's own body."""
        body = self._source.node.body
        return [each for each in body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]

    @property
    def _accessors(self) -> set[str]:
        return {each.name for each in self._functions if each.decorator_list}

    @functools.cached_property
    def _objects(self) -> list[str]:
        return objects_of(self._module, self._source.node.name)

    @property
    def _another(self) -> str | None:
        """The reason why objects that are made of the class, or stand under a name of the module, may be others."""
        return self._resolver.remember(self._module, ("another", id(self._source.node)), self._find_another)

    def _find_another(self) -> str | None:
        name = self._source.node.name
        if name == self._source.qualified:
            reason = replaced(self._resolver, self._module, name) or self._hidden() or self._bound_again(name)
            reason = reason or next(filter(None, map(self._object_bound_again, self._objects)), None)
            reason = reason or swapped(self._resolver, self._module, {name, *self._objects}, self._has_other_hooks)
            if reason is not None:
                return f"a hook of {reason},"
        made_here = [(each, self._set_on(each)) for each in self._objects]
        module = os.path.splitext(os.path.basename(self._module.path))[0]
        recast = set_elsewhere(self._resolver.facts, module, self._module.path).get(CLASS)
        for each, found in [(name, self._set_elsewhere), *made_here, (module, {CLASS: recast} if recast else {})]:
            path, line = next((found[key] for key in _RECASTING if key in found), ("", 0))
            if path:
                return f"a hook of {each}, which {self._resolver.setting(path, line)} makes something else,"
        return None

    def note_setters(self, names: Iterable[str]) -> None:
        """Say what sets these names of the class, fields or methods, when it is made already."""
        told = {*names, *self._hooks, CLASS, SET, ANY_NAME}
        for name in told.intersection(self._set_elsewhere):
            self._resolver.setting(*self._set_elsewhere[name])
        later = stores(self._resolver, self._module).get(self._source.qualified, ())
        own = [each for each in self._functions if each.name not in _BEGINNING]
        if any(each.is_later and each.name in told for each in later) or not told.isdisjoint(
            name for each in own for name in set_on_itself(each) if name not in self._accessors
        ):
            self._resolver.setting(self._module.path, self._source.node.lineno)

    def given(self, beside: AbstractSet[str], above: Sequence[model.Type]) -> list[str]:
        """The names that what makes the class may set on it, so that it has them of its own, and those that its body
        binds ``beside`` assignments; where these may be any, all that the classes ``above`` bind."""
        made = {name for _, names in self._given for name in names}.union(beside)
        if ANY_NAME in made:
            made.update(name for base in above for name in (*base.methods, *base.attributes))
        return sorted(name for name in made - {ANY_NAME, SET} if not name.startswith("__"))

    def doubt(self, name: str) -> str | None:
        """The reason why the class, or an object of it, may have another method of that name."""
        if name.startswith("__"):
            return None
        if self._another is not None:
            return self._another
        made = set_elsewhere(self._resolver.facts, f"{self._source.node.name}()", self._module.path)
        for found in (self._set_elsewhere, made, *map(self._set_on, self._objects)):
            path, line = found.get(name) or found.get(ANY_NAME) or ("", 0)
            if path:
                return f"{name}, which {self._resolver.setting(path, line)} sets,"
        if self._set is None:
            self._set = {each: reason for reason, found in self._found() for each in found}
        return self._set.get(name) or self._set.get(ANY_NAME)

    def _hidden(self) -> str | None:
        """The reason why nobody imports the module: its name leads to a package that lies beside it."""
        beside = self._resolver.layout.package_file(os.path.splitext(self._module.path)[0])
        is_hidden = beside is not None and not self._module.is_package
        return f"a module that {self._resolver.layout.display(beside or '')} hides" if is_hidden else None

    def _bound_again(self, name: str) -> str | None:
        """The reason why the name of the class stands for something else at the end of its module."""
        bindings = self._module.symbols.get(name, [])
        last = bindings[-1] if bindings else None
        if last is not None and not self._is_the_class(last, name):
            return f"{name}, which line {place_of(last)[0]} of {self._module.display} binds anew"
        others = self._resolver.when_run(self._module, name) if last is not None and last.kind == "class" else []
        if any(not isinstance(each, ClassReference) or each.path != self._module.path for each in others):
            return f"{name}, which {self._module.display} may take from elsewhere"
        here = ast.copy_location(ast.Name(name, ast.Load()), self._source.node)
        meant = self._resolver.reference(self._module, self._module.lower(here)) if self._module.stars else None
        if meant is not None and getattr(meant, "dotted", None) != self._source.dotted:
            return f"{name}, which a star import of {self._module.display} binds anew"
        return None

    def _is_the_class(self, last: Binding, name: str) -> bool:
        """Whether the last binding of the class's name leaves it the class, or makes it one that is judged by its own
        hooks."""
        if last.kind != "class":
            return self._is_given_back(last.value, name)
        body = getattr(last.node, "body")
        return last.node is self._source.node or any(bound in self._hooks for bound, _ in bound_in(body))

    def _object_bound_again(self, name: str) -> str | None:
        """The reason why the name of an object of the class stands for something else at the end of its module. An
        object of another strategy is judged by itself."""
        last = self._module.symbols[name][-1]
        made = value.func if isinstance(value := last.value, ast.Call) else None
        is_told = not self._module.binds_again(name) and (
            self._is_given_back(value, name) or (made is not None and self._is_strategy(self._module, made))
        )
        return None if is_told else f"{name}, which line {place_of(last)[0]} of {self._module.display} binds anew"

    def _has_other_hooks(self, type_: model.Type) -> bool:
        """Whether a class has hooks of its own which do not say which objects they are about, so that nobody judges
        it as it stands."""
        methods = {name for each in self._resolver.ancestry(type_) for name in each.methods}
        if type_.dotted == self._source.dotted or methods.isdisjoint((*self._hooks, "__getattr__", _ASKING)):
            return False
        module = self._resolver.module(type_.module)
        name = ast.Name(type_.dotted.removeprefix(f"{type_.module}."), ast.Load())
        return module is None or not self._is_strategy(module, ast.copy_location(name, self._source.node))

    def _is_strategy(self, module: SourceModule, node: ast.expr, depth: int = _NAMES) -> bool:
        """Whether an expression stands for this class, or for one whose hooks say which objects they are about."""
        meant = self._resolver.reference(module, module.lower(node)) if depth > 0 else None
        holder = self._resolver.load(meant.path) if isinstance(meant, ClassReference) else None
        source = holder.class_of(meant) if holder is not None and isinstance(meant, ClassReference) else None
        if holder is None or source is None or source.node is self._source.node:
            return source is not None
        words = self._resolver.config.vocabulary
        names = (*words.prepare_for_create, *words.prepare_for_update)
        functions = [each for each in source.node.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
        hooks = [each for each in functions if each.name in names and each.args.args]
        about = [each.args.args[-1].annotation for each in hooks]
        told = [self._resolver.reference(holder, holder.lower(each)) for each in about if each is not None]
        is_told = any(isinstance(each, ClassReference) for each in told)
        return is_told if hooks else any(self._is_strategy(holder, base, depth - 1) for base in source.node.bases)

    def _is_given_back(self, value: ast.expr | None, name: str) -> bool:
        """Whether a value is what a name stands for, an object that is made of it, or what gives it back."""
        if isinstance(value, ast.Name):
            return value.id == name
        if not isinstance(value, ast.Call):
            return False
        is_handed = any(isinstance(each, ast.Name) and each.id == name for each in value.args)
        is_called = isinstance(value.func, ast.Name) and value.func.id == name
        return is_called or (is_handed and gives_back(self._resolver, self._module, value.func))

    def _found(self) -> Iterator[tuple[str, Sequence[str]]]:
        """The names of attributes that are set on the class or its objects, each group with the reason."""
        yield from self._given
        yield from self._of_its_objects()

    @functools.cached_property
    def _given(self) -> list[tuple[str, Sequence[str]]]:
        return [*self._of_the_class()]

    def _of_the_class(self) -> Iterator[tuple[str, Sequence[str]]]:
        """The same for what makes the class."""
        node, enclosing = self._source.node, self._source.qualified.rpartition(".")[0]
        if self._is_computed:
            yield "a method that a base of the class, which is computed, may replace", [ANY_NAME]
        for decorator in node.decorator_list:
            made = decorator.func if isinstance(decorator, ast.Call) else decorator
            function = self._resolver.entity(self._module, self._module.lower(made), enclosing)
            set_there = list(self._set_by(function)) if isinstance(function, syntax.Function) else []
            is_back = gives_back(self._resolver, self._module, decorator, enclosing)
            yield "a method that a decorator of the class may replace", set_there if is_back else [ANY_NAME]
        for call in _calls_behind(self._resolver, self._module).get(self._source.qualified, ()):
            function = self._resolver.entity(self._module, self._module.lower(call.func))
            if isinstance(function, syntax.Function):
                yield f"a method that line {call.lineno} may replace", list(self._set_by(function))
        for keyword in node.keywords:
            if keyword.arg == "metaclass":
                maker = keyword.value.func if isinstance(keyword.value, ast.Call) else keyword.value
                made_by = self._resolver.entity(self._module, self._module.lower(maker), enclosing)
                yield from self._of_metaclass(made_by)
        for function in told_of_class(self._resolver, self._module, self._source):
            yield "a method that a part of the class may replace", list(self._set_by(function))
        lowering = StatementLowering(self._module.scope)
        yield from _of_objects(
            {each.name: lowering.function(each) for each in self._functions if each.name in _ANSWERING}
        )
        for above in self._parents:
            yield from self._of_metaclass(self._resolver.type(above.metaclass) if above.metaclass else None)
            for ancestor in self._resolver.ancestry(above):
                if _OF_SUBCLASSES in ancestor.methods:
                    set_there = list(self._set_by(ancestor.methods[_OF_SUBCLASSES]))
                    yield "a method that a base of the class may replace", set_there
                yield from _of_objects(ancestor.methods)

    def _of_its_objects(self) -> Iterator[tuple[str, Sequence[str]]]:
        """The same for what an object sets on itself."""
        for above in self._parents:
            for ancestor in self._resolver.ancestry(above):
                made_with = [ancestor.methods[each] for each in _BEGINNING if each in ancestor.methods]
                set_there = [name for each in made_with for name in set_in(each) if name != ANY_NAME]
                kept = [ANY_NAME if name == CLASS else name for name in set_there]
                yield "a method that a base of the class sets on its object", kept
        for each in self._functions:
            set_there = [name for name in set_on_itself(each) if name not in self._accessors]
            yield "a method that its object may have another of", set_there

    def _of_metaclass(self, made_by: object) -> Iterator[tuple[str, Sequence[str]]]:
        if isinstance(made_by, (model.Global, syntax.Function)):
            yield "a method that the metaclass may replace", [ANY_NAME]
        elif isinstance(made_by, model.Type):
            for ancestor in self._resolver.ancestry(made_by):
                calling = ancestor.methods.get(_CALLING)
                if calling is not None and not makes_its_own(calling):
                    yield "a method of an object that the metaclass may make of another class", [ANY_NAME]
                if _ORDERING in ancestor.methods:
                    yield "a method that the metaclass looks for elsewhere first", [ANY_NAME]
                for method in ancestor.methods.values():
                    yield "a method that the metaclass may replace", list(self._set_by(method))

    def _set_by(self, function: syntax.Function, depth: int = _CALLS) -> Iterator[str]:
        """The names of attributes that a function sets, itself or by functions to which it hands what it is given."""
        yield from set_in(function)
        module = self._resolver.module(function.module) if depth > 0 else None
        if module is None:
            return
        for call in handing_on(function):
            imported = imported_in(function, call.callee)
            called = self._resolver.locate(imported) if imported else self._resolver.entity(module, call.callee)
            yield from self._set_by(called, depth - 1) if isinstance(called, syntax.Function) else ()


def _of_objects(methods: Mapping[str, syntax.Function]) -> Iterator[tuple[str, Sequence[str]]]:
    """The same for what objects of a class with these methods answer, and for what is made in their place."""
    if _ASKING in methods:
        yield "a method that __getattribute__ may answer for", [ANY_NAME]
    if MAKING in methods and not makes_its_own(methods[MAKING]):
        yield "a method of an object that __new__ may make of another class", [ANY_NAME]
