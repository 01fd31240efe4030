from apis.shop import types as hub
from apis.shop.v1 import types as v1


def auto_convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:
    dst.customer = src.customer
    dst.amount = src.amount


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # holds: conversion-drops-field
    auto_convert_v1_order_to_hub_order(src, dst)
    dst.note = src.note


def convert_hub_order_to_v1_order(src: hub.Order, dst: v1.Order) -> None:  # expect: conversion-drops-field[note]
    auto_convert_v1_order_to_hub_order(src, dst)
