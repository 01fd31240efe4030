from apis.store.v1.types import Cart

__all__ = ["Cart"]
