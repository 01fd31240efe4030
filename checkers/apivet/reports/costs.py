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
    def conversion(self) -> float:
        """Nanoseconds that a conversion of one object takes that copies it, unless there is nothing to convert."""
        return self.copy.nanoseconds if self.copy is not None else 0.0

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


class EarlierCosts(Struct, frozen=True):
    """The pairs that a revision had, measured in the same run: where the types are as they were, so are the figures."""

    revision: str
    commit: str
    pairs: tuple[CostOfPair, ...]


class CostReport(Struct, frozen=True):
    """All pairs, by name. ``alias`` is what handing on a list of so many objects takes, in nanoseconds; ``earlier`` are
    the costs that these are compared with."""

    pairs: tuple[CostOfPair, ...]
    objects: int
    alias: float
    earlier: EarlierCosts | None = None

    def changes(self) -> Iterator[tuple[CostOfPair | None, CostOfPair | None]]:
        """Each pair that there is or was, by name: as it is, and as it was."""
        now = {pair.hub: pair for pair in self.pairs}
        before = {pair.hub: pair for pair in self.earlier.pairs} if self.earlier is not None else {}
        yield from ((now.get(hub), before.get(hub)) for hub in sorted(now.keys() | before.keys()))

    def document(self) -> dict[str, Any]:
        """The report for machines."""
        counts = Counter(pair.state for pair in self.pairs)
        return {
            "version": 1,
            "interpreter": _interpreter(),
            "objects": self.objects,
            "pairs": [self._row(pair) for pair in self.pairs],
            "stand_ins": dict(_stand_ins(self.every_pair)),
            "summary": {
                "pairs": len(self.pairs),
                **{state.replace(" ", "_"): counts[state] for state in _STYLES},
            },
            "since": self._since(),
        }

    @property
    def every_pair(self) -> tuple[CostOfPair, ...]:
        """The pairs that there are, and those that there were."""
        return self.pairs + (self.earlier.pairs if self.earlier is not None else ())

    def _since(self) -> dict[str, Any] | None:
        """The comparison with a revision."""
        if self.earlier is None:
            return None
        return {
            "revision": self.earlier.revision,
            "commit": self.earlier.commit,
            "pairs": [self._row(pair) for pair in self.earlier.pairs],
            "changed": [now.hub for now, before in self.changes() if now and before and now != before],
            "new": [now.hub for now, before in self.changes() if now and not before],
            "gone": [before.hub for now, before in self.changes() if before and not now],
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


def rows(report: CostReport) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rows, each with its style; a pair that is not what it was has another one with what that was."""
    for now, before in report.changes():
        if now is not None:
            yield _STYLES[now.state], _cells(now, report)
        elif before is not None:
            yield "", (before.hub, before.version, "gone", *[""] * 6)
        if report.earlier is not None and now != before:
            place = f"  at {report.earlier.revision}"
            yield "", (place, *_cells(before, report)[1:]) if before is not None else (place, "", "none", *[""] * 6)


def _cells(pair: CostOfPair, report: CostReport) -> tuple[str, ...]:
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
    shown = [("bold", headings(report)), *((style, tuple(map(one_line, row))) for style, row in rows(report))]
    widths = [max(width(row[column]) for _, row in shown) for column in range(len(shown[0][1]))]
    one_each = sum(widths) + 2 * (len(widths) - 1) <= columns
    for style, row in shown:
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
    for form, stand_in in _stand_ins(report.every_pair):
        yield f"{form} is not installed here: a {stand_in} class stood in for it."
    for words, reason in _refusals(report.pairs):
        yield f"{words}: this interpreter refuses to retag: {reason}"
    for pair in report.pairs:
        if pair.through:
            word = "differs" if pair.state == "differs inside" else "is unproven"
            yield f"{pair.hub} {word} only through {pair.through}"
    yield ""
    yield _counts(report)
    if report.earlier is not None:
        yield _compared(report, report.earlier)


def _compared(report: CostReport, earlier: EarlierCosts) -> str:
    """One object of each pair, converted now and at the revision."""
    both = [(now, before) for now, before in report.changes() if now and before]
    changed = sum(now != before for now, before in both)
    new, gone = len(report.pairs) - len(both), len(earlier.pairs) - len(both)
    text = f"since {earlier.revision}: {changed} changed, {new} new, {gone} gone, {len(both) - changed} as they were"
    taken = [sum(pair.conversion for pair in pairs) for pairs in (report.pairs, earlier.pairs)]
    return f"{text}; to copy an object of each pair takes {taken[0]:.0f} ns, {taken[1]:.0f} ns then"


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
