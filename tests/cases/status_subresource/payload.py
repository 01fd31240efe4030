"""Every payload field is kept on a status update, not only spec."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Policy:
    api_version: str = "v1"
    kind: str = "Policy"
    metadata: ObjectMeta = field(default_factory=ObjectMeta)
    spec: str = ""
    webhooks: list[str] = field(default_factory=list)
    status: str = ""


class CompleteStatusStrategy:
    def prepare_for_update(self, obj: Policy, old: Policy) -> None:
        obj.spec = old.spec
        obj.webhooks = old.webhooks


class WebhooksForgottenStatusStrategy:  # expect: spec-not-kept-on-status-update[webhooks]
    def prepare_for_update(self, obj: Policy, old: Policy) -> None:
        obj.spec = old.spec
