from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # expect: conversion-drops-field[amount]
    dst.customer = src.customer
    dst.amount = src.amount
    dst.note = src.note
    dst.amount = 0
