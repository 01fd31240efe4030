"""Effects of functions and methods outside the tree on objects."""
