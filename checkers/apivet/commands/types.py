"""The commands ``apivet types ...``: the API types and their fields."""

from __future__ import annotations

import sys
from typing import Any

import click

from apivet.commands.groups import HELP, PathName, QuietGroup, config_option, format_option, path_option

_LOCK_EXAMPLES = """\b
Examples:
  apivet types lock                write apivet.lock at the top of the project
  apivet types lock --check        is the committed one current?

\b
Exit status:
  0  written, or current
  1  not current (with --check)
  2  something could not be read, understood or found
"""

_DIFF_EXAMPLES = """\b
Examples:
  apivet types diff apis.apps.types.Deployment apis.apps.v1.types.Deployment
  apivet types diff apis/apps/types.py:PodSpec apis/apps/v1/types.py:PodSpec
  apivet types diff apis.apps.types.PodSpec apis.apps.v1.types.PodSpec --format json

\b
Signs in front of a field:
  !  the types differ                     *  the same by itself, differs in what is nested
  <  in the hub only                      >  in the served type only
  ~  declared in another place            ?  can't be told, for the reason that is given

\b
Exit status:
  0  memory-identical
  1  different
  2  there is no such type, or whether they are identical can't be told
"""

_COST_EXAMPLES = """\b
Examples:
  apivet types cost
  apivet types cost src/apis --objects 50000
  apivet types cost --pair Deployment --pair apis.batch.types.Job --format json
  apivet types cost --since origin/main

\b
What is measured, for each pair:
  copy   a new object of the served class with each field copied, down to the last nested one, as a
         generated conversion does it (pydantic validates what it is given)
  retag  object.__class__ = Served, nested objects first, where the two are identical: nothing is copied,
         but each object of a list, and each that is nested in it, is visited. CPython refuses it for some
         layouts, which differ from version to version (slots with __weakref__, slots split over base classes,
         frozen msgspec structs); it is tried, and the refusal shown. An object with a __dict__ may get a new
         one, so that retagging can allocate. TypedDicts are plain dicts: only nested objects of other
         kinds are retagged.
  alias  both names stand for one class, and a list is handed on as it is. On CPython this alone is free.

Nobody's code is imported. Stand-ins of the same kind (attrs, pydantic and msgspec only where they are installed; the
output says what stood in for them), layout and number of fields (up to 1000) are measured, with one element in each
list, and up to 31 nested objects.

With --since, the pairs of a revision are measured in the same run, out of git's objects: a pair that is not what it was
has a second row with what that was. Types that are as they were have the same figures, so that all else is a change.

\b
Exit status:
  0  measured
  2  no pair found, or something could not be read
"""


@click.group(cls=QuietGroup, context_settings=HELP)
def types() -> None:
    """The API types: their fields, and what became of them."""


@types.command(epilog=_LOCK_EXAMPLES)
@path_option(
    "--output",
    metavar="FILE",
    help="Write this file instead of the configured one (apivet.lock at the top of the project).",
)
@click.option("--check", is_flag=True, help="Write nothing; say what differs from the types as they are.")
@config_option
def lock(**options: Any) -> None:
    """Write down every field of every API type.

    With the file committed, `apivet check` holds each new field to having a feature gate (ungated-new-field), and a
    review shows it as one added line.
    """
    from apivet.commands.lock import lock as run

    sys.exit(run(**options))


@types.command(epilog=_DIFF_EXAMPLES)
@click.argument("hub")
@click.argument("served")
@format_option
@config_option
def diff(hub: str, served: str, **options: Any) -> None:
    """Show two types side by side, and what keeps them from being memory-identical.

    HUB and SERVED are dotted names (apis.apps.types.Deployment), or a file and a class in it
    (apis/apps/types.py:Deployment).

    Memory-identical are types that have the same fields in the same order, each of the same type, and the same
    layout: an object of one can then stand for one of the other.
    """
    from apivet.commands.types_diff import diff as run

    sys.exit(run(hub, served, **options))


@types.command(epilog=_COST_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=PathName())
@click.option(
    "--objects", type=click.IntRange(min=1), default=10000, show_default=True, metavar="N", help="Length of a list."
)
@click.option("--pair", multiple=True, metavar="NAME", help="Only the pair of this type (plain or dotted name).")
@click.option("--since", metavar="REV", help="Compare with what the pairs of this git revision cost.")
@format_option
@config_option
def cost(paths: tuple[str, ...], **options: Any) -> None:
    """Measure what converting a list of objects costs for each hub and served pair, on this interpreter.

    PATHs are files and directories; without any, the working directory is searched for hubs.
    """
    from apivet.commands.types_cost import cost as run

    sys.exit(run(paths, **options))
