"""Arguments of a hook besides the objects: a stand-in for the request's context, or the project's own.

A hook may go by what its context says. So it is noted what is asked of stand-ins, and what they answer can be chosen,
for all that are in use at a time: one strategy is tried after the other.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct, field

from apivet.blackbox.limits import CONTEXT_DEPTH
from apivet.blackbox.objects.access import field_names, read, write
from apivet.blackbox.objects.copying import shallow

#: Stands for whether what a context answers is true.
TRUTH: Final = "*"
_MANY: Final = (list, tuple, set, frozenset)


class ContextAnswers(Struct):
    """Answers of contexts that are asked for something by name, and the names by which they were asked."""

    now: Mapping[str, Any] = field(default_factory=dict)
    heard: dict[str, None] = field(default_factory=dict)

    @contextmanager
    def given(self, answers: Mapping[str, Any]) -> Iterator[None]:
        """Answer so for a while."""
        before, self.now = self.now, answers
        try:
            yield
        finally:
            self.now = before


ANSWERS: Final = ContextAnswers()


class Bystander:
    """Stands for what a hook is given besides the objects, and answers to everything with more of the same."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _said(name)

    def __getitem__(self, key: Any) -> Any:
        return _said(str(key))

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        asked = [each for each in arguments if isinstance(each, str) and each]
        ANSWERS.heard.update(dict.fromkeys(asked))  # ``headers.get("X-Roles")``
        named = [each for each in asked if each in ANSWERS.now]
        return _said(named[0]) if named else Bystander()

    def __bool__(self) -> bool:
        ANSWERS.heard[TRUTH] = None
        return bool(ANSWERS.now.get(TRUTH, False))

    def __iter__(self) -> Any:
        return iter(())


class _Text(str):
    """A text that something else is asked of as well: ``ctx.user == "root"`` and ``ctx.user.name == "root"``."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _said(name)


def _said(name: str) -> Any:
    ANSWERS.heard[name] = None
    if name not in ANSWERS.now:
        return Bystander()
    value = ANSWERS.now[name]
    return _Text(value) if isinstance(value, str) else value


def with_answers(context: Any, depth: int = 0) -> Any:
    """The project's own context, with what is to be answered now where it has such a field."""
    names = field_names(context) if ANSWERS.now or not depth else None
    for name in names or ():
        value = read(context, name)
        ANSWERS.heard[name] = None
        changed = value
        if name in ANSWERS.now:
            changed = _as_field(ANSWERS.now[name], value)
        elif type(value) is bool and TRUTH in ANSWERS.now:
            changed = bool(ANSWERS.now[TRUTH])
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
