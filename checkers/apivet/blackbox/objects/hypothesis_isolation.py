"""hypothesis as it is used here: it goes by its seed alone, and leaves nothing behind.

Otherwise it collects constants from whatever happens to be loaded, so that one worker would draw other values than
another; writes what it has worked out into the working directory, which is the project's; and reads its own source for
the key under which it would do so, which takes longer than most experiments.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

from hypothesis import configuration, core
from hypothesis.internal.conjecture import providers

_HOME, _CONSTANTS, _COLLECT = "__hypothesis_home_directory", "_local_constants", "_get_local_constants"
_DIGEST = "function_digest"


@contextmanager
def by_seed_alone() -> Iterator[None]:
    """Have it so here. Other users of hypothesis in this process are not to notice."""
    home, no_constants = getattr(configuration, _HOME, None), getattr(providers, _CONSTANTS, None)
    configuration.set_hypothesis_home_dir(os.devnull)  # no directory, so that nothing is kept
    try:
        with ExitStack() as stack:
            if no_constants is not None:
                stack.enter_context(_instead(providers, _COLLECT, lambda: no_constants))
            stack.enter_context(_instead(core, _DIGEST, lambda function: b""))
            yield
    finally:
        configuration.set_hypothesis_home_dir(home)


@contextmanager
def _instead(module: ModuleType, name: str, other: Callable[..., Any]) -> Iterator[None]:
    """Another function in place of one of hypothesis' own; what a version has not, need not be kept from anything."""
    own = getattr(module, name, None)
    if own is None:
        yield
        return
    setattr(module, name, other)
    try:
        yield
    finally:
        setattr(module, name, own)
