import json
import re
from pathlib import Path
from typing import Any

import pytest

from pennyflick.cli.errors import CommandError
from pennyflick.match import replay
from pennyflick.record import parse_record
from pennyflick.rules import registry

BLACK = ("umpire", "penny-black", "--starter", "one")
MISS: dict[str, Any] = {"seen": {}}
WIN_Y1 = {"seen": {"off": ["Y1"], "shooter_hit": True}}


def _lines(*entries: object) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def _answers(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


# ---- for programs ----------------------------------------------------------------------------------------------------
def test_each_line_in_gets_one_line_out_with_ruling_score_and_what_is_next(command: Any) -> None:
    start, won, missed = _answers(command(*BLACK, "--json", typed=_lines(WIN_Y1, MISS)).out)

    assert start["ok"] is True
    assert start["entries"] == 0
    assert start["next"]["seats"] == ["one"]
    assert won["clauses"] == [reason["clause"] for reason in won["ruling"]]
    assert "BLK-8" in won["clauses"]
    assert won["score"][0]["one"].startswith("1")
    assert won["next"]["seats"] == ["one"]
    assert "Y1" not in next(q for q in won["next"]["questions"] if q["field"] == "off")["options"]
    assert "BLK-13" in missed["clauses"]
    assert missed["next"]["seats"] == ["two"]
    assert missed["entries"] == 2
    assert re.fullmatch(r"[0-9a-f]{8}", missed["digest"])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "not JSON"),
        ("[1]", "one JSON object"),
        ("{}", "exactly one of seen, place"),
        ('{"seen": {}, "choose": "pass"}', "this one says seen, choose"),
        ('{"seen": {}, "comment": "hi"}', "not comment"),
        ('{"seen": []}', 'write {"seen"'),
        ('{"seen": {"off": ["Q7"]}}', "no off named 'Q7'"),
        ('{"seen": {"off": [7]}}', "off is a list of words"),
        ('{"seen": {"shooter_off": "yes"}}', "yes or no (true or false)"),
        ('{"seen": {}, "by": "three"}', "a seat is one, two"),
        ('{"seen": {}, "by": ["one"]}', "a seat is one, two"),
        ('{"seen": {}, "by": "two"}', "it is for One to play"),
        ('{"undo": 1}', "cannot undo 1: 0 entries"),
        ('{"undo": "all"}', "a whole number"),
        ('{"place": ["Y1"]}', "nothing is to be put down"),
        ('{"declare": {"what": "touch"}}', 'write {"seen"'),
        ('{"declare": {"what": "touch", "by": "one", "discs": "Y1"}}', "a list of words"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_bad_input_gets_an_error_line_and_nothing_is_lost(command: Any, line: str, message: str) -> None:
    typed = f"{line}\n" + _lines({"show": True}, MISS)
    start, error, shown, missed = _answers(command(*BLACK, "--json", typed=typed).out)
    assert error["ok"] is False
    assert message in error["error"]
    assert shown == start
    assert missed["entries"] == 1


def test_undo_goes_back_and_stop_stops(command: Any) -> None:
    typed = _lines(WIN_Y1, MISS, {"undo": 2}, {"stop": True}, MISS)
    start, *_, undone = _answers(command(*BLACK, "--json", typed=typed).out)
    assert undone == start


def test_a_foul_without_a_flick_and_a_resignation_can_be_told(command: Any) -> None:
    typed = _lines({"declare": {"what": "unclean", "by": "one"}}, {"resign": "one"}, MISS)
    _, foul, over, late = _answers(command(*BLACK, "--json", typed=typed).out)
    assert "BLK-16" in foul["clauses"]
    assert over["result"]["winner"] == "two"
    assert over["next"] is None
    assert late["ok"] is False


def test_a_sitting_can_be_stopped_and_resumed_from_its_record(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "friday.txt"
    first = _answers(command(*BLACK, "--json", "--record", str(path), typed=_lines(WIN_Y1)).out)
    words = ("umpire", "penny-black", "--json", "--resume", str(path), "--record", str(path))

    again = _answers(command(*words, typed=_lines(MISS)).out)

    assert again[0]["ledger"] == first[-1]["ledger"]
    assert again[0]["score"] == first[-1]["score"]
    record = parse_record(path.read_text(encoding="utf-8"))
    assert len(record.entries) == 2
    assert replay(record).verified


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("umpire", "penny-blue", "--resume", "FILE"), "is a match of penny-black, not of penny-blue"),
        (("umpire", "penny-black", "--resume", "FILE", "--starter", "one"), "leave them out"),
        (("umpire", "penny-black", "--resume", "none.txt"), "cannot read"),
        (("umpire", "penny-black", "--resume", "SIMULATED"), "is a simulated match"),
        (("umpire", "penny-black", "--resume", "CHANGED"), "does not replay: action 1"),
        (("umpire", "penny-blak"), "did you mean 'penny-black'?"),
        (("umpire", "penny-black", "--names", "A", "B", "C"), "3 names for 2 seats"),
    ],
)
def test_what_cannot_be_umpired_is_told(
    command: Any, tmp_path: Path, record_file: Path, words: tuple[str, ...], message: str
) -> None:
    path, changed = tmp_path / "friday.txt", tmp_path / "changed.txt"
    command(*BLACK, "--json", "--record", str(path), typed=_lines(WIN_Y1))
    changed.write_text(path.read_text(encoding="utf-8").replace("off=[Y1]", "off=[Y2]"), encoding="utf-8")
    named = {"FILE": str(path), "SIMULATED": str(record_file), "CHANGED": str(changed)}
    ran = command(*(named.get(word, word) for word in words))
    assert ran.code == 2
    assert message in ran.err


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value keeps a JSON schema, as far as ours use the language."""
    kinds = {
        "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None),
    }  # fmt: skip
    if "oneOf" in schema:
        return sum(_fits(value, each) for each in schema["oneOf"]) == 1
    if "anyOf" in schema:
        return any(_fits(value, each) for each in schema["anyOf"])
    if "const" in schema:
        return bool(value == schema["const"])
    if "enum" in schema:
        return value in schema["enum"]
    allowed = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, kinds[kind]) for kind in allowed):
        return False
    if isinstance(value, list):
        return all(_fits(each, schema["items"]) for each in value)
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        if not set(schema.get("required", ())) <= set(value):
            return False
        for name, each in value.items():
            wanted = known.get(name, more)
            if wanted is False or (isinstance(wanted, dict) and not _fits(each, wanted)):
                return False
    return True


@pytest.mark.parametrize("name", registry.names())
def test_every_line_in_and_out_keeps_the_printed_schema(command: Any, name: str) -> None:
    schema = json.loads(command("umpire", name, "--schema").out)["$defs"]
    entries: list[dict[str, Any]] = [
        {"seen": {}},
        {"seen": {"declared": ["touch"]}},
        {"declare": {"what": "unclean", "by": "one"}},
        {"show": True},
        {"undo": 1},
        {"resign": "two"},
        {"choose": "no-such-thing"},
    ]
    assert all(_fits(entry, schema["entry"]) for entry in entries)
    assert not _fits({"seen": {}, "choose": "x"}, schema["entry"])
    answers = _answers(command("umpire", name, "--starter", "one", "--json", typed=_lines(*entries)).out)
    assert len(answers) == len(entries) + 1
    for answer in answers:
        assert _fits(answer, schema["answer" if answer["ok"] else "error"]), answer


def test_the_examples_of_the_page_run_as_they_stand(command: Any) -> None:
    page = (Path(__file__).parents[2] / "docs" / "umpire.md").read_text(encoding="utf-8")
    sessions = re.findall(r"<!-- (pennyflick umpire [^>]*) -->\n```json\n(.*?)```", page, re.DOTALL)
    assert sessions
    for words, session in sessions:
        typed = "".join(line[2:] + "\n" for line in session.splitlines() if line.startswith("> "))
        told = [json.loads(line[2:]) for line in session.splitlines() if line.startswith("< ")]
        answers = _answers(command(*words.split()[1:], typed=typed).out)
        assert len(told) == len(answers)
        for shown, answer in zip(told, answers, strict=True):
            assert {key: answer[key] for key in shown} == shown


# ---- for people ------------------------------------------------------------------------------------------------------
def test_a_person_is_asked_and_reads_the_ruling_and_the_score(command: Any) -> None:
    typed = "\ny1\n\ny\n\n\n\n\n\nstop\n"  # Enter: the flick; off Y1; not off itself; hit; near, push, on, under, fouls
    ran = command(*BLACK, "--names", "Ann", "Bob", typed=typed)
    assert ran.code == 0
    assert "Which pennies came off the board?" in ran.out
    assert "BLK-8" in ran.out
    assert "Stopped." in ran.out


def test_a_slip_is_asked_again_and_back_starts_the_entry_anew(command: Any) -> None:
    ran = command(*BLACK, typed="flick\nQ1\nback\nscore\nnonsense\nhelp\nundo\nundo two\nrules BLK-8\nstop\n")
    assert "no off named 'Q1'" in ran.out
    assert "cannot read 'nonsense'" in ran.out
    assert "cannot undo 1: 0 entries" in ran.out
    assert "a whole number, not 'two'" in ran.out
    assert "moved-board" in ran.out
    assert "BLK-8 · " in ran.out


def test_a_contradiction_is_asked_back_and_the_rest_is_kept(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    first = "\ny1\n\n\nY1 Y2\n\n\n\n\n"  # off Y1; not off itself; hit not said; near Y1 and Y2; push, on, under, fouls
    again = "\ny2\nstop\n"  # asked again: off stays as told, near is only Y2
    ran = command(*BLACK, "--record", str(path), typed=first + again)

    assert "Y1 came off, so it cannot lie near the shooter" in ran.out
    assert "(told: Y1)" in ran.out
    assert "(told: Y1 Y2)" in ran.out
    assert ran.out.count("Did the shooter touch any penny?") == 1
    assert "seen off=[Y1] near=[Y2] {BLK-8}" in path.read_text(encoding="utf-8")


def test_an_answer_can_be_taken_back_or_given_up_when_asked_again(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    first = "\ny1\n\n\nY1\n\n\n\n\n"
    command(*BLACK, "--record", str(path), typed=f"{first}none\n\nstop\n")
    assert "seen near=[Y1] {BLK-13}" in path.read_text(encoding="utf-8")
    ran = command("umpire", "penny-black", "--starter", "one", typed=f"{first}back\nstop\n")
    assert ran.out.count("Stopped.") == 1


def test_a_foul_in_conversation_asks_what_fell(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    ran = command(
        "umpire", "penny-blue", "--starter", "one", "--record", str(path), typed="foul moved-board by two\nSA\n"
    )
    assert "Which pennies came off the board because of it?" in ran.out
    assert "BLU-8" in ran.out
    assert "1. two declare moved-board by two off=[SA] {" in path.read_text(encoding="utf-8")


def test_a_program_is_told_which_questions_contradict_each_other(command: Any) -> None:
    contradiction = {"seen": {"shooter_off": True, "near": ["Y1"]}}
    fell = {"declare": {"what": "moved-board", "by": "two", "off": ["Y1"]}}
    start, error, foul = _answers(command(*BLACK, "--json", typed=_lines(contradiction, fell)).out)
    assert error["fields"] == ["shooter_off", "near"]
    assert {"off"} == {question["field"] for question in start["next"]["fallen"]}
    assert foul["clauses"] == ["GEN-6", "BLK-16"]
    assert foul["score"][0]["one"].startswith("1")


def test_fouls_undo_and_resignation_in_conversation(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    typed = "foul touch Y1 by one\n\nundo\nfoul unclean by one\nresign two\n"
    ran = command(*BLACK, "--record", str(path), typed=typed)
    assert ran.code == 0
    assert "0 entries are left." in ran.out
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.result == "one: Two resigned: One wins."
    assert replay(record).verified


def test_the_end_of_input_stops_and_keeps_everything(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    command(*BLACK, "--record", str(path), typed="foul unclean by one\n")
    assert len(parse_record(path.read_text(encoding="utf-8")).entries) == 1


def test_a_record_that_is_there_already_is_never_overwritten_by_another_match(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    command(*BLACK, "--record", str(path), typed="foul unclean by one\n")
    before = path.read_text(encoding="utf-8")
    ran = command(*BLACK, "--record", str(path))
    assert ran.code == 2
    assert "is there already; go on with it by --resume" in ran.err
    assert path.read_text(encoding="utf-8") == before


def test_an_entry_that_cannot_be_kept_is_not_made(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "book.txt"
    kept = [True, False, True]

    def write(path: Path, text: str) -> None:
        if not kept.pop(0):
            raise CommandError("cannot write: no space left")

    monkeypatch.setattr("pennyflick.cli.umpire.write_text", write)
    _, failed, made = _answers(command(*BLACK, "--json", "--record", str(path), typed=_lines(MISS, WIN_Y1)).out)
    assert failed == {"ok": False, "error": "cannot write: no space left", "fields": []}
    assert made["entries"] == 1


# ---- names -----------------------------------------------------------------------------------------------------------
NAMED = (*BLACK, "--names", "Ann", "Bob Lee")


def test_everything_is_said_with_the_names_of_the_table(command: Any) -> None:
    typed = "\n".join(("flick", *("",) * 8, "foul touch Y4 by bob lee", "", "score", "resign ANN", ""))
    out = command(*NAMED, typed=typed).out

    assert "Penny Black. Ann starts." in out
    assert "Ann puts the shooter on an opening spot and flicks it at the set." in out
    assert "Bob Lee gets a free shot." in out
    assert "Bob Lee touched Y4" in out
    assert re.search(r"^ +Ann  Bob Lee$", out, re.MULTILINE)
    assert "Ann resigned: Bob Lee wins." in out
    assert not re.search(r"\b(One|Two)\b", out)


@pytest.mark.parametrize("who", ["Bob Lee", "BOB LEE", "two"])
def test_a_player_is_found_by_name_or_by_seat(command: Any, who: str) -> None:
    assert "Bob Lee resigned: Ann wins." in command(*NAMED, typed=f"resign {who}\n").out


def test_an_unknown_name_is_answered_with_those_that_are_there(command: Any) -> None:
    assert (
        "nobody here is called 'Zed'; there are Ann (one), Bob Lee (two)" in command(*NAMED, typed="resign Zed\n").out
    )


def test_two_alike_are_told_apart_by_their_seats(command: Any) -> None:
    out = command(*BLACK, "--names", "Ann", "ann", typed="resign ann\nresign two\n").out

    assert "two are called 'ann'; there are Ann (one), ann (two)" in out
    assert "Two resigned: One wins." in out


def test_programs_read_the_names_too(command: Any) -> None:
    start, missed, over = _answers(command(*NAMED, "--json", typed=_lines(MISS, {"resign": "two"})).out)

    assert start["next"]["sentence"].startswith("Ann puts")
    assert missed["ruling"][0]["sentence"].endswith("Bob Lee gets a free shot.")
    assert over["result"] == {"winner": "one", "sentence": "Bob Lee resigned: Ann wins."}
    assert over["notes"] == ["Bob Lee resigned: Ann wins."]


def test_partners_are_called_by_their_own_names(command: Any) -> None:
    red = ("umpire", "penny-red", "--starter", "one", "--options", "doubles=yes", "--names", "Ann", "Bob", "Cid", "Dot")
    out = command(*red, typed="resign dot\n").out

    assert "Ann serves: A1 into the red." in out
    assert "Dot resigned: Ann and Cid win." in out


def test_the_record_says_one_and_two(command: Any, tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    command(*NAMED, "--record", str(kept), typed="resign Ann\n")

    assert parse_record(kept.read_text("utf-8")).result == "two: One resigned: Two wins."
    assert "result two: Ann resigned: Bob Lee wins." in command("replay", str(kept)).out
