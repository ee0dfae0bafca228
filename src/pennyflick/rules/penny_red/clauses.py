"""The clauses of Penny Red that rulings and decisions cite."""

from __future__ import annotations

from pennyflick.table import Clause

RED_2, RED_3, RED_4, RED_5, RED_6, RED_7, RED_8, RED_9, RED_10, RED_11, RED_12 = (
    Clause(f"RED-{number}") for number in range(2, 13)
)
RED_13, RED_14, RED_15, RED_16, RED_17, RED_18, RED_19, RED_20, RED_21 = (
    Clause(f"RED-{number}") for number in range(13, 22)
)
