"""The methods of a type, those that embedded types bring along too: each lowered when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from apivet.golang.dependencies import KeptValue
from apivet.golang.lowering.body import Body, Value, parameter_names
from apivet.golang.lowering.expressions import receiver_for
from apivet.golang.lowering.functions import Lowering
from apivet.golang.source import child
from apivet.golang.types import Func, Named, Pointer
from apivet.golang.typing import Selection
from apivet.program import syntax
from apivet.program.methods import MethodTable


class Methods(MethodTable):
    """Methods by their names. Those of interfaces that are embedded have no body, and are none."""

    def __init__(self, lowering: Lowering, type_: Named) -> None:
        self._lowering = lowering
        self._type = type_
        self._names: dict[None, KeptValue[tuple[str, ...]]] = {}
        self._found: dict[str, KeptValue[syntax.Function | None]] = {}
        self._once = lowering.typing.packages.recorder.once

    def __getitem__(self, name: str) -> syntax.Function:
        found = self._lowered(name)
        if found is None:
            raise KeyError(name)
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._selected(name) is not None

    def _lowered(self, name: str) -> syntax.Function | None:
        return self._once(self._found, name, lambda: self._method(name))

    def __iter__(self) -> Iterator[str]:
        names = self._once(self._names, None, self._all_names)
        return iter(names)

    def _all_names(self) -> tuple[str, ...]:
        names = self._lowering.typing.method_names(self._type)
        return tuple(name for name in names if name in self)

    def of_objects(self) -> Iterator[str]:
        """The names of those that a pointer gives the object to; what is embedded by value is a part of it."""
        for name in self:
            found = self._selected(name)
            if found is not None and found.declaration is not None and found.declaration.by_pointer:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _selected(self, name: str) -> Selection | None:
        """The method that goes by a name. Nobody looks into it for that."""
        typing = self._lowering.typing
        found = typing.select(self._type, name)
        if found is None or not found.is_method or found.declaration is None:
            return None
        if not found.path:
            return found
        if not isinstance(found.owner, Named) or typing.packages.package(self._type.package) is None:
            return None
        # A type that is embedded less deep may have a method of that name.
        return None if typing.hides(self._type, above=len(found.path)) else found

    def _method(self, name: str) -> syntax.Function | None:
        found = self._selected(name)
        if found is None or found.declaration is None:
            return None
        is_own = not found.path
        return self._lowering.function(found.declaration, found.bound) if is_own else self._promoted(found, name)

    def _promoted(self, found: Selection, name: str) -> syntax.Function | None:
        """A method of something embedded: that is its receiver, and its own methods are what it calls."""
        package = self._lowering.typing.packages.package(self._type.package)
        declared = found.declaration
        if package is None or declared is None:
            return None
        body = Body(self._lowering.typing, package, declared.file)
        lower = self._lowering.lowerer(body)
        at = declared.file.location(declared.head)
        holder = Value(syntax.Name(at, "·outer"), Pointer(self._type))
        receiver = receiver_for(lower, holder, found, declared.head)
        count = len((found.signature or Func()).parameters)
        listed = child(declared.head, "parameters")
        written = [] if listed is None else [each for each, _, _ in parameter_names(listed) if each != "_"]
        names = written if len({*written}) == count else [f"·{number}" for number in range(count)]
        given = (receiver, *(syntax.Name(at, each) for each in names))
        callee = syntax.Entity(at, lower.method_name(found))
        call = syntax.Call(at, callee, tuple(syntax.Argument(each) for each in given))
        parameters = tuple(syntax.Parameter(each, "positional", None, None) for each in ("·outer", *names))
        dotted = f"{self._type.dotted}.{name}"
        return syntax.Function(
            at, name, dotted, self._type.package, self._type.dotted, parameters, (syntax.Return(at, call),), (),
            "instance", False, False, False, False, None, is_static=True,
        )  # fmt: skip
