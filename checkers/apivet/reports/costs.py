"""The costs of conversions, for people and for machines."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from apivet.costs.measuring import Cost, Measured
from apivet.costs.samples import Sample, SampleLayout
from apivet.costs.standins import real_form
from apivet.reports.escaping import one_line, width
from apivet.reports.text import Line

#: Relation of a hub type to its served type. ``differs inside`` is to differ only through a nested type.
State = Literal["aliased", "identical", "differs", "differs inside", "unproven"]

_STYLES: Final[dict[State, str]] = {
    "aliased": "green",
    "identical": "",
    "differs": "red",
    "differs inside": "yellow",
    "unproven": "magenta",
}


#: Columns from this one on are numbers.
_FIRST_FIGURE: Final = 3


class CostOfPair(Struct, frozen=True):
    """One pair and what came of its stand-ins; nothing was measured where no object is ever converted."""

    hub: str
    served: str
    version: str
    state: State
    through: str
    sample: Sample
    measured: Measured | None

    @property
    def copy(self) -> Cost | None:
        """The cost of copying one object."""
        return self.measured.copy if self.measured else None

    @property
    def retag(self) -> Cost | None:
        """The cost of retagging one object, where it gives the object that a copy would."""
        return self.measured.retag if self.measured and self.state == "identical" else None

    @property
    def refused(self) -> str:
        """Why it is not retagged."""
        if self.state == "aliased" or self.measured is None:
            return ""
        return self.measured.refused if self.state == "identical" else "not identical"


class CostReport(Struct, frozen=True):
    """All pairs, by name. ``alias`` is what handing on a list of so many objects takes, in nanoseconds."""

    pairs: tuple[CostOfPair, ...]
    objects: int
    alias: float

    def document(self) -> dict[str, Any]:
        """The report for machines."""
        counts = Counter(pair.state for pair in self.pairs)
        return {
            "version": 1,
            "interpreter": _interpreter(),
            "objects": self.objects,
            "pairs": [self._row(pair) for pair in self.pairs],
            "stand_ins": dict(_stand_ins(self.pairs)),
            "summary": {
                "pairs": len(self.pairs),
                **{state.replace(" ", "_"): counts[state] for state in _STYLES},
            },
        }

    def _row(self, pair: CostOfPair) -> dict[str, Any]:
        aliased = {"ns_per_object": 0.0, "ms_per_list": self.alias / 1e6, "bytes_per_object": 0, "bytes_per_list": 0}
        return {
            "hub": pair.hub,
            "served": pair.served,
            "version": pair.version,
            "state": pair.state,
            "through": pair.through or None,
            "objects_in_sample": len(pair.sample) or None,
            "copy": self._cost(pair.copy),
            "retag": self._cost(pair.retag),
            "retag_refused": pair.refused or None,
            "alias": aliased if pair.state == "aliased" else None,
        }

    def _cost(self, cost: Cost | None) -> dict[str, float] | None:
        if cost is None:
            return None
        return {
            "ns_per_object": round(cost.nanoseconds, 1),
            "ms_per_list": round(cost.nanoseconds * self.objects / 1e6, 3),
            "bytes_per_object": cost.bytes,
            "bytes_per_list": cost.bytes * self.objects,
        }


def _interpreter() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"


def _stand_ins(pairs: Sequence[CostOfPair]) -> Iterator[tuple[str, str]]:
    """Kinds that were measured by another one, as their library is not installed here."""
    forms = {layout.form for layout in _layouts(pairs)}
    for form in sorted(forms):
        if real_form(form) != form:
            yield form, real_form(form)


def _layouts(pairs: Sequence[CostOfPair]) -> Iterator[SampleLayout]:
    for pair in pairs:
        for node in pair.sample:
            yield node.hub
            yield node.served


# ----------------------------------------------------------------------------------------------------- for people


def headings(report: CostReport) -> tuple[str, ...]:
    """The headings of the columns."""
    figures = [f"{way} {figure}" for way in ("copy", "retag") for figure in ("ns", "list ms", "bytes")]
    return ("hub type", "served", "state", *figures)


def cells(pair: CostOfPair, report: CostReport) -> tuple[str, ...]:
    """One row."""
    if pair.state == "aliased":
        figures = ["0"] * 6
    else:
        figures = [*_figures(pair.copy, report.objects), *_figures(pair.retag, report.objects)]
        if pair.state == "identical" and pair.measured is not None and pair.retag is None:
            figures[3:] = ["refused", "", ""]
    return (pair.hub, pair.version, pair.state, *figures)


def _figures(cost: Cost | None, objects: int) -> list[str]:
    """Nanoseconds an object, milliseconds a list, bytes an object."""
    if cost is None:
        return ["-", "-", "-"]
    milliseconds = cost.nanoseconds * objects / 1e6
    return [
        f"{cost.nanoseconds:.0f}",
        f"{milliseconds:.1f}" if milliseconds >= 1 else f"{milliseconds:.3g}",
        str(cost.bytes),
    ]


def terminal_lines(report: CostReport, columns: int) -> Iterator[Line]:
    """The table for a terminal of so many columns; where names and figures do not fit side by side, each pair has two
    lines."""
    rows = [headings(report), *(tuple(map(one_line, cells(pair, report))) for pair in report.pairs)]
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    styles = ["bold", *(_STYLES[pair.state] for pair in report.pairs)]
    one_each = sum(widths) + 2 * (len(widths) - 1) <= columns
    for row, style in zip(rows, styles):
        texts = [
            (" " * (space - width(cell)) + cell) if column >= _FIRST_FIGURE else cell + " " * (space - width(cell))
            for column, (cell, space) in enumerate(zip(row, widths))
        ]
        if one_each:
            yield [(f"{texts[0]}  ", "bold" if style == "bold" else ""), ("  ".join(texts[1:]), style)]
        else:
            yield [(row[0], "bold")]
            yield [("  " + "  ".join(texts[1:]), style)]


def notes(report: CostReport) -> Iterator[str]:
    """Notes on how the figures were measured."""
    yield (
        f"Measured with stand-ins of the same layout on {_interpreter()}: the least of several runs, for one object "
        f"in nanoseconds and bytes, for a list of {report.objects} in milliseconds."
    )
    yield "copy:  a new object with each field copied, and all that is nested in it."
    yield "retag: `object.__class__ = Served`, in place, one object after the other; for identical types only."
    yield (
        f"alias: the two are one class. A list is handed on as it is, in {report.alias:.0f} ns whatever its length. "
        "Only this is free."
    )
    for form, stand_in in _stand_ins(report.pairs):
        yield f"{form} is not installed here: a {stand_in} class stood in for it."
    for words, reason in _refusals(report.pairs):
        yield f"{words}: this interpreter refuses to retag: {reason}"
    for pair in report.pairs:
        if pair.through:
            word = "differs" if pair.state == "differs inside" else "is unproven"
            yield f"{pair.hub} {word} only through {pair.through}"
    yield ""
    yield _counts(report)


def _refusals(pairs: Sequence[CostOfPair]) -> list[tuple[str, str]]:
    """Why identical types can't be retagged, by the layouts of the objects in the sample."""
    found = {}
    for pair in pairs:
        if pair.state == "identical" and pair.measured is not None and pair.measured.refused:
            words = " with ".join(dict.fromkeys(node.hub.words for node in pair.sample))
            # Exempt from the comparison, but a slot more is a slot more.
            if any(node.hub_only or node.served_only for node in pair.sample):
                words += ", api_version or kind on one side only"
            found[words] = pair.measured.refused
    return sorted(found.items())


def _counts(report: CostReport) -> str:
    counts = Counter(pair.state for pair in report.pairs)
    number = len(report.pairs)
    differing = counts["differs"] + counts["differs inside"]
    text = (
        f"{number} {'pair' if number == 1 else 'pairs'}: {counts['aliased']} aliased, {counts['identical']} identical"
    )
    text += f", {differing} {'differs' if differing == 1 else 'differ'}"
    if counts["differs inside"]:
        text += f" ({counts['differs inside']} only through nested types)"
    return text + (f", {counts['unproven']} unproven" if counts["unproven"] else "")
