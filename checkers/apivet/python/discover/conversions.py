"""Functions and methods that convert between versions of a type (contract section 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from apivet.program import model, signatures, syntax
from apivet.program.conversions import Conversion
from apivet.python.discover.object_types import ObjectTypes
from apivet.python.names.resolver import Resolver
from apivet.python.source.class_bodies import function_nodes
from apivet.python.source.module import SourceModule
from apivet.python.source.statements import StatementLowering
from apivet.python.source.walking import callee_name, positional, walk
from apivet.verdicts import Confidence, Location

#: ``convert_v1_Widget_to_core_Widget``, ``convertV1WidgetToHub``; what generators write (``auto_convert_...``) is
#: called by these.
NAME: Final = re.compile(
    r"_*(?i:convert)(?P<words>_)?(?P<source>(?(words)\w+?|[A-Z]\w*?))(?(words)(?i:_to_)|To)"
    r"(?P<destination>(?(words)\w+|[A-Z]\w*))"
)
_METHODS: Final = ("convert_to", "convert_from")
_GENERATED: Final = re.compile(rb"\bCode generated\b.*\bDO NOT EDIT\b")
#: Bytes of a file that are looked at for the mark of a generator.
_HEAD: Final = 4096
_OTHERS: Final = frozenset((*signatures.CONTEXT_NAMES, "scope", "s", "options", "opts", "log", "logger"))
_DESTINATIONS: Final = frozenset(("dst", "dest", "destination", "out", "target", "to", "into", "result"))
_SOURCES: Final = frozenset(("src", "source", "in_", "from_", "origin"))
#: Words that tell one version of a type from another.
_VERSION: Final = re.compile(r"v\d+(?:(?:alpha|beta)\d+)?|hub|internal|storage", re.IGNORECASE)
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])\d*(?:(?:alpha|beta)\d+)?|[A-Z]?[a-z]+\d*(?:(?:alpha|beta)\d+)?|\d+")


class Conversions:
    """Finds the hand-written conversions of a file."""

    def __init__(self, resolver: Resolver, module: SourceModule, objects: ObjectTypes) -> None:
        self.resolver = resolver
        self.module = module
        self.objects = objects

    def among(self, declared: list[model.Type]) -> list[Conversion]:
        """The conversions among the functions of the file and the methods of its classes."""
        return [] if _GENERATED.search(self.module.data[:_HEAD]) else self.all_among(declared)

    def all_among(self, declared: list[model.Type]) -> list[Conversion]:
        """The same, whether they were written by hand or generated."""
        if b"onvert" not in self.module.data:
            return []
        found = []
        for function in self._functions():
            found.append(self._by_parameters(function, None))
        for type_ in declared:
            if type_.form == "protocol":
                continue
            for name in type_.methods:
                is_named = NAME.fullmatch(name) is not None
                if not (is_named or name in _METHODS) or type_.methods[name].abstract:
                    continue
                judged = self._by_parameters if is_named else self._of_receiver
                found.append(judged(type_.methods[name], type_))
        return [conversion for conversion in found if conversion is not None and self._is_of_versions(conversion)]

    def untyped(self, declared: list[model.Type]) -> list[syntax.Function]:
        """Functions with the name of a conversion, written by hand, that do not say what they convert."""
        if b"onvert" not in self.module.data or _GENERATED.search(self.module.data[:_HEAD]):
            return []
        methods = [type_.methods[name] for type_ in declared for name in type_.methods if NAME.fullmatch(name)]
        every = [*((function, None) for function in self._functions()), *((each, each.owner) for each in methods)]
        types = {type_.dotted: type_ for type_ in declared}
        return [function for function, owner in every if self._by_parameters(function, types.get(owner or "")) is None]

    def _functions(self) -> Iterator[syntax.Function]:
        """The functions of the module, the last definition of each name."""
        nodes = {node.name: node for node in function_nodes(self.module.tree.body) if NAME.fullmatch(node.name)}
        lowering = StatementLowering(self.module.scope)
        for node in nodes.values():
            yield lowering.function(node)

    # -------------------------------------------------------------------------------------------------- functions

    def _by_parameters(self, function: syntax.Function, holder: model.Type | None) -> Conversion | None:
        """``convert_a_to_b(source, destination)`` or ``convert_a_to_b(source) -> B``."""
        match = NAME.fullmatch(function.name)
        assert match is not None
        plain = _plain(function)
        typed = {parameter.name: self._type_of(function, parameter) for parameter in plain}
        named = [name for name, type_ in typed.items() if type_ is not None and name not in _OTHERS]
        confidence = Confidence.CERTAIN
        if not named:
            confidence = Confidence.INFERRED
            named = [parameter.name for parameter in plain if parameter.name not in _OTHERS]
        source_name, destination_name = _roles(named)
        returned = self._type(function, function.returns) if function.returns is not None else None
        if source_name is None:
            return None
        source = typed.get(source_name)
        destination = typed.get(destination_name) if destination_name is not None else returned
        if source is None or destination is None:
            confidence = Confidence.INFERRED
            source = source or self._meant(match.group("source"))
            destination = destination or self._meant(match.group("destination"))
        if source is None or destination is None:
            return None
        return Conversion(function, source, destination, source_name, destination_name, holder, confidence)

    def _of_receiver(self, method: syntax.Function, holder: model.Type) -> Conversion | None:
        """``convert_to(self, hub)`` and ``convert_from(self, hub)``; a class method makes what it returns."""
        plain = [parameter for parameter in _plain(method) if parameter.name not in _OTHERS]
        typed = [(parameter.name, self._type_of(method, parameter)) for parameter in plain]
        other = next(((name, type_) for name, type_ in typed if type_ is not None), None)
        receiver = method.parameters[0].name if method.parameters and method.binding == "instance" else None
        if not _is_structured(holder):
            return None
        if method.name == "convert_from" and other is not None and other[1] is not None:
            return Conversion(method, other[1], holder, other[0], receiver, holder)
        if method.name == "convert_to" and receiver is not None:
            if other is not None and other[1] is not None:
                return Conversion(method, holder, other[1], receiver, other[0], holder)
            returned = self._type(method, method.returns) if method.returns is not None else None
            if returned is not None and not plain:
                return Conversion(method, holder, returned, receiver, None, holder)
        return None

    # ------------------------------------------------------------------------------------------------------ types

    def _type_of(self, function: syntax.Function, parameter: syntax.Parameter) -> model.Type | None:
        """The structured type of a parameter: from its annotation, else from what the body takes it for."""
        found = self._type(function, parameter.annotation) if parameter.annotation is not None else None
        return found or next(self._believed(function, parameter.name), None)

    def _type(self, function: syntax.Function, annotation: syntax.Expression) -> model.Type | None:
        module = self.resolver.module(function.module)
        shape = None if module is None else self.resolver.shapes.annotation(module, annotation).shape
        type_ = self.resolver.type(shape.dotted) if isinstance(shape, model.Named) else None
        return type_ if type_ is not None and _is_structured(type_) else None

    def _believed(self, function: syntax.Function, name: str) -> Iterator[model.Type]:
        """The types that ``isinstance(name, T)``, ``cast(T, name)`` or ``other: T = name`` in the body tell."""
        for node in walk(function.body):
            written: syntax.Expression | None = None
            if isinstance(node, syntax.Call) and callee_name(node) in ("isinstance", "cast"):
                given = positional(node)
                written, value = (given[0], given[1]) if len(given) == 2 else (None, None)
                if callee_name(node) == "isinstance":
                    written, value = value, written
                if not (isinstance(value, syntax.Name) and value.name == name):
                    continue
            elif isinstance(node, syntax.Assign) and isinstance(node.value, syntax.Name):
                written = node.annotation if node.value.name == name else None
            found = self._type(function, written) if written is not None else None
            if found is not None:
                yield found

    def _meant(self, text: str) -> model.Type | None:
        """The type that a part of a function's name means: ``v1_Widget`` is ``v1.Widget``, or ``V1Widget``; and so is
        ``V1Widget``."""
        first = _WORD.match(text)
        if "_" not in text and first is not None and first.end() < len(text):
            found = self._named("", text) or self._named(first.group().lower(), text[first.end() :])
            if found is not None:
                return found
        words = text.split("_")
        for split in range(len(words)):
            holder, name = "_".join(words[:split]), "_".join(words[split:])
            for spelling in dict.fromkeys((name, _camel(name))):
                found = self._named(holder, spelling)
                if found is not None:
                    return found
        return None

    def _named(self, holder: str, name: str) -> model.Type | None:
        at = Location(self.module.display, 0)
        node: syntax.Expression = syntax.Name(at, name)
        if holder:
            node = syntax.Attribute(at, syntax.Name(at, holder), name)
        found = self.resolver.entity(self.module, node)
        return found if isinstance(found, model.Type) and _is_structured(found) else None

    # --------------------------------------------------------------------------------------------------- versions

    def _is_of_versions(self, conversion: Conversion) -> bool:
        """Whether a conversion is one between versions of an API type. Programs convert other things too, and mean
        to leave something out."""
        source, destination = conversion.source, conversion.destination
        if source.dotted == destination.dotted:
            return False
        if any(self._is_served(type_) for type_ in (source, destination)):
            return True
        texts = (conversion.function.name, source.dotted, destination.dotted)
        told = any(_VERSION.fullmatch(word) for text in texts for word in _WORD.findall(text))
        return told and _stem(source.name) == _stem(destination.name)

    def _is_served(self, type_: model.Type) -> bool:
        """Whether a type is an API object's, as far as it says so itself or lies in a group's module."""
        if self.objects.is_root(type_):
            return True
        return bool(self.resolver.groups_of(type_.module))


def _plain(function: syntax.Function) -> list[syntax.Parameter]:
    """The parameters that a caller gives one value each, the receiver left out."""
    behind = function.parameters[0 if function.binding == "none" else 1 :]
    return [parameter for parameter in behind if parameter.kind in ("positional", "keyword")]


def _roles(names: list[str]) -> tuple[str | None, str | None]:
    """The names of the source's and the destination's parameters: by name, else in this order."""
    destination = next((name for name in names if name in _DESTINATIONS), None)
    source = next((name for name in names if name in _SOURCES), None)
    rest = [name for name in names if name not in (source, destination)]
    if source is None and rest:
        source = rest.pop(0)
    if destination is None and rest:
        destination = rest.pop(0)
    return source, destination


def _is_structured(type_: model.Type) -> bool:
    return type_.structured and type_.form not in ("enum", "protocol") and bool(type_.fields)


def _camel(text: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in text.split("_"))


def _stem(name: str) -> str:
    """A type's name without what tells its version."""
    return "".join(word for word in _WORD.findall(name) if not _VERSION.fullmatch(word)).lower()
