"""Names of a program: modules as they are loaded, and what their names mean."""
