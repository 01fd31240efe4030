"""What functions and methods outside the tree do to objects."""
