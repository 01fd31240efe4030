"""The tests on every supported Python that is installed: ``make all-pythons``."""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "venv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["tests"]

PROJECT = nox.project.load_toml("pyproject.toml")


@nox.session(python=["3.10", "3.11", "3.12", "3.13"])
def tests(session: nox.Session) -> None:
    """Install the project as its users do, not editable, and run the tests on that."""
    session.install(".", *nox.project.dependency_groups(PROJECT, "test"))
    session.run("pytest", "-n", "auto", *session.posargs)
