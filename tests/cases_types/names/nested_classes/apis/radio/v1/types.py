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

    spec: Spec
    status: "Show.Status"
    note: bytes
