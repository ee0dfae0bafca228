"""`python -m pennyflick` is the command line."""

from pennyflick.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
