from dataclasses import dataclass

from common import meta


@dataclass
class Show:  # holds: hub-type-differs
    metadata: meta.Meta
    title: str
