"""Complaints: what a server says is wrong, as a place in the object, a kind, and words."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from apivet.live.answers import ServerAnswer, StatusCause
from apivet.live.paths import Path, parse
from apivet.live.problems import pointed
from apivet.live.repairs.locating import locate
from apivet.live.schemas import Schema
from apivet.paths import render


class Flaw(enum.Enum):
    """The kind of a flaw, as far as it decides the repair."""

    REQUIRED = "required"
    UNSUPPORTED = "unsupported"
    INVALID = "invalid"
    FORBIDDEN = "forbidden"
    DUPLICATE = "duplicate"
    TOO_MANY = "too many"
    TOO_FEW = "too few"
    TOO_LONG = "too long"
    TYPE = "type"


class Complaint(Struct, frozen=True):
    """``detail`` are the words without the value that they are about, which ``value`` holds where it was quoted.
    ``beyond`` is the rest of the server's path, where neither the object nor the schema has it below ``path``."""

    path: Path
    kind: Flaw
    detail: str
    value: str = ""
    beyond: Path = ()


_REASONS: Final = {
    "FieldValueRequired": Flaw.REQUIRED,
    "FieldValueNotSupported": Flaw.UNSUPPORTED,
    "FieldValueInvalid": Flaw.INVALID,
    "FieldValueForbidden": Flaw.FORBIDDEN,
    "FieldValueDuplicate": Flaw.DUPLICATE,
    "FieldValueTooMany": Flaw.TOO_MANY,
    "FieldValueTooFew": Flaw.TOO_FEW,
    "FieldValueTooLong": Flaw.TOO_LONG,
    "FieldValueTooShort": Flaw.INVALID,
    "FieldValueNotFound": Flaw.FORBIDDEN,
    "FieldValueTypeInvalid": Flaw.TYPE,
}
#: The kinds by their words, for servers that give no reason, or only the vaguest one. The first that fits counts.
_WORDS: Final = (
    (Flaw.TYPE, r"cannot unmarshal|must be of type|not of type|expected .{1,20}, got|is not a valid (?:integer|boolean)"
                r"|(?:valid|type is) (?:string|integer|boolean|list|dictionary)\b"),
    (Flaw.UNSUPPORTED, r"unsupported value|supported values|invalid enum value|expected one of"
                       r"|(?:must|should|has to) be (?:equal to )?one of\b(?! the fields)"
                       r"|(?:must|should) be ['\"`][^'\"`]{0,80}['\"`](?:,| or) ['\"`]"
                       r"|not one of|valid (?:values|choices|options) are|permitted: |is not a valid choice"),
    (Flaw.REQUIRED, r"required (?:value|field|property|key)|field required|is (?:a )?required|is missing|missing"
                    r"|must (?:be set|be specified|be provided|specify|have (?:a|an|exactly one))"
                    r"|must not be (?:empty|blank|nil|null)"
                    r"|(?:may|can|should) ?not be (?:empty|blank|nil|null)|must exist\b"
                    r"|can(?:no|')t be (?:empty|blank|nil|null)"
                    r"|(?:at least|exactly) one of|need(?:s)? (?:a|an|to specify)"),
    (Flaw.TOO_LONG, r"too long|at most \d+ (?:bytes|characters|chars)|no more than \d+ characters|may not be longer"),
    (Flaw.TOO_MANY, r"too many|at most \d+ (?:items|elements|entries)"),
    (Flaw.TOO_FEW, r"too few|at least \d+ (?:items?|elements?|entr(?:y|ies)|propert(?:y|ies))"),
    (Flaw.DUPLICATE, r"duplicate"),
    (Flaw.FORBIDDEN, r"forbidden|unknown field|additional properties|extra (?:fields|inputs)|unrecognized|immutable"
                     r"|(?:may|must|can|should) ?not be (?:set|specified|used|provided|changed|present|updated)"
                     r"|cannot be (?:set|specified|used|provided)|not (?:allowed|permitted)"
                     r"|may not (?:specify|contain)"),
)  # fmt: skip
_BAD_VALUE: Final = re.compile(r"^(?:Invalid|Unsupported|Duplicate) value: ", re.IGNORECASE)
_UNMARSHAL: Final = re.compile(
    r"cannot unmarshal (?:\w+) into (?:Go struct )?field (?P<path>\S+) of type (?P<type>\S+)"
)
_UNKNOWN: Final = re.compile(r"unknown field \\?\"(?P<path>[^\"\\]+)")
#: ``failed rule: self.ports >= 3``: the place is one in the expression, seen from the field or from the object.
_EXPRESSION: Final = re.compile(
    r"failed (?:rule|expression): (?P<root>self|object)\.(?P<path>[\w.]{1,200}?)(?P<rest> ?(?:[<>]=?|==|!=).{1,200})"
)
#: ``failed at path /spec/replicas/`` of policies, ``Key: 'Widget.Owner' Error:...`` of Go's validator.
_AT_PATH: Final = re.compile(r"\bpath:? (?P<path>/[\w/.\-~]+)", re.IGNORECASE)
_OF_KEY: Final = re.compile(r"Key: '(?P<path>[^']{1,200})' Error:(?P<words>[^\n]*)")
_EXISTS: Final = re.compile(r"already ?exists|exists already", re.IGNORECASE)
#: ``spec.ports[0].name: what is wrong``, as the joined message has it.
_ENTRY: Final = re.compile(
    r"(?P<path>[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[[^\]\s]{0,200}\])*): (?P<words>[A-Z].*)", re.DOTALL
)
_SEPARATOR: Final = re.compile(r",? (?=[a-z$][\w$-]*(?:\.[\w$-]+|\[[^\]\s]{0,200}\])+: [A-Z])|\n\s*[*-]? ?")


def complaints(answer: ServerAnswer, document: dict[str, Any], schema: Schema | None) -> tuple[Complaint, ...]:
    """All that a server complains of: first where it lists what would do; last about the name, as it may follow
    from the rest."""
    found = [each for cause in answer.causes or tuple(_from_message(answer)) for each in _read(cause, document, schema)]
    if answer.status == 409 and _EXISTS.search(f"{answer.reason} {answer.message}"):
        found.append(Complaint(("metadata", "name"), Flaw.DUPLICATE, answer.message))
    unique = dict.fromkeys(found)
    return tuple(
        sorted(unique, key=lambda each: (each.path[:2] == ("metadata", "name"), each.kind is not Flaw.UNSUPPORTED))
    )


def _read(cause: StatusCause, document: dict[str, Any], schema: Schema | None) -> Iterator[Complaint]:
    unknown = _UNKNOWN.findall(cause.message)
    for path in unknown:
        yield Complaint(locate(parse(path), document, schema), Flaw.FORBIDDEN, cause.message)
    if unknown:
        return
    unmarshal = _UNMARSHAL.search(cause.message)
    if unmarshal:
        place = locate(parse(unmarshal["path"]), document, schema)
        yield Complaint(place, Flaw.TYPE, cause.message)
        return
    expression = _EXPRESSION.search(cause.message)
    if expression:
        above = parse(cause.field) if expression["root"] == "self" else ()
        place = locate((*above, *parse(expression["path"])), document, schema)
        yield Complaint(place, Flaw.INVALID, f"must be {expression['rest'].strip()}")
        return
    value, detail = split(cause.message)
    told = parse(cause.field)
    place = locate(told, document, schema)
    beyond = told[len(place) :] if place and told[: len(place)] == place else ()
    yield Complaint(place, kind_of(cause.reason, cause.message), detail, value, beyond)


def kind_of(reason: str, message: str) -> Flaw:
    """The kind that a reason's word tells; where that is none, or the vaguest, the message's words."""
    told = _REASONS.get(reason)
    if told not in (None, Flaw.INVALID):
        return told
    found = next((kind for kind, words in _WORDS if re.search(words, message, re.IGNORECASE)), Flaw.INVALID)
    # Told to be invalid, it is a value that is wrong, whatever words are used for what is right.
    return (
        Flaw.INVALID if told is Flaw.INVALID and found in (Flaw.REQUIRED, Flaw.TYPE) and not _absent(message) else found
    )


def _absent(message: str) -> bool:
    """Whether the value that is reported as invalid is none."""
    return bool(re.search(r"value: (?:null|\"\"|\[\]|\{\}|0|.{0,60}(?:nil\)|\{\}))(?::|$)", message))


def split(message: str) -> tuple[str, str]:
    """The value that a message quotes first, and the words after it."""
    match = _BAD_VALUE.match(message)
    if not match:
        return "", message
    rest = message[match.end() :]
    quoted = re.match(r'"((?:[^"\\]|\\.)*)"(?:: |$)', rest)
    if quoted:
        return quoted[1], rest[quoted.end() :] or message
    depth = 0
    for index, letter in enumerate(rest):
        depth += (letter in "{[(") - (letter in "}])")
        if depth <= 0 and rest.startswith(": ", index):
            return rest[:index], rest[index + 2 :]
    return rest, message


def _from_message(answer: ServerAnswer) -> Iterator[StatusCause]:
    """Complaints in the joined message of a server that lists no causes."""
    message = answer.message
    if answer.status not in (400, 403, 409, 422, 500):
        return
    if any(each.search(message) for each in (_UNMARSHAL, _UNKNOWN, _EXPRESSION)):
        yield StatusCause("", "", message)
        return
    elsewhere = [StatusCause(each["path"], "", each["words"]) for each in _OF_KEY.finditer(message)]
    elsewhere += [StatusCause(render(pointed(each["path"])), "", message) for each in _AT_PATH.finditer(message)]
    if elsewhere:
        yield from elsewhere
        return
    body = re.sub(r"^.{0,300}? is invalid: ", "", message, count=1, flags=re.DOTALL).strip().removeprefix("[")
    for part in _SEPARATOR.split(body):
        entry = _ENTRY.match(part.strip())
        if entry:
            yield StatusCause(
                entry["path"], "", entry["words"].rstrip("]") if "[" not in entry["words"] else entry["words"]
            )
