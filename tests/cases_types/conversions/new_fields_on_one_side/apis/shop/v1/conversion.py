from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(src: v1.Order, dst: hub.Order) -> None:  # holds: conversion-drops-field
    dst.customer = src.customer
    dst.amount = src.amount
    dst.note = src.note


def convert_hub_order_to_v1_order(src: hub.Order, dst: v1.Order) -> None:  # holds: conversion-drops-field
    dst.customer = src.customer
    dst.amount = src.amount
    dst.note = src.note
    dst.added_later = True
