"""What is tried on a strategy: each family of experiments is a sentence of the contract, with its property."""
