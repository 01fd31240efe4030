from enum import Enum


class Gate(Enum):
    SIDE = "Side"

    @property
    def on(self) -> bool:
        return feature_enabled(self)

    def is_off(self) -> bool:
        return not self.on


_state = {Gate.SIDE: False}


def feature_enabled(gate: Gate) -> bool:
    return _state[gate]
