"""Hub: aliases of the newest storage shape."""

import attrs


@attrs.define
class Disk:  # holds: hub-type-differs
    name: str
    size_gb: int
    sku: str | None = None
