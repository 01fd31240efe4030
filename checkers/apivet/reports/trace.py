"""The account of a hook as text (``apivet trace``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apivet.conventions.hook_trace import HookTrace, Step, StoredPart, SubjectTrace
from apivet.conventions.limits import TRACED_WAYS
from apivet.reports.text import Line, print_lines, terminal_console
from apivet.verdicts import Verdict
from apivet.vocabulary import Words, in_language

_STYLES = {Verdict.HOLDS: "green", Verdict.VIOLATED: "bold red", Verdict.UNPROVEN: "bold blue"}

_ABSENT = "is not there: this is what is stored without it"


def print_trace(traces: Iterable[SubjectTrace]) -> None:
    """Print the accounts to standard output."""
    terminal = terminal_console()
    for number, traced in enumerate(traces):
        if number:
            print()
        print_lines(list(_lines(traced)), terminal)


def trace_text(traces: Iterable[SubjectTrace]) -> str:
    """The accounts as plain text."""
    accounts = ("\n".join("".join(text for text, _ in line) for line in _lines(traced)) for traced in traces)
    return "\n\n".join(accounts)


def _lines(traced: SubjectTrace) -> Iterator[Line]:
    """The lines of an account, in the words of its language."""
    for line in _account(traced):
        yield [(in_language(text, traced.words), style) for text, style in line]


def _account(traced: SubjectTrace) -> Iterator[Line]:
    over = f" of {traced.object_type}" if traced.object_type else ", of objects whose type is not known"
    yield [(traced.name, "bold"), (f"  {traced.role.value} strategy{over}", "")]
    for hook in traced.hooks:
        yield []
        yield from _hook_lines(hook, traced.words)
    yield []
    yield [("Verdicts", "bold")]
    for ruling in sorted(traced.rulings, key=lambda ruling: (ruling.rule, ruling.field or "")):
        field = f" ({ruling.field})" if ruling.field else ""
        detail = f": {ruling.detail}" if ruling.detail else ""
        yield [
            ("  ", ""),
            (f"{ruling.verdict.value:<9}", _STYLES[ruling.verdict]),
            (f" {ruling.rule}{field}{detail}", ""),
        ]


def _hook_lines(hook: HookTrace, words: Words) -> Iterator[Line]:
    place = hook.location.shown if hook.written else _ABSENT
    yield [(words.names_of(hook.notion)[0], "bold"), (f"  {place}", "")]
    if hook.blocked:
        yield [(f"  can't be followed: {hook.blocked}", "bold blue")]
        return
    if hook.steps:
        yield [("  Step by step", "bold")]
        width = max(len(_place(step, hook)) for step in hook.steps)
        for step in hook.steps:
            yield [(f"    {_place(step, hook):<{width}}  ", "dim"), (f"{'  ' * step.depth}{step.note}", "")]
            yield from _way_lines(step.ways, " " * (width + 8 + 2 * step.depth))
    yield [("  What is stored", "bold")]
    for part in hook.stored:
        yield from _part_lines(part)


def _place(step: Step, hook: HookTrace) -> str:
    location = step.location
    return f"line {location.line}" if location.path == hook.location.path else location.shown


def _part_lines(part: StoredPart) -> Iterator[Line]:
    yield [(f"    {part.path}", "bold")]
    for value in part.values:
        yield [(f"      {value.text}", "")]
        yield from _way_lines(value.ways, " " * 10)
    if not part.complete:
        yield [("      ... and more: too many cases to look at", "bold blue")]
    elif not part.values:
        yield [("      nothing: the hook refuses every object", "")]


def _way_lines(ways: tuple[tuple[str, ...], ...], indent: str) -> Iterator[Line]:
    if () in ways:
        return
    for number, way in enumerate(ways[:TRACED_WAYS]):
        yield [(f"{indent}{'when' if number == 0 else '  or'} {' and '.join(way)}", "dim")]
    if len(ways) > TRACED_WAYS:
        yield [(f"{indent}  or in other ways", "dim")]
