"""Rows for people and for machines."""

from __future__ import annotations

import json
import shutil
import sys
from typing import Any

from apivet.reports.escaping import one_line, width

#: Columns between two cells, and those that the last one needs at least.
_GAP, _LAST = 2, 20


def print_json(value: Any) -> None:
    """A value as indented JSON."""
    print(json.dumps(value, indent=2))


def print_table(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """A table: drawn on a terminal; elsewhere in columns of plain text, one row a line."""
    shown = [tuple(one_line(cell) for cell in row) for row in rows]
    widths = [max(width(row[column]) for row in [headings, *shown]) for column in range(len(headings))]
    # A name that is cut can't be copied: where a terminal is too narrow for the columns it wraps the lines.
    if sys.stdout.isatty() and sum(widths[:-1]) + _GAP * len(widths) + _LAST <= shutil.get_terminal_size().columns:
        _print_rich(headings, shown)
        return
    for row in [headings, *shown]:
        cells = (cell + " " * (space - width(cell)) for cell, space in zip(row, widths))
        print("  ".join(cells).rstrip())


def _print_rich(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*headings, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(markup=False, emoji=False, highlight=False).print(table)
