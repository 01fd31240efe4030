"""hypothesis as it is used here: it goes by its seed alone, and leaves nothing behind.

Otherwise it collects constants from whatever happens to be loaded, so that one worker would draw other values than
another, and writes what it has worked out into the working directory, which is the project's.
"""

from __future__ import annotations

import os

from hypothesis import configuration
from hypothesis.internal.conjecture import providers


def settle() -> None:
    """Have it so in this process. What is not there in some version of hypothesis need not be kept from it."""
    configuration.set_hypothesis_home_dir(os.devnull)  # no directory, so that nothing is kept
    nothing = getattr(providers, "_local_constants", None)
    if nothing is not None:
        providers._get_local_constants = lambda: nothing
