"""Bodies that are merged into what is stored, by way of mappings of their fields: written as services with pydantic do."""

from __future__ import annotations
from pydantic import BaseModel, Field, TypeAdapter


class ObjectMeta(BaseModel):
    name: str = ""


class KilnSpec(BaseModel):
    clay: str = ""
    tiles: int = 0


class KilnStatus(BaseModel):
    degrees: int = 0
    marks: list[str] = Field(default_factory=list)


class Kiln(BaseModel):
    metadata: ObjectMeta
    spec: KilnSpec
    status: KilnStatus = Field(default_factory=KilnStatus)


class Base:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: Kiln) -> None:
        obj.status = KilnStatus()


KEEP = ("metadata", "spec")
KEEP_BAD = {"status", "spec"}
EXCLUDED = {"status"}
ADAPTER = TypeAdapter(Kiln)


class KeepsDelThenCopyStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump()
        del d["status"]
        return old.model_copy(update=d)


class LeaksDelThenCopyStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump()
        del d["spec"]
        return old.model_copy(update=d)


class KeepsItemsContinueStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for k, v in obj.model_dump(exclude_unset=True).items():
            if k == "status":
                continue
            setattr(old, k, v)
        return old


class LeaksItemsContinueStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for k, v in obj.model_dump(exclude_unset=True).items():
            if k == "metadata":
                continue
            setattr(old, k, v)
        return old


class KeepsSetMinusStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for k in obj.model_fields_set - {"status"}:
            setattr(old, k, getattr(obj, k))
        return old


class LeaksSetMinusStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for k in obj.model_fields_set - {"spec"}:
            setattr(old, k, getattr(obj, k))
        return old


class KeepsDictUpdateStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        old.__dict__.update(obj.model_dump(exclude={"status"}))
        return old


class LeaksDictUpdateStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        old.__dict__.update(obj.model_dump())
        return old


class KeepsConstructStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return Kiln.model_construct(**{**obj.model_dump(), "status": old.status})


class LeaksConstructStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return Kiln.model_construct(**{**old.model_dump(), "status": obj.status})


class KeepsAssignStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump()
        d["status"] = old.status.model_dump()
        return Kiln(**d)


class LeaksAssignStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = old.model_dump()
        d["status"] = obj.status.model_dump()
        return Kiln(**d)


class KeepsCopyupdStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return obj.model_copy(update={"status": old.status})


class LeaksCopyupdStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return obj.model_copy(update={"status": obj.status})


class KeepsNestedMergeStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        obj.status = old.status.model_copy(update=obj.status.model_dump(include=set()))
        return obj


class LeaksNestedMergeStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        obj.status = old.status.model_copy(update=obj.status.model_dump(exclude_unset=True))
        return obj


class KeepsDictObjStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = dict(obj)
        d.pop("status")
        return old.model_copy(update=d)


class LeaksDictObjStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = dict(obj)
        d.pop("spec")
        return old.model_copy(update=d)


class KeepsPairsStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for name, value in obj:
            if name != "status":
                setattr(old, name, value)
        return old


class LeaksPairsStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for name, value in obj:
            setattr(old, name, value)
        return old


class KeepsGetStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump()
        return old.model_copy(update={"spec": d.get("spec", old.spec)})


class LeaksGetStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump()
        return old.model_copy(update={"status": d.get("status", old.status)})


class KeepsIfinStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump(exclude_unset=True)
        if "spec" in d:
            old.spec = obj.spec
        return old


class LeaksIfinStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump(exclude_unset=True)
        if "status" in d:
            old.status = obj.status
        return old


class KeepsAdapterStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return ADAPTER.validate_python(obj.model_dump() | {"status": old.status.model_dump()})


class LeaksAdapterStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return ADAPTER.validate_python(old.model_dump() | {"status": obj.status.model_dump()})


class KeepsCompInStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update={k: getattr(obj, k) for k in KEEP})


class LeaksCompInStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update={k: getattr(obj, k) for k in KEEP_BAD})


class KeepsExclGlobalStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(exclude=EXCLUDED))


class LeaksExclGlobalStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(include=KEEP_BAD))


class KeepsV1Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.copy(update=obj.dict(exclude={"status"}))


class LeaksV1Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.copy(update=obj.dict(exclude={"spec"}))


class KeepsLoopPopStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump()
        for name in ("status", "metadata"):
            d.pop(name, None)
        return old.model_copy(update=d)


class LeaksLoopPopStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump()
        for name in ("spec", "metadata"):
            d.pop(name, None)
        return old.model_copy(update=d)


class KeepsDeepStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        new = old.model_copy(deep=True)
        new.spec = KilnSpec.model_validate(obj.spec.model_dump())
        return new


class LeaksDeepStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        new = old.model_copy(deep=True)
        new.status = KilnStatus.model_validate(obj.status.model_dump())
        return new


class KeepsMvObjStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        new = Kiln.model_validate(obj)
        new.status = old.status
        return new


class LeaksMvObjStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        new = Kiln.model_validate(obj)
        return new


class Keeps1Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(exclude={"status"}))


class Leaks1Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(exclude={"spec"}))


class Keeps2Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump(exclude_unset=True)
        d.pop("status", None)
        for name, value in d.items():
            setattr(old, name, value)
        return old


class Leaks2Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump(exclude_unset=True)
        d.pop("metadata", None)
        for name, value in d.items():
            setattr(old, name, value)
        return old


class Keeps3Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = old.model_dump()
        d.update(obj.model_dump(exclude={"status"}))
        return Kiln(**d)


class Leaks3Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = old.model_dump()
        d.update(obj.model_dump())
        return Kiln(**d)


class Keeps4Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for name in obj.model_fields_set:
            if name != "status":
                setattr(old, name, getattr(obj, name))
        return old


class Leaks4Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for name in obj.model_fields_set:
            setattr(old, name, getattr(obj, name))
        return old


class Keeps5Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(include={"spec", "metadata"}))


class Leaks5Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(include={"spec", "status"}))


class Keeps6Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return Kiln.model_validate({**old.model_dump(), **obj.model_dump(exclude={"status"})})


class Leaks6Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return Kiln.model_validate({**old.model_dump(), **obj.model_dump(exclude={"spec"})})


class Keeps7Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return Kiln.parse_obj({**obj.dict(), "status": old.status})


class Leaks7Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return Kiln.parse_obj({**obj.dict(), "metadata": old.metadata})


class Keeps8Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return TypeAdapter(Kiln).validate_python({**obj.model_dump(), "status": old.status.model_dump()})


class Leaks8Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return TypeAdapter(Kiln).validate_python({**old.model_dump(), "status": obj.status.model_dump()})


class Keeps9Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(exclude={"status": True, "spec": {"tiles"}}))


class Leaks9Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        return old.model_copy(update=obj.model_dump(exclude={"status": {"marks"}}))


class Keeps10Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        obj.status = KilnStatus.model_validate(old.status.model_dump())
        return obj


class Leaks10Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        obj.status = KilnStatus.model_validate(obj.status.model_dump())
        return obj


class Keeps11Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        obj.status = KilnStatus(**old.status.model_dump())
        return obj


class Leaks11Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        obj.status = KilnStatus(**{**old.status.model_dump(), "degrees": obj.status.degrees})
        return obj


class Keeps12Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = obj.model_dump(exclude={"status"}, exclude_none=True)
        return old.copy(update=d)


class Keeps13Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        patch = obj.model_dump(exclude_unset=True, exclude={"status"})
        merged = old.model_dump() | patch
        return Kiln(**merged)


class Leaks13Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        patch = obj.model_dump(exclude_unset=True)
        merged = old.model_dump() | patch
        return Kiln(**merged)


class Keeps14Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        for name in Kiln.model_fields:
            if name in ("metadata", "spec"):
                setattr(old, name, getattr(obj, name))
        return old


class Keeps15Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = {k: v for k, v in obj.model_dump().items() if k != "status"}
        return old.model_copy(update=d)


class Leaks15Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = {k: v for k, v in obj.model_dump().items() if k != "spec"}
        return old.model_copy(update=d)


class Keeps16Strategy(Base):
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = {k: getattr(obj, k) for k in obj.model_fields_set - {"status"}}
        return old.model_copy(update=d)


class Leaks16Strategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Kiln, old: Kiln) -> Kiln:
        d = {k: getattr(obj, k) for k in obj.model_fields_set - {"spec"}}
        return old.model_copy(update=d)
