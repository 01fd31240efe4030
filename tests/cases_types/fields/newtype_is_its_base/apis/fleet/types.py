from dataclasses import dataclass

from common.names import UID, LongUID, Seconds


@dataclass
class Vehicle:
    uid: UID
    timeout: Seconds
    grace: Seconds  # expect: hub-type-differs[grace]
    parent: LongUID
    peers: list[UID]
    owner: UID | None = None
