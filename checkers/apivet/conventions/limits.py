"""Limits of what is tried and reported before a question is left open."""

from __future__ import annotations

from typing import Final

# ------------------------------------------------------------------------------------------------------------ deciding

#: Parts inside each other by which two objects are compared.
COMPARED_DEPTH: Final = 4
#: Ways to a violation that are tried for one that does not rest on what can't be seen through.
VIOLATIONS: Final = 8
#: Open conditions that are tried both ways; each doubles the cases.
OPEN_CONDITIONS: Final = 6
#: Pairs of views that are compared before the question is left open.
VIEW_PAIRS: Final = 20_000
#: Containers around a gated field that is looked for; each doubles the cases.
CONTAINERS: Final = 3
#: Structures around a field that is looked for.
STRUCTURES: Final = 8
#: Fields that are asked about one by one where all together are too much to follow.
FIELDS_APART: Final = 24

# ------------------------------------------------------------------------------------------------------------- telling

#: Letters of a type that are shown.
TYPE_LETTERS: Final = 240
#: Depth of the stored object to which a trace goes, and the parts of it that are shown.
TRACED_DEPTH: Final = 6
TRACED_PARTS: Final = 80
#: Ways to one value, or to one step, that are shown one by one.
TRACED_WAYS: Final = 3
#: Decisions that are looked at for the ways.
TRACED_DECISIONS: Final = 400
#: Values of one part that are shown.
TRACED_VALUES: Final = 24
#: Parts of objects that are shown of those that a value is computed from.
TRACED_ORIGINS: Final = 4
