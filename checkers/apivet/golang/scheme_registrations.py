"""Types that Go code makes known to a scheme: ``scheme.AddKnownTypes(SchemeGroupVersion, &Widget{})``, or has a builder
make known that was given the version: ``SchemeBuilder.Register(&Widget{})``."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.constant_texts import constant_text
from apivet.golang.declarations import VariableDeclaration
from apivet.golang.model_types import ModelTypes
from apivet.golang.registered_objects import RegisteredObjects, WrittenPlace, value_of
from apivet.golang.source import GoFile, child, text, words
from apivet.golang.syntax_search import (
    assigned_value,
    innermost_function,
    keyed,
    parameter_names,
    plain,
    walked,
)
from apivet.program.scheme import INTERNAL, KnownType

_CALLS: Final = ("AddKnownTypes", "AddKnownTypeWithName")
_BUILDING: Final = "Register"
_MACHINERY: Final = ("k8s.io/apimachinery/pkg/runtime", "k8s.io/apimachinery/pkg/apis/meta/v1")
_TRIALS: Final = frozenset(("testing", "test", "fake", "tests", "examples"))
#: How many variables are followed to where a group and a version are written out.
_STEPS: Final = 8

#: Names that are declared as another's: ``type Widget = v1.Widget``, in a group of declarations too.
_ALIAS: Final = re.compile(rb"(?m)^(?:type[ \t]+|[ \t]*)([^\s=]+)[ \t]*=[ \t]*[\w.]+[ \t]*(?://|\r?$)")

_Kind = tuple["str | None", "str | None", "str | None"]
_UNTOLD: Final[_Kind] = (None, None, None)


def known_types(types: ModelTypes, files: Iterable[GoFile]) -> tuple[KnownType, ...]:
    """The registrations in these files, in the order of the source."""
    return tuple(entry for file in files for entry in _Registrations(types, file).found())


class _Registrations:
    """The registrations of one file."""

    def __init__(self, types: ModelTypes, file: GoFile) -> None:
        self.types = types
        self.packages = types.typing.packages
        self.objects = RegisteredObjects(self.types.typing)
        self.file = file
        self.package = self.packages.package_of(file)
        module = self.packages.modules.module_above(self.package.directory) if self.package is not None else None
        # Nobody imports a package ``main``: its registrations are made in that program alone.
        own = (self.package.path,) if self.package is not None and self.package.name == "main" else ()
        self._program = (module.path if module is not None else "", *own)
        self._aliases: dict[str, frozenset[str]] = {}

    def found(self) -> Iterator[KnownType]:
        if self.package is None:
            return
        for call in walked(self.file.root, "call_expression"):
            function, given = child(call, "function"), child(call, "arguments")
            field = child(function, "field") if function is not None else None
            if function is None or field is None or given is None or text(field) not in (*_CALLS, _BUILDING):
                continue
            arguments = [each for each in given.named_children if each.type != "comment"]
            around, holder = innermost_function(call) or _literal_around(call), child(function, "operand")
            if around is not None and self._is_never_called(around):
                continue
            place = WrittenPlace(self.file, self.package, around)
            if text(field) == _BUILDING:
                kind, scheme = self._of_builder(place, holder), ""
            else:
                kind = self._kind(place, arguments.pop(0), _STEPS) if arguments else None
                scheme = self._scheme(place, holder)
            if kind is not None:
                named = kind[2] if text(field) == _CALLS[1] else ""
                entries = self._registered(place, call, arguments, kind[:2], named, scheme)
                # The machinery registers what others give it.
                yield from (each for each in entries if each.type or self.package.path not in _MACHINERY)

    def _of_builder(self, place: WrittenPlace, builder: Node | None) -> _Kind | None:
        """The group and version of all that a builder of the package registers; ``None`` where it was given none."""
        value = value_of(replace(place, function=None), builder) if builder is not None else None
        given = dict(keyed(plain(value))).get("GroupVersion") if value is not None else None
        return None if builder is None or given is None else self._kind(self._home(place, builder), given, _STEPS)

    def _is_never_called(self, function: Node) -> bool:
        """Whether nothing in its package mentions a function that others can't see."""
        named = child(function, "name")
        name = text(named) if named is not None else "init"
        if function.type == "method_declaration" or name[:1].isupper() or name == "init" or self.package is None:
            return False
        naming = (file for file in self.package.files if file.holds(name.encode()))
        return sum(1 for file in naming for _ in words(file.data, name)) < 2

    def _registered(
        self,
        place: WrittenPlace,
        call: Node,
        objects: Iterable[Node],
        version: tuple[str | None, str | None],
        named: str | None,
        scheme: str,
    ) -> Iterator[KnownType]:
        """The objects that a call registers, under the name that it says; where that is empty, under their types'."""
        made = functools.partial(
            KnownType,
            place.package.path,
            place.file.location(call),
            *version,
            scheme=scheme,
            program=self._program,
            is_test=not _TRIALS.isdisjoint(place.file.display.split("/")),
        )
        for each in objects:
            for told in self.objects.types(place, each):
                found = self._type(*told, version[1]) if told is not None else None
                kind = named if named != "" else None if found is None else found.rpartition(".")[2]
                yield made(kind, found)

    def _type(self, place: WrittenPlace, node: Node, version: str | None) -> str | None:
        """The dotted name of a type that is registered. In a hub it may be another's by a name of its own."""
        local, _, name = text(node).rpartition(".")
        path = self.packages.imported(place.file).get(local) if local else place.package.path
        if path is None or not name.isidentifier():
            return None
        if version == INTERNAL and name in self._aliases_in(path):
            found = self.types.find(f"{path}.{name}")
            return found.dotted if found is not None else None
        return f"{path}.{name}"

    def _aliases_in(self, path: str) -> frozenset[str]:
        """The names that a package may give to types of others, by its text: it need not be parsed for that. What is
        found inside of functions is no type of the package, and is never asked for."""
        if path not in self._aliases:
            package = self.packages.package(path)
            texts = (file.unnoted for file in package.files) if package is not None else ()
            self._aliases[path] = frozenset(
                name.decode(errors="replace") for data in texts for name in _ALIAS.findall(data)
            )
        return self._aliases[path]

    # --------------------------------------------------------------------------------------- groups and versions

    def _kind(self, place: WrittenPlace, node: Node, steps: int) -> _Kind:
        """The group, the version and the kind that an expression says."""
        if steps == 0:
            return _UNTOLD
        node = plain(node)
        if node.type == "identifier":
            value = value_of(place, node)
            return self._kind(self._home(place, node), value, steps - 1) if value is not None else _UNTOLD
        if node.type == "selector_expression":
            return self._of_package(place, node, steps)
        if node.type == "composite_literal":
            return self._written(place, node)
        function, given = child(node, "function"), child(node, "arguments")
        operand, field = (
            (child(function, "operand"), child(function, "field")) if function is not None else (None, None)
        )
        if operand is not None and field is not None and text(field) == "WithKind" and given is not None:
            group, version, _ = self._kind(place, operand, steps - 1)
            named = next(iter(given.named_children), None)
            return group, version, self._text(place, named) if named is not None else None
        return _UNTOLD

    def _home(self, place: WrittenPlace, node: Node) -> WrittenPlace:
        """The place by which the names in a variable's value are looked up."""
        declared = place.package.find(text(node))
        body = child(place.function, "body") if place.function is not None else None
        is_local = body is not None and assigned_value(body, text(node)) is not None
        if is_local or not isinstance(declared, VariableDeclaration):
            return place
        return WrittenPlace(declared.file, place.package, None)

    def _of_package(self, place: WrittenPlace, node: Node, steps: int) -> _Kind:
        local, _, name = text(node).rpartition(".")
        path = self.packages.imported(place.file).get(local)
        package = self.packages.package(path) if path is not None else None
        declared = package.find(name) if package is not None else None
        if package is None or not isinstance(declared, VariableDeclaration) or declared.value_node is None:
            return _UNTOLD
        return self._kind(WrittenPlace(declared.file, package, None), declared.value_node, steps - 1)

    def _written(self, place: WrittenPlace, node: Node) -> _Kind:
        """``schema.GroupVersion{Group: GroupName, Version: "v1"}``."""
        type_node, body = child(node, "type"), child(node, "body")
        if type_node is None or body is None or not text(type_node).startswith(("schema.GroupVersion", "GroupVersion")):
            return _UNTOLD
        values = {name: self._text(place, value) for name, value in keyed(node)}
        if not values:
            plainly = [plain(each) for each in body.named_children if each.type != "comment"]
            values = dict(zip(("Group", "Version", "Kind"), (self._text(place, each) for each in plainly)))
        group = values.get("Group", "")
        return group, values.get("Version", ""), values.get("Kind")

    def _text(self, place: WrittenPlace, node: Node) -> str | None:
        if text(node).rpartition(".")[2] == "APIVersionInternal":
            return INTERNAL
        return constant_text(self.types.typing, place.file, node)

    def _scheme(self, place: WrittenPlace, node: Node | None) -> str:
        """A name for a scheme, where it is not the one that a caller hands in."""
        if node is None or place.function is None or node.type != "identifier":
            return ""
        body = child(place.function, "body")
        if text(node) in parameter_names(place.function):
            return ""
        if body is not None and assigned_value(body, text(node)) is not None:
            return f"{place.file.display}:{place.function.start_point[0] + 1}"
        return f"{place.package.path}.{text(node)}"


def _literal_around(node: Node) -> Node | None:
    """The function around a node that a variable of the package is given."""
    found, above = None, node.parent
    while above is not None:
        found, above = (above if above.type == "func_literal" else found), above.parent
    return found
