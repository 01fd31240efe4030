"""Structs as the model's types, each built when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from apivet.golang.comments import gates_of
from apivet.golang.declarations import TypeDeclaration
from apivet.golang.dependencies import KeptValue
from apivet.golang.naming import LIST_META, OBJECT_META, TYPE_META, field_name
from apivet.golang.shapes import Shapes
from apivet.golang.source import child, text
from apivet.golang.types import (
    Array,
    Basic,
    Chan,
    Func,
    GoType,
    Interface,
    Map,
    Named,
    Pointer,
    Struct,
    StructField,
    pointee,
    written,
)
from apivet.golang.typing import Typing
from apivet.golang.unions import is_one_of_several
from apivet.golang.zero_values import zero
from apivet.program import model
from apivet.program.annotations import Annotation
from apivet.program.syntax import Expression, Function
from apivet.verdicts import Location

_COPY: Final = "DeepCopyObject"


class ModelTypes:
    """The types of a program, by their dotted names: import path and name."""

    def __init__(
        self,
        typing: Typing,
        served_for: Callable[[str], str | None] = lambda dotted: None,
        methods: Callable[[Named], Mapping[str, Function]] = lambda named: {},
    ) -> None:
        self.typing = typing
        self._methods = methods
        self._served_for = served_for
        self.shapes = Shapes(typing)
        self._built: dict[str, KeptValue[model.Type | None]] = {}
        self._once = typing.packages.recorder.once

    def find(self, dotted: str) -> model.Type | None:
        """The type of that name, where it is in the tree."""
        instance = self.typing.instances.types.get(dotted)
        if isinstance(instance, Struct):
            unnamed = instance
            return self._once(self._built, dotted, lambda: self._unnamed(dotted, unnamed))
        plain = dotted if instance is None else instance.dotted
        path, _, name = plain.rpartition(".")
        return self._once(self._built, dotted, lambda: self._found(dotted, instance, path, name))

    def _found(self, dotted: str, instance: Named | None, path: str, name: str) -> model.Type | None:
        package = self.typing.packages.package(path) if path else None
        declared = package.type(name) if package is not None else None
        if declared is None:
            return None
        if not declared.is_alias:
            return self._build(declared, instance or Named(path, name))
        meant = self.typing.named(path, name)
        self.typing.packages.recorder.suppose(self._built, dotted, None)  # aliases may stand for each other
        return self.find(meant.dotted) if isinstance(meant, Named) and meant.dotted != dotted else None

    def _build(self, declared: TypeDeclaration, named: Named) -> model.Type:
        parts, dotted = self.typing.underlying(named), self.typing.instances.type_name(named)
        place = declared.file.location(child(declared.node, "name") or declared.node)
        is_struct = isinstance(parts, Struct)
        fields = parts.fields if isinstance(parts, Struct) else ()
        return model.Type(
            name=declared.name,
            dotted=dotted,
            module=named.package,
            location=place,
            form="struct" if is_struct else "plain",
            fields=self._fields(fields, dotted, place),
            blanks=self._blanks(fields),
            methods=self._methods(named),
            attributes={},
            bases=(),
            structured=is_struct,
            has_unknown_base=is_struct and self._may_bring_hooks(named),
            final=True,
            is_union=self._is_union(declared, parts, dotted),
        )

    def _unnamed(self, dotted: str, parts: Struct) -> model.Type:
        """A type that is written where it is used, of at least one field."""
        place = next(each.file.location(each.node) for each in parts.fields if each.file and each.node)
        return model.Type(
            name=dotted,
            dotted=dotted,
            module="",
            location=place,
            form="struct",
            fields=self._fields(parts.fields, dotted, place),
            blanks=self._blanks(parts.fields),
            methods={},
            attributes={},
            bases=(),
            structured=True,
            has_unknown_base=False,
            final=True,
        )

    def _is_union(self, declared: TypeDeclaration, parts: GoType, dotted: str) -> bool:
        """Whether just one member is set, as the type or the preferred served one of its name says."""
        if not isinstance(parts, Struct):
            return False
        served = self._served_for(dotted) if not is_one_of_several(declared, parts) else dotted
        found = self.find(served) if served is not None and served != dotted else None
        return served == dotted or (found is not None and found.is_union)

    def _may_bring_hooks(self, type_: Named) -> bool:
        """Whether something embedded has a hook without a body, or is of a type that can't be told; or a method of it
        is there of which the head has a syntax error."""
        package = self.typing.packages.package(type_.package)
        if package is not None and package.has_broken_method(type_.name):
            return True
        hooks = (self.typing.select(type_, name) for name in ("PrepareForCreate", "PrepareForUpdate"))
        has_hidden = any(found is not None and found.is_method and found.declaration is None for found in hooks)
        return has_hidden or self.typing.hides(type_)

    def _fields(self, fields: tuple[StructField, ...], owner: str, place: Location) -> tuple[model.Field, ...]:
        return tuple(self._field(each, owner, place) for each in fields if each.name != "_")

    def _blanks(self, fields: tuple[StructField, ...]) -> tuple[tuple[Annotation, int], ...]:
        found: list[tuple[Annotation, int]] = []
        for number, each in enumerate(fields):
            if each.name == "_":
                found.append((self.shapes.annotation(each.type), number - len(found)))
        return tuple(found)

    def _field(self, field: StructField, owner: str, place: Location) -> model.Field:
        shape, optional = self.shapes.shape(field.type)
        optional = optional or self._may_be_nil(field.type)
        location, spelled, parts = place, written(field.type), self.typing.underlying(field.type)
        gates: tuple[str, ...] = ()
        if field.node is not None and field.file is not None:
            node = next((each for each in field.node.children_by_field_name("name") if text(each) == field.name), None)
            location = field.file.location(node or child(field.node, "type") or field.node)
            gates = gates_of(field.node) or self._gates_of_served(owner, field.name)
            type_node = child(field.node, "type")
            spelled = ("*" if field.embedded and spelled.startswith("*") else "") + text(type_node or field.node)
        return model.Field(
            name=field_name(field),
            shape=shape,
            optional=optional,
            location=location,
            owner=owner,
            gates=gates,
            annotation=self.shapes.annotation(field.type),
            written=spelled,
            declared_as=field.name,
            default=self._zero(field.type, location),
            by_value=self._is_copied(field.type),
            shares_elements=isinstance(parts, Array) and not self._is_copied(parts.element),
            is_private=not field.name[:1].isupper(),
        )

    def _is_copied(self, type_: GoType) -> bool:
        """Whether values of a type are objects of the model that whoever copies their holder copies."""
        return isinstance(self.typing.underlying(type_), (Array, Struct))

    def _may_be_nil(self, type_: GoType) -> bool:
        """Whether values of a type may be none, besides pointers. No slice is the empty one."""
        parts = self.typing.underlying(type_)
        if isinstance(parts, Basic):
            return parts.name in ("any", "error")
        return isinstance(parts, (Interface, Func, Chan, Pointer))

    def _zero(self, type_: GoType, at: Location) -> Expression | None:
        """The zero value of a number, a text, a truth, a map or an array; the shape tells those of others."""
        if not isinstance(self.typing.underlying(type_), (Basic, Map, Array)):
            return None
        return zero(type_, at, self.typing.underlying, self.typing.instances.type_name)

    def _gates_of_served(self, owner: str, name: str) -> tuple[str, ...]:
        """The gates of the preferred served field: tags stand there more often than in the hub."""
        path, _, type_name = (self._served_for(owner) or "").rpartition(".")
        struct = self.typing.struct(Named(path, type_name)) if path else None
        nodes = [each.node for each in struct.fields if each.name == name] if struct is not None else []
        return gates_of(nodes[0]) if nodes and nodes[0] is not None else ()

    def is_object(self, type_: model.Type) -> bool:
        """Whether objects of a type are stored by themselves: it has metadata of its own, tells its kind and copies
        itself, without which it is no ``runtime.Object`` but a template of one."""
        named = Named(type_.module, type_.name)
        return self._has(named, OBJECT_META) and self._tells_kind(named) and self._copies_itself(named)

    def _tells_kind(self, type_: Named) -> bool:
        embedded = self.typing.select(type_, TYPE_META.name)
        if embedded is not None and embedded.field is not None and pointee(embedded.field.type) == TYPE_META:
            return True
        return self.typing.select(type_, "GetObjectKind") is not None or self.typing.hides(type_)

    def _copies_itself(self, type_: Named) -> bool:
        """Whether a type has the method that copies objects, or none of its package has: it may be generated later."""
        package = self.typing.packages.package(type_.package)
        files = package.files if package is not None else ()
        if any(file.holds(f"*{type_.name}) {_COPY}(".encode()) for file in files):
            return True
        has_none = not any(file.holds(f") {_COPY}(".encode()) for file in files)
        return has_none or self.typing.select(type_, _COPY) is not None or self.typing.hides(type_)

    def is_list(self, type_: model.Type) -> bool:
        """Whether a type holds the answer to a query for several objects."""
        return self._has(Named(type_.module, type_.name), LIST_META)

    def _has(self, type_: Named, part: Named) -> bool:
        struct = self.typing.struct(type_)
        return struct is not None and any(pointee(each.type) == part for each in struct.fields)
