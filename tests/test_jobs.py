"""Work on many items gives the same outcomes in the same order, whatever happens to a worker."""

from __future__ import annotations

import gc
import os
import signal

import pytest

from apivet.commands.groups import QuietGroup
from apivet.jobs import Failure, Task, run_all

ITEMS = list(range(120))


def double(factor: int, item: int) -> int:
    return item * factor


def stumble(factor: int, item: int) -> int:
    if item % 50 == 7:
        raise ValueError(f"cannot do {item}")
    return item * factor


def die(factor: int, item: int) -> int:
    if item == 63:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * factor


def process(_: None, item: int) -> int:
    return os.getpid()


def collecting(_: None, item: int) -> bool:
    return gc.isenabled()


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_outcomes_come_in_the_items_order(jobs: int) -> None:
    steps: list[int] = []
    assert run_all(Task(double, 3), ITEMS, jobs, steps.append) == [item * 3 for item in ITEMS]
    assert sum(steps) == len(ITEMS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_concerns_its_item_alone(jobs: int) -> None:
    outcomes = run_all(Task(stumble, 1), ITEMS, jobs, lambda _: None)
    failed = [item for item, outcome in zip(ITEMS, outcomes) if isinstance(outcome, Failure)]
    assert failed == [7, 57, 107]
    assert str(outcomes[7]).startswith("Failure(message='internal error: ValueError: cannot do 7 (test_jobs.py:")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that cannot be caught")
def test_a_worker_that_dies_fails_only_what_it_died_of() -> None:
    steps: list[int] = []
    outcomes = run_all(Task(die, 1), ITEMS, 2, steps.append)
    assert [outcome for outcome in outcomes if isinstance(outcome, Failure)] == [
        Failure("internal error: the process that worked on this file died")
    ]
    assert isinstance(outcomes[63], Failure)
    assert outcomes[62] == 62
    assert sum(steps) == len(ITEMS)


def test_a_few_items_are_done_here() -> None:
    assert set(run_all(Task(process, None), ITEMS[:20], 4, lambda _: None)) == {os.getpid()}
    assert os.getpid() not in run_all(Task(process, None), ITEMS, 2, lambda _: None)


def test_the_collector_rests_only_while_there_is_nothing_for_it() -> None:
    assert set(run_all(Task(collecting, None), ITEMS, 1, lambda _: None)) == {False}
    assert set(run_all(Task(collecting, None, leaves_cycles=True), ITEMS, 1, lambda _: None)) == {True}
    assert gc.isenabled()


def test_items_that_take_long_are_begun_first_each_on_its_own() -> None:
    steps: list[int] = []
    outcomes = run_all(Task(double, 3), ITEMS, 2, steps.append, largest_chunk=59, long=[63, 7])
    assert outcomes == [item * 3 for item in ITEMS]
    assert steps == [1, 1, *[15] * 7, 13]  # told chunk by chunk, in the order in which these wait for a worker


def test_nothing_to_do() -> None:
    assert run_all(Task(double, 3), [], 4, lambda _: None) == []


def test_no_time_goes_into_circles_among_what_a_command_has_made() -> None:
    group, looks = QuietGroup("group"), list[str]()
    kept: list[list[int]] = []

    @group.command()
    def work() -> None:
        kept.extend([each] for each in range(150_000))

    gc.collect()
    gc.callbacks.append(lambda phase, information: looks.append(phase))
    try:
        group(["work"], standalone_mode=False)
    finally:
        gc.callbacks.pop()
        gc.unfreeze()
    assert len(kept) == 150_000
    assert not looks
