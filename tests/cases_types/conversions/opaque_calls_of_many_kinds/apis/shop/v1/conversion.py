import contextlib
import typing

import pydantic.deprecated.copy_internals as elsewhere

from apis.shop import types as hub
from apis.shop.v1 import types as v1

COPIERS: dict[str, typing.Callable[..., typing.Any]] = {}


class Mapper(typing.Protocol):
    def map(self, src: object, dst: object) -> None: ...


def convert_v1_order_to_hub_order(  # unproven: conversion-drops-field[?]; conversion-sets-default
    src: v1.Order,
    dst: hub.Order,
) -> None:
    elsewhere._copy_fields(src, dst)


def convert_hub_order_to_v1_order(  # unproven: conversion-drops-field[?]; conversion-sets-default
    src: hub.Order,
    dst: v1.Order,
) -> None:
    COPIERS["order"](src, dst)


def convert_v1_order_to_core_order(  # unproven: conversion-drops-field[?]; conversion-sets-default
    src: v1.Order,
    dst: hub.Order,
    by: Mapper,
):
    by.map(src, dst)


def convert_core_order_to_v1_order(  # unproven: conversion-drops-field[?]; conversion-sets-default
    src: hub.Order,
) -> v1.Order:
    return elsewhere.to_order(src)


def convert_v1_order_to_inner_order(  # unproven: conversion-drops-field[?]; conversion-sets-default
    src: v1.Order,
    dst: hub.Order,
) -> None:
    dst.customer = src.customer
    dst.amount = src.amount
    elsewhere.rest(src, dst)


def convert_inner_order_to_v1_order(src: hub.Order, dst: v1.Order) -> None:  # holds: conversion-drops-field
    with contextlib.suppress(ImportError):
        elsewhere.prepare(dst)
    dst.customer = src.customer
    dst.amount = src.amount
    dst.note = src.note
    elsewhere.log(src)
