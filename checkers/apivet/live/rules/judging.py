"""Judges, and what they say of an exchange."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from apivet.live.exchanges import Exchange
from apivet.live.paths import Path
from apivet.live.survey import LiveSubject


class Breach(Struct, frozen=True):
    """A leaf at which a rule is broken; ``note`` says what was stored there."""

    path: Path
    note: str


class JudgedExchange(Struct, frozen=True):
    """Whether an exchange could have shown a violation, and those that it shows. ``whole`` is the field that stands for
    all leaves where each of them is broken."""

    effective: bool
    breaches: tuple[Breach, ...] = ()
    candidates: int = 1


class Judge(Struct, frozen=True):
    """A rule, or its part about one field. ``applies`` says to which resources, ``asks`` to which exchanges; ``whole``
    is the field of a finding that is about all of it, ``message`` what a finding says of ``{field}``."""

    rule: str
    message: str
    whole: str
    applies: Callable[[LiveSubject], bool]
    asks: Callable[[Exchange], bool]
    look: Callable[[Exchange], JudgedExchange]
    field: str | None = None
    #: The words for ``{field}`` in a finding about all of it, where they are not the field's name.
    all_of_it: str = ""
    #: Whether an answer that refuses the request says something, too.
    takes_refusals: bool = False


def has_spec(subject: LiveSubject) -> bool:
    """Whether the resource's objects have a spec, so that a generation counts its changes."""
    return subject.schema is not None and "spec" in subject.schema.properties


def has_status(subject: LiveSubject) -> bool:
    """Whether the resource's objects have a status."""
    return subject.schema is not None and "status" in subject.schema.properties
