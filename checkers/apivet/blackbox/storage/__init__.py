"""Promises that can be tried only where the storage is: in the process, under its callbacks, between two writers."""
