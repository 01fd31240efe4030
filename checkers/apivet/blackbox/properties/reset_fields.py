"""The reset fields that a strategy names are those that its update hook puts back or clears (contract section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from apivet.blackbox.limits import FIELD_DEPTH
from apivet.blackbox.objects.access import ABSENT, field_names, payload_names, read
from apivet.blackbox.objects.emptiness import is_unset
from apivet.blackbox.objects.filling import Choice
from apivet.blackbox.objects.snapshots import Snapshot
from apivet.blackbox.project.bystanders import ANSWERS
from apivet.blackbox.properties import contexts, probed, values
from apivet.blackbox.properties.trial import (
    HookTrial,
    Invariant,
    Observed,
    Property,
    Result,
    Violation,
    all_gates,
    pairs,
)
from apivet.blackbox.rig.running import Given, Rig, Seen
from apivet.blackbox.rig.variations import variants
from apivet.vocabulary import UPDATE, Vocabulary

SYMBOL = "reset-fields-mismatch"


def trials(rig: Rig) -> Iterator[HookTrial]:
    """Trials of the fields that the strategy names, against those that are seen to be reset whatever is sent."""
    if rig.member("get_reset_fields") is None:
        return
    obj, old = pairs(rig)[0]
    for state in (True, False) if rig.assignment.known_gates else (True,):
        yield HookTrial(SYMBOL, None, UPDATE, Given(obj, old, None, all_gates(rig, state)), _agrees)


def _agrees(rig: Rig, given: Given) -> Result:
    with rig.switches.set(given.gates):
        named = _named(rig)
    if isinstance(named, Violation):
        return named
    inner = sorted({name for fields in named.values() for name in fields if _is_inner(name, given, rig.words)})
    candidates = [*_candidates(rig), *inner]
    observed = _observed(rig, given, candidates)
    deeper = _observed(rig, given, [name for name in _mentioned(rig, given) if not _is_covered(name, observed.reset)])
    observed.reset.update(_outermost(deeper.reset))
    if observed.untold.issuperset(candidates):
        return Observed.IDLE if rig.update(given).stored is not None else Observed.REFUSED
    seen = observed.reset
    for version, fields in named.items():
        where = f" for {version}" if version else ""
        extra = sorted(name for name in fields if name in candidates and not _is_covered(name, seen | observed.untold))
        if extra:
            what = "it is worked out" if extra[0] in observed.worked_out else "what the caller sends is stored"
            return Violation(f"{extra[0]} is named{where}, but {what}", about=extra[0])
        nowhere = sorted(name for name in fields if _is_nowhere(name, given))
        if nowhere:
            return Violation(f"{nowhere[0]} is named{where}, and the objects have no such field", about=nowhere[0])
        missing = sorted(name for name in seen if not _is_named(name, fields, given))
        if missing:
            return Violation(f"{missing[0]} is reset, but not named{where}", about=missing[0])
    # Whether a field that is named is reset can't be told where no update that changes it is stored.
    untold = any(_is_covered(name, fields) for fields in named.values() for name in observed.untold)
    return Observed.REFUSED if untold else Observed.HOLDS


def _named(rig: Rig) -> dict[str, set[str]] | Violation:
    """The fields, for every version where it makes a difference."""
    try:
        value = rig.answer("get_reset_fields")
    except Exception as error:
        return Violation(f"get_reset_fields raises {type(error).__name__}: {error}")
    if isinstance(value, Mapping):
        return {str(version): _texts(fields) for version, fields in value.items()}
    return {"": _texts(value)}


def _texts(fields: object) -> set[str]:
    return {str(field) for field in fields} if isinstance(fields, Iterable) and not isinstance(fields, str) else set()


def _is_covered(name: str, fields: set[str]) -> bool:
    """Naming a whole part covers what is in it."""
    return any(name == other or name.startswith(other + ".") for other in fields)


def _is_named(name: str, fields: set[str], given: Given) -> bool:
    """Whether a part is named, or all that is in it."""
    inner = payload_names(Snapshot(given.old).at(name)) or ()
    return _is_covered(name, fields) or (
        bool(inner) and all(_is_named(f"{name}.{field}", fields, given) for field in inner)
    )


def _candidates(rig: Rig) -> list[str]:
    """Names of parts to be named where they are reset: each part, each field of the metadata."""
    words = rig.words
    names: list[str] = []
    for item in rig.assignment.types[rig.assignment.object_type].fields:
        if item.name not in (words.metadata, "api_version", "kind"):
            names.append(item.name)
    return names + [f"{words.metadata}.{name}" for name in rig.parts.metadata]


def _mentioned(rig: Rig, given: Given) -> list[str]:
    """The fields inside of the parts that the code speaks of; not those that gates drop, nor what is around them."""
    gated = {".".join(item.path) for item in rig.assignment.gated}
    found: list[str] = []
    pending = [part for part in (*rig.parts.payload, rig.words.status) if field_names(Snapshot(given.old).at(part))]
    for name in pending:
        for field in payload_names(Snapshot(given.old).at(name)) or ():
            inner = f"{name}.{field}"
            if field not in rig.mentions.names or any(_is_covered(gate, {inner}) for gate in gated):
                continue
            found.append(inner)
            if inner.count(".") < FIELD_DEPTH and field_names(Snapshot(given.old).at(inner)):
                pending.append(inner)
    return found


def _outermost(names: set[str]) -> set[str]:
    """Names that lie in none of the others."""
    return {name for name in names if not _is_covered(name, names - {name})}


def _is_inner(name: str, given: Given, words: Vocabulary) -> bool:
    """Whether a name is that of a field within a part of these objects."""
    top, _, rest = name.partition(".")
    return top != words.metadata and bool(rest) and Snapshot(given.obj).at(name) is not ABSENT


def _is_nowhere(name: str, given: Given) -> bool:
    """Whether a name is that of no field of these objects, nor of what may hold one."""
    if not all(step.isidentifier() for step in name.split(".")):
        return False
    holder = name.rpartition(".")[0]
    if holder and (_is_nowhere(holder, given) or field_names(Snapshot(given.old).at(holder)) is None):
        return _is_nowhere(holder, given)
    return all(Snapshot(side).at(name) is ABSENT for side in (given.obj, given.old))


class _Observed(Struct, frozen=True):
    """The parts that are ``reset``, those of which nobody can tell, as no update that changes them is stored, and those
    that only look as if they were cleared."""

    reset: set[str]
    untold: set[str]
    worked_out: set[str]


def _observed(rig: Rig, given: Given, names: list[str]) -> _Observed:
    """The parts of which nothing is stored that the caller changed: put back, or cleared."""
    found = _Observed(set(), set(), set())
    for name in names:
        if read(given.obj, name.partition(".")[0]) is ABSENT:
            continue
        changed = is_cleared = False
        for seen in _updates(rig, given, name):
            changed = changed or bool(_changed(seen, name))
            if not _is_reset(seen, name):
                break
            is_cleared = is_cleared or not _is_put_back(seen, name)
        else:
            told = found.worked_out if is_cleared and rig.memo.of(_is_worked_out, rig, name) else found.reset
            (told if changed else found.untold).add(name)
    return found


def _updates(rig: Rig, given: Given, name: str) -> Iterator[Seen]:
    """Updates of a part alone, both ways, as a hook may store the larger of two values, and of a part that is not set;
    where these are refused, those of one leaf of it that are not."""
    unset = rig.with_part(given.old, rig.filled(Choice("bare")), name)
    sides = (given.obj, given.old), (given.old, given.obj), (given.obj, unset)
    runs = (rig.run(UPDATE, rig.with_part(old, sent, name), old, given.gates) for sent, old in sides)
    is_stored = False
    for seen in runs:
        if seen.stored is not None:
            is_stored = True
            yield seen
    if is_stored:
        return
    for _, changed in variants(given.old, given.obj, name) if "." not in name else ():
        seen = rig.run(UPDATE, changed, given.old, given.gates)
        if seen.stored is not None:
            yield seen


def _is_reset(seen: Seen, name: str) -> bool:
    assert seen.stored is not None
    stored, differs = seen.stored.leaves(name), set(seen.before.differing(seen.stored, name))
    return all(path not in differs or is_unset(stored, path) for path in _changed(seen, name))


def _is_put_back(seen: Seen, name: str) -> bool:
    return seen.stored is not None and seen.before.first_difference(seen.stored, name) is None


def _is_worked_out(rig: Rig, name: str) -> bool:
    """Whether some update, of all that are tried for what the code compares with, stores a value there that was not
    stored before: what is worked out may happen to say nothing in those that were chosen, as if it were cleared."""
    question = Invariant(SYMBOL, name, UPDATE, _agrees)
    for family in (values, probed, contexts):
        for trial in family.trials(rig, [question]):
            with ANSWERS.given(trial.given.context):
                seen = rig.update(trial.given)
            if seen.stored is None:
                continue
            stored = seen.stored.leaves(name)
            if not all(is_unset(stored, path) for path in seen.before.differing(seen.stored, name)):
                return True
    return False


def _changed(seen: Seen, name: str) -> list[str]:
    return seen.sent.differing(seen.before, name)


PROPERTY = Property((SYMBOL,), trials=trials)
