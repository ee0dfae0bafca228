"""What a bot says of the flick it has chosen: what it is for, and the chance that this comes true under its hand.

The search moves off the idea it began with, and a flick may bring about something else than that idea hoped for. So all
ideas of the same disc are held against fresh draws of the flick, and the one told is the one that says most of what
happens. Its chance is counted on draws of their own: the best of many shares flatters itself.
"""

from __future__ import annotations

import numpy as np

from pennyflick import physics
from pennyflick.players.search.aims import Aims, Idea, named, simulated
from pennyflick.players.search.hopes import CONTACTS_SEEN, Hits, Hope, Misses, Trials, importance, tracked
from pennyflick.players.search.search import Scene
from pennyflick.table import DiscId, Sentence, phrase

WORDS_DRAWS, CHANCE_DRAWS = 60, 200  # for the choice of words, and for the chance: known to about three in a hundred
ALREADY_SO = 0.6  # chosen: a little more than a quiet flick, less than a touch
FIRST_IDEA = 2.0  # chosen: how much more the idea counts with which the search began


def explained(scene: Scene, aim: Aims) -> tuple[Sentence, float | None]:
    """The sentence for the one flick meant, and the chance that it comes true; None: it promises nothing."""
    begun = aim.meant(0)
    if begun.hope is None:
        return begun.sentence, None
    ideas = [idea for idea in aim.ideas if idea.by == begun.by and idea != begun]
    track = next((disc for idea in (begun, *ideas) if (disc := _tracked(idea)) is not None), None)
    if not _share(_trials(scene, aim, track), begun.hope):  # not even if the hand does exactly what was meant
        ideas += _plain(begun, list(scene.position.layout.on_board))
    still = Trials(_discs(scene), _unmoved(scene))
    tried = _trials(scene, _shaken(scene, aim, WORDS_DRAWS), track)
    sentence, hope = _telling(tried, still, begun.sentence, begun.hope, ideas)
    return sentence, _share(_trials(scene, _shaken(scene, aim, CHANCE_DRAWS), tracked(hope)), hope)


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
    first = ALREADY_SO if _share(still, hope) else FIRST_IDEA * importance(hope)
    most = first * _share(trials, hope)
    for idea in others:
        if idea.hope is None or importance(idea.hope) <= most:
            continue
        told = importance(idea.hope) * _share(trials, idea.hope)
        if told > most and (isinstance(idea.hope, Misses) or not _share(still, idea.hope)):
            sentence, hope, most = idea.sentence, idea.hope, told
    return sentence, hope


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
