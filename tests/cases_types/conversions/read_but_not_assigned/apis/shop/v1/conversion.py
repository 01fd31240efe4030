from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # expect: conversion-drops-field[note]
    dst.customer = src.customer
    dst.amount = src.amount
    if src.note:
        print(src.note)


def convert_hub_order_to_v1_order(src: hub.Order, dst: v1.Order) -> None:  # expect: conversion-drops-field[amount]
    dst.customer = src.customer
    dst.amount = 0
    dst.note = src.note
