"""Effects of Python's library on objects: its functions and methods as :class:`Operation`."""

from __future__ import annotations

import sys

from apivet.program.operations import Operation
from apivet.program.operators import NAMED

_FUNCTIONS = {
    "copy.copy": Operation.COPY,
    "copy.deepcopy": Operation.DEEP_COPY,
    "copy.replace": Operation.REPLACE,
    "dataclasses.replace": Operation.REPLACE,
    "attrs.evolve": Operation.REPLACE,
    "attr.evolve": Operation.REPLACE,
    "attr.assoc": Operation.REPLACE,
    "msgspec.structs.replace": Operation.REPLACE,
    "typing.cast": Operation.CAST,
    "typing_extensions.cast": Operation.CAST,
    "builtins.len": Operation.LENGTH,
    "builtins.sum": Operation.SUM,
    "builtins.isinstance": Operation.IS_INSTANCE,
    "builtins.hasattr": Operation.HAS_FIELD,
    "builtins.getattr": Operation.GET_FIELD,
    "builtins.setattr": Operation.SET_FIELD,
    "builtins.object.__setattr__": Operation.STORE_FIELD,
    "builtins.object.__getattribute__": Operation.GET_FIELD,
    "builtins.object.__delattr__": Operation.DELETE_FIELD,
    "builtins.type.__setattr__": Operation.STORE_FIELD,
    "msgspec.structs.force_setattr": Operation.STORE_FIELD,
    "builtins.delattr": Operation.DELETE_FIELD,
    "builtins.divmod": Operation.DIVIDE,
    "builtins.vars": Operation.FIELDS,
    "builtins.range": Operation.RANGE,
    "builtins.enumerate": Operation.ENUMERATE,
    "builtins.zip": Operation.ZIP,
    "builtins.list": Operation.SAME_ELEMENTS,
    "builtins.tuple": Operation.FIXED_ELEMENTS,
    "builtins.set": Operation.UNORDERED,
    "builtins.frozenset": Operation.UNORDERED,
    "builtins.iter": Operation.ITERATE,
    "builtins.reversed": Operation.TURNED,
    "builtins.sorted": Operation.SORTED,
    "itertools.zip_longest": Operation.ZIP_LONGEST,
    "itertools.chain": Operation.ITERATE,
    "itertools.chain.from_iterable": Operation.ITERATE_EACH,
    "builtins.dict": Operation.MAPPING,
    "builtins.bool": Operation.TRUTH,
    "builtins.any": Operation.ANY,
    "builtins.all": Operation.ALL,
    "builtins.map": Operation.APPLY_TO_EACH,
    "itertools.starmap": Operation.APPLY_TO_ROWS,
    "builtins.filter": Operation.SELECT,
    "builtins.next": Operation.NEXT,
    "builtins.super": Operation.SUPER,
    "builtins.type": Operation.TYPE_OF,
    "functools.partial": Operation.PARTIAL,
    "functools.partialmethod": Operation.PARTIAL_METHOD,
    "builtins.staticmethod": Operation.STATIC_METHOD,
    "builtins.classmethod": Operation.CLASS_METHOD,
    "builtins.property": Operation.PROPERTY,
    "functools.cached_property": Operation.PROPERTY,
    "builtins.dict.fromkeys": Operation.NEW_KEYS,
    "collections.OrderedDict.fromkeys": Operation.NEW_ORDERED_KEYS,
    "builtins.int": Operation.WHOLE_NUMBER,
    "builtins.str": Operation.TEXT,
    "builtins.float": Operation.NUMBER,
    "builtins.bytes": Operation.BYTES,
    "dataclasses.fields": Operation.DECLARED_FIELDS,
    "attrs.fields": Operation.DECLARED_FIELDS,
    "attrs.fields_dict": Operation.DECLARED_TYPES,
    "attr.fields_dict": Operation.DECLARED_TYPES,
    "typing.get_type_hints": Operation.DECLARED_TYPES,
    "typing_extensions.get_type_hints": Operation.DECLARED_TYPES,
    "attr.fields": Operation.DECLARED_FIELDS,
    "msgspec.structs.fields": Operation.DECLARED_FIELDS,
    "asyncio.gather": Operation.GATHER,
    "asyncio.wait_for": Operation.GATHER,
    "asyncio.shield": Operation.SHIELD,
    "asyncio.run": Operation.GATHER,
    "asyncio.create_task": Operation.SCHEDULE,
    "asyncio.ensure_future": Operation.SCHEDULE,
    "asyncio.to_thread": Operation.APPLY,
    "contextlib.suppress": Operation.SWALLOW,
    "sys.exit": Operation.LEAVE,
    "builtins.exit": Operation.LEAVE,
    "builtins.quit": Operation.LEAVE,
    "os._exit": Operation.END,
    "os.abort": Operation.END,
    "contextlib.nullcontext": Operation.HANDED,
    "contextlib.closing": Operation.CLOSED,
    "contextlib.aclosing": Operation.CLOSED,
    "builtins.exec": Operation.RUN_SOURCE,
    "builtins.eval": Operation.RUN_SOURCE,
    "dataclasses.asdict": Operation.AS_MAPPING,
    "dataclasses.astuple": Operation.AS_TUPLE,
    "attrs.asdict": Operation.AS_MAPPING,
    "attr.asdict": Operation.AS_MAPPING,
    "attrs.astuple": Operation.AS_TUPLE,
    "attr.astuple": Operation.AS_TUPLE,
    "msgspec.structs.asdict": Operation.OWN_FIELDS,
    "msgspec.structs.astuple": Operation.AS_TUPLE,
    "msgspec.to_builtins": Operation.AS_MAPPING,
    "msgspec.json.encode": Operation.IMAGE,
    "msgspec.msgpack.encode": Operation.IMAGE,
    "types.NoneType": Operation.NOTHING,
    "types.MappingProxyType": Operation.MAKE,
    "collections.OrderedDict": Operation.ORDERED_MAPPING,
    "collections.deque": Operation.MAKE,
    "collections.defaultdict": Operation.MAKE,
    "collections.Counter": Operation.MAKE,
    "collections.ChainMap": Operation.MAKE,
    "collections.UserDict": Operation.MAKE,
    "collections.UserList": Operation.MAKE,
    "types.SimpleNamespace": Operation.MAKE,
    "argparse.Namespace": Operation.MAKE,
    "array.array": Operation.MAKE,
    "builtins.bytearray": Operation.MAKE,
    "builtins.memoryview": Operation.MARK,  # what is written into it is written into what it looks at
    "io.StringIO": Operation.MAKE,
    "io.BytesIO": Operation.MAKE,
    "queue.Queue": Operation.MAKE,
    "queue.LifoQueue": Operation.MAKE,
    "queue.SimpleQueue": Operation.MAKE,
    "contextvars.ContextVar": Operation.MAKE,
    "asyncio.Queue": Operation.MAKE,
    "asyncio.LifoQueue": Operation.MAKE,
    "asyncio.PriorityQueue": Operation.MAKE,
    "asyncio.Event": Operation.MAKE,
    "queue.PriorityQueue": Operation.MAKE,
    "threading.Event": Operation.MAKE,
    "threading.Semaphore": Operation.MAKE,
    "random.Random": Operation.MAKE,
    "tempfile.TemporaryFile": Operation.MAKE,
    "tempfile.NamedTemporaryFile": Operation.MAKE,
    "tempfile.SpooledTemporaryFile": Operation.MAKE,
    "contextvars.Context": Operation.MAKE,
    "contextvars.copy_context": Operation.MAKE,
    "contextlib.ExitStack": Operation.MAKE,
    "contextlib.AsyncExitStack": Operation.MAKE,
    "threading.local": Operation.MAKE,
    "functools.reduce": Operation.FOLD,
    "itertools.accumulate": Operation.FOLD_EACH,
    "dataclasses.is_dataclass": Operation.IS_DATA,
    "attrs.has": Operation.IS_DATA,
    "attr.has": Operation.IS_DATA,
    "collections.namedtuple": Operation.TUPLE_TYPE,
    "operator.attrgetter": Operation.FIELD_READER,
    "operator.itemgetter": Operation.ITEM_READER,
    "operator.methodcaller": Operation.METHOD_CALLER,
    "operator.getitem": Operation.ITEM,
    "operator.setitem": Operation.SET_ITEM,
    "operator.delitem": Operation.DELETE_ITEM,
    **{f"operator.{name}": Operation.OPERATE for name in NAMED},
    "operator.truth": Operation.TRUTH,
    "operator.eq": Operation.EQUAL,
    "operator.ne": Operation.UNEQUAL,
    "json.dumps": Operation.IMAGE,
    "pickle.dumps": Operation.IMAGE,
    "builtins.repr": Operation.IMAGE,
    "hashlib.sha256": Operation.IMAGE,
    "hashlib.sha1": Operation.IMAGE,
    "hashlib.md5": Operation.IMAGE,
    "hashlib.blake2b": Operation.IMAGE,
    # Data libraries' readers: they leave their arguments alone.
    "pydantic.TypeAdapter": Operation.PURE,
    "msgspec.json.decode": Operation.PURE,
    "msgspec.json.Encoder": Operation.PURE,
    "msgspec.msgpack.Encoder": Operation.PURE,
    "msgspec.convert": Operation.CONVERT,
    **{
        f"{module}.{name}": operation
        for module in ("cattrs", "cattrs.global_converter", "cattr", "cattr.global_converter")
        for name, operation in (("structure", Operation.CONVERT), ("unstructure", Operation.AS_MAPPING))
    },
    "yaml.safe_dump": Operation.IMAGE,
    "structlog.get_logger": Operation.PURE,
}

_FUNCTIONS.update(
    {
        f"{module}.{name}": Operation.MARK
        for module in ("typing", "typing_extensions", "abc", "functools", "overrides")
        for name in ("override", "overrides", "final", "no_type_check", "type_check_only", "abstractmethod", "cache")
    }
)

_METHODS = {
    "get": Operation.GET_ITEM,
    "pop": Operation.POP_ITEM,
    "setdefault": Operation.SET_DEFAULT,
    "update": Operation.UPDATE,
    "append": Operation.APPEND,
    "add": Operation.APPEND,
    "appendleft": Operation.APPEND,
    "extend": Operation.EXTEND,
    "remove": Operation.REMOVE,
    "discard": Operation.DISCARD,
    "index": Operation.POSITION,
    "clear": Operation.CLEAR,
    "items": Operation.ITEMS,
    "values": Operation.VALUES,
    "keys": Operation.KEYS,
    "sort": Operation.REORDER,
    "reverse": Operation.REVERSE,
    "copy": Operation.COPY,
    "__copy__": Operation.COPY,
    "__deepcopy__": Operation.DEEP_COPY,
    "deepcopy": Operation.DEEP_COPY,
    "deep_copy": Operation.DEEP_COPY,
    "_replace": Operation.REPLACE,
    "__replace__": Operation.REPLACE,
    "model_copy": Operation.REPLACE_FROM_MAPPING,
    "model_dump": Operation.AS_MAPPING,
    "model_validate": Operation.VALIDATE,
    "parse_obj": Operation.VALIDATE,
    "validate_python": Operation.VALIDATE,
    "model_dump_json": Operation.IMAGE,
    "to_dict": Operation.IMAGE,
    "_asdict": Operation.OWN_FIELDS,
    "dict": Operation.AS_MAPPING,
    "json": Operation.IMAGE,
    "encode": Operation.IMAGE,
    "hexdigest": Operation.IMAGE,
    "digest": Operation.IMAGE,
    "__eq__": Operation.EQUAL,
    "__ne__": Operation.UNEQUAL,
    "__setattr__": Operation.SET_FIELD,
    "__getattribute__": Operation.GET_FIELD,
}

#: Functions that look into the calls that are running, or give all objects that there are.
_FUNCTIONS.update(
    {
        f"{module}.{name}": Operation.LEAD
        for module, names in {
            "builtins": ("locals",),
            "sys": ("_getframe", "_current_frames", "exc_info", "exception"),
            "inspect": ("currentframe", "stack", "trace", "getclosurevars", "getframeinfo", "getargvalues")
            + ("getinnerframes", "getouterframes"),
            "traceback": ("format_exc", "format_stack", "extract_stack", "walk_stack", "walk_tb"),
            "gc": ("get_objects", "get_referrers"),
        }.items()
        for name in names
    }
)

#: Functions that have others called with the frames of whatever runs, and such as take addresses for objects.
_REACHING = (
    *("sys.settrace", "sys.setprofile", "sys.addaudithook", "sys.monitoring.", "threading.settrace"),
    *("threading.setprofile", "signal.signal", "ctypes.", "_ctypes.", "unittest.mock.patch"),
)

#: Functions of the standard library that change what they are given.
_CHANGING = frozenset(
    ("heapq.heappush", "heapq.heappop", "heapq.heapify", "heapq.heapreplace", "heapq.heappushpop")
    + ("xml.etree.ElementTree.SubElement", "os.read", "os.write")
    + ("bisect.insort", "bisect.insort_left", "bisect.insort_right", "random.shuffle", "types.MethodType")
    # These hand out objects of the project, or of anybody, whose methods do what they like.
    + ("pickle.load", "pickle.loads", "inspect.getattr_static", "inspect.getmembers", "inspect.unwrap", "marshal.loads")
)

#: Containers of the library with what is anybody's.
_HOLDING = ("sys.modules.", "sys.meta_path.", "sys.path_hooks.")

#: Modules of the standard library whose functions call back, or hand out what they were given.
_NOT_PURE = frozenset(
    ("functools", "threading", "concurrent", "multiprocessing", "operator", "weakref", "ctypes", "gc")
    + ("importlib", "runpy", "pkgutil", "atexit", "sched")
    + ("itertools",)  # hands out the very elements, which may then be changed
)

#: Modules whose functions do nothing that anybody else could notice, but for what is written to a log.
_SILENT = frozenset(
    ("abc", "array", "base64", "binascii", "bisect", "builtins", "calendar", "cmath", "colorsys", "contextlib", "copy")
    + ("dataclasses", "datetime", "decimal", "difflib", "enum", "fnmatch", "fractions", "functools", "hashlib", "heapq")
    + ("hmac", "html", "inspect", "ipaddress", "itertools", "json", "keyword", "logging", "math", "numbers", "operator")
    + (
        "pprint",
        "random",
        "re",
        "reprlib",
        "secrets",
        "statistics",
        "string",
        "struct",
        "textwrap",
        "time",
        "traceback",
    )
    + ("traceback", "types", "typing", "unicodedata", "urllib", "uuid", "zlib", "zoneinfo")
)
#: Functions whose effects people see or keep, and containers that remember.
_OUTWARD = frozenset(f"builtins.{name}" for name in ("print", "open", "input", "breakpoint", "__import__"))


def function_operation(dotted: str) -> Operation | None:
    """The operation of calling a function outside the tree, or ``None`` where that is not known.

    The standard library leaves the objects it is given alone, unless it is listed otherwise.
    """
    known = _FUNCTIONS.get(dotted)
    if known is not None:
        return known
    if dotted.startswith(_REACHING):
        return Operation.REACH
    if dotted in _CHANGING or dotted.startswith(_HOLDING):
        return None
    top = dotted.partition(".")[0]
    if top == "builtins" or (top in sys.stdlib_module_names and top not in _NOT_PURE):
        if top in _SILENT and dotted not in _OUTWARD:
            return Operation.PURE
        return Operation.MAKE if _is_of_changing_class(top, dotted.rpartition(".")[2]) else Operation.OUTWARD
    return None


#: Modules of the library whose classes are of values that stay as they are, or are awaited.
_OF_VALUES = frozenset(("asyncio", "pathlib", "signal", "ssl"))


def _is_of_changing_class(module: str, name: str) -> bool:
    """Whether a function is a class, as those are called, whose objects can be changed: a parser, a message."""
    is_class = name[:1].isupper() and not name.isupper() and not name.endswith(("Error", "Exception", "Warning"))
    return is_class and module not in _OF_VALUES


def method_operation(name: str) -> Operation | None:
    """The operation of a method of that name on a value that is no type of the tree, or ``None``."""
    return _METHODS.get(name)
