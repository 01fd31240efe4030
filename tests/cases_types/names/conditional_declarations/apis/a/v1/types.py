from dataclasses import dataclass
from zoneinfo import ZoneInfo


@dataclass
class Host:
    zone: ZoneInfo
    text: str = ""
