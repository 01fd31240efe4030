"""Conversions and schemes lose nothing and forget nothing (contract section 7)."""

from __future__ import annotations

from apivet.conventions import augmentation, conversions, property_bags, scheme, storage_twins
from apivet.conventions.rule import ModuleRule

ONE_WAY = ModuleRule(augmentation.ONE_WAY, augmentation.judge_augmentations)
WRONG_TYPE = ModuleRule(augmentation.WRONG_TYPE, augmentation.judge_augmentations)
DROPS = ModuleRule(conversions.DROPS, conversions.judge_conversions)
SETS = ModuleRule(conversions.SETS, conversions.judge_conversions)
NOT_DRAINED = ModuleRule(property_bags.SYMBOL, property_bags.judge_property_bags)
TWIN_DIFFERS = ModuleRule(storage_twins.SYMBOL, storage_twins.judge_storage_twins)
NOT_REGISTERED = ModuleRule(scheme.NOT_REGISTERED, scheme.judge_scheme)
TWICE = ModuleRule(scheme.TWICE, scheme.judge_scheme)
