"""The same merges with data classes, attrs and msgspec."""

from dataclasses import dataclass, field, asdict, replace, fields
import attrs, msgspec


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class LoomSpec:
    yarn: str = ""


@dataclass
class LoomStatus:
    threads: int = 0
    knots: list[str] = field(default_factory=list)


@dataclass
class Loom:
    metadata: ObjectMeta
    spec: LoomSpec
    status: LoomStatus


class Base:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: Loom) -> None:
        obj.status = LoomStatus()


class SpreadFieldsStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> Loom:
        return Loom(**{**vars(obj), "status": old.status})


class SpreadWrongFieldsStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> Loom:
        return Loom(**{**vars(old), "status": obj.status})


class DictOfFieldsStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> Loom:
        d = dict(vars(obj))
        d.pop("status")
        return replace(old, **d)


class DictOfWrongFieldsStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> Loom:
        d = dict(vars(obj))
        d.pop("spec")
        return replace(old, **d)


class NamedFieldsStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> Loom:
        return replace(old, **{f.name: getattr(obj, f.name) for f in fields(obj) if f.name != "status"})


class WrongNamedFieldsStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> Loom:
        return replace(old, **{f.name: getattr(obj, f.name) for f in fields(obj) if f.name != "spec"})


class AsDictStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> None:
        obj.status = LoomStatus(**asdict(old.status))


class CallersAsDictStrategy(Base):  # expect: status-not-kept-on-update[status]
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> None:
        obj.status = LoomStatus(**asdict(obj.status))


class UpdatedFieldsStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> None:
        vars(obj).update(status=old.status)


class PickedFieldsStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> None:
        obj.__dict__.update({k: v for k, v in vars(old).items() if k == "status"})


class InOrderStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> None:
        obj.status = LoomStatus(*(getattr(old.status, f.name) for f in fields(LoomStatus)))


@attrs.define
class AStatus:
    threads: int = 0


@attrs.define
class ALoom:
    metadata: ObjectMeta
    spec: LoomSpec
    status: AStatus


class AttrsAsDictStrategy:
    def prepare_for_create(self, ctx: object, obj: ALoom) -> None:
        obj.status = AStatus()

    def prepare_for_update(self, ctx: object, obj: ALoom, old: ALoom) -> ALoom:
        obj.status = AStatus(**attrs.asdict(old.status))


class AttrsEvolveStrategy:
    def prepare_for_create(self, ctx: object, obj: ALoom) -> None:
        obj.status = AStatus()

    def prepare_for_update(self, ctx: object, obj: ALoom, old: ALoom) -> ALoom:
        return attrs.evolve(old, **{k: v for k, v in attrs.asdict(obj, recurse=False).items() if k != "status"})


class MStatus(msgspec.Struct):
    threads: int = 0


class MLoom(msgspec.Struct):
    metadata: ObjectMeta
    spec: LoomSpec
    status: MStatus


class MsgspecConvertStrategy:
    def prepare_for_create(self, ctx: object, obj: MLoom) -> None:
        obj.status = MStatus()

    def prepare_for_update(self, ctx: object, obj: MLoom, old: MLoom) -> MLoom:
        return msgspec.convert({**msgspec.structs.asdict(obj), "status": old.status}, MLoom)


class MsgspecReplaceStrategy:
    def prepare_for_create(self, ctx: object, obj: MLoom) -> None:
        obj.status = MStatus()

    def prepare_for_update(self, ctx: object, obj: MLoom, old: MLoom) -> MLoom:
        return msgspec.structs.replace(old, **{f: getattr(obj, f) for f in obj.__struct_fields__ if f != "status"})


class MsgspecReplaceWrongStrategy:  # expect: status-not-kept-on-update[status]
    def prepare_for_create(self, ctx: object, obj: MLoom) -> None:
        obj.status = MStatus()

    def prepare_for_update(self, ctx: object, obj: MLoom, old: MLoom) -> MLoom:
        return msgspec.structs.replace(old, **{f: getattr(obj, f) for f in obj.__struct_fields__ if f != "spec"})


class KeyWithNothingStrategy(Base):  # expect: status-not-kept-on-update[status]
    """A key that holds ``None`` is there."""

    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> None:
        chosen = {"status": None}
        obj.status = chosen.get("status", old.status)


class KeyTakenOutStrategy(Base):
    def prepare_for_update(self, ctx: object, obj: Loom, old: Loom) -> None:
        chosen = {"status": None}
        chosen.pop("status")
        obj.status = chosen.get("status", old.status)
