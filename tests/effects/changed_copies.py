"""Changes of a copy, and comparisons of it with what the other object has: put together they make hooks that raise the
generation where something differs.

The hooks are put to the test in ``test_changed_copies``. ``S`` is what the copy is made of, ``A`` and ``B`` are the
sides of the comparison, the new object's first.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Kind(NamedTuple):
    """The content of a field: its type, how copies of it are changed and compared, and what it may be."""

    annotation: str
    default: str
    changes: tuple[str, ...]
    comparisons: tuple[str, ...]
    samples: tuple[str, ...]


def blocks(text: str) -> tuple[str, ...]:
    return tuple(text.strip("\n").split("\n\n"))


def lines(text: str) -> tuple[str, ...]:
    return tuple(text.strip().splitlines())


#: Comparisons of any two lists.
BETWEEN_LISTS: Final = lines("""
A != B
list(A) != list(B)
len(A) != len(B)
tuple(A) != tuple(B)
any(x not in B for x in A)
any(x != y for x, y in zip(A, B))
bool(A) != bool(B)
A[:1] != B[:1]
A[-1:] != B[-1:]
A[1:] != B[1:]
[x for x in A if x not in B] != []
not all(x in B for x in A)
len(A) > len(B)
next(iter(A), None) != next(iter(B), None)
list(reversed(A)) != list(reversed(B))
any(x != y for x, y in itertools.zip_longest(A, B))
list(enumerate(A)) != list(enumerate(B))
A[::-1] != B[::-1]
A + A != B + B
sum(1 for x in A) != sum(1 for x in B)
(A[0] if A else None) != (B[0] if B else None)
A[:-1] != B[:-1]
[*A, 1] != [*B, 1]
repr(A) != repr(B)
any(A[i] != B[i] for i in range(min(len(A), len(B))))
""")

_OF_MAPPINGS: Final = Kind(
    "dict[str, str]",
    "field(default_factory=dict)",
    blocks("""
k = dict(S)
k.pop('n', None)

k = dict(S)
if 'n' in k:
    del k['n']

k = {**S, 'n': 'x'}

k = dict(S)
k.setdefault('n', 'x')

k = {a: b for a, b in S.items() if a != 'n'}

k = dict(S)
k.update(n='x')

k = dict(S)
k.popitem() if k else None

k = dict(S)
k.clear()

k = {'n': S.get('n', 'x')}

k = dict(list(S.items())[:1])

k = dict(reversed(list(S.items())))

k = dict(S, n='x')

k = S | {'n': 'x'}

k = {'n': 'x'} | S

k = collections.OrderedDict(S)
k.pop('n', None)

k = copy.copy(S)
k.pop('n', None)
k.pop('s', None)

k = dict(S)
for a in list(k):
    if a == 'n':
        k.pop(a)

k = dict(S)
for a in ('n', 's'):
    k.pop(a, None)

k = dict(S)
k['n'] = k.get('n', '')

k = dict(S)
k['n'] = k.get('s', '')

k = {a: b.upper() for a, b in S.items()}

k = dict.fromkeys(S, 'x')

k = {b: a for a, b in S.items()}

k = collections.defaultdict(str, S)
k['n']

k = S
k.pop('n', None)
"""),
    lines("""
set(A) != set(B)
list(A.values()) != list(B.values())
sorted(A.values()) != sorted(B.values())
list(A.items()) != list(B.items())
sorted(A) != sorted(B)
len(A) != len(B)
A != B
{a: b for a, b in A.items()} != {a: b for a, b in B.items()}
{a for a in A} != {a for a in B}
frozenset(A.items()) != frozenset(B.items())
dict(A.items()) != B
any(v not in B.values() for v in A.values())
tuple(A) != tuple(B)
any(a not in B for a in A)
not all(A.get(a) == v for a, v in B.items())
A.keys() != B.keys()
A.items() != B.items()
list(A) != list(B)
bool(A) != bool(B)
sorted(A.items()) != sorted(B.items())
json.dumps(A, sort_keys=True) != json.dumps(B, sort_keys=True)
max(A, default="") != max(B, default="")
A.get("n") != B.get("n")
("n" in A) != ("n" in B)
next(iter(A), None) != next(iter(B), None)
[a for a in A if a not in B] != []
"".join(A) != "".join(B)
len(A) > len(B)
set(A.values()) - set(B.values())
A.keys() ^ B.keys()
A.keys() - B.keys()
repr(A) != repr(B)
any(A[a] != B.get(a) for a in A)
sum(len(v) for v in A.values()) != sum(len(v) for v in B.values())
list(map(len, A)) != list(map(len, B))
not (A.items() <= B.items())
dict(zip(A, A.values())) != dict(zip(B, B.values()))
any(x != y for x, y in zip(A, B))
[*A.values()] != [*B.values()]
len(set(A.values())) != len(set(B.values()))
"""),
    lines("""
{}
{'n': 'a'}
{'s': 'b'}
{'n': 'x'}
{'n': 'a', 's': 'b'}
{'s': 'b', 'n': 'a'}
{'n': 'x', 's': 'b'}
{'s': 'x'}
{'n': 'b', 's': 'b'}
{'e': 'c', 's': 'b', 'n': 'a'}
{'n': ''}
{'s': 'B', 'e': 'b'}
"""),
)

_OF_LISTS: Final = Kind(
    "list[str]",
    "field(default_factory=list)",
    blocks("""
k = list(S)
k.append('n')

k = list(S)
k.insert(0, 'n')

k = list(S)
k.pop() if k else None

k = list(S)
k.pop(0) if k else None

k = list(S)
if 'n' in k:
    k.remove('n')

k = list(S)
k.clear()

k = list(S)
k.reverse()

k = S[1:]

k = S[:-1]

k = S[:1]

k = [x for x in S if x != 'n']

k = [*S, 'n']

k = ['n'] + S

k = S * 2

k = list(S)
k.extend(S)

k = list(S)
k[:1] = []

k = list(S)
k[1:] = []

k = list(S)
k[:0] = ['n']

k = list(S)
if k:
    k[0] = 'n'

k = list(S)
if k:
    k[-1] = 'n'

k = list(S)
if k:
    del k[0]

k = list(S)
if len(k) > 1:
    k[0], k[1] = k[1], k[0]

k = list(reversed(S))

k = S[::-1]

k = S[::2]

k = list(itertools.chain(S, ['n']))

k = list(itertools.islice(S, 1))

k = [x for i, x in enumerate(S) if i]

k = S[len(S) // 2:]

k = S or ['n']

k = S if len(S) > 1 else ['n']

k = [x for x, y in zip(S, S[1:])]

k = S
if k:
    k.pop()

k = sorted(S)

k = list(dict.fromkeys(S))

k = list(set(S))

k = [x.upper() for x in S]

k = [x for x in S if x]

k = list(filter(None, S))

k = [x.strip() for x in S]

k = list(S)
k.sort()
"""),
    BETWEEN_LISTS
    + lines("""
set(A) != set(B)
sorted(A) != sorted(B)
",".join(A) != ",".join(B)
max(A, default="") != max(B, default="")
min(A, default="") != min(B, default="")
set(A) - set(B)
("n" in A) != ("n" in B)
A.count("n") != B.count("n")
collections.Counter(A) != collections.Counter(B)
list(map(len, A)) != list(map(len, B))
A < B
[x.upper() for x in A] != [x.upper() for x in B]
frozenset(A) != frozenset(B)
list(dict.fromkeys(A)) != list(dict.fromkeys(B))
sum(map(len, A)) != sum(map(len, B))
"""),
    lines("""
[]
['n']
['a']
['a', 'n']
['n', 'a']
['n', 'n']
['a', 'b']
['b', 'a']
['a', 'b', 'n']
['a', 'a']
['A']
['']
"""),
)

_OF_SETS: Final = Kind(
    "set[str]",
    "field(default_factory=set)",
    blocks("""
k = set(S)
k.add('n')

k = set(S)
k.discard('n')

k = set(S)
if 'n' in k:
    k.remove('n')

k = S | {'n'}

k = S - {'n'}

k = S & {'n'}

k = S ^ {'n'}

k = {x for x in S if x != 'n'}

k = set(S)
k.clear()

k = set(S)
k.update(['n'])

k = set(S)
k |= {'n'}

k = set(S)
k -= {'n'}

k = set(S)
k.pop() if k else None

k = {x.upper() for x in S}

k = S.union({'n'})

k = S.difference({'n'})

k = set(list(S)[:1])

k = set(sorted(S)[1:])

k = S or {'n'}

k = {*S, 'n'}

k = frozenset(S) - {'n'}

k = S
k.discard('n')

k = copy.copy(S)
k.discard('n')
k.discard('a')
"""),
    lines("""
A != B
set(A) != set(B)
len(A) != len(B)
sorted(A) != sorted(B)
A - B
A ^ B
not (A <= B)
any(x not in B for x in A)
bool(A) != bool(B)
("n" in A) != ("n" in B)
frozenset(A) != frozenset(B)
{x for x in A} != {x for x in B}
not A.issubset(B)
not (A <= B and B <= A)
A.symmetric_difference(B)
max(A, default="") != max(B, default="")
",".join(sorted(A)) != ",".join(sorted(B))
len(A) > len(B)
{x: 1 for x in A} != {x: 1 for x in B}
A & B != A
A | B != B
A.isdisjoint(B) and bool(A or B)
sum(map(len, A)) != sum(map(len, B))
sorted(A, key=len) != sorted(B, key=len)
set(map(len, A)) != set(map(len, B))
sorted(A)[:1] != sorted(B)[:1]
[x for x in sorted(A) if x not in B]
not all(x in B for x in A)
{x.upper() for x in A} != {x.upper() for x in B}
"""),
    lines("""
set()
{'n'}
{'a'}
{'n', 'a'}
{'b', 'a'}
{'n', 'b', 'a'}
{'N'}
{'b'}
{'bb', 'a'}
"""),
)

_OF_RECORDS: Final = Kind(
    "list[Part]",
    "field(default_factory=list)",
    blocks("""
k = list(S)
k.append(Part('n'))

k = list(S)
k.insert(0, Part('n'))

k = list(S)
k.pop() if k else None

k = list(S)
k.pop(0) if k else None

k = list(S)
if Part('n') in k:
    k.remove(Part('n'))

k = list(S)
k.clear()

k = list(S)
k.reverse()

k = S[1:]

k = S[:-1]

k = S[:1]

k = [x for x in S if x != Part('n')]

k = [*S, Part('n')]

k = [Part('n')] + S

k = S * 2

k = list(S)
k.extend(S)

k = list(S)
k[:1] = []

k = list(S)
k[1:] = []

k = list(S)
k[:0] = [Part('n')]

k = list(S)
if k:
    k[0] = Part('n')

k = list(S)
if k:
    k[-1] = Part('n')

k = list(S)
if k:
    del k[0]

k = list(S)
if len(k) > 1:
    k[0], k[1] = k[1], k[0]

k = list(reversed(S))

k = S[::-1]

k = S[::2]

k = list(itertools.chain(S, [Part('n')]))

k = list(itertools.islice(S, 1))

k = [x for i, x in enumerate(S) if i]

k = S[len(S) // 2:]

k = S or [Part('n')]

k = S if len(S) > 1 else [Part('n')]

k = [x for x, y in zip(S, S[1:])]

k = S
if k:
    k.pop()

k = [replace(x, note='') for x in S]

k = copy.deepcopy(S)
for x in k:
    x.note = ''

k = copy.deepcopy(S)
if k:
    k[0].note = ''

k = copy.deepcopy(S)
if k:
    k[-1].note = 'z'

k = [Part(x.name) for x in S]

k = sorted(S, key=lambda x: x.name)

k = copy.copy(S)
for x in k[1:]:
    x.note = ''
"""),
    BETWEEN_LISTS
    + lines("""
[x.name for x in A] != [x.name for x in B]
[(x.name, x.note) for x in A] != [(x.name, x.note) for x in B]
{x.name for x in A} != {x.name for x in B}
{x.name: x.note for x in A} != {x.name: x.note for x in B}
{x.name: x for x in A} != {x.name: x for x in B}
any(x.note != y.note for x, y in zip(A, B))
sorted(x.name for x in A) != sorted(x.name for x in B)
(Part("n") in A) != (Part("n") in B)
any(x.note for x in A) != any(x.note for x in B)
[replace(x, note="") for x in A] != [replace(x, note="") for x in B]
[vars(x) for x in A] != [vars(x) for x in B]
",".join(x.name for x in A) != ",".join(x.name for x in B)
max((x.name for x in A), default="") != max((x.name for x in B), default="")
"""),
    lines("""
[]
[Part("n")]
[Part("a")]
[Part("a"),Part("n")]
[Part("n"),Part("a")]
[Part("a","l")]
[Part("a","l"),Part("b")]
[Part("b"),Part("a","l")]
[Part("a"),Part("a")]
[Part("n","l"),Part("n")]
[Part("a","l"),Part("b","m"),Part("n")]
[Part("a","z")]
[Part("a"),Part("b","z")]
"""),
)

_OF_NUMBERS: Final = Kind(
    "int",
    "0",
    blocks("""
k = S + 1

k = -S

k = abs(S)

k = S // 2

k = S % 2

k = max(S, 1)

k = min(S, 1)

k = max(0, min(S, 2))

k = int(S)

k = round(S / 2)

k = S * 2

k = S or 1

k = S if S > 0 else 0

k = int(bool(S))

k = S << 1

k = S >> 1

k = S & 1

k = S ^ 1

k = S ** 2

k = int(str(S))

k = divmod(S, 2)[0]

k = S - S % 2

k = ~S
"""),
    lines("""
A != B
A > B
A < B
abs(A) != abs(B)
bool(A) != bool(B)
str(A) != str(B)
A - B
A // 2 != B // 2
A % 2 != B % 2
(A > 0) != (B > 0)
max(A, 1) != max(B, 1)
-A != -B
A + 1 != B + 1
A * 2 != B * 2
A * 0 != B * 0
f'{A}' != f'{B}'
not A == B
A ^ B
[A] != [B]
(A, 1) != (B, 1)
{A} != {B}
A not in (B,)
range(A) != range(B)
divmod(A, 2) != divmod(B, 2)
A ** 2 != B ** 2
A | 1 != B | 1
float(A) != float(B)
A >> 1 != B >> 1
hex(A) != hex(B)
A not in range(B)
"""),
    lines("""
-3
-2
-1
0
1
2
3
4
5
"""),
)

_OF_TEXTS: Final = Kind(
    "str",
    "''",
    blocks("""
k = S.strip()

k = S.lower()

k = S.upper()

k = S + 'n'

k = S[1:]

k = S[:-1]

k = S[:1]

k = S[::-1]

k = S or 'n'

k = S.replace('n', '')

k = ''.join(S.split())

k = ' '.join(S.split(' '))

k = ','.join(S)

k = S.title()

k = f'{S}n'

k = S * 2

k = ''.join(sorted(S))

k = ''.join(reversed(S))

k = S.rstrip('n')

k = S.removeprefix('n')

k = S.partition('n')[0]

k = 'n' if S else S

k = S.casefold()

k = str(S)

k = S.ljust(2)

k = S.split('n')[0]

k = S.swapcase()

k = ''.join(x for x in S if x != 'n')

k = ''.join(set(S))
"""),
    lines("""
A != B
len(A) != len(B)
A.lower() != B.lower()
A.strip() != B.strip()
bool(A) != bool(B)
A < B
A[:1] != B[:1]
A[::-1] != B[::-1]
list(A) != list(B)
set(A) != set(B)
sorted(A) != sorted(B)
('n' in A) != ('n' in B)
A.startswith(B) is False
not A.endswith(B)
A not in B
A + 'n' != B + 'n'
f'{A}' != f'{B}'
repr(A) != repr(B)
A.split() != B.split()
A.split(',') != B.split(',')
A.encode() != B.encode()
A.count('n') != B.count('n')
A * 2 != B * 2
[*A] != [*B]
any(x != y for x, y in zip(A, B))
A.upper() != B.upper()
A[1:] != B[1:]
max(A, default='') != max(B, default='')
A.title() != B.title()
A.find('n') != B.find('n')
A.isupper() != B.isupper()
hash(A) != hash(B)
"""),
    lines("""
''
'n'
'a'
'A'
'N'
' a'
'a n'
'an'
'na'
'ab'
'ba'
'n,a'
'nn'
"""),
)

KINDS: Final = {
    "mappings": _OF_MAPPINGS,
    "lists": _OF_LISTS,
    "sets": _OF_SETS,
    "records": _OF_RECORDS,
    "numbers": _OF_NUMBERS,
    "texts": _OF_TEXTS,
}

#: Beginnings of hooks of which something was said that no run bears out: what is in another order was compared as if it
#: were not, or what is not there was added up.
ONCE_WRONG: Final = {
    "lists": blocks("""
k = obj.spec.kept[1:][:-1]
if k and k[0] != old.spec.kept[0]:

k = [x for x in obj.spec.kept[:-1] if x != "n"]
if k and k[0] != old.spec.kept[0]:

k = obj.spec.kept[1:]
del k[-1:]
if k and k.pop(0) != old.spec.kept[0]:

k = obj.spec.kept[:-1]
if k and k[-1] != old.spec.kept[0]:

k = obj.spec.kept
if len(k) > 3 and len(old.spec.kept) > 3 and k[-2] != old.spec.kept[0]:

k = [x for x in obj.spec.kept if x != "n"]
if len(k) > 1 and old.spec.kept and k[0] != old.spec.kept[0]:

k = obj.spec.kept[:-1]
if k and k[0] != old.spec.kept[0]:

k = old.spec.kept[:-1]
if sum(map(len, obj.spec.kept)) != sum(map(len, k)):

k = list(old.spec.kept)
k[:0] = ["n"]
if any(obj.spec.kept[i] != k[i] for i in range(min(len(obj.spec.kept), len(k)))):

k = list(old.spec.kept)
k[1:1] = ["n"]
if [*obj.spec.kept, "n"] != k:

k = sorted(old.spec.kept)
if list(reversed(obj.spec.kept)) != list(reversed(k)):

k = sorted(old.spec.kept)
if obj.spec.kept[::-1] != k[::-1]:

k = list(old.spec.kept)
k.reverse()
k.insert(0, "n")
m = ["n", *obj.spec.kept]
m.reverse()
if m != k:

k = list(old.spec.kept)
k.reverse()
m = list(obj.spec.kept)
m.reverse()
if m != k:

if sorted(obj.spec.kept)[::-1] != sorted(old.spec.kept)[::-1]:

k = {x: 1 for x in obj.spec.kept}
k.pop("n", None)
if obj.spec.kept and not k:

k = {x: 1 for x in obj.spec.kept}
del k["n"]
if obj.spec.kept and not k:
"""),
    "records": blocks("""
k = list(old.spec.kept)
k.reverse()
if {x.name: x.note for x in obj.spec.kept} != {x.name: x.note for x in k}:

k = sorted(old.spec.kept, key=lambda x: x.note)
if {x.name: x for x in obj.spec.kept} != {x.name: x for x in k}:

k = sorted(old.spec.kept, key=lambda x: x.name)
if obj.spec.kept[::-1] != k[::-1]:

if {x.name: x.note for x in obj.spec.kept} != {x.name: x.note for x in old.spec.kept}:
"""),
    "mappings": blocks("""
if list(obj.spec.kept.items()) != sorted(old.spec.kept.items()):

if sorted(obj.spec.kept.items(), key=lambda p: p[1]) != sorted(old.spec.kept.items()):

if sorted(obj.spec.kept.items())[::-1] != sorted(old.spec.kept.items())[::-1]:

k = {b: a for a, b in reversed(old.spec.kept.items())}
if {b: a for a, b in obj.spec.kept.items()} != k:

if ",".join(obj.spec.kept.values()) != ",".join(old.spec.kept.values()):

if hash(tuple(obj.spec.kept.values())) != hash(tuple(old.spec.kept.values())):

if ",".join(a + b for a, b in obj.spec.kept.items()) != ",".join(a + b for a, b in old.spec.kept.items()):

if ",".join(sorted(obj.spec.kept.values())) != ",".join(sorted(old.spec.kept.values())):

if len(list(obj.spec.kept.values())) != len(list(old.spec.kept.values())):

if list(dict.fromkeys(obj.spec.kept.values())) != list(dict.fromkeys(old.spec.kept.values())):

if [x for a in obj.spec.kept for x in a] != [x for a in old.spec.kept for x in a]:

if list(zip(*obj.spec.kept)) != list(zip(*old.spec.kept)):

if list(map(lambda *x: x, *obj.spec.kept.values())) != list(map(lambda *x: x, *old.spec.kept.values())):

if list(itertools.chain(*obj.spec.kept)) != list(itertools.chain(*old.spec.kept)):

if collections.deque(obj.spec.kept) != collections.deque(old.spec.kept):

k = {}
k.update(old.spec.kept)
if obj.spec.kept.get("n") != k.get("n"):

k = {a: b for a, b in old.spec.kept.items()}
if ("n" in obj.spec.kept) != ("n" in k):
"""),
    "mappings of lists": blocks("""
if [x for b in obj.spec.kept.values() for x in b] != [x for b in old.spec.kept.values() for x in b]:

if any([x for x in obj.spec.kept[a]] != [x for x in old.spec.kept.get(a, [])] for a in obj.spec.kept):

k = copy.deepcopy(old.spec.kept)
for b in k.values():
    b.clear()
if obj.spec.kept.get("n") != k.get("n"):

k = copy.deepcopy(obj.spec.kept)
for n in k:
    k[n].append("x")
if len(k.get("s", [])) != len(old.spec.kept.get("s", [])):

k = copy.deepcopy(old.spec.kept)
if "n" in k:
    k["n"].reverse()
if {a: tuple(b) for a, b in obj.spec.kept.items()} != {a: tuple(b) for a, b in k.items()}:

k = copy.deepcopy(old.spec.kept)
k.get("n", []).append("x")
if sorted(obj.spec.kept.values()) != sorted(k.values()):

k = copy.deepcopy(copy.deepcopy(obj.spec.kept))
for a, b in k.items():
    b.append(a)
m = copy.deepcopy(k)
if len(m.get("s", [])) != len(old.spec.kept.get("s", [])):
"""),
    "lists of mappings": blocks("""
k = [b for b in old.spec.kept if b]
if [x for b in obj.spec.kept for x in b.values()] != [x for b in k for x in b.values()]:
"""),
    "tuples": blocks("""
k = list(old.spec.kept)
if obj.spec.kept[-1:] != k[-1:]:

k = list(obj.spec.kept)
if k[::-1] != old.spec.kept[::-1]:

k = [*old.spec.kept]
if obj.spec.kept + obj.spec.kept != k + k:

if obj.spec.kept[1:] != old.spec.kept[1:]:

k = tuple(list(old.spec.kept)[:1])
if obj.spec.kept[:1] != k:
"""),
    "mappings of records": blocks("""
k = copy.deepcopy(obj.spec.kept)
for n, b in k.items():
    b.note = "z"
if k.get("s", Part()).note != old.spec.kept.get("s", Part()).note:

m = copy.deepcopy(old.spec.kept)
for b in m.values():
    b.note += "z"
k = copy.deepcopy(m)
if (obj.spec.kept["s"].note if "s" in obj.spec.kept else "") != (k["s"].note if "s" in k else ""):

k = copy.deepcopy(old.spec.kept)
if "s" in k:
    k["s"].note += "z"
if [b.note for b in obj.spec.kept.values()] != [b.note for b in k.values()]:
"""),
    "mappings of mappings": blocks("""
k = copy.deepcopy(old.spec.kept)
for b in k.values():
    b.pop("n", None)
if obj.spec.kept.get("n") != k.get("n"):

k = copy.deepcopy(obj.spec.kept)
k.get("s", {}).clear()
if {a: dict(b) for a, b in k.items()} != {a: dict(b) for a, b in old.spec.kept.items()}:
"""),
}
