"""Two types as a table for people: wrapped where a terminal is narrow, shown by signs and only then by colours."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from apivet.reports.escaping import one_line, width
from apivet.reports.text import Line, print_lines, terminal_console
from apivet.reports.two_types import MEANINGS, SIGNS, MemberCell, Row, Side, State, TwoTypes
from apivet.verdicts import Verdict

#: Columns where nothing says how wide the output may be: what is read through a pipe has no edge.
_WIDE: Final = 100
#: A column with less room than this can't be read, however narrow the terminal is.
_NARROWEST: Final = 16

_STYLES: Final[dict[State, str]] = {
    "same": "",
    "exempt": "dim",
    "type": "red",
    "extra": "red",
    "lacking": "red",
    "order": "yellow",
    "nested": "cyan",
    "unclear": "magenta",
}
_ANSWERS: Final = {Verdict.HOLDS: "bold green", Verdict.VIOLATED: "bold red", Verdict.UNPROVEN: "bold magenta"}


def print_side_by_side(two: TwoTypes) -> None:
    """The table, what the signs in it mean, what differs, and where it is declared."""
    terminal = terminal_console()
    columns = os.environ.get("COLUMNS", "")
    wide = terminal.width if terminal is not None else int(columns) if columns.isdecimal() else _WIDE
    print_lines(_table(two, wide), terminal)
    used = [state for state in MEANINGS if any(row.state == state for row in two.rows)]
    if used:
        print_lines([[("  ".join(f"{SIGNS[state]} {MEANINGS[state]}" for state in used), "dim")]], terminal)
    print_lines([[], [(one_line(two.answer), _ANSWERS[two.compared.verdict])]], terminal)
    print_lines(([(one_line(line), "")] for line in _details(two)), terminal)


# ---------------------------------------------------------------------------------------------------- the table


def _table(two: TwoTypes, wide: int) -> Iterator[Line]:
    """The lines of the table, in so many columns at most: a sign, the hub's side, the served type's side."""
    names = (one_line(two.hub.name), one_line(two.served.name))
    layouts = (one_line(two.hub.layout), one_line(two.served.layout))
    rows = [(SIGNS[row.state], _texts(row), _STYLES[row.state]) for row in two.rows]
    same_layout = layouts[0] == layouts[1]
    rows.insert(0, (" ", names, "bold"))
    rows.insert(1, (" ", layouts, "dim") if same_layout else (SIGNS["type"], layouts, "red"))
    most = max(_NARROWEST, (wide - 5) // 2)
    space = min(most, max(width(line) for _, texts, _ in rows for line in texts[0].split("\n")))
    right = min(
        max(_NARROWEST, wide - space - 5), max(width(line) for _, texts, _ in rows for line in texts[1].split("\n"))
    )
    for number, (sign, texts, style) in enumerate(rows):
        for first, one, other in _wrapped(sign, texts, (space, right)):
            padding = " " * (space - width(one) + 2)
            yield [(f"{first}  ", f"bold {style}"), (f"{one}{padding}{other}", style)]
        if number < 2:
            yield [("-" * (space + right + 5), "dim")]


def _wrapped(sign: str, texts: tuple[str, str], widths: tuple[int, int]) -> Iterator[tuple[str, str, str]]:
    """The lines of a row; the sign stands on the first."""
    sides = [[part for line in text.split("\n") for part in _fold(line, space)] for text, space in zip(texts, widths)]
    for number, (one, other) in enumerate(zip_longest(*sides, fillvalue="")):
        yield (sign if not number else " "), one, other


def _fold(line: str, space: int) -> list[str]:
    """A line in as many as it takes, the following ones indented. Nothing is cut off."""
    if width(line) <= space:
        return [line]
    indent = len(line) - len(line.lstrip()) + 4
    return textwrap.wrap(line, space, subsequent_indent=" " * indent, break_on_hyphens=False)


def _texts(row: Row) -> tuple[str, str]:
    """The texts of the two cells of a row; a note goes below the text that it explains."""

    def text(cell: MemberCell | None) -> str:
        return "" if cell is None else one_line(str(cell))

    hub, served = text(row.hub), text(row.served)
    if not row.note:
        return hub, served
    note = f"  ({one_line(row.note)})"
    return (f"{hub}\n{note}", served) if row.hub is not None else (hub, f"{served}\n{note}")


# ---------------------------------------------------------------------------------------------------- the reasons


def _details(two: TwoTypes) -> list[str]:
    """Each difference in a sentence with the place on both sides, then where the types themselves are."""
    lines = []
    for difference in two.compared.differences:
        lines.append(f"  {difference.sentence}")
        lines.append(f"    {difference.location.shown}  {difference.there.shown}")
    lines += [f"  {doubt.reason}: {doubt.location.shown}" for doubt in two.compared.doubts]
    return [*lines, "", *(_declared(title, side) for title, side in (("hub", two.hub), ("served", two.served)))]


def _declared(title: str, side: Side) -> str:
    alias = "" if side.name.endswith(side.type.dotted) else f" ({side.type.dotted})"
    return f"{title}: {side.name}{alias} at {side.type.location.shown}"
