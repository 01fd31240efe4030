"""How hooks are called, and what they may return."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from apivet.blackbox.project.bystanders import Bystander
from apivet.blackbox.project.hooks import RANDOMNESS, Hook, Loop, NoObjectError, Stored

#: What a hook was called with, in words.
OBJECT, OLD = "object", "old"


class Calls:
    """Hooks that say which argument they took for what."""

    def several(self, *objects: str) -> str:
        return " ".join(objects)

    def after_context(self, ctx: Any, *objects: str) -> str:
        assert isinstance(ctx, Bystander)
        return " ".join(objects)

    def by_name(self, *, obj: str, old: str) -> str:
        return f"{obj} {old}"

    def by_name_turned_round(self, *, existing: str, new: str) -> str:
        return f"{new} {existing}"

    def old_by_name(self, ctx: Any, obj: str, *, old: str) -> str:
        assert isinstance(ctx, Bystander)
        return f"{obj} {old}"

    def optional_by_name(self, obj: str, *, old: str = "nothing") -> str:
        return f"{obj} {old}"

    def besides(self, obj: str, old: str, *, tenant: Any) -> str:
        assert isinstance(tenant, Bystander)
        return f"{obj} {old}"

    def optional(self, ctx: Any = None, obj: str = "", old: str = "") -> str:
        assert isinstance(ctx, Bystander)
        return f"{obj} {old}"

    def with_more(self, obj: str, old: str, *rest: str, **options: str) -> str:
        assert not rest
        assert not options
        return f"{obj} {old}"

    def _in_mode(self, mode: bool, obj: str, old: str) -> str:
        assert mode
        return f"{obj} {old}"

    bound_partly = functools.partialmethod(_in_mode, True)
    bound_by_name = functools.partialmethod(with_more)


@pytest.fixture(name="loop")
def _loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.close()


def stored(function: Callable[..., Any], objects: int, loop: Loop) -> Stored:
    return Hook(function, objects, None, loop).call(OBJECT, OLD)


@pytest.mark.parametrize("name", [name for name in vars(Calls) if not name.startswith("_")])
def test_however_a_hook_takes_its_objects_it_gets_them(name: str, loop: Loop) -> None:
    result = stored(getattr(Calls(), name), 2, loop)
    assert result.refusal is None
    assert result.object == f"{OBJECT} {OLD}"


def test_so_it_is_where_there_is_but_one(loop: Loop) -> None:
    def by_name(*, obj: str, ctx: Any) -> str:
        assert isinstance(ctx, Bystander)
        return obj

    for function in (by_name, lambda *objects: " ".join(objects), lambda obj, *, tenant: obj):
        assert stored(function, 1, loop).object == OBJECT


def generates(obj: object) -> Iterator[object]:
    yield obj


class Buoy:
    def __init__(self) -> None:
        self.marks: list[str] = []

    async def mark(self, text: str) -> None:
        self.marks.append(text)


async def marks_too_late(obj: Buoy) -> None:
    obj.marks.append("hook")
    obj.later = asyncio.ensure_future(obj.mark("too late"))  # type: ignore[attr-defined]


async def marks_in_time(obj: Buoy) -> None:
    await asyncio.gather(asyncio.ensure_future(obj.mark("first")), obj.mark("second"))
    obj.marks.append("hook")


@pytest.mark.parametrize(("hook", "marks"), [(marks_too_late, ["hook"]), (marks_in_time, ["first", "second", "hook"])])
def test_a_task_that_nobody_awaits_comes_too_late(hook: Callable[..., Any], marks: list[str]) -> None:
    buoy, loop = Buoy(), Loop()
    Hook(hook, 1, None, loop).call(buoy)
    assert buoy.marks == marks
    loop.close()


async def generates_later(obj: object) -> Any:
    yield obj


async def answers_with_a_generator(obj: object) -> Any:
    return generates(obj)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (generates, "the hook returns a generator, so that nothing of it runs"),
        (generates_later, "the hook returns an async generator, so that nothing of it runs"),
        (answers_with_a_generator, "the hook returns a generator, so that nothing of it runs"),
        (lambda obj: iter([obj]), "the hook returns an iterator, and no object"),
        (lambda obj: generates_later, "the hook returns a function, and no object"),
        (lambda obj: type(obj), "the hook returns a class, and no object"),
        (lambda obj: 7, "the hook returns a number, and no object"),
        (lambda obj: Bystander(), "the hook returns what a stand-in for its context answers, and no object"),
        (lambda obj: True, "the hook returns a number, and no object"),
        (lambda obj: b"stored", "the hook returns a text, and no object"),
        (lambda obj: [obj], "the hook returns a collection, and no object"),
        (lambda obj: (obj, "a warning"), "the hook returns a collection, and no object"),
    ],
)
def test_what_is_no_object_is_not_stored(function: Callable[..., Any], reason: str, loop: Loop) -> None:
    refusal = stored(function, 1, loop).refusal
    assert isinstance(refusal, NoObjectError)
    assert str(refusal) == reason


def test_objects_that_can_be_gone_through_once_are_objects(loop: Loop) -> None:
    obj = iter("ab")
    assert Hook(lambda given: given, 1, None, loop).call(obj).object is obj


def test_flags_are_awaited_and_asked_while_the_gates_are_set(watched: Callable[..., dict[str, Any]]) -> None:
    report = watched(
        {
            "gates.py": """
                STATES = {"Tides": True}

                def enabled(name: str) -> bool:
                    return STATES[name]
                """,
            "harbour.py": """
                import functools
                from dataclasses import dataclass

                import gates

                @dataclass
                class ObjectMeta:
                    name: str = ""

                @dataclass
                class Harbour:
                    metadata: ObjectMeta
                    draught: int = 0  # +featureGate=Tides

                class Base:
                    def prepare_for_create(self, ctx: object, obj: Harbour) -> None: ...

                class QuietStrategy(Base):
                    async def allow_create_on_update(self) -> bool:
                        return False

                    async def allow_unconditional_update(self, *, ctx: object) -> bool:
                        return True

                class TidalStrategy(Base):
                    async def allow_create_on_update(self) -> bool:
                        return True

                    @property
                    def allow_unconditional_update(self) -> bool:
                        return gates.enabled("Tides")

                    @functools.cached_property
                    def default_garbage_collection_policy(self) -> str:
                        return "DeleteDependents" if gates.enabled("Tides") else "OrphanDependents"
                """,
        },
    )
    flags = {
        (row["object"].rpartition(".")[2], row["rule"]): row["verdict"]
        for row in report["verdicts"]
        if "default" in row["rule"]
    }
    assert flags == {
        ("QuietStrategy", "allow-create-on-update-not-default"): "holds",
        ("QuietStrategy", "allow-unconditional-update-not-default"): "holds",
        ("TidalStrategy", "allow-create-on-update-not-default"): "violated",
        ("TidalStrategy", "allow-unconditional-update-not-default"): "violated",
        ("TidalStrategy", "garbage-collection-policy-not-default"): "violated",
    }
    assert not any("coroutine" in finding["message"] for finding in report["findings"])


#: A generator works out its numbers by the block.
BLOCK = 624


@pytest.mark.parametrize(
    "between",
    [
        lambda: None,
        random.random,
        lambda: random.gauss(0, 1),
        lambda: [random.getrandbits(32) for _ in range(BLOCK)],
        lambda: [random.getrandbits(32) for _ in range(2 * BLOCK)],
        lambda: random.seed(7),
        lambda: random.setstate(random.Random(7).getstate()),
    ],
)
def test_each_run_draws_the_same_numbers_whatever_was_drawn_before(between: Callable[[], object]) -> None:
    def draws(obj: list[float]) -> None:
        obj += [random.random(), random.gauss(0, 1)]

    hook, idle = Hook(draws, 1, None, Loop()), Hook(lambda obj: None, 1, None, Loop())
    first: list[float] = []
    hook.call(first)
    idle.call([])
    between()
    again: list[float] = []
    hook.call(again)
    assert again == first
    with RANDOMNESS.drawn(2):
        other: list[float] = []
        hook.call(other)
    assert other != first
    hook.call(again)
    assert again == first + first
