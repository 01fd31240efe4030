"""More statements in more shapes."""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""


@dataclass
class Status:
    phase: str = ""
    notes: list[str] = field(default_factory=list)


@dataclass
class Pier:
    metadata: Meta
    spec: list[str]
    status: Status


class ChainedAssignmentStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        pier.status = fresh = Status()
        fresh.phase = "New"

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        status, pier.status = pier.status, old.status
        del status


class AliasAfterStrategy:  # expect: status-not-kept-on-update
    """The alias is the stored status: what is written through it is stored."""

    def prepare_for_create(self, pier: Pier) -> None:
        pier.status = Status()

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        sent = pier.status
        pier.status = copy.copy(old.status)
        pier.status.notes += sent.notes


class WhileTrueStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        while True:
            pier.status = Status()
            if pier.spec:
                break
            pier.spec.append("x")

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        tries = 0
        while tries < 3:
            pier.status = old.status
            tries += 1


class WhileMaybeStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, pier: Pier) -> None:
        while pier.spec and not pier.metadata.name:
            pier.status = Status()
            pier.metadata.name = pier.spec.pop()

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        pier.status = old.status


class NestedFunctionReturnStrategy:
    def prepare_for_create(self, pier: Pier) -> Pier:
        def built(status: Status = Status()) -> Pier:
            return Pier(pier.metadata, pier.spec, status)

        return built()

    def prepare_for_update(self, pier: Pier, old: Pier) -> Pier:
        def built(*, status: Status) -> Pier:
            pier.status = status
            return pier

        return built(status=old.status)


class FinallyOverwritesStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        try:
            pier.status.phase = pier.spec[0]
        except IndexError as error:
            pier.status.notes.append(str(error))
        finally:
            pier.status = Status()

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        try:
            kept = old.status
        except AttributeError:
            raise
        pier.status = kept


class RaiseInHandlerStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        try:
            int(pier.metadata.name)
        except ValueError as error:
            raise TypeError("a number is needed") from error
        else:
            pier.status = Status()

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        try:
            int(pier.metadata.name)
        except (ValueError, TypeError):
            pass
        pier.status = old.status


class TryAroundAllStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, pier: Pier) -> None:
        try:
            pier.spec.sort()
            pier.metadata.name = pier.spec[0]
            pier.status = Status()
        except Exception:
            print("ignored")

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        pier.status = old.status


class ContinueStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, pier: Pier) -> None:
        for turn in range(2):
            if pier.metadata.name:
                continue
            pier.status = Status()

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        for _ in range(2):
            pier.status = old.status


class ConditionalChainStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        n = len(pier.spec)
        if n == 0:
            pier.status = Status()
        elif n < 5 and pier.metadata.name:
            pier.status = Status(phase="Few")
        elif n >= 5 or not pier.metadata.name:
            pier.status = Status(phase="Many")
        else:
            raise AssertionError("unreachable")

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        pier.status = (old if old.status.phase else old).status


class ShortCircuitStrategy:  # expect: status-not-wiped-on-create
    def prepare_for_create(self, pier: Pier) -> None:
        pier.metadata.name and setattr(pier, "status", Status())

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        (pier.metadata.name or True) and setattr(pier, "status", old.status)


class ComprehensionEffectStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        [setattr(pier, name, value) for name, value in [("status", Status())]]

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        for target, source in zip([pier], [old]):
            target.status = source.status


class ProductStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        for target in itertools.chain([pier]):
            target.status = Status()

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        first, *rest = [old, pier]
        rest[0].status = first.status


class FormattedNameStrategy:
    def prepare_for_create(self, pier: Pier) -> None:
        part = "sta"
        setattr(pier, part + "tus", Status())

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        name = f"{'status'}"
        setattr(pier, name, getattr(old, name))


class GlobalStateStrategy:
    """What the server keeps elsewhere is its own business."""

    seen: list[str] = []

    def prepare_for_create(self, pier: Pier) -> None:
        self.seen.append(pier.metadata.name)
        self.last = pier.metadata.name
        pier.status = Status(phase=self.last)

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        global LAST
        LAST = pier.metadata.name
        pier.status = old.status


class SmuggledStrategy:  # expect: status-not-wiped-on-create
    """The caller's status by way of the strategy itself."""

    def prepare_for_create(self, pier: Pier) -> None:
        self.kept = pier.status
        pier.status = Status()
        pier.status.phase = self.kept.phase

    def prepare_for_update(self, pier: Pier, old: Pier) -> None:
        pier.status = old.status


LAST = ""
