"""Each piece of work in a process of its own, which leaves nothing behind."""
