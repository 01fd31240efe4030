"""Statements in blocks: new ones between others, and others taken away, in the file's own indentation and line ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from apivet.fixes.edits import Change
from apivet.fixes.source import Source

Statement = cst.BaseStatement | cst.BaseSmallStatement


def is_text(statement: cst.CSTNode) -> bool:
    """Whether a statement is a text alone: a docstring, in front of all others."""
    if isinstance(statement, cst.SimpleStatementLine):
        return len(statement.body) == 1 and is_text(statement.body[0])
    return isinstance(statement, cst.Expr) and isinstance(statement.value, (cst.SimpleString, cst.ConcatenatedString))


def is_nothing(statement: Statement) -> bool:
    """Whether a statement stands where there had to be one: ``pass`` or ``...``."""
    if isinstance(statement, cst.SimpleStatementLine):
        return len(statement.body) == 1 and is_nothing(statement.body[0])
    return isinstance(statement, cst.Pass) or (
        isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Ellipsis)
    )


def statements(body: cst.BaseSuite | cst.Module) -> list[Statement]:
    """The statements of a block, its docstring left out."""
    found: list[Statement] = list(body.body)
    return found[1:] if found and is_text(found[0]) else found


def own_nodes(source: Source, function: cst.FunctionDef) -> Iterator[cst.CSTNode]:
    """The nodes of a function, without those of functions and classes in it."""
    pending: list[cst.CSTNode] = [function.body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Lambda)):
            pending += reversed(node.children)


def returns(source: Source, function: cst.FunctionDef) -> list[cst.Return]:
    """The return statements of a function itself."""
    return [node for node in own_nodes(source, function) if isinstance(node, cst.Return)]


def indent_of(source: Source, block: cst.BaseSuite, header: cst.CSTNode) -> str:
    """The indentation of a block's statements; ``header`` is what the block belongs to."""
    if isinstance(block, cst.IndentedBlock) and block.body:
        return source.indentation(source.line_of(block.body[0]))
    return source.indentation(source.line_of(header)) + source.module.default_indent


def first(source: Source, function: cst.FunctionDef, lines: Sequence[str]) -> list[Change]:
    """New statements in front of all others of a function."""
    block = function.body
    found = statements(block)
    if not isinstance(block, cst.IndentedBlock):
        return opened(source, block, function.name, lines)
    indent = indent_of(source, block, function.name)
    smalls = block.body[0].body if isinstance(block.body[0], cst.SimpleStatementLine) else ()
    if len(smalls) > 1 and is_text(smalls[0]):  # the docstring stays the first of all
        gap = source.newline + indent
        return [Change(source.path, source.span(smalls[0])[1], source.span(smalls[1])[0], gap.join(["", *lines, ""]))]
    if len(found) == 1 and isinstance(found[0], cst.SimpleStatementLine) and is_nothing(found[0]):
        return [source.replaced(found[0].body[0], f"{source.newline}{indent}".join(lines))]
    text = "".join(f"{indent}{line}{source.newline}" if line else source.newline for line in lines)
    if not found:  # a docstring alone
        end = source.lines.offset(source.lines.place(source.span(block.body[-1])[1])[0] + 1)
        return [source.inserted(end, _on_new_line(source, end, text))]
    line = _first_line(source, found[0])
    above = source.line_of(function.name) if found[0] is block.body[0] else _last_line(source, block.body[0])
    return [source.inserted(source.lines.offset(source.start_with_comments(line, above)), text)]


def before(source: Source, statement: cst.BaseStatement, lines: Sequence[str]) -> list[Change]:
    """New statements right in front of one."""
    line = _first_line(source, statement)
    indent = source.indentation(line)
    text = "".join(f"{indent}{each}{source.newline}" for each in lines)
    return [source.inserted(source.lines.offset(line), text)]


def after(source: Source, statement: cst.BaseStatement, lines: Sequence[str]) -> list[Change]:
    """New statements behind one."""
    indent = source.indentation(_first_line(source, statement))
    text = "".join(f"{indent}{each}{source.newline}" for each in lines)
    end = source.lines.offset(_last_line(source, statement) + 1)
    return [source.inserted(end, _on_new_line(source, end, text))]


def at_every_end(
    source: Source, function: cst.FunctionDef, lines: Sequence[str], obj: str, *, rebinds: bool = False
) -> list[Change]:
    """New statements in front of each return of a function, and behind its last statement where that is none. ``obj``
    is the object there, whatever is returned; where it is another one afterwards (``rebinds``), it is returned."""
    block = function.body
    found = statements(block)
    last = [*lines, f"return {obj}"] if rebinds else lines
    if not isinstance(block, cst.IndentedBlock):
        return opened(source, block, function.name, (), last)
    if not found or is_nothing(found[0]):
        return first(source, function, last)
    changes: list[Change] = []
    for each in returns(source, function):
        line = source.parent_of(each)
        value = "None" if each.value is None else source.written(each.value)
        given = [f"{obj} = {value}"] if value not in ("None", obj) else []
        if isinstance(line, cst.SimpleStatementLine) and line.body[0] is each:
            changes += before(source, line, [*given, *lines])
        elif isinstance(line, cst.SimpleStatementSuite) and line.body[-1] is each and not (given or rebinds):
            changes += opened(source, line, source.parent_of(line) or function.name, (), lines)
        else:
            return []
        if given or (rebinds and value != obj):
            changes.append(source.replaced(each, f"return {obj}"))
    return changes if _leaves(block) else changes + after(source, block.body[-1], last)


def _leaves(node: cst.CSTNode) -> bool:
    """Whether nothing behind a statement is reached: it returns or raises on each branch."""
    if isinstance(node, (cst.If, cst.Else)):
        rest = node.orelse if isinstance(node, cst.If) else None
        return _leaves(node.body) and (isinstance(node, cst.Else) or (rest is not None and _leaves(rest)))
    if isinstance(node, (cst.SimpleStatementLine, cst.BaseSuite)):
        return _leaves(node.body[-1])
    return isinstance(node, (cst.Return, cst.Raise))


def opened(
    source: Source, block: cst.BaseSuite, header: cst.CSTNode, lines: Sequence[str], last: Sequence[str] = ()
) -> list[Change]:
    """A block that stands behind the colon of its header, in lines of its own: ``lines`` in front of all but its
    docstring, and ``last`` behind all but a statement that leaves it."""
    smalls: list[Statement] = list(block.body)
    start, end = source.span(smalls[0])[0], source.span(smalls[-1])[1]
    head = [smalls.pop(0)] if is_text(smalls[0]) else []
    if len(smalls) == 1 and is_nothing(smalls[0]):
        if not head and len([*lines, *last]) == 1:
            return [source.replaced(smalls[0], [*lines, *last][0])]
        smalls = []
    tail = [smalls.pop()] if smalls and last and _leaves(smalls[-1]) else []
    parts = [(source.span(each[0])[0], source.span(each[-1])[1]) if each else (0, 0) for each in (head, smalls, tail)]
    above, within, below = (source.text[slice(*each)] for each in parts)
    gap = source.newline + indent_of(source, block, header)
    return [
        Change(
            source.path,
            _behind_colon(source, start),
            end,
            gap.join(["", *filter(None, [above, *lines, within, *last, below])]),
        )
    ]


def _behind_colon(source: Source, start: int) -> int:
    """The offset of the space in front of a block that stands behind its header's colon."""
    return len(source.text[:start].rstrip(" \t"))


def replaced(source: Source, statement: cst.BaseSmallStatement, lines: Sequence[str]) -> list[Change]:
    """New statements in the place of one, in lines of their own, and so are those that shared its line."""
    holder = source.parent_of(statement)
    if not isinstance(holder, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
        return []
    smalls = list(holder.body)
    start, end = source.span(smalls[0])[0], source.span(smalls[-1])[1]
    number = smalls.index(statement)
    above = source.text[start : source.span(smalls[number - 1])[1]] if number else ""
    below = source.text[source.span(smalls[number + 1])[0] : end] if number + 1 < len(smalls) else ""
    parts = [each for each in (above, *lines, below) if each]
    if isinstance(holder, cst.SimpleStatementLine):
        indent = source.indentation(source.line_of(holder))
    else:
        header = source.parent_of(holder) or holder
        indent = indent_of(source, holder, getattr(header, "name", header))
        start, parts = _behind_colon(source, start), ["", *parts]
    return [Change(source.path, start, end, (source.newline + indent).join(parts))]


def without(source: Source, statement: Statement) -> list[Change]:
    """A block without one of its statements; what holds nothing else then goes, too, or holds ``pass``."""
    if isinstance(statement, cst.BaseSmallStatement):
        holder = source.parent_of(statement)
        if not isinstance(holder, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
            return []
        if len(holder.body) > 1:
            return _without_small(source, holder, statement)
        if isinstance(holder, cst.SimpleStatementSuite):
            return [source.replaced(statement, "pass")]
        statement = holder
    block = source.parent_of(statement)
    if isinstance(block, cst.IndentedBlock) and len(block.body) == 1:
        around = source.parent_of(block)
        if isinstance(around, cst.If) and around.orelse is None and _is_own(source, around):
            return without(source, around)
        start, end = source.span(statement)
        return [Change(source.path, start, end, "pass")]
    return [lines_of(source, statement)]


def start_of(source: Source, statement: cst.CSTNode) -> int:
    """The offset at which a statement begins, with the comments right above it."""
    line = _first_line(source, statement)
    return source.lines.offset(source.start_with_comments(line, 0))


def lines_of(source: Source, statement: cst.CSTNode) -> Change:
    """The whole lines of a statement taken away."""
    start = source.lines.offset(_first_line(source, statement))
    return Change(source.path, start, source.lines.offset(_last_line(source, statement) + 1), "")


def _is_own(source: Source, statement: cst.If) -> bool:
    """Whether an ``if`` is none that an ``else`` begins with."""
    return isinstance(source.parent_of(statement), (cst.IndentedBlock, cst.Module))


def _first_line(source: Source, statement: cst.CSTNode) -> int:
    """The first line of a statement, that of its first decorator."""
    decorators = getattr(statement, "decorators", ())
    return source.line_of(decorators[0] if decorators else statement)


def _last_line(source: Source, statement: cst.CSTNode) -> int:
    start, end = source.span(statement)
    line, column = source.lines.place(end)
    return line - 1 if column == 0 and end > start else line


def _on_new_line(source: Source, offset: int, text: str) -> str:
    """A text that begins a line of its own, also where the file does not end with one."""
    if source.text[:offset].endswith(("\n", "\r")) or not offset:
        return text
    return source.newline + text.removesuffix(source.newline)


def _without_small(
    source: Source, holder: cst.SimpleStatementLine | cst.SimpleStatementSuite, statement: cst.BaseSmallStatement
) -> list[Change]:
    """``a; b`` without one of the two."""
    number = list(holder.body).index(statement)
    if number + 1 < len(holder.body):
        return [Change(source.path, source.span(statement)[0], source.span(holder.body[number + 1])[0], "")]
    return [Change(source.path, source.span(holder.body[number - 1])[1], source.span(statement)[1], "")]
