from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # expect: conversion-drops-field[note]
    dst.customer = src.customer
    dst.amount = src.amount
    if src.amount > 100:
        dst.note = src.note
