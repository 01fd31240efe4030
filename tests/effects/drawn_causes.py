"""Hooks for each cause of a wrong verdict that was found."""

from __future__ import annotations

#: For each cause of a wrong verdict that was found, hooks that showed it and hooks that do not. ``ctx.fill`` changes an
#: object in some way or in none, ``ctx.mash`` a spec, ``ctx.key`` is the name of some field of a status, ``ctx.ask`` says
#: always yes: none of it can be seen from the source. Where ``<<`` stands, one of several texts is drawn, and for ``FIELD``
#: a field of the status.
CAUSES = {
    "rounds that no element stands for": (
        "plain",
        "update",
        """
obj.status = old.status
count = 0
for port in obj.spec.ports:
    if <<count >= 2 || count == 2 || count > 1 || count >= 1>>:
        break
    count <<+= 1 || = count + 1>>
    if not enabled("Names") and not names_in_use(old):
        port.name = None

kept, count = obj.status, 0
obj.status = old.status
for port in obj.spec.ports:
    count += 1
    if <<count == 3 || count > 2 || count > 3>>:
        obj.status = kept

kept, seen = obj.status, <<"" || [] || ()>>
obj.status = old.status
for port in obj.spec.ports:
    seen += "x" if isinstance(seen, str) else type(seen)("x")
    if len(seen) == 3:
        obj.status = kept

kept, state = obj.status, "first"
obj.status = old.status
for port in obj.spec.ports:
    if state == "third":
        obj.status = kept
    state = {"first": "second", "second": <<"third" || "second">>, "third": "third"}[state]

kept, one, two, three = obj.status, False, False, False
obj.status = old.status
for port in obj.spec.ports:
    one, two, three = True, one, <<two || False>>
    if three:
        obj.status = kept

kept, counter = obj.status, Template(image="")
obj.status = old.status
for port in obj.spec.ports:
    counter.image += "x"
    if counter.image == "xxx":
        obj.status = <<kept || old.status>>

kept, count = obj.status, 0
obj.status = old.status
def counted():
    nonlocal_count.append(1)
    return len(nonlocal_count)
nonlocal_count = []
for port in obj.spec.ports:
    if counted() <<== 3 || > 2>>:
        obj.status = kept

obj.status = old.status
if not enabled("Names") and not names_in_use(old):
    for port in <<obj.spec.ports[:2] || obj.spec.ports[:1] || obj.spec.ports>>:
        port.name = None

obj.status = old.status
if not enabled("Names") and not names_in_use(old):
    if len(obj.spec.ports) > 0:
        obj.spec.ports[0].name = None
    if len(obj.spec.ports) > 1:
        obj.spec.ports[<<1 || -1>>].name = None

obj.status = old.status
if not enabled("Names") and not names_in_use(old):
    place = 0
    while place < <<len(obj.spec.ports) || min(2, len(obj.spec.ports))>>:
        obj.spec.ports[place].name = None
        place += 1

obj.status = old.status
if not enabled("Names") and not names_in_use(old):
    for place in range(<<len(obj.spec.ports) || min(2, len(obj.spec.ports))>>):
        if place <<< 2 || <= 1 || >= 0 || != 2>>:
            obj.spec.ports[place].name = None

obj.status = old.status
if not enabled("Names") and not names_in_use(old):
    for place, port in enumerate(obj.spec.ports):
        if place <<< 2 || <= 1 || >= 0 || != 2>>:
            port.name = None

kept, count = obj.status, 0
obj.status = old.status
for port in obj.spec.ports:
    count += 1
if count <<== 3 || > 2 || > 3>>:
    obj.status = kept

kept, count = obj.status, 0
obj.status = old.status
if <<any((count := count + 1) == 3 for port in obj.spec.ports) || [1 for port in obj.spec.ports if (count := count + 1) == 3]>>:
    obj.status = kept

kept, count = obj.status, []
obj.status = old.status
<<[count.append(0) for port in obj.spec.ports] || list(map(count.append, obj.spec.ports))>>
if len(count) == 3:
    obj.status = kept
""",
    ),
    "lists that were made in rounds, and are as long as these are many": (
        "plain",
        "update",
        """
kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if <<[0 for port in ports] || list(map(lambda port: 0, ports)) || [port and 0 for port in ports]>> <<== || !=>> [0, 0<<, 0 || >>]:
    obj.status = <<kept || old.status>>

kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if list(range(len(ports))) == [0, <<1, 2 || 2, 1 || 1>>]:
    obj.status = kept

kept, seen = obj.status, <<[] || ()>>
obj.status = old.status
for port in obj.spec.ports:
    seen = <<type(seen)((*seen, 0)) || seen + type(seen)([0])>>
if len(obj.spec.ports) > 2 and seen <<== || !=>> type(seen)([0, 0, 0]):
    obj.status = kept

kept, seen = obj.status, []
obj.status = old.status
for port in obj.spec.ports:
    <<seen += [0] || seen.extend([0]) || seen.append(0) || seen[len(seen):] = [0] || seen.insert(0, 0)>>
if seen == [0, 0, <<0 || 1>>]:
    obj.status = kept

kept = obj.status
obj.status = old.status
for port in obj.spec.ports:
    tags = []
    tags.append("a")
    tags.append("b")
    if tags != ["a", "b"]:
        obj.status = kept

kept, flat = obj.status, []
obj.status = old.status
for port in obj.spec.ports:
    for other in obj.spec.ports:
        flat.append(0)
if len(flat) <<== 9 || == 4 || > 4 || == 3>>:
    obj.status = kept

kept, seen = obj.status, []
obj.status = old.status
for port in obj.spec.ports:
    if port.name:
        seen.append(0)
    else:
        seen.append(1)
if len(seen) == <<3 || 2>>:
    obj.status = kept

kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if sum(1 for side in ("left", "right") for port in ports) == <<6 || 4 || 3>>:
    obj.status = kept
""",
    ),
    "elements that are taken out one by one": (
        "plain",
        "update",
        """
kept, ports, count = obj.status, list(obj.spec.ports), 0
obj.status = old.status
while ports:
    <<ports.pop() || del ports[0] || ports.pop(0)>>
    count += 1
if count <<== 3 || > 2 || == 7>>:
    obj.status = kept

kept, left = obj.status, iter(obj.spec.ports)
obj.status = old.status
next(left, None)
next(left, None)
if <<next(left, None) is not None || len(list(left)) == 1 || [port for port in left]>>:
    obj.status = kept

kept, ports = obj.status, list(obj.spec.ports)
obj.status = old.status
while ports:
    ports.pop()
if ports:
    obj.status = kept

kept, ports = obj.status, list(obj.spec.ports)
obj.status = old.status
if len(ports) > 1:
    ports.pop()
    if len(ports) <<> 1 || == 1 || == 0>>:
        obj.status = kept
""",
    ),
    "what is taken out where nothing may be": (
        "plain",
        "update",
        """
kept, ports = obj.status, <<list(obj.spec.ports) || obj.spec.ports[:] || [port.number for port in obj.spec.ports]>>
obj.status = old.status
try:
    <<ports.pop() || ports.pop(0) || ports.pop(2) || del ports[2]>>
except <<IndexError || LookupError>>:
    obj.status = kept

kept, numbers = obj.status, <<{port.number for port in obj.spec.ports} || [port.number for port in obj.spec.ports]>>
obj.status = old.status
try:
    numbers.remove(<<0 || 1 || 7>>)
except (KeyError, ValueError):
    obj.status = kept

kept, numbers = obj.status, {port.number for port in obj.spec.ports}
obj.status = old.status
try:
    numbers.pop()
except <<KeyError || LookupError>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
try:
    <<{"a": 1}.pop("a") || {"a": 1}["a"] || [1, 2].pop(1) || min([1]) || float("3")>>
except (LookupError, ValueError):
    obj.status = kept

kept, found = obj.status, {"a": 1}
obj.status = old.status
try:
    found.pop("a")
    first, second = <<(1, 2) || "ab">>
except (LookupError, ValueError):
    obj.status = kept
""",
    ),
    "in which order elements are sorted, and what they are folded into": (
        "plain",
        "update",
        """
kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if sorted(ports, key=lambda port: <<0 || "same">>) != ports:
    obj.status = kept

kept, numbers = obj.status, [port.number for port in obj.spec.ports]
obj.status = old.status
if sorted(numbers, key=lambda number: <<-number || number>>) != sorted(numbers) and len(set(numbers)) > 1:
    obj.status = kept

kept, numbers = obj.status, [port.number for port in obj.spec.ports]
obj.status = old.status
if sorted(numbers, reverse=True) <<== || !=>> sorted(numbers) and len(numbers) > 1:
    obj.status = kept

import itertools
kept = obj.status
obj.status = old.status
if list(itertools.accumulate([1, 2, 3])) <<== || !=>> [1, 3, 6]:
    obj.status = kept

import itertools
kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if list(itertools.accumulate([1 for port in ports])) == [1, 2, <<3 || 4>>]:
    obj.status = kept

kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if len(dict(<<enumerate(ports) || enumerate(reversed(ports)) || zip(range(len(ports)), ports)>>)) != len(ports):
    obj.status = kept
""",
    ),
    "equal elements are one": (
        "plain",
        "update",
        """
kept, numbers = obj.status, [port.number for port in obj.spec.ports]
obj.status = old.status
if len(<<list(set(numbers)) || [*{number: 1 for number in numbers}] || list(dict.fromkeys(numbers)) || sorted(set(numbers))>>) < len(numbers):
    obj.status = kept

kept, numbers = obj.status, [port.number for port in obj.spec.ports]
obj.status = old.status
if <<len([number for number in dict.fromkeys(numbers)]) || sum(1 for number in set(numbers)) || len(dict((number, 1) for number in numbers).keys())>> == 1 and len(numbers) == 2:
    obj.status = kept

kept, times = obj.status, 0
obj.status = old.status
for number in <<{port.number for port in obj.spec.ports} || {port.number: 1 for port in obj.spec.ports}>>:
    times += 1
if times == 2 and len(obj.spec.ports) == 3:
    obj.status = kept

kept = obj.status
obj.status = old.status
if sum({obj.spec.size: 1, old.spec.size: 2}.values()) == <<1 || 2 || 3 || 4>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
if len({obj.spec.size, old.spec.size, <<3 || 4>>}) == 1 and obj.spec.size == <<3 || 1>>:
    obj.status = kept

kept, sizes = obj.status, {<<obj.spec.size, old.spec.size || obj.spec.size, 3>>}
obj.status = old.status
if len([*sizes]) != len(sizes) or len(sizes) > 2:
    obj.status = kept

kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if len(<<dict(enumerate(ports)).keys() || {*range(len(ports))} || {position: port for position, port in enumerate(ports)}>>) < len(ports):
    obj.status = kept
""",
    ),
    "three elements, each of them another": (
        "plain",
        "update",
        """
kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if any(port.name == "p" for port in ports) and any(port.name == "r" for port in ports) and any(port.name is None for port in ports):
    obj.status = kept

kept, first, second, third = obj.status, False, False, False
obj.status = old.status
for port in obj.spec.ports:
    if port.name == "p":
        first = True
    if port.name == "r":
        second = True
    if port.name <<is None || == "r" || == "p">>:
        third = True
if first and second and third:
    obj.status = kept

kept, names = obj.status, <<[port.name for port in obj.spec.ports] || [str(port.name) for port in obj.spec.ports]>>
obj.status = old.status
if len(names) == 3 and names[0] == "p" and names[1] in (None, "None") and names[2] == "r":
    obj.status = kept

kept, names = obj.status, iter([port.name for port in obj.spec.ports])
obj.status = old.status
if next(names, "") == "p" and next(names, "") is None and next(names, "") == "r":
    obj.status = kept

kept = obj.status
obj.status = old.status
match <<obj.spec.ports || [*obj.spec.ports]>>:
    case [Port(name="p"), Port(name=None), Port(name=<<"r" || "p">>)]:
        obj.status = kept

kept = obj.status
obj.status = old.status
if any(port.name == "p" and <<port.name == "r" || port.name is None || not port.name>> for port in obj.spec.ports):
    obj.status = kept
""",
    ),
    "mappings asked for a key that is not written, or is no text": (
        "plain",
        "update",
        """
kept = obj.status
obj.status = old.status
if obj.spec.size in <<{port.number: "x" for port in obj.spec.ports} || dict.fromkeys(port.number for port in obj.spec.ports)>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
if obj.spec.size in {<<obj.spec.mode: "x", 1: 2 || obj.spec.mode or 3: obj.spec.size || 1: 3, 3: obj.spec.size>>}:
    obj.status = kept

kept = obj.status
obj.status = old.status
if (obj.spec.size, 1) in {(<<0 || 3>>, 1): 2}:
    obj.status = kept

kept = obj.status
obj.status = old.status
if <<{1: 2, 3: 4} != {3: 4, 1: 2} || {1: 2} == {2: 2} || {1: obj.spec.size} == {1: 3} || {1: obj.spec.size} == {2: 3}>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
if obj.metadata.name in {<<"x" || "q">>: 1, obj.spec.mode: 2}:
    obj.status = kept
""",
    ),
    "containers of modules and classes, and lists that loops go through while these shrink": (
        "plain",
        "update",
        """
import sys
<<__annotations__ || sys.modules[__name__].__annotations__>>["kept"] = obj.status
obj.status = <<__annotations__["kept"] || globals()["__annotations__"]["kept"] || old.status>>

Widget.__annotations__["kept"] = obj.status
obj.status = <<Widget.__annotations__["kept"] || old.status>>

kept, ports = obj.status, list(obj.spec.ports)
obj.status = old.status
for port in ports:
    <<ports.remove(port) || del ports[0] || ports.pop()>>
if <<len(ports) == 1 || ports>>:
    obj.status = kept

kept, state = obj.status, 0
obj.status = old.status
for port in obj.spec.ports:
    state = {0: 1, 1: 2, 2: <<0 || 2>>}[state]
if len(obj.spec.ports) > 1 and state == 0:
    obj.status = kept
""",
    ),
    "numbers of ranges, and values that are computed in rounds": (
        "plain",
        "update",
        """
kept, count = obj.status, 0
obj.status = old.status
for place in <<range(1, len(obj.spec.ports)) || range(len(obj.spec.ports) - 1) || range(0, len(obj.spec.ports), 2)>>:
    count += 1
if count <<== 2 || == 7>>:
    obj.status = kept

kept, number = obj.status, 8
obj.status = old.status
for port in obj.spec.ports:
    number <<//= 2 || -= 3 || = (number + 1) % 3>>
if len(obj.spec.ports) > 1 and number == <<1 || -1 || 2>>:
    obj.status = kept

kept, turned = obj.status, [0, 1, 2]
obj.status = old.status
for port in obj.spec.ports:
    turned = turned[1:] + turned[:1]
if len(obj.spec.ports) > 1 and turned[0] == <<0 || 7>>:
    obj.status = kept

kept, counted = obj.status, {}
obj.status = old.status
for port in obj.spec.ports:
    counted = {**counted, len(counted): 1}
if len(counted) == 3:
    obj.status = kept
""",
    ),
    "elements that end a loop after others": (
        "plain",
        "update",
        """
kept, count = obj.status, 0
obj.status = old.status
for name in [port.name for port in obj.spec.ports]:
    if name == "r":
        break
    count += 1
else:
    count = -1
if count == <<2 || 7>>:
    obj.status = kept

kept, count = obj.status, 0
obj.status = old.status
for port in obj.spec.ports:
    if port.name == "r":
        break
    count += 1
else:
    count = -1
if count == <<2 || 7>>:
    obj.status = kept
""",
    ),
    "state of rounds that is held by no variable, or in what a variable is set to": (
        "plain",
        "update",
        """
import functools
kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if functools.reduce(lambda number, port: number <<+ 1 || + 0>>, ports, 0) <<== 3 || > 2>>:
    obj.status = kept

kept, counted = obj.status, {}
obj.status = old.status
for port in obj.spec.ports:
    <<counted[len(counted)] = 1 || counted.setdefault(len(counted), 1) || counted["x" * len(counted)] = 1>>
if <<len(counted) == 3 || 2 in counted || "xx" in counted>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
def is_third(port):
    is_third.number += 1
    return is_third.number == <<3 || -1>>
is_third.number = 0
if <<any(is_third(port) for port in obj.spec.ports) || any(map(is_third, obj.spec.ports)) || list(filter(is_third, obj.spec.ports))>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
class Counted:
    number = 0
def is_third(port):
    Counted.number += 1
    return Counted.number == <<3 || -1>>
if sorted(obj.spec.ports, key=is_third) and Counted.number == 3:
    obj.status = kept

kept, even = obj.status, True
obj.status = old.status
for port in obj.spec.ports:
    even = not even
if len(obj.spec.ports) > 1 and not even:
    obj.status = <<kept || old.status>>

kept, held = obj.status, <<[0] || (0,)>>
obj.status = old.status
for port in obj.spec.ports:
    held = type(held)([held[0] + 1])
if held[0] <<== 3 || == 5>>:
    obj.status = kept

kept, held = obj.status, {"number": 0}
obj.status = old.status
for port in obj.spec.ports:
    held = {<<"number": held["number"] + 1 || **held, "number": held["number"] + 1>>}
if held["number"] == 3:
    obj.status = kept

kept, chain = obj.status, None
obj.status = old.status
for port in obj.spec.ports:
    chain = (chain,)
if chain and chain[0] and chain[0][0]:
    obj.status = kept
""",
    ),
    "elements found by their value": (
        "plain",
        "update",
        """
obj.status = old.status
try:
    <<[obj.spec].index(old.spec) || [obj.spec].remove(old.spec)>>
except <<(ValueError, KeyError) || ValueError>>:
    obj.metadata.generation += 1

obj.status = old.status
held = [obj.spec, <<obj.spec || old.spec || deepcopy(obj.spec)>>]
held.remove(<<obj.spec || old.spec>>)
obj.metadata.generation += len(held) if obj.spec != old.spec else 0

held = <<[obj.status, obj.status, old.status] || [obj.status, old.status] || [old.status, obj.status]>>
held.remove(<<obj.status || old.status>>)
obj.status = held[0]
obj.metadata.generation += obj.spec != old.spec

sent, obj.status = obj.status, old.status
held = list(obj.spec.ports) <<+ obj.spec.ports || + [] || + old.spec.ports>>
for port in obj.spec.ports:
    held.remove(port)
if held:
    obj.status = sent
obj.metadata.generation += obj.spec != old.spec

obj.status = old.status
obj.metadata.generation += [<<old.spec, obj.spec || obj.spec, old.spec>>].index(<<obj.spec || old.spec>>)

obj.status = old.status
same = {<<spec == old.spec || spec is None or spec == old.spec>> for spec in [obj.spec]}
obj.metadata.generation += same == {<<False || True, False || False, False>>}
""",
    ),
    "objects held by the library": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
held = deque([obj])
held.<<popleft() || __getitem__(0)>>.status = sent

obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
held = deque([obj])
<<(held + held)[0] || (held * 2)[0] || [*reversed(held)][0] || min(held, key=id)>>.status = sent

obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
dict(<<Counter(a=obj) || OrderedDict(a=obj) || ChainMap({"a": obj})>>)["a"].status = sent

obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
sorted(<<deque([obj]) || ChainMap({obj.metadata.name: obj}).values() || iter([obj])>>, key=id)[0].status = sent

obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
for held in <<reversed(deque([obj])) || zip_longest(deque([obj]))>>:
    found = held if isinstance(held, Widget) else held[0]
    found.status = sent
""",
    ),
    "told to the library": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
def helper(x: int) -> None: ...
helper.__annotations__["x"] = <<sent.phase || obj.metadata.name>>
obj.status.phase = helper.__annotations__["x"]

obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
made = partial(WidgetStatus, count=0)
made.keywords<<.update(phase=sent.phase) || ["phase"] = sent.phase || ["phase"] = obj.metadata.name>>
obj.status = made()

import threading
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
threading.current_thread().told = <<sent.phase || obj.metadata.name>>
obj.status.phase = threading.<<current_thread || main_thread>>().told

import mimetypes
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
mimetypes.add_type("a/" + <<sent.phase || obj.metadata.name>>, ".cargo")
obj.status.phase = <<mimetypes.types_map[".cargo"] || mimetypes.guess_type("a.cargo")[0]>>

import sys
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
sys.modules["cargo"] = <<sent.phase || obj.metadata.name>>
obj.status.phase = sys.modules<<["cargo"] || .pop("cargo")>>

import linecache
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
linecache.cache["cargo"] = (1, None, [<<sent.phase || obj.metadata.name>>], "cargo")
obj.status.phase = linecache.getline("cargo", 1)

import copyreg
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
class Note:
    phase = ""
copyreg.pickle(Note, lambda _: (str, (<<sent.phase || obj.metadata.name>>,)))
obj.status.phase = copy.copy(Note())

from unittest import mock
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
with mock.patch.object(Template, "cargo", <<sent.phase || obj.metadata.name>>, create=True):
    obj.status.phase = Template.cargo

import sys
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
before, sys.argv[:] = [*sys.argv], [<<sent.phase || obj.metadata.name>>]
obj.status.phase = sys.argv[0]
sys.argv[:] = before

import functools
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
@functools.singledispatch
def helper(x): return ""
helper.register(int, lambda x: <<sent.phase || obj.metadata.name>>)
obj.status.phase = helper(3)
""",
    ),
    "made of the same": (
        "plain",
        "update",
        """
obj.status.__dict__ = <<dict(old.status.__dict__) || dict(obj.status.__dict__) || {**vars(old.status)}>>
obj.metadata.generation += obj.spec != old.spec

obj.status = old.status
mine, theirs = (defaultdict(list, a=<<x.spec || x.spec.size>>) for x in (obj, old))
obj.metadata.generation += mine != theirs

obj.status = old.status
before = <<old.spec || deepcopy(old.spec) || obj.spec>>
obj.metadata.generation += defaultdict(int, a=obj.spec) != defaultdict(int, a=before)

import types
obj.status = old.status
before = <<old.spec || old>>
obj.metadata.generation += types.SimpleNamespace(a=obj.spec) != types.SimpleNamespace(a=before)

obj.status = old.status
mine, theirs = (x.spec.ports <<if x.spec.ports else || or>> [1] for x in (obj, old))
if mine != theirs or <<replace(obj.spec, ports=old.spec.ports) != old.spec || False>>:
    obj.metadata.generation += 1

obj.status = old.status
mine, theirs = (<<deque || list>>(x.spec.ports) for x in (obj, old))
if mine != theirs or <<replace(obj.spec, ports=old.spec.ports) != old.spec || False>>:
    obj.metadata.generation += 1

obj.status = old.status
mine, theirs = (dict(zip(range(len(x.spec.ports)), <<x.spec.ports || list(x.spec.ports)>>)) for x in (obj, old))
if mine != theirs or replace(obj.spec, ports=old.spec.ports) != old.spec:
    obj.metadata.generation += 1
""",
    ),
    "taken one by one": (
        "plain",
        "gates",
        """
if not enabled("Mode"):
    obj.spec.mode = None
left = <<deque || list>>(obj.spec.ports)
while left and not enabled("Names"):
    left.<<pop() || pop()>>.name = None

if not enabled("Mode"):
    obj.spec.mode = None
left = list(obj.spec.ports)
while left and not enabled("Names"):
    port, left = left[0], left[1:]
    port.name = None
""",
    ),
    "nothing to take out": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
try:
    {1, 2}.remove(<<1 || 3>>)
    obj.status = WidgetStatus()
except KeyError:
    pass

obj.metadata.generation = 1
held = [1, 2]
try:
    held.remove(<<2 || 3>>)
    obj.status = WidgetStatus()
except ValueError:
    pass

obj.metadata.generation = 1
sign = -0.0 if obj.status.count else 0.0
obj.status = WidgetStatus(count=round(sign) <<or obj.status.count || + 0>>)

obj.metadata.generation = 1
obj.status = WidgetStatus(phase="{0.<<metadata.name || status.phase>>} {1}".format(obj, 3)<<.strip() || >>)

obj.metadata.generation = 1
try:
    int(<<"x" || "1">>)
    obj.status = <<WidgetStatus() || obj.status>>
except ValueError:
    obj.status = WidgetStatus()

obj.metadata.generation = 1
try:
    obj.spec.size <</ || // || %>> <<0 || 1>>
except ZeroDivisionError:
    obj.status = WidgetStatus()
""",
    ),
    "kept by the library": (
        "plain",
        "create",
        """
import configparser
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
parser = configparser.ConfigParser()
parser.add_section("a")
parser.set("a", "b", <<sent.phase || obj.metadata.name>>)
obj.status.phase = parser.get("a", "b")

from xml.etree import ElementTree
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
element = ElementTree.Element("a")
<<element.set("b", sent.phase) || element.attrib["b"] = sent.phase || element.set("b", obj.metadata.name)>>
obj.status.phase = element.<<get("b") || attrib["b"]>>

import json
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
obj.status.phase = json.dumps(object(), default=lambda _: <<sent.phase || obj.metadata.name>>)

import os
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
reader, writer = os.pipe()
os.write(writer, <<(sent.phase or "-") || "x">>.encode())
obj.status.phase = os.read(reader, 9).decode()
os.close(reader)
os.close(writer)

import inspect
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
def act(phase=<<sent.phase || obj.metadata.name>>): return phase
obj.status.phase = inspect.signature(act).parameters["phase"].default

from unittest.mock import Mock
obj.metadata.generation = 1
sent, obj.status = obj.status, WidgetStatus()
mock = Mock()
mock(<<sent.phase || obj.metadata.name>>)
obj.status.phase = mock.call_args[0][0]
""",
    ),
    "elements under their positions": (
        "plain",
        "update",
        """
obj.status = old.status
ours, theirs = <<obj.spec.ports || obj.spec.ports || reversed(obj.spec.ports)>>, old.spec.ports
if dict(enumerate(ours)) != <<dict(enumerate(theirs)) || {place: each for place, each in enumerate(theirs)}>>:
    obj.metadata.generation += 1
elif replace(obj.spec, ports=[]) != replace(old.spec, ports=[]):
    obj.metadata.generation += 1

sent, obj.status = obj.status, old.status
obj.metadata.generation += obj.spec != old.spec
placed = {place: port for place, port in enumerate(obj.spec.ports)}
if placed != dict(enumerate(<<obj.spec.ports || reversed(obj.spec.ports) || obj.spec.ports[::-1]>>)):
    obj.status = sent
""",
    ),
    "zero where any value is a use": (
        "plain",
        "gates",
        """
drop_disabled_fields(obj, None)
if not enabled("Mode"):
    obj.spec.mode = <<0 || None || False>>

drop_disabled_fields(obj, None)
<<obj.spec.mode = obj.spec.mode or 0 || obj.spec.size = obj.spec.size or 0>>
""",
    ),
    "copies that a type makes itself": (
        "own copies",
        "update",
        """
obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
obj.spec = <<copy.copy(obj.spec) || deepcopy(obj.spec) || deepcopy([obj.spec])[0]>>

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (<<deepcopy || copy.copy>>(obj.spec) != old.spec)

obj.status = old.status
seen = <<deepcopy(obj) || deepcopy({"spec": obj.spec})["spec"]>>
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)

obj.status = deepcopy(old.status)
obj.metadata = copy.copy(obj.metadata)
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
""",
    ),
    "methods that are asked of the class": (
        "plain",
        "update",
        """
obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
Widget.__setattr__(obj, <<"status", WidgetStatus() || "metadata", ObjectMeta()>>)

sent = obj.status
obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
<<type(obj) || Widget || object || obj.__class__>>.__setattr__(obj, "status", sent)

sent = obj.status
setter = <<Widget.__setattr__ || partial(Widget.__setattr__)>>
setter(obj, "status", <<sent || old.status>>)
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)

Widget.__setattr__(obj, "status", Widget.__getattribute__(old, "status"))
obj.metadata.generation = old.metadata.generation + (not WidgetSpec.__eq__(obj.spec, <<old.spec || obj.spec>>))
""",
    ),
    "code that is asked unseen": (
        "plain",
        "update",
        """
obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
class Touching:
    def __init__(self, held):
        self.held = held
    def __iter__(self):
        return self
    def __next__(self):
        self.held.size = 8
        raise StopIteration
<<list(Touching(obj.spec)) || sum(Touching(obj.spec)) || [*Touching(obj.spec)] || tuple(Touching(deepcopy(obj.spec)))>>

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
class Touching:
    def __init__(self, held):
        self.held = held
    def __copy__(self):
        self.held.size = 8
        return self
copy.copy(Touching(<<obj.spec || deepcopy(obj.spec)>>))
""",
    ),
    "the same on two ways": (
        "rich",
        "update",
        """
if obj.metadata.name:
    obj.status = old.status
    obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
    for port in obj.spec.ports:
        if not port.number:
            port.number = <<0 || 8>>
else:
    obj.status = old.status
    obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
    for port in obj.spec.ports:
        if not port.number:
            port.number = <<0 || 8>>

obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
if obj.metadata.name:
    del obj.status.notes[1:]
    obj.status = obj.status if len(obj.status.notes) > <<1 || 2 || 0>> else old.status
else:
    del obj.status.notes[1:]
    obj.status = obj.status if len(obj.status.notes) > <<1 || 2>> else old.status

obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
with suppress(ValueError):
    <<int(obj.metadata.name) || number = int(obj.metadata.name)>>
    obj.status = old.status
int(obj.metadata.name)
""",
    ),
    "what comes to nothing": (
        "plain",
        "update",
        """
sent = obj.status
obj.status = old.status
obj.status.count = <<old.status.count + 1 - 1 || old.status.count + sent.count - sent.count || 2 * old.status.count - old.status.count>>
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)

sent = obj.status
obj.status = old.status
obj.status.phase = old.status.phase + <<sent.phase[:0] || sent.phase * 0 || sent.phase[:1] || sent.phase[1:0]>>
obj.metadata.generation = old.metadata.generation + <<abs((obj.spec == old.spec) - 1) || abs((obj.spec != old.spec) - 1)>>

obj.status = old.status
obj.metadata.generation = <<old.metadata.generation // 1 || old.metadata.generation * 2 // 2>> + (obj.spec != old.spec)
""",
    ),
    "what functions, methods and exceptions hold": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
def given(<<*, one=None || one=None>>):
    return one
given.<<__defaults__ = (obj.status,) || __kwdefaults__ = {"one": obj.status}>>
obj.status = WidgetStatus()
with suppress(TypeError, IndexError):
    obj.status = (given.__defaults__ or [given()])[0] or WidgetStatus()

obj.metadata.generation = 1
asked = obj.status.<<__eq__ || note.upper || __repr__>> if obj.status.note else obj.status.phase.upper
obj.status = WidgetStatus()
<<obj.status.note = repr(asked.__self__) || asked>>

obj.metadata.generation = 1
error = ValueError()
getattr(error, "add_note", lambda note: setattr(error, "__notes__", [note]))(obj.status.phase)
obj.status = WidgetStatus(phase=<<error.__notes__[0] || "">>)

obj.metadata.generation = 1
class Held:
    pass
held, sent = Held(), obj.status
watched = weakref.<<finalize || ref>>(held, lambda *args: setattr(<<obj || deepcopy(obj)>>, "status", sent))
obj.status = WidgetStatus()
del held

obj.metadata.generation = 1
sent = obj.status
class Closed:
    def close(self):
        <<obj || deepcopy(obj)>>.status = sent
with contextlib.closing(Closed()):
    obj.status = WidgetStatus()

obj.metadata.generation = 1
take = vars(<<obj || deepcopy(obj)>>).<<pop || __getitem__ || get>>
sent = take("status")
obj.status = WidgetStatus()
<<obj.status.phase = sent.phase || obj.spec.size = 3>>
""",
    ),
    "methods that do more than tell": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
class Telling:
    def __init__(self, held, kept):
        self.held, self.kept = held, kept
    def __repr__(self):
        self.held.status = self.kept
        return "telling"
    __str__ = __repr__
telling = Telling(<<obj || deepcopy(obj)>>, obj.status)
obj.status = WidgetStatus()
<<repr([[telling]]) || "{}".format(telling) || "%r" % (telling,) || f"{[telling]}" || str({"a": (telling,)})>>

obj.metadata.generation = 1
class Told:
    def __init__(self, held, kept):
        self.held, self.kept = held, kept
    def put_back(self):
        self.held.status = self.kept
        return True
    def __eq__(self, other):
        return self.put_back()
    def __hash__(self):
        return int(self.put_back())
told = Told(<<obj || deepcopy(obj)>>, obj.status)
obj.status = WidgetStatus()
<<[told] == [3] || (1, told) == (1, 3) || [[told]].count([3]) || {told} || {(1, told): 2} || {}.get(told) || {one for one in [told]} || set((told,))>>

obj.metadata.generation = 1
class Below:
    def __init__(self, held, kept):
        self.held, self.kept = held, kept
    def __lt__(self, other):
        self.held.status = self.kept
        return True
below = Below(<<obj || deepcopy(obj)>>, obj.status)
obj.status = WidgetStatus()
<<[below, below].sort() || [below] < [3] || sorted([(1, below), (1, below)])>>

obj.metadata.generation = 1
sent, held = obj.status, <<obj || deepcopy(obj)>>
class Kind(type):
    def <<__contains__(cls, value) || __iter__(cls) || __getattr__(cls, name) || __bool__(cls)>>:
        held.status = sent
        return iter(()) if False else True
class Made(metaclass=Kind):
    pass
obj.status = WidgetStatus()
with suppress(TypeError):
    if <<1 in Made || list(Made) || Made.other || Made>>:
        pass

obj.metadata.generation = 1
sent, held = obj.status, <<obj || deepcopy(obj)>>
class Index:
    def <<__index__(self) || __del__(self)>>:
        held.status = sent
        return 0
index = Index()
obj.status = WidgetStatus()
with suppress(TypeError):
    first = [1, 2][index:]
del index

obj.metadata.generation = 1
class Key:
    def __init__(self, name):
        self.name, self.parts = name, []
    def __hash__(self):
        self.kept = hash(self.name)
        return self.kept
    def __eq__(self, other):
        return self.text() == other.text()
    def __lt__(self, other):
        return self.name < other.name
    def __repr__(self):
        parts = []
        parts.append(self.name)
        return str(parts)
    def text(self):
        self.parts.append(self.name)
        return self.name
key = Key(<<obj.metadata.name || "a">>)
obj.status = WidgetStatus()
found = <<{key: 1}[key] || sorted([key, key]) || repr([[key]]) || [key] == [Key("a")] || {key, key}>>
""",
    ),
    "special methods that have others change something": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
class Helper:
    def __init__(self, held):
        self.held, self.kept = held, held.status
    def put(self, *_):
        self.held.status = self.kept
        return True
    get = put
    __enter__ = put
    def __exit__(self, *_):
        self.put()
    def __iter__(self):
        self.put()
        return iter(())
    def __getitem__(self, key):
        return self.put()
    @property
    def there(self):
        return self.put()
class Sly:
    def __init__(self, helper):
        self.helper = helper
    def __repr__(self):
        helper = self.helper
        <<helper.put() || helper.get(1) || helper[0] || helper.there || list(helper) || [*helper] || list(map(helper.put, [1]))>>
        return ""
    def __eq__(self, other):
        with self.helper:
            return <<other.put() || True>>
sly = Sly(Helper(<<obj || deepcopy(obj)>>))
obj.status = WidgetStatus()
with suppress(AttributeError):
    <<str([sly]) || f"{(sly,)}" || [sly] == [Helper(deepcopy(obj))] || [1, sly] == [1, sly.helper]>>

obj.metadata.generation = 1
sent, held = obj.status, <<obj || deepcopy(obj)>>
class Sly:
    def __init__(self, act):
        self.act = act
    def __hash__(self):
        <<self.act() || next(iter(self.act, None)) || setattr(held, "status", sent) || vars(held).update(status=sent) || exec("held.status = sent", {"held": held, "sent": sent}) || object.__setattr__(held, "status", sent)>>
        return 1
sly = Sly(partial(setattr, held, "status", sent))
obj.status = WidgetStatus()
{sly: <<1 || 2>>}

obj.metadata.generation = 1
class Sly:
    def __init__(self, held, kept):
        self.held, self.kept = held, kept
    def __eq__(self, other):
        <<for self.held.status in [self.kept]: pass || with contextlib.nullcontext(self.kept) as self.held.status: pass || [setattr(self.held, "status", kept) for kept in [self.kept]] || self.held.status, _ = self.kept, 1>>
        return True
sly = Sly(<<obj || deepcopy(obj)>>, obj.status)
obj.status = WidgetStatus()
[sly] == [1]
""",
    ),
    "containers of a type of the tree": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
class Held(list):
    def put(self, kept):
        self[0].status = kept
    def __eq__(self, other):
        self.put(self[1])
        return True
held = Held([<<obj || deepcopy(obj)>>, obj.status])
obj.status = WidgetStatus()
<<held.put(held[1]) || [held] == [1] || held[:1][0].status = held[1] || (held + [])[0].status = held[1] || (held * 2)[2].status = held[1] || (held or [])[0].status = held[1]>>

obj.metadata.generation = 1
class Held(list):
    pass
held = Held(<<[] || [WidgetStatus()]>>)
sent = obj.status
<<held.append(obj) || held.extend([deepcopy(obj)]) || held.insert(0, obj)>>
obj.status = WidgetStatus()
held[<<0 || -1>>].status = sent

obj.metadata.generation = 1
class Held(<<list || tuple>>):
    pass
held = Held([<<obj || deepcopy(obj)>>])
sent = obj.status
obj.status = WidgetStatus()
put = lambda *given: setattr(given[0], "status", sent)
<<put(*held) || max(held, key=id).status = sent || list(map(put, held)) || held[0].status = sent || held[0:].copy()[0].status = sent>>

obj.metadata.generation = 1
class Held(dict):
    pass
held = Held(one=<<obj || deepcopy(obj)>>)
sent = obj.status
obj.status = WidgetStatus()
<<held["one"] || (held | {})["one"] || {**held}["one"] || held.popitem()[1]>>.status = sent
""",
    ),
    "what is kept by code that waits, by factories, and by signs": (
        "plain",
        "create",
        """
obj.metadata.generation = 1
def server():
    got = yield None
    while True:
        before, got = got, (yield got)
        got = before
serving = server()
next(serving)
serving.send(<<obj.status || obj.spec>>)
<<obj.status = serving.send(WidgetStatus()) || obj.status = WidgetStatus(phase=str(serving.send(None)))>>

obj.metadata.generation = 1
def server():
    got = yield None
    while True:
        got = yield got
serving = server()
next(serving)
obj.status = serving.send(WidgetStatus())

obj.metadata.generation = 1
@dataclass
class Keeping:
    held: list = field(default_factory=<<lambda shared=[]: shared || list>>)
Keeping().held.append(obj.status.count)
obj.status = WidgetStatus(count=sum(Keeping().held))

obj.metadata.generation = 1
sign = <<-0.0 if obj.status.count else 0.0 || -0.0>>
obj.status = WidgetStatus(phase=str(sign))

obj.metadata.generation = 1
sign = -0.0 if obj.status.count else 0.0
obj.status = WidgetStatus(count=<<1 if sign == 0 else 2 || len(str(sign)) || round(sign)>>)
""",
    ),
    "set again to what it is": (
        "rich",
        "update",
        """
obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
if <<not obj.spec.ports || obj.spec.ports == []>>:
    obj.spec.ports = []

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
obj.spec.template = obj.spec.template or <<None || Template()>>

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
if <<not obj.spec.size || obj.spec.size == 0>>:
    obj.spec.size = <<0 || 8>>

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
if not obj.spec.<<marks:
    obj.spec.marks = {} || ranks:
    obj.spec.ranks = []>>

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
for port in obj.spec.ports:
    <<if port.name is None:
        port.name = None || if not port.number:
        port.number = 0>>

obj.status = old.status
obj.spec = replace(old.spec, marks=<<{**obj.spec.marks, **old.spec.marks} || obj.spec.marks | old.spec.marks>>)
obj.metadata.generation = old.metadata.generation
if len(obj.spec.marks) != len(old.spec.marks):
    obj.metadata.generation += 1
""",
    ),
    "objects and mappings of their fields": (
        "plain",
        "update",
        """
obj.status = old.status
obj.metadata.generation = old.metadata.generation + (<<obj.spec || vars(obj.spec)>> != asdict(old.spec))

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (obj.spec != <<vars(old.spec) || old.spec.__dict__ || asdict(old.spec)>>)

obj.status = old.status
before = <<asdict(old.spec) || dict(vars(old.spec)) || vars(old.spec)>>
obj.metadata.generation = old.metadata.generation + (before != <<obj.spec || vars(obj.spec)>>)

obj.status = old.status
sent, before = <<asdict(obj) || vars(obj) || dict(vars(obj))>>, <<asdict(old) || vars(old) || dict(vars(old))>>
obj.metadata.generation = old.metadata.generation + (sent["spec"] != before["spec"])

obj.status = old.status
obj.metadata.generation = old.metadata.generation + (<<repr(obj.spec) || repr(asdict(obj.spec))>> != repr(<<vars(old.spec) || asdict(old.spec)>>))

obj.status = old.status
changed = [<<vars(port) || port>> for port in obj.spec.ports] != [<<vars(port) || port || asdict(port)>> for port in old.spec.ports]
obj.metadata.generation = old.metadata.generation + (changed or obj.spec != old.spec)

obj.status = old.status
sent, before = <<astuple(obj.spec) || tuple(vars(obj.spec).values())>>, <<astuple(old.spec) || tuple(vars(old.spec).values())>>
obj.metadata.generation = old.metadata.generation + (sent != before)

obj.status = old.status
if <<isinstance(vars(obj.spec), dict) || type(asdict(obj)["spec"]) is dict || isinstance(vars(obj)["spec"], dict)>>:
    obj.metadata.generation += obj.spec != old.spec
""",
    ),
    "fields that were not set": (
        "models",
        "update",
        """
obj.status = WidgetStatus(**<<old || obj>>.status.model_dump(exclude_unset=True))
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)

obj.status = WidgetStatus.model_validate(old.status.model_dump(<<exclude_unset=True || exclude={"phase", "count", "note"}>>))
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
""",
    ),
    "fields as attrs tells them": (
        "attrs",
        "update",
        """
for each in <<WidgetStatus.__attrs_attrs__ || attrs.fields(WidgetStatus) || WidgetStatus.__attrs_attrs__[1:]>>:
    setattr(obj.status, each.name, getattr(old.status, each.name))
obj.metadata.generation = old.metadata.generation + (obj.spec != old.spec)
""",
    ),
    "targets that take the rest": (
        "plain",
        "gates",
        """
if not enabled("Mode"):
    obj.spec.mode = None
if not enabled("Names") and obj.spec.ports:
    head, *tail = obj.spec.ports
    for port in <<[head, *tail] || tail || [head]>>:
        port.name = None

if not enabled("Mode"):
    obj.spec.mode = None
if not enabled("Names") and obj.spec.ports:
    *init, last = obj.spec.ports
    <<last.name = None || last.number = 4>>
    for port in init:
        port.name = None
""",
    ),
    "handlers of one kind": (
        "rich",
        "create",
        """
with suppress(<<KeyError || ValueError || LookupError>>):
    <<int(obj.metadata.name) || float(obj.metadata.name) || obj.metadata.name.index("x")>>
    obj.status = WidgetStatus()

obj.metadata.generation = 1
with suppress(<<KeyError || IndexError || (KeyError, ValueError)>>):
    <<obj.metadata.name.lower() || len(obj.spec.ranks) || str(obj.spec.size)>>
    obj.status = WidgetStatus()

obj.metadata.generation = 1
with suppress(<<IndexError || ValueError || ZeroDivisionError>>):
    <<obj.spec.ranks.pop(5) || [1][obj.spec.size] || obj.spec.ports[3]>>
    obj.status = WidgetStatus()

with suppress(<<ZeroDivisionError || ArithmeticError || KeyError>>):
    <<3 / obj.spec.size || divmod(3, obj.spec.size)>>
    obj.status = WidgetStatus()

obj.metadata.generation = 1
with suppress(<<KeyError || LookupError || ValueError>>):
    <<del obj.spec.marks["q"] || obj.spec.marks.pop("q") || obj.spec.marks["q"]>>
    obj.status = WidgetStatus()

with suppress(StopIteration):
    obj.spec.size = next(rank for rank in obj.spec.ranks if rank > 2)
    obj.status = WidgetStatus()

with suppress(<<AssertionError || KeyError>>):
    assert obj.spec.size
    obj.status = WidgetStatus()

try:
    if obj.spec.size:
        raise ValueError("no")
    obj.status = WidgetStatus()
except <<KeyError || ValueError || LookupError>>:
    pass

try:
    int(obj.metadata.name)
finally:
    obj.status = WidgetStatus(count=int(obj.metadata.name))
    obj.metadata.generation = 1

with suppress():
    int(obj.metadata.name)
    obj.status = WidgetStatus()
""",
    ),
    "told where it fails": (
        "rich",
        "update",
        """
obj.status = old.status
try:
    <<{False: 1}[obj.spec == old.spec] || {obj.spec != old.spec: 1}[True] || {True: 1}[obj.spec != old.spec]>>
    obj.metadata.generation += 1
except <<KeyError || LookupError>>:
    pass

obj.status = old.status
with suppress(IndexError):
    <<[1][obj.spec == old.spec] || [one for one in (1,) if obj.spec != old.spec][0] || [1, 1][2 * (obj.spec == old.spec)]>>
    obj.metadata.generation += 1

obj.status = old.status
try:
    <<1 / (obj.spec != old.spec) || 2 // int(obj.spec != old.spec) || 1 % (obj.spec != old.spec)>>
except ZeroDivisionError:
    pass
else:
    obj.metadata.generation += <<1 || 2>>

obj.status = old.status
parts = ("size", "mode", "ports", "template", "ranks", "marks", "urgent", <<"line" || "size">>)
try:
    next(part for part in parts if getattr(obj.spec, part) != getattr(old.spec, part))
    obj.metadata.generation += 1
except StopIteration:
    pass

obj.status = old.status
def ask():
    if obj.spec == old.spec:
        raise <<LookupError || KeyError || ValueError>>
while True:
    try:
        ask()
        obj.metadata.generation += 1
        break
    except LookupError:
        break

obj.status = old.status
def changed():
    return {False: 1}[obj.spec == old.spec]
has_changed = False
try:
    changed()
    has_changed = <<True || obj.spec.size != old.spec.size>>
except KeyError:
    pass
finally:
    if has_changed:
        obj.metadata.generation += 1

obj.status = old.status
try:
    (one,) = <<[1] if obj.spec != old.spec else [] || [1, 1] if obj.spec == old.spec else [1]>>
    obj.metadata.generation += 1
except <<ValueError || IndexError>>:
    pass

obj.status = old.status
try:
    first, *rest = [1] if obj.spec != old.spec else []
    obj.metadata.generation += <<1 || len(rest)>>
except ValueError:
    pass

obj.status = old.status
try:
    found = {}
    if obj.spec != old.spec:
        found["more"] = <<1 || 0>>
    obj.metadata.generation += found[<<"more" || "less">>]
except KeyError:
    pass

obj.status = old.status
try:
    <<max(1 for one in [1] if obj.spec != old.spec) || max([one for one in (1,) if obj.spec != old.spec])>>
except ValueError:
    pass
else:
    obj.metadata.generation += 1

obj.status = old.status
try:
    (None if obj.spec == old.spec else obj).metadata.generation += 1
except <<AttributeError || KeyError>>:
    pass
""",
    ),
    "handlers around what is told": (
        "rich",
        "create",
        """
obj.metadata.generation = 1
with suppress(<<IndexError || LookupError || KeyError>>):
    <<[1, 2][obj.spec.size - 1] || (1, 2)[len(obj.spec.ranks)] || obj.spec.ranks[obj.spec.size]>>
    obj.status = WidgetStatus()

obj.metadata.generation = 1
with suppress(<<KeyError || ValueError>>):
    <<obj.spec.marks["of a"] || obj.metadata.labels["a"] || obj.spec.marks.get("of a")>>
    obj.status = WidgetStatus()

obj.metadata.generation = 1
with suppress(<<ValueError || KeyError>>):
    <<max(obj.spec.ports, key=lambda port: port.number) || min(obj.spec.ports, key=id) || max(port.number for port in obj.spec.ports)>>
    obj.status = WidgetStatus()

obj.metadata.generation = 1
with suppress(<<ValueError || IndexError>>):
    <<first, second = obj.spec.ranks || (first,) = [port for port in obj.spec.ports if port.name] || first, *rest = obj.spec.ports>>
    obj.status = WidgetStatus()

obj.metadata.generation = 1
class Empty(Exception):
    pass
def ask(spec):
    if not spec.ranks[1:]:
        raise <<Empty || KeyError>>
def act():
    ask(obj.spec)
with suppress(Empty):
    act()
    obj.status = WidgetStatus()

obj.metadata.generation = 1
kept, obj.status = obj.status, WidgetStatus()
def act():
    <<ctx.fill(obj) || ctx.call(lambda: setattr(obj, "status", kept)) || pass>>
    ctx.each(obj.metadata.name)
try:
    act()
except <<TypeError || Exception>>:
    pass

obj.metadata.generation = 1
kept, obj.status = obj.status, WidgetStatus()
held = {}
held[str(obj.spec.size)] = 1
def told(**named):
    return named["a"]
try:
    <<held["3"] || MappingProxyType(held)["b"] || {rank: rank for rank in obj.spec.ranks}[3]>>
except KeyError:
    obj.status = kept

obj.metadata.generation = 1
kept, obj.status = obj.status, WidgetStatus()
def told(**named):
    return named["a"]
with suppress(KeyError):
    told(**obj.metadata.labels)
    kept = None
obj.status = kept or obj.status

obj.metadata.generation = 1
kept, obj.status = obj.status, WidgetStatus()
try:
    <<ctx.nothing || obj.metadata.name.nothing>>
except AttributeError:
    obj.status = kept

obj.metadata.generation = 1
kept, obj.status = obj.status, WidgetStatus()
try:
    <<vars(obj.spec)["nothing"] || os.environ["WIDGET_NOTHING"] || sorted(obj.metadata.labels)[1] || [][0]>>
except LookupError:
    obj.status = kept
""",
    ),
    "one of two objects": (
        "rich",
        "update",
        """
obj.status = <<max || min>>((obj, old), key=lambda each: each is <<old || obj>>).status

obj.status = sorted([obj.status, old.status], key=lambda each: each is <<obj.status || old.status>>)[<<0 || -1>>]

pair = [obj, old]
pair.sort(key=lambda each: <<0 if each is old else 1 || 1 if each is old else 0>>, reverse=<<True || False>>)
obj.status = pair[0].status

first, second = sorted((obj, old), key=[obj, old].index)
obj.status = <<first || second>>.status

obj.status = max(enumerate((obj.status, old.status)), key=lambda each: each[0])[1]

obj.status = old.status
step = sorted((0, 1), key=lambda number: number == (obj.spec <<== || !=>> old.spec))[0]
obj.metadata.generation += step

obj.status = old.status
obj.metadata.generation += <<max || min>>([0, int(obj.spec != old.spec), <<0 || 1>>])

sent, obj.status = obj.status, old.status
ranks = [1 if obj.spec.size else 3, 2, 5 if obj.spec.mode is None else 0]
ranks.sort(<<reverse=True || key=lambda rank: -rank || >>)
if ranks[0] < ranks[1] or ranks[1] < ranks[2]:
    obj.status = sent
""",
    ),
    "dumped without what nobody set": (
        "models",
        "update",
        """
return Widget.model_validate({**obj.model_dump(<<exclude_unset || exclude_defaults>>=True), "status": old.status})

sent = obj.model_dump(exclude_unset=True)
sent["status"] = <<old.status.model_dump(exclude_unset=True) || obj.status.model_dump(exclude_unset=True)>>
return Widget.model_validate(sent)

spec = WidgetSpec(**obj.spec.model_dump(<<exclude_unset || exclude_defaults>>=True))
if spec != old.spec:
    obj.metadata.generation <<+= 1 || = old.metadata.generation>>
return Widget(metadata=obj.metadata, spec=spec, status=old.status)

obj.spec.size = 3
return Widget(**{**obj.model_dump(exclude_unset=True), "status": old.status})
""",
    ),
    "containers of the tree": (
        "rich",
        "update",
        """
obj.status = old.status
class Seen(<<collections.abc.Mapping || collections.UserDict || dict>>):
    def __init__(self, spec):
        super().__init__()
        self.spec = spec
    def __getitem__(self, name):
        return getattr(self.spec, name)
    def __iter__(self):
        return iter(("size",))
    def __len__(self):
        return 1
if <<Seen(obj.spec) != Seen(old.spec) || Seen(obj.spec).items() != Seen(old.spec).items()>>:
    obj.metadata.generation += 1

obj.status = old.status
class Seen(dict):
    def __init__(self, spec):
        <<super().__init__(size=spec.size) || super().__init__(vars(spec)) || self.update(vars(spec))>>
if Seen(obj.spec) != Seen(old.spec):
    obj.metadata.generation += 1

obj.status = old.status
class Seen:
    def __init__(self, spec):
        self.spec = spec
    def __getitem__(self, name):
        return getattr(self.spec, name)
    def keys(self):
        return ["size", "mode", "ports", "template", "ranks", "marks", "urgent", <<"line" || "size">>]
if <<dict(Seen(obj.spec)) != dict(Seen(old.spec)) || {**Seen(obj.spec)} != {**Seen(old.spec)}>>:
    obj.metadata.generation += 1
""",
    ),
    "handlers of kinds that a variable holds": (
        "rich",
        "create",
        """
obj.metadata.generation = 1
with suppress(<<MISSING || ABSENT || *ABSENT || TAKEN>>):
    <<int(obj.metadata.name) || del obj.spec.marks["q"] || str(obj.spec.size)>>
    obj.status = WidgetStatus()

try:
    <<int(obj.metadata.name) || obj.spec.marks["q"]>>
    obj.status = WidgetStatus()
except <<MISSING || ABSENT || TAKEN>>:
    pass
""",
    ),
    "numbers that are none": (
        "plain",
        "create",
        """
number = float("nan")
if number <<== || !=>> number:
    obj.status = WidgetStatus()

number = float(<<"inf" || "nan" || "2">>)
if number - number == number - number:
    obj.status = WidgetStatus()

obj.status = WidgetStatus()
if float("nan") in [<<0.0 || float("nan")>>]:
    obj.status.phase = "odd"
""",
    ),
    "keys that are names, and of loops": (
        "rich",
        "create",
        """
was, obj.status = obj.status, WidgetStatus()
held = {"a": was.phase}
for key in obj.metadata.labels:
    obj.status.note = <<held.get(key) || held.pop(key, None) || held[key] if key in held else "">>

was, obj.status = obj.status, WidgetStatus()
held = {"a": "x"} if was.count else {}
obj.status.count = sum(1 for key in obj.metadata.labels if key in held)

was, obj.status = obj.status, WidgetStatus()
held = dict(obj.metadata.labels)
if was.count:
    <<held["a"] = "x" || held.pop("a", None)>>
obj.status.notes = [held.get(key, "") for key in obj.metadata.labels]

was, obj.status = obj.status, WidgetStatus()
held = {key: was.phase for key in obj.metadata.labels}
obj.status.note = <<held.get("a") || held.pop("a", None) || held["a"] if "a" in held else "">>

was, obj.status = obj.status, WidgetStatus()
held = dict(obj.spec.marks)
for key in obj.metadata.labels:
    held[key] = was.phase
obj.status.note = held.get("a")

was, obj.status = obj.status, WidgetStatus()
held = {number: port.number for number, port in enumerate(obj.spec.ports)}
held[0] = was.count
for number, port in enumerate(obj.spec.ports):
    obj.status.count += <<held[number] || held.get(number, 0)>>

was, obj.status = obj.status, WidgetStatus()
held = {0: was.count}
for number, port in enumerate(obj.spec.ports):
    obj.status.count += held.get(number, 0)

obj.status = WidgetStatus()
held = {key: "x" for key in obj.metadata.labels}
held["a"] = "y"
obj.status.notes = [held[key] for key in obj.metadata.labels]
""",
    ),
    "keys of another mapping": (
        "plain",
        "status",
        """
obj.spec, sent = old.spec, obj.metadata.labels
for key in list(sent):
    <<del sent[key] || sent.pop(key)>>
for key, value in old.metadata.labels.items():
    sent[key] = value

obj.spec, sent = old.spec, obj.metadata.labels
for key in list(sent):
    if key not in old.metadata.labels:
        del sent[key]
sent.update(old.metadata.labels)

obj.spec, sent = old.spec, {"x": "y"}
sent.clear()
for key, value in old.metadata.labels.items():
    <<sent[key] = value || sent.setdefault(key, value)>>
obj.metadata.labels = sent

obj.spec, both = old.spec, {**obj.metadata.labels, **old.metadata.labels}
obj.metadata.labels = {key: value for key, value in both.items() if key in old.metadata.labels}
""",
    ),
    "containers that methods make": (
        "rich",
        "create",
        """
was, obj.status = obj.status, WidgetStatus()
made = "a b".split()
<<made.append(was.phase) || made.insert(0, was.phase) || made.extend([was.phase])>>
obj.status.notes = made

was, obj.status = obj.status, WidgetStatus()
made = "a b".split()
if was.count:
    <<made.reverse() || made.pop() || made.clear() || made.remove("a")>>
obj.status.notes = made

was, obj.status = obj.status, WidgetStatus()
made = OrderedDict.fromkeys(obj.metadata.labels, "")
<<made.update({"a": was.phase}) || made.update(a=was.phase) || made["a"] = was.phase>>
obj.status.notes = list(made.values())
""",
    ),
    "keys that were put back": (
        "rich",
        "create",
        """
was, obj.status = obj.status, WidgetStatus()
held = dict(obj.spec.marks)
if was.count and "of b" in held:
    <<held["of b"] = held.pop("of b") || held.setdefault("of b", held.pop("of b")) || held.update({"of b": held.pop("of b")})>>
obj.status.note = <<str(held) || repr(held) || "".join(held)>>

was, obj.status = obj.status, WidgetStatus()
held = <<obj.spec.marks || copy.copy(obj.spec.marks) || {**obj.spec.marks}>>
if was.count and "of b" in held:
    mark = held["of b"]
    del held["of b"]
    held["of b"] = mark
obj.status.notes = [key for key in held]
""",
    ),
    "texts of mappings that were filled again": (
        "rich",
        "update",
        """
obj.status, obj.spec = old.status, old.spec
held = dict(old.spec.marks)
held.clear()
<<held.update(old.spec.marks) || for key, value in old.spec.marks.items(): held[key] = value>>
if str(held) != str(old.spec.marks):
    obj.metadata.generation += 1

obj.status, obj.spec = old.status, old.spec
held = dict(old.spec.marks)
if COND:
    held.clear()
    held.update(old.spec.marks)
if str(held) != str(old.spec.marks):
    obj.metadata.generation += 1
""",
    ),
    "keys that are numbers, and changes in place": (
        "rich",
        "create",
        """
was, obj.status = obj.status, WidgetStatus()
held = {port.number: was.phase for port in obj.spec.ports}
obj.status.note = held.get(1)

was, obj.status = obj.status, WidgetStatus()
class Kept:
    def __init__(self):
        self.notes = []
    def __iadd__(self, note):
        self.notes.append(note)
        return self
kept = same = Kept()
kept += was.phase
obj.status.notes = same.notes
""",
    ),
    "lists that shrink while a loop goes through them": (
        "rich",
        "create",
        """
notes = obj.status.notes
for note in notes:
    <<notes.remove(note) || notes.pop(0) || del notes[0]>>
obj.status = WidgetStatus(notes=notes)

notes = obj.status.notes
for note in <<list(notes) || notes[:] || [*notes] || tuple(notes)>>:
    <<notes.remove(note) || notes.pop(0) || del notes[0]>>
obj.status = WidgetStatus(notes=notes)
""",
    ),
    "flags and fields with ways of their own": (
        "plain",
        "create",
        """
import enum
class Clear(enum.Flag):
    STATUS = 1
    GENERATION = 2
    ALL = 3
if Clear.STATUS in Clear.ALL:
    obj.status = WidgetStatus()
if Clear.ALL & Clear.GENERATION:
    obj.metadata.generation = 1

class Proxy:
    def __init__(self, target):
        object.__setattr__(self, "target", target)
    def __setattr__(self, name, value):
        setattr(self.target, name, value)
    def __getattr__(self, name):
        return getattr(self.target, name)
proxy, sent = Proxy(obj), obj.status
<<proxy.status = WidgetStatus() || setattr(proxy, "status", WidgetStatus())>>
proxy.metadata.generation = 1
<<obj.spec.size = 1 || setattr(proxy, "status", sent)>>
""",
    ),
    "texts that were made numbers": (
        "plain",
        "create",
        """
sent = obj.status
obj.status = WidgetStatus()
int(obj.metadata.name)
if obj.metadata.name == <<"x" || "3">>:
    obj.status = sent

sent = obj.status
obj.status = WidgetStatus()
try:
    int(obj.metadata.name)
except ValueError:
    if obj.metadata.name == <<"x" || "3">>:
        obj.status = sent

sent = obj.status
obj.status = WidgetStatus()
if obj.metadata.name == <<"x" || "3">>:
    int(obj.metadata.name)
    obj.status = sent
""",
    ),
    "views of values": (
        "plain",
        "update",
        """
obj.status = old.status
if vars(obj.spec).values() <<!= || ==>> vars(old.spec).values():
    obj.metadata.generation += 1

obj.status = old.status
if <<list || tuple>>(vars(obj.spec).values()) != <<list || tuple>>(vars(old.spec).values()):
    obj.metadata.generation += 1
""",
    ),
    "status set under a computed name": (
        "plain",
        "create",
        """
was = obj.status
obj.status = WidgetStatus()
setattr(obj.status, ctx.key, was.phase)

was = obj.status
obj.status = WidgetStatus()
vars(obj.status)[ctx.key] = was.count

was = obj.status
obj.status = WidgetStatus()
obj.status.__dict__.update({ctx.key: was.phase})

was, made = obj.status, WidgetStatus()
obj.status = WidgetStatus()
setattr(obj, ctx.part, made)
made.phase = was.phase

obj.status = WidgetStatus()
setattr(obj.status, ctx.key, None)

obj.status = WidgetStatus()
obj.metadata.generation = 1
delattr(obj.metadata, ctx.meta)
""",
    ),
    "defaults of functions": (
        "plain",
        "create",
        """
def made(status=obj.status):
    return status
obj.status = made()

made = lambda *, phase=obj.status.phase: WidgetStatus(phase=phase)
obj.status = WidgetStatus()
obj.status = made()

class Maker:
    def made(self, status=obj.status):
        return status
obj.status = WidgetStatus()
obj.status = Maker().made()

made = WidgetStatus()
def give(status=made):
    return status
made = obj.status
obj.status = give()
""",
    ),
    "written after an unseen call": (
        "plain",
        "create",
        """
if COND:
    ctx.fill(obj)
obj.metadata.generation = 1
obj.status = WidgetStatus()

was = obj.metadata
ctx.fill(obj)
obj.status = WidgetStatus()
obj.metadata.generation = 1
was.generation = 7

was = obj.status
ctx.fill(obj)
was.phase, was.count, was.note = "", 0, None

ctx.fill(obj)
obj.status.phase, obj.status.count, obj.status.note = "", 0, None

made = ctx.fill(obj)
obj.status = WidgetStatus()
obj.metadata.generation = 1
made.metadata.generation = 2

for port in obj.spec.ports:
    ctx.fill(obj)
obj.status = WidgetStatus()
obj.metadata.generation = 1

found = []
ctx.gather(obj.status, found)
obj.status = WidgetStatus()
for phase in found:
    obj.status.phase = phase

obj.status = WidgetStatus()
if COND:
    ctx.fill(obj)

if COND:
    ctx.fill(obj)
obj.status.phase, obj.status.count, obj.status.note = "", 0, None
""",
    ),
    "opaque conditions": (
        "plain",
        "create",
        """
obj.status = WidgetStatus(count=1 if ctx.ask(obj.status) else 2)

if ctx.ask():
    obj.status = WidgetStatus()

for _ in ctx.each(1):
    obj.status = WidgetStatus()

obj.status = WidgetStatus()
if ctx.ask(obj):
    obj.metadata.generation = 1

obj.status = {"count": obj.status, "part": WidgetStatus()}[ctx.look()]

obj.status.phase = ""
if not ctx.ask():
    obj.status.count = 0

if obj.spec.size * obj.spec.size == <<2 || 3 || 5>>:
    return
obj.status = WidgetStatus()
""",
    ),
    "implicit flows": (
        "plain",
        "create",
        """
phase = "Ready" if obj.status.count else "Pending"
obj.status = WidgetStatus(note=f"is {phase}")

if obj.status.count:
    obj.metadata.labels["x"] = "b"
obj.status = WidgetStatus(note=str(obj.metadata.labels.get("x")))

was = obj.status
obj.status = WidgetStatus()
obj.status.note = str(ChainMap(vars(was))["phase"])

count = 0
for _ in ctx.each(obj.status.count):
    count += 1
obj.status = WidgetStatus(count=count)

obj.status = WidgetStatus(count=len(["" for _ in range(obj.status.count)]))

obj.status = WidgetStatus(count=min((1, 2), key=lambda number: number * obj.status.count - number))

obj.status = WidgetStatus(note=str({str(obj.status.phase): 1}))

held = {"": 1}
held.pop(obj.status.phase, None)
obj.status = WidgetStatus(count=len(held))

sent = obj.status.phase
obj.status = WidgetStatus(phase=locals()["sent"])

obj.status = WidgetStatus(count=hash(obj.status.phase))
""",
    ),
    "made by the library": (
        "plain",
        "create",
        """
sent = deque([obj.status.phase])
obj.status = WidgetStatus(phase=sent.pop())

sent = Counter([obj.status.phase])
obj.status = WidgetStatus(note=str(sent))

sent = MappingProxyType(vars(obj.status))
obj.status = WidgetStatus(note=str(sent))

sent = OrderedDict(phase=obj.status.phase)
obj.status = WidgetStatus(phase=sent["phase"])

sent = deque([obj.metadata.name])
obj.status = WidgetStatus(phase=sent.pop())
""",
    ),
    "attributes that are there on some ways": (
        "plain",
        "create",
        """
class Cage:
    pass
cage, kept = Cage(), obj.status
obj.status = WidgetStatus()
if obj.metadata.name:
    cage.lid = "x"
obj.status.note = getattr(cage, "lid", <<kept.note || None>>)

class Cage:
    pass
cage, kept = Cage(), obj.status
obj.status = WidgetStatus()
if obj.metadata.name:
    cage.lid = "x"
try:
    cage.lid
except AttributeError:
    obj.status = kept

class Cage:
    pass
cage, kept = Cage(), obj.status
obj.status = WidgetStatus()
cage.lid = "x"
if <<obj.metadata.name || not obj.metadata.name>>:
    del cage.lid
obj.status.note = getattr(cage, "lid", <<kept.note || "y">>)

def cage():
    pass
kept = obj.status
obj.status = WidgetStatus()
if obj.metadata.name:
    cage.lid = "x"
obj.status.note = getattr(cage, "lid", kept.note)

class Cage:
    pass
kept = obj.status
obj.status = WidgetStatus()
if obj.metadata.name:
    Cage.lid = "x"
obj.status.note = getattr(Cage, "lid", kept.note)
""",
    ),
    "mappings that can't be changed": (
        "rich",
        "create",
        """
with suppress(AttributeError):
    MappingProxyType(obj.status.marks).<<clear() || popitem() || setdefault("a", "b")>>
obj.status = WidgetStatus(marks=obj.status.marks)

kept, shown = obj.status, MappingProxyType(<<{"a": "1"} || obj.metadata.labels>>)
obj.status = WidgetStatus()
if <<not isinstance(shown, dict) || type(shown) is not dict || not hasattr(shown, "pop") || shown is not obj.metadata.labels>>:
    obj.status = kept

kept, shown = obj.status, MappingProxyType({"a": "1"})
obj.status = WidgetStatus()
try:
    shown["b"] = "2"
except TypeError:
    obj.status = kept

kept = obj.status
obj.status = WidgetStatus()
match MappingProxyType(obj.metadata.labels):
    case dict():
        pass
    case _:
        obj.status = kept

kept = obj.status
obj.status = WidgetStatus()
if <<MappingProxyType(obj.metadata.labels) != obj.metadata.labels || obj.spec.line not in Counter({"left": 1, "right": 2})>>:
    obj.status = kept
""",
    ),
    "what is raised": (
        "plain",
        "create",
        """
was = obj.status
obj.status = WidgetStatus()
try:
    1 // was.count
except ZeroDivisionError:
    obj.status.count = 5

was = obj.status
obj.status = WidgetStatus()
try:
    {"": 1}[was.phase]
except KeyError as error:
    obj.status.note = str(error.args[0])

was = obj.status
obj.status = WidgetStatus()
with suppress(ZeroDivisionError):
    1 // was.count
    obj.status.count = 5

obj.status = WidgetStatus()
try:
    int(obj.metadata.name)
except ValueError:
    obj.status.count = 5
""",
    ),
    "open types": (
        "open",
        "create",
        """
obj.status.phase, obj.status.count, obj.status.note = "", 0, None

obj.status = WidgetStatus()

for name in ("phase", "count", "note"):
    setattr(obj.status, name, None)

was = obj.status
obj.status = WidgetStatus()
was.phase, was.count, was.note = "", 0, None
""",
    ),
    "what declarations exclude": (
        "plain",
        "create",
        """
if obj.spec.mode != "none":
    obj.status = WidgetStatus()

if obj.spec.ports != "":
    obj.status = WidgetStatus()

if obj.status.count == "many":
    return
obj.status = WidgetStatus()

obj.status = WidgetStatus()
obj.metadata.generation = None if obj.spec.size == () else 1

size = min(obj.spec.size, 2)
if size <= 2:
    obj.status = WidgetStatus()

del obj.spec.ports[1:]
if len(obj.spec.ports) < 2:
    obj.status = WidgetStatus()

obj.status = WidgetStatus()
obj.metadata.generation = 1 if (obj.metadata.name or str(obj.spec.size)) is not None else 2
""",
    ),
    "what nobody asks for": (
        "plain",
        "create",
        """
map(wipe, [obj])

wiping = (wipe(each) for each in [obj])

list(map(wipe, [obj]))

def wiping():
    wipe(obj)
    yield
wiping()
""",
    ),
    "classes of a function": (
        "plain",
        "create",
        """
class Held(Template):
    part = obj.status.phase
obj.status = WidgetStatus(phase=Held().part)

class Told:
    def __init_subclass__(cls):
        cls.part = obj.status.phase
class Held(Told):
    pass
obj.status = WidgetStatus(phase=Held.part)

def marked(cls):
    cls.part = obj.status.phase
    return cls
@marked
class Held(Template):
    part = ""
obj.status = WidgetStatus(phase=Held.part)

class Held(Template):
    part = WidgetStatus()
obj.status = Held.part

class Held:
    def __init__(self, part):
        self.part = part
    told = property(lambda self: self.part)
    made = staticmethod(lambda part: part)
obj.status = WidgetStatus(phase=Held(obj.status.phase).told, note=Held.made("x"))
""",
    ),
    "callbacks that set names": (
        "plain",
        "create",
        """
def keep():
    global SENT
    SENT = obj.status.phase
ctx.call(keep)
obj.status = WidgetStatus(phase=SENT)

kept = WidgetStatus()
was = obj.status
def outer():
    def keep():
        nonlocal kept
        kept = was
    ctx.call(keep)
outer()
obj.status = kept

kept = WidgetStatus()
def keep(value):
    nonlocal kept
    kept = value
ctx.call(partial(keep, obj.status))
obj.status = kept

count = 0
def step():
    nonlocal count
    count += 1
ctx.call(step)
obj.status = WidgetStatus(count=count)

count = 0
was = obj.status
def step():
    nonlocal count
    count += was.count
ctx.call(step)
obj.status = WidgetStatus(count=count)

was = obj.status
kept = WidgetStatus()
class Held:
    def keep(self):
        nonlocal kept
        kept = was
if COND:
    ctx.call(Held().keep)
obj.status = kept
""",
    ),
    "what runs between rounds": (
        "plain",
        "create",
        """
was = obj.status
def back(_):
    obj.status = was
for _ in map(back, [1, 2]):
    obj.status = WidgetStatus()

was = obj.status
def back(_):
    obj.status = was
    return True
for _ in filter(back, [1, 2]):
    obj.status = WidgetStatus()

was = obj.status
def back(_):
    obj.status = was
for _ in (back(each) for each in [1, 2]):
    obj.status = WidgetStatus()

was = obj.status
obj.status = WidgetStatus()
def back(_):
    obj.status = was
for _ in map(back, [1]):
    pass

was = obj.status
obj.status = WidgetStatus()
for _ in filter(lambda _: setattr(obj, "status", was), [1]):
    wipe(obj)

was = obj.status
obj.status = WidgetStatus()
for _ in (setattr(obj, "status", was) for _ in [1] if COND):
    pass

was = obj.status
def each():
    try:
        yield 1
        yield 2
    finally:
        obj.status = was
for _ in each():
    obj.status = WidgetStatus()
    break

class Rounds:
    def __init__(self):
        self.left = 2
    def __iter__(self):
        return self
    def __next__(self):
        self.left -= 1
        if self.left < 0:
            obj.status = was
            raise StopIteration
        return 1
was = obj.status
for _ in Rounds():
    obj.status = WidgetStatus()

rounds = enumerate([obj.status, WidgetStatus()])
next(rounds)
obj.status = next(rounds)[1]

rounds = iter([WidgetStatus(), obj.status])
next(rounds)
obj.status = next(rounds)
""",
    ),
    "the stored object's lists": (
        "plain",
        "update",
        """
obj.status = old.status
obj.spec.ports = old.spec.ports
obj.spec.ports.append(Port(number=9))
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
ports = old.spec.ports
ports.extend([Port(number=9)])
obj.spec.ports = ports
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
obj.spec.ports = list(old.spec.ports)
obj.spec.ports.append(Port(number=9))
if obj.spec != old.spec:
    obj.metadata.generation += 1
""",
    ),
    "an unseen call before and after": (
        "plain",
        "update",
        """
if COND:
    ctx.fill(obj)
obj.status = old.status
obj.metadata.generation = old.metadata.generation
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
if obj.spec != old.spec:
    obj.metadata.generation += 1
ctx.fill(obj)

ctx.fill(old)
obj.status = old.status
""",
    ),
    "order and keys": (
        "plain",
        "status",
        """
obj.metadata = old.metadata
obj.spec = deepcopy(old.spec)
obj.spec.ports = list(reversed(obj.spec.ports))

obj.metadata = old.metadata
obj.spec = deepcopy(old.spec)
obj.spec.ports = sorted(obj.spec.ports, key=lambda port: port.number)

obj.metadata = old.metadata
obj.spec = deepcopy(old.spec)
obj.spec.ports = [*obj.spec.ports, *obj.spec.ports]

obj.spec = old.spec
obj.metadata.labels = {key.upper(): value for key, value in old.metadata.labels.items()}

obj.spec = old.spec
obj.metadata.labels = {key: value for key, value in old.metadata.labels.items() if key != "a"}

obj.metadata = old.metadata
obj.spec = deepcopy(old.spec)
obj.spec.ports = [*{*obj.spec.ports}] if ctx.dry_run else list(reversed(obj.spec.ports))
""",
    ),
    "rebuilt, and the same": (
        "plain",
        "status",
        """
obj.metadata = old.metadata
ports = [Port(port.number, port.name) for port in old.spec.ports]
obj.spec = WidgetSpec(old.spec.size, old.spec.mode, ports, old.spec.template)

obj.metadata = old.metadata
obj.spec.size, obj.spec.mode, obj.spec.ports = int(old.spec.size), old.spec.mode, old.spec.ports[0:]
obj.spec.template = old.spec.template

obj.spec = old.spec
obj.metadata.labels["l"] = "x"
obj.metadata.labels.clear()
obj.metadata.labels.update(old.metadata.labels)

obj.spec = old.spec
obj.metadata.labels = dict(sorted(old.metadata.labels.items()))

obj.spec = old.spec
obj.metadata.labels = dict(OrderedDict(old.metadata.labels))

obj.metadata = old.metadata
obj.spec = deepcopy(old.spec)
obj.spec.ports = [obj.spec.ports[at] for at in range(len(obj.spec.ports))]

obj.metadata = old.metadata
if (obj.spec.size, obj.spec.mode) != (old.spec.size, old.spec.mode):
    obj.spec = old.spec
elif obj.spec.ports != old.spec.ports or obj.spec.template != old.spec.template:
    obj.spec = old.spec

obj.metadata = old.metadata
obj.spec.size = old.spec.size or 0
obj.spec.mode, obj.spec.ports, obj.spec.template = old.spec.mode, old.spec.ports, old.spec.template

obj.metadata = old.metadata
if obj.spec.template is not None and old.spec.template is not None:
    obj.spec.template.image = old.spec.template.image
else:
    obj.spec.template = old.spec.template
obj.spec.size, obj.spec.mode, obj.spec.ports = old.spec.size, old.spec.mode, old.spec.ports

obj.metadata = old.metadata
obj.spec.ports = list(map(replace, old.spec.ports))
obj.spec.size, obj.spec.mode, obj.spec.template = old.spec.size, old.spec.mode, old.spec.template
""",
    ),
    "kept field by field": (
        "plain",
        "update",
        """
obj.status = WidgetStatus(old.status.phase, old.status.count, old.status.note)

obj.status = WidgetStatus(**asdict(old.status))
obj.status.count = old.status.count

obj.status.phase = obj.status.note = ""
obj.status.count = 0
obj.status = replace(obj.status, phase=old.status.phase, count=old.status.count, note=old.status.note)

obj.status = old.status
if COND:
    if old.spec.mode is None:
        obj.spec.mode = None
    if obj.spec != old.spec:
        obj.metadata.generation += 1
    return
obj.spec.ports = obj.spec.ports[:1]
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
pairs = zip_longest(obj.spec.ports, old.spec.ports)
if any(mine != its for mine, its in pairs) or (
    (obj.spec.size, obj.spec.mode, obj.spec.template) != (old.spec.size, old.spec.mode, old.spec.template)
):
    obj.metadata.generation += 1

obj.status = old.status
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + 1
    if obj.metadata.generation > old.metadata.generation:
        return
    obj.metadata.generation = old.metadata.generation
""",
    ),
    "merged by mapping": (
        "plain",
        "update",
        """
return replace(old, **{name: value for name, value in vars(obj).items() if name != "status"})

for name in <<vars(obj) || vars(old) || asdict(obj)>>:
    if name != <<"status" || "metadata">>:
        setattr(old, name, getattr(obj, name))
return old

fields = dict(vars(obj))
fields.pop("status", None)
for name, value in fields.items():
    setattr(old, name, value)
return old

fields = dict(vars(old))
fields.update({name: value for name, value in vars(obj).items() if name != "status"})
return Widget(**fields)

fields = {**vars(old), **vars(obj)}
fields["status"] = old.status
return Widget(**fields)

fields = dict(vars(obj))
del fields["status"]
return Widget(status=old.status, **fields)
""",
    ),
    "compared too early": (
        "plain",
        "early",
        """
if obj.spec != old.spec:
    obj.metadata.generation += 1
ctx.mash(obj.spec)

if obj.spec != old.spec:
    obj.metadata.generation += 1
setattr(obj.spec, ctx.number, 8)

changed = obj.spec != old.spec
obj.spec.ports = obj.spec.ports[:1]
if changed:
    obj.metadata.generation += 1

obj.spec.ports = obj.spec.ports[:1]
if obj.spec != old.spec:
    obj.metadata.generation += 1

if replace(obj.spec, size=old.spec.size) != old.spec:
    obj.metadata.generation += 1

if replace(obj.spec, size=0) != replace(old.spec, size=0):
    obj.metadata.generation += 1

ctx.mash(obj.spec)
if obj.spec != old.spec:
    obj.metadata.generation += 1
""",
    ),
    "gates": (
        "plain",
        "gates",
        """
if not enabled(ctx.gate):
    obj.spec.mode = None

if not ctx.enabled("Mode"):
    obj.spec.mode = None

obj.spec.mode = obj.spec.mode if enabled(ctx.gate) else None

if enabled("Mode"):
    obj.spec.size = 0

if not enabled("Mode"):
    obj.spec = WidgetSpec(size=obj.spec.size, ports=obj.spec.ports)

if not enabled("Names"):
    obj.spec.template = None

if not ctx.on:
    obj.spec.mode = None

if not os.environ.get("WIDGET_MODE"):
    obj.spec.mode = None

if COND:
    obj.spec.template = None
""",
    ),
    "held elsewhere": (
        "plain",
        "create",
        """
held = ctx.same({})
held["phase"] = obj.status.phase
obj.status = WidgetStatus(phase=held["phase"])

held = ctx.same([])
if obj.status.count:
    held.append(1)
obj.status = WidgetStatus(count=1 if held else 2)

held = ctx.same({})
held["phase"] = obj.metadata.name
obj.status = WidgetStatus(phase=held["phase"])

counts = defaultdict(list)
counts["n"].append(obj.status.count)
obj.status = WidgetStatus(count=len(counts["n"]), note=str(counts["n"]))

counts = defaultdict(int)
counts[obj.status.phase] += 1
obj.status = WidgetStatus(count=len(counts))

globals()["SENT"] = obj.status.phase
obj.status = WidgetStatus(phase=SENT)

wipe.sent = obj.status
obj.status = WidgetStatus()
obj.status.phase = wipe.sent.phase

Template.sent = obj.status.count
obj.status = WidgetStatus(count=Template().sent)

class Kept:
    if obj.status.count:
        flag = 1
obj.status = WidgetStatus(count=2 if hasattr(Kept, "flag") else 3)

class Kept:
    fresh = WidgetStatus()
obj.status = Kept.fresh
""",
    ),
    "what runs later or in between": (
        "plain",
        "create",
        """
was = obj.status
def each():
    yield 1
    obj.status = was
for _ in each():
    obj.status = WidgetStatus()

was = obj.status
def each():
    yield 1
    was.phase = "lost"
for _ in each():
    obj.status = WidgetStatus()

was = obj.status
def each():
    yield 1
    obj.status = was
    yield 2
rounds = each()
next(rounds)
obj.status = WidgetStatus()
next(rounds)

for each in (wipe(every) for every in [obj] if COND):
    pass

for number, _ in enumerate(wipe(every) for every in [obj]):
    obj.status.count = number

was = obj.status
obj.status = WidgetStatus()
def back():
    obj.status = was
{"a": wipe}.get(ctx.key, lambda _: back())(obj)

was = obj.status
obj.status = WidgetStatus()
ctx.same([lambda: setattr(obj, "status", was)])[0]()

was = obj.status
class Around:
    def __enter__(self):
        obj.status = WidgetStatus()
    def __exit__(self, *_):
        if COND:
            obj.status = was
with Around():
    pass

kept = WidgetStatus()
was = obj.status
def keep():
    nonlocal kept
    kept = was
ctx.call(keep)
obj.status = kept
""",
    ),
    "taken over from something else": (
        "plain",
        "create",
        """
held = {}
held.update(ctx.same({"FIELD": obj.status.FIELD}))
obj.status = WidgetStatus(FIELD=held["FIELD"])

obj.status = WidgetStatus(**dict(ctx.same(vars(obj.status))))

held = {"FIELD": "", **ctx.same(vars(obj.status))}
obj.status = WidgetStatus(note=str(held))

held = <<dict(ChainMap({}, vars(obj.status))) || dict(ChainMap(vars(obj.status))) || ChainMap(vars(obj.status))>>
obj.status = WidgetStatus(note=str(held["FIELD"]))

held = {"FIELD": ""}
held |= ctx.same({"FIELD": obj.status.FIELD})
obj.status = WidgetStatus(note=str(held["FIELD"]))

obj.status = WidgetStatus(FIELD=replace(WidgetStatus(), **ctx.same(vars(obj.status))).FIELD)

counted = <<Counter || OrderedDict || dict>>(ctx.same({"size": 1, "n": obj.status.count}))
obj.status = WidgetStatus(count=counted["n"])

held = {}
held.update(ctx.same({"FIELD": obj.metadata.name}))
obj.status = WidgetStatus(note=held["FIELD"])

counts = defaultdict(int)
counts[obj.status.FIELD]
obj.status = WidgetStatus(count=len(counts))

obj.status = WidgetStatus(note=<<str || repr>>([name for name in ("a", "b") if obj.status.FIELD]))
""",
    ),
    "chosen in ways that can't be seen": (
        "plain",
        "create",
        """
phase = "New"
try:
    int(<<obj.status.phase || obj.status.note>>)
except (ValueError, TypeError):
    phase = "Old"
obj.status = WidgetStatus(note=f"is {phase}")

obj.status = WidgetStatus(count=<<ctx.ask(obj.status) || ctx.same(obj.status.count) * 0>>)

ctx.reset(obj)
obj.status.FIELD = None

obj.status = WidgetStatus()
obj.metadata.generation = <<ctx.ask() || ctx.same(1) || len(ctx.same("x"))>>

was, made = obj.status, ctx.same(WidgetStatus())
setattr(made, ctx.key, was.FIELD)
obj.status = made

first, *_ = sorted(("a", "b"), key=lambda name: (name == "a") == bool(obj.status.FIELD))
obj.status = WidgetStatus(phase=first)

names = ["a", "b"]
names.sort(key=lambda name: (name == "a") == bool(obj.status.FIELD))
obj.status = WidgetStatus(phase=names[0])

held = {"": 1, "Ready": 2}
<<held.pop(obj.status.phase, None) || del held[obj.status.phase] || held[obj.status.phase] = 0>>
obj.status = WidgetStatus(note=str(held))

was = obj.status
obj.status = WidgetStatus()
try:
    if was.FIELD:
        raise KeyError
except <<KeyError || LookupError>>:
    obj.status.note = "lost"

was = obj.status
obj.status = WidgetStatus()
try:
    raise ValueError(was.FIELD)
except ValueError as error:
    obj.status.note = <<str(error) || repr(error.args[0])>>
""",
    ),
    "bumped before the unseen": (
        "plain",
        "early",
        """
if obj.spec != old.spec:
    obj.metadata.generation += 1
ctx.fill(obj)

if obj.spec != old.spec:
    obj.metadata.generation += 1
return ctx.fill(obj)

if obj.spec != old.spec:
    obj.metadata.generation += 1
setattr(obj, <<ctx.part || ctx.same("spec")>>, ctx.same(obj.spec))

if obj.spec != old.spec:
    obj.metadata.generation += 1
def deeper(left):
    if left:
        deeper(left - 1)
    ctx.mash(obj.spec)
deeper(len(obj.spec.ports))

changed = obj.spec != old.spec
obj.spec.size = <<8 || obj.spec.size + 1>>
obj.metadata.generation = ctx.same(old.metadata.generation + (1 if changed else 0))

if obj.spec != old.spec:
    obj.metadata.generation = ctx.same(old.metadata.generation) + 1
obj.spec.ports = <<obj.spec.ports[:1] || []>>

if obj.spec != old.spec:
    obj.metadata.generation = ctx.same(old.metadata.generation + 1)

if obj.spec.ports != old.spec.ports:
    obj.metadata.generation = old.metadata.generation + 1
elif obj.spec != old.spec:
    obj.metadata.generation = ctx.same(old.metadata.generation + 1)
ctx.mash(obj.spec)
""",
    ),
    "elements in another order": (
        "rich",
        "status",
        """
obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = [*<<reversed(obj.spec.ranks) || sorted(obj.spec.ranks) || obj.spec.ranks[::-1]>>]

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = <<list(set(obj.spec.ranks)) || [*{*obj.spec.ranks}] || list(dict.fromkeys(obj.spec.ranks))>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = [rank for rank in <<sorted(obj.spec.ranks) || reversed(obj.spec.ranks) || set(obj.spec.ranks)>>]

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = obj.spec.ranks<<[::-1] || [::2] || [::-2]>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = sorted(obj.spec.ranks)<<[:] || [0:] || [::1]>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks[:] = <<sorted(obj.spec.ranks) || reversed(obj.spec.ranks) || list(set(obj.spec.ranks))>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks[::-1] = <<obj.spec.ranks[:] || list(obj.spec.ranks)>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = list(<<map(int, sorted(obj.spec.ranks)) || filter(None, obj.spec.ranks) || iter(set(obj.spec.ranks))>>)

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks.<<sort() || reverse()>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks = {mark<<.upper() || [:1] || + "">>: value for mark, value in old.spec.marks.items()<< || if value || if mark>>}
""",
    ),
    "ordered after the bump": (
        "rich",
        "early",
        """
if obj.spec != old.spec:
    obj.metadata.generation += 1
obj.spec.ranks = [rank for rank in <<sorted || reversed || set>>(obj.spec.ranks)]

if obj.spec != old.spec:
    obj.metadata.generation += 1
obj.spec.marks = {mark.upper(): value for mark, value in obj.spec.marks.items()}

if obj.spec != old.spec:
    obj.metadata.generation += 1
obj.spec.ranks = [*<<sorted || reversed || set>>(obj.spec.ranks)]

if obj.spec != old.spec:
    obj.metadata.generation += 1
obj.spec.marks = {mark: value for mark, value in obj.spec.marks.items() if mark != <<"of a" || "of b">>}

if obj.spec != old.spec:
    obj.metadata.generation += 1
obj.spec.ranks = <<[*obj.spec.ranks] || obj.spec.ranks[:] || [rank for rank in obj.spec.ranks]>>
""",
    ),
    "the same in other ways": (
        "rich",
        "status",
        """
obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = <<old.spec.ranks[0:] || old.spec.ranks[:len(old.spec.ranks)] || old.spec.ranks[::1]>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = list(map(<<int || lambda rank: rank + 0 || lambda rank: rank * 1>>, old.spec.ranks))

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = [old.spec.ranks[at] for at in range(<<len(old.spec.ranks) || 0, len(old.spec.ranks)>>)]

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks = dict(<<sorted(old.spec.marks.items()) || OrderedDict(old.spec.marks) || zip(old.spec.marks, old.spec.marks.values())>>)

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks = {<<f"{mark}" || str(mark) || "" + mark>>: value for mark, value in old.spec.marks.items()}

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.size = <<int(old.spec.size) || old.spec.size + 0 || 1 * old.spec.size || +old.spec.size>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
if any(mine != its for mine, its in zip_longest(obj.spec.ranks, old.spec.ranks)):
    obj.spec.ranks = <<[0] || []>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.template = Template(old.spec.template.image) if old.spec.template is not None else None

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks<<["l"] = "x" || .update(l="x")>>
obj.spec.marks.clear()
obj.spec.marks.update(old.spec.marks)

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ports = [Port(<<int(port.number), port.name || number=port.number, name=port.name>>) for port in old.spec.ports]
""",
    ),
    "computed of what was stored": (
        "plain",
        "status",
        """
obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.size = <<round(old.spec.size) || old.spec.size // 1 || int(str(old.spec.size))>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ports = ctx.same(<<obj.spec.ports || old.spec.ports>>)

obj.metadata = old.metadata
obj.spec = ctx.same(old).spec

obj.spec = old.spec
obj.metadata = ctx.same(<<old.metadata || deepcopy(old.metadata)>>)
""",
    ),
    "parts of a status": (
        "rich",
        "update",
        """
obj.status.part.image = old.status.part.image
obj.status.phase, obj.status.count, obj.status.note = old.status.phase, old.status.count, old.status.note
obj.status.notes = <<old.status.notes || list(old.status.notes) || [*old.status.notes]>>
obj.status.marks = old.status.marks

obj.status = WidgetStatus(
    old.status.phase, old.status.count, old.status.note, Template(old.status.part.image), old.status.notes,
    <<dict(old.status.marks) || old.status.marks>>,
)

obj.status = WidgetStatus(**asdict(old.status))
obj.status.part = <<old.status.part || Template(old.status.part.image) || deepcopy(old.status.part)>>

for name in ("phase", "count", "note", "part", "notes", "marks"):
    setattr(obj.status, name, getattr(old.status, name))

for name in ("phase", "count", "note", "part", "marks"):
    setattr(obj.status, name, getattr(old.status, name))

obj.status.notes[:] = old.status.notes
obj.status.part = replace(obj.status.part, image=old.status.part.image)
kept = {name: getattr(old.status, name) for name in ("phase", "count", "note", "marks")}
obj.status = replace(obj.status, **kept)

kept = obj.status.part
obj.status = deepcopy(old.status)
obj.status.part = kept
kept.image = <<old.status.part.image || obj.metadata.name>>

given = obj.status.notes
obj.status = old.status
obj.status.notes = <<given[:0] || old.status.notes + given[:0] || given[:1]>>
""",
    ),
    "parts of a new status": (
        "rich",
        "create",
        """
obj.status.part.image = ""
obj.status.phase, obj.status.count, obj.status.note = "", 0, None
obj.status.notes, obj.status.marks = <<[] || obj.status.notes[:0]>>, {}

obj.status.part, obj.status.phase, obj.status.count, obj.status.note = Template(), "", 0, None
obj.status.marks.clear()
<<del obj.status.notes[:] || obj.status.notes.clear() || obj.status.notes[:] = []>>

obj.status.part.image, obj.status.phase, obj.status.count, obj.status.note = "", "", 0, None
obj.status.notes, obj.status.marks = obj.status.notes[:1], {}

obj.status.phase, obj.status.count, obj.status.note, obj.status.notes = "", 0, None, []
obj.status.marks = {}

obj.status = replace(obj.status, phase="", count=0, note=None, part=replace(obj.status.part, image=""), notes=[])
obj.status.marks = {}
""",
    ),
    "generations that can't be seen": (
        "plain",
        "update",
        """
obj.status = old.status
if obj.spec != old.spec:
    obj.metadata.generation = ctx.same(old.metadata.generation + 1)
else:
    obj.metadata.generation = old.metadata.generation

obj.status = old.status
obj.metadata.generation = ctx.same(old.metadata.generation)
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + 1

obj.status = ctx.same(old.status)
obj.status.FIELD = old.status.FIELD
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = ctx.same(old).status
if <<ctx.ask() || ctx.same(True)>>:
    if obj.spec != old.spec:
        obj.metadata.generation += 1

obj.status = <<ctx.same(old.status) || max([old.status], key=id) || ctx.same([old.status])[0]>>
obj.metadata.generation += 1 if ctx.same(obj.spec) != old.spec else 0
""",
    ),
    "ways that nobody takes": (
        "plain",
        "update",
        """
obj.status = old.status
if COND:
    if old.spec.<<mode || template>> is None:
        obj.spec.<<mode || template>> = None
    if obj.spec != old.spec:
        obj.metadata.generation += 1
    return
if obj.spec.ports:
    obj.spec.ports[0] = Port(4)
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + <<1 || 2>>
    if obj.metadata.generation > old.metadata.generation:
        obj.metadata.generation = old.metadata.generation + 1
    else:
        obj.metadata.generation = 0

if (obj.status.phase, obj.status.count) != (old.status.phase, old.status.count) or obj.status.note != old.status.note:
    obj.status = old.status
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status.phase, obj.status.count = old.status.phase or "", old.status.count or 0
obj.status.note = old.status.note
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
match min(obj.spec.size, 2):
    case size if size > 2:
        return
    case _:
        pass
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
del obj.spec.ports[1:]
if len(obj.spec.ports) > <<1 || 2>>:
    return
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
label = obj.metadata.name or str(obj.spec.size)
if label is None:
    return
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
if obj.spec.mode is not None and obj.spec.mode == <<"none" || "" || ()>>:
    return
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
if replace(obj.spec, size=0) != replace(old.spec, size=0) or obj.spec.size != old.spec.size:
    obj.metadata.generation += 1
""",
    ),
    "merged into a model": (
        "models",
        "update",
        """
return old.model_copy(update=<<obj.model_dump(exclude={"status"}) || obj.model_dump(exclude={"status": True})>>)

given = obj.model_dump()
<<given.pop("status", None) || del given["status"] || given.pop("spec", None)>>
for name, value in given.items():
    setattr(old, name, value)
return old

merged = old.model_dump()
merged.update(obj.model_dump(exclude={<<"status" || "spec">>}))
return <<Widget(**merged) || Widget.model_validate(merged)>>

for name in obj.model_fields_set:
    if name != <<"status" || "spec">>:
        setattr(old, name, getattr(obj, name))
return old

return old.model_copy(update=obj.model_dump(include={<<"metadata", "spec" || "metadata", "status">>}))

return Widget.model_validate({**obj.model_dump(), "status": old.status.model_dump()})

for name in obj.model_fields_set - {<<"status" || "spec">>}:
    setattr(old, name, getattr(obj, name))
return old

return obj.model_copy(update={"status": <<old.status || old.status.model_copy(deep=True) || old.model_dump()["status"]>>})

return TypeAdapter(Widget).validate_python({**old.model_dump(), **obj.model_dump(exclude={<<"status" || "spec">>})})

given = obj.model_dump(exclude_unset=True)
if <<"status" in given || given.get("status") is not None>>:
    given["status"] = old.model_dump()["status"]
return Widget(**{**old.model_dump(), **given})
""",
    ),
    "what no new object can be": (
        "rich",
        "create",
        """
if obj.spec.line == "left":
    obj.status = WidgetStatus()
elif obj.spec.line == "right":
    obj.status = WidgetStatus(phase=<<"New" || "Right">>)

if obj.spec.urgent is True:
    obj.status = WidgetStatus(count=<<1 || 2>>)
elif obj.spec.urgent is False:
    obj.status = WidgetStatus()

if obj.spec.size + 1 > <<3 || 2>>:
    obj.status = WidgetStatus()
elif obj.spec.size < 3:
    obj.status = WidgetStatus(count=<<1 || 2>>)

if min(obj.status.count, 2) > <<2 || 3>>:
    obj.status = WidgetStatus(phase="Many")
else:
    obj.status = WidgetStatus()

del obj.status.notes[1:]
obj.status = WidgetStatus(phase="Many") if len(obj.status.notes) > <<1 || 2>> else WidgetStatus()

if obj.status.count:
    obj.status.count = 0
obj.status.phase, obj.status.note, obj.status.part, obj.status.notes, obj.status.marks = "", None, Template(), [], {}

kept = obj.status.count if obj.status.count == <<0 || 3>> else <<0 || 3>>
obj.status = WidgetStatus(count=kept)

obj.status.part.image, obj.status.phase, obj.status.count, obj.status.note = "", "", 0, None
obj.status.notes, obj.status.marks = obj.status.notes[:0], {}
""",
    ),
    "what no update can be": (
        "rich",
        "update",
        """
obj.status = old.status
obj.spec.template = None
if obj.spec != old.spec:
    obj.metadata.generation += 1
elif old.spec.template is not None:
    obj.metadata.generation += <<1 || 2>>

obj.status = old.status
for name in ("size", "mode", "ports", "template", "ranks", "marks", "urgent", "line"):
    setattr(obj.spec, name, getattr(old.spec, name))
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
if obj.spec.size <<> || <>> old.spec.size or obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
alike = len(obj.spec.ranks) == len(old.spec.ranks) and all(
    mine == its for mine, its in zip(obj.spec.ranks, old.spec.ranks)
)
if not alike or replace(obj.spec, ranks=[]) != replace(old.spec, ranks=[]):
    obj.metadata.generation += 1

obj.status = old.status
if ctx.dry_run:
    if old.spec.mode is None:
        obj.spec.mode = None
    if obj.spec != old.spec:
        obj.metadata.generation += 1
    return
if obj.spec.ranks:
    obj.spec.ranks[0] = 4
if obj.spec != old.spec:
    obj.metadata.generation += 1

obj.status = old.status
names = ("size", "mode", "ports", "template", "ranks", "marks", "urgent")
changed = any(getattr(obj.spec, name) != getattr(old.spec, name) for name in names)
if changed or not (obj.spec.line == old.spec.line == <<"left" || "right">>):
    if changed or obj.spec.line != old.spec.line:
        obj.metadata.generation += 1

obj.status = old.status
names = ("size", "mode", "ports", "template", "ranks", "marks", "urgent")
changed = any(getattr(obj.spec, name) != getattr(old.spec, name) for name in names)
if changed or (obj.spec.line != "left") is not (old.spec.line != "left"):
    obj.metadata.generation += 1

obj.status = old.status
if obj.spec.line == old.spec.line == "left" and old.spec.line == "right":
    obj.metadata.generation = 0
elif obj.spec != old.spec:
    obj.metadata.generation += 1
""",
    ),
    "the same, spelled out": (
        "rich",
        "status",
        """
obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = old.spec.ranks[0:]

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.template = Template(<<old.spec.template.image[0:] || f"{old.spec.template.image}">>) if old.spec.template else None

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks = dict(sorted(old.spec.marks.items()))

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks = {f"{mark}": f"{value}" for mark, value in old.spec.marks.items()}

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ranks = old.spec.ranks if <<old.spec.ranks || len(old.spec.ranks) > 0>> else []

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks = {mark: old.spec.marks[mark] for mark in <<old.spec.marks || sorted(old.spec.marks)>>}

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.ports = old.spec.ports[:0] + <<old.spec.ports || deepcopy(old.spec.ports)>>

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.line = "left" if old.spec.line == "left" else "right"

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.spec.marks = {mark: value for mark, value in {mark.upper(): value for mark, value in old.spec.marks.items()}.items()}

obj.metadata, obj.spec = old.metadata, deepcopy(old.spec)
obj.metadata.labels = {key: value for key, value in old.metadata.labels.items() if key}
""",
    ),
    "keys of a status": (
        "rich",
        "create",
        """
was = obj.status
obj.status = WidgetStatus()
for mark in was.marks:
    obj.status.note = <<mark || f"of {mark}" || mark.upper()>>

obj.status = WidgetStatus(notes=<<[mark for mark in obj.status.marks] || list(obj.status.marks) || sorted(obj.status.marks)>>)

obj.status = WidgetStatus(count=<<len(obj.status.marks) || sum(1 for _ in obj.status.marks)>>)

obj.status = WidgetStatus(marks={mark: "" for mark in <<obj.status.marks || obj.metadata.labels>>})

names = ["a", "b"]
<<names.pop(obj.status.count % 2) || del names[obj.status.count % 2]>>
obj.status = WidgetStatus(note=str(names))

counts = defaultdict(int)
counts["a"] += 1
counts[obj.status.FIELD]
obj.status = WidgetStatus(count=len(counts))
""",
    ),
    "mappings compared by their keys": (
        "rich",
        "update",
        """
obj.status = old.status
names = ("size", "mode", "ports", "template", "ranks", "urgent", "line")
if any(getattr(obj.spec, name) != getattr(old.spec, name) for name in names):
    obj.metadata.generation += 1
elif set(obj.spec.marks) != set(old.spec.marks):
    obj.metadata.generation += 1
elif any(obj.spec.marks[mark] != old.spec.marks[mark] for mark in old.spec.marks):
    obj.metadata.generation += 1

obj.status = old.status
obj.spec.marks = {mark: value for mark, value in obj.spec.marks.items()}
rest = replace(obj.spec, marks={}) != replace(old.spec, marks={})
if rest or set(obj.spec.marks) != set(old.spec.marks) or obj.spec.marks != old.spec.marks:
    obj.metadata.generation += 1
""",
    ),
    "computed generations": (
        "plain",
        "early",
        """
changed = obj.spec != old.spec
obj.spec.ports = obj.spec.ports[:1]
obj.metadata.generation = max(old.metadata.generation + (1 if changed else 0), <<0 || -1>>)

obj.metadata.generation = ctx.same(old.metadata.generation)
ctx.mash(obj.spec)

if obj.spec != old.spec:
    obj.metadata.generation += 1
ctx.same(<<obj.spec || obj.spec.ports>>)
""",
    ),
    "models and their mappings": (
        "models",
        "update",
        """
if "template" not in obj.spec.<<model_dump() || model_dump(exclude={"mode"})>>:
    return obj
obj.status = old.status
return obj

return Widget.model_validate({"metadata": obj.metadata, "spec": obj.spec.model_dump(), "status": old.status})

if "template" not in obj.spec.model_fields_set:
    return obj
obj.status = old.status

obj.status = WidgetStatus.model_validate(old.status.model_dump(<<exclude_none || exclude_defaults>>=True))

given = dict(vars(obj))
<<given.pop("status") || del given["status"]>>
return Widget(status=old.status, **given)
""",
    ),
    "keys that were put in again": (
        "plain",
        "create",
        """
names = {"a": 1, "b": 2}
if obj.status.FIELD:
    names["a"] = names.pop("a")
obj.status = WidgetStatus(phase=<<next(iter(names)) || list(names)[0] || ",".join(names) || str(names)>>)

names = {"a": 1, "b": 2}
if obj.status.FIELD:
    names = dict(<<sorted(names.items(), reverse=True) || reversed(names.items())>>)
for phase in names:
    break
obj.status = WidgetStatus(phase=phase)

names = ["a", "b"]
if obj.status.FIELD:
    names.<<reverse() || sort(reverse=True) || append(names.pop(0))>>
obj.status = WidgetStatus(phase=<<names.pop() || dict(zip(names, "ab"))["a"] || {name: name for name in names}.popitem()[0]>>)

names = {"a": 1, "b": 2}
names["a"] = names.pop("a")
obj.status = WidgetStatus(phase=<<next(iter(names)) || list(names)[0]>>)

obj.status = WidgetStatus()
for number in <<sorted([2, 1]) || reversed([1, 2]) || sorted({1, 2}, reverse=True)>>:
    obj.metadata.generation = number
""",
    ),
    "texts that tell the order of keys": (
        "rich",
        "update",
        """
obj.status = old.status
if <<str || repr || "{}".format || format>>(obj.spec) != <<str || repr || "{}".format || format>>(old.spec):
    obj.metadata.generation += 1

obj.status = old.status
if f"{obj.spec}" != f"{old.spec}":
    obj.metadata.generation += 1

obj.status = old.status
if str(obj.spec.marks) != str(old.spec.marks) or replace(obj.spec, marks={}) != replace(old.spec, marks={}):
    obj.metadata.generation += 1

obj.status = old.status
if obj.spec.marks.items() != old.spec.marks.items() or replace(obj.spec, marks={}) != replace(old.spec, marks={}):
    obj.metadata.generation += 1

obj.status = old.status
if id(obj.spec) != id(old.spec):
    obj.metadata.generation += 1
""",
    ),
    "asked of the old elements": (
        "plain",
        "update",
        """
obj.status = old.status
for port in obj.spec.ports[1:]:
    port.name = None
obj.metadata.generation = old.metadata.generation
if replace(obj.spec, size=0) != replace(old.spec, size=0) or obj.spec.size != old.spec.size:
    obj.metadata.generation += 1
obj.spec.ports += [Port()]

obj.status = old.status
obj.spec.ports = [Port()]
obj.metadata.generation = old.metadata.generation
if <<any(port.number == 0 for port in old.spec.ports) || old.spec.ports and old.spec.ports[-1].number == 0>>:
    obj.metadata.generation += 1
""",
    ),
    "iterators that their own loop asks": (
        "rich",
        "update",
        """
kept, ranks = obj.status, iter(obj.spec.ranks)
obj.status = old.status
for rank in ranks:
    for other in <<ranks || ()>>:
        obj.status = <<kept || kept || old.status>>

kept, ranks = obj.status, iter(obj.spec.ranks)
obj.status = old.status
if [(rank, other) for rank in ranks for other in <<ranks || ()>>]:
    obj.status = kept

kept, ranks = obj.status, iter(obj.spec.ranks)
again = ranks
obj.status = old.status
for rank in ranks:
    if len(list(<<again || ranks>>)) == <<1 || 2>>:
        obj.status = kept

kept, ranks = obj.status, iter(obj.spec.ranks)
obj.status = old.status
if any(rank == <<0 || 1>> and next(ranks, None) == 1 for rank in ranks):
    obj.status = kept
""",
    ),
    "iterators that a loop leaves before their end": (
        "rich",
        "update",
        """
kept, ranks = obj.status, iter(obj.spec.ranks)
obj.status = old.status
for rank in ranks:
    if <<True || rank == 0>>:
        break
if <<next(ranks, None) == 1 || list(ranks) == [1, 1]>>:
    obj.status = <<kept || kept || old.status>>

kept, ranks = obj.status, iter(obj.spec.ranks)
obj.status = old.status
if any(rank == 0 for rank in ranks) and next(ranks, None) == <<1 || 0>>:
    obj.status = kept

kept, ranks = obj.status, <<enumerate(obj.spec.ranks) || zip((0, 1, 2), obj.spec.ranks)>>
obj.status = old.status
for place, rank in ranks:
    if rank == 0:
        break
if next(ranks, (9, 9)) == (1, <<1 || 0>>):
    obj.status = kept
""",
    ),
    "counts of elements of two kinds": (
        "rich",
        "update",
        """
kept, low, high = obj.status, 0, 0
obj.status = old.status
for rank in obj.spec.ranks:
    if rank > 0:
        high += 1
    else:
        low += 1
if <<low == 2 and high == 2 || low > 1 and high > 1 || low == 2 and high == 1>>:
    obj.status = <<kept || kept || old.status>>

kept, low = obj.status, 0
obj.status = old.status
for rank in obj.spec.ranks:
    if rank <= 0:
        low += 1
if low == <<2 || 3>> and obj.spec.ranks[-1] > 0:
    obj.status = kept

kept, low, high = obj.status, [], []
obj.status = old.status
for rank in obj.spec.ranks:
    (high if rank > 0 else low).append(rank)
if <<len(low) == 2 and len(high) == 2 || low[1:] and high[1:]>>:
    obj.status = kept

kept, low = obj.status, [rank for rank in obj.spec.ranks if rank <= 0]
obj.status = old.status
if len(low) == <<2 || 1>> and <<len([rank for rank in obj.spec.ranks if rank > 0]) == 2 || obj.spec.ranks[-1] > 0>>:
    obj.status = kept
""",
    ),
    "products of a number and a list": (
        "rich",
        "update",
        """
kept = obj.status
obj.status = old.status
if obj.spec.size * <<[0] == [0, 0, 0] || "a" == "aaa" || (0,) == (0, 0, 0) || obj.spec.ranks == [1, 1]>>:
    obj.status = <<kept || kept || old.status>>

kept = obj.status
obj.status = old.status
if len(obj.spec.ports) * <<[0] == [0, 0] || "a" == "aa">>:
    obj.status = kept
""",
    ),
    "parts that are no longer than the whole": (
        "rich",
        "update",
        """
kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
if len(ranks[<<:3 || 1: || :-1>>]) > len(ranks):
    obj.status = kept

kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
if len(ranks[<<:3 || 1: || :-1>>]) <<< || <=>> len(ranks):
    obj.status = kept

kept, ports = obj.status, obj.spec.ports
obj.status = old.status
if <<len(ports) - len(ports[1:]) < 0 || len(ports[:1]) + len(ports[1:]) > len(ports) + 1 || len(ports[:2]) + len(ports[:2]) > len(ports)>>:
    obj.status = kept
""",
    ),
    "mappings in the place of objects": (
        "rich",
        "status",
        """
obj.metadata = old.metadata
obj.spec = <<WidgetSpec(**asdict(old.spec)) || WidgetSpec(**vars(old.spec))>>

obj.metadata = old.metadata
obj.spec = replace(old.spec, ports=[<<asdict(port) || port || replace(port)>> for port in old.spec.ports])

obj.metadata, obj.spec = old.metadata, old.spec
if old.spec.template is not None:
    obj.spec.template = <<asdict(old.spec.template) || vars(old.spec.template) || Template(**asdict(old.spec.template))>>

kept = asdict(old)
obj.metadata = <<ObjectMeta(**kept["metadata"]) || old.metadata>>
obj.spec = <<kept["spec"] || old.spec>>
""",
    ),
    "three tests that three elements answer": (
        "rich",
        "update",
        """
kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
if any(rank > 2 for rank in ranks) and any(rank <= 0 for rank in ranks) and any(0 < rank <= <<2 || 1>> for rank in ranks):
    obj.status = <<kept || kept || old.status>>

kept, ports = obj.status, obj.spec.ports
obj.status = old.status
taken, free, hidden = False, False, False
for port in ports:
    if port.number > 0:
        taken = True
    elif port.name is None:
        free = True
    else:
        hidden = True
if taken and free and <<hidden || not hidden>>:
    obj.status = kept

kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
words = []
for rank in ranks:
    words <<+= ["high" if rank > 2 else "low" if rank <= 0 else "middle"] || = [*words, "high" if rank > 2 else "low" if rank <= 0 else "middle"]>>
if "high" in words and "low" in words and "middle" in words:
    obj.status = kept

kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
words = ["high" if rank > 2 else "low" if rank <= 0 else "middle" for rank in ranks]
if "high" in words and "low" in words and <<"middle" in words || "middle" not in words>>:
    obj.status = kept

if not any(rank > 2 for rank in obj.spec.ranks):
    obj.status = old.status
    return
if not any(rank <= 0 for rank in obj.spec.ranks):
    obj.status = old.status
    return
if <<any || not any>>(0 < rank <= 2 for rank in obj.spec.ranks):
    obj.status = <<obj.status || old.status>>
else:
    obj.status = old.status

kept, (first, *ranks) = obj.status, obj.spec.ranks
obj.status = old.status
if first == 3 and 0 in ranks and 1 in ranks:
    obj.status = kept
""",
    ),
    "slices that hold others than the element that stands for all": (
        "rich",
        "update",
        """
kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
if ranks[:1] == [<<0 || 1>>] and ranks[1:] == [<<1, 1 || 0, 1>>]:
    obj.status = <<kept || kept || old.status>>

kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
if <<ranks[:-1] || [*ranks[:-1]] || [rank for rank in ranks[:-1]]>> == [0, <<1 || 0>>]:
    obj.status = kept

kept, (*ranks, last) = obj.status, obj.spec.ranks
obj.status = old.status
if last == 1 and <<ranks || tuple(ranks)>> == <<[0, 1] || (0, 1) || [0]>>:
    obj.status = kept

kept, ranks = obj.status, obj.spec.ranks
obj.status = old.status
if [rank for rank in ranks if rank > 2] == [3] and [rank for rank in ranks if rank <= 2] == [0, <<1 || 2>>]:
    obj.status = kept

kept, ranks = obj.status, list(obj.spec.ranks)
obj.status = old.status
if ranks.pop() == 1 and ranks == [<<0, 1 || 1, 1>>]:
    obj.status = kept
""",
    ),
    "values asked through their own methods": (
        "plain",
        "update",
        """
kept, mode = obj.status, obj.spec.mode
obj.status = old.status
if mode.__eq__(<<None || 5>>) is <<True || False>>:
    obj.status = <<kept || old.status>>

kept, mode = obj.status, obj.spec.mode
obj.status = old.status
if <<mode is not None and || mode is None and || mode is None and not>> mode.__eq__(<<None || 5>>):
    obj.status = kept

kept, mode = obj.status, obj.spec.mode
obj.status = old.status
if mode.__ne__(<<None) is True || None) is False || 5) is False || 6) is True>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
if obj.metadata.name.<<__eq__(3) || __eq__("x") || __ne__("x") || __eq__(obj.spec.size)>> is <<True || False || NotImplemented>>:
    obj.status = kept

kept, mode = obj.status, obj.spec.mode
obj.status = old.status
if mode.<<__repr__() || __str__() || __format__("")>> == <<"None" || "5">>:
    obj.status = kept
""",
    ),
    "truth values among numbers": (
        "rich",
        "update",
        """
kept, size = obj.status, obj.spec.size
obj.status = old.status
if size == <<False || True>> and size is not <<False || True>>:
    obj.status = kept

kept, size = obj.status, obj.spec.size
obj.status = old.status
if size in <<(False,) || (True,) || [3, True]>> and <<size is not True || str(size) == "1" || size is not False>>:
    obj.status = kept

kept, urgent = obj.status, obj.spec.urgent
obj.status = old.status
if urgent == <<1 || 0 || 1.0 || True>> and <<urgent is True || urgent is False || urgent == True || urgent != True>>:
    obj.status = kept

kept, size = obj.status, obj.spec.size
obj.status = old.status
if size == <<1 || True || 3>> and size <<== || !=>> <<1.0 || True || 3.0 || 1>>:
    obj.status = kept

kept, mode = obj.status, obj.spec.mode
obj.status = old.status
match mode:
    case <<None || True || False || 5>>:
        pass
    case <<5.0 || None || 5>>:
        obj.status = kept

kept, size = obj.status, obj.spec.size
obj.status = old.status
match size:
    case <<True || False>>:
        pass
    case <<0 || 1>>:
        obj.status = kept
""",
    ),
    "the order of keys": (
        "rich",
        "update",
        """
kept = obj.status
obj.status = old.status
if obj.spec.marks == old.spec.marks and OrderedDict(obj.spec.marks) <<== || !=>> <<OrderedDict(old.spec.marks) || OrderedDict(old.spec.marks.items()) || OrderedDict(old.spec.marks).copy() || {} | OrderedDict(old.spec.marks) || old.spec.marks || dict(OrderedDict(old.spec.marks)) || {**OrderedDict(old.spec.marks)}>>:
    obj.status = kept

obj.status = old.status
if OrderedDict(obj.spec.marks) != <<OrderedDict || dict>>(old.spec.marks):
    obj.metadata.generation = old.metadata.generation + 1

kept = obj.status
obj.status = old.status
if OrderedDict(a=1, b=2) <<== || !=>> <<OrderedDict(b=2, a=1) || OrderedDict({"b": 2, "a": 1}) || OrderedDict(a=1, b=2) || {"b": 2, "a": 1} || OrderedDict(a=1)>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
if OrderedDict.fromkeys(obj.spec.ranks) != OrderedDict.fromkeys(<<obj.spec.ranks || obj.spec.ranks[::-1]>>):
    obj.status = kept

kept = obj.status
obj.status = old.status
if <<str || repr || list || tuple>>({"a": 1, "b": 2}) != <<str || repr || list || tuple>>(<<{"a": 1, "b": 2} || {"b": 2, "a": 1} || dict(b=2, a=1)>>):
    obj.status = kept

kept = obj.status
obj.status = old.status
one, two = dict(obj.spec.marks), <<dict(x="1", **obj.spec.marks) || {"x": "1", **obj.spec.marks} || {**obj.spec.marks, "x": "1"}>>
one["x"] = "1"
if list(one) != list(two):
    obj.status = kept
""",
    ),
    "numbers of containers": (
        "rich",
        "update",
        """
kept = obj.status
obj.status = old.status
if list(range(len(obj.spec.ports))) == <<[0, 2, 1] || [1, 0] || [0, 0]>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
if <<set(range(len(obj.spec.ports))) == {1, 0} || sorted(range(len(obj.spec.ports)), key=lambda at: -at) == [1, 0] || list(range(len(obj.spec.ports)))[::-1] == [1, 0]>>:
    obj.status = kept

kept = obj.status
obj.status = old.status
both = <<[(port, rank) for port in obj.spec.ports for rank in obj.spec.ports] || [[rank] for port in obj.spec.ports for rank in obj.spec.ports]>>
if len(both) <<!= || > || <>> len(obj.spec.ports) * len(obj.spec.ports):
    obj.status = kept

kept = obj.status
obj.status = old.status
both = <<[*obj.spec.ports, *old.spec.ports] || obj.spec.ports + old.spec.ports>>
if len(both) <<!= || < || ==>> len(obj.spec.ports) + len(old.spec.ports):
    obj.status = kept

kept = obj.status
obj.status = old.status
if <<repr(obj.spec.ranks) != str(obj.spec.ranks) || str(obj.spec.marks) != repr(obj.spec.marks) || str(obj.spec.ports) == repr(obj.spec.ports) || str(obj.spec.ports) != str(deepcopy(obj.spec.ports))>>:
    obj.status = kept

obj.status = old.status
if str(obj.spec) != str(old.spec) or str(obj.spec.<<ports || marks>>) != str(old.spec.<<ports || marks>>):
    obj.metadata.generation = old.metadata.generation + 1
""",
    ),
    "methods of sets": (
        "rich",
        "update",
        """
obj.status = old.status
found = <<set(obj.spec.ranks) || {*old.spec.ranks} || frozenset(obj.spec.ranks)>>.<<union || difference || intersection || symmetric_difference>>(<<old.spec.ranks || obj.spec.ranks || [3]>>)
if <<found || len(found) > 1 || 3 in found || sorted(found) == [1]>>:
    obj.spec.size = 3
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + 1

kept = obj.status
obj.status = old.status
if <<set(kept.notes).issubset({"n"}) || {"n"}.issuperset(kept.notes) || set(kept.notes).isdisjoint(["n"]) || set(kept.notes).difference(["n"]) || len({1}.union(kept.notes)) > 1 || {"n"}.intersection(kept.notes)>>:
    obj.status.<<note = "told" || count = 7>>

obj.status = WidgetStatus(note="".join(sorted(<<set(old.status.notes).union(obj.status.notes) || set(obj.status.notes).difference(old.status.notes) || {"n"}.intersection(old.status.notes)>>)))

kept = obj.status
obj.status = old.status
if set(obj.spec.ranks).<<union(obj.spec.ranks) != set(obj.spec.ranks) || difference(obj.spec.ranks) || intersection(obj.spec.ranks) != set(obj.spec.ranks) || union() != set(obj.spec.ranks)>>:
    obj.status = kept

obj.status = old.status
obj.spec.ranks = sorted(set(obj.spec.ranks).<<union(old.spec.ranks) || difference([0]) || intersection(old.spec.ranks)>>)
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + 1

obj.status = old.status
held = set(obj.spec.ranks)
held.<<difference_update || intersection_update || symmetric_difference_update>>(old.spec.ranks)
if held:
    obj.spec.size = 3
if obj.spec != old.spec:
    obj.metadata.generation = old.metadata.generation + 1
""",
    ),
    "what has no copies": (
        "rich",
        "update",
        """
kept, held = obj.status, <<MappingProxyType(obj.spec.marks) || (rank for rank in obj.spec.ranks) || obj.spec.marks.items() || [obj.spec.marks.keys()] || {"a": MappingProxyType({})} || obj.spec.marks || [obj.spec.ranks] || deque(obj.spec.ranks)>>
obj.status = old.status
try:
    <<copy.deepcopy || copy.copy || deepcopy>>(held)
except TypeError:
    obj.status = kept

import queue
import threading
kept, held = obj.status, <<queue.Queue() || threading.Event() || threading.Lock() || Counter(obj.spec.ranks)>>
obj.status = old.status
try:
    deepcopy(held)
except TypeError:
    obj.status = kept

kept, numbers = obj.status, iter([1, 2])
obj.status = old.status
for number in <<deepcopy(numbers) || copy.copy(numbers) || numbers || list(numbers)>>:
    pass
for number in numbers:
    obj.status = kept
""",
    ),
    "texts and truth of members": (
        "rich",
        "update",
        """
kept = obj.status
obj.status = old.status
if <<not obj.spec.line || not (obj.spec.line or obj.spec.urgent) || obj.spec.line and obj.spec.urgent || not obj.spec.urgent>>:
    obj.status = kept

import enum
class Mode(enum.Enum):
    A = "a"
class Text(str, enum.Enum):
    A = "a"
    NONE = ""
class Level(enum.IntEnum):
    LOW = 0
    HIGH = 1
kept = obj.status
obj.status = old.status
if <<str(Mode.A) == "a" || str(Text.A) == "a" || str(Text.A) == "Text.A" || f"{Text.A}" == "Text.A" || repr(Text.A) == "a" || Text.NONE || not Text.NONE || not Text.A || Level.LOW || Level.HIGH or Mode.A || Text.A == "a" || Mode.A == "a">>:
    obj.status = kept

import enum
class Level(enum.IntEnum):
    LOW = 0
    HIGH = 1
kept, level = obj.status, <<Level.LOW if obj.spec.size else Level.HIGH || Level(bool(obj.spec.size))>>
obj.status = old.status
if <<level || not level || level == 0 || bool(level) != (level == Level.HIGH)>>:
    obj.status = kept
""",
    ),
    "members of enums as keys": (
        "rich",
        "update",
        """
import enum
class Mode(enum.Enum):
    A = "a"
class Text(str, enum.Enum):
    A = "a"
    B = "b"
class Number(enum.IntEnum):
    A = 1
kept = obj.status
obj.status = old.status
by_text, by_member, by_mode, by_number = {"a": 1}, {Text.A: 1}, {Mode.A: 1}, {1: "x", Number.A: "y"}
if <<by_text.get(Text.A) || by_text.get(Mode.A) || by_member.get("a") || by_mode.get("a") || Text.A in by_text || "a" in by_member || "a" in by_mode || "b" in by_member || by_text.pop(Text.A, None) || by_number[1] == "y" || len(by_number) == 2 || by_member == by_text || by_mode == by_text || len({Text.A: 1, "a": 2}) == 1>>:
    obj.status = kept

import enum
class Text(str, enum.Enum):
    A = "a"
    B = "b"
kept, made = obj.status, <<{"a": 1} || {Text.A: 1} || {} || {Text.B: 1, "a": 2}>>
obj.status = old.status
if obj.spec.size:
    made[<<"a" || Text.A>>] = 3
made<<["a"] = 2 || [Text.A] = 2 || .pop("a", None) || .pop(Text.A, None) || .setdefault(Text.A, 4)>>
if <<made.get("a") == 2 || made.get(Text.A) == 3 || len(made) == 1 || "a" in made || made == {"a": 2} || made.get("a") == 4>>:
    obj.status = kept

import enum
class Text(str, enum.Enum):
    A = "of a"
class Mode(enum.Enum):
    A = "of a"
kept = obj.status
obj.status = old.status
if <<Text.A in obj.spec.marks || Mode.A in obj.spec.marks || (Text.A in obj.spec.marks) != ("of a" in obj.spec.marks) || obj.spec.marks.get(Text.A) != obj.spec.marks.get("of a")>>:
    obj.status = kept
""",
    ),
    "mappings with and without some keys": (
        "rich",
        "update",
        """
kept, left = obj.status, <<dict(obj.spec.marks) || {**obj.spec.marks}>>
obj.status = old.status
left.pop(<<"of a" || "of ">>, None)
if left <<== || !=>> obj.spec.marks:
    obj.status = kept

kept, left = obj.status, <<{key: value for key, value in obj.spec.marks.items()} || dict(obj.spec.marks)>>
obj.status = old.status
left.pop("of a", None)
right = dict(obj.spec.marks)
right.pop(<<"of a" || "of ">>, None)
if left != right and "of " not in obj.spec.marks:
    obj.status = kept

kept, made = obj.status, <<{} || {"of a": "2"} || OrderedDict()>>
obj.status = old.status
made.update(obj.spec.marks)
made["of a"] = "1"
if made <<== || !=>> <<{**obj.spec.marks, "of a": "1"} || {**obj.spec.marks, "of a": "2"} || obj.spec.marks>>:
    obj.status = kept
""",
    ),
    "managers made by names that mean anything": (
        "plain",
        "create",
        """
from unittest import mock
with <<suppress(KeyError) || contextlib.suppress(KeyError)>>:
    obj.metadata.labels.pop("a")
    obj.metadata.generation = 1
    obj.status = WidgetStatus()
    mock.patch(<<"widgets.x" || "json.loads">>)
""",
    ),
    "fields named as reset": (
        "plain",
        "resets",
        """
return <<set(self.resets) || list(self.resets) || {name for name in self.resets}>>

return {"v1": <<set(self.resets) || {*self.resets}>>}

return {"v1": {"status"}, "v2": <<{"status"} || {"status", "spec"}>>}

return dict.fromkeys(("v1", "v2"), <<("status",) || ("spec",)>>)

return {"v1": <<{"spec"} || {"status", "metadata"} || {"status"}>>}
""",
    ),
    "keys of mappings compared": (
        "rich",
        "update",
        """
obj.status = old.status
mine, its = obj.spec.marks, old.spec.marks
differs = <<mine.keys() != its.keys() || set(mine) != set(its) || list(mine) != list(its) || len(mine) != len(its)>>
if differs or any(mine[key] != its.get(key) for key in mine) or replace(obj.spec, marks={}) != replace(old.spec, marks={}):
    obj.metadata.generation += 1

kept, obj.status = obj.status, old.status
if <<obj.spec.marks.keys() || set(obj.spec.marks)>> <<!= || ==>> <<dict(obj.spec.marks).keys() || {*obj.spec.marks, "of a"}>>:
    obj.status = kept
""",
    ),
    "keys that are gone, spread into calls": (
        "plain",
        "create",
        """
def made(phase="", count=0, **rest):
    return WidgetStatus(phase, count)
given = {"phase": obj.status.phase, "count": 1}
<<given.pop("phase") || given.pop("count") || given.clear()>>
obj.status = made(<<**given || phase="x", **given || **given, count=2>>)

def made(phase, **rest):
    return WidgetStatus(phase, **rest)
obj.status = made(**vars(<<obj.status || WidgetStatus()>>))
""",
    ),
    "blocks left early around generators": (
        "plain",
        "update",
        """
@contextlib.contextmanager
def keeping(kept):
    yield
    obj.status = kept
sent = obj.status
obj.status = old.status
for kept in <<(sent, old.status) || (old.status, sent)>>:
    with keeping(kept):
        if obj.spec.size:
            <<break || continue || return || pass>>

stack = contextlib.ExitStack()
sent = obj.status
with stack:
    stack.callback(setattr, obj, "status", <<old.status || sent>>)
    if obj.spec.size:
        stack.callback(setattr, obj, "status", <<old.status || sent>>)
    obj.status = <<old.status || sent>>
""",
    ),
    "calls inside each other, and state that moves on": (
        "plain",
        "update",
        """
kept = obj.status
obj.status = old.status
def again(left):
    if left:
        <<again(left - 1) || return again(left - 1) || [again(left - 1) for _ in "a"]>>
    else:
        obj.status = <<kept || old.status>>
again(<<9 || 5 || 2>> * len(obj.spec.ports))

kept = obj.status
class Again:
    def __init__(self, given):
        self.given = given
    def go(self, left):
        return self.go(left - 1) if left else <<self.given || kept>>
obj.status = Again(<<kept || old.status>>).go(9 * len(obj.spec.ports)) if obj.spec.ports else old.status

class Held:
    one = two = three = four = None
kept = obj.status
obj.status = old.status
for port in obj.spec.ports * <<3 || 2>>:
    if Held.four:
        obj.status = <<kept || old.status>>
    Held.four, Held.three, Held.two, Held.one = Held.three, Held.two, <<Held.one || None>>, port

def held():
    pass
held.one = held.two = held.three = None
kept, left = obj.status, 3 * len(obj.spec.ports)
obj.status = old.status
while left > 0:
    left -= 1
    if held.three:
        obj.status = <<kept || old.status>>
    if held.two:
        held.three = <<True || False>>
    if held.one:
        held.two = True
    held.one = True

one, two, three = Template(image=""), Template(image=""), Template(image="")
kept = obj.status
obj.status = old.status
for port in obj.spec.ports * 3:
    if three.image:
        obj.status = <<kept || old.status>>
    if two.image:
        three.image = <<"x" || "">>
    if one.image:
        two.image = "x"
    one.image = "x"
""",
    ),
    "empty in other words": (
        "rich",
        "update",
        """
kept, obj.status = obj.status, old.status
folded = {}
for key in obj.spec.marks:
    folded = {**folded, key: obj.spec.marks[key]}
if folded <<!= || ==>> <<obj.spec.marks || {} || old.spec.marks>> and <<not obj.spec.marks || obj.spec.marks>>:
    obj.status = kept

kept, obj.status = obj.status, old.status
if obj.spec.size & ~obj.spec.size <<!= || ==>> 0 or obj.spec.size % 3 <<> || >=>> 3:
    obj.status = kept
""",
    ),
}

#: The causes whose hooks have nothing that can't be seen through: what the drawn ones store is decided.
DECIDED = frozenset(
    (
        "defaults of functions",
        "open types",
        "what declarations exclude",
        "what nobody asks for",
        "classes of a function",
        "the stored object's lists",
        "order and keys",
        "rebuilt, and the same",
        "kept field by field",
        "merged by mapping",
        "elements in another order",
        "ordered after the bump",
        "the same in other ways",
        "parts of a status",
        "parts of a new status",
        "ways that nobody takes",
        "merged into a model",
        "models and their mappings",
        "what no new object can be",
        "what no update can be",
        "the same, spelled out",
        "nothing to take out",
        "told where it fails",
        "one of two objects",
    )
)
