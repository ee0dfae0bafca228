"""Who pays what: one case for every cell of Penny Green's penalty table, and the printed table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pennyflick.boards.games.penny_green import Zone
from pennyflick.rules.penny_green.facts import Facts, Out
from pennyflick.rules.penny_green.judge import judge
from pennyflick.rules.penny_green.ledger import (
    Attack,
    Award,
    GoalFlick,
    Ledger,
    Lift,
    Lifting,
    Penalties,
    Positional,
    Restart,
    Stage,
)
from pennyflick.rules.penny_green.options import Options
from pennyflick.rules.penny_green.penalties import CLAUSES, TABLE, Due, Kind, Offence
from pennyflick.rules.penny_green.pieces import GREEN
from pennyflick.table import Clause, Declare, DiscId, Seat, Side

ONE, TWO = Side.ONE, Side.TWO
A1, A2, B1, B2 = map(DiscId, ("A1", "A2", "B1", "B2"))
# One attacks in all three columns, so the defender's flick is Two's
FLICKER = {Kind.NORMAL: ONE, Kind.POSITIONAL: ONE, Kind.DEFENDER: TWO}
THREE = (Zone.ONE, Zone.CENTRE, Zone.TWO)

# the table as players know it, written out once more so that a slip in the code shows
PRINTED = {
    Offence.PUSH: ("PF", "PF", "PF"),
    Offence.TECHNIQUE: ("PF", "PF", "PF"),
    Offence.BOARD: ("PF", "PF", "PF"),
    Offence.FOUL_ON_DEFENDER: ("PF", "PF", ""),
    Offence.FOUL_ON_ATTACKER: ("", "", "PF"),
    Offence.MOVED: ("", "PF", "PF"),
    Offence.SAME_PENNY: ("PF", "", ""),
    Offence.STAYED: ("PF", "", ""),
    Offence.GREEN_OUT: ("PF", "", ""),
    Offence.THREE_ZONES: ("PF", "", ""),
    Offence.ATTACKER_OFF: ("S", "S", "R"),
    Offence.DEFENDER_OFF: ("R", "R", "S"),
    Offence.ATTACKERS_IN: ("S1", "S1", "R1"),
    Offence.DEFENDERS_IN: ("R1", "R1", "S1"),
    Offence.DIAMETER: ("SR", "SR", "SR"),
}
CELLS = [(offence, kind) for offence, row in TABLE.items() for kind in row]


def ledger_for(offence: Offence, kind: Kind) -> Ledger:
    match kind:
        case Kind.NORMAL if offence is Offence.SAME_PENNY:
            return Ledger(ONE, Attack(ONE, Restart.FLICK_OFF, hits=1, first=A1))
        case Kind.NORMAL if offence is Offence.STAYED:
            return Ledger(ONE, Attack(ONE, Restart.GOAL_FLICK, only=A1))
        case Kind.NORMAL:
            return Ledger(ONE, Attack(ONE))
        case Kind.POSITIONAL:
            return Ledger(ONE, Positional(ONE))
        case Kind.DEFENDER:
            return Ledger(ONE, GoalFlick(ONE, Stage.FLICKS, DiscId("A6")), out=Out.GOAL_ONE)


def facts_for(offence: Offence, kind: Kind) -> Facts:
    side = FLICKER[kind]
    mine, other, enemy = (A1, A2, B1) if side is ONE else (B1, B2, A1)
    hit: dict[str, Any] = {"moved": (GREEN,), "hit": (GREEN,)} if kind is Kind.NORMAL else {}
    fields: dict[Offence, dict[str, Any]] = {
        Offence.PUSH: {**hit, "illegal_push": True},
        Offence.TECHNIQUE: {**hit, "declared": (Declare("unclean", (), Seat(side)),)},
        Offence.BOARD: {**hit, "declared": (Declare("moved-board", (), Seat(side)),)},
        Offence.FOUL_ON_DEFENDER: {"hit": (enemy,), "moved": (enemy,)},
        Offence.FOUL_ON_ATTACKER: {"hit": (enemy,), "moved": (enemy,)},
        Offence.MOVED: {"hit": (other,), "moved": (other, enemy)},
        Offence.SAME_PENNY: hit,
        Offence.STAYED: {**hit, "stayed": True},
        Offence.GREEN_OUT: {**hit, "out": Out.SIDE},
        Offence.THREE_ZONES: {**hit, "zones": THREE},
        Offence.ATTACKER_OFF: {**hit, "off": (A2,)},
        Offence.DEFENDER_OFF: {**hit, "off": (B2,)},
        Offence.ATTACKERS_IN: {"moved": (A2, *hit.get("moved", ())), "in_area_one": (A1, A2)},
        Offence.DEFENDERS_IN: {"moved": (B2, *hit.get("moved", ())), "in_area_one": (B1, B2)},
        Offence.DIAMETER: {"near": (A2, B2)},
    }
    return Facts(mine, **fields[offence])


def paid(offence: Offence, kind: Kind) -> Award:
    phase = judge(Options(), ledger_for(offence, kind), facts_for(offence, kind)).ledger.phase
    assert isinstance(phase, Penalties), phase
    return phase.award


def expected(offence: Offence, kind: Kind) -> tuple[tuple[Clause, ...], tuple[Lift, ...]]:
    """The rights of the flicker's opponent that a cell stands for."""
    clause, side = CLAUSES[offence], FLICKER[kind]
    attackers, defenders = (A1, A2), (B1, B2)
    team = attackers if offence is Offence.ATTACKERS_IN else defenders
    off = (A2,) if offence is Offence.ATTACKER_OFF else (B2,)
    own, theirs = ((A2,), (B2,)) if side is ONE else ((B2,), (A2,))
    match TABLE[offence][kind]:
        case Due.FLICK:
            return (clause,), ()
        case Due.SPOT:
            return (), (Lift(Lifting.SPOT, clause, off),)
        case Due.REPOSITION:
            return (), (Lift(Lifting.REPOSITION, clause, off),)
        case Due.SPOT_TO_ONE:
            return (), (Lift(Lifting.SPOT, clause, team, 1),)
        case Due.REPOSITION_TO_ONE:
            return (), (Lift(Lifting.REPOSITION, clause, team, 1),)
        case Due.BOTH:
            return (), (Lift(Lifting.SPOT, clause, own), Lift(Lifting.REPOSITION, clause, theirs))


@pytest.mark.parametrize(("offence", "kind"), CELLS, ids=[f"{o.name}-{k.value}" for o, k in CELLS])
def test_grn_25_every_cell_of_the_table_is_paid(offence: Offence, kind: Kind) -> None:
    award = paid(offence, kind)
    flicks, lifts = expected(offence, kind)

    assert award.owner is FLICKER[kind].other
    # a positional flick cannot bring an enemy penny into a goal area without moving it, which costs a flick as well
    disturbs = (offence, kind) in ((Offence.DEFENDERS_IN, Kind.POSITIONAL), (Offence.ATTACKERS_IN, Kind.DEFENDER))
    assert award.flicks == ((Clause("GRN-7"),) if disturbs else flicks)
    assert award.lifts == lifts


@pytest.mark.parametrize(
    ("offence", "kind"), [c for c in CELLS if c[0] in (Offence.ATTACKER_OFF, Offence.DEFENDER_OFF)]
)
def test_grn_12_spotting_is_for_the_offenders_pennies_repositioning_for_the_own(offence: Offence, kind: Kind) -> None:
    (lift,) = paid(offence, kind).lifts
    offenders = "A" if FLICKER[kind] is ONE else "B"

    assert (lift.how is Lifting.SPOT) == lift.discs[0].startswith(offenders)


def test_grn_25_the_table_in_the_code_is_the_one_players_know() -> None:
    coded = {o: tuple(row[k].value if k in row else "" for k in Kind) for o, row in TABLE.items()}

    assert coded == PRINTED


def test_grn_25_empty_cells_cost_nothing() -> None:
    # moving an enemy penny is no offence in a normal flick, three zones and side lines none in a positional one
    normal = judge(Options(), Ledger(ONE, Attack(ONE)), Facts(A1, moved=(GREEN, B1), hit=(GREEN, B1)))
    placed = judge(Options(), Ledger(ONE, Positional(ONE)), Facts(A1, zones=THREE))

    assert normal.ledger.phase == Attack(ONE, hits=1)
    assert placed.ledger.phase == Attack(TWO)


def test_the_rulebook_page_prints_the_table_of_the_code() -> None:
    page = Path(__file__).parents[2] / "docs" / "rules" / "penny-green.md"

    assert table_markdown() in page.read_text(encoding="utf-8")


def table_markdown() -> str:
    rows = [f"| {each.value} | {CLAUSES[each]} | {cells(TABLE[each])} |" for each in Offence]
    return "\n".join(("| offence | clause | N | P | DP |", "|---|---|---|---|---|", *rows))


def cells(row: Mapping[Kind, Due]) -> str:
    return " | ".join(row[kind].value if kind in row else "" for kind in Kind)
