"""Promises of every storage: a module for each kind of call, a function for each promise."""
