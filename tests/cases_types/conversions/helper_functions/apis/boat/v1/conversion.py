from __future__ import annotations

from typing import Optional

from apis.boat import types as hub
from apis.boat.v1 import types as v1


def _sail_to_hub(sail: Optional[v1.Sail]) -> Optional[hub.Sail]:
    if sail is None:
        return None
    return hub.Sail(sail.area)


def _common(src, dst):
    dst.name = src.name


def convert_v1_boat_to_hub_boat(src: v1.Boat, dst: hub.Boat) -> None:  # holds: conversion-drops-field
    _common(src, dst)
    dst.sail = _sail_to_hub(src.sail)


def convert_hub_boat_to_v1_boat(src: hub.Boat, dst: v1.Boat) -> None:  # expect: conversion-drops-field[?]
    _common(src, dst)
