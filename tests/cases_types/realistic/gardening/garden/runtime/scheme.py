from __future__ import annotations

import dataclasses
from typing import Callable, Iterable


@dataclasses.dataclass(frozen=True)
class GroupVersion:
    group: str
    version: str

    def __str__(self) -> str:
        return f"{self.group}/{self.version}"


class Scheme:
    def __init__(self) -> None:
        self._types: dict[tuple[str, str, str], type] = {}
        self._conversions: dict[tuple[type, type], Callable] = {}

    def add_known_types(self, gv: GroupVersion, *types: type) -> None:
        for cls in types:
            key = (gv.group, gv.version, cls.__name__)
            if self._types.get(key, cls) is not cls:
                raise ValueError(f"double registration: {key}")
            self._types[key] = cls

    def add_conversion(self, source: type, target: type, function: Callable) -> None:
        self._conversions[source, target] = function


class SchemeBuilder(list):
    def register(self, *functions: Callable[[Scheme], None]) -> None:
        self.extend(functions)

    def add_to_scheme(self, scheme: Scheme) -> None:
        for function in self:
            function(scheme)
