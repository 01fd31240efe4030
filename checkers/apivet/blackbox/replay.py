"""Running a failing case again: what ``apivet blackbox`` prints is a script that makes a :class:`Case` and runs it.

``python case.py`` runs it in that process, so that a debugger can look on (the project has to be importable);
``apivet blackbox --replay case.py`` runs it in a worker. Both go through the check that failed.
"""

from __future__ import annotations

import pickle
import runpy
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

from apivet.blackbox.asked import trials
from apivet.blackbox.limits import STORED_LEAVES
from apivet.blackbox.objects.access import ABSENT, same
from apivet.blackbox.objects.constructing import make_without_asking
from apivet.blackbox.objects.filling import CannotFillError
from apivet.blackbox.objects.wording import shown
from apivet.blackbox.project.bystanders import ANSWERS
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.properties.trial import Check, HookTrial, Observed, Violation
from apivet.blackbox.rig.rig_factory import RigFactory
from apivet.blackbox.rig.running import Given, HookCall, Rig, Seen

#: Exit statuses of a replay.
HOLDS: Final = 0
BROKEN: Final = 1
UNUSABLE: Final = 2

#: The working directory is no place to import from: a project may have a ``types.py`` at its top.
_LOOK_UP: Final = (
    "import sys; sys.path[:] = [place for place in sys.path if place];"
    " from apivet.check.replaying import main; sys.exit(main(sys.argv[1:]))"
)

_ENDS: Final = "the call comes to an end"


class Case(Struct, frozen=True):
    """A hook with what it is run on. ``hook`` is the vocabulary's word for it (``prepare_for_update``), ``gates`` are
    the states of the feature gates (those not named are off), and ``twin`` is what a second caller sends. ``context``
    is what the context answers, by name (``*``: whether it is true), environment variables (``$DEBUG``) and the machine
    (``@time``). ``before`` are the calls that come before, of a strategy that remembers them. Without
    a ``rule``, all that is asked is that the call comes to an end."""

    strategy: str
    hook: str
    rule: str = ""
    obj: Any = None
    old: Any = None
    twin: Any = None
    gates: Mapping[str, bool] = field(default_factory=dict)
    context: Mapping[str, Any] = field(default_factory=dict)
    before: Sequence[HookCall] = ()
    field: str | None = None  # hides the function of that name from here on

    def run(self) -> int:
        """Run the hook and print what is stored, and whether the rule is broken. The exit status: 1 where it is
        broken, 0 where it is not, 2 where the case can't be run."""
        try:
            rig = _rig_for(self)
            outcome = replayed(rig, self)
        except (CannotRunError, CannotFillError) as error:
            print(error, file=sys.stderr)
            return UNUSABLE
        print(outcome.text)
        return outcome.status


class ReplayOutcome(Struct, frozen=True):
    """The outcome of a replay: the exit status, what was seen of the rule, and all of it as text."""

    status: int
    detail: str
    text: str


def made(class_: Any, /, **fields: Any) -> Any:
    """An object with these fields, of a class whose constructor does not take them, or refuses them."""
    result = make_without_asking(class_, fields)
    if result is None:
        raise TypeError(f"{class_.__name__} can't be made with {', '.join(fields)}")
    return result


def values_of(path: str) -> list[object]:
    """The values of a script's names, after it was run. Raises :class:`CannotRunError`."""
    try:
        return list(runpy.run_path(path, run_name="replayed").values())
    except (Exception, SystemExit) as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        raise CannotRunError(f"{path} can't be run: {text}") from None


def case_in(path: str) -> Case:
    """The case that a script makes. Raises :class:`CannotRunError`."""
    found = [value for value in values_of(path) if isinstance(value, Case)]
    if not found:
        raise CannotRunError(f"{path} holds no case")
    return found[0]


def trials_again(rig: Rig, text: str) -> Iterator[HookTrial]:
    """The trials of a case that was found before; none of one that speaks of what is no longer there."""
    names: dict[str, object] = {"__name__": "replayed"}
    path = sys.path[:]
    try:
        exec(compile(text, "a case of an earlier run", "exec"), names)
    except (Exception, SystemExit):
        return
    finally:
        sys.path[:] = path  # where the script would find the project by itself
    for case in [value for value in names.values() if isinstance(value, Case)]:
        yield from _trials(rig, case)


def replayed(rig: Rig, case: Case) -> ReplayOutcome:
    """Run a case through the check of its rule. Raises :class:`CannotRunError` where the strategy has no such check."""
    if not case.rule:
        with ANSWERS.given(case.context):
            return ReplayOutcome(HOLDS, _ENDS, "\n".join([*_told(rig, case), _ENDS]))
    results = []
    for trial in _trials(rig, case):
        result = trial.answer(rig)
        results.append(result)
        if isinstance(result, Violation):
            break
    if not results:
        about = f" about {case.field}" if case.field else ""
        raise CannotRunError(f"nothing is asked of {case.strategy} by {case.rule}{about}")
    result = results[-1]
    with ANSWERS.given(case.context):
        lines = list(_told(rig, case))
    if isinstance(result, Violation):
        return ReplayOutcome(BROKEN, result.detail, "\n".join([*lines, f"{case.rule} is broken: {result.detail}"]))
    detail = {
        Observed.HOLDS: f"{case.rule} holds",
        Observed.REFUSED: f"{case.rule} is not broken: nothing is stored",
        Observed.IDLE: f"{case.rule} is not broken: it asks nothing of what is stored",
        Observed.ALONE: f"{case.rule} is not broken: only one of two is stored",
    }.get(result, f"{case.rule} is not seen to be broken")
    return ReplayOutcome(HOLDS, detail, "\n".join([*lines, detail]))


def _trials(rig: Rig, case: Case) -> Iterator[HookTrial]:
    """Questions of the case's rule and field to the case, each once whatever it is usually tried on."""
    given = Given(case.obj, case.old, case.twin, case.gates, case.context, tuple(case.before))
    seen: list[tuple[object, list[object]]] = []
    for trial in trials(rig):
        if (trial.rule, trial.field, trial.hook) != (case.rule, case.field, case.hook):
            continue
        question = question_of(trial.check)
        if question not in seen:
            seen.append(question)
            yield trial.on(given)


def question_of(check: Check) -> tuple[object, list[object]]:
    """The key that tells checks apart: the function, and what it was made from."""
    cells = getattr(check, "__closure__", None) or ()
    return getattr(check, "__code__", check), [cell.cell_contents for cell in cells]


def _told(rig: Rig, case: Case) -> Iterator[str]:
    """Lines on the objects that the hook stores and was given, side by side."""
    if case.obj is None:
        return
    seen = rig.run(case.hook, case.obj, case.old, case.gates)
    states = ", ".join(f"{gate} {'on' if state else 'off'}" for gate, state in case.gates.items())
    answers = ", ".join(f"{name} = {shown(answer)}" for name, answer in case.context.items())
    states = " and ".join(text for text in (states, answers and f"a context where {answers}") if text)
    yield f"{case.strategy}.{case.hook}{f' with {states}' if states else ''}"
    if seen.stored is None:
        yield f"  refuses: {seen.refusal}"
        return
    lines = list(_leaves(seen, case.old is not None))
    yield from lines[:STORED_LEAVES]
    if len(lines) > STORED_LEAVES:
        yield f"  and {len(lines) - STORED_LEAVES} more"


def _leaves(seen: Seen, is_update: bool) -> Iterator[str]:
    """Each leaf that is stored, with what was sent and what was stored before where that is something else."""
    assert seen.stored is not None
    sent, before, stored = (side.leaves() for side in (seen.sent, seen.before, seen.stored))
    for path in dict.fromkeys((*stored, *sent, *(before if is_update else ()))):
        value, asked, was = (side.get(path, ABSENT) for side in (stored, sent, before))
        others = [] if same(value, asked) else [f"sent {shown(asked)}"]
        others += [f"was {shown(was)}"] if is_update and not same(value, was) else []
        if others:
            yield f"  {path} is stored as {shown(value)} ({', '.join(others)})"
    if not any(not same(stored.get(path), sent.get(path)) for path in (*stored, *sent)):
        yield "  what was sent is stored as it is"


def _rig_for(case: Case) -> Rig:
    """The strategy as the static check sees it from the working directory. That check is another process's, so that
    this one holds nothing but the project's code and the case."""
    command = [sys.executable, "-c", _LOOK_UP, case.strategy, case.rule, case.hook]
    asked = subprocess.run(command, capture_output=True, check=False)
    if asked.returncode:
        raise CannotRunError(asked.stderr.decode(errors="replace").strip() or f"{case.strategy} can't be looked up")
    setting, assignment = pickle.loads(asked.stdout)
    sys.path[:0] = [root for root in setting.roots if root not in sys.path]
    return RigFactory(setting).rig(assignment)
