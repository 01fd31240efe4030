"""The command ``apivet``. What a command does is in :mod:`apivet.commands`, imported when it is run, so that
``--version`` and ``--help`` answer at once."""

from __future__ import annotations

import sys
from typing import Any

import click

from apivet import __version__, schemas
from apivet.check.sharding import Shard
from apivet.commands.epilogs import (
    ADD_EXAMPLES,
    BLACKBOX_EXAMPLES,
    CHECK_EXAMPLES,
    EXPLAIN_EXAMPLES,
    GATE_EXAMPLES,
    LIVE_EXAMPLES,
    LSP_EXAMPLES,
    MAIN_EXAMPLES,
    TRACE_EXAMPLES,
)
from apivet.commands.groups import HELP, PathName, QuietGroup, color_option, config_option, format_option, path_option
from apivet.commands.options import complete_rules, need_extra
from apivet.commands.outputs import report_options
from apivet.commands.types import types

#: Exit statuses (contract section 9).
NOTHING_TO_REPORT, FINDINGS, UNUSABLE = 0, 1, 2


@click.group(cls=QuietGroup, context_settings=HELP, epilog=MAIN_EXAMPLES)
@click.version_option(__version__, prog_name="apivet", message="%(prog)s %(version)s")
def main() -> None:
    """Keep API servers to their conventions: prove it, watch it, or get it approved."""


def _shard(context: click.Context, parameter: click.Parameter, value: str | None) -> object:
    if value is None:
        return None
    number, _, of = value.partition("/")
    if not (number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and 1 <= int(number) <= int(of)):
        raise click.BadParameter(f"'{value}' is not like 2/8: a number from 1, and of how many")
    return Shard(int(number), int(of))


_fail_on_option = click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "refactor"]),
    metavar="SEVERITY",
    help="Fail the run for findings that weigh at least this much: error, warning or refactor [default: warning, or "
    "what the configuration says].",
)


_select_option = click.option(
    "--select",
    multiple=True,
    metavar="RULES",
    shell_complete=complete_rules,
    help="Only these rules: symbols, ids, beginnings of ids (E97), families (strategy, hub, ...) or all; by commas.",
)
_ignore_option = click.option(
    "--ignore", multiple=True, metavar="RULES", shell_complete=complete_rules, help="Not these rules."
)
_RULE_OPTIONS = (
    _select_option,
    _ignore_option,
    click.option(
        "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes [default: one a processor]."
    ),
)


def _rule_options(command: Any) -> Any:
    """Which rules count, and how many processes judge."""
    for option in reversed(_RULE_OPTIONS):
        command = option(command)
    return command


_no_exceptions_option = click.option(
    "--no-exceptions", is_flag=True, help="Leave the exceptions out: every finding counts, and none is about them."
)


@main.command(epilog=CHECK_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=PathName())
@report_options
@_rule_options
@click.option(
    "--since",
    metavar="REV",
    help="Compare the API types with those of this git revision (default: with apivet.lock, where there is one).",
)
@_fail_on_option
@click.option("--strict", is_flag=True, help="Let unproven findings fail the run, too.")
@_no_exceptions_option
@click.option("--no-cache", is_flag=True, help="Neither read nor write results of earlier runs.")
@click.option("--fix", is_flag=True, help="Mend what can be mended safely, then report what is left.")
@click.option(
    "--unsafe-fixes",
    is_flag=True,
    help="With --fix or --diff: mend also what changes what is stored or accepted, or rests on guessed types.",
)
@click.option(
    "--show-fixes",
    is_flag=True,
    help="Tell the fix of each finding in json, sarif and rdjson; each is tried, which takes about as long again.",
)
@click.option("--diff", "diff", is_flag=True, help="Write nothing, and print the fixes as a patch for 'git apply'.")
@click.option(
    "--shard",
    metavar="K/N",
    callback=_shard,
    help="Judge share K of N only; 'apivet merge' puts the JSON reports of all together.",
)
@config_option
def check(paths: tuple[str, ...], **options: Any) -> None:
    """Check the source of API servers against the conventions.

    PATHs are files and directories; without any, the working directory is checked.
    """
    from apivet.commands.check import check as run

    sys.exit(run(paths, **options))


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="REPORT...", type=PathName())
@report_options
def merge(files: tuple[str, ...], **options: Any) -> None:
    """Put the JSON reports of all shares of a check or of the black box together: that of a whole run, with its status.

    It is run where the shares were, at the same sources: exceptions are applied to the whole.
    """
    from apivet.commands.merge import merge as run

    sys.exit(run(files, **options))


main.add_command(types)


_memory_option = click.option(
    "--memory",
    type=click.IntRange(min=64),
    metavar="MB",
    help="Memory that each process with the project's code may use [default: 1024, or what the configuration says].",
)
_token_option = path_option("--token-file", metavar="FILE", help="Send the bearer token in this file.")
_authority_option = path_option("--certificate-authority", metavar="FILE", help="Trust the certificates in this file.")
_insecure_option = click.option("--insecure", is_flag=True, help="Do not check the server's certificate.")
_namespace_option = click.option(
    "--namespace", metavar="NAME", help="Make objects there [default: a new namespace for each resource]."
)
_yes_option = click.option("--yes", is_flag=True, help="Also write to servers that look like ones in use.")
_save_cases_option = path_option(
    "--save", metavar="DIR", help="Write each finding's requests to a file of its own, for --replay."
)
_sandbox_option = click.option(
    "--no-sandbox",
    is_flag=True,
    help="Run hooks in the project itself, and not in a copy of it: what they write and delete there is done.",
)


@main.command(epilog=BLACKBOX_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=PathName())
@report_options
@_rule_options
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Repeat the run that printed this seed [default: another each time].",
)
@_fail_on_option
@click.option(
    "--strict", is_flag=True, help="Let unproven findings fail the run, too, and strategies that were not exercised."
)
@click.option(
    "--sequences",
    type=click.IntRange(min=0),
    metavar="N",
    help="Random sequences of requests that each strategy is tried on [default: 4, or what the configuration says].",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Try them on the machines of a Dask cluster: tcp://HOST:8786. Needs apivet[cluster] here and there.",
)
@path_option("--save", metavar="DIR", help="Write each failing case to a file of its own, as Python to run.")
@path_option("--replay", metavar="FILE", help="Only run a case again that --save wrote: is it still broken?")
@path_option("--record", metavar="DIR", help="Only write down serialized objects of every type, for --compare.")
@path_option("--compare", metavar="DIR", help="Only compare serialized objects with those that --record wrote.")
@click.option(
    "--shard",
    metavar="K/N",
    callback=_shard,
    help="Try share K of N only, all with one --seed; 'apivet merge' puts the JSON reports of all together.",
)
@_memory_option
@_sandbox_option
@config_option
def blackbox(paths: tuple[str, ...], **options: Any) -> None:
    """Watch the hooks of strategies at work, on objects in which every field is filled.

    The project's code is imported and run, in processes of their own, with limits of time and memory. Where what a hook
    would store breaks a rule, the smallest case that shows it is printed as Python. Conversions, codecs, transformers
    and storages are tried as well: whatever goes through them has to come back.

    PATHs are files and directories; without any, what is below the working directory is tried.
    """
    from apivet.commands.blackbox import blackbox as run

    sys.exit(run(paths, **options))


@main.command(epilog=GATE_EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=PathName())
@report_options
@_rule_options
@click.option(
    "--base",
    metavar="REV",
    help="Configuration and approvers are those of this git revision, and nothing that it had may be lost [default: "
    "where the default branch was left].",
)
@click.option(
    "--since", metavar="REV", help="Compare the API types with those of this git revision [default: the base]."
)
@click.option("--static", is_flag=True, help="Leave out the black box: run none of the project's code.")
@click.option("--require-observed", is_flag=True, help="Let verdicts fail that the black box has no part in.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Repeat the run that printed this seed.")
@click.option("--live", metavar="URL", help="Ask this server, too, which runs the tree ('apivet live --help').")
@_token_option
@_authority_option
@_insecure_option
@_namespace_option
@_yes_option
@_save_cases_option
@_fail_on_option
@click.option(
    "--strict", is_flag=True, help="Let unproven findings fail the run, too, and strategies that were not exercised."
)
@_no_exceptions_option
@_memory_option
@_sandbox_option
@config_option
def gate(paths: tuple[str, ...], **options: Any) -> None:
    """Prove it or watch it: the static check and the black box, merged. For CI.

    PATHs are files and directories; without any, the working directory is judged.
    """
    from apivet.commands.gate import run_gate

    sys.exit(run_gate(paths, **options))


@main.command(epilog=LIVE_EXAMPLES)
@click.argument("patterns", nargs=-1, metavar="[RESOURCE]...")
@report_options
@click.option("--server", metavar="URL", help="Judge this server, without a kubeconfig.")
@path_option(
    "--kubeconfig",
    metavar="FILE",
    help="Read this file [default: those of KUBECONFIG, ~/.kube/config].",
)
@click.option("--context", metavar="NAME", help="The kubeconfig's context [default: the current one].")
@_token_option
@_authority_option
@_insecure_option
@click.option("--allow-exec", is_flag=True, help="Run the kubeconfig's plug-in for credentials.")
@_namespace_option
@click.option("--exclude", multiple=True, metavar="RESOURCE", help="Not this one.")
@click.option("--dry-run", is_flag=True, help="Store nothing at all.")
@click.option("--against", multiple=True, metavar="URL", help="Also a server that differs in its feature gates.")
@path_option("--against-token-file", metavar="FILE", help="Send it the bearer token in this file.")
@click.option("--schemas", metavar="FILE|URL", help="Schemas the server lacks: OpenAPI, definitions of CRDs, a server.")
@path_option("--gates", metavar="FILE", help="The fields that each feature gate is about, as YAML.")
@path_option(
    "--source",
    metavar="PATH",
    help="The server's source: its tags say which fields each gate is about.",
)
@click.option("--switch-gates", is_flag=True, help="Restart the server by on-command, then off-command, and compare.")
@click.option(
    "--object",
    "objects",
    multiple=True,
    metavar="OBJECT",
    help="An existing object to try in dry run: group/version/resource/[namespace/]name.",
)
@click.option("--no-cache", is_flag=True, help="Negotiate each valid object anew.")
@click.option("--storage", is_flag=True, help="Also try the promises of the storage below; stores more objects.")
@click.option("--plan", is_flag=True, help="Only say what would be touched; sends only GETs.")
@_save_cases_option
@path_option("--replay", metavar="FILE", help="Only try one finding again that --save wrote.")
@click.option("--clean", metavar="RUN", help="Only remove what a killed run left: its id, or its journal's path.")
@_yes_option
@click.option("--allow-dangerous", is_flag=True, help="Also store webhooks, policies, nodes and the like, on loopback.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Resources at once [default: 4].")
@click.option(
    "--requests-per-second",
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help="At most so many [default: 20, and no limit on loopback].",
)
@_select_option
@_ignore_option
@_fail_on_option
@click.option("--strict", is_flag=True, help="Let unproven findings fail the run, too.")
@config_option
def live(
    patterns: tuple[str, ...],
    server: str | None,
    kubeconfig: str | None,
    context: str | None,
    token_file: str | None,
    certificate_authority: str | None,
    insecure: bool,
    allow_exec: bool,
    namespace: str | None,
    **options: Any,
) -> None:
    """Judge a running API server over HTTP, whatever language it is written in.

    RESOURCEs are those to try; by default all whose objects can be made and read.
    """
    need_extra("live", "httpx", "apivet live")
    from apivet.commands.live import ServerPlace
    from apivet.commands.live import live as run

    place = ServerPlace(server, kubeconfig, context, token_file, certificate_authority, insecure, allow_exec, namespace)
    sys.exit(run(patterns, place, **options))


@main.command(epilog=LSP_EXAMPLES)
def lsp() -> None:
    """Tell an editor what is found while somebody types (a language server on standard input and output)."""
    need_extra("lsp", "pygls", "apivet lsp")
    from apivet.commands.lsp import serve

    sys.exit(serve())


@main.command(epilog=EXPLAIN_EXAMPLES)
@click.argument("rule", shell_complete=complete_rules)
def explain(rule: str) -> None:
    """Print the page of a RULE, given by its symbol or id."""
    from apivet.commands.rules import explain as run

    sys.exit(run(rule))


@main.command(epilog=TRACE_EXAMPLES)
@click.argument("target", metavar="FILE[::STRATEGY[.HOOK]]", type=PathName())
@config_option
def trace(target: str, **options: Any) -> None:
    """Show what the static check sees of a hook: each step with what leads to it, and what is stored in the end.

    For a finding that looks wrong, and for a verdict that is unproven: the line at which the check lost sight is there.
    """
    from apivet.commands.trace import trace_target

    sys.exit(trace_target(target, **options))


@main.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=PathName())
@format_option
@color_option
@config_option
def subjects(paths: tuple[str, ...], **options: Any) -> None:
    """List all that is recognised: strategies, registrations, hub types; and what looks like one of these and is none.

    Near misses tell why nothing is said of them. An entry of the configuration that matches nothing is reported as
    well.
    """
    from apivet.commands.subjects import list_subjects

    sys.exit(list_subjects(paths, **options))


@main.command()
@format_option
@config_option
def rules(**options: Any) -> None:
    """List the rules, and whether each is on."""
    from apivet.commands.rules import list_rules

    sys.exit(list_rules(**options))


@main.command("config")
@format_option
@config_option
def config_(**options: Any) -> None:
    """Print the effective configuration, and where each value comes from."""
    from apivet.commands.config import show_config

    sys.exit(show_config(**options))


@main.command()
@config_option
def clean(**options: Any) -> None:
    """Remove what earlier runs have remembered. Caches also go by themselves where there are too many."""
    from apivet.commands.clean import clean as run

    sys.exit(run(**options))


@main.command()
@click.argument("name", type=click.Choice(schemas.NAMES))
def schema(name: str) -> None:
    """Print the JSON schema of reports (--format json), or of the configuration, for editors and other tools."""
    click.echo(schemas.schema_text(name), nl=False)


@main.group(cls=QuietGroup, context_settings=HELP)
def exceptions() -> None:
    """Approved exceptions from the rules (exceptions/exceptions.toml)."""


@exceptions.command("list")
@format_option
@config_option
def list_exceptions(**options: Any) -> None:
    """List the exceptions: how each stands, how old it is, and whether it is still needed."""
    from apivet.commands.exceptions import list_entries

    sys.exit(list_entries(**options))


_base_option = click.option(
    "--base",
    metavar="REV",
    help="The base of the change is this git revision [default: where the default branch was left].",
)


@exceptions.command("sign")
@click.option("--key", metavar="FILE", help="The private key [default: the first of OpenSSH's own in ~/.ssh].")
@_base_option
@config_option
def sign_exceptions(**options: Any) -> None:
    """Sign the exceptions as an approver, by `ssh-keygen -Y sign`.

    The file gets a serial above that of the base revision; the signature stands beside it (exceptions.toml.sig).
    """
    from apivet.commands.exceptions import sign_file

    sys.exit(sign_file(**options))


@exceptions.command("verify")
@_base_option
@config_option
def verify_exceptions(**options: Any) -> None:
    """Check the exceptions themselves: keys, rules, dates, approvers and signatures.

    Where nothing is signed, it is told whether CODEOWNERS or OWNERS gives them to approvers alone. Whether each is
    still needed only `apivet check` can tell.
    """
    from apivet.commands.exceptions import verify_entries

    sys.exit(verify_entries(**options))


@exceptions.command("add", epilog=ADD_EXAMPLES)
@click.argument("rule", required=False, shell_complete=complete_rules)
@click.argument("object_", metavar="[OBJECT]", required=False)
@click.argument("field", required=False)
@click.option("--field", "field_option", metavar="FIELD", help="The finding's field, where there are several.")
@click.option("--all", "every", is_flag=True, help="For each violation of today; with --reason and --expires.")
@click.option("--reason", help="Why the departure is right. Without it the entry is only printed.")
@click.option("--approved-by", default="", metavar="WHO", help="An approver named in exceptions/OWNERS.")
@click.option("--issue", metavar="URL", help="Where it was discussed.")
@click.option("--expires", type=click.DateTime(["%Y-%m-%d"]), help="The last day on which it holds.")
@config_option
def add_exception(**values: Any) -> None:
    """Write an entry for RULE, OBJECT and FIELD into exceptions.toml, which is made where there is none.

    What would not count is refused: another rule, an object or a field that nothing is found for, a stranger's name, a
    day that has passed.
    """
    from apivet.commands.exceptions import add_entries

    sys.exit(add_entries(**values))
