"""The configuration: ``[tool.apivet]`` of the nearest ``pyproject.toml``, and what the command line says besides."""

from __future__ import annotations

from apivet.config.blackbox import BlackboxSettings
from apivet.config.live import LiveSettings
from apivet.config.model import Config, Defaults
from apivet.config.nearest import ConfigFinder
from apivet.config.reading import ConfigError, find_pyproject, load_config

__all__ = [
    "BlackboxSettings",
    "Config",
    "ConfigError",
    "ConfigFinder",
    "Defaults",
    "LiveSettings",
    "find_pyproject",
    "load_config",
]
