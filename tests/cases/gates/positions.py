"""Lists gone through by position, in either direction, and lengths compared with numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from apimachinery.gates import FeatureGate, enabled


@dataclass
class Meta:
    name: str = ""


@dataclass
class Port:
    number: int = 0
    alias: Annotated[str | None, FeatureGate("PortAlias")] = None


@dataclass
class Spec:
    ports: list[Port] = field(default_factory=list)


@dataclass
class Router:
    metadata: Meta
    spec: Spec


def in_use(router: Router | None) -> bool:
    return router is not None and any(port.alias is not None for port in router.spec.ports)


class BackwardsStrategy:
    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old):
            return
        for i in range(len(obj.spec.ports) - 1, -1, -1):
            obj.spec.ports[i].alias = None


class AllButTheLastStrategy:  # expect: gated-field-not-dropped
    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old):
            return
        for i in range(len(obj.spec.ports) - 1):
            obj.spec.ports[i].alias = None


class AllButTheFirstStrategy:  # expect: gated-field-not-dropped
    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old):
            return
        for i in range(1, len(obj.spec.ports)):
            obj.spec.ports[i].alias = None


class ReversedRangeStrategy:
    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old):
            return
        for i in reversed(range(len(obj.spec.ports))):
            obj.spec.ports[i].alias = None


class WhileIndexStrategy:
    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old):
            return
        i = 0
        while i < len(obj.spec.ports):
            obj.spec.ports[i].alias = None
            i += 1


class TooManyStrategy:  # expect: gated-field-not-dropped
    """Gives up on long lists."""

    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old) or len(obj.spec.ports) > 100:
            return
        for port in obj.spec.ports:
            port.alias = None


class SkipsEmptyStrategy:
    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old) or len(obj.spec.ports) == 0:
            return
        if not len(obj.spec.ports) >= 1:
            return
        if len(obj.spec.ports) < 1:
            return
        for port in obj.spec.ports:
            port.alias = None


class TwoExactlyStrategy:  # expect: gated-field-not-dropped
    def prepare_for_create(self, obj: Router) -> None:
        self._drop(obj, None)

    def prepare_for_update(self, obj: Router, old: Router) -> None:
        self._drop(obj, old)

    def _drop(self, obj: Router, old: Router | None) -> None:
        if enabled("PortAlias") or in_use(old):
            return
        if len(obj.spec.ports) <= 2:
            for port in obj.spec.ports:
                port.alias = None
