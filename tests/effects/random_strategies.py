"""The random strategies of ``test_differential``, as many as one likes.

Of every nine, three are put together in plain order, five in any, and one shows a cause of a wrong verdict that was
found. Nothing that is said to hold may be seen broken; nothing that is said to be violated, where all is visible, may
never be seen; nothing may crash. Each that does is told with its seed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterator

from composed_hooks import Composer, hooks_in
from drawn_causes import CAUSES
from test_differential import RULES_OF_CAUSES, is_excused, judged
from watched_hooks import MAIN, SEEN_RULES, STATUS, Watch

from apivet.verdicts import Verdict

#: One in so many shows a cause.
_SHOWING_A_CAUSE = 9


def complaints(seed: int) -> Iterator[str]:
    """What is wrong with the verdicts on one random strategy, and its source."""
    composer, cause = Composer(seed), None
    if seed % _SHOWING_A_CAUSE == 1:
        cause = sorted(CAUSES)[seed // _SHOWING_A_CAUSE % len(CAUSES)]
    source = composer.source() if cause is None else composer.source_of_cause(cause)
    try:
        verdicts = judged(source)
    except Exception:
        yield f"{traceback.format_exc()}\n{hooks_in(source)}"
        return
    broken = Watch(source).watch()
    rules = SEEN_RULES if cause is None else RULES_OF_CAUSES[CAUSES[cause][1]]
    for key, verdict in sorted(verdicts.items()):
        strategy, rule, _ = key
        wrong = ""
        if rule in rules and key in broken and verdict is Verdict.HOLDS and not is_excused(rule, verdicts):
            wrong = f"is said to hold, but not on {broken[key]}"
        elif verdict is Verdict.VIOLATED and rule in rules and key not in broken:
            wrong = "is said to be violated, but never is" if composer.is_plain or cause else ""
            wrong = "" if strategy == STATUS and rule.startswith("gated") else wrong
        if wrong and (cause is None or rule in rules):
            yield f"{key} {wrong}\n{hooks_in(source)}"


def main(count: int, first: int) -> int:
    """Draw that many strategies, beginning with a seed; the exit status says whether anything is wrong."""
    wrong = 0
    for seed in range(first, first + count):
        for complaint in complaints(seed):
            wrong += 1
            print(f"seed {seed}: {complaint}", flush=True)
        if (seed - first + 1) % 500 == 0:
            print(f"{seed - first + 1} strategies, {wrong} complaints", file=sys.stderr, flush=True)
    print(f"{count} strategies from seed {first}: {wrong} complaints (of {MAIN} and {STATUS})")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=20_000, help="how many strategies (20000)")
    parser.add_argument(
        "seed", type=int, nargs="?", default=0, help="the seed of the first; the next have the next (0)"
    )
    options = parser.parse_args()
    sys.exit(main(options.count, options.seed))
