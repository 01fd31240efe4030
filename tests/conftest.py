"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long one example takes says more about what else the machine is doing than about the code.
settings.register_profile("apivet", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("apivet")
