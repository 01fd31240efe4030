from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order) -> hub.Order:  # holds: conversion-drops-field
    return hub.Order(customer=src.customer, amount=src.amount, note=src.note)


def convert_hub_order_to_v1_order(src: hub.Order) -> v1.Order:  # expect: conversion-drops-field[note]
    return v1.Order(customer=src.customer, amount=src.amount)
