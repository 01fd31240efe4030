"""Programs in which a field may hold an object of a class that derives from the declared one.

The interpreter takes an object for one of the class that its field declares. What holds of these is asked once more
where classes derive from it that have more fields, or methods of their own in the place of its: objects of it then have
fields that no declaration names, and answer in a way that nobody knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from apivet.effects.declared import types_within
from apivet.program.model import Entity, Named, Program, Type


def with_derived_classes(program: Program, object_type: Type) -> tuple[Program, tuple[str, ...]] | None:
    """The program in which objects within one of this type may be of derived classes, and the names of these; ``None``
    where they are of the declared ones."""
    held = list(types_within(program, Named(object_type.dotted)))
    opened: dict[str, Type] = {}
    names: dict[str, None] = {}
    for type_ in held[1:]:
        above = {each.dotted for each in program.ancestry(type_)}
        for derived in program.derived(type_):
            below = [each for each in program.ancestry(derived) if each.dotted not in above]
            known = opened.get(type_.dotted, type_)
            kept = {name: each for name, each in known.methods.items() if not any(name in one.methods for one in below)}
            if len(derived.fields) > len(type_.fields) or len(kept) < len(type_.methods):
                dumped = ("*",) if type_.dumps_as_declared else type_.serializers
                opened[type_.dotted] = replace(known, open=True, methods=kept, serializers=dumped)
                names[derived.name] = None
    return (cast(Program, _Derived(program, opened)), tuple(names)) if opened else None


class _Derived:
    """A program with some types seen in another way."""

    def __init__(self, program: Program, seen: Mapping[str, Type]) -> None:
        self._program = program
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._program, name)

    def _as_seen(self, type_: Type) -> Type:
        return self._seen.get(type_.dotted, type_)

    def _entity(self, entity: Entity) -> Entity:
        return self._as_seen(entity) if isinstance(entity, Type) else entity

    def resolve(self, module: str, name: str) -> Entity:
        return self._entity(self._program.resolve(module, name))

    def locate(self, dotted: str) -> Entity:
        return self._entity(self._program.locate(dotted))

    def alternatives(self, module: str, name: str) -> tuple[Type, ...]:
        return tuple(map(self._as_seen, self._program.alternatives(module, name)))

    def type(self, dotted: str) -> Type | None:
        found = self._program.type(dotted)
        return None if found is None else self._as_seen(found)

    def ancestry(self, type_: Type) -> tuple[Type, ...]:
        return tuple(map(self._as_seen, self._program.ancestry(type_)))
