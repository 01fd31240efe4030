from apis.boat import types as hub
from apis.boat.v1 import types as v1


def convert_metres_to_feet(metres: float) -> float:
    return metres * 3.28


def convert_name_to_slug(src: str) -> str:
    return src.lower()


def rename(src: v1.Boat, dst: hub.Boat) -> None:
    dst.name = src.name


class Report:
    def convert_to(self, currency: str) -> str:
        return currency
