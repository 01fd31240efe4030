"""The language server: what is found while somebody types, in the words of the protocol."""
