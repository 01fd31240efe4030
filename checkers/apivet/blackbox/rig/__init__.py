"""One run of a hook: copies go in, what is stored comes out."""
