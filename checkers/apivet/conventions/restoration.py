"""Whether a field is put back to its old value alone, or together with what is around it."""

from __future__ import annotations

from apivet.conventions.subject import Subject
from apivet.effects.diagrams import Leaf, leaves
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
            base = view.base_of(container)
            if isinstance(base, Input) and base.root == OLD and not view.decide(Exists(base, segment)):
                return True
    return False


def lies_in_no_element(view: View, place: Path) -> bool:
    """Whether a list is stored that has no such element: a rebuilt one, or one made anew of an old one without any."""
    for length, segment in enumerate(place):
        container = view.stored(place[:length]) if segment in (LAST, EARLIER) else None
        if container is not None and view.is_null(container) and _comes_from(view.stored(place[: length - 1])) == OLD:
            return not view.decide(Exists(Input(OLD, place[:length]), segment))
        if isinstance(container, Structure) and container.entries is not None:
            if not any(key == segment and view.leaf(present) for key, present, _ in container.entries):
                return True
    return False


def is_none_put_back(view: View, place: Path) -> bool:
    """Whether a field lies in something of the old object, which does not use it."""
    return _comes_from(view.stored(place[:-1])) == OLD and bool(view.is_null(Input(OLD, place)))


def is_made_of_old(view: View, place: Path) -> bool:
    """Whether a list in something of the old object, which has none there, is put together of its elements alone."""
    holder = view.stored(place[:-1])
    part = dict(holder.fields).get(place[-1]) if isinstance(holder, Structure) else None
    made = [leaf.value for leaf in leaves(part)] if part is not None else []
    if not any(OLD in _element_sources(each) for each in made) or any(_comes_from(each) == CALLER for each in made):
        return False
    return is_none_put_back(view, place)


def put_back_elsewhere(view: View, place: Path) -> Path | None:
    """Path of the part that a field lies in, where that is the caller's here, and the old object's on another way."""
    for length in range(1, len(place)):
        holder = view.stored(place[: length - 1])
        parts = dict(holder.fields) if isinstance(holder, Structure) else {}
        part = parts.get(place[length - 1])
        if part is not None and _comes_from(view.leaf(part)) == CALLER:
            if any(OLD in (_comes_from(leaf.value), *_element_sources(leaf.value)) for leaf in leaves(part)):
                return place[:length]
    return None


def _element_sources(value: object) -> set[str | None]:
    """The objects of which the elements of a list are parts, that was put together."""
    entries = (value.entries or ()) if isinstance(value, Structure) else ()
    return {_comes_from(leaf.value) for _, _, element in entries for leaf in leaves(element)}


def _comes_from(value: object) -> str | None:
    """The object of which a value is a part, changed or not."""
    base = value.base if isinstance(value, Structure) else None
    given = base.value if isinstance(base, Leaf) else value
    return given.root if isinstance(given, Input) else None
