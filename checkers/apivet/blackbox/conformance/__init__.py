"""What every storage of an API server promises: a module for each kind of call, a function for each promise."""
