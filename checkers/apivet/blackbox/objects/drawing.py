"""Values that hypothesis draws, for types that nothing here knows and for constructors that refuse what they are
given. The same number draws the same values. hypothesis takes long to import, so that nobody imports this module who
has not run out of simpler ways."""

from __future__ import annotations

import functools
import warnings
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings, strategies

from apivet.blackbox.limits import DRAWN
from apivet.blackbox.objects.hypothesis_isolation import by_seed_alone
from apivet.blackbox.objects.wording import CannotFillError, one_line
from apivet.blackbox.objects.zeros import is_trivial

#: Patterns whose texts are remembered.
_KEPT_PATTERNS: Final = 256


def draw(hint: Any, number: int) -> Any:
    """A value of a live type. Raises :class:`CannotFillError`."""
    return draws(hint, number)[0]


@by_seed_alone()
def draws(hint: Any, number: int) -> list[Any]:
    """Values of a live type, those that say something first. Raises :class:`CannotFillError`."""
    return _drawn(strategies.from_type(hint), str(hint), number)


def matching(pattern: str, shortest: int, longest: int | None, number: int) -> str:
    """A text of printable ASCII that a pattern is found in. Raises :class:`CannotFillError`."""
    found = _texts(pattern, shortest, longest, number // DRAWN)
    return found[number % len(found)]


@functools.lru_cache(maxsize=_KEPT_PATTERNS)
@by_seed_alone()
def _texts(pattern: str, shortest: int, longest: int | None, number: int) -> list[str]:
    """The different texts of one drawing: each takes as long as a hundred runs of a hook, and serves many numbers."""
    text = strategies.from_regex(pattern, alphabet=strategies.characters(min_codepoint=32, max_codepoint=126))
    # ``$`` matches before a last line end too, in Python; elsewhere (pydantic, JSON Schema) at the very end only.
    printable = text.filter(str.isprintable)
    fitting = printable.filter(lambda value: shortest <= len(value) <= (len(value) if longest is None else longest))
    found = dict.fromkeys(_drawn(fitting, pattern, number))
    return [value for value in found if not is_trivial(value)] or list(found)


def _drawn(strategy: strategies.SearchStrategy[Any], what: str, number: int) -> list[Any]:
    found: list[Any] = []

    @seed(number)
    @settings(
        max_examples=DRAWN,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Any) -> None:
        found.append(value)

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            collect()
    except Exception as refusal:
        raise CannotFillError(f"{what}: {one_line(refusal)}") from None
    if not found:
        raise CannotFillError(f"{what}: there are no values of it")
    # The simplest value comes first, and is nothing. What comes later says more; which one it is depends on the number.
    rest = found[1:]
    turned = rest[number % len(rest) :] + rest[: number % len(rest)] if rest else []
    return sorted((*turned, found[0]), key=is_trivial)
