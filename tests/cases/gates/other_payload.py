"""Gated fields outside spec, and another subresource that answers for the payload."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated

from apimachinery.gates import FeatureGate
from features import enabled


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Webhook:
    url: str = ""
    timeout: Annotated[int | None, FeatureGate("Timeout")] = None


@dataclass
class Configuration:
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    webhooks: list[Webhook] = field(default_factory=list)


def drop(obj: Configuration, old: Configuration | None) -> None:
    if enabled("Timeout"):
        return
    if old is not None:
        for webhook in old.webhooks:
            if webhook.timeout is not None:
                return
    for webhook in obj.webhooks:
        webhook.timeout = None


class GoodStrategy:
    def prepare_for_create(self, obj: Configuration) -> None:
        drop(obj, None)

    def prepare_for_update(self, obj: Configuration, old: Configuration) -> None:
        drop(obj, old)


class BadStrategy:  # expect: gated-field-not-dropped[webhooks[*].timeout]
    def prepare_for_create(self, obj: Configuration) -> None:
        drop(obj, None)

    def prepare_for_update(self, obj: Configuration, old: Configuration) -> None:
        drop(old, obj)


class RotateStrategy:
    subresource = "rotate"

    def prepare_for_update(self, obj: Configuration, old: Configuration) -> None:
        drop(obj, old)


class ForgetfulRotateStrategy:  # expect: gated-field-not-dropped[webhooks[*].timeout]
    subresource = "rotate"

    def prepare_for_update(self, obj: Configuration, old: Configuration) -> None:
        obj.metadata.name = old.metadata.name


class UrlDroppedStrategy:  # undecided: ungated-field-dropped
    """The rule on ungated drops speaks of spec fields; here it is another payload's."""

    def prepare_for_create(self, obj: Configuration) -> None:
        drop(obj, None)

    def prepare_for_update(self, obj: Configuration, old: Configuration) -> None:
        drop(obj, old)
        if not enabled("Timeout"):
            for webhook in obj.webhooks:
                webhook.url = ""


class RenameStrategy:
    """Made of what is stored, with the one thing that this subresource carries."""

    subresource = "rename"

    def prepare_for_update(self, obj: Configuration, old: Configuration) -> Configuration:
        urls = {number: webhook.url for number, webhook in enumerate(obj.webhooks)}
        webhooks = [replace(webhook, url=urls.get(number, "")) for number, webhook in enumerate(old.webhooks)]
        return replace(old, webhooks=webhooks)


class ClearingRotateStrategy:  # expect: gated-field-dropped-when-enabled, gated-field-dropped-in-use
    subresource = "rotate"

    def prepare_for_update(self, obj: Configuration, old: Configuration) -> None:
        for webhook in obj.webhooks:
            webhook.timeout = None
