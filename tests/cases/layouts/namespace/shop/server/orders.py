from __future__ import annotations

from typing import TYPE_CHECKING

from shop.server.helpers import bump as _bump

if TYPE_CHECKING:
    from shop.api.order import Order


class Orders:
    def prepare_for_create(self, ctx, order: "Order") -> "Order":
        order.status = ""
        order.metadata.generation = 1
        return order

    def prepare_for_update(self, ctx, order: "Order", before: "Order") -> "Order":
        order.status = before.status
        return _bump(order, before)


class OrdersForgotten(Orders):  # expect: generation-not-bumped-on-spec-change[metadata.generation]
    def prepare_for_update(self, ctx, order: "Order", before: "Order") -> "Order":
        order.status = before.status
        return order
