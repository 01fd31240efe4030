"""Hooks that keep a part and change a copy of it: none is said to hold of which a run shows that it does not, none is
violated that never stores anything but what was there."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.golang import changed_copies, stored_copies
from tests.golang.changed_copies import Panic
from tests.golang.judged_hooks import rulings, verdict
from tests.golang.stored_copies import TYPES, Silo, StoredBody, bodies, shelves, shown

pytestmark = pytest.mark.long

STATUS, SPEC, WIPED = "status-not-kept-on-update", "spec-not-kept-on-status-update", "status-not-wiped-on-create"
#: The bodies that are drawn for a rule.
HOW_MANY = 25
SEED = 1


def runs(body: StoredBody, rule: str) -> tuple[bool, bool]:
    """Whether what a hook stores depends on what the caller sent there, and whether it is what it should be."""
    lines = [line for line in body.python.split("\n") if line]
    names: dict[str, Any] = {**vars(changed_copies), **vars(stored_copies)}
    exec("def hook(w, o):\n" + "".join(f"    {line}\n" for line in lines), names)
    stored: dict[int, list[Any]] = {}
    is_kept, depends = True, False
    olds = shelves()[:1] if rule == WIPED else shelves()
    for (i, was), new in product(enumerate(olds), shelves()):
        w, o = Silo(new()), Silo(was())
        try:
            names["hook"](w, o)
        except Panic:
            continue
        is_kept &= shown(w.Status) == shown(was())
        depends |= stored.setdefault(i, shown(w.Status)) != shown(w.Status)
    return depends, is_kept


def told(root: Path, body: StoredBody, rule: str) -> str:
    """The verdict on a hook."""
    part, other = ("Spec", "Status") if rule == SPEC else ("Status", "Spec")
    types = TYPES.replace(part.upper(), "Shelf").replace(other.upper(), "Empty").replace("PART", part)
    head = "PrepareForUpdate(ctx, obj, old any) {\nw, o := obj.(*Silo), old.(*Silo)\n"
    if rule == WIPED:
        head = "PrepareForCreate(ctx, obj any) {\nw := obj.(*Silo)\n"
    hook = f"func (siloStrategy) {head}{body.go.replace('Status', part)}\n}}\n"
    files = {"go.mod": "module ex.org/silo\n\ngo 1.24\n", "silo.go": f"{types}type siloStrategy struct{{}}\n{hook}"}
    return verdict(rulings(root, files, "ex.org/silo.siloStrategy", "ex.org/silo.Silo", rule))


@pytest.mark.parametrize("rule", [STATUS, SPEC, WIPED])
def test_what_is_stored_is_told_as_it_runs(tmp_path: Path, rule: str) -> None:
    wrong = {}
    for body in Random(f"{rule} {SEED}").sample(bodies(rule != WIPED), HOW_MANY):
        found, (depends, is_kept) = told(tmp_path / body.name, body, rule), runs(body, rule)
        is_broken = depends or (rule == SPEC and not is_kept)
        if found == ("holds" if is_broken else "violated") and (is_broken or is_kept):
            wrong[body.name] = (found, body.go)
    assert not wrong
