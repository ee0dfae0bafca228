"""Random matches of every game, every option used somewhere: no exception, nobody stuck, discs and points conserved.

Everything said is right for everybody who may read it: with names nobody is One or Two, to himself everybody is "you".

`make soak-rules` plays 500 short matches of each game; every record is parsed, printed back and replayed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.soak_words import check_words, words_of_form, words_of_match, words_of_verdict
from pennyflick import physics
from pennyflick.match import Match, apply, decision, new_match, refusal, replay, step, umpire, written
from pennyflick.players import HANDS, Dice, Player, RandomLegal
from pennyflick.record import (
    Seen,
    Told,
    canonical,
    impossible,
    parse_position,
    parse_record,
    plain_position,
    position_of,
    position_text,
    print_record,
)
from pennyflick.rules import options, registry, rulebook
from pennyflick.rules.game import Form, Game, Position, Question, Verdict
from pennyflick.rules.penny_black.pennies import value_of
from pennyflick.table import Away, Choose, Decision, Declare, DiscId, Place, Resign, Seat, Side

OVERLAP_MM = 0.01  # how far two discs may seem to overlap through rounding
TURN_LIMITS = ("6", "12", "25", None)  # None: the default
ACTIONS = 20_000  # far more than any turn limit allows
UNRULED = (Away.OFF, Away.HOLED)  # where no disc may be once a flick has been ruled on, unless the ledger remembers it


@dataclass(frozen=True)
class Soaked:
    """One match that was played through."""

    actions: int
    clauses: Counter[str]
    chosen: Mapping[str, str]


# ---- what must hold after every action -------------------------------------------------------------------------------
def check(step: Step) -> None:
    """Raise AssertionError when the position cannot be."""
    game, position, over = step.game, step.after, step.over
    where = position.layout.where
    assert tuple(where) == tuple(disc.id for disc in game.discs), "a disc was lost, made or moved in the order"
    _check_ruled(position)
    _check_apart(game, position)
    _check_kept(game, position)
    asked, form = step.asked, game.form(position.ledger)
    assert (asked is None) == over, f"over {over}, but asked {asked}"
    assert (form is None) == over, f"over {over}, but the umpire asks {form}"
    if asked is not None:
        assert asked.asks, f"nothing can be answered: {asked.sentence}"
        assert asked.seats, f"nobody can answer: {asked.sentence}"
        assert asked.sentence, "a decision without a sentence"
        check_clauses(asked.clauses)
    assert game.sheet(position.ledger), "an empty score sheet"
    if game.name in POINTS:
        POINTS[game.name](step)


def _check_ruled(position: Position[Any]) -> None:
    """A disc that left is ruled on at once, or the ledger names it because a right to it is pending (GRN-12)."""
    remembered = canonical(position.ledger)
    for disc, place in position.layout.where.items():
        assert place not in UNRULED or f'"{disc}"' in remembered, f"no fate was ruled for {disc}"


def _check_kept(game: Game[Any, Any], position: Position[Any]) -> None:
    """A position that came about can be, and what is kept or written of it is the whole of it."""
    stored = json.loads(json.dumps(plain_position(position)))
    assert position_of(game, stored) == position, f"read back from {stored} it is another position"
    text = position_text(game, position)
    assert parse_position(game, text) == position, f"read back from {text!r} it is another position"
    assert (wrong := impossible(game, position)) is None, f"held to be impossible: {wrong}"


def check_verdict(verdict: Verdict[Any]) -> None:
    """Every reason cites a clause of the rulebook, and something is always said."""
    check_clauses(verdict.clauses)
    assert verdict.reasons or verdict.notes, "a verdict without a word"
    for reason in verdict.reasons:
        assert str(reason.sentence).strip(), f"{reason.clause} without a sentence"


def check_clauses(clauses: tuple[str, ...]) -> None:
    """Every clause cited is in the rulebook."""
    unknown = [clause for clause in clauses if clause not in rulebook.clauses()]
    assert not unknown, f"not in the rulebook: {unknown}"


def _check_apart(game: Game[Any, Any], position: Position[Any]) -> None:
    radius = {disc.id: disc.radius_mm for disc in game.discs}
    lying = list(position.layout.on_board.items())
    for i, (a, here) in enumerate(lying):
        for b, there in lying[i + 1 :]:
            gap = here.distance_mm(there) - radius[a] - radius[b]
            assert gap > -OVERLAP_MM, f"{a} and {b} overlap by {-gap:.4f} mm"


# ---- points, game by game --------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Step:
    """One action: the position before it and after it."""

    game: Game[Any, Any]
    before: Position[Any]
    after: Position[Any]
    asked: Decision | None  # after it

    @property
    def over(self) -> bool:
        """Whether it ended the match."""
        return self.game.result(self.after.ledger) is not None

    def lying(self, away: Away) -> set[DiscId]:
        """The discs that are there now."""
        return {disc for disc, place in self.after.layout.where.items() if place is away}


def _check_tallies(step: Step, most: int, *levels: str) -> None:
    """Scores move one step: one side gains at one level, the levels below begin anew, those above stay.

    The levels go from points up to sets; `most` is the most that one action can add to the lowest.
    """
    for index, level in reversed(list(enumerate(levels))):
        old, new = getattr(step.before.ledger, level), getattr(step.after.ledger, level)
        if old == new:
            continue
        gains = (new.one - old.one, new.two - old.two)
        assert min(gains) == 0, f"{level} went from {old} to {new}"
        assert 1 <= max(gains) <= (1 if index else most), f"{level} went from {old} to {new}"
        lower = [getattr(step.after.ledger, below) for below in levels[:index]]
        assert step.over or all((each.one, each.two) == (0, 0) for each in lower), (
            f"{level} changed, but {lower} stayed"
        )
        return


def _check_black(step: Step) -> None:
    """The thirty points lie on the board or are won, and the won pennies are worth the score (BLK-1, BLK-2)."""
    ledger, outer = step.after.ledger, step.game.options.set_colour
    score = ledger.score
    left = sum(value_of(penny, outer) for penny in ledger.on)
    assert left + score.one + score.two == 30, f"{left} left, {score}"
    for place, points in ((Away.WON_ONE, score.one), (Away.WON_TWO, score.two)):
        won = sum(value_of(penny, outer) for penny in step.lying(place))
        assert won == points, f"{won} points lie won, the ledger has {points}"
    on_board = {disc for disc in step.after.layout.on_board if disc != "shooter"}
    assert on_board == set(ledger.on), f"the ledger has {ledger.on} on the board, the layout {on_board}"
    if not _drawn(step):
        _check_tallies(step, 30, "score", "games")


def _drawn(step: Step) -> bool:
    """Whether a game was just drawn at 15–15: it is played again, and nobody has gained anything (BLK-2)."""
    old, new = step.before.ledger.score, step.after.ledger.score
    left = 30 - old.one - old.two
    level = (old.one + left, old.two) == (15, 15) or (old.one, old.two + left) == (15, 15)
    return level and (new.one, new.two) == (0, 0) and step.before.ledger.games == step.after.ledger.games


def _check_blue(step: Step) -> None:
    """Between flicks every penny is on the board, except a sovereign to be put back; one game at a time is won."""
    ledger = step.after.ledger
    in_hand = {ledger.in_hand} - {None}
    assert step.over or step.lying(Away.HAND) == in_hand, f"in hand: {step.lying(Away.HAND)}, the ledger has {in_hand}"
    assert step.over or len(step.after.layout.on_board) == len(step.game.discs) - len(in_hand)
    _check_tallies(step, 1, "games", "sets")


def _check_red(step: Step) -> None:
    """Between flicks every penny is on the board, except a shooter to be put down; a rally is worth 1, 2, 3, 4 or 6."""
    ledger = step.after.ledger
    in_hand = {ledger.in_hand} - {None}
    assert step.over or step.lying(Away.HAND) == in_hand, f"in hand: {step.lying(Away.HAND)}, the ledger has {in_hand}"
    assert step.over or len(step.after.layout.on_board) == len(step.game.discs) - len(in_hand)
    _check_tallies(step, 6, "points", "games", "sets")


def _check_green(step: Step) -> None:
    """The ledger knows every penny that is off the board; one goal at a time."""
    off = step.lying(Away.OFF) - {"green"}
    assert off == set(step.after.ledger.off), f"off the board: {off}, the ledger has {step.after.ledger.off}"
    before, after = step.before.ledger, step.after.ledger
    if after.played > before.played and after.games == before.games:
        assert before.goals.one == before.goals.two, f"a game that ended at {before.goals} was counted as drawn"
    else:
        _check_tallies(step, 1, "goals", "games")


def _check_pichenotte(step: Step) -> None:
    """Board, rail, ditch and hand hold 24 pucks, as the ledger has them; a round is worth one point, or two halves."""
    before, ledger = step.before.ledger, step.after.ledger
    assert set(step.after.layout.on_board) == set(ledger.on), f"the ledger has {ledger.on} on the board"
    assert step.lying(Away.RAIL) == set(ledger.rail), f"the ledger has {ledger.rail} on the rail"
    old, new = before.half_points, ledger.half_points
    gains = (new.one - old.one, new.two - old.two)
    assert gains in {(0, 0), (2, 0), (0, 2), (1, 1)}, f"half points went from {old} to {new}"


# what more must hold of the points of a game; one that is not here is soaked all the same
POINTS: Mapping[str, Callable[[Step], None]] = {
    "penny-black": _check_black,
    "penny-blue": _check_blue,
    "penny-red": _check_red,
    "penny-green": _check_green,
    "pichenotte": _check_pichenotte,
}


# ---- options ---------------------------------------------------------------------------------------------------------
def variations(name: str) -> list[tuple[str, str]]:
    """Every option of a game with every value worth trying that is not its default."""
    found = []
    for spec in options.specs(registry.game_class(name).options_class):
        texts = {options.text(value) for value in _values(spec)} - {options.text(spec.default)}
        found += [(spec.name, text) for text in sorted(texts)]
    return found


def _values(spec: options.OptionSpec) -> Iterator[options.Value]:
    if spec.choices:
        yield from spec.choices
    elif isinstance(spec.default, int):
        yield from (min(max(small, int(spec.low)), int(spec.high)) for small in (1, 2, 7))
    elif isinstance(spec.default, float):
        yield from (round(spec.low + share * (spec.high - spec.low), 2) for share in (0.25, 0.75))


def chosen_options(name: str, number: int, dice: Dice) -> dict[str, str]:
    """The options of one match: each forces the next variation, the first none; some more come at random.

    A full match is long, so it is played only where it is forced; random players seldom score, so that most matches
    get a lower turn limit.
    """
    every = variations(name)
    chosen = dict([every[(number - 1) % len(every)]] if number else [])
    for option, text in every:
        if number and option not in chosen and option not in ("length", "turn_limit") and dice.chance(0.08):
            chosen[option] = text
    limit = dice.pick(TURN_LIMITS)
    return chosen if limit is None or "turn_limit" in chosen else {**chosen, "turn_limit": limit}


# ---- matches ---------------------------------------------------------------------------------------------------------
def soak_match(name: str, number: int) -> Soaked:
    """Play one match of a game between random players, checking everything; the number is its seed."""
    dice = Dice(number, 0, f"soak {name}")
    chosen = chosen_options(name, number, dice)
    game = registry.new_game(name, chosen)
    hands = {seat: dice.pick((None, None, *HANDS.values())) for seat in game.seats}
    players = {seat: RandomLegal(aimed=dice.pick((0.0, 0.9, 1.0))) for seat in game.seats}
    match = new_match(game, seed=number, hands=hands)
    check(Step(game, match.position, match.position, decision(match)))
    clauses: Counter[str] = Counter()
    for _ in range(ACTIONS):
        asked = decision(match)
        if asked is None:
            break
        before, match = match.position, _moved_on(match, players, asked, dice)
        verdict = match.actions[-1].verdict
        check_verdict(verdict)
        check_words(game.seats, words_of_match(match))
        clauses.update(verdict.clauses)
        if match.ended is None or match.ended.how == "played":
            check(Step(game, before, match.position, decision(match)))
    assert match.ended is not None, f"no end after {ACTIONS} actions: {match.position.ledger}"
    check_record(print_record(written(match, date="2026-01-01")))
    return Soaked(len(match.actions), clauses, chosen)


def _moved_on(match: Match, players: Mapping[Seat, Player], asked: Decision, dice: Dice) -> Match:
    """One step further: an answer, now and then a foul owned up to, seldom a resignation."""
    if dice.chance(0.02):
        foul = _random_foul(match.game, dice)
        if refusal(match, foul.by, foul) is None:
            return apply(match, foul.by, foul)
    if dice.chance(0.0005):
        return apply(match, asked.seats[0], Resign(asked.seats[0]))
    return step(match, players, asked)[0]


def check_record(text: str) -> None:
    """The record parses, prints back identically and replays as verified."""
    record = parse_record(text)
    assert print_record(record) == text, "the record does not print back identically"
    found = replay(record)
    assert found.verified, f"the replay differs: {found.difference}"


# ---- the umpire's book -----------------------------------------------------------------------------------------------
def soak_sitting(name: str, number: int, entries: int = 400) -> Soaked:
    """Umpire one match of random answers; what cannot be is refused with a sentence and changes nothing."""
    dice = Dice(number, 0, f"soak umpire {name}")
    chosen = chosen_options(name, number, dice)
    sitting = umpire.new_sitting(registry.new_game(name, chosen), dice.pick(tuple(Side)))
    clauses: Counter[str] = Counter()
    for _ in range(entries):
        form = umpire.form(sitting)
        if form is None:
            break
        try:
            sitting = umpire.tell(sitting, dice.pick(form.seats), _random_told(sitting.game, form, dice))
        except umpire.ToldError:
            continue
        check_verdict(sitting.entries[-1].verdict)
        check_words(sitting.game.seats, words_of_verdict(sitting.entries[-1].verdict))
        clauses.update(sitting.entries[-1].verdict.clauses)
        check_words(sitting.game.seats, words_of_form(form))
    check_record(print_record(umpire.written_sitting(sitting)))
    return Soaked(len(sitting.entries), clauses, chosen)


def _random_told(game: Game[Any, Any], form: Form, dice: Dice) -> Told:
    ways: list[Callable[[], Told]] = []
    if form.questions:
        ways += [lambda: _random_seen(form, dice)] * 4
    if form.places:
        ways += [lambda: Place(dict.fromkeys(dice.pick(form.places)))] * 2
    if form.choices:
        ways += [lambda: Choose(dice.pick(tuple(form.choices or ())))] * 2
    assert ways, f"the form asks for nothing: {form.sentence}"
    if dice.chance(0.04):
        ways = [lambda: _with_fallen(form, _random_foul(game, dice), dice)]
    return dice.pick(ways)()


def _with_fallen(form: Form, foul: Declare, dice: Dice) -> Declare:
    """The foul, now and then with what fell because of it."""
    fallen = {question.field: _random_value(question, dice) for question in form.fallen if dice.chance(0.5)}
    return replace(foul, off=tuple(fallen.get("off", ())), sunk=tuple(fallen.get("sunk", ())))


def _random_seen(form: Form, dice: Dice) -> Seen:
    asked = [question for question in form.questions if dice.chance(0.4)]
    return Seen({question.field: _random_value(question, dice) for question in asked})


def _random_value(question: Question, dice: Dice) -> Any:
    match question.kind:
        case "yes-no":
            return dice.chance(0.5)
        case "one-of":
            return dice.pick(question.options)
        case _:
            return tuple(each for each in question.options if dice.chance(0.7 / max(1, len(question.options))))


def _random_foul(game: Game[Any, Any], dice: Dice) -> Declare:
    discs = tuple(dict.fromkeys(dice.pick(game.discs).id for _ in range(dice.below(3))))
    what = dice.pick(("touch", "unclean", "moved-board", "on-top"))
    seat: Seat = dice.pick(game.seats)
    return Declare(what, discs, seat)


# ---- the command -----------------------------------------------------------------------------------------------------
def main() -> int:
    """Soak what was asked for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500, help="matches of each game (default 500)")
    parser.add_argument("--sittings", type=int, default=200, help="umpired matches of each game (default 200)")
    parser.add_argument("--game", choices=registry.names(), help="only this game")
    parser.add_argument("--first", type=int, default=0, help="number of the first match, to repeat one")
    args = parser.parse_args()
    physics.prepare()
    failed = 0
    for name in registry.names() if args.game is None else (args.game,):
        failed += _soak(name, "matches", soak_match, args.first, args.matches)
        failed += _soak(name, "sittings", soak_sitting, args.first, args.sittings)
    print("failed" if failed else "all held")
    return 1 if failed else 0


def _soak(name: str, what: str, soak: Callable[[str, int], Soaked], first: int, count: int) -> int:
    begun, actions, failures = time.perf_counter(), 0, 0
    clauses: Counter[str] = Counter()
    used: set[tuple[str, str]] = set()
    for number in range(first, first + count):
        try:
            soaked = soak(name, number)
        except Exception as error:  # a soak reports every failure and goes on
            failures += 1
            print(f"{name} {what}, number {number}: {type(error).__name__}: {error}", flush=True)
            continue
        actions += soaked.actions
        clauses += soaked.clauses
        used |= set(soaked.chosen.items())
        if sys.stderr.isatty():
            print(f"\r{name} {what} {number - first + 1}/{count}", end="", file=sys.stderr, flush=True)
    spent = time.perf_counter() - begun
    print(
        f"{name}: {count} {what}, {failures} failed, {actions} actions, {spent:.1f} s; "
        f"{len(used & set(variations(name)))} of {len(variations(name))} option values used; "
        f"clauses ruled: {_listed(clauses)}",
        flush=True,
    )
    return failures


def _listed(clauses: Counter[str]) -> str:
    return " ".join(f"{clause}×{count}" for clause, count in sorted(clauses.items(), key=lambda item: _order(item[0])))


def _order(clause: str) -> tuple[str, int]:
    family, _, number = clause.partition("-")
    return family, int(number)


if __name__ == "__main__":
    raise SystemExit(main())
