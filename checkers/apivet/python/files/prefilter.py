"""The prefilter: a first choice of the files that can matter.

Most files of most trees have nothing to do with API objects. A search for a few words in their bytes leaves them out
before anything is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from apivet.program.front_end import Interest
from apivet.python.files.cross_file import SCHEME_WORD, patches
from apivet.vocabulary import Vocabulary

#: Words by which tags name gates: comments, markers, metadata keys.
_GATE_WORDS: Final = (b"eatureGate=", b"FeatureGate(", b"feature_gate", b"feature-gate")
#: Words that make a file worth judging for its own code, by rule family. A file with none of
#: them is at most judged for where it lies.
_FAMILY_WORDS: Final = (
    *(b"assign_properties_to", b"assign_properties_from", b"property_bag", b"PropertyBag"),  # conversion hooks
    SCHEME_WORD,
)
#: The same for definitions, whose words stand in too much other code.
_FAMILY_DEFINITIONS: Final = re.compile(
    rb"def[ \t]+_*(?:[Cc]onvert_\w+_[Tt]o_\w+|[Cc]onvert[A-Z]\w*To[A-Z]\w*|convert_to|convert_from)[ \t]*[\[(]"
)
#: A class statement with its name and, where it has some, its bases.
CLASS: Final = re.compile(
    rb"^[ \t]*class[ \t]+([A-Za-z_]\w*)[ \t]*(?:\[[^\]\n]*\])?[ \t]*(?:\(((?:[^()]|\([^()]*\))*)\))?[ \t]*:",
    re.MULTILINE,
)
_DERIVED: Final = re.compile(rb"^[ \t]*class[ \t]+\w+[^\n(:]*\(", re.MULTILINE)
_FUNCTION: Final = re.compile(rb"^[ \t]*(?:async[ \t]+)?def[ \t]+([A-Za-z_]\w*)", re.MULTILINE)
#: An annotation that may name a class of the project, and is no parameter's.
_STRUCTURED: Final = (
    rb"[ \t]*(?!(?:[\"']|Optional\[|t\.|typing\.)*(?:dict|Dict|Mapping|MutableMapping|str|bytes|Any)\b)"
    rb"[\"']?[A-Za-z_][\w.]*[ \t]*(?:[=|\[\"'#][^\n]*)?(?<!,)[ \t\r]*$"
)


class FileRelevance:
    """The words that make a file matter."""

    def __init__(self, vocabulary: Vocabulary, feature_gates: Sequence[str] = ()) -> None:
        #: Whether the configuration says that there are gates; else only tags can tell.
        self.has_registry = bool(feature_gates)
        hooks = (*vocabulary.prepare_for_create, *vocabulary.prepare_for_update)
        self.hook_words = tuple(dict.fromkeys(word.encode() for word in hooks))
        self.seed_words = tuple(
            dict.fromkeys((*self.hook_words, *(word.encode() for word in vocabulary.new_rest), *_GATE_WORDS))
        )
        self._metadata_word = vocabulary.metadata.encode() + b":"
        self._metadata_field = re.compile(rb"^[ \t]+" + re.escape(self._metadata_word) + _STRUCTURED, re.MULTILINE)
        reset = b"|".join(re.escape(name.encode()) for name in vocabulary.get_reset_fields)
        self._reset_words = tuple(name.encode() for name in vocabulary.get_reset_fields)
        self._reset_fields = re.compile(rb"\bdef[ \t]+(?:" + reset + rb")\b")
        names = b"|".join(re.escape(name.encode()) for name in vocabulary.gate_functions)
        self._asks = re.compile(rb"\b(?:" + names + rb")\b")
        self._answers = re.compile(rb"\breturn\b[^\n]*\b(?:" + names + rb")\s*\(")

    def relevant(self, data: bytes) -> bool:
        """Whether a file says by itself that it matters: it has hooks, a registration or gate tags."""
        return any(word in data for word in self.seed_words)

    def judged_alone(self, data: bytes) -> bool:
        """Whether a file has something to judge that no other file needs to know of."""
        if any(word in data for word in _FAMILY_WORDS):
            return True
        return b"onvert" in data and _FAMILY_DEFINITIONS.search(data) is not None

    def declares_objects(self, data: bytes) -> bool:
        """Whether the file may declare a root type: nothing to judge, but to be counted."""
        return self._metadata_word in data and b"class " in data and self._metadata_field.search(data) is not None

    def names_gates(self, data: bytes) -> bool:
        """Whether the file may tag a field."""
        return any(word in data for word in _GATE_WORDS)

    def asks_for_gates(self, data: bytes) -> bool:
        """Whether the file may ask for a gate."""
        return self._asks.search(data) is not None

    def names_reset_fields(self, data: bytes) -> bool:
        """Whether a strategy says here which fields it resets."""
        found = self._reset_fields.search(data) if any(word in data for word in self._reset_words) else None
        return found is not None and b"return" in data[found.end() : found.end() + 600]

    def interest(self, data: bytes, existing: frozenset[str], among: Interest) -> Interest:
        """Each reason to look at a file more closely that is among those."""
        found = Interest.NONE
        if Interest.OWN in among and (
            self.relevant(data) or self.judged_alone(data) or (existing and declares_any(data, encoded(existing)))
        ):
            found |= Interest.OWN
        if Interest.GATES in among and (b"trategy" in data or self.asks_for_gates(data)):
            found |= Interest.GATES
        if Interest.DERIVES in among and _DERIVED.search(data) is not None:
            found |= Interest.DERIVES
        return found | Interest.PATCHES if Interest.PATCHES in among and patches(data) else found

    def strategies(self, data: bytes) -> set[bytes]:
        """The classes in whose text a hook is named."""
        return classes_naming(self.hook_words, data)

    def gate_functions(self, data: bytes, wrappers: set[bytes]) -> set[bytes]:
        """The functions in whose text the answer of a gate check, or of a known wrapper of one, is returned."""
        found = set()
        headers = list(_FUNCTION.finditer(data))
        ends = [header.start() for header in headers[1:]] + [len(data)]
        for header, end in zip(headers, ends):
            text = data[header.end() : end]
            if self._answers.search(text) or any(b"return " + name + b"(" in text for name in wrappers):
                found.add(header.group(1))
        return found


def classes_naming(words: Sequence[bytes], data: bytes) -> set[bytes]:
    """The classes in whose text one of the words stands."""
    if not any(word in data for word in words):
        return set()
    headers = list(CLASS.finditer(data))
    ends = [header.start() for header in headers[1:]] + [len(data)]
    return {
        header.group(1)
        for header, end in zip(headers, ends)
        if any(data.find(word, header.end(), end) >= 0 for word in words)
    }


def encoded(names: frozenset[str]) -> frozenset[bytes]:
    """Names as they stand in a file."""
    return frozenset(name.encode("utf-8", "surrogatepass") for name in names)


def declares_any(data: bytes, names: frozenset[bytes]) -> bool:
    """Whether a file has a class statement with one of these names."""
    return b"class " in data and any(header.group(1) in names for header in CLASS.finditer(data))
