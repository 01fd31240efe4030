"""Hooks that change a copy and compare it, or store it, each written twice: in Go, and in Python with the same meaning.

``S`` is what the copy is made of, ``k`` the copy, ``A`` and ``B`` are what is compared, ``N`` is an element. The Python
half stands on a small model of Go's values: slices that share an array, maps that may be nil, structures by value.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any, Final


class Panic(Exception):
    """A panic, with which Go stops."""


@dataclass
class Bin:
    """A structure; assignments copy it."""

    crop: str = ""
    label: str = ""


class Slice:
    """A window on an array; nil slices are ``None``."""

    def __init__(self, array: list[Any], low: int, size: int) -> None:
        self.array, self.low, self.size = array, low, size

    def __len__(self) -> int:
        return self.size

    def at(self, index: int) -> int:
        """The place of an element in the array."""
        if not 0 <= index < self.size:
            raise Panic
        return self.low + index


def sliced(values: Iterable[Any], spare: int = 0) -> Slice:
    """A new slice, with room behind it."""
    array = [copy.copy(each) for each in values]
    return Slice([*array, *[None] * spare], 0, len(array))


def items(s: Slice | None) -> list[Any]:
    """The elements themselves."""
    return [] if s is None else s.array[s.low : s.low + s.size]


def size(s: Any) -> int:
    """The length, as ``len`` gives it."""
    return 0 if s is None else len(s)


def get(s: Slice | None, index: int) -> Any:
    """A copy of the element there."""
    if s is None:
        raise Panic
    return copy.copy(s.array[s.at(index)])


def put(s: Slice | None, index: int, value: Any) -> None:
    """An element overwritten."""
    if s is None:
        raise Panic
    s.array[s.at(index)] = copy.copy(value)


def cut(s: Slice | None, low: int = 0, high: int | None = None) -> Slice | None:
    """``s[low:high]``."""
    high = size(s) if high is None else high
    if not 0 <= low <= high <= (0 if s is None else len(s.array) - s.low):
        raise Panic
    return None if s is None else Slice(s.array, s.low + low, high - low)


def append(s: Slice | None, *values: Any) -> Slice | None:
    """``append``: in the array where there is room, else in a new one."""
    if not values:
        return s
    if s is None or s.low + s.size + len(values) > len(s.array):
        return sliced([*items(s), *values], spare=size(s) + 1)
    end = s.low + s.size
    s.array[end : end + len(values)] = [copy.copy(each) for each in values]
    return Slice(s.array, s.low, s.size + len(values))


def fill(s: Slice | None, values: list[Any]) -> int:
    """``copy(s, values)``."""
    count = min(size(s), len(values))
    for index in range(count):
        put(s, index, values[index])
    return count


def rewritten(s: Slice | None, values: list[Any]) -> Slice | None:
    """The work of ``slices.Delete`` and its like: the rest moved up in the same array, the tail zeroed."""
    if s is None:
        return None
    zero = Bin() if any(isinstance(each, Bin) for each in items(s)) else ""
    fill(s, [*map(copy.copy, values), *[zero] * (s.size - len(values))])
    return cut(s, 0, len(values))


def turned(s: Slice | None, values: list[Any]) -> None:
    """A slice sorted or turned round where it lies."""
    fill(s, [*map(copy.copy, values)])


def place(s: Slice | None, index: int) -> Any:
    """The address of an element that is a structure."""
    if s is None:
        raise Panic
    return s.array[s.at(index)]


def store(m: dict[str, Any] | None, key: str, value: Any) -> None:
    """A key of a map written."""
    if m is None:
        raise Panic
    m[key] = value


def look(m: dict[str, Any] | None, key: str, zero: Any = "") -> Any:
    """The value of a map at a key."""
    return zero if m is None else m.get(key, zero)


def pairs(m: dict[str, Any] | None) -> dict[str, Any]:
    """The pairs of a map."""
    return m or {}


def load(pointer: Any) -> Any:
    """The object that a pointer points to, copied."""
    if pointer is None:
        raise Panic
    return copy.copy(pointer)


def field(pointer: Any) -> Any:
    """The object that a pointer points to, itself."""
    if pointer is None:
        raise Panic
    return pointer


def plain(value: Any, is_strict: bool = True) -> Any:
    """A value as it is compared: to the letter, or nil and empty as one."""
    if isinstance(value, Slice):
        return ["slice", *[plain(each) for each in items(value)]] if is_strict or len(value) else None
    if isinstance(value, dict):
        return ("map", dict(value)) if is_strict or value else None
    return ("bin", value.crop, value.label) if isinstance(value, Bin) else value


def deep(a: Any, b: Any) -> bool:
    """``reflect.DeepEqual``."""
    return bool(plain(a) == plain(b))


def alike(a: Any, b: Any) -> bool:
    """``apiequality.Semantic.DeepEqual``."""
    return bool(plain(a, False) == plain(b, False))


def compacted(values: list[Any]) -> list[Any]:
    """A list without what equals the one before it."""
    return [each for index, each in enumerate(values) if not index or values[index - 1] != each]


def first(values: list[Any], wanted: Any) -> int:
    """``slices.Index``."""
    return values.index(wanted) if wanted in values else -1


def shown(value: Any) -> str:
    """``fmt.Sprint``."""
    if isinstance(value, Slice):
        return f"[{' '.join(map(shown, items(value)))}]"
    if isinstance(value, dict):
        return f"[{' '.join(f'{key}:{value[key]}' for key in sorted(value))}]"
    return f"{{{value.crop} {value.label}}}" if isinstance(value, Bin) else "[]" if value is None else value


#: Changes that suit slices of texts and of structures.
_OF_SLICES: Final = [
    ("k := append(S, N)", "k = append(S, N)"),
    ("k := append(S[:len(S):len(S)], N)", "k = append(S and sliced(items(S)), N)"),
    ("k := append([]E{N}, S...)", "k = append(sliced([N]), *items(S))"),
    ("k := append([]E(nil), S...)", "k = append(None, *items(S))"),
    ("k := append([]E{}, S...)", "k = append(sliced([]), *items(S))"),
    ("k := slices.Clone(S)", "k = None if S is None else sliced(items(S))"),
    ("k := slices.Clone(S)\nif len(k) > 0 {\n\tk = slices.Delete(k, 0, 1)\n}", "k = None if S is None else sliced(items(S))\nif size(k): k = rewritten(k, items(k)[1:])"),
    ("k := S\nif len(k) > 0 {\n\tk = slices.Delete(k, 0, 1)\n}", "k = S\nif size(k): k = rewritten(k, items(k)[1:])"),
    ("k := S\nif len(k) > 0 {\n\tk = k[:len(k)-1]\n}", "k = S\nif size(k): k = cut(k, 0, size(k) - 1)"),
    ("k := S\nif len(k) > 0 {\n\tk = k[1:]\n}", "k = S\nif size(k): k = cut(k, 1)"),
    ("k := S\nif len(k) > 1 {\n\tk = append(k[:1], k[2:]...)\n}", "k = S\nif size(k) > 1: k = append(cut(k, 0, 1), *items(cut(k, 2)))"),
    ("k := slices.Clone(S)\nif len(k) > 1 {\n\tk = append(k[:1], k[2:]...)\n}", "k = None if S is None else sliced(items(S))\nif size(k) > 1: k = append(cut(k, 0, 1), *items(cut(k, 2)))"),
    ("k := S[:0]", "k = cut(S, 0, 0)"),
    ("k := make([]E, len(S))\ncopy(k, S)", "k = sliced([Z] * size(S)); fill(k, items(S))"),
    ("k := make([]E, len(S)+1)\ncopy(k, S)", "k = sliced([Z] * (size(S) + 1)); fill(k, items(S))"),
    ("k := make([]E, len(S)+1)\ncopy(k[1:], S)\nk[0] = N", "k = sliced([Z] * (size(S) + 1)); fill(cut(k, 1), items(S)); put(k, 0, N)"),
    ("k := make([]E, len(S))\nif len(S) > 0 {\n\tcopy(k, S[1:])\n}", "k = sliced([Z] * size(S))\nif size(S): fill(k, items(S)[1:])"),
    ("k := make([]E, 0, len(S))\nfor _, x := range S {\n\tk = append(k, x)\n}", "k = sliced([])\nfor x in items(S): k = append(k, x)"),
    ("var k []E\nfor _, x := range S {\n\tif x != N {\n\t\tk = append(k, x)\n\t}\n}", "k = None\nfor x in items(S):\n    if x != N: k = append(k, x)"),
    ("var k []E\nfor _, x := range S {\n\tif x == N {\n\t\tcontinue\n\t}\n\tk = append(k, x)\n}", "k = None\nfor x in items(S):\n    if x != N: k = append(k, x)"),
    ("var k []E\nfor _, x := range S {\n\tif x == N {\n\t\tbreak\n\t}\n\tk = append(k, x)\n}", "k = None\nfor x in items(S):\n    if x == N: break\n    k = append(k, x)"),
    ("k := S[:0]\nfor _, x := range S {\n\tif x != N {\n\t\tk = append(k, x)\n\t}\n}", "s = S; k = cut(s, 0, 0)\nfor i in range(size(s)):\n    x = get(s, i)\n    if x != N: k = append(k, x)"),
    ("k := []E{}\nfor _, x := range S {\n\tk = append([]E{x}, k...)\n}", "k = sliced([])\nfor x in items(S): k = append(sliced([x]), *items(k))"),
    ("var k []E\nfor i, x := range S {\n\tif i > 0 {\n\t\tk = append(k, x)\n\t}\n}", "k = None\nfor i, x in enumerate(items(S)):\n    if i > 0: k = append(k, x)"),
    ("var k []E\nfor i := range S {\n\tk = append(k, S[len(S)-1-i])\n}", "k = None\nfor i in range(size(S)): k = append(k, get(S, size(S) - 1 - i))"),
    ("var k []E\nfor i := 0; i < len(S)-1; i++ {\n\tk = append(k, S[i])\n}", "k = None\nfor i in range(size(S) - 1): k = append(k, get(S, i))"),
    ("k := slices.Clone(S)\nslices.Reverse(k)", "k = None if S is None else sliced(items(S)); turned(k, items(k)[::-1])"),
    ("k := S\nslices.Reverse(k)", "k = S; turned(k, items(k)[::-1])"),
    ("k := slices.Compact(slices.Clone(S))", "k = rewritten(None if S is None else sliced(items(S)), compacted(items(S)))"),
    ("k := slices.Compact(S)", "s = S; k = rewritten(s, compacted(items(s)))"),
    ("k := slices.DeleteFunc(slices.Clone(S), func(x E) bool { return x == N })", "k = rewritten(None if S is None else sliced(items(S)), [x for x in items(S) if x != N])"),
    ("k := slices.DeleteFunc(S, func(x E) bool { return x == N })", "s = S; k = rewritten(s, [x for x in items(s) if x != N])"),
    ("k := slices.Insert(slices.Clone(S), 0, N)", "k = sliced([N, *items(S)])"),
    ("k := slices.Concat(S, []E{N})", "k = sliced([*items(S), N])"),
    ("k := slices.Concat(S, S)", "k = sliced([*items(S), *items(S)]) if size(S) else None"),
    ("k := S\nif len(k) == 0 {\n\tk = []E{N}\n}", "k = S\nif not size(k): k = sliced([N])"),
    ("k := S\nif k == nil {\n\tk = []E{}\n}", "k = S\nif k is None: k = sliced([])"),
    ("k := slices.Clone(S)\nif len(k) > 0 {\n\tk[0] = N\n}", "k = None if S is None else sliced(items(S))\nif size(k): put(k, 0, N)"),
    ("k := S\nif len(k) > 0 {\n\tk[0] = N\n}", "k = S\nif size(k): put(k, 0, N)"),
    ("k := slices.Clone(S)\nif len(k) > 0 {\n\tk[len(k)-1] = N\n}", "k = None if S is None else sliced(items(S))\nif size(k): put(k, size(k) - 1, N)"),
    ("k := slices.Clone(S)\nif len(k) > 1 {\n\tk[0], k[1] = k[1], k[0]\n}", "k = None if S is None else sliced(items(S))\nif size(k) > 1: a, b = get(k, 0), get(k, 1); put(k, 0, b); put(k, 1, a)"),
    ("k := slices.Clone(S)\nif len(k) > 0 {\n\tp := &k[0]\n\t*p = N\n}", "k = None if S is None else sliced(items(S))\nif size(k): put(k, 0, N)"),
    ("k := slices.Clone(S)\nfor i := range k {\n\tk[i] = N\n}", "k = None if S is None else sliced(items(S))\nfor i in range(size(k)): put(k, i, N)"),
    ("k := slices.Clone(S)\nfor _, x := range k {\n\tx = N\n\t_ = x\n}", "k = None if S is None else sliced(items(S))"),
    ("k := slices.Clone(S)\nclear(k)", "k = None if S is None else sliced(items(S)); turned(k, [Z] * size(k))"),
    ("k := S[len(S)/2:]", "k = cut(S, size(S) // 2)"),
    ("k := S[:min(len(S), 1)]", "k = cut(S, 0, min(size(S), 1))"),
    ("h := append(S[:0:0], S...)\nk := append(h, N)\n_ = append(h, Z)", "h = append(S and cut(sliced([]), 0, 0), *items(S)); k = append(h, N); append(h, Z)"),
]  # fmt: skip
_OF_WORDS: Final = [
    ("k := slices.Clone(S)\nslices.Sort(k)", "k = None if S is None else sliced(items(S)); turned(k, sorted(items(k)))"),
    ("k := slices.Clone(S)\nsort.Strings(k)", "k = None if S is None else sliced(items(S)); turned(k, sorted(items(k)))"),
    ("k := S\nsort.Strings(k)", "k = S; turned(k, sorted(items(k)))"),
    ("k := slices.Sorted(slices.Values(S))", "k = sliced(sorted(items(S))) if size(S) else None"),
    ("k := slices.Clone(S)\nslices.Sort(k)\nk = slices.Compact(k)", "k = None if S is None else sliced(sorted(set(items(S))))"),
    ("k := sets.List(sets.New(S...))", "k = sliced(sorted(set(items(S))))"),
    ("k := sets.NewString(S...).List()", "k = sliced(sorted(set(items(S))))"),
    ("k := sets.List(sets.New(S...).Insert(N))", "k = sliced(sorted({*items(S), N}))"),
    ("k := sets.List(sets.New(S...).Delete(N))", "k = sliced(sorted({*items(S)} - {N}))"),
    ("seen := map[E]bool{}\nvar k []E\nfor _, x := range S {\n\tif !seen[x] {\n\t\tseen[x] = true\n\t\tk = append(k, x)\n\t}\n}", "k = append(None, *dict.fromkeys(items(S)))"),
    ("k := slices.Clone(S)\nfor i := range k {\n\tk[i] = strings.ToUpper(k[i])\n}", "k = None if S is None else sliced([x.upper() for x in items(S)])"),
    ("k := strings.Fields(strings.Join(S, \" \"))", "k = sliced(' '.join(items(S)).split())"),
    ("k := strings.Split(strings.Join(S, \",\"), \",\")", "k = sliced(','.join(items(S)).split(','))"),
]  # fmt: skip
_OF_BINS: Final = [
    ("k := slices.Clone(S)\nfor i := range k {\n\tk[i].Label = \"\"\n}", "k = None if S is None else sliced(items(S))\nfor i in range(size(k)): place(k, i).label = ''"),
    ("k := S\nfor i := range k {\n\tk[i].Label = \"\"\n}", "k = S\nfor i in range(size(k)): place(k, i).label = ''"),
    ("k := slices.Clone(S)\nfor _, x := range k {\n\tx.Label = \"\"\n}", "k = None if S is None else sliced(items(S))"),
    ("k := slices.Clone(S)\nfor i := range k {\n\tp := &k[i]\n\tp.Label = \"z\"\n}", "k = None if S is None else sliced(items(S))\nfor i in range(size(k)): place(k, i).label = 'z'"),
    ("k := slices.Clone(S)\nif len(k) > 0 {\n\tk[0].Label = \"\"\n}", "k = None if S is None else sliced(items(S))\nif size(k): place(k, 0).label = ''"),
    ("k := slices.Clone(S)\nif n := len(k); n > 0 {\n\tk[n-1].Label = \"z\"\n}", "k = None if S is None else sliced(items(S))\nif size(k): place(k, size(k) - 1).label = 'z'"),
    ("var k []E\nfor _, x := range S {\n\tk = append(k, E{Crop: x.Crop})\n}", "k = None\nfor x in items(S): k = append(k, Bin(x.crop))"),
    ("var k []E\nfor _, x := range S {\n\tx.Label = \"\"\n\tk = append(k, x)\n}", "k = None\nfor x in items(S): k = append(k, Bin(x.crop))"),
    ("var k []E\nfor _, x := range S {\n\tif x.Label != \"\" {\n\t\tk = append(k, x)\n\t}\n}", "k = None\nfor x in items(S):\n    if x.label: k = append(k, x)"),
    ("k := slices.Clone(S)\nsort.Slice(k, func(i, j int) bool { return k[i].Crop < k[j].Crop })", "k = None if S is None else sliced(items(S)); turned(k, sorted(items(k), key=lambda x: x.crop))"),
    ("k := slices.Clone(S)\nfor _, x := range k[min(1, len(k)):] {\n\tx.Label = \"\"\n}", "k = None if S is None else sliced(items(S))"),
]  # fmt: skip
_OF_OWNERS: Final = [
    ("k := maps.Clone(S)\ndelete(k, \"n\")", "k = copy.copy(S); pairs(k).pop('n', None)"),
    ("k := S\ndelete(k, \"n\")", "k = S; pairs(k).pop('n', None)"),
    ("k := maps.Clone(S)", "k = copy.copy(S)"),
    ("k := map[string]string{}\nmaps.Copy(k, S)", "k = {**pairs(S)}"),
    ("k := map[string]string{\"n\": \"x\"}\nmaps.Copy(k, S)", "k = {'n': 'x', **pairs(S)}"),
    ("k := map[string]string{}\nmaps.Copy(k, S)\nk[\"n\"] = \"x\"", "k = {**pairs(S), 'n': 'x'}"),
    ("k := make(map[string]string, len(S))\nfor a, b := range S {\n\tk[a] = b\n}", "k = {**pairs(S)}"),
    ("k := make(map[string]string, len(S))\nfor a, b := range S {\n\tif a != \"n\" {\n\t\tk[a] = b\n\t}\n}", "k = {a: b for a, b in pairs(S).items() if a != 'n'}"),
    ("k := make(map[string]string)\nfor a, b := range S {\n\tif b == \"x\" {\n\t\tcontinue\n\t}\n\tk[a] = b\n}", "k = {a: b for a, b in pairs(S).items() if b != 'x'}"),
    ("var k map[string]string\nfor a, b := range S {\n\tif k == nil {\n\t\tk = map[string]string{}\n\t}\n\tk[a] = b\n}", "k = {**pairs(S)} or None"),
    ("k := maps.Clone(S)\nif k == nil {\n\tk = map[string]string{}\n}\nk[\"n\"] = \"x\"", "k = {**pairs(S), 'n': 'x'}"),
    ("k := maps.Clone(S)\nif _, ok := k[\"n\"]; ok {\n\tk[\"n\"] = \"x\"\n}", "k = copy.copy(S)\nif 'n' in pairs(k): k['n'] = 'x'"),
    ("k := maps.Clone(S)\nif _, ok := k[\"n\"]; !ok && k != nil {\n\tk[\"n\"] = \"x\"\n}", "k = copy.copy(S)\nif k is not None: k.setdefault('n', 'x')"),
    ("k := maps.Clone(S)\nfor a := range k {\n\tdelete(k, a)\n}", "k = copy.copy(S); pairs(k).clear()"),
    ("k := maps.Clone(S)\nmaps.DeleteFunc(k, func(a, b string) bool { return a == \"n\" })", "k = copy.copy(S); pairs(k).pop('n', None)"),
    ("k := maps.Clone(S)\nfor a, b := range k {\n\tk[a] = strings.ToUpper(b)\n}", "k = copy.copy(S)\nfor a in pairs(k): k[a] = k[a].upper()"),
    ("k := maps.Clone(S)\nfor a := range k {\n\tk[a] = \"\"\n}", "k = copy.copy(S)\nfor a in pairs(k): k[a] = ''"),
    ("k := map[string]string{\"n\": S[\"n\"]}", "k = {'n': look(S, 'n')}"),
    ("k := map[string]string{}\nif b, ok := S[\"n\"]; ok {\n\tk[\"n\"] = b\n}", "k = {a: b for a, b in pairs(S).items() if a == 'n'}"),
    ("k := map[string]string{}\nfor a, b := range S {\n\tk[b] = a\n}", "k = {b: a for a, b in pairs(S).items()}"),
    ("k := map[string]string{}\nfor a := range S {\n\tk[a] = \"x\"\n}", "k = dict.fromkeys(pairs(S), 'x')"),
    ("k := maps.Collect(maps.All(S))", "k = {**pairs(S)}"),
    ("k := map[string]string{}\nmaps.Copy(k, S)\nfor _, a := range []string{\"n\", \"s\"} {\n\tdelete(k, a)\n}", "k = {a: b for a, b in pairs(S).items() if a not in 'ns'}"),
    ("k := S\nif len(k) == 0 {\n\tk = map[string]string{\"n\": \"x\"}\n}", "k = S or {'n': 'x'}"),
    ("k := S\nif len(k) > 1 {\n\tk = nil\n}", "k = S\nif size(k) > 1: k = None"),
    ("k := maps.Clone(S)\nif k[\"n\"] == \"\" {\n\tdelete(k, \"n\")\n}", "k = copy.copy(S)\nif look(k, 'n') == '': pairs(k).pop('n', None)"),
]  # fmt: skip
_OF_BEST: Final = [
    ("k := S", "k = S"),
    ("k := S\nif k != nil {\n\tc := *k\n\tk = &c\n}", "k = copy.copy(S)"),
    ("k := S\nif k != nil {\n\tc := *k\n\tc.Label = \"\"\n\tk = &c\n}", "k = copy.copy(S)\nif k: k.label = ''"),
    ("k := S\nif k != nil {\n\tc := *k\n\tc.Label = \"\"\n\tk.Label = c.Label\n}", "k = S\nif k: k.label = ''"),
    ("k := S\nif k == nil {\n\tk = &Bin{}\n}", "k = S or Bin()"),
    ("k := S\nif k == nil {\n\tk = &Bin{Label: \"z\"}\n}", "k = S or Bin('', 'z')"),
    ("k := &Bin{}\nif S != nil {\n\t*k = *S\n}", "k = copy.copy(S) or Bin()"),
    ("k := &Bin{}\nif S != nil {\n\tk.Crop = S.Crop\n}", "k = Bin(S.crop if S else '')"),
    ("k := S\nif k != nil && k.Label == \"\" {\n\tk = nil\n}", "k = S if S and S.label else None"),
    ("k := S\nif k != nil && *k == (Bin{}) {\n\tk = nil\n}", "k = S if S and S != Bin() else None"),
    ("k := S.DeepCopy()", "k = copy.copy(S)"),
    ("k := S.DeepCopy()\nif k != nil {\n\tk.Label = \"z\"\n}", "k = copy.copy(S)\nif k: k.label = 'z'"),
    ("k := new(Bin)\nif S != nil {\n\tS.DeepCopyInto(k)\n}", "k = copy.copy(S) or Bin()"),
    ("k := S.DeepCopy()\nif k != nil {\n\t*k = Bin{}\n}", "k = S and Bin()"),
    ("var k *Bin\nif S != nil {\n\tk = &Bin{Crop: S.Crop, Label: S.Label}\n}", "k = copy.copy(S)"),
    ("var k *Bin\nif S != nil {\n\tk = &Bin{Crop: S.Label, Label: S.Crop}\n}", "k = S and Bin(S.label, S.crop)"),
]  # fmt: skip
_SLICES_COMPARED: Final = [
    ("!reflect.DeepEqual(A, B)", "not deep(A, B)"),
    ("!apiequality.Semantic.DeepEqual(A, B)", "not alike(A, B)"),
    ("!slices.Equal(A, B)", "items(A) != items(B)"),
    ("len(A) != len(B)", "size(A) != size(B)"),
    ("len(A) > len(B)", "size(A) > size(B)"),
    ("(A == nil) != (B == nil)", "(A is None) != (B is None)"),
    ("(len(A) == 0) != (len(B) == 0)", "(not size(A)) != (not size(B))"),
    ("slices.Contains(A, N) != slices.Contains(B, N)", "(N in items(A)) != (N in items(B))"),
    ("slices.ContainsFunc(A, func(x E) bool { return !slices.Contains(B, x) })", "any(x not in items(B) for x in items(A))"),
    ("slices.Index(A, N) != slices.Index(B, N)", "first(items(A), N) != first(items(B), N)"),
    ("fmt.Sprint(A) != fmt.Sprint(B)", "shown(A) != shown(B)"),
    ("cmp.Diff(A, B) != \"\"", "not deep(A, B)"),
    ("!sets.New(A...).Equal(sets.New(B...))", "{*map(repr, items(A))} != {*map(repr, items(B))}"),
    ("func() bool { if len(A) != len(B) { return true }; for i := range A { if A[i] != B[i] { return true } }; return false }()", "items(A) != items(B)"),
    ("func() bool { for i := range A { if i >= len(B) || A[i] != B[i] { return true } }; return false }()", "items(A) != items(B)[:size(A)]"),
    ("func() bool { for i, x := range A { if i < len(B) && B[i] != x { return true } }; return false }()", "any(x != y for x, y in zip(items(A), items(B)))"),
    ("func() bool { for _, x := range A { found := false; for _, y := range B { if x == y { found = true } }; if !found { return true } }; return len(A) != len(B) }()", "any(x not in items(B) for x in items(A)) or size(A) != size(B)"),
    ("len(A) > 0 && len(B) > 0 && A[0] != B[0]", "size(A) and size(B) and get(A, 0) != get(B, 0)"),
    ("!reflect.DeepEqual(A[min(len(A), 1):], B[min(len(B), 1):])", "not deep(cut(A, min(size(A), 1)), cut(B, min(size(B), 1)))"),
    ("!slices.EqualFunc(A, B, func(x, y E) bool { return x == y })", "items(A) != items(B)"),
]  # fmt: skip
_WORDS_COMPARED: Final = [
    ("strings.Join(A, \",\") != strings.Join(B, \",\")", "','.join(items(A)) != ','.join(items(B))"),
    ("!sets.NewString(A...).Equal(sets.NewString(B...))", "{*items(A)} != {*items(B)}"),
    ("!sets.New(A...).HasAll(B...)", "bool({*items(B)} - {*items(A)})"),
    ("sets.New(A...).Difference(sets.New(B...)).Len() > 0", "bool({*items(A)} - {*items(B)})"),
    ("sets.New(A...).Len() != sets.New(B...).Len()", "len({*items(A)}) != len({*items(B)})"),
    ("slices.Compare(A, B) != 0", "items(A) != items(B)"),
    ("!slices.Equal(slices.Sorted(slices.Values(A)), slices.Sorted(slices.Values(B)))", "sorted(items(A)) != sorted(items(B))"),
    ("!reflect.DeepEqual(sets.List(sets.New(A...)), sets.List(sets.New(B...)))", "{*items(A)} != {*items(B)}"),
    ("func() bool { n := 0; for _, x := range A { n += len(x) }; for _, x := range B { n -= len(x) }; return n != 0 }()", "sum(map(len, items(A))) != sum(map(len, items(B)))"),
    ("func() bool { m := map[string]bool{}; for _, x := range A { m[x] = true }; for _, x := range B { if !m[x] { return true } }; return false }()", "any(x not in items(A) for x in items(B))"),
    ("func() bool { m := map[string]int{}; for _, x := range A { m[x]++ }; for _, x := range B { m[x]-- }; for _, n := range m { if n != 0 { return true } }; return false }()", "sorted(items(A)) != sorted(items(B))"),
]  # fmt: skip
_BINS_COMPARED: Final = [
    ("func() bool { if len(A) != len(B) { return true }; for i := range A { if A[i].Crop != B[i].Crop { return true } }; return false }()", "[x.crop for x in items(A)] != [x.crop for x in items(B)]"),
    ("func() bool { if len(A) != len(B) { return true }; for i := range A { if A[i].Crop != B[i].Crop || A[i].Label != B[i].Label { return true } }; return false }()", "items(A) != items(B)"),
    ("func() bool { m := map[string]Bin{}; for _, x := range A { m[x.Crop] = x }; for _, x := range B { if y, ok := m[x.Crop]; !ok || y != x { return true } }; return len(A) != len(B) }()", "size(A) != size(B) or any({x.crop: x for x in items(A)}.get(y.crop) != y for y in items(B))"),
    ("!slices.EqualFunc(A, B, func(x, y E) bool { return x.Label == y.Label })", "[x.label for x in items(A)] != [x.label for x in items(B)]"),
    ("slices.IndexFunc(A, func(x E) bool { return x.Label != \"\" }) != slices.IndexFunc(B, func(x E) bool { return x.Label != \"\" })", "first([bool(x.label) for x in items(A)], True) != first([bool(x.label) for x in items(B)], True)"),
]  # fmt: skip
_MAPS_COMPARED: Final = [
    ("!reflect.DeepEqual(A, B)", "not deep(A, B)"),
    ("!apiequality.Semantic.DeepEqual(A, B)", "not alike(A, B)"),
    ("!maps.Equal(A, B)", "pairs(A) != pairs(B)"),
    ("len(A) != len(B)", "size(A) != size(B)"),
    ("len(A) > len(B)", "size(A) > size(B)"),
    ("(A == nil) != (B == nil)", "(A is None) != (B is None)"),
    ("A[\"n\"] != B[\"n\"]", "look(A, 'n') != look(B, 'n')"),
    ("func() bool { x, is := A[\"n\"]; y, was := B[\"n\"]; return is != was || x != y }()", "look(A, 'n', None) != look(B, 'n', None)"),
    ("func() bool { _, is := A[\"n\"]; _, was := B[\"n\"]; return is != was }()", "('n' in pairs(A)) != ('n' in pairs(B))"),
    ("func() bool { for a, b := range A { if B[a] != b { return true } }; return false }()", "any(look(B, a) != b for a, b in pairs(A).items())"),
    ("func() bool { for a, b := range A { if B[a] != b { return true } }; return len(A) != len(B) }()", "size(A) != size(B) or any(look(B, a) != b for a, b in pairs(A).items())"),
    ("func() bool { for a, b := range A { if c, ok := B[a]; !ok || c != b { return true } }; return len(A) != len(B) }()", "pairs(A) != pairs(B)"),
    ("func() bool { for a := range A { if _, ok := B[a]; !ok { return true } }; return len(A) != len(B) }()", "{*pairs(A)} != {*pairs(B)}"),
    ("!sets.KeySet(A).Equal(sets.KeySet(B))", "{*pairs(A)} != {*pairs(B)}"),
    ("!slices.Equal(slices.Sorted(maps.Keys(A)), slices.Sorted(maps.Keys(B)))", "{*pairs(A)} != {*pairs(B)}"),
    ("!slices.Equal(slices.Sorted(maps.Values(A)), slices.Sorted(maps.Values(B)))", "sorted(pairs(A).values()) != sorted(pairs(B).values())"),
    ("fmt.Sprint(A) != fmt.Sprint(B)", "shown(A) != shown(B)"),
    ("cmp.Diff(A, B) != \"\"", "not deep(A, B)"),
    ("!maps.EqualFunc(A, B, func(x, y string) bool { return x == y })", "pairs(A) != pairs(B)"),
    ("func() bool { n := 0; for _, b := range A { n += len(b) }; for _, b := range B { n -= len(b) }; return n != 0 }()", "sum(map(len, pairs(A).values())) != sum(map(len, pairs(B).values()))"),
]  # fmt: skip
_POINTERS_COMPARED: Final = [
    ("!reflect.DeepEqual(A, B)", "not deep(A, B)"),
    ("!apiequality.Semantic.DeepEqual(A, B)", "not alike(A, B)"),
    ("A != B", "A is not B"),
    ("(A == nil) != (B == nil)", "(A is None) != (B is None)"),
    ("(A == nil) != (B == nil) || A != nil && *A != *B", "(A is None) != (B is None) or A is not None and A != B"),
    ("A != nil && B != nil && *A != *B", "A is not None and B is not None and A != B"),
    ("A != nil && B != nil && A.Label != B.Label", "A is not None and B is not None and A.label != B.label"),
    ("func() bool { if A == nil || B == nil { return A != B }; return *A != *B }()", "A != B"),
    ("func() bool { if A == nil || B == nil { return A != B }; return A.Crop != B.Crop }()", "(A and A.crop) != (B and B.crop)"),
    ("fmt.Sprint(A) != fmt.Sprint(B)", "shown(A) != shown(B)"),
]  # fmt: skip
_WORDS: Final = ["", "n", "a", "an", "na", "nn", "ab", "ba", "abn", "aa", "A", "aab", "_", "a_", "_n"]
_BINS: Final = ["", "n", "a", "a n", "n a", "al", "al b", "b al", "a a", "nl n", "al bm n", "az", "a bz", "al al"]
_OWNERS: Final = ["", "na", "sb", "nx", "na sb", "nx sb", "sx", "nb sb", "ec sb na", "n", "sB eb", "an", "nX"]


def _slices(make: Callable[[str], list[Any]], texts: list[str]) -> list[Callable[[], Any]]:
    room = [lambda text=text, spare=spare: sliced(make(text), spare) for text in texts for spare in (0, 2)]
    return [lambda: None, *room]  # type: ignore[list-item]


@dataclass(frozen=True)
class Kind:
    """A field, what is done to a copy of it, how it is compared, and what it may be."""

    field: str
    type_: str
    element: str
    changes: list[tuple[str, str]]
    comparisons: list[tuple[str, str]]
    samples: list[Callable[[], Any]]


KINDS: Final = [
    Kind("Words", "[]string", "string", _OF_SLICES + _OF_WORDS, _SLICES_COMPARED + _WORDS_COMPARED, _slices(lambda text: [each.strip("_") for each in text], _WORDS)),
    Kind(
        *("Bins", "[]Bin", "Bin", _OF_SLICES + _OF_BINS, _SLICES_COMPARED + _BINS_COMPARED),
        _slices(lambda text: [Bin(each[0], each[1:]) for each in text.split()], _BINS),
    ),
    Kind(
        *("Owners", "map[string]string", "", _OF_OWNERS, _MAPS_COMPARED),
        [lambda: None, *(lambda text=text: {each[0]: each[1:] for each in text.split()} for text in _OWNERS)],  # type: ignore[misc]
    ),
    Kind(
        *("Best", "*Bin", "", _OF_BEST, _POINTERS_COMPARED),
        [lambda: None, *(lambda text=text: Bin(*text) for text in (["", ""], "ab", "az", "cb", ["", "z"], ["a", ""], "ba"))],  # type: ignore[misc]
    ),
]  # fmt: skip

TYPES: Final = """package silo
import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/google/go-cmp/cmp"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
)
type Bin struct { Crop string; Label string }
func (in *Bin) DeepCopyInto(out *Bin) { *out = *in }
func (in *Bin) DeepCopy() *Bin {
	if in == nil { return nil }
	out := new(Bin)
	in.DeepCopyInto(out)
	return out
}
type SiloSpec struct { FIELD }
type Silo struct { metav1.TypeMeta; metav1.ObjectMeta; Spec SiloSpec; Status SiloSpec }
"""
#: Hooks on the generation: of what the copy is made, what is compared, and when it is stored.
_ORDERS: Final = {
    "old": ("o.Spec.F", "w.Spec.F", "k", ["CHANGE", "COMPARE"]),
    "new": ("w.Spec.F", "k", "o.Spec.F", ["CHANGE", "COMPARE"]),
    "kept": ("w.Spec.F", "k", "o.Spec.F", ["CHANGE", "COMPARE", "STORE"]),
    "late": ("w.Spec.F", "w.Spec.F", "o.Spec.F", ["COMPARE", "CHANGE", "STORE"]),
}
_BUMP: Final = ("if COND {\n\tw.Generation = o.Generation + 1\n}", "if COND: w.Generation = o.Generation + 1")


@dataclass(frozen=True)
class Body:
    """A hook, in both languages, and the samples of its field."""

    name: str
    kind: Kind
    go: str
    python: str


def _named(text: str, names: dict[str, str]) -> str:
    return re.sub(r"\b[ABENSZ]\b", lambda found: names.get(found[0], found[0]), text)


def bodies() -> list[Body]:
    """All hooks that change a copy and compare it for the generation."""
    made = []
    for kind, (order, (of, left, right, steps)) in product(KINDS, _ORDERS.items()):
        names = {"S": of, "A": left, "B": right, "E": kind.element}
        names = {key: text.replace("Spec.F", f"Spec.{kind.field}") for key, text in names.items()}
        is_text = kind.element == "string"
        written = {"N": '"n"', "Z": '""'} if is_text else {"N": '(Bin{Crop: "n"})', "Z": "(Bin{})"}
        run = {"N": "'n'", "Z": "''"} if is_text else {"N": "Bin('n')", "Z": "Bin()"}
        for (i, change), (j, test) in product(enumerate(kind.changes), enumerate(kind.comparisons)):
            texts = []
            for side, more in enumerate((written, run)):
                pieces = {
                    "CHANGE": _named(change[side], names | more),
                    "COMPARE": _BUMP[side].replace("COND", _named(test[side], names | more)),
                    "STORE": f"w.Spec.{kind.field} = k",
                }
                texts.append("\n".join(pieces[step] for step in steps))
            made.append(Body(f"{kind.field.lower()}{i}x{j}{order}", kind, *texts))
    return made
