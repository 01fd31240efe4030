"""The project's code at work: modules are imported, strategies made, gates switched, hooks called."""
