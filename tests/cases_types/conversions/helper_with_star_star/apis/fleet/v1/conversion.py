from apis.fleet import types as hub
from apis.fleet.v1 import types as v1


def _engine(engine, cls):
    return cls(power=engine.power, fuel=engine.fuel)


def _axles(axles, cls):
    result = []
    for axle in axles:
        result.append(cls(axle.load, axle.width))
    return result


def convert_v1_truck_to_hub_truck(src: v1.Truck) -> hub.Truck:  # holds: conversion-drops-field
    return hub.Truck(src.plate, _engine(src.engine, hub.Engine), axles=_axles(src.axles, hub.Axle))


def convert_hub_truck_to_v1_truck(src: hub.Truck) -> v1.Truck:  # holds: conversion-drops-field
    truck = v1.Truck()
    truck.plate, truck.engine = src.plate, _engine(src.engine, v1.Engine)
    truck.axles.extend(_axles(src.axles, v1.Axle))
    return truck
