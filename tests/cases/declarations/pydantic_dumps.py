"""Dumps that leave fields out, mask them, or have methods make something of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, SecretStr, computed_field, field_serializer


class Meta(BaseModel):
    generation: int = 0
    labels: dict[str, str] = Field(default_factory=dict)


class Login(BaseModel):
    user: str = ""
    password: str = Field("", exclude=True)


class MailboxSpec(BaseModel):
    quota: int = 0
    login: Login = Field(default_factory=Login)
    forwards: list[str] = Field(default_factory=list)

    @computed_field
    def is_unlimited(self) -> bool:
        return self.quota == 0


class Mailbox(BaseModel):
    metadata: Meta
    spec: MailboxSpec


class Create:  # expect: generation-not-bumped-on-spec-change
    def prepare_for_create(self, obj: Mailbox) -> None:
        obj.metadata.generation = 1


class NestedStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Mailbox, old: Mailbox) -> None:
        if obj.spec.model_dump() != old.spec.model_dump():
            obj.metadata.generation = old.metadata.generation + 1


class JsonIncludeStrategy(Create):  # expect: generation-not-bumped-on-spec-change
    def prepare_for_update(self, obj: Mailbox, old: Mailbox) -> None:
        if obj.spec.model_dump_json(include={"quota": True}) != old.spec.model_dump_json(include={"quota": True}):
            obj.metadata.generation = old.metadata.generation + 1


class WithPasswordStrategy(Create):
    def prepare_for_update(self, obj: Mailbox, old: Mailbox) -> None:
        new, before = obj.spec.model_dump_json(indent=2), old.spec.model_dump_json(indent=2)
        if new != before or obj.spec.login.password != old.spec.login.password:
            obj.metadata.generation = old.metadata.generation + 1


class RebuiltStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Mailbox, old: Mailbox) -> None:
        obj.spec = MailboxSpec(**old.spec.model_dump())
        obj.metadata = old.metadata


class ValidatedStatusStrategy:  # expect: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Mailbox, old: Mailbox) -> None:
        obj.spec = MailboxSpec.model_validate(old.spec.model_dump())
        obj.metadata = old.metadata


class CopiedStatusStrategy:
    def prepare_for_update(self, obj: Mailbox, old: Mailbox) -> None:
        obj.spec = old.spec.model_copy(deep=True)
        obj.metadata = Meta(**old.metadata.model_dump())


class RelaySpec(BaseModel):
    host: str = ""
    key: SecretStr = SecretStr("")
    ports: Annotated[list[int], PlainSerializer(len)] = Field(default_factory=list)


class Relay(BaseModel):
    metadata: Meta
    spec: RelaySpec


class MaskedStrategy:  # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_create(self, obj: Relay) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Relay, old: Relay) -> None:
        if obj.spec.model_dump_json(exclude={"ports"}) != old.spec.model_dump_json(exclude={"ports"}):
            obj.metadata.generation = old.metadata.generation + 1


class CountedStrategy:  # unproven: generation-not-bumped-on-spec-change
    # unproven: generation-bumped-without-spec-change
    def prepare_for_create(self, obj: Relay) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Relay, old: Relay) -> None:
        if obj.spec.model_dump() != old.spec.model_dump():
            obj.metadata.generation = old.metadata.generation + 1


class AliasSpec(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    target: str = ""
    active: bool = True

    @field_serializer("active", when_used="json")
    def _as_text(self, value: bool) -> str:
        return "on"


class Alias(BaseModel):
    metadata: Meta
    spec: AliasSpec


class AliasStatusStrategy:  # unproven: spec-not-kept-on-status-update
    def prepare_for_update(self, obj: Alias, old: Alias) -> None:
        obj.spec = AliasSpec(**old.spec.model_dump())
        obj.metadata = old.metadata
