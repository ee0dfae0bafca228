"""A number out of range is refused where kernels run uncompiled, and a right one is never changed."""

from __future__ import annotations

import os
import subprocess
import sys

from pennyflick.physics.kernels import index

WRONG = """
import sys
from pennyflick.physics.kernels import index
for number, most in ((index.disc, 32), (index.peg, 32), (index.lane, 64), (index.contact, 256)):
    assert [number(i) for i in range(most)] == list(range(most))
    for wrong in (-1, most):
        try:
            number(wrong)
        except IndexError as error:
            assert str(wrong) in str(error)
        else:
            sys.exit(f"{wrong} was taken")
"""


def test_uncompiled_an_index_out_of_range_is_refused() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    assert subprocess.run([sys.executable, "-c", WRONG], env=environment, check=False).returncode == 0


def test_compiled_a_right_index_stays_as_it_is() -> None:
    assert [index.disc(i) for i in range(32)] == [index.peg(i) for i in range(32)] == list(range(32))
    assert [index.contact(i) for i in range(256)] == list(range(256))
