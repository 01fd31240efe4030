"""Fields behind a gate that must be dropped while it is off."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import libcst as cst

from apivet.conventions.subject import hooks_of
from apivet.effects.values import LAST
from apivet.fixes import helpers
from apivet.fixes.gate_names import named_gate
from apivet.fixes.hook_site import Site, site
from apivet.fixes.proposal import Case, Fix, Proposal
from apivet.fixes.reach import functions_at_hand
from apivet.fixes.rebuilding import Setting, set_part, without_part
from apivet.fixes.zeros import zero
from apivet.paths import EACH
from apivet.program.model import Field, ListOf, Named
from apivet.vocabulary import UPDATE


def _dropped(case: Case) -> Iterator[Proposal]:
    """``if not enabled("Gate"): obj.spec.field = None`` in front of all else; on update only where the old object does
    not use the field."""
    subject = case.strategy or case.registered
    if subject is None:
        return
    sites = [found for notion in hooks_of(subject.role) if (found := site(case, notion)) is not None]
    asking = itertools.product(_gate_functions(case, sites), ("", "await "))
    for ways in _helped(sites), *([_settings(found, *each) for found in sites] for each in asking):
        made = [(found, way) for found, way in zip(sites, ways) if way is not None]
        alone = [[*way.imports, *found.first(way.lines, rebinds=way.rebinds)] for found, way in made]
        yield from alone
        if len(alone) > 1:
            yield list(dict.fromkeys(change for each in alone for change in each))


def _helped(sites: list[Site]) -> list[Setting | None]:
    """The helper that drops disabled fields, where there is one."""
    found: list[Setting | None] = []
    for each in sites:
        call = next((call for word in ("disabled", "gated") for call in helpers.calls(each, word)), None)
        found.append(Setting((call,)) if call is not None else None)
    return found


def _gate_functions(case: Case, sites: list[Site]) -> Iterator[str]:
    """The expressions of functions that answer for gates: those that the file calls, then those that it has."""
    if not sites:
        return
    source, words = sites[0].source, case.program.words
    found: dict[str, None] = {}
    for call in source.all(cst.Call):
        text = source.written(call.func)
        if text.rpartition(".")[2] in words.gate_functions and len(call.args) == 1:
            found[text] = None
    at_hand = functions_at_hand(case, source)
    found.update(dict.fromkeys(spelled for spelled, function in at_hand if function.name in words.gate_functions))
    yield from found


def _settings(found: Site, gate_function: str, awaiting: str) -> Setting | None:
    """The drop in one hook, ``awaiting`` the answer or not."""
    if gate_function.partition(".")[0] == "self" and found.receiver != "self":
        return None
    if awaiting and not found.is_async:
        return None
    field = found.case.finding.field or ""
    names = field.replace(EACH, "").split(".")
    declared = found.declared(names) if EACH not in field else _in_elements(found, field)
    gates = declared.gates if declared is not None else ()
    value = zero(found, declared) if declared is not None else None
    if declared is None or not gates or value is None:
        return None
    named = [named_gate(found.case, found.source, gate_function, gate) for gate in gates]
    asked = [f"{awaiting}{gate_function}({name})" for name, _ in named]
    imports = tuple(dict.fromkeys(change for _, changes in named for change in changes))
    off = f"not {asked[0]}" if len(asked) == 1 else f"not ({' and '.join(asked)})"
    unused = "{} is None" if declared.optional else "not {}"
    if EACH in field:
        dropped = _in_each(found, field, off, "{} is not None" if declared.optional else "{}", value[0])
        return dropped.with_imports(imports) if dropped is not None else None
    lacks = Setting((without_part(found, names),)) if found.may_lack(names) else None
    setting = lacks or set_part(found, names, value[0])
    if setting is None:
        return None
    around = [names[:depth] for depth in range(1, len(names)) if _may_be_none(found, names[:depth])]
    tests = [off, *(f"{found.read(found.obj, part)} is not None" for part in around)]
    if found.notion == UPDATE:
        absent = [f"{found.read(found.old, part)} is None" for part in around]
        in_old = " or ".join([*absent, unused.format(found.read(found.old, names))])
        tests.append(f"({in_old})" if absent else in_old)
    lines = (f"if {' and '.join(tests)}:", *(found.step + line for line in setting.lines))
    return Setting(lines, (*setting.imports, *value[1]), setting.rebinds).with_imports(imports)


def _may_be_none(found: Site, path: list[str]) -> bool:
    declared = found.declared(path)
    return declared is not None and (declared.optional or found.may_lack(path))


def _in_elements(found: Site, field: str) -> Field | None:
    holder, _, name = field.partition(f"{EACH}.")
    if EACH in name or "." in name:
        return None
    return found.declared([*holder.split("."), LAST, name])


def _in_each(found: Site, field: str, off: str, used: str, value: str) -> Setting | None:
    """The drop in each element of a list, unless an element of the old one uses the field."""
    holder, _, name = field.partition(f"{EACH}.")
    path = holder.split(".")
    declared = found.declared(path)
    shape = declared.shape if declared is not None else None
    element = shape.element if isinstance(shape, ListOf) and not shape.optional else None
    type_ = found.case.program.type(element.dotted) if isinstance(element, Named) else None
    if type_ is None or type_.frozen or type_.form in ("typeddict", "namedtuple") or _may_be_none(found, path):
        return None
    if any(_may_be_none(found, path[:depth]) for depth in range(1, len(path))):
        return None
    test = off
    if found.notion == UPDATE:
        test += f" and not any({used.format(f'each.{name}')} for each in {found.part(found.old, path)})"
    loop = f"{found.step}for each in {found.part(found.obj, path)}:"
    return Setting((f"if {test}:", loop, f"{found.step * 2}each.{name} = {value}"))


DROPPED = Fix("gated-field-not-dropped", _dropped)
