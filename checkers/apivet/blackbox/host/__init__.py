"""The process that was asked: it reads the tree, hands work out, and never imports the project's code."""
