from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # holds: conversion-drops-field
    dst.customer = src.customer.strip().lower()
    dst.amount = max(src.amount, 1)
    dst.note = f"{src.note} (imported)"


def convert_hub_order_to_v1_order(src: hub.Order, dst: v1.Order) -> None:  # holds: conversion-drops-field
    customer, amount = src.customer, src.amount
    dst.customer = str(customer)
    dst.amount = int(amount) if amount else 0
    dst.note = src.note or None
