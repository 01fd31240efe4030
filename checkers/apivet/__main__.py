"""``python -m apivet``."""

from __future__ import annotations

import os
import sys

# Python looks first into the working directory then, and that is the tree under check: a file of it that is called as
# a library is would be run. The program itself may have been found there.
if sys.path[0] == os.getcwd() != os.path.dirname(os.path.dirname(os.path.abspath(__file__))):
    del sys.path[0]

from apivet.cli import main

main(prog_name="apivet")
