"""Gates are registered, and gate functions are called (contract section 5)."""

from __future__ import annotations

from apivet.conventions import gate_names
from apivet.conventions.rule import ModuleRule

UNKNOWN = ModuleRule(gate_names.UNKNOWN, gate_names.judge_names)
NOT_CALLED = ModuleRule(gate_names.NOT_CALLED, gate_names.judge_names)
