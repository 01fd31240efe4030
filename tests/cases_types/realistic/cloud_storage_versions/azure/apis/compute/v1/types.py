import attrs


@attrs.define
class Disk:
    name: str
    size_gb: int
    sku: str | None = None
