from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_cup_to_hub_cup(src: v1.Cup, dst: hub.Cup) -> None:  # holds: conversion-drops-field
    dst.size = hub.Size(src.size.value)
    dst.lid = True if src.lid else src.lid


def convert_hub_cup_to_v1_cup(src: hub.Cup, dst: v1.Cup) -> None:  # holds: conversion-drops-field
    if src.size == hub.Size.LARGE:
        dst.size = v1.Size.LARGE
    else:
        dst.size = v1.Size.SMALL
    if src.lid is None:
        dst.lid = None
    elif src.lid:
        dst.lid = True
    else:
        dst.lid = False
