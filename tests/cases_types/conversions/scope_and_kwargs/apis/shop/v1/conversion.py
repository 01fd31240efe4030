from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order, scope) -> None:  # holds: conversion-drops-field
    values = {"customer": src.customer, "amount": src.amount}
    dst.customer = values["customer"]
    dst.amount = values["amount"]
    dst.note = src.note


def convert_hub_order_to_v1_order(src: hub.Order, dst: v1.Order, scope: object = None):  # holds: conversion-drops-field
    """Nothing is annotated as returned."""
    for name in ("customer", "amount", "note"):
        setattr(dst, name, getattr(src, name))
