"""Making of probes for the values of fields."""

from __future__ import annotations

from typing import Any, Final

from apivet.blackbox.objects.probes.base import KINDS, Comparisons, Origin, made
from apivet.blackbox.objects.probes.lists import LISTS
from apivet.blackbox.objects.probes.mappings import MAPPINGS
from apivet.blackbox.objects.probes.moments import MOMENTS
from apivet.blackbox.objects.probes.numbers import NUMBERS
from apivet.blackbox.objects.probes.texts import TEXTS

_PLAIN: Final = {**NUMBERS, **TEXTS, **MOMENTS}
KINDS.update({**_PLAIN, **MAPPINGS, **LISTS})

#: The types of values without parts for which there are probes.
PROBED: Final = tuple(_PLAIN)


def probe(value: Any, place: Any, comparisons: Comparisons) -> Any:
    """A probe for the value of a field, or the value itself where there are none for its type. ``place`` is the
    caller's name for the field: a tuple, of which all but the first item is its path."""
    return made(value, (Origin(place, is_itself=True),), comparisons)
