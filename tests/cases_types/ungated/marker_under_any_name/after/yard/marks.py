"""The marker, and what was made of it."""

import functools


class FeatureGate:
    def __init__(self, name: str, stage: str = "") -> None:
        self.name = name


class BetaGate(FeatureGate):
    pass


class FiringGate(FeatureGate):
    def __init__(self) -> None:
        super().__init__("Firing")


class Text:
    def __init__(self, text: str) -> None:
        self.text = text


Renamed = FeatureGate
FIRING = Renamed("Firing")
half_given = functools.partial(FeatureGate, stage="beta")
TAG = {"feature_gate": "Firing"}


def gate(name: str) -> FeatureGate:
    return FeatureGate(name)


def tag(name: str) -> dict[str, str]:
    return {"feature_gate": name}


def note(text: str) -> dict[str, str]:
    return {"help": text}
