"""What well-known functions and methods do to objects, in words that every front end shares.

A front end maps its language's library onto these (``copy.deepcopy`` and Go's ``DeepCopy`` are both ``DEEP_COPY``); the
interpreter knows only the operations.
"""

from __future__ import annotations

import enum


class Operation(enum.Enum):
    """The effect of calling something that is outside the tree."""

    COPY = "a shallow copy of the first argument"
    DEEP_COPY = "a deep copy of the first argument"
    REPLACE = "a shallow copy of the first argument with the named arguments as fields"
    REPLACE_FROM_MAPPING = "a copy with the fields of a mapping given as ``update``"
    CAST = "the second argument, seen as the type given first"
    LENGTH = "the number of elements"
    IS_INSTANCE = "whether the first argument is of the second"
    HAS_FIELD = "whether the first argument has a field of that name"
    GET_FIELD = "the field whose name is the second argument"
    SET_FIELD = "sets the field whose name is the second argument to the third"
    DELETE_FIELD = "removes the field whose name is the second argument"
    FIELDS = "the object itself, seen as a mapping of its fields"
    RANGE = "the whole numbers up to the argument"
    ENUMERATE = "pairs of position and element"
    ZIP = "tuples of elements at the same position"
    SAME_ELEMENTS = "a new sequence of the same elements"
    SORTED = "a new sequence of the same elements, sorted"
    TURNED = "a new sequence of the same elements from the last to the first"
    UNORDERED = "a new set of the same elements"
    MAPPING = "a new mapping"
    TRUTH = "whether the argument is true"
    ANY = "whether any element is true"
    ALL = "whether all elements are true"
    APPLY_TO_EACH = "the results of calling the first argument with each element of the second"
    SELECT = "the elements of the second argument for which the first gives true"
    NEXT = "the first element, else the second argument"
    SUPER = "the receiver seen from above the class"
    TYPE_OF = "the type of the argument"
    PARTIAL = "the first argument with the others already given"
    WHOLE_NUMBER = "the argument as a whole number"
    DECLARED_FIELDS = "the fields that the argument's type declares"
    GATHER = "awaits all arguments"
    SCHEDULE = "the argument, to be awaited later"
    APPLY = "calls the first argument with the others"
    HANDED = "a context that hands out the argument"
    SWALLOW = "a context that swallows exceptions"
    RUN_SOURCE = "runs a text as source, in reach of every variable"
    IMAGE = "equal for equal arguments and different for different ones"
    AS_MAPPING = "a deep copy of the first argument, as a mapping of its fields"
    EQUAL = "whether the two arguments are equal"
    UNEQUAL = "whether the two arguments differ"
    PURE = "reads its arguments, changes nothing"
    # methods of containers and objects
    GET_ITEM = "the element under a key, else a default"
    POP_ITEM = "the element under a key, which is then gone"
    SET_DEFAULT = "the element under a key, set to a default where absent"
    UPDATE = "takes over the elements of a mapping"
    APPEND = "adds an element at the end"
    EXTEND = "adds the elements of another container"
    REMOVE = "removes an element"
    CLEAR = "removes all elements"
    ITEMS = "pairs of key and element"
    VALUES = "the elements"
    KEYS = "the keys"
    REORDER = "changes the order of elements"
