"""All mutants of the sample server's hooks: one change each, every one another program."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from operators import OPERATORS, Edit, Place
from parts import Parts
from sources import Function, Sources, Text


@dataclass(frozen=True)
class Mutant:
    """One changed file. ``name`` stays the same as long as the function does; ``path`` is below the fixtures."""

    name: str
    operator: str
    path: str
    line: int
    before: str
    after: str
    text: str

    @property
    def change(self) -> str:
        """The change on one line."""
        before, after = (" ".join(side.split()) for side in (self.before, self.after))
        if after.endswith(before) and after != before:  # something was put in before it
            before, after = _shortened(before), f"{after[: -len(before)].strip()}; {_shortened(before)}"
        return f"{before} → {after}"


def _shortened(text: str) -> str:
    return text if len(text) <= 50 else f"{text[:47]}..."


def mutants(fixtures: Path) -> list[Mutant]:
    """Every mutant, in the order of the sources. Imports the sample server, to see what fields its types have."""
    sources = Sources.below(fixtures)
    seen = {ast.dump(text.tree) for text in sources.texts}
    found: list[Mutant] = []
    for function in sources.functions():
        for mutant in _of_function(function):
            try:
                dumped = ast.dump(ast.parse(mutant.text))
            except SyntaxError as error:
                raise AssertionError(f"{mutant.name}: {mutant.change}") from error
            if dumped not in seen:
                seen.add(dumped)
                found.append(mutant)
    for text, class_, statement in sources.flags():
        value = "None" if not isinstance(statement.value, ast.Constant) else _other_flag(statement.value.value)
        name = f"{_place(text)}:{class_.name}.{ast.unparse(statement.targets[0])}:change-constant:1"
        found.append(mutant_of(name, "change-constant", text, Edit(statement.value, statement.value, value)))
    return found


def _other_flag(value: object) -> str:
    return repr(not value) if isinstance(value, bool) else repr("OrphanDependents")


def _of_function(function: Function) -> Iterator[Mutant]:
    place = Place(function, Parts.of(function))
    numbers: Counter[str] = Counter()
    for operator, edits in OPERATORS.items():
        for edit in edits(place):
            numbers[operator] += 1
            name = f"{_place(function.text)}:{function.qualified}:{operator}:{numbers[operator]}"
            yield mutant_of(name, operator, function.text, edit)


def _place(text: Text) -> str:
    """``core/pod``, or ``core/pod/fields`` for a helper beside the strategy."""
    short = text.path.removesuffix(".py").removeprefix("sample_apiserver/").removeprefix("registry/")
    return short.removesuffix("/strategy")


def mutant_of(name: str, operator: str, text: Text, edit: Edit) -> Mutant:
    """The file with one edit made."""
    start, end = text.span(edit.first)[0], text.span(edit.last)[1]
    line: int = edit.first.lineno  # type: ignore[attr-defined]
    changed = text.text[:start] + edit.text + text.text[end:]
    return Mutant(name, operator, text.path, line, text.text[start:end], edit.text, changed)
