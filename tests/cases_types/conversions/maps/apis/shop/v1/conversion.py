from apis.shop import types as hub
from apis.shop.v1 import types as v1


def convert_v1_ingress_to_hub_ingress(src: v1.Ingress, dst: hub.Ingress) -> None:  # holds: conversion-drops-field
    dst.labels = {}
    for key, value in src.labels.items():
        dst.labels[key] = value
    dst.rules = {name: hub.Rule(rule.path, rule.weight) for name, rule in src.rules.items()}


def convert_hub_ingress_to_v1_ingress(src: hub.Ingress, dst: v1.Ingress) -> None:  # expect: conversion-drops-field[?]
    dst.labels = dict(src.labels)
    dst.rules = {name: v1.Rule(path=rule.path) for name, rule in src.rules.items()}
