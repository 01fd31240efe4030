"""Promises of every storage, however it is spoken to: a module for each kind of call, a function for each promise."""
