from dataclasses import dataclass


@dataclass
class Meta:
    name: str
    uid: int  # either(uid): hub-type-differs[uid]


@dataclass
class Host(Meta):  # either(uid): hub-type-differs[uid]
    address: str
