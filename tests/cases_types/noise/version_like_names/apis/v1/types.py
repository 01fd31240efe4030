"""The group is called v1."""

from dataclasses import dataclass


@dataclass
class Plan:  # holds: hub-type-differs
    name: str
