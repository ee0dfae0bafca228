"""How matches begin: from a form, as a rematch, as a branch, from a record."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pennyflick.match.referee import Match, toss
from pennyflick.match.replay import replay
from pennyflick.players.hands import HandError, hand_text, parse_hand
from pennyflick.players.specs import parse_spec
from pennyflick.players.temperaments import NAMES, TITLES
from pennyflick.record import NotationError, Record, parse_record
from pennyflick.record.allowances import ALLOWANCES_S, NO_TIME
from pennyflick.record.who import house_name
from pennyflick.rules import options as option_texts
from pennyflick.rules import registry
from pennyflick.rules.game import Game
from pennyflick.server.play.events import standing_of
from pennyflick.server.play.keeping import (
    all_kept,
    begun,
    game_of,
    position_after,
    read_kept,
    reopened,
    setup_text,
    under_now,
)
from pennyflick.server.play.names import seen
from pennyflick.server.play.opponents import DEFAULT_OPPONENT
from pennyflick.server.settings import Settings
from pennyflick.server.store.store import (
    ANYONE,
    DEFAULT_TERMS,
    NOBODY,
    PERSON,
    Branch,
    Header,
    KeptVersion,
    NewMatch,
    Terms,
)
from pennyflick.server.wire.answers import WireResign
from pennyflick.server.wire.messages import ACTION
from pennyflick.table import Seat, Side
from pennyflick.table.viewer import GUEST, GUESTS_PARTNER

HOUSE, SCREEN, FRIEND, ANYBODY = "house", "screen", "friend", "anybody"  # how a match is seated
OPEN = "open"  # a seat for whoever comes by its link: a person, once he sits there
WATCHER = "watcher"  # what the holder of a match holds when no seat of it is his to play
LONGEST_NAME = 40
LARGEST_SEED = 2**128 - 1  # as many as are drawn (docs/notation.md)
EXACT = "exact"  # no hand: what is meant is what happens


class FormError(ValueError):
    """A form that cannot be accepted: one sentence for each thing that is wrong."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class RecordError(ValueError):
    """A record that cannot be opened."""


@dataclass(frozen=True)
class Fresh:
    """What every new match has of its own: its id, its seed, the instant at which it is made."""

    id: str
    seed: int
    created: datetime

    @classmethod
    def by(cls, settings: Settings) -> Fresh:
        """A new one."""
        return cls(settings.new_id(), settings.new_seed(), settings.clock())


@dataclass(frozen=True)
class Start:
    """A match about to be stored."""

    new: NewMatch
    open_seats: tuple[str, ...] = ()  # for these somebody is to be invited


@dataclass(frozen=True)
class Seating:
    """Who sits where, what each is called, with what hand each flicks, and what they agreed on."""

    players: Mapping[str, str]  # seat -> PERSON or an opponent of the house
    names: Mapping[str, str]
    hands: Mapping[str, str]  # seat -> hand; a seat without one flicks exactly
    strokes: bool = False  # whether a finger may strike through a disc
    first_contact: bool | None = None  # whether the line to the first contact is drawn; None: each as he likes
    open_seats: tuple[str, ...] = ()  # somebody is still to sit down there
    terms: Terms = DEFAULT_TERMS


def from_form(game_name: str, form: Mapping[str, str], settings: Settings, holder: str) -> Start:
    """A new match as the form wants it; whatever it leaves out has a default. Raises FormError."""
    game = _game(game_name, form)
    places = _places(game, form)
    open_seats = tuple(seat for seat, place in places.items() if place == OPEN)
    players = {seat: PERSON if place == OPEN else place for seat, place in places.items()}
    agreed = _agreed(form, "strokes", players), _agreed(form, "first_contact", players)
    terms = _terms(form, open_seats)
    seating = Seating(players, _names(game, form, players), _hands(game, form, places), *agreed, open_seats, terms)
    seed = chosen_seed(form.get("seed", "").strip(), open_seats, settings)
    return seated(game, seating, _starter(form, seed), seed, settings, holder)


def seated(game: Game[Any, Any], seating: Seating, starter: Side, seed: int, settings: Settings, holder: str) -> Start:
    """A new match with these players; the holder has every seat of people."""
    header = Header(
        id=settings.new_id(),
        game=game.name,
        options=option_texts.texts(game.options),
        starter=starter.value,
        names=seating.names,
        players=seating.players,
        hands=seating.hands,
        seed=seed,
        created=settings.clock(),
        under=under_now(),
        terms=seating.terms,
        strokes=seating.strokes,
        first_contact=seating.first_contact,
    )
    start = _start(header, begun(header), holder)
    taken = {seat: each for seat, each in start.new.holders.items() if seat not in seating.open_seats}
    return Start(dataclasses.replace(start.new, holders=taken), seating.open_seats)


def rematch(old: Header, settings: Settings, holder: str) -> Start:
    """The same again; the other side starts."""
    other = Side(old.starter).other.value
    header = dataclasses.replace(_afresh(old, settings), starter=other, branch=None, setup=None)
    return _start(header, begun(header), holder)


def rematch_between(old: Header, settings: Settings, holders: Mapping[str, str]) -> Start:
    """The same again between the same people: everybody keeps his seat, and the other side starts."""
    start = rematch(old, settings, "")
    return Start(dataclasses.replace(start.new, holders=dict(holders), follows=old.id))


def branched(old: Header, versions: Sequence[KeptVersion], after: int, settings: Settings, holder: str) -> Start:
    """A match of its own that begins as another stood after so many actions. Raises FormError."""
    actions = [kept for kept in versions if kept.kind == ACTION]
    if not 0 <= after <= len(actions):
        raise FormError(f"The match has {len(actions)} actions; it cannot be tried again after action {after}.")
    kept = _without_resignation(actions[:after])
    terms = dataclasses.replace(old.terms, time=NO_TIME)  # one browser plays it: nobody could claim it
    header = dataclasses.replace(_afresh(old, settings), branch=Branch(old.id, len(kept)), terms=terms)
    if all(each.under == under_now() for each in kept):
        return _start(header, reopened(header, kept), holder, kept)
    return _set_up(header, kept, holder)


def _without_resignation(versions: Sequence[KeptVersion]) -> Sequence[KeptVersion]:
    """Whoever tries again has not resigned yet."""
    resigned = bool(versions) and isinstance(read_kept(versions[-1]).event.answer, WireResign)
    return versions[:-1] if resigned else versions


def _set_up(header: Header, kept: Sequence[KeptVersion], holder: str) -> Start:
    """A branch whose first actions cannot be played again, under other rules or physics, begins at their position."""
    last = read_kept(kept[-1])
    header = dataclasses.replace(header, setup=setup_text(position_after(game_of(header), last)))
    return _start(header, begun(header), holder)


def _afresh(old: Header, settings: Settings) -> Header:
    """The same header for another match."""
    created = settings.clock()
    return dataclasses.replace(
        old,
        id=settings.new_id(),
        seed=settings.new_seed(),
        created=created,
        under=under_now(),
        imported=False,
        practice=None,
    )


def from_record(text: str, fresh: Fresh, holder: str, most_actions: int) -> Start:
    """The match that a record tells, played again to make sure. Raises RecordError."""
    record = _parsed(text)
    if len(record.entries) > most_actions:
        raise RecordError(f"This record has {len(record.entries)} actions; at most {most_actions} are replayed here.")
    record = dataclasses.replace(record, names={seat: _recorded_name(name) for seat, name in record.names.items()})
    if not record.simulated:
        raise RecordError("This record is of a real board: it has no shots to show.")
    if record.earlier:
        raise RecordError(f"This record leaves out its first {record.earlier} actions: they cannot be shown.")
    found = replay(record)
    if found.difference is not None:
        where = f"at action {found.difference.action}" if found.difference.action else "before the first action"
        raise RecordError(f"Played again, the record comes out differently {where}: {found.difference.sentence}.")
    assert isinstance(found.ending, Match), "a simulated record replays as a match"
    match = dataclasses.replace(found.ending, seed=fresh.seed)
    header = Header(
        id=fresh.id,
        game=record.game.name,
        options=option_texts.texts(record.game.options),
        starter=record.starter.value,
        names={seat.name: name for seat, name in match.names.items()},
        players={seat.name: _recorded_player(record, seat) for seat in match.game.seats},
        hands={seat.name: hand for seat, hand in record.hands.items()},
        seed=fresh.seed,
        created=fresh.created,
        under=under_now(),
        imported=True,
        terms=Terms(time=record.time),
        setup=None if record.setup is None else setup_text(record.setup),
        strokes=record.strokes,
        first_contact=record.first_contact,
    )
    return _start(header, match, holder, all_kept(header, match))


def _parsed(text: str) -> Record:
    try:
        return parse_record(text)
    except NotationError as error:
        raise RecordError(f"This is no record that can be read: {error}") from None
    except ValueError as error:
        raise RecordError(f"This record cannot be opened: {error}") from None


def _recorded_name(told: str) -> str:
    """A name as the form takes it: no longer, and without what cannot be seen."""
    try:
        return told_name(told)
    except FormError as error:
        raise RecordError(str(error)) from None


def _recorded_player(record: Record, seat: Seat) -> str:
    """Who of the house played here, so that a branch of the record plays against it again; others were people."""
    name = house_name(record.who(seat))
    return name if name in NAMES else PERSON


def _start(header: Header, match: Match, holder: str, versions: Sequence[KeptVersion] = ()) -> Start:
    holders = _holders(header.players, holder)
    if header.imported or not holders:  # only to be looked at, but still somebody's to list and to delete
        holders = {WATCHER: holder}
    return Start(NewMatch(header, standing_of(match), holders, versions))


def _holders(players: Mapping[str, str], holder: str) -> dict[str, str]:
    """Seat -> who has it: every seat of people is this browser's."""
    return {seat: holder for seat, player in players.items() if player == PERSON}


def _game(name: str, form: Mapping[str, str]) -> Game[Any, Any]:
    given = {key.removeprefix("option."): text for key, text in form.items() if key.startswith("option.")}
    try:
        return registry.new_game(name, {key: text.strip() for key, text in given.items()})
    except option_texts.OptionError as error:
        raise FormError(f"{_sentence(str(error))}") from None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _places(game: Game[Any, Any], form: Mapping[str, str]) -> dict[str, str]:
    """Seat by seat as the form says: PERSON, OPEN or an opponent; one of which it says nothing follows the seating."""
    seating, opponent = form.get("seating") or HOUSE, form.get("opponent") or DEFAULT_OPPONENT
    side = _choice(form, "side", ("one", "two"))
    if seating not in {HOUSE, SCREEN, FRIEND, ANYBODY}:
        raise FormError(f"Seating cannot be {seating[:30]!r}; it is {HOUSE}, {SCREEN}, {FRIEND} or {ANYBODY}.")
    if opponent not in NAMES:
        raise FormError(f"There is no opponent {opponent!r}; there are {', '.join(NAMES)}.")
    others = {HOUSE: opponent, SCREEN: PERSON, FRIEND: OPEN, ANYBODY: OPEN}[seating]
    mine = Seat(Side(side))
    shared = seating in {HOUSE, SCREEN}  # a friend's table has one seat for each browser, a partner's too
    follows = {seat: PERSON if seat == mine or (shared and seat.side is mine.side) else others for seat in game.seats}
    places = {seat.name: _place(seat, form) or follows[seat] for seat in game.seats}
    if OPEN in places.values() and PERSON not in places.values():
        raise FormError("Keep a seat for yourself: everybody else is invited to it.")
    return places


def _place(seat: Seat, form: Mapping[str, str]) -> str:
    chosen = form.get(f"seat.{seat.name}", "")
    if chosen not in ("", PERSON, OPEN, *NAMES):
        all_of_them = f"{PERSON}, {OPEN}, {', '.join(NAMES)}"
        raise FormError(f"Seat {seat.name} cannot be {chosen[:30]!r}'s; it is one of {all_of_them}.")
    return chosen


def _terms(form: Mapping[str, str], open_seats: Sequence[str]) -> Terms:
    """What the form says; time runs only where somebody else will sit."""
    time = _choice(form, "time", tuple(ALLOWANCES_S))
    return Terms(time if open_seats else NO_TIME, _choice(form, "watch", (ANYONE, NOBODY)))


def _hands(game: Game[Any, Any], form: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    """An opponent of the house brings its own hand unless it is given one; a person flicks exactly or with his hand.

    Whoever takes an open seat chooses his hand then.
    """
    taken = {seat: place for seat, place in places.items() if place != OPEN}
    hands = {
        seat: _hand(seat, form) if place == PERSON else _opponent_hand(place, game, form)
        for seat, place in taken.items()
    }
    hands = {seat: hand for seat, hand in hands.items() if hand != EXACT}
    refuse_half_exact(hands, taken)
    return hands


def _hand(seat: str, form: Mapping[str, str]) -> str:
    return told_hand(form.get(f"hand.{seat}", ""))


def _opponent_hand(opponent: str, game: Game[Any, Any], form: Mapping[str, str]) -> str:
    """Of whoever plays for the house: it watches nothing, and is never exact. Raises FormError."""
    given = form.get("opponent_hand", "")
    hand = told_hand(given) if given else hand_text(parse_spec(opponent, game.name).hand)
    if hand == EXACT or parse_hand(hand).visible:
        raise FormError(f"The house needs a hand that errs unseen, like '1.5deg 8%', not {hand!r}.")
    return hand


def told_hand(told: str) -> str:
    """A person's hand as headers keep it, EXACT where nothing is told. Raises FormError."""
    chosen = told or EXACT
    try:
        return chosen if chosen == EXACT else hand_text(parse_hand(chosen[:30]))
    except HandError as error:
        raise FormError(_sentence(str(error))) from None


def refuse_half_exact(hands: Mapping[str, str], players: Mapping[str, str]) -> None:
    """Between people exact flicks are for all of them or for none: a person with a hand has no chance against them.

    `players` are those who sit there already. Raises FormError.
    """
    people = [seat for seat, player in players.items() if player == PERSON]
    exact = [seat for seat in people if seat not in hands]
    if not between_people(players) or len(exact) in (0, len(people)):
        return
    handed = [seat for seat in people if seat not in exact]
    either, other = f"exact for {_called(handed)} too", f"a hand for {_called(exact)}"
    raise FormError(f"Between people exact flicks need both: choose {either}, or {other}.")


def _called(seats: Sequence[str]) -> str:
    names = [default_name(Seat.from_name(seat)) for seat in seats]
    return " and ".join(f"{name[:1].lower()}{name[1:]}" for name in names)


def between_people(players: Mapping[str, str]) -> bool:
    """Whether people hold both sides."""
    return len({Seat.from_name(seat).side for seat, player in players.items() if player == PERSON}) == len(Side)


def _agreed(form: Mapping[str, str], field: str, players: Mapping[str, str]) -> bool:
    """What both sides have or neither: against the house it is so, between people only where they say so."""
    chosen = form.get(field) or ("no" if between_people(players) else "yes")
    if chosen not in ("yes", "no"):
        raise FormError(f"{_sentence(field.replace('_', ' '))[:-1]} cannot be {chosen[:30]!r}; it is yes or no.")
    return chosen == "yes"


def _choice(form: Mapping[str, str], field: str, choices: tuple[str, ...]) -> str:
    chosen = form.get(field) or choices[0]
    if chosen not in choices:
        raise FormError(f"{field.capitalize()} cannot be {chosen!r}; it is one of {', '.join(choices)}.")
    return chosen


def _names(game: Game[Any, Any], form: Mapping[str, str], players: Mapping[str, str]) -> dict[str, str]:
    unnamed = _guests(game, players) | _titles(players)
    return {seat.name: _name(seat, form) or unnamed[seat.name] for seat in game.seats}


def _guests(game: Game[Any, Any], players: Mapping[str, str]) -> dict[str, str]:
    """What people without a name are called: the guest and his partner where they sit on one side only."""
    people = [seat for seat in game.seats if players[seat.name] == PERSON]
    if len(people) < len(game.seats) and len({seat.side for seat in people}) == 1:
        return {seat.name: title for seat, title in zip(people, (GUEST, GUESTS_PARTNER), strict=False)}
    return {seat.name: default_name(seat) for seat in people}


def _titles(players: Mapping[str, str]) -> dict[str, str]:
    """What those of the house are called; no two alike, so that sentences can name them."""
    titles: dict[str, str] = {}
    for seat, player in players.items():
        if player != PERSON:
            article, _, kind = TITLES[player].partition(" ")
            ways = (f"{article} {kind}", f"Another {kind}", f"A third {kind}", f"A fourth {kind}")
            titles[seat] = next(way for way in ways if way not in titles.values())
    return titles


def _name(seat: Seat, form: Mapping[str, str]) -> str:
    return told_name(form.get(f"name.{seat.name}", ""))


def told_name(told: str) -> str:
    """A name without what cannot be seen: control, bidirectional and zero-width characters. Raises FormError."""
    given = seen(told)
    if len(given) > LONGEST_NAME:
        raise FormError(f"The name {given[:LONGEST_NAME]!r}… is longer than {LONGEST_NAME} characters.")
    return given


def default_name(seat: Seat) -> str:
    """What a person is called who gives no name."""
    return f"Player {seat.side.value}" + (" B" if seat.place else "")


def chosen_seed(typed: str, open_seats: Sequence[str], settings: Settings) -> int:
    """The seed that was typed, or a fresh one. Whoever knows it knows every error of the hands: all or nobody."""
    if not typed:
        return settings.new_seed()
    if open_seats:
        raise FormError("A seed can be typed only where one browser holds the seats of all people; leave it empty.")
    if not (
        typed.isascii() and typed.isdigit() and len(typed) <= len(str(LARGEST_SEED)) and int(typed) <= LARGEST_SEED
    ):
        raise FormError(f"The seed {typed[:30]!r} is not a whole number from 0 to {LARGEST_SEED}.")
    return int(typed)


def _starter(form: Mapping[str, str], seed: int) -> Side:
    starter = _choice(form, "starter", ("toss", "one", "two"))
    return toss(seed) if starter == "toss" else Side(starter)
