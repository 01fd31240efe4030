"""A running API server, judged over HTTP by what it answers (contract section 9, ``apivet live``)."""

from __future__ import annotations
