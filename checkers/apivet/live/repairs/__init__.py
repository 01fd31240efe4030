"""Repairs: from the complaints of a server to changes of an object that may answer them. Word classes, no sentences."""

from __future__ import annotations
