"""The Python front end: from source files to the language-neutral program."""
