from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order) -> hub.Order:  # holds: conversion-drops-field
    match src.note:
        case None:
            note = None
        case str() as text:
            note = text
    return hub.Order(src.customer, src.amount, note)
