"""Reset fields by version that are made from the versions' names."""

from dataclasses import dataclass

VERSIONS = ("v1", "v1beta1")


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Beacon:
    metadata: ObjectMeta
    spec: str = ""
    status: str = ""


class Base:
    def prepare_for_create(self, ctx: object, obj: Beacon) -> None:
        obj.status = ""

    def prepare_for_update(self, ctx: object, obj: Beacon, old: Beacon) -> None:
        obj.status = old.status


class BeaconStrategy(Base):
    def get_reset_fields(self) -> dict[str, tuple[str, ...]]:
        return dict.fromkeys(VERSIONS, ("status",))


class WrongBeaconStrategy(Base):  # expect: reset-fields-mismatch
    def get_reset_fields(self) -> dict[str, tuple[str, ...]]:
        return dict.fromkeys(VERSIONS, ("status", "spec"))


class AttributeBeaconStrategy(Base):
    get_reset_fields = staticmethod(lambda: {"status"})


class WrongAttributeBeaconStrategy(Base):  # expect: reset-fields-mismatch
    get_reset_fields = staticmethod(lambda: {"spec"})
