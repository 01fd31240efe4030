"""Types that never say the hooks' names."""

from dataclasses import dataclass

import filling as parts
from filling import FillsOut as Out


@dataclass
class Barge(Out):  # expect: conversion-hook-one-way
    tonnage: int = 0


@dataclass
class Lighter(parts.FillsBoth):  # holds: conversion-hook-one-way
    tonnage: int = 0
