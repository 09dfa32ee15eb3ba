"""`python -m sleuth`: the same program as `sleuth`."""

from sleuth.cli import main

main()
