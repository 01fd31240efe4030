from apis.fleet import types as hub
from apis.fleet.v1 import types as v1


def convert_v1_axle_to_hub_axle(src: v1.Axle, dst: hub.Axle) -> None:  # holds: conversion-drops-field
    dst.load = src.load
    dst.width = src.width


def convert_v1_truck_to_hub_truck(src: v1.Truck, dst: hub.Truck) -> None:  # holds: conversion-drops-field
    dst.plate = src.plate
    dst.engine = hub.Engine(power=src.engine.power, fuel=src.engine.fuel)
    dst.axles = [hub.Axle() for _ in src.axles]
    for index in range(len(src.axles)):
        convert_v1_axle_to_hub_axle(src.axles[index], dst.axles[index])
