from typing_extensions import override as overriding
from vendor.marks import final

__all__ = ["final", "overriding"]
