"""Examination of one strategy: all trials, and the failing cases that come of them."""
