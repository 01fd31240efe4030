from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(source: v1.Order) -> hub.Order:  # holds: conversion-drops-field
    order = hub.Order(source.customer, source.amount)
    order.note = source.note
    return order
