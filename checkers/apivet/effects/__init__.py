"""The interpreter: from a hook to its exits, and to what is stored in each part and where it came from."""
