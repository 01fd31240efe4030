"""hypothesis as it is used here: it goes by its seed alone, and leaves nothing behind.

Otherwise it collects constants from whatever happens to be loaded, so that one worker would draw other values than
another, and writes what it has worked out into the working directory, which is the project's.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import configuration
from hypothesis.internal.conjecture import providers

#: What some versions of hypothesis have, and need not be kept from those that have not.
_HOME, _CONSTANTS, _COLLECT = "__hypothesis_home_directory", "_local_constants", "_get_local_constants"


@contextmanager
def by_seed_alone() -> Iterator[None]:
    """Have it so here. Whoever else uses hypothesis in this process is not to notice."""
    home, collect = getattr(configuration, _HOME, None), getattr(providers, _COLLECT, None)
    nothing = getattr(providers, _CONSTANTS, None)
    configuration.set_hypothesis_home_dir(os.devnull)  # no directory, so that nothing is kept
    if nothing is not None and collect is not None:
        setattr(providers, _COLLECT, lambda: nothing)
    try:
        yield
    finally:
        configuration.set_hypothesis_home_dir(home)
        if nothing is not None and collect is not None:
            setattr(providers, _COLLECT, collect)
