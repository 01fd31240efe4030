"""The types of the tree as it is now, in any of its languages, and what they hold."""

from __future__ import annotations

from collections.abc import Sequence

from apivet.program.model import Named, Type, innermost
from apivet.program.source_program import SourceProgram


class RemainingTypes:
    """The types of several programs, each looked up once."""

    def __init__(self, programs: Sequence[SourceProgram]) -> None:
        self._programs = programs
        self._found: dict[str, Type | None] = {}

    def type(self, dotted: str) -> Type | None:
        """The type of that name, if any program has one."""
        if dotted not in self._found:
            found = (_of(program, dotted) for program in self._programs)
            self._found[dotted] = next((type_ for type_ in found if type_ is not None), None)
        return self._found[dotted]

    def owner_of_field(self, dotted: str, name: str) -> str | None:
        """The type that has a field of that name, among all that a type reaches."""
        pending, seen = [dotted], {dotted}
        while pending:
            type_ = self.type(pending.pop(0))
            for field in type_.fields if type_ is not None else ():
                if type_ is not None and field.name == name:
                    return type_.dotted
                held = innermost(field.shape)
                if isinstance(held, Named) and held.dotted not in seen:
                    seen.add(held.dotted)
                    pending.append(held.dotted)
        return None


def _of(program: SourceProgram, dotted: str) -> Type | None:
    try:
        return program.type(dotted) if dotted else None
    except RecursionError:
        return None
