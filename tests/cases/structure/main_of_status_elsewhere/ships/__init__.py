from ships.strategy import ShipStrategy, harbour

__all__ = ["ShipStrategy", "harbour"]
