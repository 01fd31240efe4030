"""Names are looked up when they are asked for."""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    return getattr(importlib.import_module("apis.quay.v1.types"), name)
