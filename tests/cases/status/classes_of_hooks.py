"""Bodies of classes in hooks: functions and comprehensions inside see the variables around the class, not its own."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


@dataclass
class Meta:
    name: str = ""
    generation: int = 0


@dataclass
class KilnSpec:
    cones: int = 0


@dataclass
class KilnStatus:
    hot: bool = False
    note: str = ""


@dataclass
class Kiln:
    metadata: Meta = field(default_factory=Meta)
    spec: KilnSpec = field(default_factory=KilnSpec)
    status: KilnStatus = field(default_factory=KilnStatus)


class Kept:  # expect: status-not-wiped-on-create, generation-not-set-on-create
    def prepare_for_update(self, ctx, kiln: Kiln, old: Kiln) -> None:
        kiln.status = old.status
        kiln.metadata.generation = old.metadata.generation + (kiln.spec != old.spec)


class RoundsStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        note = kiln.status.note

        class Shelf:
            note = "empty"
            notes = [note for _ in range(2)]  # noqa: F821

        kiln.status = KilnStatus(note=Shelf.notes[0])


class OwnRoundsStrategy(Kept):
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        note = "empty"

        class Shelf:
            note = kiln.status.note
            notes = [note for _ in range(2)]  # noqa: F821

        kiln.status = KilnStatus(note=Shelf.notes[0] + note)


class LambdaStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        note = kiln.status.note

        class Shelf:
            note = "empty"
            read = lambda self: note  # noqa: E731, F821

        kiln.status = KilnStatus(note=Shelf().read())


class InnerStrategy(Kept):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        note = kiln.status.note

        class Shelf:
            note = "empty"

            class Board:
                held = note

        kiln.status = KilnStatus(note=Shelf.Board.held)


class MembersBehindARefusalStrategy(Kept):  # expect: status-not-wiped-on-create
    """Members of a class are its members whether the hook may have ended before it or not."""

    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if not kiln.metadata.name:
            raise ValueError("a kiln needs a name")

        class Mode(enum.Enum):
            FIRED = 1

        if Mode.FIRED is not Mode(1) or Mode.FIRED == 1:
            kiln.status = KilnStatus()


class TextsOfMembersBehindARefusalStrategy(Kept):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if not kiln.metadata.name:
            raise ValueError("a kiln needs a name")

        class Mode(str, enum.Enum):
            FIRED = "fired"

        if str(Mode.FIRED) == "fired":
            kiln.status = KilnStatus()


class OneNameStrategy(Kept):  # expect: status-not-wiped-on-create
    """Two classes of one name: which one is there depends on the way."""

    def prepare_for_create(self, ctx, kiln: Kiln) -> None:
        kiln.metadata.generation = 1
        if kiln.metadata.name:

            class Shelf:
                full = False
        else:

            class Shelf:  # type: ignore[no-redef]
                full = True

        if Shelf().full:
            kiln.status = KilnStatus()
