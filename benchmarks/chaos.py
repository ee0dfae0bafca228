"""Workers, a thinker and the database are killed in turn while people play: five minutes of it, `make chaos`.

What is lost, applied twice or seen differently anywhere is an AssertionError and ends it (tests/server/chaos). The last
line of the output is JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from benchmarks.serving import percentile
from tests.server.chaos.chaos import CAUGHT_UP_S, run


def main(argv: Sequence[str] | None = None) -> int:
    """Kill for so long, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, help="default 5")
    parser.add_argument("--seed", type=int, default=1, help="of kills and flicks (default 1)")
    args = parser.parse_args(argv)
    chaos = run(60.0 * args.minutes, args.seed, lambda line: print(line, flush=True))
    found, took = chaos.found, [seconds for _, seconds in chaos.caught_up_s]
    told = {
        "matches": found.matches,
        "versions": found.versions,
        "acknowledged": found.acknowledged,
        "lost": 0,
        "twice": 0,
        "caught_up_p50_s": round(percentile(took, 0.5), 2),
        "caught_up_worst_s": round(chaos.slowest_s, 2),
        "hoped_s": CAUGHT_UP_S,
        "machine_late_p99_s": round(found.late_s(0.99), 3),
        "counts": dict(found.counts),
    }
    print(json.dumps(told))
    return 0 if chaos.slowest_s <= CAUGHT_UP_S else 1


if __name__ == "__main__":
    sys.exit(main())
