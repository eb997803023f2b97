"""`python -m sie`: the command line."""

from sie.cli import main

main()
