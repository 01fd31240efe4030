"""The part of the configuration that reading Python needs."""

from __future__ import annotations

from typing import Protocol

from apivet.vocabulary import HubMapping, Vocabulary


class SourceConfiguration(Protocol):
    """What decides how sources are read."""

    @property
    def vocabulary(self) -> Vocabulary: ...
    @property
    def source_roots(self) -> tuple[str, ...]: ...
    @property
    def feature_gates(self) -> tuple[str, ...]: ...
    @property
    def exclude(self) -> tuple[str, ...]: ...
    @property
    def hubs(self) -> tuple[HubMapping, ...]: ...


class DefaultConfiguration:
    """What holds where a project configures nothing."""

    vocabulary = Vocabulary()
    source_roots: tuple[str, ...] = ()
    feature_gates: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hubs: tuple[HubMapping, ...] = ()
