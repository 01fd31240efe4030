"""Fixes, a module for each family of rules."""
