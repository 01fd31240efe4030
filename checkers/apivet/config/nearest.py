"""The configuration of each file: that of the nearest table at or above it, by every door alike."""

from __future__ import annotations

import os
from pathlib import Path

from apivet.config.model import Config
from apivet.config.reading import Found, Governing, find_config, load_config


class ConfigFinder:
    """Configurations by file, each read once. ``start`` is where the run is (default: the working directory), whose
    configuration counts for files that no table is around; ``file`` is one that counts for all."""

    def __init__(
        self,
        start: Path | None = None,
        file: Path | None = None,
        plugins: Governing = lambda file, named: None,
    ) -> None:
        self._start = (start or Path.cwd()).absolute()
        self._file = file
        self._plugins = plugins
        self._of_directory: dict[str, Config] = {}
        self._read: dict[Found, Config] = {}

    @property
    def searches(self) -> bool:
        """Whether files can have different ones."""
        return self._file is None

    def of(self, path: str) -> Config:
        """The configuration of a file or directory. Raises :class:`~apivet.config.ConfigError`."""
        absolute = os.path.join(self._start, path)
        directory = absolute if os.path.isdir(absolute) else os.path.dirname(absolute)
        config = self._of_directory.get(directory)
        if config is None:
            config = self._of_directory[directory] = self.of_all([directory])
        return config

    def of_all(self, paths: list[str]) -> Config:
        """The configuration of files and directories that are judged together. Raises
        :class:`~apivet.config.ConfigError`."""
        paths = [os.path.join(self._start, path) for path in paths]
        found = find_config(self._start, self._file, paths)
        if found not in self._read:
            self._read[found] = load_config(self._start, self._file, paths, self._plugins)
        return self._read[found]
