import copy

from apis.fleet import types as hub
from apis.fleet.v1 import types as v1


def convert_v1_truck_to_hub_truck(src: v1.Truck, dst: hub.Truck) -> None:  # holds: conversion-drops-field
    dst.plate = src.plate
    dst.engine = src.engine
    dst.axles = src.axles


def convert_hub_truck_to_v1_truck(src: hub.Truck, dst: v1.Truck) -> None:  # holds: conversion-drops-field
    dst.plate = src.plate
    dst.engine = copy.deepcopy(src.engine)
    dst.axles = list(src.axles)
