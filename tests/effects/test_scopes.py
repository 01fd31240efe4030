"""Names of functions: a local that has no value yet raises, and what always raises stores nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Broken = Callable[[str], set[str]]

ALWAYS_RAISES = {
    "read before it is assigned": """
        if wanted:
            obj.spec.burst = None
        wanted = enabled("Burst")
        """,
    "assigned in a branch that is not taken": """
        if False:
            wanted = 1
        obj.spec.replicas = wanted
        """,
    "deleted": """
        wanted = old.spec
        del wanted
        obj.spec = wanted
        """,
    "counted up from nothing": """
        count += 1
        obj.spec.burst = None
        """,
    "bound by an import further down": """
        obj.spec.burst = copy.copy(None)
        import copy
        """,
    "the exception after its handler": """
        try:
            raise ValueError
        except ValueError as error:
            pass
        obj.spec.burst = None
        print(error)
        """,
    "called before it is defined": """
        clear(obj)
        def clear(widget):
            widget.spec.burst = None
        """,
    "the target of a loop over nothing": """
        for part in ():
            pass
        obj.spec.burst = part
        """,
    "bound in a condition further down": """
        obj.spec.burst = burst
        if (burst := old.spec.burst) is None:
            return
        """,
}


@pytest.mark.parametrize("update", ALWAYS_RAISES.values(), ids=ALWAYS_RAISES)
def test_a_local_without_a_value_raises(update: str, broken: Broken) -> None:
    assert broken(update) == set()


STORES = {
    "assigned on the way": """
        wanted = None
        if old.spec.burst is None:
            wanted = 3
        obj.spec.burst = wanted
        """,
    "assigned around a closure": """
        def clear():
            nonlocal burst
            burst = None
        burst = obj.spec.burst
        clear()
        obj.spec.burst = burst
        """,
    "a closure over a later name": """
        def clear(widget):
            widget.spec.burst = nothing
        nothing = None
        clear(obj)
        """,
    "a comprehension's own name": """
        burst = [part for part in (1, 2)]
        obj.spec.burst = None if burst else 3
        """,
    "caught": """
        try:
            obj.spec.burst = wanted
            wanted = 1
        except UnboundLocalError:
            obj.spec.burst = None
        """,
}


@pytest.mark.parametrize("update", STORES.values(), ids=STORES)
def test_what_has_a_value_goes_on(update: str, broken: Broken) -> None:
    assert {"status-not-kept-on-update", "gated-field-dropped-when-enabled"} <= broken(update)


def test_a_name_that_is_bound_on_some_paths_is_what_it_is_there(broken: Broken) -> None:
    """Where the list is empty the hook raises; elsewhere the caller's value is lost."""
    update = """
        obj.status = old.status
        for part in obj.spec.parts:
            last = None
        obj.spec.burst = last
        """
    assert "gated-field-dropped-when-enabled" in broken(update)
    guarded = """
        obj.status = old.status
        for part in obj.spec.parts:
            last = None
        if not obj.spec.parts:
            obj.spec.burst = last
        """
    assert "gated-field-dropped-when-enabled" not in broken(guarded)


def test_a_walrus_in_a_comprehension_over_nothing_binds_nothing(broken: Broken) -> None:
    update = """
        obj.status = old.status
        burst = None
        [burst := obj.spec.burst for part in obj.spec.parts]
        obj.spec.burst = burst
        """
    assert "gated-field-dropped-when-enabled" in broken(update)
