from dataclasses import dataclass


@dataclass
class Limits:  # expect: hub-fields-permuted; hub-type-differs
    minimum: int
    maximum: int
    unit: str
