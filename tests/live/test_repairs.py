"""Complaints are understood by their words: a corpus of real ones, and whole objects that are negotiated."""

from __future__ import annotations

import json
import re
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apivet.documents import parse_toml
from apivet.live.answers import ServerAnswer, answer_of
from apivet.live.negotiation import negotiate
from apivet.live.paths import ABSENT, Path, get, parse, put
from apivet.live.repairs.certificates import CERTIFICATE, REQUEST
from apivet.live.repairs.complaints import Complaint, Flaw, complaints, kind_of, split
from apivet.live.repairs.locating import locate
from apivet.live.repairs.mending import Mend, mends
from apivet.live.schemas import Schema
from apivet.live.values import WORD, filled, matching, other_values, smallest

MESSAGES = parse_toml((FilePath(__file__).parent / "messages.toml").read_bytes())["message"]
TYPES: dict[str, dict[str, Any]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "bytes": {"type": "string", "format": "byte"},
    "list": {"type": "array", "items": {"type": "string"}},
    "map": {"type": "object", "additionalProperties": {"type": "string"}},
}
#: How many repairs may be tried before the right one.
PATIENCE = 3


def schema_with(path: Path, leaf: dict[str, Any]) -> Schema:
    node = leaf
    for step in reversed(path):
        node = {"type": "array", "items": node} if isinstance(step, int) else _holder(str(step), node)
    return Schema(node, {})


def _holder(name: str, node: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {name: node}}


def answer_with(*causes: tuple[str, str, str], message: str = "no", status: int = 422) -> ServerAnswer:
    listed = [{"field": field, "reason": reason, "message": words} for field, reason, words in causes]
    details = {"causes": listed} if listed else {}
    return ServerAnswer(status, {"kind": "Status", "message": message, "details": details})


def first_mends(entry: dict[str, Any]) -> list[Mend]:
    """The first repairs of an entry of the corpus, at the place that it is about."""
    place = parse(entry["at"] if "at" in entry else entry["field"].removeprefix("body.").removeprefix("$."))
    kind = {**TYPES[entry["type"]], "description": entry.get("described", "")}
    schema = schema_with(place, kind)
    value = entry.get("value", {"string": WORD, "integer": 0}.get(entry["type"], ABSENT))
    document = put({"spec": {}}, place, value) if value is not ABSENT else {"spec": {}}
    if "body" in entry:
        answer = answer_of(json.loads(entry["body"]).get("code", 422), {}, entry["body"].encode())
    elif entry["field"]:
        answer = answer_with((entry["field"], entry["reason"], entry["message"]))
    else:
        answer = answer_with(message=entry["message"], status=400)
    whole = Complaint((), kind_of(answer.reason, answer.message), answer.message)
    (complaint,) = complaints(answer, document, schema) or (whole,)
    assert complaint.path == place
    return [mend for mend, _ in zip(mends(complaint, document, schema), range(PATIENCE))]


def is_right(entry: dict[str, Any], mend: Mend) -> bool:
    ((path, value),) = mend.edits
    if "edits" in entry and path != parse(entry["edits"]):
        return False
    if entry.get("gone"):
        return value is ABSENT
    if "wants_pem" in entry:
        return isinstance(value, str) and f"BEGIN {entry['wants_pem']}--" in value
    if "matches" in entry:
        return isinstance(value, str) and bool(re.search(entry["matches"], value))
    return bool(value == entry["wants"])


@pytest.mark.parametrize("entry", MESSAGES, ids=lambda entry: entry.get("message", entry.get("body"))[:60])
def test_a_real_complaint_is_answered_within_three_tries(entry: dict[str, Any]) -> None:
    tried = first_mends(entry)
    assert any(is_right(entry, mend) for mend in tried), tried


def test_the_first_try_is_right_for_most_complaints() -> None:
    right = sum(is_right(entry, first_mends(entry)[0]) for entry in MESSAGES)
    assert right / len(MESSAGES) >= 0.9, f"{right} of {len(MESSAGES)}"


# ------------------------------------------------------------------------------------------------ places and words


CONTAINERS = Schema(
    {
        "type": "object",
        "properties": {
            "spec": {
                "type": "object",
                "properties": {
                    "containers": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["name", "image"],
                            "properties": {
                                "name": {"type": "string"},
                                "image": {"type": "string"},
                                "livenessProbe": {"type": "object", "properties": {"path": {"type": "string"}}},
                            },
                        },
                    },
                    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                },
            }
        },
    },
    {},
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("spec.containers[0].name", "spec.containers[0].name"),
        ("spec.containers.name", "spec.containers[0].name"),
        ("spec.containers.0.name", "spec.containers[0].name"),
        ("$.spec.containers[0].livenessProbe.path", "spec.containers[0].livenessProbe.path"),
        ("body.spec.containers[0].liveness_probe", "spec.containers[0].livenessProbe"),
        ("PodSpec.Spec.Containers[0].Name", "spec.containers[0].name"),
        ("internal.containers[0].image", "spec.containers[0].image"),
        ("spec.labels[a.b/c]", "spec.labels[a.b/c]"),
        ("spec.nothing.here", "spec"),
        ("nothing", ""),
    ],
)
def test_places_are_found_in_the_servers_own_words(text: str, place: str) -> None:
    document = {"spec": {"containers": [{"name": "a", "image": "b"}]}}
    assert locate(parse(text), document, CONTAINERS) == parse(place)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('Invalid value: "a: b": must be short', ("a: b", "must be short")),
        ('Invalid value: map[string]string{"a":"b: c"}: does not match', ('map[string]string{"a":"b: c"}', "does not match")),
        ("Unsupported value: 5: supported values: 1", ("5", "supported values: 1")),
        ("Required value", ("", "Required value")),
    ],
)  # fmt: skip
def test_the_value_is_told_from_the_words(message: str, expected: tuple[str, str]) -> None:
    assert split(message) == expected


def test_complaints_are_read_from_a_message_that_lists_them() -> None:
    message = (
        'Deployment.apps "x" is invalid: [spec.containers[0].name: Required value, '
        'spec.labels: Invalid value: map[string]string(nil): must not be empty]'
    )  # fmt: skip
    found = complaints(answer_with(message=message), {"spec": {}}, CONTAINERS)
    assert [(each.path, each.kind) for each in found] == [
        (("spec", "containers", 0, "name"), Flaw.REQUIRED),
        (("spec", "labels"), Flaw.REQUIRED),
    ]


def test_the_name_is_mended_last() -> None:
    causes = [("metadata.name", "FieldValueInvalid", "wrong"), ("spec.labels", "FieldValueInvalid", "wrong")]
    found = complaints(answer_with(*causes), {"metadata": {"name": "a"}, "spec": {"labels": {}}}, CONTAINERS)
    assert [each.path[0] for each in found] == ["spec", "metadata"]


@settings(max_examples=200)
@given(st.text(max_size=200), st.text(max_size=40), st.sampled_from(["FieldValueInvalid", "", "FieldValueRequired"]))
def test_no_complaint_of_a_stranger_is_a_crash(message: str, field: str, reason: str) -> None:
    document = {"spec": {"containers": [{"name": "a"}]}}
    answer = answer_with((field, reason, message), message=message)
    for complaint in complaints(answer, document, CONTAINERS):
        for mend, _ in zip(mends(complaint, document, CONTAINERS), range(20)):
            assert isinstance(mend.apply(document), dict)


# ---------------------------------------------------------------------------------------------------- whole objects


def talk(*checks: Any, schema: Schema = CONTAINERS, start: dict[str, Any] | None = None) -> tuple[Any, int]:
    """Negotiate with a server that complains of all that the checks find."""

    def send(document: dict[str, Any]) -> ServerAnswer:
        found = [cause for check in checks for cause in check(document)]
        return answer_with(*found) if found else ServerAnswer(201, {**document, "kind": "X"})

    told = negotiate(send, start or {}, schema)
    assert told.is_valid, told.answer
    return told.document, told.requests


def test_what_is_required_is_filled_in() -> None:
    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        missing = get(document, ("spec", "containers")) in (ABSENT, [])
        return [("spec.containers", "FieldValueRequired", "Required value")] if missing else []

    assert talk(check) == ({"spec": {"containers": [{"name": WORD, "image": WORD}]}}, 2)


def test_one_of_several_members_is_chosen_where_the_others_are_not_taken() -> None:
    schema = schema_with(("spec",), {"type": "object", "properties": dict.fromkeys("abc", TYPES["string"])})

    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        spec = document.get("spec") or {}
        if len(spec) != 1:
            return [("spec", "FieldValueRequired", "exactly one of `a`, `b` or `c` is required")]
        return [] if "b" in spec else [("spec", "FieldValueRequired", "exactly one of `a`, `b` or `c` is required")]

    assert talk(check, schema=schema)[0] == {"spec": {"b": WORD}}


def test_what_is_forbidden_goes_with_as_little_as_needed() -> None:
    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        there = get(document, ("spec", "labels", "a")) is not ABSENT
        return [("spec.labels[a]", "FieldValueForbidden", "may not be set")] if there else []

    assert talk(check, start={"spec": {"labels": {"a": "x", "b": "y"}}})[0] == {"spec": {"labels": {"b": "y"}}}


def test_a_value_is_never_tried_twice_and_the_end_is_told() -> None:
    sent: list[str] = []

    def send(document: dict[str, Any]) -> ServerAnswer:
        sent.append(repr(document))
        return answer_with(("spec.containers[0].name", "FieldValueInvalid", 'Invalid value: "a": is bad'))

    told = negotiate(send, {"spec": {"containers": [{"name": "a", "image": "b"}]}}, CONTAINERS)
    assert not told.is_valid
    assert len(sent) == len(set(sent)) == told.requests <= 30


def test_only_what_is_within_is_changed() -> None:
    def send(document: dict[str, Any]) -> ServerAnswer:
        return answer_with(("spec.labels", "FieldValueRequired", "Required value"))

    told = negotiate(send, {"status": {}}, CONTAINERS, within=("status",))
    assert (told.document, told.requests) == ({"status": {}}, 1)


#: A part of the schemas of workloads and claims, as a kube-apiserver publishes them.
WORKLOADS = Schema(
    {
        "type": "object",
        "properties": {
            "spec": {
                "type": "object",
                "properties": {
                    "selector": {
                        "type": "object",
                        "properties": {
                            "matchExpressions": {
                                "type": "array",
                                "items": {
                                    "type": "object",
                                    "required": ["key", "operator"],
                                    "properties": {"key": {"type": "string"}, "operator": {"type": "string"}},
                                },
                            },
                            "matchLabels": {"type": "object", "additionalProperties": {"type": "string"}},
                        },
                    },
                    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                    "resources": {
                        "type": "object",
                        "properties": {
                            name: {"type": "object", "additionalProperties": {"$ref": "#/schemas/api.Quantity"}}
                            for name in ("limits", "requests")
                        },
                    },
                    "modes": {"type": "array", "items": {"type": "string"}},
                    "disk": {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}}},
                },
            }
        },
    },
    {"api.Quantity": {"oneOf": [{"type": "string"}, {"type": "number"}]}},
)


def test_a_field_that_another_one_is_to_match_is_filled_in() -> None:
    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        labels, selector = get(document, ("spec", "labels")), get(document, ("spec", "selector", "matchLabels"))
        if labels is not ABSENT and labels == selector:
            return []
        words = "Invalid value: null: `selector` does not match template `labels`"
        return [("spec.labels", "FieldValueInvalid", words)]

    document, _ = talk(check, schema=WORKLOADS)
    assert document["spec"]["selector"] == {"matchLabels": {WORD: WORD}}


def test_a_part_that_must_not_be_empty_gets_the_member_that_asks_for_least() -> None:
    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        selector = get(document, ("spec", "selector"))
        is_empty = selector in (ABSENT, {})
        return [("spec.selector", "FieldValueInvalid", "Invalid value: {}: empty selector is invalid")] * is_empty

    assert talk(check, schema=WORKLOADS)[0] == {"spec": {"selector": {"matchLabels": {WORD: WORD}}}}


def test_a_key_of_maps_that_are_not_named_goes_into_all_of_them() -> None:
    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        missing = get(document, ("spec", "resources", "requests", "storage")) is ABSENT
        return [("spec.resources[storage]", "FieldValueRequired", "Required value")] * missing

    document, requests = talk(check, schema=WORKLOADS, start={"spec": {"resources": {}}})
    assert document["spec"]["resources"] == {"limits": {"storage": "1"}, "requests": {"storage": "1"}}
    assert requests == 2


def test_what_was_tried_in_a_part_is_tried_again_where_the_part_is_made_anew() -> None:
    def check(document: dict[str, Any]) -> list[tuple[str, str, str]]:
        spec = document.get("spec", {})
        found = [("spec.modes", "FieldValueRequired", "Required value")] * ("modes" not in spec)
        return found or [("spec", "FieldValueRequired", "Required value: must specify a volume type")] * (
            "disk" not in spec
        )

    document, _ = talk(check, schema=WORKLOADS)
    assert document == {"spec": {"modes": [WORD], "disk": {"path": WORD}}}


def test_a_name_that_is_taken_is_another_one() -> None:
    def send(document: dict[str, Any]) -> ServerAnswer:
        name = get(document, ("metadata", "name"))
        if name == "10.0.0.1":
            return ServerAnswer(
                409, {"kind": "Status", "reason": "AlreadyExists", "message": f'"{name}" already exists'}
            )
        if name in (ABSENT, WORD):
            return answer_with(("metadata.name", "FieldValueInvalid", 'Invalid value: "a": must be a valid IP address'))
        return ServerAnswer(201, document)

    told = negotiate(send, {"metadata": {}}, schema_with(("metadata", "name"), TYPES["string"]))
    assert told.document["metadata"]["name"] not in (WORD, "10.0.0.1")
    assert told.is_valid


def test_blind_values_at_one_place_come_to_an_end() -> None:
    def send(document: dict[str, Any]) -> ServerAnswer:
        return answer_with(("spec.name", "FieldValueInvalid", "Invalid value: is bad"))

    schema = schema_with(("spec", "name"), {"type": "string"})
    assert negotiate(send, {"spec": {"name": "a"}}, schema).requests < 20


def test_an_error_of_the_server_ends_the_talk() -> None:
    assert negotiate(lambda _: ServerAnswer(503, text="later"), {}, CONTAINERS).requests == 1


# ----------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("node", "value"),
    [
        ({"type": "string"}, WORD),
        ({"type": "string", "enum": ["", "A", "B"]}, "A"),
        ({"type": "string", "format": "date-time"}, "2030-01-01T00:00:00Z"),
        ({"type": "string", "format": "byte"}, "YXBpdmV0"),
        ({"oneOf": [{"type": "integer"}, {"type": "string"}]}, WORD),
        ({"x-apivet-name": "api.Quantity", "oneOf": [{"type": "string"}, {"type": "number"}]}, "1"),
        ({"x-apivet-name": "v1.MicroTime", "type": "string", "format": "date-time"}, "2030-01-01T00:00:00.000000Z"),
        ({"type": "string", "minLength": 8}, "apivetap"),
        ({"type": "string", "maxLength": 3}, "api"),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "integer", "maximum": 0}, 0),
        ({"type": "integer", "minimum": 3, "multipleOf": 2}, 2),
        ({"type": "boolean"}, True),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2}, [WORD, WORD]),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, {WORD: 1}),
        ({"x-kubernetes-int-or-string": True}, 1),
        ({"x-kubernetes-preserve-unknown-fields": True}, {}),
    ],
)
def test_the_smallest_value_of_a_schema(node: dict[str, Any], value: Any) -> None:
    assert smallest(Schema(node, {})) == value


def test_a_schema_that_holds_itself_comes_to_an_end() -> None:
    book: dict[str, Any] = {"T": {"type": "object", "required": ["t"], "properties": {"t": {"$ref": "#/T"}}}}
    schema = Schema(book["T"], book)
    assert isinstance(smallest(schema), dict)
    assert isinstance(filled(schema), dict)


def test_a_pattern_is_drawn_from_always_the_same() -> None:
    matching.cache_clear()
    first = matching("^[A-Z]{3}-[0-9]{4}$")
    matching.cache_clear()
    assert first == matching("^[A-Z]{3}-[0-9]{4}$")
    assert re.fullmatch("[A-Z]{3}-[0-9]{4}", first[0])


@pytest.mark.parametrize("pattern", ["(", "(a+)+$", "a" * 1000, "\\p{L}+"])
def test_a_pattern_that_can_not_be_used_gives_nothing(pattern: str) -> None:
    assert matching(pattern) == ()


def test_other_values_are_other_ones() -> None:
    for value in (True, 1, 2.5, "text", "10Gi", "2030-01-01T00:00:00Z", None):
        others = list(other_values(Schema({"type": "string", "enum": ["text", "b"]}, {}), value))
        assert others
        assert value not in others


def test_the_certificate_is_one() -> None:
    x509 = pytest.importorskip("cryptography.x509")
    assert x509.load_pem_x509_certificate(CERTIFICATE.encode()).subject.rfc4514_string() == "CN=apivet.example"
    assert x509.load_pem_x509_csr(REQUEST.encode()).is_signature_valid
