"""Transformers of a project as they are called, with or without associated data."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from apivet.blackbox.project.hooks import CONTEXT_NAMES, CannotRunError
from apivet.blackbox.project.scenario_calls import finished
from apivet.blackbox.scenarios.cases import document_of, staleness_of

#: The two methods, under the names that they have.
_NAMES = (("transform_to_storage", "transform_from_storage"), ("to_storage", "from_storage"), ("encrypt", "decrypt"))

#: Stands for the document among the arguments of a method.
DOCUMENT: Final = object()
#: Names of parameters that may be left out, and are associated data all the same.
_ASSOCIATED: Final = re.compile(r"aad|associat|additional|authenticated|place|data_ctx|data_context")

#: A name as long as most, with all that names consist of: code may look at some of it alone.
_NAME: Final = b"here-10.of-all-the-names.the-longest-one-2.in-the-registry-7"
HERE: Final = b"/registry/widgets/" + _NAME
#: Ends of names that code may cut off, or overlook.
_ENDS: Final = (
    b"/",
    b"/x",
    b":x",
    b"?x",
    b"#x",
    b"@x",
    b"=x",
    b",x",
    b";x",
    b".x",
    b"-x",
    b"x",
    b" ",
    b"\0",
    b"\xc3\xa9",
)
#: Other objects of the same kind: some of the short sums of two places are alike by chance.
_OTHERS: Final = 256


def elsewhere() -> Iterator[bytes]:
    """Other places: another object, one of another kind, one in a namespace; then those that differ in one letter, in
    the order of two, in case, in what stands between words, or in what comes behind."""
    yield from (b"/registry/widgets/elsewhere", b"/registry/gadgets/" + _NAME, b"/registry/widgets/elsewhere/" + _NAME)
    yield from (HERE[:at] + _next(HERE[at : at + 1]) + HERE[at + 1 :] for at in range(1, len(HERE)))
    pairs = ((at, HERE[at : at + 2]) for at in range(1, len(HERE) - 1))
    yield from (HERE[:at] + pair[::-1] + HERE[at + 2 :] for at, pair in pairs if pair[0] != pair[1])
    yield from (HERE.upper(), HERE.replace(b"-", b""), HERE.replace(b".", b""), HERE.replace(b".", b"-"))
    yield from (HERE + end for end in _ENDS)
    yield HERE.replace(b"here", "\N{FULLWIDTH LATIN SMALL LETTER H}ere".encode())  # the same to who normalizes texts
    yield from (b"/registry/widgets/%d" % number for number in range(_OTHERS))


def _next(letter: bytes) -> bytes:
    if letter.isalpha():
        return b"a" if letter == b"z" else bytes((letter[0] + 1,))
    return b"%d" % ((int(letter) + 1) % 10) if letter.isdigit() else b"x"


class LiveTransformer:
    """A transformer's two methods, with or without associated data."""

    def __init__(self, transformer: Any) -> None:
        self.made = transformer
        #: Where documents can be read that were put here.
        self.readable_at = next(elsewhere())
        names = methods_of(transformer)
        if names is None:
            raise CannotRunError("it has no methods transform_to_storage and transform_from_storage")
        self.names = names
        self.writes, self.reads = (getattr(transformer, name) for name in names)
        self._parameters = {way: _parameters(way) for way in (self.writes, self.reads)}
        self._placed: Callable[[bytes], bytes | str] = bytes
        # Associated data that says nothing of its type is given as texts where bytes are refused; what need not be
        # given, and refuses both, is none.
        if self.is_bound and (self._says_text() or self._refuses()):
            self._placed = bytes.decode
            if self._refuses() and not self._says_text():
                self._placed = bytes
                self._parameters = {way: _parameters(way, optional=False) for way in self._parameters}

    @property
    def is_bound(self) -> bool:
        """Whether both methods take associated data."""
        return all(place is not None for _, place in self._parameters.values())

    def _says_text(self) -> bool:
        return any(place is not None and "str" in str(place.annotation) for _, place in self._parameters.values())

    def _refuses(self) -> bool:
        try:
            self.write(b"{}")
        except Exception:
            return True
        return False

    def write(self, document: bytes, place: bytes = HERE) -> bytes:
        """The stored form of a document."""
        return document_of(self._called(self.writes, document, place))

    def read(self, stored: bytes, place: bytes = HERE) -> bytes:
        """The document that was to be stored."""
        return document_of(self._called(self.reads, stored, place))

    def is_stale(self, stored: bytes) -> bool | None:
        """Whether what is stored is to be written anew; ``None`` where that is not known."""
        return staleness_of(self._called(self.reads, stored, HERE))

    def _called(self, way: Callable[..., Any], document: bytes, place: bytes) -> Any:
        given = [(name, document if value is DOCUMENT else value) for name, value in self._arguments(way, place)]
        by_place, by_name = [value for name, value in given if not name], {name: value for name, value in given if name}
        return finished(way(*by_place, **by_name))

    def here(self, function: Callable[..., Any]) -> list[tuple[str, Any]]:
        """The arguments of one of the methods, each with the name that it must be given by, at the place where
        documents are put."""
        return self._arguments(function, HERE)

    def elsewhere(self, function: Callable[..., Any]) -> list[tuple[str, Any]]:
        """The same at another place."""
        return self._arguments(function, self.readable_at)

    def _arguments(self, way: Callable[..., Any], place: bytes) -> list[tuple[str, Any]]:
        parameters, associated = self._parameters[way]
        document = _document_among(parameters)
        found: list[tuple[str, Any]] = []
        for each in parameters:
            value: Any = DOCUMENT if each is document else self._placed(place) if each is associated else None
            found.append((each.name if each.kind is each.KEYWORD_ONLY else "", value))
        return found or [("", DOCUMENT)]


def _parameters(
    way: Callable[..., Any], *, optional: bool = True
) -> tuple[list[inspect.Parameter], inspect.Parameter | None]:
    """The parameters of a method that are given something, and that of associated data: the one behind the document,
    or one that may be left out and has a name that says so."""
    try:
        all_ = list(inspect.signature(way).parameters.values())
    except (TypeError, ValueError):
        return [], None
    single = [each for each in all_ if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    parameters = [each for each in single if each.default is each.empty]
    behind = parameters[parameters.index(_document_among(parameters)) + 1 :] if parameters else []
    if behind or not optional:
        return parameters, behind[0] if behind else None
    named = (each for each in single if each.default is not each.empty and _ASSOCIATED.search(each.name))
    associated = next(named, None)
    if associated is None:
        return parameters, None
    before = single[: single.index(associated) + 1] if associated.kind is not associated.KEYWORD_ONLY else []
    # An optional one can be reached by its place alone where none comes before it that is left out.
    if any(each not in parameters for each in before[:-1]):
        associated = associated.replace(kind=associated.KEYWORD_ONLY)
    return [*parameters, associated], associated


def _document_among(parameters: list[inspect.Parameter]) -> inspect.Parameter:
    """The parameter of the document: the first one, unless that is the request's context, as its name says."""
    first, *others = parameters
    return others[0] if others and first.name in CONTEXT_NAMES and "bytes" not in str(first.annotation) else first


def methods_of(transformer: Any) -> tuple[str, str] | None:
    """The names of the two methods, where it has them."""
    return next((names for names in _NAMES if all(callable(getattr(transformer, name, None)) for name in names)), None)
