"""Properties: each family is a sentence of the contract, with the objects that show it best."""
