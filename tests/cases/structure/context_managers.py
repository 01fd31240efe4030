"""``with`` over generator functions of the tree."""

from __future__ import annotations
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class Graft:
    angle: int = 0
    extra: str | None = None


@dataclass
class Spec:
    replicas: int = 1
    species: str = ""
    side: list[Graft] | None = None


@dataclass
class Status:
    ready: int = 0


@dataclass
class Tree:
    metadata: Meta
    spec: Spec
    status: Status = field(default_factory=Status)


import contextlib
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def restored(obj: Tree, old: Tree) -> Iterator[Spec]:
    saved = obj.metadata.name
    try:
        yield old.spec
    finally:
        obj.spec = old.spec
        obj.metadata.generation = old.metadata.generation


@contextlib.contextmanager
def not_restored(obj: Tree, old: Tree) -> Iterator[None]:
    obj.spec = old.spec
    yield
    obj.spec.replicas = 3


@contextlib.asynccontextmanager
async def restored_later(obj: Tree, old: Tree):
    yield
    obj.spec = old.spec


class ManagedStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        with restored(obj, old) as spec:
            if obj.status.ready < 0:
                raise ValueError("negative")
            obj.status.ready = max(obj.status.ready, spec.replicas)


class TwoManagedStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        with contextlib.suppress(KeyError), restored(obj, old):
            obj.status.ready += 1


class AsyncManagedStatusStrategy:
    async def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        async with restored_later(obj, old):
            obj.status.ready += 1


class NotRestoredStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        with not_restored(obj, old):
            obj.status.ready += 1


class BodyUndoesStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        sent = obj.spec
        with restored_now(obj, old):
            obj.spec = sent


class LeftEarlyStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        with restored(obj, old):
            if obj.status.ready:
                return


class LeftEarlyAndUndoneStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        for _ in (1, 2):
            with put_back(obj, obj.spec):
                with restored(obj, old):
                    if obj.status.ready:
                        break
                    continue


class EachPartStatusStrategy:
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        sent = obj.spec
        for kept in (sent, old.spec):
            with put_back(obj, kept):
                if obj.status.ready:
                    continue
                obj.spec = sent


class FirstPartStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        sent = obj.spec
        for kept in (sent, old.spec):
            with put_back(obj, kept):
                if obj.status.ready:
                    break


@contextmanager
def put_back(obj: Tree, spec: TreeSpec) -> Iterator[None]:
    yield
    obj.spec = spec


@contextmanager
def restored_now(obj: Tree, old: Tree) -> Iterator[None]:
    obj.spec = old.spec
    yield


@contextmanager
def ignoring(obj: Tree, old: Tree) -> Iterator[None]:
    try:
        yield
    except ValueError:
        pass


def check(tree: Tree) -> None:
    if tree.status.ready > 3:
        raise ValueError("many")


class IgnoringStatusStrategy:  # expect: spec-not-kept-on-status-update[spec]
    def prepare_for_update(self, obj: Tree, old: Tree) -> None:
        with ignoring(obj, old):
            check(obj)
            obj.spec = old.spec
