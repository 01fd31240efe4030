"""A failing case as Python that can be run, read and kept."""

from __future__ import annotations

from collections.abc import Iterable

from apivet.blackbox.objects.source_code import CallPiece, CannotSpellError, Piece, SourceCode, laid_out
from apivet.blackbox.properties.trial import HookTrial
from apivet.blackbox.protocol.quoting import text_of
from apivet.blackbox.replay import Case
from apivet.blackbox.rig.running import HookCall as Earlier
from apivet.blackbox.rig.running import Rig


def written(rig: Rig, trial: HookTrial, rule: str, detail: str) -> str:
    """The script: it makes the objects, runs the hook through the same checks, and says what is stored. Nothing where
    an object can't be spelled out."""
    source_code = SourceCode()
    given = trial.given
    arguments: list[tuple[str, Piece]] = [("rule=", text_of(rule))]
    if trial.field is not None:
        arguments.append(("field=", text_of(trial.field)))
    arguments += [("strategy=", text_of(rig.assignment.name)), ("hook=", text_of(trial.hook))]
    if given.gates:
        states = tuple((f"{text_of(gate)}: ", repr(state)) for gate, state in given.gates.items())
        arguments.append(("gates=", CallPiece("", "{}", states)))
    case = source_code.name_of(Case)
    try:
        for name, value in (("obj", given.obj), ("old", given.old), ("twin", given.twin)):
            if value is not None:
                arguments.append((f"{name}=", source_code.of(value)))
        if given.before:
            calls = tuple(("", _call_of(source_code, call)) for call in given.before)
            arguments.append(("before=", CallPiece("", "[]", calls)))
        if given.context:
            arguments.append(("context=", source_code.of(dict(given.context))))
    except CannotSpellError:
        return ""
    heading = f"# {rule}: {rig.assignment.name}\n# {' '.join(detail.split())}"
    return _script(heading, source_code, case, arguments)


def written_call(strategy: str, call: Earlier) -> str:
    """The script that makes one call of a hook, whatever rule is about it. Nothing where an object can't be spelled
    out."""
    source_code = SourceCode()
    case = source_code.name_of(Case)
    try:
        arguments = _arguments_of(source_code, call)
    except CannotSpellError:
        return ""
    return _script(f"# {strategy}", source_code, case, (("strategy=", text_of(strategy)), *arguments))


def _script(heading: str, source_code: SourceCode, case: str, arguments: Iterable[tuple[str, Piece]]) -> str:
    """A module with a case that is run where it is called."""
    lines = [heading, *import_lines(source_code), "", f"case = {case}("]
    lines += [laid_out(piece, before, 4) for before, piece in arguments]
    lines += [")", "", 'if __name__ == "__main__":', "    raise SystemExit(case.run())", ""]
    return "\n".join(lines)


def _call_of(source_code: SourceCode, call: Earlier) -> CallPiece:
    """An earlier call, spelled."""
    return CallPiece(source_code.name_of(Earlier), "()", _arguments_of(source_code, call))


def _arguments_of(source_code: SourceCode, call: Earlier) -> tuple[tuple[str, Piece], ...]:
    """The hook that is called, and all its arguments."""
    objects = [
        (f"{name}=", source_code.of(value))
        for name, value in (("obj", call.obj), ("old", call.old))
        if value is not None
    ]
    states = tuple((f"{text_of(gate)}: ", repr(state)) for gate, state in call.gates.items())
    gates: list[tuple[str, Piece]] = [("gates=", CallPiece("", "{}", states))] if states else []
    context = [("context=", source_code.of(dict(call.context)))] if call.context else []
    return ("hook=", text_of(call.hook)), *objects, *gates, *context


def import_lines(source_code: SourceCode) -> list[str]:
    """The import statements, the standard library's modules in a block of their own."""
    lines = source_code.imports()
    plain = [line for line in lines if line.startswith("import ")]
    others = lines[len(plain) :]
    return [*plain, *([""] if plain else []), *others]
