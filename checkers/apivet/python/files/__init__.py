"""Files of a tree: which are collected, how modules lie in directories, and what a look at their bytes decides."""
