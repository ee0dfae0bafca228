"""Keeping the score of Penny Red: points, games, sets, whose serve it is, and the turn limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pennyflick.rules.game import Verdict
from pennyflick.rules.penny_red.ledger import NO_REWARD, Ended, Ledger, Phase, serving_seat, serving_shooter
from pennyflick.rules.penny_red.options import Options
from pennyflick.rules.penny_red.pennies import RED, SHOOTERS, corners, partner, quarter_spot, serving_spot
from pennyflick.rules.reasons import reason
from pennyflick.rules.tally import NIL, Tally
from pennyflick.table import Away, Clause, DiscId, Named, Reason, Sentence, Side, Spot, Subject, phrase, says, verb

RED_7, RED_19 = Clause("RED-7"), Clause("RED-19")

Fates = Mapping[DiscId, Away | Spot]


def serve_set(options: Options, ledger: Ledger) -> dict[DiscId, Spot]:
    """Where everything stands for a serve (RED-3)."""
    server = serving_shooter(options, ledger)
    receiving = SHOOTERS[ledger.server.other]
    return {
        RED: quarter_spot(ledger.server),
        server: serving_spot(ledger.server),
        partner(server): ledger.corner,
        **dict(zip(receiving, corners(ledger.server.other), strict=True)),
    }


def points_to(
    options: Options, ledger: Ledger, winner: Side, points: int, reasons: tuple[Reason, ...], off: tuple[DiscId, ...]
) -> Verdict[Ledger]:
    """Score the points; then comes the next serve, the next game, or the end (RED-7, RED-19)."""
    scored = replace(ledger, points=ledger.points.plus(winner, points), turns=ledger.turns.plus(ledger.turn))
    count = "the point" if points == 1 else f"{points} points"
    tally = reason(RED_19, says(Subject(winner), verb("scores"), f"{count}: {_score(scored.points)}"))
    gone: Fates = dict.fromkeys(off, Away.DITCH)
    if scored.points.of(winner) >= options.points_to_win:
        return _game_to(options, scored, winner, (*reasons, tally), gone)
    if _limit_reached(options, scored):
        return _limited(options, scored, (*reasons, tally), gone)
    return _next_serve(options, scored, (*reasons, tally), ())


def turn_passes(options: Options, ledger: Ledger, reasons: tuple[Reason, ...], fates: Fates) -> Verdict[Ledger]:
    """The red lies on the other court: its owner comes to the table."""
    after = replace(
        ledger,
        turn=ledger.turn.other,
        phase=Phase.OPEN,
        second_serve=False,
        flicks=0,
        shooters_met=False,
        red_hit_by=(),
        reward=NO_REWARD,
        turns=ledger.turns.plus(ledger.turn),
    )
    return (
        _limited(options, after, reasons, fates) if _limit_reached(options, after) else Verdict(after, reasons, fates)
    )


def _game_to(
    options: Options, ledger: Ledger, winner: Side, reasons: tuple[Reason, ...], fates: Fates, *notes: Sentence
) -> Verdict[Ledger]:
    """Score the game, then the set, then the match; `fates` say where discs go if it ends here."""
    games, sets = ledger.games.plus(winner), ledger.sets
    sentence = phrase(Subject(winner), verb("wins"), f"the game {_score(ledger.points)}")
    if games.of(winner) >= options.games_to_win:
        games, sets = NIL, sets.plus(winner)
        sentence = phrase(sentence, "and the set")
    over = replace(ledger, games=games, sets=sets, games_played=ledger.games_played + 1)
    if sets.of(winner) >= options.sets_to_win:
        won = reason(RED_19, says(sentence, ", and with it the match"))
        ended = replace(over, in_hand=None, reward=NO_REWARD, ended=Ended.SETS)
        return Verdict(ended, (*reasons, won), fates, notes)
    fresh = replace(over, points=NIL, turns=NIL)
    return _next_serve(options, fresh, (*reasons, reason(RED_19, sentence)), (*notes, says("A new game begins")))


def _next_serve(
    options: Options, ledger: Ledger, reasons: tuple[Reason, ...], notes: tuple[Sentence, ...]
) -> Verdict[Ledger]:
    server = ledger.server
    serve = Ledger(
        starter=ledger.starter,
        turn=server,
        corner=corners(server)[0],
        turns=ledger.turns,
        points=ledger.points,
        games=ledger.games,
        sets=ledger.sets,
        games_played=ledger.games_played,
    )
    shooter = serving_shooter(options, serve)
    who = Subject(serving_seat(options, serve))
    next_serve = reason(RED_7, says(who, verb("serves"), ", with", Named(shooter)), (shooter,))
    return Verdict(serve, (*reasons, next_serve), serve_set(options, serve), notes)


def _limit_reached(options: Options, ledger: Ledger) -> bool:
    return min(ledger.turns.one, ledger.turns.two) >= options.turn_limit


def _limited(options: Options, ledger: Ledger, reasons: tuple[Reason, ...], fates: Fates) -> Verdict[Ledger]:
    """The turn limit: more points win the game; equal points end the match."""
    note = says(f"Both sides have had {options.turn_limit} turns in this game: the turn limit ends it")
    leader = ledger.points.leader
    if leader is not None:
        return _game_to(options, ledger, leader, reasons, fates, note)
    return Verdict(replace(ledger, reward=NO_REWARD, in_hand=None, ended=Ended.LIMIT), reasons, fates, (note,))


def _score(points: Tally) -> str:
    return f"{points.one}–{points.two}"
