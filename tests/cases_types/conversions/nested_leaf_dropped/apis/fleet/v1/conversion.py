from apis.fleet import types as hub
from apis.fleet.v1 import types as v1


def convert_v1_truck_to_hub_truck(src: v1.Truck, dst: hub.Truck) -> None:  # expect: conversion-drops-field[engine.fuel]
    dst.plate = src.plate
    dst.engine.power = src.engine.power
    dst.axles = [hub.Axle(load=axle.load, width=axle.width) for axle in src.axles]


def convert_hub_truck_to_v1_truck(src: hub.Truck) -> v1.Truck:  # expect: conversion-drops-field[axles[*].width]
    return v1.Truck(
        plate=src.plate,
        engine=v1.Engine(power=src.engine.power, fuel=src.engine.fuel),
        axles=[v1.Axle(load=axle.load) for axle in src.axles],
    )
