"""The command line: ``python -m cubesolve``."""

import sys

from . import _native

_native.main(["cubesolve", *sys.argv[1:]])
