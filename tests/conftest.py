"""What holds for all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# How long one example takes says more about what else the machine is doing than about the code.
settings.register_profile("apivet", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("apivet")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let those who have the time for it try all that there is."""
    parser.addoption("--whole", action="store_true", help="try all cases where a part of them is tried by default")
