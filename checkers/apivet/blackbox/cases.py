"""A failing case as Python that can be run, read and kept."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from apivet.blackbox.experiments.trial import Trial
from apivet.blackbox.laboratory import Call as Earlier
from apivet.blackbox.laboratory import Laboratory
from apivet.blackbox.objects.spelling import CallPiece, CannotSpellError, Piece, Spelling, laid_out, text_of

#: How much of a file's name is there to be read; file systems take 255 bytes.
_LONGEST = 200
_PATH = "sys.path[:0] = "


def written(lab: Laboratory, trial: Trial, rule: str, detail: str) -> str:
    """The script: it makes the objects, runs the hook through the same checks, and says what is stored. Nothing where
    an object can't be spelled out."""
    spelling = Spelling()
    given = trial.given
    arguments: list[tuple[str, Piece]] = [("rule=", text_of(rule))]
    if trial.field is not None:
        arguments.append(("field=", text_of(trial.field)))
    arguments += [("strategy=", text_of(lab.assignment.name)), ("hook=", text_of(trial.hook))]
    if given.gates:
        states = tuple((f"{text_of(gate)}: ", repr(state)) for gate, state in given.gates.items())
        arguments.append(("gates=", CallPiece("", "{}", states)))
    case = spelling.name_of(_case_class())
    try:
        for name, value in (("obj", given.obj), ("old", given.old), ("twin", given.twin)):
            if value is not None:
                arguments.append((f"{name}=", spelling.of(value)))
        if given.before:
            calls = tuple(("", _call_of(spelling, call)) for call in given.before)
            arguments.append(("before=", CallPiece("", "[]", calls)))
        if given.context:
            arguments.append(("context=", spelling.of(dict(given.context))))
    except CannotSpellError:
        return ""
    heading = f"# {rule}: {lab.assignment.name}\n# {' '.join(detail.split())}"
    return _script(heading, spelling, case, arguments)


def written_call(strategy: str, call: Earlier) -> str:
    """The script that makes one call of a hook, whatever rule is about it. Nothing where an object can't be spelled
    out."""
    spelling = Spelling()
    case = spelling.name_of(_case_class())
    try:
        arguments = _arguments_of(spelling, call)
    except CannotSpellError:
        return ""
    return _script(f"# {strategy}", spelling, case, (("strategy=", text_of(strategy)), *arguments))


def _script(heading: str, spelling: Spelling, case: str, arguments: Iterable[tuple[str, Piece]]) -> str:
    """A module with a case that is run where it is called."""
    lines = [heading, *import_lines(spelling), "", f"case = {case}("]
    lines += [laid_out(piece, before, 4) for before, piece in arguments]
    lines += [")", "", 'if __name__ == "__main__":', "    raise SystemExit(case.run())", ""]
    return "\n".join(lines)


def _call_of(spelling: Spelling, call: Earlier) -> CallPiece:
    """An earlier call, spelled."""
    return CallPiece(spelling.name_of(Earlier), "()", _arguments_of(spelling, call))


def _arguments_of(spelling: Spelling, call: Earlier) -> tuple[tuple[str, Piece], ...]:
    """Which hook is called, and all that it is given."""
    objects = [
        (f"{name}=", spelling.of(value)) for name, value in (("obj", call.obj), ("old", call.old)) if value is not None
    ]
    states = tuple((f"{text_of(gate)}: ", repr(state)) for gate, state in call.gates.items())
    gates: list[tuple[str, Piece]] = [("gates=", CallPiece("", "{}", states))] if states else []
    context = [("context=", spelling.of(dict(call.context)))] if call.context else []
    return ("hook=", text_of(call.hook)), *objects, *gates, *context


def importable(case: str, roots: Sequence[str], folder: str) -> str:
    """The script with what it takes to run it by itself, in the working directory, where it lies in this folder: Python
    looks for the project in the folder alone."""
    wanted = [os.path.realpath(root) for root in roots if os.path.realpath(root) != os.path.realpath(folder)]
    if not case or not wanted or _PATH in case:
        return case
    relative = [os.path.relpath(root).replace(os.sep, "/") for root in wanted]
    places = [root if place.startswith("..") else place for root, place in zip(wanted, relative)]
    spelled = ", ".join(map(text_of, places))
    lines = case.splitlines(keepends=True)
    after = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    lines.insert(after, f"import sys\n\n{_PATH}[{spelled}]  # seen from the working directory\n\n")
    return "".join(lines)


def file_name(rule: str, object_: str, field: str | None, fingerprint: str) -> str:
    """What a kept case is called: its rule, its object, the field where there is one, and the beginning of its
    finding's fingerprint, which tells those apart whose names a file system takes for the same or has to cut."""
    parts = [rule, object_] + ([field] if field else [])
    readable = "--".join(re.sub(r"[^A-Za-z0-9_.-]+", "_", part).strip("_") for part in parts)
    return f"{readable[:_LONGEST]}--{fingerprint[:8]}.py"


def _case_class() -> type:
    from apivet.blackbox.replay import Case  # which looks cases up among the experiments, as they are written from them

    return Case


def import_lines(spelling: Spelling) -> list[str]:
    """The import statements, the standard library's modules in a block of their own."""
    lines = spelling.imports()
    plain = [line for line in lines if line.startswith("import ")]
    others = lines[len(plain) :]
    return [*plain, *([""] if plain else []), *others]
