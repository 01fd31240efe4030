"""Failing cases of conversions, codecs, transformers and augmentation hooks as Python that can be run.

A script calls the project's code by itself, as a person would, and leaves the comparison to the case that it makes.
Each is run before it is handed out: one that does not show what it is there for is none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from apivet.blackbox.examination.cases import import_lines
from apivet.blackbox.objects.filling import Choice, Filler
from apivet.blackbox.objects.source_code import CallPiece, CannotSpellError, Piece, SourceCode, laid_out
from apivet.blackbox.project.bystanders import Bystander
from apivet.blackbox.project.scenario_calls import needed, resolve
from apivet.blackbox.protocol.quoting import text_of
from apivet.blackbox.protocol.scenario_models import (
    CODEC,
    ROUND_TRIP,
    TRANSFORMER,
    ConversionModel,
    ImportedPlace,
    TripAssignment,
)
from apivet.blackbox.replay import BROKEN
from apivet.blackbox.scenarios.cases import (
    AugmentationCase,
    MisplacedCase,
    MixedUpCase,
    RoundTripCase,
    StaleCase,
    TransformerCase,
)
from apivet.blackbox.scenarios.live_codecs import LiveCodec
from apivet.blackbox.scenarios.live_transformers import DOCUMENT, LiveTransformer


def round_trip_script(trip: TripAssignment, filler: Filler, given: Any, path: str, culprit: str, detail: str) -> str:
    """A round trip in which a leaf is lost; nothing where it can't be spelled out."""

    def script(returning: bool) -> str:
        script = _Script(ROUND_TRIP, culprit, detail)
        there = script.conversion("there", trip.there, filler, returning=returning)
        back = script.conversion("back", trip.back, filler, returning=returning)
        arguments: list[tuple[str, Piece]] = [("leaf=", text_of(path)), ("given=", script.source_code.of(given))]
        return script.text(RoundTripCase, [*arguments, ("there=", there), ("back=", back)])

    return _tried(lambda: script(False)) or _tried(lambda: script(True))


def codec_script(codec: LiveCodec, target: ImportedPlace, name: str, given: Any, leaf: str | None, detail: str) -> str:
    """An object that a codec does not give back; nothing where it can't be spelled out."""

    def script() -> str:
        script = _Script(CODEC, name, detail)
        class_ = script.source_code.name_of(type(given))
        made = script.made("codec", target, class_)
        there, back = f"{made}.encode", f"{made}.decode"
        if isinstance(codec.written(given), str):
            there = script.function("there", f"obj: {class_}", "bytes", [f"return {made}.encode(obj).encode()"])
        asked = codec.asked()
        if asked:
            more = ", ".join(f"{keyword}={class_}" if keyword else class_ for keyword in asked)
            back = script.function("back", "document: bytes", class_, [f"return {made}.decode(document, {more})"])
        arguments: list[tuple[str, Piece]] = [("leaf=", text_of(leaf))] if leaf is not None else []
        arguments += [("given=", script.source_code.of(given)), ("there=", there), ("back=", back)]
        return script.text(RoundTripCase, arguments)

    return _tried(script)


def transformer_script(
    transformer: LiveTransformer, target: ImportedPlace, name: str, document: str, detail: str
) -> str:
    """A document, as Python spells it, that does not come back as it was."""
    return _transformer_script(TransformerCase, transformer, target, name, document, detail, transformer.here)


def misplaced_script(transformer: LiveTransformer, target: ImportedPlace, name: str, document: str, detail: str) -> str:
    """A document that is read from another place."""
    return _transformer_script(MisplacedCase, transformer, target, name, document, detail, transformer.elsewhere)


def stale_script(transformer: LiveTransformer, target: ImportedPlace, name: str, document: str, detail: str) -> str:
    """A document that is reported as stale as soon as it is written."""
    return _transformer_script(StaleCase, transformer, target, name, document, detail, transformer.here)


def mixed_up_script(transformer: LiveTransformer, target: ImportedPlace, name: str, document: str, detail: str) -> str:
    """A document that does not come back once another one was written."""
    return _transformer_script(MixedUpCase, transformer, target, name, document, detail, transformer.here)


def augmentation_script(
    rule: str, name: str, class_: Any, hook: str, conversions: Sequence[tuple[ConversionModel, Any]], filler: Filler
) -> str:
    """Conversions, each with an object to convert, none of which calls a hook of a class."""

    def script() -> str:
        script = _Script(rule, name, f"no conversion calls {class_.__name__}.{hook}")
        functions = []
        for number, (model, given) in enumerate(conversions):
            suffix = f"_{number + 1}" if len(conversions) > 1 else ""
            convert = script.conversion(f"convert{suffix}", model, filler, returning=False)
            lines = (
                laid_out(CallPiece(convert, "()", (("", script.source_code.of(given)),)), "return ", 4)
                .strip()
                .rstrip(",")
            )
            functions.append(script.function(f"run{suffix}", "", "object", lines.splitlines(), indented=True))
        listed = CallPiece("", "()", tuple(("", function) for function in functions))
        head: list[tuple[str, Piece]] = [("type=", script.source_code.name_of(class_)), ("hook=", text_of(hook))]
        return script.text(AugmentationCase, [*head, ("conversions=", listed)])

    return _tried(script)


def _transformer_script(
    case: type,
    transformer: LiveTransformer,
    target: ImportedPlace,
    name: str,
    document: str,
    detail: str,
    read_from: Callable[[Any], list[tuple[str, Any]]],
) -> str:
    def script() -> str:
        script = _Script(TRANSFORMER, name, detail)
        made = script.made("transformer", target, "")
        pieces: list[tuple[str, Piece]] = [("document=", document)]
        for word, method, more in (
            ("write", transformer.names[0], transformer.here(transformer.writes)),
            ("read", transformer.names[1], read_from(transformer.reads)),
        ):
            called = f"{made}.{method}"
            if more != [("", DOCUMENT)]:
                given = ", ".join(map(_argument, more))
                called = script.function(word, "data: bytes", "object", [f"return {called}({given})"])
            pieces.append((f"{word}=", called))
        if document.startswith("random."):
            script.source_code.modules.add("random")
        return script.text(case, pieces)

    return _tried(script)


def _argument(given: tuple[str, Any]) -> str:
    """An argument of a transformer's method as Python spells it."""
    name, value = given
    text = "data" if value is DOCUMENT else spelled(value)
    return f"{name}={text}" if name else text


def spelled(value: Any) -> str:
    """A plain value as Python spells it."""
    piece = SourceCode().of(value)
    return piece if isinstance(piece, str) else piece.flat()


def _tried(write: Callable[[], str]) -> str:
    """The script, where it can be written and shows what it is there for."""
    try:
        text = write()
        scope: dict[str, Any] = {"__name__": "replayed"}
        exec(compile(text, "<case>", "exec"), scope)
        status = scope["case"].outcome().status
    except (CannotSpellError, Exception):
        return ""
    return text if status == BROKEN else ""


class _Script:
    """A script in the making: functions and statements, then the case."""

    def __init__(self, rule: str, name: str, detail: str) -> None:
        self._rule, self._name, self._detail = rule, name, detail
        self._blocks: list[str] = []
        self.source_code = SourceCode()

    def text(self, case: type, arguments: Iterable[tuple[str, Piece]]) -> str:
        """All of it."""
        class_ = self.source_code.name_of(case)
        head: list[tuple[str, Piece]] = [("rule=", text_of(self._rule)), ("object=", text_of(self._name))]
        lines = [
            f"# {self._rule}: {self._name}",
            f"# {' '.join(self._detail.split())}",
            *import_lines(self.source_code),
            "",
        ]
        # Statements stand before functions, and there are two empty lines around these, as formatters have it.
        functions = [block for block in self._blocks if block.startswith(("def ", "async "))]
        for block in self._blocks:
            lines += ["", block, ""] if block in functions else [block, ""]
        lines += [""] if functions else []
        lines += [f"case = {class_}(", *(laid_out(piece, before, 4) for before, piece in (*head, *arguments)), ")"]
        lines += ["", 'if __name__ == "__main__":', "    raise SystemExit(case.run())", ""]
        return "\n".join(lines)

    def function(self, name: str, parameters: str, result: str, body: Sequence[str], *, indented: bool = False) -> str:
        """A function of the script; its name. With ``indented``, lines after the first stand where they belong."""
        first, rest = body[0], body[1:]
        lines = [f"    {first}", *(line if indented else f"    {line}" for line in rest)]
        word = "async def" if any("await " in line for line in body) else "def"
        self._blocks.append("\n".join((f"{word} {name}({parameters}) -> {result}:", *lines)))
        return name

    def made(self, name: str, target: ImportedPlace, argument: str) -> str:
        """The name of a codec or a transformer in the script, which makes it where it is not there already."""
        live = resolve(target)
        if inspect.ismodule(live):
            self.source_code.modules.add(target.module)
            return target.module
        expression = self._imported(target)
        if not isinstance(live, type) and not callable(live):
            return expression
        if not isinstance(live, type) and (hasattr(live, "encode") or hasattr(live, "transform_to_storage")):
            return expression
        self._blocks.append(f"{name} = {expression}({argument if needed(live) else ''})")
        return name

    def _imported(self, place: ImportedPlace) -> str:
        outer, dot, inner = place.qualified.partition(".")
        return self.source_code.imported(place.module, outer) + dot + inner

    # ------------------------------------------------------------------------------------------------- conversions

    def conversion(self, name: str, model: ConversionModel, filler: Filler, *, returning: bool) -> str:
        """The converter of one object, as an expression: the conversion itself, or a function of the script that calls
        it. ``returning`` where a conversion that is given what to fill returns what counts. Raises
        :class:`CannotSpellError`."""
        live, head = self._function(model)
        given = _arguments(live, model)
        if model.destination_parameter is None and model.receiver is None and given == ["source"]:
            return head
        if "Bystander()" in " ".join(given):
            self.source_code.imported(Bystander.__module__, Bystander.__name__)
        call = f"{'await ' if inspect.iscoroutinefunction(live) else ''}{head}({', '.join(given)})"
        source = self.source_code.name_of(filler.class_of(model.source))
        result = self.source_code.name_of(filler.class_of(model.destination))
        if model.destination_parameter is None:
            body = [f"return {call}"]
        else:
            blank = laid_out(self._blank(model, filler, result), "target = ", 4).strip().rstrip(",")
            body = [*blank.splitlines(), *(f"    {line}" for line in _last(call, returning=returning))]
        return self.function(name, f"source: {source}", result, body, indented=True)

    def _function(self, model: ConversionModel) -> tuple[Any, str]:
        """The live function, and the expression that is called."""
        if model.holder is None:
            return resolve(model.place), self._imported(model.place)
        holder, method = resolve(model.holder), model.place.qualified.rpartition(".")[2]
        live = getattr(holder, method)
        if model.receiver is None:
            return live, f"{self._imported(model.holder)}.{method}"
        if model.receiver == model.source_parameter:
            return live, f"source.{method}"
        if model.receiver == model.destination_parameter:
            return live, f"target.{method}"
        return live, f"{self._imported(model.holder)}().{method}"

    def _blank(self, model: ConversionModel, filler: Filler, name: str) -> Piece:
        try:
            filler.class_of(model.destination)()
        except Exception:
            return self.source_code.of(filler.make(model.destination, Choice("bare")))
        return CallPiece(name, "()", ())


def _arguments(function: Any, model: ConversionModel) -> list[str]:
    """The arguments of the function, but for the receiver."""
    words = {model.source_parameter: "source"}
    if model.destination_parameter is not None:
        words[model.destination_parameter] = "target"
    given: list[str] = []
    by_name = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == model.receiver or parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        word = words.get(parameter.name)
        if word is None and parameter.default is not parameter.empty:
            by_name = True
            continue
        keyword = f"{parameter.name}=" if by_name or parameter.kind is parameter.KEYWORD_ONLY else ""
        given.append(f"{keyword}{word or 'Bystander()'}")
    return given


def _last(call: str, *, returning: bool) -> list[str]:
    return [f"return {call}"] if returning else [call, "return target"]
