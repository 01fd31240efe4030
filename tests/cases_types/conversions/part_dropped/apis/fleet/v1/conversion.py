from apis.fleet import types as hub
from apis.fleet.v1 import types as v1


def convert_v1_truck_to_hub_truck(src: v1.Truck, dst: hub.Truck) -> None:  # expect: conversion-drops-field[?]
    dst.plate = src.plate
    dst.axles = [hub.Axle(load=axle.load, width=axle.width) for axle in src.axles]
