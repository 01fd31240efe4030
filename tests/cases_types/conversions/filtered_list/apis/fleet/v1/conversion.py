from apis.fleet import types as hub
from apis.fleet.v1 import types as v1


def convert_v1_truck_to_hub_truck(src: v1.Truck) -> hub.Truck:  # undecided: conversion-drops-field
    return hub.Truck(
        plate=src.plate,
        engine=hub.Engine(src.engine.power, src.engine.fuel),
        axles=[hub.Axle(axle.load, axle.width) for axle in src.axles if axle.load],
    )


def convert_hub_truck_to_v1_truck(src: hub.Truck, dst: v1.Truck) -> None:  # holds: conversion-drops-field
    dst.plate = src.plate
    dst.engine.power = src.engine.power
    dst.engine.fuel = src.engine.fuel
    dst.axles = list(map(lambda axle: v1.Axle(axle.load, axle.width), src.axles))
