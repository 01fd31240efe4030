"""Objects that may hold more than is declared beside their spec: a status update keeps that too."""

from pydantic import BaseModel


class ObjectMeta(BaseModel):
    name: str = ""
    labels: dict[str, str] = {}


class CanalSpec(BaseModel):
    depth: int = 2


class Canal(BaseModel, extra="allow"):
    metadata: ObjectMeta
    spec: CanalSpec
    status: CanalSpec


class CanalStatusStrategy:  # expect: spec-not-kept-on-status-update[(undeclared)]
    def prepare_for_update(self, ctx: object, obj: Canal, old: Canal) -> None:
        obj.spec = old.spec
        obj.metadata = old.metadata


class WholeCanalStatusStrategy:
    def prepare_for_update(self, ctx: object, obj: Canal, old: Canal) -> Canal:
        stored = old.model_copy(deep=True)
        stored.status = obj.status
        return stored


class UpdatedCanalStatusStrategy:
    def prepare_for_update(self, ctx: object, obj: Canal, old: Canal) -> Canal:
        return old.model_copy(update={"status": obj.status})
