"""Stores: which strategies they bind to which resource, and the objects that they make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, field
from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration, VariableDeclaration
from apivet.golang.dependencies import KeptValue
from apivet.golang.packages import Package
from apivet.golang.source import GoFile, child, text
from apivet.golang.store_paths import role_served, roles_of_variable
from apivet.golang.syntax_search import assigned_value, innermost_function, keyed, parameter_names, plain, walked
from apivet.golang.types import UNKNOWN, GoType, Named, pointee
from apivet.golang.typing import Typing
from apivet.program.role import Role

_BINDING: Final = ("UpdateStrategy", "CreateStrategy", "ResetFieldsStrategy")
#: The fields of a literal that say so, of a store of the tree's own too.
_BINDING_KEYS: Final = (*_BINDING[:2], "updateStrategy", "createStrategy")
#: How many names a value is followed through.
_FAR: Final = 4


class Bound(Struct):
    """The bindings of one strategy type: the roles in which stores use it, the types of objects that they make, and the
    packages, by import path, that the stores are in."""

    roles: set[Role] = field(default_factory=set)
    objects: list[GoType] = field(default_factory=list)
    packages: set[str] = field(default_factory=set)


class _Binding(Struct, frozen=True):
    """One strategy in one store. One that is ``open`` goes by a name of the store's own: another line decides which it
    is."""

    strategy: GoType
    role: Role
    objects: tuple[GoType, ...]
    is_open: bool


class Stores:
    """The stores that some files of a tree put together. Files are looked through when a strategy is asked for that
    they may bind."""

    def __init__(self, typing: Typing, files: Iterable[GoFile]) -> None:
        self.typing = typing
        self._files = tuple(files)
        self._bindings: dict[str, KeptValue[tuple[_Binding, ...]]] = {}
        #: The bindings of strategies, each with the packages that it rests on.
        self._found: dict[Named, tuple[Bound | None, set[str]]] = {}
        self._recorder = typing.packages.recorder
        self._by_package: dict[str, list[GoFile]] = {}
        for file in self._files:
            self._by_package.setdefault(typing.packages.path_of(file), []).append(file)

    def of(self, type_: Named) -> Bound | None:
        """The bindings of a strategy in the stores of its package and of those that import it; where none of these
        binds it, in all. That it has none rests on the stores that may come to mean it."""
        packages = self.typing.packages
        if type_ not in self._found:
            with self._recorder.apart():
                self._found[type_] = self._find(type_)
        bound, rests_on = self._found[type_]
        for path in rests_on:
            packages.touch(path)
            for file in self._by_package.get(path, ()):
                self._looked(file)
        return bound

    def _find(self, type_: Named) -> tuple[Bound | None, set[str]]:
        near = [file for file in self._files if self._knows(file, type_.package)]
        bound = self._bound_in(near, type_) or self._bound_in(self._files, type_)
        return bound, self._open() if bound is None else bound.packages

    def _knows(self, file: GoFile, path: str) -> bool:
        return file.holds(path.encode()) or self._package(file) == path

    def _package(self, file: GoFile) -> str | None:
        package = self.typing.package_of(file)
        return package.path if package is not None else None

    def _bound_in(self, files: Iterable[GoFile], type_: Named) -> Bound | None:
        bound = Bound()
        for file in files:
            for binding in self._looked(file):
                if binding.strategy == type_:
                    bound.roles.add(binding.role)
                    bound.objects += binding.objects
                    bound.packages.update(filter(None, [self._package(file)]))
        return bound if bound.roles else None

    def _open(self) -> set[str]:
        """The packages of stores that bind a strategy by a name of their own."""
        found = (file for file in self._files if any(each.is_open for each in self._looked(file)))
        return set(filter(None, map(self._package, found)))

    def _looked(self, file: GoFile) -> tuple[_Binding, ...]:
        return self._recorder.once(self._bindings, file.path, lambda: tuple(self._look(file)))

    def _look(self, file: GoFile) -> Iterator[_Binding]:
        for node in _mentioning(file):
            if node.type == "assignment_statement":
                left, right = child(node, "left"), child(node, "right")
                if left is not None and right is not None and left.named_children and right.named_children:
                    yield from self._assigned(file, left.named_children[0], right.named_children[0])
            else:
                yield from self._literal(file, node)

    def _assigned(self, file: GoFile, target: Node, value: Node) -> Iterator[_Binding]:
        """``statusStore.UpdateStrategy = node.StatusStrategy``."""
        store, name = child(target, "operand"), child(target, "field")
        if target.type != "selector_expression" or store is None or name is None or text(name) not in _BINDING:
            return
        given = list(self._given(file, value))
        yield from given or [self._binding(file, value, _role_of(store))]

    def _given(self, file: GoFile, value: Node) -> Iterator[_Binding]:
        """The strategies that calls of a function give it, where it binds one of its parameters to the store that it
        makes."""
        function, package = innermost_function(value), self.typing.package_of(file)
        name = child(function, "name") if function is not None and function.type == "function_declaration" else None
        if name is None or package is None or function is None or text(value) not in parameter_names(function):
            return
        position = parameter_names(function).index(text(value))
        for caller, callee in package.mentions(text(name), "identifier"):
            call = callee.parent
            given = child(call, "arguments") if call is not None and call.type == "call_expression" else None
            if call is not None and given is not None and position < given.named_child_count:
                argument = given.named_children[position]
                yield self._binding(caller, argument, role_served(argument) or Role.MAIN)

    def _literal(self, file: GoFile, node: Node) -> Iterator[_Binding]:
        """``&genericregistry.Store{NewFunc: ..., UpdateStrategy: node.Strategy}``."""
        values = dict(keyed(node))
        bound = [values[name] for name in _BINDING_KEYS if name in values]
        made = values.get("NewFunc")
        objects = tuple(self._returned(file, made)) if bound and made is not None else ()
        is_status = _kept_as(node).lower().endswith(("statusstore", "statusrest"))
        role = Role.STATUS if is_status else role_served(node) or Role.MAIN
        yield from (self._binding(file, value, role, objects) for value in bound)

    def _returned(self, file: GoFile, made: Node) -> Iterator[GoType]:
        """The type of what a ``NewFunc`` makes: a function literal, or the name of a function."""
        declared = declared_function(self.typing, file, plain(made))
        file, made = (declared.file, declared.node) if declared is not None else (file, made)
        returned = next(walked(made, "return_statement"), None)
        for node in walked(returned, "composite_literal", "call_expression") if returned is not None else ():
            if node.type == "composite_literal":
                type_node = child(node, "type")
            else:
                function, given = child(node, "function"), child(node, "arguments")
                is_new = function is not None and text(function) == "new" and given is not None and given.named_children
                type_node = given.named_children[0] if is_new and given is not None else None
            if type_node is not None:
                yield self.typing.of(type_node, file)
                return

    def _binding(self, file: GoFile, value: Node, role: Role, objects: tuple[GoType, ...] = ()) -> _Binding:
        type_ = pointee(self.value_type(file, value))
        return _Binding(type_, role, objects, plain(value).type != "selector_expression")

    # ------------------------------------------------------------------------------------------- types of values

    def value_type(self, file: GoFile, node: Node, depth: int = 0) -> GoType:
        """The static type of what a strategy may be told by: a variable, a literal, or the call of a constructor."""
        node = plain(node)
        if depth > _FAR:
            return UNKNOWN
        if node.type == "composite_literal":
            type_node = child(node, "type")
            return UNKNOWN if type_node is None else self.typing.of(type_node, file)
        if node.type == "call_expression":
            return self._called(file, node)
        if node.type == "identifier":
            function = innermost_function(node)
            value = assigned_value(function, text(node)) if function is not None else None
            if value is not None and text(value) != text(node):
                return self.value_type(file, value, depth + 1)
            package = self.typing.package_of(file)
            return UNKNOWN if package is None else self._variable(package, text(node), depth)
        operand, name = child(node, "operand"), child(node, "field")
        if node.type == "selector_expression" and operand is not None and name is not None:
            path = self.typing.packages.imported(file).get(text(operand))
            package = self.typing.packages.package(path) if path is not None else None
            return UNKNOWN if package is None else self._variable(package, text(name), depth)
        return UNKNOWN

    def _variable(self, package: Package, name: str, depth: int) -> GoType:
        declared = package.find(name)
        if not isinstance(declared, VariableDeclaration):
            return UNKNOWN
        written = self.typing.variable_type(declared)
        if written is not None and isinstance(pointee(written), Named) and self.typing.struct(written) is not None:
            return written
        return (
            UNKNOWN if declared.value_node is None else self.value_type(declared.file, declared.value_node, depth + 1)
        )

    def _called(self, file: GoFile, node: Node) -> GoType:
        function = child(node, "function")
        declared = None if function is None else declared_function(self.typing, file, function)
        results = self.typing.signature(declared).results if declared is not None else ()
        if declared is None or not results:
            return UNKNOWN
        if self.typing.struct(results[0]) is None and declared.body is not None:
            returned = next(walked(declared.body, "return_statement"), None)
            values = returned.named_children if returned is not None else []
            first = values[0].named_children[0] if values and values[0].named_children else None
            if first is not None and plain(first).type == "composite_literal":
                return self.value_type(declared.file, first, _FAR)
        return results[0]


def _role_of(store: Node) -> Role:
    """The role of a strategy that is bound to a store, as what that goes to says, else its name."""
    holder = text(store).rpartition(".")[2].lower()
    if holder.endswith("status") or "statusstore" in holder or holder.startswith("status"):
        return Role.STATUS
    roles = set(roles_of_variable(store)) if store.type == "identifier" else set()
    if len(roles) == 1:
        return roles.pop()
    return Role.MAIN if holder in ("store", "s", "options") else Role.OTHER


def _mentioning(file: GoFile) -> list[Node]:
    """The innermost assignments and composite literals around each mention of a binding, in the order of the source:
    most of a file is never gone through."""
    found: dict[tuple[int, int], Node] = {}
    for mention in (each for name in (*_BINDING, *_BINDING_KEYS[2:]) for each in file.nodes_naming(name)):
        node: Node | None = mention
        while node is not None and node.type not in ("assignment_statement", "composite_literal"):
            node = node.parent
        if node is not None:
            found[node.start_byte, -node.end_byte] = node
    return [found[place] for place in sorted(found)]


def _kept_as(literal: Node) -> str:
    """The name of the variable that a composite literal, or its address, is assigned to; empty where there is none."""
    above = literal.parent
    while above is not None and above.type in ("unary_expression", "parenthesized_expression", "expression_list"):
        above = above.parent
    target = child(above, "left") if above is not None and above.type == "short_var_declaration" else None
    return text(target) if target is not None else ""


def declared_function(typing: Typing, file: GoFile, function: Node) -> FunctionDeclaration | None:
    """The function that a callee names: one of the package, or of an imported one."""
    operand, name = child(function, "operand"), child(function, "field")
    if function.type == "identifier":
        package, wanted = typing.package_of(file), text(function)
    elif function.type == "selector_expression" and operand is not None and name is not None:
        path = typing.packages.imported(file).get(text(operand))
        package, wanted = (typing.packages.package(path) if path is not None else None), text(name)
    else:
        return None
    found = package.find(wanted) if package is not None else None
    return found if isinstance(found, FunctionDeclaration) else None
