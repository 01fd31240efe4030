"""Everything that is tried on one strategy, and the failing cases that come of it."""
