from enum import Enum


class Feature(Enum):
    SAIL = "Sail"
    MOTOR = "Motor"


DEFAULTS = {"Anchor": True}
KEEL = "Keel"


class Gates:
    def is_enabled(self, feature) -> bool:
        return DEFAULTS.get(feature, False)


gates = Gates()


def enabled(feature) -> bool:
    return gates.is_enabled(feature)
