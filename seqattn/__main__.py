"""The entry point of `seqattn` and of `python -m seqattn`.

It is as thin as can be: a Ctrl-C while the command line is still being imported ends it as quietly
as one that comes later.
"""

import sys


def main() -> None:
    """Import the command line and run it; exit 130 when interrupted before it stands."""
    try:
        from seqattn.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
