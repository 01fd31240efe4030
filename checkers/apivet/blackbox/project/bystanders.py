"""Arguments of a hook besides the objects: a stand-in for the request's context, or the project's own.

A hook may go by what its context says. So it is noted what is asked of stand-ins, and what they answer can be chosen,
for all that are in use at a time: one strategy is tried after the other.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct, field

from apivet.blackbox.limits import CONTEXT_DEPTH
from apivet.blackbox.objects.access import field_names, read, write
from apivet.blackbox.objects.copying import shallow
from apivet.blackbox.objects.probes.base import Comparisons, Origin, Wish, made, plain_of
from apivet.blackbox.objects.probes.making import PROBED

#: Stands for whether what a context answers is true.
TRUTH: Final = "*"
#: Begins the names of answers that are no context's, but stand in the environment: ``$DEBUG``.
VARIABLE: Final = "$"
#: The first part of the place of what a context answers, before the name by which it was asked.
CONTEXT: Final = "context"
#: Types of answers that a comparison may ask for.
_ANSWERS: Final = (str, int, float, bool)
_MANY: Final = (list, tuple, set, frozenset)


class ContextAnswers(Struct):
    """Answers of contexts that are asked for something by name, and the names by which they were asked."""

    now: Mapping[str, Any] = field(default_factory=dict)
    heard: dict[str, None] = field(default_factory=dict)
    #: The flags of the project's own contexts, as they are made.
    flags: dict[str, bool] = field(default_factory=dict)
    #: The comparisons with answers, while they are noted.
    comparisons: Comparisons | None = None

    def forget(self) -> None:
        """Have heard of nothing yet."""
        self.heard.clear()
        self.flags.clear()

    @contextmanager
    def given(self, answers: Mapping[str, Any]) -> Iterator[None]:
        """Answer so for a while, and have the environment say so."""
        before, self.now = self.now, answers
        told = {name[1:]: value for name, value in answers.items() if name.startswith(VARIABLE)}
        said = dict(os.environ) if told else {}
        if told:  # as hardly ever
            os.environ.update(told)
        try:
            yield
        finally:
            self.now = before
            if told:
                os.environ.clear()
                os.environ.update(said)

    @contextmanager
    def noted(self, comparisons: Comparisons) -> Iterator[None]:
        """Note for a while what answers are compared with."""
        self.comparisons = comparisons
        try:
            yield
        finally:
            self.comparisons = None

    def want(self, name: str, value: Any, *, near: bool = False) -> None:
        """Note that code would go on otherwise with this answer to a name."""
        plain = plain_of(value)
        if self.comparisons is not None and type(plain) in _ANSWERS:
            self.comparisons.want(Wish((CONTEXT, name), plain, near))


ANSWERS: Final = ContextAnswers()


class Bystander:
    """Stands for what a hook is given besides the objects, and answers to everything with more of the same. It knows by
    which name it was asked for, if by any."""

    __slots__ = ("__name",)
    __hash__ = object.__hash__

    def __init__(self, name: str = TRUTH) -> None:
        self.__name = name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _said(name)

    def __getitem__(self, key: Any) -> Any:
        return _said(str(key))

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        asked = [str(plain_of(each)) for each in arguments if isinstance(each, str) and each]
        ANSWERS.heard.update(dict.fromkeys(asked))  # ``headers.get("X-Roles")``
        named = [each for each in asked if each in ANSWERS.now]
        return _said(named[0]) if named else Bystander(*asked[:1])

    def __bool__(self) -> bool:
        ANSWERS.heard[TRUTH] = None
        answer = bool(ANSWERS.now.get(TRUTH, False))
        ANSWERS.want(self.__name, not answer)
        return answer

    def __eq__(self, other: object) -> bool:
        if self.__name != TRUTH:
            ANSWERS.want(self.__name, other)
        return self is other

    def _compare(self, other: object) -> Any:
        if self.__name != TRUTH:
            ANSWERS.want(self.__name, other, near=True)
        return NotImplemented

    __lt__ = __le__ = __gt__ = __ge__ = _compare

    def __iter__(self) -> Any:
        # Where all that it is asked is true, there is something in it, too.
        ANSWERS.heard[TRUTH] = None
        return iter((Bystander(self.__name),) if ANSWERS.now.get(TRUTH) else ())

    def __contains__(self, item: object) -> bool:
        if isinstance(item, str):  # is in a text, too
            ANSWERS.want(self.__name, item)
        return False


class _Text(str):
    """A text that something else is asked of as well: ``ctx.user == "root"`` and ``ctx.user.name == "root"``."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _said(name)


def _said(name: str) -> Any:
    ANSWERS.heard[name] = None
    if name not in ANSWERS.now:
        return Bystander(name)
    value = ANSWERS.now[name]
    return _Text(value) if isinstance(value, str) else value


def with_answers(context: Any, depth: int = 0) -> Any:
    """The project's own context, with what is to be answered now where it has such a field."""
    noted = ANSWERS.comparisons
    names = field_names(context) if ANSWERS.now or noted or not depth else None
    for name in names or ():
        value = read(context, name)
        ANSWERS.heard[name] = None
        changed = value
        if name in ANSWERS.now:
            changed = _as_field(ANSWERS.now[name], value)
        elif type(value) is bool and TRUTH in ANSWERS.now:
            changed = bool(ANSWERS.now[TRUTH])
        elif type(value) is bool:
            ANSWERS.flags[name] = value
        elif noted and type(value) in PROBED:
            changed = made(value, (Origin((CONTEXT, name)),), noted)
        elif depth < CONTEXT_DEPTH and field_names(value):
            changed = with_answers(value, depth + 1)
        if changed is not value:
            with contextlib.suppress(Exception):
                context = write(shallow(context), name, changed)
    return context


def _as_field(answer: Any, value: Any) -> Any:
    if value is None or type(answer) is type(value):
        return answer
    return type(value)([answer]) if type(value) in _MANY else value
