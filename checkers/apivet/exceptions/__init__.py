"""Approved departures from the conventions: read, checked, and marked on the findings that they cover."""

from __future__ import annotations
