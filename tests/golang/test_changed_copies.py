"""Hooks that change a copy and compare it: none is said to hold of which a run on objects shows that it does not."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.golang import changed_copies
from tests.golang.changed_copies import KINDS, TYPES, Body, Kind, Panic, alike, bodies, deep
from tests.golang.judged_hooks import rulings, verdict

pytestmark = pytest.mark.long

UNCHANGED, BUMPED, EARLY = (
    f"generation-{each}" for each in ("bumped-without-spec-change", "not-bumped-on-spec-change", "compared-too-early")
)
#: The bodies that are drawn of a kind. Of all that there are, one in a hundred may still be told wrongly: what is made
#: anew and empty, and loops over two lists.
HOW_MANY = 12
SEED = 1


def broken_by(body: Body) -> set[str]:
    """The rules that a hook breaks on some of the samples."""
    lines = body.python.replace("w.Spec.", "w.").replace("o.Spec.", "o.").split("\n")
    names: dict[str, Any] = dict(vars(changed_copies))
    exec("def hook(w, o):\n" + "".join(f"    {line}\n" for line in lines), names)
    name, broken = body.kind.field, set()
    for new, stored in ((new, stored) for new in body.kind.samples for stored in body.kind.samples):
        w, o = SimpleNamespace(Generation=5), SimpleNamespace(Generation=5)
        setattr(w, name, new())
        setattr(o, name, stored())
        was = copy.deepcopy(getattr(o, name))
        try:
            names["hook"](w, o)
        except Panic:
            continue
        if w.Generation != 5 and deep(getattr(w, name), was):
            broken.add(UNCHANGED)
        if w.Generation == 5 and not alike(getattr(w, name), was):
            broken.add(BUMPED)
    return broken


def told(root: Path, body: Body) -> dict[str, str]:
    """The verdicts on a hook."""
    head = "func (siloStrategy) PrepareForUpdate(ctx, obj, old any) {\nw, o := obj.(*Silo), old.(*Silo)\n"
    text = TYPES.replace("FIELD", f"{body.kind.field} {body.kind.type_}")
    files = {
        "go.mod": "module ex.org/silo\n\ngo 1.24\n",
        "silo.go": f"{text}type siloStrategy struct{{}}\n{head}{body.go}\n}}\n",
    }
    asked = ("ex.org/silo.siloStrategy", "ex.org/silo.Silo")
    return {rule: verdict(rulings(root, files, *asked, rule)) for rule in (UNCHANGED, BUMPED, EARLY)}


@pytest.mark.parametrize("kind", [pytest.param(each, id=each.field) for each in KINDS])
def test_no_hook_holds_that_a_run_breaks(tmp_path: Path, kind: Kind) -> None:
    drawn = Random(f"{kind.field} {SEED}").sample([body for body in bodies() if body.kind is kind], HOW_MANY)
    silent = {}
    for body in drawn:
        found = told(tmp_path / body.name, body)
        held = {rule for rule in broken_by(body) if found[rule] == "holds" and found[EARLY] != "violated"}
        silent |= {body.name: (held, body.go)} if held else {}
    assert not silent
