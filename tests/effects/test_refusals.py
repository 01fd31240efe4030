"""A hook that raises stores nothing, and breaks no rule by it (contract section 3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from apivet.verdicts import Verdict

Judged = Callable[[str], dict[str, Verdict]]

NAMED = {"what the hook would reset": '{"status"}', "what it would not": '{"spec"}', "nothing": "set()"}


@pytest.mark.parametrize("named", NAMED.values(), ids=NAMED)
def test_an_update_that_is_always_refused_resets_nothing_wrongly(named: str, judged: Judged) -> None:
    verdicts = judged(
        f"""
        def prepare_for_create(self, obj: Widget): raise ValueError
        def prepare_for_update(self, obj: Widget, old: Widget):
            raise ValueError("immutable")
        def get_reset_fields(self):
            return {named}
        """
    )
    assert verdicts["reset-fields-mismatch"] is Verdict.HOLDS
    assert set(verdicts.values()) == {Verdict.HOLDS}


def test_refused_where_a_gate_is_off_and_right_elsewhere(judged: Judged) -> None:
    hooks = """
        def prepare_for_update(self, obj: Widget, old: Widget):
            if not enabled("Burst"):
                raise ValueError("not yet")
            obj.status = old.status
        def get_reset_fields(self):
            return {"status"} if enabled("Burst") else {"spec"}
        """
    assert judged(hooks)["reset-fields-mismatch"] is Verdict.HOLDS
    assert judged(hooks.replace('{"status"}', "set()"))["reset-fields-mismatch"] is Verdict.VIOLATED


def test_names_that_are_never_told_are_not_proven(judged: Judged) -> None:
    verdicts = judged(
        """
        def prepare_for_update(self, obj: Widget, old: Widget):
            obj.status = old.status
        def get_reset_fields(self):
            raise NotImplementedError
        """
    )
    assert verdicts["reset-fields-mismatch"] is Verdict.UNPROVEN


#: Statements before which the caller's phase is taken, and whether what comes after them is reached.
IMPOSSIBLE = {
    "obj.spec.parts[0].number = 1": "a list with elements",
    "[][0] = 1": "never",
    "[1][1] = 1": "never",
    "[1][0] = 1": "always",
    "None.x = 1": "never",
    "None['x'] = 1": "never",
}


@pytest.mark.parametrize("statement", IMPOSSIBLE)
def test_what_can_not_be_set_ends_a_hook(statement: str, judged: Judged) -> None:
    hooks = f"""
        def prepare_for_update(self, obj: Widget, old: Widget):
            phase = obj.status.phase
            obj.status = old.status
            if not obj.spec.parts:
                obj.status.phase = phase
                {statement}
        """
    is_reached = IMPOSSIBLE[statement] == "always"
    assert judged(hooks)["status-not-kept-on-update"] is (Verdict.VIOLATED if is_reached else Verdict.HOLDS)


def test_a_handler_runs_where_something_can_not_be_set(judged: Judged) -> None:
    hooks = """
        def prepare_for_update(self, obj: Widget, old: Widget):
            held = None
            try:
                held.phase = "x"
            except AttributeError:
                obj.status = old.status
        """
    assert judged(hooks)["status-not-kept-on-update"] is Verdict.HOLDS
    assert judged(hooks.replace("= None", "= Status()"))["status-not-kept-on-update"] is Verdict.VIOLATED


@pytest.mark.parametrize("asked", ["'a' in held", "len(held)", "held"])
def test_a_mapping_that_is_cleared_holds_nothing(asked: str, judged: Judged) -> None:
    hooks = f"""
        def prepare_for_update(self, obj: Widget, old: Widget):
            phase = obj.status.phase
            obj.status = old.status
            held = {{"a": 1, "b": 2}}
            held.clear()
            if {asked}:
                obj.status.phase = phase
        """
    assert judged(hooks)["status-not-kept-on-update"] is Verdict.HOLDS
    assert judged(hooks.replace("clear()", "copy()"))["status-not-kept-on-update"] is Verdict.VIOLATED
