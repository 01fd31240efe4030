"""Handlers of ``except*``: each takes its part of a group, and several may run."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from apivet.verdicts import Verdict

WIPED = "status-not-wiped-on-create"
#: Groups whose outcome is not known: that no handler but one runs, or that all do, is told of none.
GROUP = """
    def prepare_for_create(self, obj: Widget):
        kept, taken = obj.status, 0
        obj.status = Status()
        try:
            raise ExceptionGroup("two", [ValueError(1), KeyError(2)])
        except* KeyError:
            taken += 2
        except* ValueError:
            taken += 1
        if taken {condition}:
            obj.status = kept
    """

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="except* is newer")


@pytest.mark.parametrize("condition", ["== 3", "!= 3", "== 2", "== 1"])
def test_several_handlers_may_run_for_one_group(judged: Callable[[str], dict[str, Verdict]], condition: str) -> None:
    assert judged(GROUP.replace("{condition}", condition))[WIPED] is Verdict.UNPROVEN


def test_one_exception_is_handled_as_by_any_other_block(judged: Callable[[str], dict[str, Verdict]]) -> None:
    hook = """
        def prepare_for_create(self, obj: Widget):
            try:
                obj.spec.replicas = int(obj.spec.image)
                obj.status = Status()
            except* ValueError:
                {handler}
        """
    assert judged(hook.replace("{handler}", "obj.status = Status()"))[WIPED] is Verdict.HOLDS
    assert judged(hook.replace("{handler}", "pass"))[WIPED] is Verdict.VIOLATED
