"""Strategies: which structs are some, the resource that each is bound to, and the objects that it prepares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.dependencies import KeptValue
from apivet.golang.instance_fields import with_settled_fields
from apivet.golang.model_types import ModelTypes
from apivet.golang.source import GoFile
from apivet.golang.stores import Stores, declared_function
from apivet.golang.syntax_search import asserted_types, calls_given, parameter_names, plain
from apivet.golang.types import Func, GoType, Interface, Named, pointee
from apivet.golang.typing import Selection
from apivet.program import model
from apivet.program.contents import Strategy
from apivet.program.role import Role
from apivet.verdicts import Confidence

CREATE: Final = "PrepareForCreate"
UPDATE: Final = "PrepareForUpdate"
#: The context, by the names that it has had.
_CONTEXTS: Final = tuple(
    Named(path, "Context") for path in ("context", "golang.org/x/net/context", "k8s.io/apiserver/pkg/endpoints/request")
)
_OBJECT: Final = Named("k8s.io/apimachinery/pkg/runtime", "Object")
#: The methods in which the type of objects is looked for, with the first of their parameters that holds one.
_METHODS: Final = (UPDATE, CREATE, "ValidateUpdate", "Validate", "Canonicalize", "WarningsOnUpdate", "WarningsOnCreate")
#: How many helpers an object is followed through.
_FAR: Final = 3
_MENTIONED: Final = re.compile(rb"\.(Spec|Status|Generation|ObjectMeta)\b")
_PARTS: Final = {b"Spec": "spec", b"Status": "status", b"Generation": "generation", b"ObjectMeta": "metadata"}


class Strategies:
    """The strategies of a program; ``stores`` are put together when one is met."""

    def __init__(self, types: ModelTypes, stores: Callable[[], Stores]) -> None:
        self.types = types
        self.typing = types.typing
        self._stores = stores
        self._found: dict[Named, KeptValue[Strategy | None]] = {}

    def among(self, file: GoFile, module: str) -> Iterator[Strategy]:
        """The strategies that a file declares, each found once: what it was found by is told of it alone."""
        package = self.typing.package_of(file)
        for name in package.types_of(file) if package is not None else ():
            found = self.of(Named(module, name))
            if found is not None:
                yield found

    def of(self, type_: Named) -> Strategy | None:
        """The strategy that a type is."""
        return self.typing.packages.recorder.once(self._found, type_, lambda: self._find(type_))

    def _find(self, type_: Named) -> Strategy | None:
        declared = self.typing.declaration(type_)
        if declared is None or declared.is_alias or not self.is_strategy(type_):
            return None
        found = self.types.find(type_.dotted)
        return None if found is None else self._strategy(type_, found)

    def is_strategy(self, type_: GoType) -> bool:
        """Whether a type has one of the hooks, itself or by what it embeds."""
        if isinstance(self.typing.underlying(type_), Interface):
            return False
        return any(self._is_hook(self.typing.select(type_, name), count) for name, count in ((CREATE, 2), (UPDATE, 3)))

    def _is_hook(self, found: Selection | None, count: int) -> bool:
        if found is None or not isinstance(found.signature, Func):
            return False
        taken = found.signature.parameters
        is_shaped = bool(taken) and taken[0] in _CONTEXTS and all(each == _OBJECT for each in taken[1:])
        return len(taken) == count and is_shaped and not found.signature.results

    def _strategy(self, type_: Named, found: model.Type) -> Strategy:
        object_type = self._object_type(type_)
        return Strategy(
            type=with_settled_fields(self.typing, type_, found),
            role=self._role(type_),
            object_type=object_type,
            mentions=frozenset() if object_type is not None else self._mentions(type_),
            confidence=Confidence.CERTAIN if object_type is not None else Confidence.INFERRED,
        )

    # ----------------------------------------------------------------------------------------------------- roles

    def _role(self, type_: Named) -> Role:
        bound = self._stores().of(type_)
        below = {role for role in bound.roles if role is not Role.MAIN} if bound is not None else set()
        if Role.STATUS in below and bound is not None and Role.MAIN not in bound.roles:
            return Role.STATUS
        if type_.name.lower().endswith("statusstrategy"):
            return Role.STATUS
        if bound is not None and Role.MAIN in bound.roles:
            return Role.MAIN
        embedded = list(self._embedded_strategies(type_))
        if embedded and (below or any(self._stores().of(each) is not None for each in embedded)):
            return Role.OTHER
        return Role.OTHER if below else Role.MAIN

    def _embedded_strategies(self, type_: Named) -> Iterator[Named]:
        struct = self.typing.struct(type_)
        for each in struct.fields if struct is not None else ():
            held = pointee(each.type)
            if each.embedded and isinstance(held, Named) and self.is_strategy(held):
                yield held

    # --------------------------------------------------------------------------------------------- object types

    def _object_type(self, type_: Named) -> model.Type | None:
        """The type of the objects: as methods assert it, else as a store makes them."""
        for name in _METHODS:
            found = self.typing.select(type_, name)
            if found is not None and found.declaration is not None:
                for position in (1, 2):
                    asserted = self._asserted(found.declaration, position, 0)
                    if asserted is not None:
                        return asserted
        bound = self._stores().of(type_)
        made = (self._structured(each) for each in (bound.objects if bound is not None else ()))
        return next((each for each in made if each is not None), None)

    def _asserted(self, declared: FunctionDeclaration, position: int, depth: int) -> model.Type | None:
        """The type that a function asserts a parameter to be of, or that a helper does which is given it."""
        names = parameter_names(declared.head)
        if declared.body is None or position >= len(names) or names[position] == "_" or depth > _FAR:
            return None
        for type_node in asserted_types(declared.body, names[position]):
            found = self._structured(self.typing.of(type_node, declared.file, declared.parameters))
            if found is not None:
                return found
        for function, argument in calls_given(declared.body, names[position]):
            helper = declared_function(self.typing, declared.file, plain(function))
            if helper is not None and helper is not declared:
                found = self._asserted(helper, argument, depth + 1)
                if found is not None:
                    return found
        return None

    def _structured(self, type_: GoType) -> model.Type | None:
        held = pointee(type_)
        found = self.types.find(held.dotted) if isinstance(held, Named) else None
        return found if found is not None and found.structured else None

    def _mentions(self, type_: Named) -> frozenset[str]:
        """The parts of objects that the hooks speak of."""
        found: set[str] = set()
        for name in (CREATE, UPDATE):
            selected = self.typing.select(type_, name)
            if selected is not None and selected.declaration is not None:
                text = selected.declaration.node.text or b""
                found.update(_PARTS[each] for each in _MENTIONED.findall(text))
        return frozenset(found)
