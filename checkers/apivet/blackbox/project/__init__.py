"""The project's code as it is found and called: strategies, hooks, gates, conversions, side effects."""
