"""Another name of a type, by which others derive from it."""

from __future__ import annotations

from tides import TideStatus as Measured

Reading = Measured
