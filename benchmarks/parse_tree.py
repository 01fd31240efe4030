"""The yardstick: parse every Python file of a tree, and do nothing else.

python benchmarks/parse_tree.py DIRECTORY
"""

import ast
import os
import sys

for directory, _, names in os.walk(sys.argv[1]):
    for name in names:
        if name.endswith(".py"):
            with open(os.path.join(directory, name), "rb") as file:
                ast.parse(file.read())
