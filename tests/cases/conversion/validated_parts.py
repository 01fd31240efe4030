"""Conversions that make objects which refuse some values: where one is refused, there is no result to lose anything."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class V1Price:
    amount: int = 0
    currency: str = "EUR"


@dataclass
class V1Offer:
    prices: list[V1Price] = field(default_factory=list)
    regions: dict[str, V1Price] = field(default_factory=dict)
    api_version: str = "v1"
    kind: str = "Offer"


@dataclass
class Price:
    amount: int = 0
    currency: str = "EUR"

    def __post_init__(self) -> None:
        if self.amount < 0:
            raise ValueError("negative price")
        if len(self.currency) != 3:
            raise ValueError("currencies have three letters")


@dataclass
class Offer:
    prices: list[Price] = field(default_factory=list)
    regions: dict[str, Price] = field(default_factory=dict)


def made(price: V1Price) -> Price:
    return Price(price.amount, price.currency)


def convert_v1_offer_to_offer(src: V1Offer, dst: Offer) -> None:
    dst.prices = [made(price) for price in src.prices]
    dst.regions = {name: made(price) for name, price in src.regions.items()}


def convert_offer_to_v1_offer(src: Offer, dst: V1Offer) -> None:  # expect: conversion-drops-field[prices]
    dst.prices = [V1Price(price.amount, price.currency) for price in src.prices if price.amount]
    dst.regions = {name: V1Price(price.amount, price.currency) for name, price in src.regions.items()}
