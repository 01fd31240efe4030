from apis.boat import types as hub
from apis.boat.v1 import types as v1


def convert_v1_boat_to_hub_boat(src: v1.Boat, dst: hub.Boat) -> None:  # holds: conversion-drops-field
    dst.name = src.name
    if src.sail is not None:
        dst.sail = hub.Sail(area=src.sail.area)
    else:
        dst.sail = None


def convert_hub_boat_to_v1_boat(src: hub.Boat, dst: v1.Boat) -> None:  # holds: conversion-drops-field
    dst.name = src.name
    dst.sail = v1.Sail(area=src.sail.area) if src.sail else None
