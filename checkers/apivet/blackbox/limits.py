"""Limits of what is tried, looked at, and reported by runs."""

from __future__ import annotations

from typing import Final

# ------------------------------------------------------------------------------------------------------------- objects

#: Fields that an object may have, with those of the objects in it.
FIELDS: Final = 6000
#: Numbers that go by the place.
NUMBERED_PLACES: Final = 100_000
#: Calls of one constructor until it is given up.
CONSTRUCTIONS: Final = 2000
#: Values that are drawn of one type. The first ones are the simplest.
DRAWN: Final = 60
#: Objects whose domain is remembered.
KNOWN_OBJECTS: Final = 64
#: Aliases of aliases that are followed.
BOUND_DEPTH: Final = 20
#: Objects inside each other that are followed; those below are taken to be alike.
LOOKED_INTO: Final = 60
#: Leaves that are looked at: an object that a hook has put into itself has no end of them.
LEAVES: Final = 20_000
#: Letters of the longest text that is matched with an expression.
MATCHED_TEXT: Final = 200

# ---------------------------------------------------------------------------------------------- the project under test

#: Functions of a strategy that are read, and constants of a type that are kept; a strategy that needs more is none.
FUNCTIONS: Final = 400
CONSTANTS: Final = 12
#: Collections, functions and objects inside each other that are looked into for constants.
HELD_DEPTH: Final = 3
#: Constants of one value that are looked at.
HELD_VALUES: Final = 200
#: Entries of tables of the code that may say what comes after what.
STEPS: Final = 24
#: Letters of the longest text of the code that is tried.
CONSTANT_LENGTH: Final = 80
#: Instructions that load for one comparison or call: ``obj.spec.template.least == obj.spec.template.most``.
LOADED_CONSTANTS: Final = 12
#: Elements of the longest text or list that is made.
LONGEST_MADE: Final = 1000
#: Texts of a function that are put together with each other.
JOINED_TEXTS: Final = 4
#: Contexts of the project inside each other that are changed.
CONTEXT_DEPTH: Final = 3
#: Filled objects that are tried, for the sake of types with very many constants.
SAMPLES: Final = 12
#: Modules that a script may take from its own directory.
SIBLINGS: Final = 100
#: Files that are searched for users of a class.
SEARCHED_FILES: Final = 5_000
#: Objects that are looked at, and steps from a module's global to them: registries lie near the surface.
REACHABLE_OBJECTS: Final = 20_000
REACHABLE_STEPS: Final = 4
#: Results of a conversion that are looked at for memory that they share with their sources.
SHARING_LOOKS: Final = 6
#: Types that are followed from one root type; a larger web of types is cut, and filled no further.
TYPES: Final = 4000

# ------------------------------------------------------------------------------------------------------------- running

#: Runs, and contents of objects, that are kept.
KEPT_RUNS: Final = 128
#: Calls in a row of a hook that remembers some.
SERIES_CALLS: Final = 1000
#: Calls of each hook that are known to have come before the present one.
KNOWN_CALLS: Final = 32
#: Other names in a row that were in vain, after which no more are tried.
NAMES_IN_VAIN: Final = 6
#: Pairs of parts whose comparison is remembered.
COMPARED_PAIRS: Final = 1024
#: Values of a mapping that are tried with the code's constants for keys.
ENTRIES: Final = 4
#: Steps of one sequence, at most.
SEQUENCE_STEPS: Final = 12
#: Runs that are spent on one case.
SHRINKING_RUNS: Final = 400

# ---------------------------------------------------------------------------------------------------------- properties

#: Runs in which random numbers are drawn anew, and seeds among which those are chosen that draw the smallest number
#: first, the largest one, and such as lie evenly between.
RANDOM_RUNS: Final = 16
RANDOM_SEEDS: Final = 1000
#: Comparisons that are noted of one run, fields that a value is known to be reckoned from, elements of a list that note
#: theirs, runs of a hook in which that is looked at, and objects that are made of what was seen.
NOTED_COMPARISONS: Final = 64
PROBED_FIELDS: Final = 4
PROBED_ELEMENTS: Final = 3
PROBES: Final = 24
PROBED_OBJECTS: Final = 40
#: Objects that these runs begin with because of a value that is of no kind to be looked at so.
PROBED_STARTS: Final = 8
#: Contexts that are tried, and texts of the code for a name that it compares with nothing in sight.
CONTEXTS: Final = 12
GUESSED_NAMES: Final = 4
#: Updates of nothing after which most hooks have nothing left to settle.
SETTLING_RUNS: Final = 3
#: Objects that are tried for one that is stored, and those of them that are asked about.
SOUGHT: Final = 60
FOUND: Final = 8
#: Depth of the fields that are looked at by themselves.
FIELD_DEPTH: Final = 4
#: Fields of the old status that a server may clear by choice.
CLEARED_BY_CHOICE: Final = 2
#: Number from which a value tells where it comes from.
TELLING_NUMBER: Final = 1_000
#: Pairs that are tried, and values in one place.
TELLING_PAIRS: Final = 160
TELLING_VALUES: Final = 30
#: Objects that are made of one; where there is more to try, sequences take it up.
VALUED_OBJECTS: Final = 20
#: Objects with one value that the code compares a field with.
COMPARED_VALUES: Final = 300
#: Objects that the code gives a reason for, and others, however many reasons there are.
REASONED_VALUES: Final = 40
OTHER_VALUES: Final = 8
#: Pairs of objects with the same value in one place, for each of which every leaf of the spec is changed.
STATES: Final = 16
#: Pairs of values of one place that code tells apart, that are stored and sent: all of three.
TOLD_PAIRS: Final = 6
#: Objects with a value that the code asks something about.
ASKED_VALUES: Final = 60
#: Objects inside of each other that are looked through, which is more than an API object has.
STORED_DEPTH: Final = 20
#: Places that are tried for a pair, spread evenly over the lines of the first call that talk to a
#: database.
WRITERS_PLACES: Final = 30

# ------------------------------------------------------------------------------------------------------------- telling

#: Leaves of the stored object that are printed.
STORED_LEAVES: Final = 60
#: Lost leaves that are printed.
LOST_LEAVES: Final = 60
#: Files changed by a hook that are named.
CHANGED_FILES: Final = 3
#: Letters of a file's name; file systems take 255 bytes.
FILE_NAME: Final = 200
