"""Whether a field is put back to its old value alone, or together with what is around it."""

from __future__ import annotations

from apivet.conventions.subject import Subject
from apivet.effects.values import CALLER, EARLIER, LAST, OLD, Exists, Input, Path, Structure
from apivet.effects.view import View
from apivet.program.model import Named

#: The paths of the fields that are declared beside one.
Neighbours = tuple[Path, ...]


def neighbours(subject: Subject, path: Path) -> Neighbours:
    """The fields that are declared beside the one at a path; where it is the only one, those beside what holds it."""
    for length in range(len(path) - 1, 0, -1):
        around = path[:length]
        holder = subject.element(around)
        type_ = subject.program.type(holder.dotted) if isinstance(holder, Named) else None
        if type_ is not None and path[length] not in (LAST, EARLIER):
            others = [(*around, each.name) for each in type_.fields if each.name != path[length]]
            if others:
                return tuple(others)
    return ()


def is_put_back_with_others(view: View, others: Neighbours) -> bool:
    """Whether nothing that the caller sent in the neighbours of a field is stored: it is then not singled out."""
    return bool(others) and not any(view.depends(view.stored(path), CALLER, path) for path in others)


def is_absent_in_old(view: View, place: Path) -> bool:
    """Whether a list that was put back as it was stored has no such element."""
    for length, segment in enumerate(place):
        if segment in (LAST, EARLIER):
            container = view.stored(place[:length])
            base = view.leaf(container.base) if isinstance(container, Structure) else container
            if isinstance(base, Input) and base.root == OLD and not view.decide(Exists(base, segment)):
                return True
    return False
