from dataclasses import dataclass


@dataclass
class Stop:  # holds: hub-fields-permuted
    name: str


@dataclass
class Leg:  # expect: hub-fields-permuted; hub-type-differs
    id: str
    begin: Stop
    end: Stop
