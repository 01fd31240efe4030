"""Memory that copies of this process share with it for as long as nobody writes there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from apivet.blackbox.objects.access import identity_of

#: Sizes of blocks in bytes: those that Python's allocator has beside others of their size, but for the two smallest, of
#: which there are hardly any; and the smallest one that it leaves to the system's.
_SIZES: Final = (*range(48, 513, 16), 544)
#: Bytes of an object of bytes besides these.
_HEADER: Final = 33
#: The bits of an address that an identity does not have, as they are the same in all.
_ALIGNMENT: Final = 4
#: Bytes of blocks of one size that lie beside each other; pools were smaller before Python 3.11, and they lie beside
#: each other too.
_POOL: Final = 1 << 14
#: Bytes that are taken up at most. Other allocators put blocks of one size wherever they like.
_MOST: Final = 1 << 23

_held: Final[list[list[bytes]]] = []
#: Python's own way to forget what it has looked up, by the name that it has had since Python 3.13.
_forget: Final[Callable[[], object]] = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache


def forget_lookups() -> None:
    """Forget by which names attributes of classes were looked up last. Libraries make some of these names anew each
    time (``abc`` a thousand ``__subclasses__``), and each ends as soon as another takes its place: in a copied process
    that costs a copy of the page around it."""
    _forget()


def take_up_gaps() -> None:
    """Take up free memory that lies between what is in use. What a copied process puts there costs it a copy of the
    page around; of new pages it has as many as it likes."""
    left = _MOST
    for size in _SIZES:
        is_in_one_piece = False
        while left > 0 and not is_in_one_piece:
            blocks = [bytes(size - _HEADER) for _ in range(_POOL // size - 2)]
            left -= size * len(blocks)
            _held.append(blocks)
            places = list(map(identity_of, blocks))
            is_in_one_piece = max(places) - min(places) < 2 * _POOL >> _ALIGNMENT
