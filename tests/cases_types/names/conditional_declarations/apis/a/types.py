import sys
from dataclasses import dataclass

if sys.version_info >= (3, 9):
    from zoneinfo import ZoneInfo as Zone
else:
    from backports.zoneinfo import ZoneInfo as Zone

try:
    import orjson as json
except ImportError:
    import json

__all__ = ("Host",)


@dataclass
class Host:  # holds: hub-type-differs
    zone: Zone
    text: str = json.dumps("x") if isinstance(json.dumps("x"), str) else ""
