"""Looking once at what stays as it is: strategies are tried by the hundred."""

from __future__ import annotations

import subprocess
import sys
import types

import pydantic
import pytest

from apivet.blackbox.objects.access import declared_names, field_names, is_open
from apivet.blackbox.objects.copying import copied
from apivet.blackbox.objects.snapshots import Snapshot
from apivet.blackbox.project import side_effects
from apivet.blackbox.project.reachable_objects import kept_instance, kept_near, look_ahead
from apivet.blackbox.worker.integrity import Integrity


class Ferry(pydantic.BaseModel):
    """A model as most are."""

    name: str = ""
    decks: int = 0


class Barge(Ferry, extra="allow"):
    """One that takes what it does not declare."""


class Raft:
    """A class that answers for names that nobody declared."""

    def __getattr__(self, name: str) -> str:
        if name.startswith("_"):
            raise AttributeError(name)
        return name


class Buoy:
    """Something that a project keeps."""


@pytest.fixture
def harbour(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """A loaded package of a project."""
    module = types.ModuleType("a_harbour_of_its_own")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(Buoy, "__module__", module.__name__)
    return module


def test_what_a_model_declares_is_all_that_it_has_unless_it_takes_more() -> None:
    assert declared_names(Ferry) == (("name", "decks"), False)
    assert not is_open(Ferry)
    assert is_open(Barge)
    assert field_names(Barge(name="a", hold=3)) == ("name", "decks", "hold")
    assert is_open(Raft)


def test_a_copy_of_a_model_shares_nothing_that_can_be_changed() -> None:
    ferry = Ferry(name="a")
    again = copied(ferry)
    again.decks = 4
    assert ferry.model_fields_set == {"name"}
    assert again.model_fields_set == {"name", "decks"}


def test_what_is_kept_is_looked_for_once_until_a_module_is_loaded(
    harbour: types.ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_ahead(harbour.__name__)
    ahead = kept_near(harbour.__name__)
    harbour.buoy = Buoy()
    assert kept_near(harbour.__name__) is ahead
    assert kept_instance(Buoy) is None
    monkeypatch.setitem(sys.modules, f"{harbour.__name__}.quay", types.ModuleType(f"{harbour.__name__}.quay"))
    assert kept_instance(Buoy) is harbour.buoy


def test_of_several_that_are_kept_the_nearest_is_found_wherever_was_looked_from(
    harbour: types.ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    quay = types.ModuleType(f"{harbour.__name__}.quay")
    monkeypatch.setitem(sys.modules, quay.__name__, quay)
    harbour.buoy, quay.buoy = Buoy(), Buoy()
    look_ahead(harbour.__name__)
    assert kept_instance(Buoy) is harbour.buoy
    monkeypatch.setattr(Buoy, "__module__", quay.__name__)
    assert kept_instance(Buoy) is quay.buoy


def test_a_field_is_read_once_for_all_who_compare_it() -> None:
    reads = []

    class Lighthouse:
        @property
        def lamp(self) -> int:
            reads.append(1)
            return 7

    snapshot = Snapshot(Lighthouse())
    assert (snapshot.at("lamp"), snapshot.at("lamp"), len(reads)) == (7, 7, 1)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (None, {"a": 1}, ["x", "x.a"]),
        (None, {}, ["x"]),
        ("", ["a", "b"], ["x", "x[0]", "x[1]"]),
        (1, True, ["x"]),
        ({"a": None}, None, ["x.a", "x"]),
        (None, Ferry(), ["x", "x.name", "x.decks"]),
    ],
)
def test_what_is_of_another_kind_differs_there_and_in_all_that_it_has(
    one: object, other: object, found: list[str]
) -> None:
    snapshots = Snapshot({"x": one}), Snapshot({"x": other})
    assert snapshots[0].differing(snapshots[1], "x") == found
    assert snapshots[0].first_difference(snapshots[1], "x") == found[0]


def test_functions_that_are_replaced_or_run_other_code_are_told_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    from apivet.blackbox.host import pairing

    ours = Integrity()
    assert ours.replaced() == []
    name = next(key for key, value in vars(pairing).items() if isinstance(value, types.FunctionType))
    function = getattr(pairing, name)
    dotted = f"{pairing.__name__}.{name}"
    with monkeypatch.context() as patch:
        patch.setattr(pairing, name, lambda: None)
        assert dotted in ours.replaced()
    with monkeypatch.context() as patch:
        patch.setattr(function, "__code__", (lambda: None).__code__)
        assert dotted in ours.replaced()
    assert ours.replaced() == []


LISTENING = """
import types
from apivet.blackbox.host import pairing
from apivet.blackbox.worker.integrity import Integrity
ours = Integrity()
ours.listen()
name, function = next((key, value) for key, value in vars(pairing).items() if type(value) is types.FunctionType)
own, other = function.__code__, (lambda: None).__code__
stranger = lambda: 1
stranger.__code__ = other
assert ours.replaced() == []
{change}
assert ours.replaced() == [pairing.__name__ + "." + name], ours.replaced()
function.__code__ = own
assert ours.replaced() == []
"""


@pytest.mark.parametrize(
    "change",
    [
        "function.__code__ = other",
        "setattr(function, '__code__', other)",
        "object.__setattr__(function, '__code__', other)",
        "types.FunctionType.__code__.__set__(function, other)",
    ],
)
def test_who_listens_hears_of_functions_that_are_given_other_code(change: str) -> None:
    script = LISTENING.format(change=change)  # in a process of its own: there it is listened to the end
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_names_of_shared_modules_are_looked_at_once_for_all_copies() -> None:
    side_effects.look_at_modules()
    try:
        assert side_effects.process_state()["json"] is side_effects.process_state()["json"]
    finally:
        side_effects.forget_modules()
    assert side_effects.process_state()["json"] is not side_effects.process_state()["json"]
