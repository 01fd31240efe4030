"""Parts of objects that are reached through accessors: ``get_status`` and ``set_status``, or a property ``status``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from apivet.program import model, syntax
from apivet.python.annotations.readings import ReadAnnotation
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import ClassSource, SourceModule
from apivet.python.source.walking import callee_name, walk

_Methods = Mapping[str, syntax.Function]
#: Names of accessors that are no property.
GET: Final = "get_"
SET: Final = "set_"
_COPIES: Final = frozenset(("copy", "deepcopy", "deep_copy"))


def accessed_parts(
    resolver: Resolver,
    module: SourceModule,
    source: ClassSource,
    methods: _Methods,
    attributes: Mapping[str, syntax.Expression],
    fields: Sequence[model.Field],
    inherited: Sequence[model.Accessed],
) -> tuple[model.Accessed, ...]:
    """The parts that a class has through accessors of its own or inherited ones, where no field declares them."""
    words = resolver.config.vocabulary
    declared = {field.name: field for field in fields}
    found = {each.field.name: each for each in inherited if each.field.name not in declared}
    for part in (words.metadata, words.spec, words.status, words.generation):
        getter = None if part in declared else _getter(methods, attributes, part)
        setter = None if getter is None else _setter(methods, attributes, part)
        if getter is None or (setter is None and part == words.generation):
            continue
        if part == words.generation and _is_elsewhere(getter, words.metadata, found):
            continue
        reading = _type_of(resolver, module, source, getter, setter)
        found[part] = _accessed(part, getter, setter, reading, declared, source.dotted)
    is_object = words.metadata in declared or words.metadata in found
    return tuple(each for name, each in found.items() if is_object or name == words.generation)


def _getter(methods: _Methods, attributes: Mapping[str, syntax.Expression], part: str) -> syntax.Function | None:
    if part in methods:
        return methods[part] if methods[part].is_property else None
    if part in attributes:
        return _given_to_property(methods, attributes[part], 0, "fget")
    return methods.get(GET + part)


def _setter(methods: _Methods, attributes: Mapping[str, syntax.Expression], part: str) -> syntax.Function | None:
    if f"{part}.setter" in methods:
        return methods[f"{part}.setter"]
    if part in attributes:
        return _given_to_property(methods, attributes[part], 1, "fset")
    return methods.get(SET + part)


def _given_to_property(methods: _Methods, value: syntax.Expression, index: int, name: str) -> syntax.Function | None:
    """The getter or the setter in ``property(get, set)``."""
    if not isinstance(value, syntax.Call) or callee_name(value) != "property":
        return None
    by_place = [item.value for item in value.arguments if item.name is None and not item.spread]
    given = next((item.value for item in value.arguments if item.name == name), None)
    given = by_place[index] if given is None and index < len(by_place) else given
    if isinstance(given, syntax.Lambda):
        return given.function
    return methods[given.name] if isinstance(given, syntax.Name) and given.name in methods else None


def _type_of(
    resolver: Resolver,
    module: SourceModule,
    source: ClassSource,
    getter: syntax.Function,
    setter: syntax.Function | None,
) -> ReadAnnotation | None:
    """The type in the accessors' annotations."""
    written = getter.returns
    if written is None and setter is not None and len(setter.parameters) > 1:
        written = setter.parameters[1].annotation
    return None if written is None else resolver.shapes.annotation(module, written, source.qualified)


def _accessed(
    part: str,
    getter: syntax.Function,
    setter: syntax.Function | None,
    reading: ReadAnnotation | None,
    declared: Mapping[str, model.Field],
    owner: str,
) -> model.Accessed:
    path, is_copy = _path(getter)
    storage = path[0] if path is not None and len(path) == 1 else ""
    own = declared.get(storage)
    shape = reading.shape if reading is not None else own.shape if own is not None else model.Unknown(part)
    optional = reading.optional if reading is not None else own.optional if own is not None else False
    field = model.Field(part, shape, optional, getter.location, owner)
    if own is not None:
        field = replace(field, default=own.default, factory=own.factory, owner=own.owner, compared=own.compared)
    if reading is not None:
        field = replace(field, annotation=reading.annotation, gates=reading.gates.gates)
    mentioned = {name for function in (getter, setter) if function is not None for name in _mentioned(function)}
    backing = () if storage else tuple(sorted(name for name in mentioned if name.startswith("_")))
    is_kept = setter is None or bool(storage) or _puts_away(setter, getter, path)
    return model.Accessed(field, storage, backing, "other" if path is None else "copy" if is_copy else "part", is_kept)


def _path(getter: syntax.Function) -> tuple[tuple[str, ...] | None, bool]:
    """The way from the object to what a getter returns, where it hands out what lies there; whether that is a copy."""
    body = [item for item in getter.body if not _is_trivial(item)]
    returned = body[0].value if len(body) == 1 and isinstance(body[0], syntax.Return) else None
    return _way(returned, getter)


def _way(node: syntax.Expression | None, function: syntax.Function) -> tuple[tuple[str, ...] | None, bool]:
    """The way from the object whose method a function is to what an expression of it gives."""
    steps: list[str] = []
    is_copy = False
    while node is not None and function.parameters:
        if isinstance(node, syntax.Name):
            found = node.name == function.parameters[0].name and bool(steps)
            return (tuple(reversed(steps)) if found else None), is_copy
        if isinstance(node, syntax.Attribute):
            steps.append(node.name)
            node = node.value
        elif isinstance(node, syntax.Subscript) and isinstance(node.index, syntax.Literal):
            steps.append(str(node.index.value))
            node = node.value
        elif isinstance(node, syntax.Call) and callee_name(node) == "cast" and len(node.arguments) == 2:
            node = node.arguments[1].value
        elif isinstance(node, syntax.Call) and callee_name(node) in _COPIES and len(node.arguments) == 1:
            node, is_copy = node.arguments[0].value, True
        else:
            break
    return None, False


def _puts_away(setter: syntax.Function, getter: syntax.Function, path: tuple[str, ...] | None) -> bool:
    """Whether a setter is sure to put what it is given where the getter finds it: by a statement of its own that runs
    unless it raises. Where a getter makes what it returns, any place that it asks will do."""
    asked = {*_mentioned(getter)}
    for statement in setter.body:
        if any(isinstance(node, syntax.Return) for node in walk((statement,))):
            return False
        for place, value in _put_by(statement, setter):
            is_given = any(isinstance(node, syntax.Name) and node.name == setter.parameters[-1].name for node in value)
            if is_given and (place == path if path is not None else place[:1] and place[0] in asked):
                return True
    return False


def _put_by(
    statement: syntax.Statement, setter: syntax.Function
) -> Iterator[tuple[tuple[str, ...], Iterable[syntax.Node]]]:
    """The places of its object to which a statement assigns, ``update`` of a mapping among them, each with the nodes of
    the value."""
    if isinstance(statement, syntax.Assign):
        for target in statement.targets:
            yield _way(target, setter)[0] or (), walk((statement.value,))
    call = statement.value if isinstance(statement, syntax.Evaluate) else None
    if isinstance(call, syntax.Call) and isinstance(call.callee, syntax.Attribute) and call.callee.name == "update":
        holder = _way(call.callee.value, setter)[0] or ()
        for given in (each for each in call.arguments if each.name):
            yield (*holder, str(given.name)), walk((given.value,))


def _is_trivial(statement: syntax.Statement) -> bool:
    """A docstring, or a check that ends in an exception."""
    if isinstance(statement, syntax.Evaluate):
        return isinstance(statement.value, (syntax.Literal, syntax.Opaque))
    return isinstance(statement, syntax.Assert)


def _is_elsewhere(getter: syntax.Function, metadata: str, found: Mapping[str, model.Accessed]) -> bool:
    """Whether what a getter gives is a part of the metadata, and not of the object itself."""
    path, _ = _path(getter)
    holders = {metadata, found[metadata].storage} if metadata in found else {metadata}
    return not holders.isdisjoint((*(path or ()), *_mentioned(getter)))


def _mentioned(function: syntax.Function) -> Iterator[str]:
    """The attributes of the object that an accessor speaks of."""
    own = function.parameters[0].name if function.parameters else ""
    for node in walk(function.body):
        if isinstance(node, syntax.Attribute) and isinstance(node.value, syntax.Name) and node.value.name == own:
            yield node.name
