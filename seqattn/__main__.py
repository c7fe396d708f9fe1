"""`python -m seqattn` does what `seqattn` does."""

from seqattn.cli import main

if __name__ == "__main__":
    main()
