"""Costs of a conversion between two types on this interpreter: told by stand-ins of the same layout, as nobody's code
is imported (contract section 6)."""

from __future__ import annotations
