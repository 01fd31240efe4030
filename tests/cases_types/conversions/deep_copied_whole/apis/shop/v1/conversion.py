import dataclasses

from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # undecided: conversion-drops-field
    dst.__dict__.update(src.__dict__)


def convert_hub_order_to_v1_order(src: hub.Order) -> v1.Order:  # undecided: conversion-drops-field
    return v1.Order(**dataclasses.asdict(src))
