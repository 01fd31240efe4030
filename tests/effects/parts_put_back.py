"""Ways in which what the caller had in a part comes back after the part was put right, and ways that look like them.

The hooks are put to the test in ``test_parts_put_back``. ``P`` is the object's container, ``O`` the old object's, or
that of an empty part; ``k`` is what was looked at before.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from changed_copies import blocks, lines


class Content(NamedTuple):
    """The content of a part: its type, how it is looked at before, what is done with that afterwards, what it may be."""

    annotation: str
    default: str
    looks: tuple[str, ...]
    uses: tuple[str, ...]
    samples: tuple[str, ...]


#: Ways to put a part right: the object's is ``obj.part`` and the one that it must be ``right``.
MENDS: Final = blocks("""
obj.part = right

obj.part = copy.deepcopy(right)

obj.part = copy.copy(right)

obj.part.kept = right.kept

obj.part = replace(obj.part, kept=right.kept)

vars(obj.part).update(vars(right))

obj.part.__dict__.update(right.__dict__)

for each in fields(right):
    setattr(obj.part, each.name, getattr(right, each.name))

obj.part = Part(kept=right.kept)

obj.part = Part(**vars(right))

obj.part.kept = copy.deepcopy(right.kept)

setattr(obj, 'part', right)

vars(obj)['part'] = right
""")
_ANY_LOOKS: Final = lines("""
k = P
k = copy.copy(P)
k = copy.deepcopy(P)
k = (lambda x=P: x)()
k = [P][0]
k = getattr(obj.part, 'kept')
k = vars(obj.part)['kept']
k = obj.part.__dict__.get('kept')
k = copy.copy(obj.part).kept
k = P if P else P
k, _ = P, None
k = next(iter([P]))
k = {'x': P}['x']
""")
_LOOKS_AT_MAPPINGS: Final = lines("""
k = dict(P)
k = {**P}
k = P.copy()
k = {a: b for a, b in P.items()}
k = dict(P.items())
k = {a: copy.deepcopy(b) for a, b in P.items()}
k = {a: copy.copy(b) for a, b in P.items()}
k = dict(zip(P, P.values()))
k = {a: P[a] for a in P}
k = P | {}
k = dict(list(P.items()))
k = collections.OrderedDict(P)
""")
_LOOKS_AT_LISTS: Final = lines("""
k = list(P)
k = P[:]
k = [*P]
k = [x for x in P]
k = P.copy()
k = P + []
k = list(reversed(P))
k = list(map(copy.copy, P))
k = [copy.deepcopy(x) for x in P]
k = [x for _, x in enumerate(P)]
k = list(itertools.chain(P))
k = sorted(P, key=repr)
k = P[::-1][::-1]
k = list(filter(None, P))
""")
_USES_OF_MAPPINGS: Final = lines("""
P = k
P.update(k)
P['n'] = k.get('n', P.get('n'))
P.setdefault('n', k.get('n'))
P |= k
P.update({a: b for a, b in k.items() if a in P})
P.update((a, b) for a, b in k.items() if a == 'n')
P = {**P, **k}
P = {**k, **O}
P = P | k
P = k | P
O.update(k)
O['n'] = k.get('n')
k.update(P)
k.clear()
k['n'] = P.get('n')
P = {a: P[a] for a in P if a in k}
P = {a: P[a] for a in P}
P = dict(P)
x = len(k)
P.pop('n', None) if 'n' in k else None
P = dict(sorted(P.items()))
P = {a: k.get(a, b) for a, b in P.items()}
P = {a: b for a, b in P.items() if b == k.get(a)}
P.clear() if k else None
P = P or k
P = P if P == k else P
P = {**P}
P.update(zip(k, k.values()))
[P.setdefault(a, b) for a, b in k.items()]
[P.__setitem__(a, b) for a, b in k.items()]
""")
_USES_OF_LISTS: Final = lines("""
P = k
P.extend(k)
P += k
P[:] = k
P[:0] = k
P[len(P):] = k
P[:1] = k[:1]
P.append(k[0])
P.insert(0, k[-1])
P[0] = k[0]
P[-1] = k[-1]
P = P + k
P = [*P, *k]
P = [y for x, y in zip(P, k)]
P = [x for x, y in zip(P, k)]
P = [x for x in P if x in k]
P = [x for x in P]
P.pop() if k else None
P = P[:len(k)]
P = P or k
O.extend(k)
O[:] = k
k.extend(P)
k[:] = P
k.clear()
P = sorted(P, key=repr)
P = sorted(P, key=lambda x: x in k)
[P.append(x) for x in k]
P = list(itertools.chain(P, k))
P = [P[0], *k[1:]]
P = P if len(P) != len(k) else k
P *= len(k)
P = [*map(copy.copy, P)]
P.remove(k[0]) if k and k[0] in P else None
""")

CONTENTS: Final = {
    "mappings of lists": Content(
        "dict[str, list[str]]",
        "field(default_factory=dict)",
        _ANY_LOOKS + _LOOKS_AT_MAPPINGS,
        _USES_OF_MAPPINGS
        + blocks("""
P['n'].extend(k['n'])

P['n'].append(k['n'][0])

P['n'][:] = k['n']

P['n'][:1] = k.get('n', [])

P.setdefault('n', []).extend(k.get('n', []))

for a, b in k.items():
    P.setdefault(a, []).extend(b)

for a, b in k.items():
    if a in P:
        P[a] += b

for a, b in P.items():
    b.extend(k.get(a, []))

for b in P.values():
    b.extend(x for c in k.values() for x in c)

b = P.get('n', [])
b.extend(k.get('n', []))

b = k.get('n', [])
P['n'] = b

b = k.get('n', [])
P['n'] = b
b.clear()

b = k.get('n', [])
b.extend(P.get('n', []))

k.get('n', []).clear()

for b in k.values():
    b.clear()

for b in P.values():
    b.sort()

O.get('n', []).extend(k.get('n', []))

next(iter(P.values())).extend(next(iter(k.values())))

P['s'] = P.get('n', [])
P['s'].extend(k.get('n', []))

for b, c in zip(P.values(), k.values()):
    b[:] = c

P = {a: [*b, *k.get(a, [])] for a, b in P.items()}

P = {a: [x for x in b if x in k.get(a, [])] for a, b in P.items()}

P = {a: list(b) for a, b in P.items()}
"""),
        lines("""
{}
{'n': []}
{'n': ['a']}
{'s': ['b']}
{'n': ['a', 'b'], 's': ['a']}
{'s': ['c', 'a'], 'n': ['d', 'b']}
"""),
    ),
    "mappings of records": Content(
        "dict[str, Note]",
        "field(default_factory=dict)",
        _ANY_LOOKS + _LOOKS_AT_MAPPINGS,
        _USES_OF_MAPPINGS
        + blocks("""
P['n'].text = k['n'].text

b = P.get('n')
if b and 'n' in k:
    b.text = k['n'].text

for a, b in k.items():
    if a in P:
        P[a].text = b.text

for a, b in P.items():
    if a in k:
        b.text = k[a].text

for b, c in zip(P.values(), k.values()):
    b.text = c.text

vars(P['n']).update(vars(k['n']))

P['n'] = replace(P['n'], text=k['n'].text)

P['n'] = replace(k['n'], text='')

P['n'] = replace(k['n'], text='', name='')

b = P.setdefault('n', Note())
b.name = k['n'].name

b = k.setdefault('n', Note())
b.text = 'x'

b = k.get('n', Note())
P['n'] = b
b.text = b.name = ''

O['n'].text = k['n'].text

next(iter(P.values())).text = next(iter(k.values())).text

setattr(P['n'], 'text', k['n'].text)

P = {a: Note(b.name, k[a].text) for a, b in P.items() if a in k}

P = {b.name: b for b in P.values()}

P['n'].text = str(len(k))

for b in k.values():
    b.text = ''
"""),
        lines("""
{}
{'n': Note('n')}
{'n': Note('n', 'l')}
{'s': Note('s', 'm')}
{'n': Note('a', 'l'), 's': Note('s')}
{'s': Note('b'), 'n': Note('n', 'z')}
"""),
    ),
    "lists of mappings": Content(
        "list[dict[str, str]]",
        "field(default_factory=list)",
        _ANY_LOOKS + _LOOKS_AT_LISTS,
        _USES_OF_LISTS
        + blocks("""
P[0].update(k[0])

P[0]['n'] = k[0]['n']

P[-1].setdefault('n', k[-1].get('n'))

for b, c in zip(P, k):
    b.update(c)

for i, c in enumerate(k):
    if i < len(P):
        P[i] = c

for i, c in enumerate(k):
    if i < len(P):
        P[i]['n'] = c.get('n', '')

for b in P:
    for c in k:
        b.update(c)

for b in P:
    b['n'] = str(len(k))

b = P[0]
b |= k[0]

b = k[0]
P.append(b)
b.clear()

b = k[0]
b.update(P[0])

P = [{**b, **c} for b, c in zip(P, k)]

P = [{**c, **b} for b, c in zip(P, k)]

P = [{**b} for b, c in zip(P, P)]

O[0].update(k[0])

for b in k:
    b.clear()

P = [dict(b) for b in P]

P[0] = dict(P[0], n=k[0].get('n', ''))

P.extend(b for b in k if 'n' in b)

P.extend({'n': b.get('n', '')} for b in k)

P.extend({} for b in k)
"""),
        lines("""
[]
[{}]
[{'n': 'a'}]
[{'n': 'z'}]
[{'s': 'b'}, {'n': 'a'}]
[{'n': 'c', 's': 'b'}]
[{'n': 'a'}, {'n': 'z'}, {'s': 'a'}]
"""),
    ),
    "lists of records with lists": Content(
        "list[Box]",
        "field(default_factory=list)",
        _ANY_LOOKS + _LOOKS_AT_LISTS,
        _USES_OF_LISTS
        + blocks("""
P[0].words.extend(k[0].words)

P[0].words[:] = k[0].words

P[0].words = k[0].words

P[-1].words += k[-1].words

for b, c in zip(P, k):
    b.words = c.words

for b, c in zip(P, k):
    b.words[:] = c.words

for b in P:
    b.words.extend(x for c in k for x in c.words)

for b in P:
    for c in k:
        if b.name == c.name:
            b.words = list(c.words)

byname = {c.name: c for c in k}
for b in P:
    if b.name in byname:
        b.words.append(byname[b.name].name)

byname = {c.name: c for c in k}
for b in P:
    c = byname.get(b.name)
    if c is not None:
        b.words = c.words

byname = {b.name: b for b in P}
for c in k:
    if c.name in byname:
        byname[c.name].words.extend(c.words)

b = P[0].words
b.append(k[0].name)

b = k[0]
P.append(b)
b.words.clear()

b = k[0]
P.append(b)
b.words.clear()
b.name = ''

b = k[0].words
P.append(Box('z', b))

b = k[0].words
P.append(Box('z', b))
b.clear()

O[0].words.extend(k[0].words)

for c in k:
    c.words.clear()

P = [replace(b, words=c.words) for b, c in zip(P, k)]

P = [replace(c, name=b.name) for b, c in zip(P, k)]

P = [replace(b, words=[*b.words]) for b in P]

P = [Box(b.name, [x for x in b.words if x in k[0].words]) for b in P]

words = [x for c in k for x in c.words]
P[0].words.extend(words)

words = [x for c in k for x in c.words]
words.extend(P[0].words)

P.extend(Box(c.name) for c in k)

P.sort(key=lambda b: b.name)
"""),
        lines("""
[]
[Box('n')]
[Box('n', ['a'])]
[Box('n', ['n', 'b'])]
[Box('s', ['n']), Box('n', ['a'])]
[Box('n'), Box('s', ['n'])]
[Box('s', ['n', 'a']), Box('n', ['b', 'a'])]
"""),
    ),
    "records or none": Content(
        "Box | None",
        "None",
        _ANY_LOOKS
        + lines("""
k = replace(P) if P else None
k = P and replace(P)
k = Box(P.name, P.words) if P is not None else None
k = Box(P.name, list(P.words)) if P is not None else None
k = P or Box()
k = P or None
k = P if P is not None else Box()
"""),
        blocks("""
P = k

P = P or k

P = k or P

if k is None:
    P = None

if P is None:
    P = k

if k is not None:
    P = k

if P is not None and k is not None:
    P.words = k.words

if P and k:
    P.words.extend(k.words)

if P and k:
    P.words[:] = k.words

if P:
    P.words.append('z' if k else 'y')

if P and k:
    P = replace(P, name=k.name)

if P and k:
    P = replace(k, words=P.words)

if P and k:
    P = replace(k, words=P.words, name=P.name)

if P and k:
    k.words.extend(P.words)

if k:
    k.words.clear()

if k:
    P = k
    k.words = []
    k.name = ''

if O and k:
    O.words.extend(k.words)

b = P or Box()
if k:
    b.words.extend(k.words)

b = P and P.words
if b and k:
    b.append(k.name)

P = P and replace(P, words=[*P.words])

P = P or Box(words=k.words if k else [])

if k:
    vars(P or Box()).update(vars(k))

P = Box() if k is None else Box()

P = None if P is None else P
"""),
        lines("""
None
Box()
Box('n')
Box('n', ['a'])
Box('s', ['a', 'n'])
"""),
    ),
    "tuples": Content(
        "tuple[str, ...]",
        "()",
        _ANY_LOOKS
        + lines("""
k = tuple(P)
k = list(P)
k = [*P]
k = P[:]
k = tuple(x for x in P)
k = set(P)
k = (*P,)
k = P[1:]
k = P + ()
k = sorted(P)
k = dict.fromkeys(P)
k = frozenset(P)
k = ','.join(P)
k = iter(P)
k = enumerate(P)
"""),
        lines("""
P = k
P = tuple(k)
P = (*P, *k)
P = P + tuple(k)
P += tuple(k)
P = tuple(x for x in P if x in k)
P = tuple(x for x, y in zip(P, k))
P = tuple(y for x, y in zip(P, k))
P = P or tuple(k)
P = P if k else P
P = P if k else ()
P = tuple(P)
P = P[:len(k)]
P = P * len(k)
P = tuple(sorted(P, key=lambda x: x in k))
P = tuple(sorted(P))
P = tuple(map(str, k))
P = (*P, *map(repr, k))
P = tuple(set(P) - set(k))
P = tuple(sorted(set(P) | set(k)))
P = (*P, str(k))
P = tuple(x for x in P for _ in k)
P = tuple(dict.fromkeys([*P, *k]))
P = P[1:] if 'n' in k else P
"""),
        lines("""
()
('n',)
('a',)
('a', 'n')
('n', 'a')
('a', 'b', 'n')
"""),
    ),
    "mappings of mappings": Content(
        "dict[str, dict[str, str]]",
        "field(default_factory=dict)",
        _ANY_LOOKS + _LOOKS_AT_MAPPINGS,
        _USES_OF_MAPPINGS
        + blocks("""
P['n'].update(k['n'])

P['n']['n'] = k['n']['n']

P.setdefault('n', {}).update(k.get('n', {}))

for a, b in k.items():
    P.setdefault(a, {}).update(b)

for a, b in P.items():
    b.update(k.get(a, {}))

for a, b in k.items():
    for c, d in b.items():
        if a in P:
            P[a][c] = d

b = P.get('n', {})
b |= k.get('n', {})

b = k.get('n', {})
P['n'] = b
b.clear()

P = {a: {**b, **k.get(a, {})} for a, b in P.items()}

P = {a: {**k.get(a, {}), **b} for a, b in P.items()}

P = {a: dict(b) for a, b in P.items()}

for b in k.values():
    b.clear()

for b in P.values():
    b.pop('n', None)

for b in P.values():
    b['n'] = ','.join(k)

O.get('n', {}).update(k.get('n', {}))
"""),
        lines("""
{}
{'n': {}}
{'n': {'n': 'a'}}
{'n': {'n': 'z', 's': 'b'}}
{'s': {'n': 'a'}}
{'s': {'s': 'c'}, 'n': {'n': 'a'}}
"""),
    ),
}
