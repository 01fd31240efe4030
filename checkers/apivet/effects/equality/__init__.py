"""Equality of values: under which guard two are equal (``comparing``), what literals and containers are equal to
(``literals``), and types that compare in a way of their own (``own_methods``)."""
