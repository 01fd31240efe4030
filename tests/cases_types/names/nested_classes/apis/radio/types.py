from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Show:
    @dataclass
    class Spec:
        title: str
        minutes: int

    @dataclass
    class Status:
        live: bool

    spec: Show.Spec
    status: Status
    note: str  # expect: hub-type-differs[note]
