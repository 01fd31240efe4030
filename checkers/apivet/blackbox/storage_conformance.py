"""Promises of every storage of an API server, as checks that a project runs against its own.

A project describes its storage once, by a subclass of :class:`StorageUnderTest`. Then

- ``[tool.apivet.blackbox] storages = ["package.module:factory"]`` has ``apivet blackbox`` run every check, each on what
  a new call of the factory returns;
- or a test does: ``@pytest.mark.parametrize("check", CHECKS)`` and ``check(factory())``.

A check raises :class:`NonconformityError`, which says what was expected and what was seen; one about what the storage
does not offer raises :class:`NotOfferedError`.
"""

from __future__ import annotations

from apivet.blackbox.storage.suite import CHECKS, run_check
from apivet.storage.judging import NonconformityError
from apivet.storage.results import Check
from apivet.storage.subject import NotOfferedError, StorageUnderTest

__all__ = ["CHECKS", "Check", "NonconformityError", "NotOfferedError", "StorageUnderTest", "run_check"]
