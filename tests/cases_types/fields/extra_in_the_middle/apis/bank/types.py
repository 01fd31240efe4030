from dataclasses import dataclass


@dataclass
class Account:  # expect: hub-type-differs[currency]
    owner: str
    balance: int


@dataclass
class Transfer:
    source: str
    reference: str  # expect: hub-type-differs[reference]
    target: str
    amount: int
