from dataclasses import dataclass


@dataclass
class Account:
    owner: str
    currency: str
    balance: int


@dataclass
class Transfer:
    source: str
    target: str
    amount: int
