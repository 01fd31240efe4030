"""Ways in which a value is carried by the order of what holds it, or by what shows a change that was made elsewhere.

They are put to the test in ``test_leaks``.
"""

from __future__ import annotations

#: Keys that were taken out and put in again, elements in another order; views of mappings, and what they are made of.
ORDERS = """
for out in {5, 6, 7, 8, 9, obj.status.count}:
    break

for place, number in enumerate({5, 6, 7, 8, 9, obj.status.count}):
    if place == 0:
        out = number

out = None
for number in {5, 6, 7, obj.status.count}:
    out = number if out is None else out

od = OrderedDict(a=1, b=2)
if obj.status.count:
    od.move_to_end("a")
out = list(od)[0]

od = OrderedDict(a=1, b=2)
if obj.status.count:
    od.move_to_end("a")
out = next(iter(od))

od = OrderedDict(a=1, b=2)
if obj.status.count:
    od.move_to_end("b", last=False)
out = ",".join(od)

m = {"a": 1, "b": 2}
if obj.status.count:
    m["a"] = m.pop("a")
out = list(m)[0]

m = {"a": 1, "b": 2}
if obj.status.count:
    m["a"] = m.pop("a")
out = json.dumps(m)

m = {"a": 1, "b": 2}
if obj.status.count:
    del m["a"]
    m["a"] = 1
out = str(m)

m = {"a": 1, "b": 2}
if obj.status.count:
    m.update(a=m.pop("a"))
out = next(reversed(m))

m = {"a": 1, "b": 2}
if obj.status.count:
    m.setdefault("a", m.pop("a"))
out = m.popitem()

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
out = dict(zip(m, [1, 2]))

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
out = [k for i, k in enumerate(m) if i == 0]

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
out = list(m.items())[0]

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
out = tuple(m) == ("a", "b")

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
for out in m:
    break

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
out, *_ = m

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
out = [*m][0]

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
out = "".join(k for k in m)

m = {"a": 1, "b": 1}
if obj.status.count:
    m = {"b": 1, "a": 1}
out = next(iter(m))

m = {"a": 1, "b": 1} if obj.status.count else {"b": 1, "a": 1}
out = next(iter(m))

m = {"a": 1, "b": 1} if obj.status.count else {"b": 1, "a": 1}
out = str(m)

m = {}
if obj.status.count:
    m["a"] = 1
m["b"] = 1
m["a"] = 1
out = list(m)[0]

m = OrderedDict(a=1, b=1)
w = OrderedDict(b=1, a=1)
if obj.status.count:
    m.move_to_end("a")
out = m == w

m = OrderedDict(a=1, b=1)
if obj.status.count:
    m.popitem(last=False)
    m["a"] = 1
out = next(iter(m.values())) if False else next(iter(m))

keys = ["a", "b"]
if obj.status.count:
    keys.sort(reverse=True)
m = {k: 1 for k in keys}
out = next(iter(m))

keys = ["a", "b"]
if obj.status.count:
    keys = keys[::-1]
m = dict.fromkeys(keys)
out = str(m)

m = {"a": 1, "b": 1}
if obj.status.count:
    m = dict(sorted(m.items(), reverse=True))
out = next(iter(m))

m = {"a": 1, "b": 1}
if obj.status.count:
    m = dict(reversed(m.items()))
out = next(iter(m))

m = OrderedDict(a=1, b=2)
od = m
if obj.status.count:
    od.move_to_end("a")
out = max(m, key=lambda k: 0)

s = SimpleNamespace(a=1, b=2)
if obj.status.count:
    del s.a
    s.a = 1
out = str(s)

b = Box()
b.x = 1
if obj.status.count:
    del b.held
    b.held = 2
out = list(vars(b))[0]

m = {"a": 1, "b": 1}
if obj.status.count:
    m["a"] = m.pop("a")
for i, k in enumerate(m):
    if i == 0:
        out = k

m = Counter(a=1, b=1)
if obj.status.count:
    m["a"] = m.pop("a")
out = m.most_common(1)

m = defaultdict(int)
if obj.status.count:
    m["a"]
m["b"]
m["a"]
out = next(iter(m))

c = ChainMap({}, {"a": 1})
c.maps[1]["a"] = obj.status.count
out = c["a"]

p = {"a": 1}
c = ChainMap({}, p)
p["a"] = obj.status.count
out = c["a"]

c = ChainMap({"a": 1})
d = c.new_child()
c["a"] = obj.status.count
out = d["a"]

c = ChainMap({"a": 1})
d = c.new_child({"b": 1})
d.parents["a"] = obj.status.count
out = c["a"]

c = ChainMap({"a": 1}, {"b": 2})
d = c.parents
d["b"] = obj.status.count
out = c["b"]

c = ChainMap({"a": 1}, {"b": 2})
c.maps.insert(0, {"b": obj.status.count})
out = c["b"]

c = ChainMap({}, {"b": 2})
c.maps[0].update(b=obj.status.count)
out = dict(c)

c = ChainMap({}, {"b": 2})
for m in c.maps:
    m["b"] = obj.status.count
out = c["b"]

d = {"a": 1}
p = MappingProxyType(d)
d["a"] = obj.status.count
out = p["a"]

d = {"a": 1}
p = MappingProxyType(d)
if obj.status.count:
    d["b"] = 1
out = len(p)

d = {"a": 1}
p = MappingProxyType(d)
if obj.status.count:
    d["b"] = 1
out = "b" in p

d = {"a": 1}
p = MappingProxyType(d)
d.update(a=obj.status.count)
out = list(p.values())

u = UserDict(a=1)
u.data["a"] = obj.status.count
out = u["a"]

u = UserDict(a=1)
d = u.data
d["a"] = obj.status.count
out = dict(u)

u = UserDict(a=1)
u["a"] = obj.status.count
out = u.data["a"]

u = Locker(a=1)
u.data["a"] = obj.status.count
out = u["a"]

u = Locker(a=1)
u["a"] = obj.status.count
out = u.data

u = UserList([1])
u.data[0] = obj.status.count
out = u[0]

q = Answers()
q.kept = obj.status.count
out = q["x"]

c = Counter(a=1)
v = c.items()
c["a"] += obj.status.count
out = list(v)

d = {"a": 1}
v = d.values()
d["a"] = obj.status.count
out = list(v)

d = {"a": 1}
v = d.keys()
d[obj.status.note] = 1
out = list(v)

d = {"a": 1}
v = d.items()
if obj.status.count:
    d["b"] = 2
out = len(v)

d = {"a": 1}
v = d.keys().mapping
d["a"] = obj.status.count
out = v["a"]

u = UserDict(a=1)
v = u.items()
u["a"] = obj.status.count
out = dict(v)

d = defaultdict(list)
e = d["a"]
e.append(obj.status.count)
out = d["a"]

d = defaultdict(int)
d.default_factory = lambda: obj.status.count
out = d["q"]

d = defaultdict(int)
d.__missing__(obj.status.note)
out = list(d)

c = ChainMap(defaultdict(lambda: obj.status.count))
out = c["q"]

d = {"a": {"b": 1}}
c = ChainMap(d)
c["a"]["b"] = obj.status.count
out = d["a"]["b"]

d = {"a": {"b": 1}}
p = MappingProxyType(d)
p["a"]["b"] = obj.status.count
out = d

d = {}
c = ChainMap(d, {"a": 1})
c.update(a=obj.status.count)
out = d["a"]

d = {"a": 1}
c = ChainMap(d, {"a": 2})
if obj.status.count:
    c.pop("a")
out = d.get("a")

d = {"a": 1}
c = ChainMap(d)
if obj.status.count:
    c.clear()
out = len(d)

m = {load: obj.spec.kind for load in sorted(obj.spec.cargo, key=lambda load: obj.status.marks.get(load, 0))}
out = list(m)

m = dict(sorted(obj.spec.cargo.items(), key=lambda pair: obj.status.marks.get(pair[0], 0)))
out = ",".join(m)

m = dict.fromkeys(sorted(obj.spec.cargo, key=lambda load: obj.status.marks.get(load, 0)))
out = str(m)

m = {}
for load in sorted(obj.spec.cargo, key=lambda load: obj.status.marks.get(load, 0)):
    m[load] = 1
out = next(iter(m))

m = {}
m.update(sorted(obj.spec.cargo.items(), key=lambda pair: obj.status.marks.get(pair[0], 0)))
out = list(m)

m = {load: 1 for load in obj.status.marks if load in obj.spec.cargo}
m.update(dict(reversed(obj.spec.cargo.items())))
out = list(m)

m = {load: 1 for load in obj.status.marks if load in obj.spec.cargo}
out = list({**m, **dict(reversed(obj.spec.cargo.items()))})

out = 0
if obj.spec.cargo:
    for out in {**obj.spec.cargo, "late": obj.status.count}.values():
        pass

out = 0
if obj.spec.cargo:
    m = {"early": obj.status.count, **obj.spec.cargo}
    out = next(iter(m.values()))

m = {**obj.spec.cargo}
m["late"] = obj.status.count
out = list(m.values())[-1] if obj.spec.cargo else 0
"""

#: What tells the order of ``keys``, which are turned around where the caller's count is set.
REVERSED = """
out = next(iter(keys))

out, *_ = keys

for out in keys:
    break

out = "".join(keys)

out = keys.pop()

out = keys[0]

out = dict(zip(keys, [1, 2]))

out = [k for i, k in enumerate(keys) if i == 0]

out = keys.index("a")

out = keys[1:]

out = (keys + [])[0]

out = max(keys, key=lambda k: 0)

for out in keys:
    pass

out = ""
for k in keys:
    out += k

out = ""
for k in keys:
    out = out or k

out = functools.reduce(operator.add, keys)

out = keys == ["a", "b"]

match keys:
    case [out, _]:
        pass

match keys:
    case ["a", _]:
        out = 1
    case _:
        out = 2

out = {k: i for i, k in enumerate(keys)}

out = next(k for k in keys)

out = tuple(keys)[0]

out = list(map(str.upper, keys))[0]

out = same(*keys[:1])

def first(one, two):
    return one
out = first(*keys)

out = itertools.accumulate(keys)
out = list(out)[0]

out = keys < ["a", "c"]

out = keys.pop(0)

it = iter(keys)
next(it)
out = next(it)

keys.append("c")
out = keys[0]

out = deque(keys)[0]

out = "%s %s" % tuple(keys)

out = "{0}".format(*keys)

out = f"{keys}"

out = list(zip(keys, "xy"))[0]

out = operator.itemgetter(0)(keys)

del keys[0]
out = keys

keys[0] = "z"
out = sorted(keys)

keys.insert(0, "z")
out = keys[1]

out = [k for k in keys][0]

out = list(reversed(keys))[0]

out = [[k] for k in keys][0]

out = dict.fromkeys(keys)
out = list(out)[0]

out = {k: 1 for k in keys}
out = list(out)[0]

out = {}
for k in keys:
    out[k] = 1
out = next(iter(out))

out = sorted(keys, key=lambda k: 0)[0]

out = OrderedDict.fromkeys(keys)
out = out.popitem()

out = copy.copy(keys)[0]

out = keys * 2
out = out[0]

out = []
out += keys
out = out[0]

out = ["q"]
out[:0] = keys
out = out[0]

a, b = keys
out = a

for i, k in enumerate(keys):
    if k == "a":
        out = i

out = [i for i, k in enumerate(keys) if k == "a"]

out = 0
for k in keys:
    if k == "a":
        break
    out += 1

while keys:
    out = keys.pop()

out = list(itertools.islice(keys, 1))

out = list(itertools.takewhile(lambda k: k != "a", keys))

out = next(filter(None, keys))
"""
TURNED_KEYS = """keys = ["a", "b"]
if obj.status.count:
    keys.reverse()
"""

#: What came of an unseen call may be what the call was given: it shows what is done to that, and under which condition.
SHOWN_BY_ANOTHER = """
p = {}
c = ctx.frob(p)
if obj.status.count > 1:
    p["a"] = 1
out = c["a"] if "a" in c else 0

p = {}
c = ctx.frob(p)
p["a"] = 1 if obj.status.count > 1 else 2
out = c["a"]

p = {"a": 2}
c = ctx.frob(p)
if obj.status.count > 1:
    p["a"] = 1
out = c["a"]

p = [2]
c = ctx.frob(p)
if obj.status.count > 1:
    p.append(1)
out = len(c)

p = [2]
c = ctx.frob(p)
if obj.status.count > 1:
    p.clear()
out = len(c)

p = Box(1)
c = ctx.frob(p)
if obj.status.count > 1:
    p.held = 3
out = c.held

p = Box(1)
c = ctx.frob(p)
for _ in range(obj.status.count):
    p.held = 3
out = c.held

p = {"a": 2}
c = ctx.frob(p)
if obj.status.count > 1:
    del p["a"]
out = len(c)

p = {"a": 2}
c = ctx.frob(p)
if obj.status.count > 1:
    p.pop("a")
out = len(c)

p = [1, 2]
c = ctx.frob(p)
if obj.status.count > 1:
    p.reverse()
out = c[0]

p = [1, 2]
c = ctx.frob(p)
if obj.status.count > 1:
    p[0] = 5
out = c[0]

p = [1, 2]
c = ctx.frob(p)
if obj.status.count > 1:
    p[:] = []
out = c[0] if c else 0

p = [2, 1]
c = ctx.frob(p)
if obj.status.count > 1:
    p.sort()
out = c[0] if c else 0

p = {1, 2}
c = ctx.frob(p)
if obj.status.count > 1:
    p.discard(2)
out = len(c)

p = {1, 2}
c = ctx.frob(p)
if obj.status.count > 1:
    p -= {2}
out = len(c)

p = [2, 1]
c = ctx.frob(p)
if obj.status.count > 1:
    p += [5]
out = len(c)

p = Box(1)
c = ctx.frob(p)
if obj.status.count > 1:
    del p.held
out = 1 if hasattr(c, "held") else 0

p = Box(1)
c = ctx.frob(p)
setattr(p, "held" if obj.status.count > 1 else "other", 5)
out = c.held

p = collections.deque([1, 2])
c = ctx.frob(p)
p.rotate(obj.status.count)
out = c[0]

p = [1, 2]
c = ctx.frob(p)
try:
    p[obj.status.count] = 1
except IndexError:
    p.append(4)
out = len(c)

p = [1, 2]
c = ctx.frob(p)
p.extend([0] * obj.status.count)
out = len(c)

p = [1, 2]
c = ctx.frob(p)
p *= obj.status.count
out = len(c)

p = {}
c = ctx.frob(p)
p[obj.status.note] = 1
out = list(c)

p = {"full": 1, "new": 2}
c = ctx.frob(p)
p.pop(obj.status.note, None)
out = len(c)

p = ["old", "new"]
c = ctx.frob(p)
p.insert(obj.status.count, "x")
out = c[0]

p = [1, 2, 3]
c = ctx.frob(p)
del p[obj.status.count:]
out = len(c)

p = {"a": 1}
c = ctx.frob(p)
p.setdefault("b" if obj.status.count > 1 else "a", 2)
out = len(c)

p = [1]
c = ctx.frob(p)
c += [0] * obj.status.count
out = len(p)

p = {1}
c = ctx.frob(p)
c |= {obj.status.count}
out = len(p)

p = {"a": 1}
c = ctx.frob(p)
c |= {"b": obj.status.count}
out = str(p)

p = {1, 2, 3}
c = ctx.frob(p)
c -= {obj.status.count}
out = len(p)

p = [1]
c = ctx.frob(p)
c *= obj.status.count
out = len(p)

p = [1]
c = ctx.frob(p)
if obj.status.count > 1:
    c *= 2
out = len(p)

p = [1]
c = ctx.frob(p)
operator.iadd(c, [obj.status.count])
out = p[-1]

p = [1]
c = ctx.frob(p)
q = (c,)
q[0].__iadd__([0] * obj.status.count)
out = len(p)
"""
