from dataclasses import dataclass

from common.meta import Meta as ObjectMeta


@dataclass
class Show:
    metadata: ObjectMeta
    title: str
