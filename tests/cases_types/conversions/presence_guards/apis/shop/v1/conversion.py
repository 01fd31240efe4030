from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # holds: conversion-drops-field
    if src.customer:
        dst.customer = src.customer
    if src.amount is not None:
        dst.amount = src.amount
    dst.note = src.note if src.note is not None else None


def convert_hub_order_to_v1_order(src: hub.Order, dst: v1.Order) -> None:  # holds: conversion-drops-field
    dst.customer, dst.amount = src.customer, src.amount
    if src.note is None:
        dst.note = None
    else:
        dst.note = src.note
