"""Changes of copies of containers that lie in containers, or that may be none at all, and comparisons of them."""

from __future__ import annotations

from typing import Final

from changed_copies import BETWEEN_LISTS, Kind, blocks, lines

_MAPPINGS_OF_LISTS: Final = Kind(
    "dict[str, list[str]]",
    "field(default_factory=dict)",
    blocks("""
k = dict(S)

k = copy.deepcopy(S)
k.pop('n', None)

k = {a: list(b) for a, b in S.items()}

k = {a: sorted(b) for a, b in S.items()}

k = {a: b[:1] for a, b in S.items()}

k = {a: b[::-1] for a, b in S.items()}

k = {a: b for a, b in S.items() if b}

k = copy.deepcopy(S)
for b in k.values():
    b.append('n')

k = copy.deepcopy(S)
for b in k.values():
    b.clear()

k = copy.deepcopy(S)
k.setdefault('n', []).append('a')

k = copy.deepcopy(S)
if 'n' in k:
    k['n'].reverse()

k = {a: [*b, 'n'] for a, b in S.items()}

k = dict(S)
k['n'] = k.get('s', [])

k = {a: list(set(b)) for a, b in S.items()}

k = copy.deepcopy(S)
for n in k:
    k[n].append('x')

k = copy.deepcopy(S)
for n, b in k.items():
    b.sort()

k = copy.deepcopy(S)
for n in list(k):
    k[n] = k[n][1:]

k = copy.deepcopy(S)
for n, b in k.items():
    k[n] = sorted(b)

k = {a: list(b) for a, b in S.items()}
for b in k.values():
    b.append('n')

k = copy.deepcopy(S)
for b in k.values():
    if b:
        b.pop()

k = copy.deepcopy(S)
for b in k.values():
    b[:] = [x for x in b if x != 'n']

k = copy.deepcopy(S)
b = k.get('n')
if b:
    b.append('z')

k = copy.deepcopy(S)
b = k.setdefault('n', [])
b.clear()

k = copy.deepcopy(S)
[b.reverse() for b in k.values()]

k = copy.deepcopy(S)
if 'n' in k:
    k['n'] += ['x']

k = copy.deepcopy(S)
if 'n' in k:
    k['n'].sort()

k = copy.deepcopy(S)
next(iter(k.values()), []).append('x')

k = copy.deepcopy(S)
for b in list(k.values())[1:]:
    b.clear()

k = copy.deepcopy(S)
for n in ('n', 's'):
    k.get(n, []).clear()

k = copy.deepcopy(S)
for n in sorted(k):
    k[n].append('x')

k = copy.copy(S)
k['n'] = list(k.get('n', [])) + ['x']

k = copy.deepcopy(S)
for n, b in zip(k, k.values()):
    b.append(n)

k = copy.deepcopy(S)
for i, b in enumerate(k.values()):
    if not i:
        b.clear()
"""),
    lines("""
A != B
len(A) != len(B)
sum(map(len, A.values())) != sum(map(len, B.values()))
[x for b in A.values() for x in b] != [x for b in B.values() for x in b]
{a: len(b) for a, b in A.items()} != {a: len(b) for a, b in B.items()}
{a: tuple(b) for a, b in A.items()} != {a: tuple(b) for a, b in B.items()}
any(A[a] != B.get(a) for a in A)
A.get('n') != B.get('n')
A.get('n', []) != B.get('n', [])
{x for b in A.values() for x in b} != {x for b in B.values() for x in b}
sorted(A.values()) != sorted(B.values())
list(itertools.chain(*A.values())) != list(itertools.chain(*B.values()))
{a: sorted(b) for a, b in A.items()} != {a: sorted(b) for a, b in B.items()}
any(b != B.get(a, []) for a, b in A.items())
bool(A.get('n')) != bool(B.get('n'))
sorted((a, x) for a, b in A.items() for x in b) != sorted((a, x) for a, b in B.items() for x in b)
any(A.values()) != any(B.values())
all(A.values()) != all(B.values())
A.items() != B.items()
list(A.values()) != list(B.values())
len(A.get('n', [])) != len(B.get('n', []))
'n' in A.get('n', []) and 'n' not in B.get('n', [])
[len(b) for b in A.values()] != [len(b) for b in B.values()]
max(map(len, A.values()), default=0) != max(map(len, B.values()), default=0)
(A['n'] if 'n' in A else None) != (B['n'] if 'n' in B else None)
any('n' in b for b in A.values()) != any('n' in b for b in B.values())
next(iter(A.values()), None) != next(iter(B.values()), None)
A.get('s') != B.get('s') or A.get('n') != B.get('n')
[A.get(n) for n in ('n', 's')] != [B.get(n) for n in ('n', 's')]
"""),
    lines("""
{}
{'n': []}
{'n': ['a']}
{'n': ['a', 'n']}
{'n': ['n', 'a']}
{'s': ['b', 'a'], 'n': []}
{'n': ['a'], 's': ['b']}
{'s': ['b'], 'n': ['a']}
{'s': []}
{'n': ['a', 'a']}
"""),
)
_MAPPINGS_OF_RECORDS: Final = Kind(
    "dict[str, Part]",
    "field(default_factory=dict)",
    blocks("""
k = copy.deepcopy(S)
for b in k.values():
    b.note = ''

k = copy.deepcopy(S)
for n in k:
    k[n].note = 'z'

k = copy.deepcopy(S)
for n, b in k.items():
    b.name = n

k = copy.deepcopy(S)
for n in list(k):
    k[n] = replace(k[n], note='')

k = {a: replace(b) for a, b in S.items()}
for b in k.values():
    b.note = ''

k = {a: copy.copy(b) for a, b in S.items()}
if 'n' in k:
    k['n'].note = 'z'

k = {a: Part(b.name) for a, b in S.items()}

k = {a: b for a, b in S.items() if b.note}

k = {b.name: b for b in S.values()}

k = copy.deepcopy(S)
b = k.get('n')
if b:
    b.note = 'z'

k = copy.deepcopy(S)
k.setdefault('n', Part()).note = 'z'

k = copy.deepcopy(S)
for i, b in enumerate(k.values()):
    b.note = str(i)

k = copy.deepcopy(S)
for b in list(k.values())[1:]:
    b.note = ''

k = copy.deepcopy(S)
for n in ('n', 's'):
    if n in k:
        k[n].note = ''

k = copy.deepcopy(S)
next(iter(k.values()), Part()).note = 'z'

k = copy.deepcopy(S)
for b in k.values():
    setattr(b, 'note', '')

k = copy.deepcopy(S)
for n, b in zip(k, k.values()):
    b.note = n

k = copy.copy(S)
k['n'] = Part('z')

k = dict(S)
k.pop('n', None)

k = copy.deepcopy(S)
for b in k.values():
    if b.note:
        b.note = b.note[1:]
"""),
    lines("""
A != B
A.items() != B.items()
list(A.values()) != list(B.values())
{a: b.note for a, b in A.items()} != {a: b.note for a, b in B.items()}
[b.note for b in A.values()] != [b.note for b in B.values()]
A.get('n') != B.get('n')
A.get('n', Part()).note != B.get('n', Part()).note
(A['n'].note if 'n' in A else None) != (B['n'].note if 'n' in B else None)
any(A[a] != B.get(a) for a in A)
any(b != B.get(a) for a, b in A.items())
all(A.get(a) == b for a, b in B.items()) is False
len(A) != len(B)
any(b.note for b in A.values()) != any(b.note for b in B.values())
all(b.note for b in A.values()) != all(b.note for b in B.values())
sum(len(b.note) for b in A.values()) != sum(len(b.note) for b in B.values())
sorted(b.name for b in A.values()) != sorted(b.name for b in B.values())
{b.name for b in A.values()} != {b.name for b in B.values()}
next(iter(A.values()), None) != next(iter(B.values()), None)
any(x != y for x, y in zip(A.values(), B.values()))
''.join(b.note for b in A.values()) != ''.join(b.note for b in B.values())
[A.get(n) for n in ('n', 's')] != [B.get(n) for n in ('n', 's')]
set(A) != set(B)
(Part('n') in A.values()) != (Part('n') in B.values())
[a for a, b in A.items() if b.note] != [a for a, b in B.items() if b.note]
"""),
    lines("""
{}
{'n': Part('n')}
{'n': Part('n', 'l')}
{'s': Part('s', 'l')}
{'n': Part('n'), 's': Part('s')}
{'s': Part('s'), 'n': Part('n')}
{'n': Part('n', 'l'), 's': Part('s', 'z')}
{'e': Part('', 'z'), 'n': Part('n', 'z')}
{'n': Part('', 'z')}
{'s': Part('n')}
"""),
)
_LISTS_OF_MAPPINGS: Final = Kind(
    "list[dict[str, str]]",
    "field(default_factory=list)",
    blocks("""
k = copy.deepcopy(S)
for b in k:
    b.clear()

k = copy.deepcopy(S)
for b in k:
    b.pop('n', None)

k = copy.deepcopy(S)
for b in k:
    b['n'] = 'z'

k = copy.deepcopy(S)
for i in range(len(k)):
    k[i]['n'] = 'z'

k = copy.deepcopy(S)
if k:
    k[0]['n'] = 'z'

k = copy.deepcopy(S)
if k:
    k[-1].pop('n', None)

k = [dict(b) for b in S]
for b in k:
    b.setdefault('n', 'z')

k = [{**b, 'n': 'z'} for b in S]

k = [b for b in S if b]

k = [b for b in S if 'n' in b]

k = [{x: y for x, y in b.items() if x != 'n'} for b in S]

k = [dict(sorted(b.items())) for b in S]

k = copy.copy(S)
k.append({})

k = copy.copy(S)
k.reverse()

k = copy.deepcopy(S)
for i, b in enumerate(k):
    b['n'] = str(i)

k = copy.deepcopy(S)
for b, c in zip(k, k[1:]):
    b['n'] = 'z'

k = copy.deepcopy(S)
for b in k[1:]:
    b.clear()

k = copy.deepcopy(S)
for b in k:
    for a in list(b):
        if b[a] == 'a':
            del b[a]

k = copy.deepcopy(S)
for b in k:
    b.update(n='z')

k = list(S)
k[:1] = []

k = copy.deepcopy(S)
for i, b in enumerate(k):
    k[i] = {**b, 'n': 'z'}
"""),
    BETWEEN_LISTS
    + lines("""
[b.get('n') for b in A] != [b.get('n') for b in B]
[len(b) for b in A] != [len(b) for b in B]
sum(map(len, A)) != sum(map(len, B))
[x for b in A for x in b] != [x for b in B for x in b]
[x for b in A for x in b.values()] != [x for b in B for x in b.values()]
any('n' in b for b in A) != any('n' in b for b in B)
all(b for b in A) != all(b for b in B)
{x for b in A for x in b} != {x for b in B for x in b}
[sorted(b.items()) for b in A] != [sorted(b.items()) for b in B]
any(x.get('n') != y.get('n') for x, y in zip(A, B))
[list(b) for b in A] != [list(b) for b in B]
(A[0].get('n') if A else None) != (B[0].get('n') if B else None)
[set(b) for b in A] != [set(b) for b in B]
"""),
    lines("""
[]
[{}]
[{'n': 'a'}]
[{'n': 'z'}]
[{'n': 'a'}, {'s': 'b'}]
[{'s': 'b'}, {'n': 'a'}]
[{'n': 'a', 's': 'b'}]
[{'s': 'b', 'n': 'a'}]
[{}, {'n': 'a'}]
[{'n': 'a'}, {'n': 'a'}]
[{'n': 'a'}, {'n': 'z'}, {'s': 'a'}]
"""),
)
_LISTS_OF_BOXES: Final = Kind(
    "list[Box]",
    "field(default_factory=list)",
    blocks("""
k = copy.deepcopy(S)
for b in k:
    b.words.clear()

k = copy.deepcopy(S)
for b in k:
    b.words.append('n')

k = copy.deepcopy(S)
for b in k:
    b.words.sort()

k = copy.deepcopy(S)
for b in k:
    b.words = b.words[1:]

k = copy.deepcopy(S)
for i in range(len(k)):
    k[i].words.append('n')

k = copy.deepcopy(S)
if k:
    k[0].words.clear()

k = copy.deepcopy(S)
if k:
    k[-1].words.append('n')

k = [replace(b, words=[]) for b in S]

k = [replace(b, words=sorted(b.words)) for b in S]

k = [Box(b.name, list(b.words)) for b in S]
for b in k:
    b.words.append('n')

k = [Box(b.name, [x for x in b.words if x != 'n']) for b in S]

k = [b for b in S if b.words]

k = [b for b in S if 'n' in b.words]

k = copy.copy(S)
k.reverse()

k = copy.deepcopy(S)
for i, b in enumerate(k):
    b.words.append(str(i))

k = copy.deepcopy(S)
for b, c in zip(k, k[1:]):
    b.words, c.words = c.words, b.words

k = copy.deepcopy(S)
for b in k[1:]:
    b.words.clear()

k = copy.deepcopy(S)
for b in k:
    for x in list(b.words):
        if x == 'n':
            b.words.remove(x)

k = copy.deepcopy(S)
for b in k:
    b.words.extend(b.words)

k = copy.deepcopy(S)
for b in k:
    if b.words:
        b.words[0] = 'n'

k = sorted(S, key=lambda b: len(b.words))

k = [copy.copy(b) for b in S]
for b in k:
    b.words = [*b.words, 'n']
"""),
    BETWEEN_LISTS
    + lines("""
[b.words for b in A] != [b.words for b in B]
[len(b.words) for b in A] != [len(b.words) for b in B]
[x for b in A for x in b.words] != [x for b in B for x in b.words]
sum(len(b.words) for b in A) != sum(len(b.words) for b in B)
any(b.words for b in A) != any(b.words for b in B)
all(b.words for b in A) != all(b.words for b in B)
any('n' in b.words for b in A) != any('n' in b.words for b in B)
{x for b in A for x in b.words} != {x for b in B for x in b.words}
[tuple(b.words) for b in A] != [tuple(b.words) for b in B]
[sorted(b.words) for b in A] != [sorted(b.words) for b in B]
any(x.words != y.words for x, y in zip(A, B))
{b.name: b.words for b in A} != {b.name: b.words for b in B}
[set(b.words) for b in A] != [set(b.words) for b in B]
[(b.name, x) for b in A for x in b.words] != [(b.name, x) for b in B for x in b.words]
(A[0].words if A else None) != (B[0].words if B else None)
[b.words[:1] for b in A] != [b.words[:1] for b in B]
[','.join(b.words) for b in A] != [','.join(b.words) for b in B]
list(itertools.chain.from_iterable(b.words for b in A)) != list(itertools.chain.from_iterable(b.words for b in B))
"""),
    lines("""
[]
[Box('n')]
[Box('n', ['a'])]
[Box('n', ['n', 'a'])]
[Box('n', ['a', 'n'])]
[Box('n', ['a']), Box('s', ['n'])]
[Box('s', ['n']), Box('n', ['a'])]
[Box('n'), Box('n', ['n'])]
[Box('s', ['n', 'a']), Box('n', ['b', 'a'])]
[Box('n', ['a']), Box('n', ['a']), Box('s')]
"""),
)
_PERHAPS_LISTS: Final = Kind(
    "list[str] | None",
    "None",
    blocks("""
k = S or []

k = list(S or ())

k = S if S is not None else []

k = list(S) if S else None

k = S or None

k = copy.deepcopy(S)
if k is not None:
    k.append('n')

k = copy.copy(S)
if k:
    k.pop()

k = None if S is None else sorted(S)

k = [x for x in S or [] if x != 'n']

k = [*(S or ()), 'n']

k = S and S[:1]

k = S and list(reversed(S))

k = copy.deepcopy(S) or []
k.sort()

k = list(S) if S is not None else None

k = S if S else None

k = copy.deepcopy(S)
if k is None:
    k = ['n']

k = tuple(S) if S is not None else ()

k = list(dict.fromkeys(S or ()))
"""),
    lines("""
A != B
(A or []) != (B or [])
list(A or ()) != list(B or ())
(A is None) != (B is None)
bool(A) != bool(B)
len(A or ()) != len(B or ())
any(x not in (B or ()) for x in A or ())
any(x != y for x, y in zip(A or (), B or ()))
set(A or ()) != set(B or ())
sorted(A or ()) != sorted(B or ())
(A[0] if A else None) != (B[0] if B else None)
(A or [])[1:] != (B or [])[1:]
(A or None) != (B or None)
A is not None and A != B
A is not None and B is not None and A != B
len(A or ()) > len(B or ())
[A] != [B]
repr(A) != repr(B)
(A and A[-1]) != (B and B[-1])
tuple(A or ()) != tuple(B or ())
('n' in (A or ())) != ('n' in (B or ()))
','.join(A or ()) != ','.join(B or ())
"""),
    lines("""
None
[]
['n']
['a']
['a', 'n']
['n', 'a']
['n', 'n']
['a', 'b', 'n']
"""),
)
_TUPLES: Final = Kind(
    "tuple[str, ...]",
    "()",
    blocks("""
k = S + ('n',)

k = ('n', *S)

k = S[1:]

k = S[:-1]

k = S[::-1]

k = tuple(sorted(S))

k = tuple(x for x in S if x != 'n')

k = tuple(dict.fromkeys(S))

k = S * 2

k = S or ('n',)

k = list(S)
k.append('n')

k = list(S)
k.sort()
k = tuple(k)

k = tuple(reversed(S))

k = tuple(x.upper() for x in S)

k = S[:1] + S[1:]

k = tuple(map(str.strip, S))

k = copy.deepcopy(S)

k = tuple(set(S))

k = (*S[1:], *S[:1])

k = list(S)
"""),
    BETWEEN_LISTS
    + lines("""
set(A) != set(B)
sorted(A) != sorted(B)
",".join(A) != ",".join(B)
A < B
A.count('n') != B.count('n')
('n' in A) != ('n' in B)
hash(A) != hash(B)
{A} != {B}
"""),
    lines("""
()
('n',)
('a',)
('a', 'n')
('n', 'a')
('n', 'n')
('a', 'b', 'n')
('A',)
"""),
)
_MAPPINGS_OF_MAPPINGS: Final = Kind(
    "dict[str, dict[str, str]]",
    "field(default_factory=dict)",
    blocks("""
k = copy.deepcopy(S)
for b in k.values():
    b.clear()

k = copy.deepcopy(S)
for b in k.values():
    b.pop('n', None)

k = copy.deepcopy(S)
for n in k:
    k[n]['n'] = 'z'

k = copy.deepcopy(S)
for n, b in k.items():
    b['n'] = n

k = copy.deepcopy(S)
k.setdefault('n', {})['n'] = 'z'

k = copy.deepcopy(S)
if 'n' in k:
    k['n'].clear()

k = {a: dict(b) for a, b in S.items()}
for b in k.values():
    b['n'] = 'z'

k = {a: {**b, 'n': 'z'} for a, b in S.items()}

k = {a: b for a, b in S.items() if b}

k = {a: {x: y for x, y in b.items() if x != 'n'} for a, b in S.items()}

k = copy.deepcopy(S)
b = k.get('n')
if b is not None:
    b.pop('n', None)

k = copy.deepcopy(S)
for b in k.values():
    b.update(n='z')

k = dict(S)
k['n'] = {}

k = copy.deepcopy(S)
for b in k.values():
    for a in list(b):
        b[a] = ''
"""),
    lines("""
A != B
A.items() != B.items()
list(A.values()) != list(B.values())
A.get('n') != B.get('n')
A.get('n', {}).get('n') != B.get('n', {}).get('n')
(A['n'] if 'n' in A else None) != (B['n'] if 'n' in B else None)
any(b != B.get(a) for a, b in A.items())
any(A[a].get('n') != B.get(a, {}).get('n') for a in A)
{a: len(b) for a, b in A.items()} != {a: len(b) for a, b in B.items()}
[x for b in A.values() for x in b] != [x for b in B.values() for x in b]
{(a, x, y) for a, b in A.items() for x, y in b.items()} != {(a, x, y) for a, b in B.items() for x, y in b.items()}
sum(map(len, A.values())) != sum(map(len, B.values()))
any('n' in b for b in A.values()) != any('n' in b for b in B.values())
all(A.values()) != all(B.values())
len(A) != len(B)
{a: sorted(b.items()) for a, b in A.items()} != {a: sorted(b.items()) for a, b in B.items()}
"""),
    lines("""
{}
{'n': {}}
{'n': {'n': 'a'}}
{'n': {'n': 'z'}}
{'s': {'n': 'a'}}
{'n': {'n': 'a', 's': 'b'}, 's': {}}
{'n': {'s': 'b', 'n': 'a'}, 's': {}}
{'s': {}, 'n': {'n': 'a', 's': 'b'}}
{'n': {'n': 'n'}, 's': {'s': 'b'}}
"""),
)

NESTED: Final = {
    "mappings of lists": _MAPPINGS_OF_LISTS,
    "mappings of records": _MAPPINGS_OF_RECORDS,
    "lists of mappings": _LISTS_OF_MAPPINGS,
    "lists of records with lists": _LISTS_OF_BOXES,
    "lists or nothing": _PERHAPS_LISTS,
    "tuples": _TUPLES,
    "mappings of mappings": _MAPPINGS_OF_MAPPINGS,
}
