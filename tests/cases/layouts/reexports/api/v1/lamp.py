import msgspec


class Meta(msgspec.Struct):
    name: str = ""


class Lamp(msgspec.Struct, kw_only=True):
    metadata: Meta
    status: dict[str, str] | None = None


def _wipe(lamp):
    lamp.status = None
