"""What a bot says of the flick it has chosen: what it is for, and the chance that this comes true under its hand.

The search moves off the idea it began with, and a flick may bring about something else than that idea hoped for. So all
ideas of the same disc are held against fresh draws of the flick, and the one told is the one that says most of what
happens. Its chance is counted on draws of their own: the best of many shares flatters itself. What is slight and sure
is no promise: it is told only where there is nothing better to tell, and without a chance. What is left to the other
side is a clause of its own, and only where it differs from what other ideas would leave.
"""

from __future__ import annotations

import numpy as np

from pennyflick import physics
from pennyflick.players.noise import Floats
from pennyflick.players.search.aims import Aims, Idea, named, simulated
from pennyflick.players.search.hopes import (
    CONTACTS_SEEN,
    Hits,
    Hope,
    Misses,
    Trials,
    importance,
    tells_of_lies,
    tracked,
)
from pennyflick.players.search.search import Scene, concat, outlook
from pennyflick.table import DiscId, Object, Sentence, phrase

WORDS_DRAWS, CHANCE_DRAWS = 60, 200  # for the choice of words, and for the chance: known to about three in a hundred
ALREADY_SO = 0.6  # chosen: a little more than a quiet flick, less than a touch
FIRST_IDEA = 2.0  # chosen: how much more the idea counts with which the search began
SLIGHT, SURE = 2.5, 0.95  # what says no more than this, and comes true as often, promises nothing
SURE_COUNTS = 0.3  # chosen: a penny off at one in four is told before a quiet approach that cannot fail
LEFT_DRAWS, LEFT_IDEAS = 60, 300  # of the flick, and other ideas beside it
OFTEN_LEFT = 0.25  # the share of the draws that must leave the board to the other side, on the same sheet
FEW = 4  # ideas that leave it on that sheet: fewer are no yardstick
UNLIKE, NOTICED = 0.6, 0.006  # how much better or worse than other ideas: in their spreads, and of the whole scale


def explained(scene: Scene, aim: Aims, among: Aims | None = None) -> tuple[Sentence, float | None, Sentence]:
    """The sentence for the one flick meant, the chance that it comes true (None: it promises nothing), what it leaves.

    `among`: the ideas thought of, for who minds what it leaves the other side.
    """
    begun = aim.meant(0)
    if begun.hope is None:
        return begun.sentence, None, Sentence()
    sentence, hope = _told(scene, aim, begun, begun.hope)
    chance = _share(_trials(scene, _shaken(scene, aim, CHANCE_DRAWS), tracked(hope)), hope)
    promised = None if importance(hope) <= SLIGHT and chance >= SURE else chance
    return sentence, promised, Sentence() if among is None or tells_of_lies(hope) else leaving(scene, aim, among)


def _spread(values: Floats) -> float:
    return float(values.std()) if len(values) else 0.0


def _told(scene: Scene, aim: Aims, begun: Idea, hope: Hope) -> tuple[Sentence, Hope]:
    """The idea that says most of what happens, of all that the same disc could be flicked for."""
    ideas = [idea for idea in aim.ideas if idea.by == begun.by and idea != begun]
    track = next((disc for idea in (begun, *ideas) if (disc := _tracked(idea)) is not None), None)
    if not _share(_trials(scene, aim, track), hope):  # not even if the hand does exactly what was meant
        ideas += _plain(begun, list(scene.position.layout.on_board))
    still = Trials(_discs(scene), _unmoved(scene))
    tried = _trials(scene, _shaken(scene, aim, WORDS_DRAWS), track)
    return _telling(tried, still, begun.sentence, hope, ideas)


def leaving(scene: Scene, aim: Aims, among: Aims) -> Sentence:
    """What the one flick leaves the other side, beside what the ideas would; nothing where that is not to be seen."""
    some = among.rows(np.linspace(0, len(among) - 1, min(len(among), LEFT_IDEAS)).astype(np.int64))
    after, values, left = outlook(scene, concat(_shaken(scene, aim, LEFT_DRAWS), some))
    flicked = np.arange(len(after)) < LEFT_DRAWS
    for number in np.unique(after.which[left]):
        on_sheet = after.which == number
        mine, others = values[on_sheet & flicked], values[on_sheet & ~flicked]
        better = mine.mean() - others.mean() if len(mine) >= OFTEN_LEFT * LEFT_DRAWS and len(others) >= FEW else 0.0
        if abs(better) > max(UNLIKE * _spread(others), NOTICED):
            return phrase("leaves", Object(scene.side.other), "a hard one" if better > 0.0 else "a chance")
    return Sentence()


def _tracked(idea: Idea) -> DiscId | None:
    return None if idea.hope is None else tracked(idea.hope)


def _plain(begun: Idea, discs: list[DiscId]) -> list[Idea]:
    """What a flick does that brings about nothing better: it plays on another disc, or touches none."""
    flicked = begun.by.disc
    touches = [
        Idea(phrase(named(flicked), "plays on", named(disc)), Hits(flicked, disc), begun.by)
        for disc in discs
        if disc not in (flicked, begun.by.held)
    ]
    quiet = phrase("a quiet flick:", named(flicked), "touches nothing")
    return [*touches, Idea(quiet, Misses(flicked), begun.by)]


def _telling(
    trials: Trials, still: Trials, sentence: Sentence, hope: Hope, others: list[Idea]
) -> tuple[Sentence, Hope]:
    """The words that say most of what happens; those with which the search began if none say more.

    `still` is the board as if nothing were flicked: what holds already needs no flick.
    """
    most = ALREADY_SO * _share(trials, hope) if _share(still, hope) else FIRST_IDEA * _said(trials, hope)
    for idea in others:
        if idea.hope is None or importance(idea.hope) <= most:
            continue
        told = _said(trials, idea.hope)
        if told > most and (isinstance(idea.hope, Misses) or not _share(still, idea.hope)):
            sentence, hope, most = idea.sentence, idea.hope, told
    return sentence, hope


def _said(trials: Trials, hope: Hope) -> float:
    """How much the words say of what happens."""
    said, share = importance(hope), _share(trials, hope)
    return share * said * (SURE_COUNTS if said <= SLIGHT and share >= SURE else 1.0)


def _share(trials: Trials, hope: Hope) -> float:
    return float(trials.came_true(hope).mean())


def _shaken(scene: Scene, aim: Aims, draws: int) -> Aims:
    """Fresh draws of the flick as the hand may do it."""
    return aim.erring(scene.hand, scene.noise.pairs(draws))


def _trials(scene: Scene, tries: Aims, track: DiscId | None) -> Trials:
    return Trials(_discs(scene), simulated(scene.game, scene.position, tries, CONTACTS_SEEN, track))


def _discs(scene: Scene) -> list[DiscId]:
    return [disc.id for disc in scene.game.discs]


def _unmoved(scene: Scene) -> physics.Outcomes:
    """The board as if nothing were flicked."""
    layouts = physics.Layouts.of(scene.game.discs, scene.position.layout)
    one = len(layouts.on)
    return physics.Outcomes(
        rest_xy=layouts.xy,
        fate=np.where(layouts.on, 0, 3).astype(np.int8),
        fate_s=np.full(layouts.on.shape, np.nan),
        contact_count=np.zeros(one, dtype=np.int32),
        contact_discs=np.zeros((one, 0, 2), dtype=np.int8),
        contact_push=np.zeros((one, 0), dtype=np.bool_),
        corner_xy=np.zeros((one, 0, 2)),
        corner_count=np.zeros(one, dtype=np.int32),
        capped=np.zeros(one, dtype=np.bool_),
        finger_work_g_mm2_s2=np.zeros(one),
    )
