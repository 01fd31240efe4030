"""Three elements of a list of which each is something else: the two that stand for all can't be all of that."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ChoirMeta:
    name: str = ""


@dataclass
class ChoirSpec:
    voices: list[str] = field(default_factory=list)


@dataclass
class ChoirStatus:
    ready: bool = False


@dataclass
class Choir:
    metadata: ChoirMeta = field(default_factory=ChoirMeta)
    spec: ChoirSpec = field(default_factory=ChoirSpec)
    status: ChoirStatus = field(default_factory=ChoirStatus)


class ChoirStrategy:
    def prepare_for_create(self, obj: Choir) -> None:
        obj.status = ChoirStatus()

    def prepare_for_update(self, obj: Choir, old: Choir) -> None:
        obj.status = old.status


class TriosStrategy(ChoirStrategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Choir) -> None:
        def has(wanted: str) -> bool:
            return any(voice == wanted for voice in obj.spec.voices)

        if not (has("alto") and has("tenor") and has("bass")):
            obj.status = ChoirStatus()


class ListenedTriosStrategy(ChoirStrategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Choir) -> None:
        high = middle = low = False
        for voice in obj.spec.voices:
            high, middle, low = high or voice == "alto", middle or voice == "tenor", low or voice == "bass"
        if not (high and middle and low):
            obj.status = ChoirStatus()


class OrderedTriosStrategy(ChoirStrategy):  # unproven: status-not-wiped-on-create
    def prepare_for_create(self, obj: Choir) -> None:
        match obj.spec.voices:
            case ["alto", "tenor", "bass"]:
                return
        obj.status = ChoirStatus()


class DuosStrategy(ChoirStrategy):  # expect: status-not-wiped-on-create
    def prepare_for_create(self, obj: Choir) -> None:
        if not (
            any(voice == "alto" for voice in obj.spec.voices) and any(voice == "bass" for voice in obj.spec.voices)
        ):
            obj.status = ChoirStatus()


class ChosenStrategy(ChoirStrategy):
    """One element is one of them."""

    def prepare_for_create(self, obj: Choir) -> None:
        obj.status = ChoirStatus()
        for voice in obj.spec.voices:
            if voice == "alto":
                obj.metadata.name = "high"
            elif voice == "bass":
                obj.metadata.name = "low"
            if voice == "tenor" and len(obj.spec.voices) < 1:
                obj.status = ChoirStatus(ready=True)
