"""The command line: `sie`, `python -m sie`."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

EXIT_INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it at once, with one line."""
    signal.signal(signal.SIGINT, _stop)
    from sie.cli import main as run

    run()


def _stop(_number: int, _frame: FrameType | None) -> None:
    sys.stderr.write("sie: stopped\n")
    sys.stderr.flush()
    os._exit(EXIT_INTERRUPTED)


if __name__ == "__main__":
    main()
