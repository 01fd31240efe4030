"""Hub types stay what the served types are, and new fields of either have a gate (contract sections 5 and 6)."""

from __future__ import annotations

from apivet.conventions import aliases, hub_types, new_fields, support_tags
from apivet.conventions.rule import ModuleRule

NEW_FIELD = ModuleRule(new_fields.SYMBOL, new_fields.judge_new_fields)
DIFFERS = ModuleRule(hub_types.DIFFERS, hub_types.judge_hub_types)
PERMUTED = ModuleRule(hub_types.PERMUTED, hub_types.judge_hub_types)
MISSING = ModuleRule(aliases.MISSING, aliases.judge_aliases)
NOT_ALIASED = ModuleRule(aliases.NOT_ALIASED, aliases.judge_aliases)
EXTENDED = ModuleRule(aliases.EXTENDED, aliases.judge_aliases)
REGISTERED_INTERNALLY = ModuleRule(aliases.INTERNAL_ALIAS, aliases.judge_aliases)
SUPPORT_TAGS = ModuleRule(support_tags.SYMBOL, support_tags.judge_support_tags)
