"""Types of a program: how classes are declared, their fields, bases, annotations and gates."""
