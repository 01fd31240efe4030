"""Transformers of a project as they are called, with or without associated data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.scenario_calls import finished, needed
from apivet.blackbox.scenarios.cases import document_of, staleness_of

#: The two methods, under the names that they have.
_NAMES = (("transform_to_storage", "transform_from_storage"), ("to_storage", "from_storage"), ("encrypt", "decrypt"))


_HERE = b"/registry/widgets/here"


#: Another object, one of another kind, one whose name is as long, and one whose name begins with the first one's.
_ELSEWHERE = (
    b"/registry/widgets/elsewhere",
    b"/registry/gadgets/here",
    b"/registry/widgets/hers",
    b"/registry/widgets/here/",
)


class LiveTransformer:
    """A transformer's two methods, with or without associated data."""

    def __init__(self, transformer: Any) -> None:
        self.made = transformer
        #: Where documents can be read that were put here.
        self.readable_at = _ELSEWHERE[0]
        names = methods_of(transformer)
        if names is None:
            raise CannotRunError("it has no methods transform_to_storage and transform_from_storage")
        self.names = names
        self.writes, self.reads = (getattr(transformer, name) for name in names)
        self.is_bound = len(needed(self.writes)) > 1 and len(needed(self.reads)) > 1
        #: The places, as this one takes them: what does not say which is given texts where it refuses bytes.
        says_text = any("str" in str(each.annotation) for way in (self.writes, self.reads) for each in needed(way)[1:2])
        takes_text = says_text or (self.is_bound and self._refuses(_HERE) and not self._refuses(_HERE.decode()))
        self._placed: Callable[[bytes], bytes | str] = bytes.decode if takes_text else bytes

    def _refuses(self, place: bytes | str) -> bool:
        try:
            document_of(finished(self.writes(b"{}", *_besides(self.writes, place))))
        except Exception:
            return True
        return False

    def write(self, document: bytes, place: bytes = _HERE) -> bytes:
        """The stored form of a document."""
        return document_of(finished(self.writes(document, *self._besides(self.writes, place))))

    def read(self, stored: bytes, place: bytes = _HERE) -> bytes:
        """The document that was to be stored."""
        return document_of(finished(self.reads(stored, *self._besides(self.reads, place))))

    def here(self, function: Callable[..., Any]) -> list[Any]:
        """Arguments of one of the methods besides the document, at the place where documents are put."""
        return self._besides(function, _HERE)

    def elsewhere(self, function: Callable[..., Any]) -> list[Any]:
        """The same at another place."""
        return self._besides(function, self.readable_at)

    def is_stale(self, stored: bytes) -> bool | None:
        """Whether what is stored is to be written anew; ``None`` where that is not known."""
        return staleness_of(finished(self.reads(stored, *self._besides(self.reads, _HERE))))

    def _besides(self, function: Callable[..., Any], place: bytes) -> list[Any]:
        return _besides(function, self._placed(place))


def _besides(function: Callable[..., Any], place: bytes | str) -> list[Any]:
    wanted = needed(function)
    return [place, *(None for _ in wanted[2:])] if len(wanted) > 1 else []


def methods_of(transformer: Any) -> tuple[str, str] | None:
    """The names of the two methods, where it has them."""
    return next((names for names in _NAMES if all(callable(getattr(transformer, name, None)) for name in names)), None)
