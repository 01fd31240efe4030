"""Operations of well-known functions and methods on objects, in words that every front end shares.

A front end maps its language's library onto these (``copy.deepcopy`` and Go's ``DeepCopy`` are both ``DEEP_COPY``); the
interpreter knows only the operations.
"""

from __future__ import annotations

import enum
from typing import Final


class Operation(enum.Enum):
    """The effect of calling something that is outside the tree."""

    COPY = "a shallow copy of the first argument"
    DEEP_COPY = "a deep copy of the first argument"
    REPLACE = "a shallow copy of the first argument with the named arguments as fields"
    REPLACE_FROM_MAPPING = "a copy with the fields of a mapping given as ``update``"
    CAST = "the second argument, seen as the type given first"
    LENGTH = "the number of elements"
    SIZE = "the number of bytes of a text"
    IS_NOTHING = "whether the argument is a container that was never made; one that was given is where it is empty"
    SUM = "the sum of the elements"
    NOTHING = "nothing, which the class of it makes"
    IS_INSTANCE = "whether the first argument is of the second"
    IS_BOXED = (
        "whether the first argument, which lies in an interface, is of the second and no pointer to such an object"
    )
    HAS_FIELD = "whether the first argument has a field of that name"
    GET_FIELD = "the field whose name is the second argument"
    SET_FIELD = "sets the field whose name is the second argument to the third"
    STORE_FIELD = "the same, past a method of the type's own that sets fields"
    DELETE_FIELD = "removes the field whose name is the second argument"
    FIELDS = "the object itself, seen as a mapping of its fields"
    RANGE = "the whole numbers up to the argument"
    ENUMERATE = "pairs of position and element"
    ZIP = "tuples of elements at the same position"
    ZIP_LONGEST = "the same, with ``None`` where one sequence has no more"
    SAME_ELEMENTS = "a new list of the same elements"
    FIXED_ELEMENTS = "a new sequence of the same elements that nobody changes"
    ITERATE = "an iterator over the same elements"
    ITERATE_EACH = "an iterator over the elements of each element"
    SORTED = "a new sequence of the same elements, sorted"
    TURNED = "a new sequence of the same elements from the last to the first"
    UNORDERED = "a new set of the same elements"
    MAPPING = "a new mapping"
    ORDERED_MAPPING = "a new mapping that equals another such one only where the keys of both come in one order"
    TRUTH = "whether the argument is true"
    ANY = "whether any element is true"
    ALL = "whether all elements are true"
    APPLY_TO_EACH = "the results of calling the first argument with each element of the second"
    APPLY_TO_ROWS = "the results of calling the first argument with the elements of each element of the second"
    SELECT = "the elements of the second argument for which the first gives true"
    NEXT = "the first element, else the second argument"
    SUPER = "the receiver seen from above the class"
    TYPE_OF = "the type of the argument"
    PARTIAL = "the first argument with the others already given"
    STATIC_METHOD = "a class attribute that is the first argument, bound to nothing"
    CLASS_METHOD = "a class attribute that is the first argument, bound to the class"
    PARTIAL_METHOD = "a class attribute that is the first argument with the others already given, bound to the object"
    PROPERTY = "a class attribute that gives what the first argument makes of the object, and is set by the second"
    KEY = "the argument as a key of a mapping: objects, which may be equal by value, are told apart by nobody"
    NEW_KEYS = "a new mapping from each element of the first argument to the second"
    NEW_ORDERED_KEYS = "the same, that equals another such one only where the keys of both come in one order"
    WHOLE_NUMBER = "the argument as a whole number"
    OPERATE = "what the operator does that the function is named after"
    DIVIDE = "how often the second argument goes into the first, and what is left"
    TEXT = "the argument as a text"
    NUMBER = "the argument as a number with a fraction"
    BYTES = "the argument as bytes"
    DECLARED_FIELDS = "the fields that the argument's type declares"
    DECLARED_TYPES = "the types of the fields that the argument declares and inherits, by their names"
    GATHER = "awaits all arguments"
    SCHEDULE = "the argument, to be awaited later"
    SHIELD = "the argument, to be awaited later, and not ended by the end of that"
    APPLY = "calls the first argument with the others, in a thread"
    MARK = "the first argument, with a mark for people or tools"
    PART = "the first argument, a part of the slice that is the second: both lie in one array"
    GROWN = "the first argument, made of the slice that is the second and more: both may lie in one array"
    HANDED = "a context that hands out the argument"
    CLOSED = "a context that hands out the argument, and closes it"
    SWALLOW = "a context that swallows exceptions"
    RUN_SOURCE = "runs a text as source, in reach of every variable"
    LEAD = "something that leads to the variables of all calls"
    REACH = "may change any object that there is, now or later"
    IMAGE = "equal for equal arguments and different for different ones"
    OWN_FIELDS = "a new mapping of the fields of the first argument, which it shares"
    AS_MAPPING = "a deep copy of the first argument, as a mapping of its fields"
    AS_TUPLE = "a deep copy of the first argument's fields, as a tuple in their order"
    VALIDATE = "an object of the receiver's type, made of a mapping of its fields"
    CONVERT = "the first argument, a mapping of fields, as an object of the type that is the second"
    EQUAL = "whether the two arguments are equal"
    EQUAL_TO_THE_LETTER = "the same, where an empty container that was made is another than one that was not"
    UNEQUAL = "whether the two arguments differ"
    MAKE = "an object of its own, made of its arguments, that can be changed"
    IS_GATE_ON = "whether the feature gate is on that the argument names"
    PURE = "reads its arguments, changes nothing"
    OUTWARD = "reads its arguments, and does something to the world outside"
    PUT_AWAY = "keeps its arguments for whoever asks for what was put away"
    WAS_PUT_AWAY = "anything that was put away, or came of its argument"
    LEAVE = "raises what ends the process, unless a handler takes it"
    END = "ends the process"
    IS_DATA = "whether the argument is an object whose fields are declared"
    TUPLE_TYPE = "a type of tuples whose elements have names"
    NAMED_TUPLE = "a tuple whose elements have the names that the first argument tells"
    FOLD = "the first argument called with what it gave so far and each element of the second"
    FOLD_EACH = "all results of folding the first argument by the second, else the sums so far"
    FIELD_READER = "a callable that gives the fields of these names"
    ITEM_READER = "a callable that gives the elements under these keys"
    METHOD_CALLER = "a callable that calls the method of that name with the other arguments"
    READ_FIELDS = "the fields, named by all arguments but the last, of the last"
    READ_ITEMS = "the elements, under all arguments but the last, of the last"
    CALL_METHOD = "the method named first, of the last argument, called with those between"
    ITEM = "the element of the first argument under the second"
    SET_ITEM = "puts the third argument under the second into the first"
    DELETE_ITEM = "removes the element of the first argument under the second"
    # methods of containers and objects
    GET_ITEM = "the element under a key, else a default"
    POP_ITEM = "the element under a key, which is then gone"
    SET_DEFAULT = "the element under a key, set to a default where absent"
    UPDATE = "takes over the elements of a mapping"
    APPEND = "adds an element at the end"
    EXTEND = "adds the elements of another container"
    REMOVE = "removes an element, which must be there"
    DISCARD = "removes an element, if it is there"
    POSITION = "the position of an element"
    CLEAR = "removes all elements"
    ITEMS = "pairs of key and element"
    VALUES = "the elements"
    KEYS = "the keys"
    REORDER = "sorts the elements"
    REVERSE = "turns the order of the elements around"


#: Operations that only read their arguments; the result may hold them or their parts.
READING: Final = frozenset(
    (Operation.PURE, Operation.SUM, Operation.ENUMERATE, Operation.ZIP, Operation.ZIP_LONGEST, Operation.ANY)
    + (
        Operation.ALL,
        Operation.SAME_ELEMENTS,
        Operation.FIXED_ELEMENTS,
        Operation.SORTED,
        Operation.TURNED,
        Operation.UNORDERED,
    )
    + (Operation.PART, Operation.GROWN)
    + (Operation.COPY, Operation.GET_ITEM, Operation.ITEMS, Operation.VALUES, Operation.KEYS, Operation.FIXED_ELEMENTS)
)
#: Operations that only read their arguments, and give a number, a text, an answer, or a copy that shares nothing.
TELLING: Final = frozenset(
    (Operation.LENGTH, Operation.IS_INSTANCE, Operation.RANGE, Operation.TRUTH, Operation.WHOLE_NUMBER, Operation.TEXT)
    + (Operation.SIZE, Operation.IS_BOXED, Operation.IS_NOTHING, Operation.DIVIDE)
    + (Operation.NUMBER, Operation.EQUAL, Operation.UNEQUAL, Operation.DEEP_COPY, Operation.OUTWARD)
    + (Operation.IS_GATE_ON, Operation.EQUAL_TO_THE_LETTER)
)
#: Operations that change their first argument, into which the others may come.
CHANGING: Final = frozenset((Operation.REORDER, Operation.APPEND, Operation.CLEAR, Operation.POP_ITEM))
