"""Context managers of one's own: what they do on the way in and on the way out."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass


@dataclass
class Meta:
    name: str = ""


@dataclass
class Lock:
    metadata: Meta
    status: str = ""


class Wiping:
    def __init__(self, obj):
        self.obj = obj

    def __enter__(self):
        return self.obj

    def __exit__(self, *exc):
        self.obj.status = ""


class Keeping(contextlib.AbstractContextManager):
    def __init__(self, obj, old):
        self.obj, self.old = obj, old

    def __exit__(self, kind, value, traceback):
        self.obj.status = self.old.status


class Idle:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


class WayOutStrategy:
    def prepare_for_create(self, obj: Lock) -> None:
        with Wiping(obj) as same:
            same.metadata.name = same.metadata.name.lower()

    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        with Keeping(obj, old):
            if not obj.metadata.name:
                return
            obj.metadata.name = obj.metadata.name.lower()


class IdleStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Lock) -> None:
        with Idle():
            obj.metadata.name = ""

    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        with Idle(), Idle() as idle:
            obj.status = old.status
            del idle


class WrongOneStrategy:  # expect: status-not-wiped-on-create, status-not-kept-on-update
    def prepare_for_create(self, obj: Lock) -> None:
        with Wiping(Lock(obj.metadata)):
            obj.metadata.name = ""

    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        with Keeping(old, obj):
            obj.metadata.name = ""


class WipedInsideStrategy:  # expect: status-not-kept-on-update
    """The way out comes last."""

    def prepare_for_create(self, obj: Lock) -> None:
        with Wiping(obj):
            obj.status = obj.metadata.name

    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        with Wiping(obj):
            obj.status = old.status


class HandedStrategy:
    def prepare_for_create(self, obj: Lock) -> None:
        with contextlib.nullcontext(obj) as same:
            same.status = ""

    def prepare_for_update(self, obj: Lock, old: Lock) -> None:
        with contextlib.nullcontext():
            obj.status = old.status
