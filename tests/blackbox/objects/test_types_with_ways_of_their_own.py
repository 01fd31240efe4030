"""Types that answer to any name, or keep things to themselves: neither stops a run, nor is taken for what was sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

LIBRARY = """
    import threading
    from dataclasses import dataclass, field
    from typing import Any


    @dataclass
    class Meta:
        name: str = ""
        generation: int = 0


    @dataclass
    class Spec:
        shelves: int = 0
        _index: dict[str, int] = field(default_factory=dict)


    @dataclass
    class Status:
        lent: str = ""
        _lock: Any = field(default_factory=threading.Lock)
        _seen: int = 0
        {answer}


    @dataclass
    class Library:
        metadata: Meta = field(default_factory=Meta)
        spec: Spec = field(default_factory=Spec)
        status: Status = field(default_factory=Status)


    class LibraryStrategy:
        def prepare_for_create(self, ctx, obj: Library) -> None:
            {create}
            obj.metadata.generation = 1

        def prepare_for_update(self, ctx, obj: Library, old: Library) -> None:
            {update}
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1


    class LibraryStatusStrategy:
        def prepare_for_update(self, ctx, obj: Library, old: Library) -> None:
            obj.spec = Spec(shelves=old.spec.shelves)
            obj.metadata.generation = old.metadata.generation

        def get_reset_fields(self):
            return {{"spec"}}
"""
ANSWER = "def __getattr__(self, name):\n            "
KEEP = "obj.status = old.status"

Watch = Callable[..., dict[str, Any]]


def _library(create: str = "obj.status = Status()", update: str = KEEP, answer: str = "") -> dict[str, str]:
    return {"library.py": LIBRARY.format(create=create, update=update, answer=answer)}


def _verdicts(report: dict[str, Any]) -> set[str]:
    return {row["verdict"] for row in report["verdicts"]}


@pytest.mark.parametrize(
    "answer",
    ["return 7", "return None", "return self", "return lambda *_: 7", "raise KeyError(name)", "return self.more[name]"],
)
def test_a_type_that_answers_to_any_name_is_tried_like_others(answer: str, watched: Watch) -> None:
    report = watched(_library(answer=ANSWER + answer), status=0)
    assert report["unexercised"] == []
    assert _verdicts(report) == {"holds"}


def test_what_nobody_declared_survives_being_copied_where_a_type_lets_it_in(watched: Watch) -> None:
    answer = f"{ANSWER}if name.startswith('old_'):\n                return ''\n            raise AttributeError(name)"
    report = watched(_library(answer=answer), status=0)
    assert _verdicts(report) == {"holds"}
    forgetful = watched(_library("pass", answer=answer), status=1)
    (finding,) = forgetful["findings"]
    assert (finding["rule"], finding["field"]) == ("status-not-wiped-on-create", "status")


def test_private_fields_are_storage_that_may_come_and_go(watched: Watch) -> None:
    made_anew = _library("obj.status = Status(_seen=obj.status._seen)", "obj.status.lent = old.status.lent")
    report = watched(made_anew, status=0)
    assert _verdicts(report) == {"holds"}


def test_what_is_told_is_about_the_public_fields_beside_them(watched: Watch) -> None:
    (finding,) = watched(_library("pass"), status=1)["findings"]
    assert finding["message"].endswith("what the caller sent decides what is stored as status.lent")


GENERIC = """
    from dataclasses import dataclass, field
    from typing import Generic, Optional, TypeVar

    Stock = TypeVar("Stock")


    @dataclass
    class Meta(Generic[Stock]):
        name: str = ""
        keeper: Optional[Stock] = None


    @dataclass
    class Status(Generic[Stock]):
        counted: list[Stock] = field(default_factory=list)


    @dataclass
    class Shelf(Generic[Stock]):
        metadata: Meta[str] = field(default_factory=Meta)
        status: Status[Stock] = field(default_factory=Status)


    class WipingStrategy:
        def prepare_for_create(self, ctx, obj: Shelf[int]) -> None:
            obj.status = Status()

        def prepare_for_update(self, ctx, obj: Shelf[int], old: Shelf[int]) -> None:
            obj.status = old.status


    class LargeStrategy(WipingStrategy):
        def prepare_for_create(self, ctx, obj: "Shelf[Meta[bytes]]") -> None:
            if obj.metadata.keeper != "nobody":
                obj.status = Status()
"""


def test_objects_of_a_generic_type_are_those_of_the_class_that_it_is_made_of(watched: Watch) -> None:
    report = watched({"shelves.py": GENERIC}, status=1)
    assert report["unexercised"] == []
    told = {(row["object"].rpartition(".")[2], row["rule"]): row["verdict"] for row in report["verdicts"]}
    assert told == {
        ("WipingStrategy", "status-not-wiped-on-create"): "holds",
        ("WipingStrategy", "status-not-kept-on-update"): "holds",
        ("LargeStrategy", "status-not-wiped-on-create"): "violated",
        ("LargeStrategy", "status-not-kept-on-update"): "holds",
    }
    assert "Shelf(" in next(iter(report["cases"].values()))
