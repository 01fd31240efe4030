"""Words by which code may change objects of other modules: what its bytes tell, so that few files are looked at."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from apivet.python.source.changes import MUTATING
from apivet.python.source.leading import IMPORTING
from apivet.python.source.plain_words import may_say_otherwise, runs_text

#: A name behind the end of what a module that is not imported is a part of: of another one, a path or a text.
AS_PART: Final = rb"[.'\"}/](?:[ \t]|\\\r?\n)*(%b)(?!\w)"
#: A name as a word.
AS_WORD: Final = rb"(?<!\w)(%b)(?!\w)"
ANY_WORD: Final = rb"[A-Za-z_]\w*"
_CHAIN: Final = rb"([A-Za-z_]\w*)((?:\.\w+|\[[^\]\n]*\])*)"
_SET: Final = re.compile(
    rb"^[ \t]*(?:del[ \t]+)?(?!self\b)"
    + _CHAIN
    + rb"(?:\.\w+|\[[^\]\n]*\])[ \t]*(?:(?::[^=\n]*)?[-+|&*]?=(?!=)|[,\n])",
    re.MULTILINE,
)
_MUTATES: Final = rb"\.(?:" + "|".join(sorted(MUTATING)).encode() + rb")[ \t]*\("
_CALLED: Final = re.compile(rb"(?<![\w.])(?!self\b)" + _CHAIN + _MUTATES)
#: The end of that pattern by itself: it is searched for twenty times as fast.
_CALLING: Final = re.compile(_MUTATES)
#: Attributes as targets of statements that do not begin with them: behind other targets, a semicolon or a colon, of
#: ``for`` and ``as``. What stands before an attribute comes first, so that it is searched for fast.
_TARGETS: Final = (
    *(re.compile(sign + rb"[ \t]*(?!self\b)" + _CHAIN + rb"\.\w+[ \t]*=(?!=)") for sign in (b"=", b",", b";", b":")),
    re.compile(rb"for[ \t]+\(?(?!self\b)" + _CHAIN + rb"\.\w+[ \t]*(?:,|in\b)"),
    re.compile(rb"^[ \t]*[\[(][ \t]*(?!self\b)" + _CHAIN + rb"\.\w+[^\n]*[\])][ \t]*=(?!=)", re.MULTILINE),
    re.compile(rb" as[ \t]+\(?(?!self\b)" + _CHAIN + rb"\.\w+[ \t]*[:,)]"),
)
#: The same of what one's own object holds.
_OF_PARTS: Final = re.compile(rb"\bself\.\w+[\w.\[\]'\"]*\.\w+[ \t]*=(?!=)")
_BEHIND: Final = tuple(re.compile(sign + rb"(?:\[[^\]\n]*\]|\.\w+)*\.\w+[ \t]*=(?!=)") for sign in (rb"\)", rb"\]"))
#: The colon of a statement, and none in front of an annotation.
_COLON: Final = re.compile(rb"[ \t]*(?:if|elif|else|for|while|with|try|finally)\b[^\n]*|[^\n]*\)[ \t]*(?:->[^\n]*)?")
#: Attributes that are set over several lines, or with blanks around their dots.
_SPACED: Final = re.compile(
    rb"\.(?:(?<=[\s\\]\.)[\s\\]*\w+[\s\\]*[,)=](?!=)"
    rb"|(?:[ \t]+|[ \t]*\\\r?\n[ \t]*)\w+[ \t]*=(?!=)|\s*\w+\s*\)[ \t]*=(?!=))"
)
#: ``setattr``, called or handed on, and the code of a function.
_SETTER: Final = re.compile(
    rb"(?<![A-Za-z\d])(?:set|del)attr(?:__)?[ \t]*(?:\((?![ \t\n]*self\b)|[,)\]\n]|as\b)"
    rb"|\.__(?:code|defaults|kwdefaults)__[ \t]*(?::[^=\n]*)?=(?!=)"
)
#: Words of which one stands wherever that pattern is found: it is searched for ten times as fast.
_SETTING: Final = (b"setattr", b"delattr", b".__code__", b".__defaults__", b".__kwdefaults__")
#: Modules, and the names of objects, that are asked for in other words, and changed or given a name.
_WORDS: Final = (b"vars(", b"modules", *(f"{each}(".encode() for each in IMPORTING), b".__dict__", b"patch")
_IN_OTHER_WORDS: Final = re.compile(
    rb"(?:\bvars\((?!self\b)[^()\n]+\)|\bmodules|\b(?:import_module|__import__|resolve_name|locate)\(['\"][^()\n]*\))"
    rb"(?:\.\w+|\[[^\]\n]*\])*(?:[ \t]*\|?=(?!=)|\.(?:update|setdefault|pop|__setitem__)\()"
    rb"|=[ \t]*(?:vars\((?!self\b)|(?!self\b)[\w.]+\.__dict__\b|(?:sys\.)?modules\[['\"])"
    rb"|=[ \t]*[\w.]*(?:import_module|__import__|resolve_name|locate)\(['\"]"
    rb"|[(,=][ \t]*(?:\*\*)?(?:vars\((?!self\b)[^()\n]+\)|(?!self\b)[\w.]+\.__dict__)[ \t]*[,)]|\.__dict__[ \t]*\|="
)
#: Modules that are told by a text, which need not be imported.
_BY_TEXT: Final = (
    *(re.compile(name + rb"\((?<!\w" + name + rb"\()") for name in map(str.encode, IMPORTING)),
    re.compile(rb"attr\([ \t\r\n]*['\"]\w+[\w.]*\.\w"),
)
#: ``patch``, called or handed on: no method of that name that is called with the path of a resource.
_PATCHING: Final = re.compile(
    rb"patch\b(?:(?<![\w.]patch)(?<!def patch)(?:\.(?:object|multiple|dict|__\w+))*\s*\("
    rb"|(?<=\.patch)(?:(?:\.\w+)*\s*\((?!\s*['\"](?:/|https?:|['\"]\s*[,)]))"
    rb"|[ \t]*(?:[,)\]}:;#\r\n]|(?:if|or|and|else|as)\b|\Z))"
    rb"|(?<=['\"]patch)['\"]\s*\))"
    rb"|import\b[ \t]*(?:\*|(?:\([^)]*|(?:\\\r?\n|[^\n])*)\bpatch\b)"
)
#: The modules that are loaded, by the name that ``sys`` has for them: as a word of prose, it stands in many files.
_LOADED: Final = re.compile(
    rb"[.'\"]modules\b|\bimport\b[^\n]*\bmodules\b|^[ \t]*modules[ \t]*,|\bsys\b|\bimport[ \t]*\*", re.MULTILINE
)
#: Attributes that say who is asked for modules, and where these lie: changed, any may be another.
FINDERS: Final = ("meta_path", "path_hooks", "path_importer_cache", "submodule_search_locations")
#: Functions that give any object that there is, and what lays hands on memory.
EVERY_OBJECT: Final = ("get_objects", "get_referrers", "get_referents")
EVERYTHING: Final = tuple(each.encode() for each in EVERY_OBJECT)
MEMORY: Final = ("pythonapi", "py_object")
#: Functions and methods that load a module under a name, which it has from then on.
LOADS: Final = ("load_module", "load_source", "load_compiled", "load_package", "load_dynamic")
#: Words for the names of any module or scope, for builtins, and for what is asked for modules or objects.
_TELLING: Final = ("__globals__", "f_globals", "f_locals", "__builtins__", *FINDERS, *EVERY_OBJECT, *MEMORY, *LOADS)
_TOLD_BY: Final = tuple(each.encode() for each in _TELLING)
_TOLD: Final = re.compile(rb"(?<![A-Za-z\d_])(?:" + "|".join(_TELLING).encode() + rb")\b")
#: Another class of an object: all hooks of it are others then.
_RECAST: Final = re.compile(rb"\.__class__[ \t]*=(?!=)|['\"]__class__['\"]")
#: The directories of a package, set or put in front of others: its modules may lie elsewhere.
MOVED: Final = re.compile(
    rb"^[ \t]*__path__(?:[ \t]*=(?![^\n]*\bextend_path\()|\[|\.(?:insert|reverse|sort)\b)", re.MULTILINE
)
_MOVED_ELSEWHERE: Final = re.compile(rb"\.__path__(?:[ \t]*=(?!=)|\[|\.(?:append|extend|insert|reverse|sort)\b)")
_IMPORT: Final = re.compile(rb"\b(?:import|as)\b[ \t]*\(?([\w \t,.\n#]*)")
_IMPORTS: Final = re.compile(rb"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import\b[ \t]*(?:\([^)]*\)|[^\n]*)", re.MULTILINE)
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
#: A name that stands for a value by itself, as what is bound or handed on does; those of classes are left out.
_WHOLE: Final = re.compile(
    rb"(?:[=(,\[{:]|\b(?:return|yield|or|and|else|in|match|with)\b)[ \t\n]*\**([a-z_]\w*|[A-Z_\d]+\b)(?:\.[a-z_]\w*)*"
    rb"(?=[ \t]*(?:[,:)\]}\n]|\b(?:if|or|and|else)\b))"
)


def may_reach_out(data: bytes) -> bool:
    """Whether source may change what it imports, by its bytes."""
    return may_reach_anywhere(data) or may_reach_imports(data)


def may_reach_anywhere(data: bytes) -> bool:
    """Whether source has words by which it may change what its imports don't lead to."""
    if _tells(data) or runs_text(data):
        return True
    if b"__path__" in data and MOVED.search(data) is not None:
        return True
    return _names_by_text(data) and may_reach_imports(data)


def _tells(data: bytes) -> bool:
    return any(word in data for word in _TOLD_BY) and _TOLD.search(data) is not None


def _names_by_text(data: bytes) -> bool:
    """Whether source may get hold of a module that it does not import."""
    if b"modules" in data and _LOADED.search(data) is not None:
        return True
    return any(each.search(data) is not None for each in _BY_TEXT) or _patches(data)


def _patches(data: bytes) -> bool:
    """Whether source may set an attribute for a while, as ``mock`` does."""
    return b"patch" in data and _PATCHING.search(data) is not None


def may_reach_imports(data: bytes) -> bool:
    """Whether source may change what its imports lead to."""
    if _sets_in_other_words(data):
        return True
    if b"import *" in data:
        return _SET.search(data) is not None or _CALLED.search(data) is not None
    set_ = _roots_set(data)
    roots = set_ | _roots_called(data)
    is_set = bool(set_) or _sets_behind(data)
    imported: set[bytes] = imported_in(data) if roots or is_set else set()
    return not roots.isdisjoint(imported) or (is_set and hands_on(data, imported))


def may_change(data: bytes, names: Collection[bytes]) -> bool:
    """Whether source may change what one of these names stands for."""
    if not names:
        return False
    set_ = _roots_set(data)
    if not (set_ | _roots_called(data)).isdisjoint(names):
        return True
    return (bool(set_) or _sets_behind(data) or _sets_in_other_words(data)) and stands_alone(data, names)


def _sets_in_other_words(data: bytes) -> bool:
    """Whether source may set an attribute other than by a statement that names it."""
    if any(word in data for word in _SETTING) and _SETTER.search(data) is not None:
        return True
    if _SPACED.search(data) is not None:
        return True
    if b"__path__" in data and _MOVED_ELSEWHERE.search(data) is not None:
        return True
    if may_say_otherwise(data):
        return True
    if (any(word in data for word in _WORDS) and _IN_OTHER_WORDS.search(data) is not None) or _patches(data):
        return True
    return b"__class__" in data and _RECAST.search(data) is not None


def _sets_behind(data: bytes) -> bool:
    """Whether source sets an attribute of what a call or an item gives."""
    return any(each.search(data) for each in _BEHIND)


def _roots_set(data: bytes) -> set[bytes]:
    return {match.group(1) for each in (_SET, *_TARGETS) for match in each.finditer(data) if _is_set(match)}


def _roots_called(data: bytes) -> set[bytes]:
    return {match.group(1) for match in _CALLED.finditer(data)} if _CALLING.search(data) is not None else set()


def changes_anything(data: bytes) -> bool:
    """Whether source sets any attribute but those of its own objects, or changes what anything holds, by its bytes."""
    if any(word in data for word in (*_SETTING, *_WORDS, b"__class__")) or _tells(data) or may_say_otherwise(data):
        return True
    return any(each.search(data) for each in (*_BEHIND, _OF_PARTS)) or bool(_roots_set(data) | _roots_called(data))


def imported_in(data: bytes) -> set[bytes]:
    """The words of imports, those of the standard library too."""
    return {word for line in _IMPORT.findall(data) for word in _WORD.findall(line)}


def hands_on(data: bytes, imported: Collection[bytes]) -> bool:
    """Whether source binds an imported name, or a part of it, to another, or hands it to something, or asks for modules
    in other words."""
    return asks_for_modules(data) or stands_alone(data, imported)


def stands_alone(data: bytes, names: Collection[bytes]) -> bool:
    """Whether source has one of these names as a value by itself, or a part of it."""
    return any(match.group(1) in names for match in _WHOLE.finditer(_IMPORTS.sub(b"", data)))


def asks_for_modules(data: bytes) -> bool:
    """Whether source may ask for modules, or for the names of objects, in other words, by its bytes."""
    return any(word in data for word in _WORDS)


def _is_set(match: re.Match[bytes]) -> bool:
    """Whether an attribute that follows a colon is set there; a default of a parameter is no such thing."""
    if not match.group().startswith(b":"):
        return True
    start = match.string.rfind(b"\n", 0, match.start()) + 1
    return _COLON.fullmatch(match.string, start, match.start()) is not None
