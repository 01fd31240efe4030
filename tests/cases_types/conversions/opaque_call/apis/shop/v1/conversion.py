from somewhere_else import copy_fields

from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_order_to_hub_order(  # unproven: conversion-drops-field[?]; conversion-sets-default
    src: v1.Order,
    dst: hub.Order,
) -> None:
    copy_fields(src, dst)
