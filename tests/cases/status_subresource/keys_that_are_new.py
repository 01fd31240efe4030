"""Keys that the stored mapping does not have are taken out by the difference of two sets, then the stored ones put in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Meta:
    labels: dict[str, str] = field(default_factory=dict)


@dataclass
class JarSpec:
    size: int = 0


@dataclass
class JarStatus:
    full: bool = False


@dataclass
class Jar:
    metadata: Meta
    spec: JarSpec
    status: JarStatus


class DifferenceStatusStrategy:
    def prepare_for_update(self, obj: Jar, old: Jar) -> None:
        obj.spec = old.spec
        labels = obj.metadata.labels
        for key in set(labels) - set(old.metadata.labels):
            del labels[key]
        labels.update(old.metadata.labels)


class CommonStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    """Those that both have are taken out, and put in again: the new ones stay."""

    def prepare_for_update(self, obj: Jar, old: Jar) -> None:
        obj.spec = old.spec
        labels = obj.metadata.labels
        for key in set(labels) & set(old.metadata.labels):
            del labels[key]
        labels.update(old.metadata.labels)


class NotPutInStatusStrategy:  # expect: metadata-not-reset-on-status-update[metadata.labels]
    def prepare_for_update(self, obj: Jar, old: Jar) -> None:
        obj.spec = old.spec
        for key in set(obj.metadata.labels) - set(old.metadata.labels):
            del obj.metadata.labels[key]
