"""People in the store: seats and who holds them, seats on the move, strangers, sent flicks, and being forgotten."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from typing import Any

import pytest

from pennyflick.server.store.people import Forgetting, Handover, Plea, SentFlick, SpentError, Vacancy
from pennyflick.server.store.sql.forgetting import NOBODY
from pennyflick.server.store.sql.store import SqlStore
from pennyflick.server.store.store import (
    Advance,
    Bell,
    Branch,
    Header,
    Invitation,
    KeptReply,
    KeptVersion,
    NewMatch,
    Person,
    SeatTakenError,
    Sitting,
    Standing,
    Terms,
    Under,
)
from pennyflick.table import phrase
from tests.server.store.running import run
from tests.server.store.samples import HEADER, NOW

HOUR = timedelta(hours=1)
STANDING = Standing(0, False, phrase("on"))
FLICK = SentFlick("f", "penny-black", {"a": "b"}, "{}", "one", b"\x00", "Ann", "good", "ann", NOW, "other")


def _created(store: SqlStore, id_: str = "abc", holders: Any = None, open_: str = "", **changes: Any) -> Header:
    header = dataclasses.replace(HEADER, id=id_, **changes)
    invitations = [Invitation(f"token {id_}", id_, open_)] if open_ else []
    run(store.create(NewMatch(header, STANDING, holders or {"one": "ann", "two": "bo"}, invitations=invitations)))
    return header


def test_an_invitation_is_spent_by_sitting_down_and_the_header_tells_who_did(store: SqlStore) -> None:
    header = _created(store, holders={"one": "ann"}, open_="two")
    assert run(store.invitation("token abc")) == Invitation("token abc", "abc", "two")
    assert (run(store.open_seats("abc")), run(store.open_tables("ann"))) == (("two",), 1)
    assert run(store.rows("ann"))[0].awaits

    told = dataclasses.replace(header, names={"one": "Ann", "two": "Cy"}, hands={"two": "good"}, terms=Terms("30s"))
    run(store.sit(Sitting(told, "two", "cy", NOW + HOUR)))

    assert run(store.invitation("token abc")) == Invitation("token abc", "abc", "two", spent=True)
    assert (run(store.open_seats("abc")), run(store.open_tables("ann"))) == ((), 0)
    assert (run(store.header("abc")), run(store.deadline("abc"))) == (told, NOW + HOUR)
    assert run(store.holders("abc")) == {"one": "ann", "two": "cy"}
    assert not run(store.rows("ann"))[0].awaits
    with pytest.raises(SeatTakenError):
        run(store.sit(Sitting(told, "two", "dee")))
    assert run(store.invitation("nothing")) is None


def test_what_somebody_told_of_himself_is_kept_until_he_tells_otherwise(store: SqlStore) -> None:
    assert run(store.person("ann")) == Person("ann")
    for name in ("Ann", "Anna"):
        run(store.keep_person(Person("ann", name, {"sound": "off"})))
    assert run(store.person("ann")) == Person("ann", "Anna", {"sound": "off"})


def test_every_seat_of_somebody_is_known_put_away_or_practice_too(store: SqlStore) -> None:
    _created(store, "both", {"two": "ann", "one": "ann"})
    _created(store, "practice", {"one": "ann"}, practice="1")
    run(store.unlist("both", "ann", NOW))

    assert run(store.held("ann")) == {"both": ("one", "two"), "practice": ("one",)}


def test_seats_move_to_another_device_once(store: SqlStore) -> None:
    _created(store)
    _created(store, "other")
    run(store.keep_handover(Handover("first", "ann", "abc", NOW)))
    handover = Handover("second", "ann", "abc", NOW)
    run(store.keep_handover(handover))
    assert (run(store.handover("first")), run(store.handover("second"))) == (None, handover)
    run(store.unlist("abc", "ann", NOW))

    run(store.hand_over(handover, "phone"))
    assert (run(store.seats("abc", "phone")), run(store.seats("other", "ann"))) == (("one",), ("one",))
    assert len(run(store.rows("phone"))) == 1, "what was put away there is listed here"
    with pytest.raises(SpentError):
        run(store.hand_over(handover, "another"))


def test_everything_moves_to_another_device_and_what_it_told_before_gives_way(store: SqlStore) -> None:
    for id_ in ("abc", "other"):
        _created(store, id_)
    _created(store, "there", {"one": "phone"}, open_="two")
    for holder in ("ann", "phone"):
        run(store.keep_person(Person(holder, holder)))
        run(store.unlist("abc", holder, NOW))
    run(store.keep_flick(FLICK))
    run(store.keep_vacancy(Vacancy("there", "ann", NOW, {}), dataclasses.replace(HEADER, id="there")))
    everything = Handover("all", "ann", None, NOW)
    run(store.keep_handover(everything))

    assert set(run(store.hand_over(everything, "phone"))) == {"abc", "other"}
    assert set(run(store.held("phone"))) == {"abc", "other", "there"}
    assert run(store.person("phone")).name == "ann"
    assert run(store.person("ann")) == Person("ann")
    assert run(store.flick("f")).holder == run(store.vacancy("there")).holder == "phone"
    assert [row.header.id for row in run(store.put_away("phone"))] == ["abc"]


def test_a_plea_is_answered_once_by_those_who_sit_there(store: SqlStore) -> None:
    _created(store)
    pleas = [Plea(id_, "abc", "one", "cy", NOW + number * HOUR) for number, id_ in enumerate(("p1", "p2", "p3"))]
    for plea in pleas:
        run(store.keep_plea(plea))
    assert run(store.pleas_to_answer("bo")) == pleas
    assert run(store.pleas_to_answer("cy")) == []

    run(store.refuse(pleas[0]))
    assert run(store.pleas("abc")) == [dataclasses.replace(pleas[0], refused=True), *pleas[1:]]
    run(store.grant(pleas[1]))
    assert run(store.holders("abc")) == {"one": "cy", "two": "bo"}
    assert run(store.pleas("abc")) == [], "what else was asked of this seat is answered with it"
    for answer in (store.refuse(pleas[0]), store.grant(pleas[2])):
        with pytest.raises(SpentError):
            run(answer)


def test_a_vacancy_is_offered_while_a_seat_is_open(store: SqlStore) -> None:
    header = _created(store, holders={"one": "ann"}, open_="two")
    other = _created(store, "other", {"one": "bo"}, open_="two")
    later = Vacancy("abc", "ann", NOW + HOUR, {"one": "Ann"})
    run(store.keep_vacancy(Vacancy("abc", "ann", NOW, {}), header))
    run(store.keep_vacancy(later, dataclasses.replace(header, names={"one": "A stranger", "two": "Bo"})))
    run(store.keep_vacancy(Vacancy("other", "bo", NOW, {}), other))

    assert [vacancy.match for vacancy in run(store.vacancies())] == ["other", "abc"]
    assert run(store.vacancy("abc")) == later
    assert run(store.header("abc")).names["one"] == "A stranger"
    run(store.close_vacancy(header))
    assert (run(store.vacancy("abc")), run(store.header("abc")).names["one"]) == (None, "Ann")
    run(store.sit(Sitting(other, "two", "cy")))
    assert run(store.vacancies()) == []


def test_a_flick_is_sent_once_and_the_tries_at_it_are_found(store: SqlStore) -> None:
    run(store.keep_flick(FLICK))
    run(store.keep_flick(dataclasses.replace(FLICK, name="somebody else")))
    assert (run(store.flick("f")), run(store.flick("g")), run(store.flicks())) == (FLICK, None, 1)

    for number in (2, 1):
        _created(store, f"try {number}", {"one": "ann"}, practice="beat f", created=NOW + number * HOUR)
    _created(store, "another", {"one": "bo"}, practice="beat f")
    assert [header.id for header in run(store.practice_matches("ann", "beat f"))] == ["try 1", "try 2"]


def test_the_family_of_a_match_is_what_was_branched_from_it_and_from_that(store: SqlStore) -> None:
    _created(store)
    _created(store, "child", branch=Branch("abc", 1))
    _created(store, "grandchild", branch=Branch("child", 1))
    _created(store, "stranger", branch=Branch("nobody", 1))

    assert {header.id for header in run(store.family("abc"))} == {"abc", "child", "grandchild"}
    assert run(store.family("nowhere")) == []


def test_whoever_is_forgotten_is_nowhere_any_more(store: SqlStore) -> None:
    header = _created(store)
    _created(store, "own", {"one": "ann"})
    kept = KeptVersion(1, "action", "one", "{}", None, "0" * 8, "Ann flicks, Annabel looks on.", Under(1, 1), b"")
    run(store.advance(Advance("abc", kept, Standing(1, False, phrase("on")), NOW, KeptReply("done", "Ann"))))
    for command, reply in (("named", "Not now, Ann!"), ("unnamed", "Not now.")):
        run(store.keep_refusal("abc", KeptReply(command, reply)))
    run(store.keep_person(Person("ann", "Ann")))
    run(store.keep_flick(FLICK))
    run(store.keep_bell("ann", Bell("https://push.example/a", "key", "auth"), 5))
    run(store.ring("abc", "ann"))
    nameless = dataclasses.replace(header, names={"one": "One", "two": "Bo"})

    run(store.forget(Forgetting("ann", ["own"], [nameless], ["Ann"], NOW)))

    assert run(store.header("own")) is None
    assert (run(store.header("abc")), run(store.holders("abc"))) == (nameless, {"two": "bo"})
    assert run(store.version("abc", 1)).thought == f"{NOBODY} flicks, Annabel looks on."
    assert [run(store.reply("abc", command)) for command in ("done", "named", "unnamed")] == ["Ann", None, "Not now."]
    assert (run(store.flick("f")).name, run(store.flick("f")).holder) == ("", "")
    assert (run(store.person("ann")), run(store.bells("ann")), run(store.held("ann"))) == (Person("ann"), [], {})


def test_what_has_passed_is_swept_away(store: SqlStore) -> None:
    header = _created(store, holders={"one": "ann"}, open_="two")
    run(store.keep_handover(Handover("h", "ann", None, NOW)))
    run(store.keep_vacancy(Vacancy("abc", "ann", NOW, {}), header))
    run(store.keep_plea(Plea("p", "abc", "one", "cy", NOW)))
    run(store.keep_flick(FLICK))
    run(store.sweep_people(NOW, NOW, NOW))
    assert run(store.handover("h")) is not None
    assert run(store.vacancies())
    assert run(store.pleas("abc"))
    assert run(store.flicks())

    later = NOW + HOUR
    run(store.sweep_people(later, later, later))
    assert run(store.handover("h")) is None
    assert (run(store.vacancies()), run(store.pleas("abc")), run(store.flicks())) == ([], [], 0)
