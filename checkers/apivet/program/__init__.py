"""The language-neutral model of the program under check."""
