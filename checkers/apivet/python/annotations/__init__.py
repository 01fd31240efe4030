"""Annotations as values: exact types, shapes, gates named in them, forms of declaration. Nothing here follows names."""
