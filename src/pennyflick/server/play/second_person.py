"""Sentences said to the one they speak of: "One flicks" becomes "You flick". Law: rather One than bad grammar."""

from __future__ import annotations

import re

_THIRD_PERSON = """
    answers attacks begins declines flicks gets keeps kills leaves lets lifts loses makes places plays puts respots
    scores serves sets shoots side-flicks starts stops takes waives wins
"""
_UNCHANGED = """
    broke cannot did fouled knocked may moved must placed repositioned resigned returned spotted touched
"""
# What may follow a side as its verb, and what follows "you". Only these: a noun in -s must not lose its ending.
VERBS = (
    {verb: verb.removesuffix("s") for verb in _THIRD_PERSON.split()}
    | {verb: verb for verb in _UNCHANGED.split()}
    | {"has": "have", "is": "are", "was": "were"}
)
_ASIDE = r"(?:, who lost,| first)"  # what stands between a side and its verb
_CLAUSE = r"[^:;.]*?(?=[:;.]|\b(?:One|Two)\b|$)"  # as far as one subject reaches
_FURTHER_VERB = re.compile(r"(?P<joint>,? and|,? or|,) (?P<verb>[a-z-]+)\b")
_HIS = re.compile(r"\bhis\b")


def said_to(side: str, sentence: str) -> str | None:
    """One sentence with "you" for the side, One or Two; None: it is built in a way that is not known here."""
    if not re.search(rf"\b{side}\b", sentence):
        return sentence
    said = _mentions(side).sub(_you, sentence)
    return None if re.search(rf"\b{side}\b", said) else said


def _mentions(side: str) -> re.Pattern[str]:
    """Every way in which a sentence speaks of a side; a score ("One 40") and an object stay without a verb."""
    return re.compile(
        rf"(?P<owner>\b{side}'s(?= \w))"
        rf"|(?P<owned>(?<=\bof ){side}\b)"
        rf"|(?P<object>(?:(?<=\bfor )|(?<=\bto )){side}\b|\b{side}(?= \d))"
        rf"|\b{side}(?P<aside>{_ASIDE}?) (?P<verb>{'|'.join(VERBS)})\b(?P<rest>{_CLAUSE})"
    )


def _you(found: re.Match[str]) -> str:
    if found["owned"]:
        return "yours"
    you = "You" if found.start() == 0 else "you"
    if found["owner"]:
        return f"{you}r"
    if found["object"]:
        return you
    rest = _FURTHER_VERB.sub(_agreeing, _HIS.sub("your", found["rest"]))
    return f"{you}{found['aside']} {VERBS[found['verb']]}{rest}"


def _agreeing(found: re.Match[str]) -> str:
    return f"{found['joint']} {VERBS.get(found['verb'], found['verb'])}"
