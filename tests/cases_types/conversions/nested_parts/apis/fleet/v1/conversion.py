from apis.fleet import types as hub
from apis.fleet.v1 import types as v1


def convert_v1_engine_to_hub_engine(src: v1.Engine, dst: hub.Engine) -> None:  # holds: conversion-drops-field
    dst.power = src.power
    dst.fuel = src.fuel


def convert_v1_truck_to_hub_truck(src: v1.Truck, dst: hub.Truck) -> None:  # holds: conversion-drops-field
    dst.plate = src.plate
    dst.engine = hub.Engine()
    convert_v1_engine_to_hub_engine(src.engine, dst.engine)
    dst.axles = []
    for axle in src.axles:
        dst.axles.append(hub.Axle(load=axle.load, width=axle.width))


def convert_hub_engine_to_v1_engine(src: hub.Engine, dst: v1.Engine) -> None:  # holds: conversion-drops-field
    dst.power = src.power
    dst.fuel = src.fuel


def convert_hub_truck_to_v1_truck(src: hub.Truck, dst: v1.Truck) -> None:  # holds: conversion-drops-field
    dst.plate = src.plate
    convert_hub_engine_to_v1_engine(src.engine, dst.engine)
    dst.axles = [v1.Axle(load=axle.load, width=axle.width) for axle in src.axles]
