"""What the black box takes for servers of different sizes, and what it may take."""

from __future__ import annotations

from pathlib import Path

from measure import Command, Usage
from synthetic_server import generate

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"

#: Numbers of strategies. The smallest server takes little besides start-up.
ONE_KIND, SMALL, LARGE = 2, 100, 500

#: How much more than proportional to the number of strategies the time may be.
TOLERANCE = 1.3

#: Seconds for the sample server, on two processors.
SAMPLE_BUDGET = 5.0


def synthetic_server(scratch: Path, strategies: int, apivet: str) -> Command:
    """The black box on a synthetic server of that many strategies."""
    directory = scratch / f"server-{strategies}"
    generate(directory, strategies)
    return _trying("synthetic", directory, apivet)


def sample_server(apivet: str) -> Command:
    """The black box on the sample server."""
    return _trying("sample_apiserver", FIXTURES, apivet)


def judge(one_kind: Usage, small: Usage, large: Usage, sample: Usage) -> tuple[str, list[str]]:
    """What there is to print of these measurements, and what is over its budget. The time of the smallest server counts
    as start-up, and is taken out of both sides of the ratio."""
    linear = (LARGE - ONE_KIND) / (SMALL - ONE_KIND)
    growth = (large.wall - one_kind.wall) / (small.wall - one_kind.wall)
    most = TOLERANCE * linear
    told = [
        f"{small}   {SMALL} strategies, {small.wall / SMALL:.3f} s each",
        f"{large}   {LARGE} strategies, {large.wall / LARGE:.3f} s each",
        f"{one_kind}   {ONE_KIND} strategies: start-up",
        f"{large.wall / small.wall:8.2f}   {LARGE} strategies / {SMALL}, where linear is {LARGE / SMALL:.2f}",
        f"{growth:8.2f}   the same without start-up, where linear is {linear:.2f}, and {most:.2f} the most",
        f"{sample}   the sample server, where {SAMPLE_BUDGET:.2f} s is the most",
    ]
    excesses = []
    if growth > most:
        excesses.append(f"{LARGE} strategies take {growth:.2f} times as long as {SMALL}, without start-up")
    if sample.wall > SAMPLE_BUDGET:
        excesses.append(f"the sample server takes {sample.wall:.2f} s")
    return "\n".join(told), excesses


def _trying(tree: str, directory: Path, apivet: str) -> Command:
    # A seed, as the number of experiments must not differ from turn to turn.
    arguments = [apivet, "blackbox", "--format", "json", "--seed", "1", "-j", "2", tree]
    return Command(f"apivet blackbox {tree} in {directory}", arguments, directory)
