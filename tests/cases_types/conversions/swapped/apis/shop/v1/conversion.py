from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_range_to_hub_range(src: v1.Range, dst: hub.Range) -> None:  # undecided: conversion-drops-field
    dst.low = src.high
    dst.high = src.low


def convert_hub_range_to_v1_range(src: hub.Range, dst: v1.Range) -> None:  # holds: conversion-drops-field
    dst.low, dst.high = src.low, src.high
