from apis.shop import types as hub
from apis.shop.v1alpha1 import types as old


def convert_v1alpha1_basket_to_hub_basket(a: old.Basket, b: hub.Basket) -> None:  # holds: conversion-drops-field
    b.owner = a.owner
    b.pieces = a.count
    b.colour = a.colour


def convert_hub_basket_to_old_basket(a: hub.Basket, b: old.Basket) -> None:  # expect: conversion-drops-field[colour]
    b.owner = a.owner
    b.count = a.pieces
