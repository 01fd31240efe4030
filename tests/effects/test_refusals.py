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
