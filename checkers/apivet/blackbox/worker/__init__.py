"""Processes that run the project's code: one imports it, its copies examine one strategy each."""
