import json
import re
from pathlib import Path
from typing import Any

from pennyflick.record import parse_position, parse_record, position_digest


def test_an_honest_record_is_verified(command: Any, record_file: Path) -> None:
    ran = command("replay", str(record_file))
    assert ran.code == 0
    assert re.search(r"^verified: Penny Black, \d+ actions, result ", ran.out, re.MULTILINE)


def test_a_record_can_come_from_standard_input(command: Any, record_text: str) -> None:
    assert command("replay", "-", typed=record_text).code == 0


def test_the_first_difference_is_told_with_what_agreed_and_what_cannot_be_checked(
    command: Any, record_file: Path, record_text: str
) -> None:
    lines = record_text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("3. "))
    lines[at] = lines[at][:-8] + "00000000"
    record_file.write_text("\n".join(lines), encoding="utf-8")

    ran = command("replay", str(record_file))

    assert ran.code == 1
    assert "actions 1 to 2 agree (2 flicks)" in ran.out
    assert "differs at action 3: the position's digest is " in ran.out
    assert "actions after it cannot be checked" in ran.out


def test_another_physics_version_is_told_and_the_flicks_are_still_tried(
    command: Any, record_file: Path, record_text: str
) -> None:
    record_file.write_text(record_text.replace('[Physics "', '[Physics "9'), encoding="utf-8")
    ran = command("replay", str(record_file))
    assert ran.code == 0
    assert "made by physics version 9" in ran.out


def test_a_program_gets_json(command: Any, record_file: Path) -> None:
    told = json.loads(command("replay", str(record_file), "--json").out)
    assert told["verified"] is True
    assert told["game"] == "penny-black"
    assert told["agreed"] == told["actions"] == told["agreed_flicks"]
    assert told["difference"] is None


def test_pictures_are_written_of_the_opening_and_of_every_action(
    command: Any, record_file: Path, record_text: str, tmp_path: Path
) -> None:
    folder = tmp_path / "deep" / "frames"
    assert command("replay", str(record_file), "--svg", str(folder)).code == 0
    actions = len(re.findall(r"^\d+\. ", record_text, re.MULTILINE))
    assert sorted(path.name for path in folder.iterdir()) == [f"{i:03d}.svg" for i in range(actions + 1)]
    assert (folder / "001.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_what_is_no_record_is_told_with_line_and_column(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text('[Game "penny-black"]\n[Starter "nobody"]\n', encoding="utf-8")
    ran = command("replay", str(path))
    assert ran.code == 2
    assert "line 2, column 11: expected one or two, found 'nobody'" in ran.err


def test_a_missing_file_is_told(command: Any, tmp_path: Path) -> None:
    ran = command("replay", str(tmp_path / "none.txt"))
    assert ran.code == 2
    assert "cannot read" in ran.err


def test_a_record_of_a_real_board_has_no_pictures(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "real.txt"
    command("umpire", "penny-black", "--starter", "one", "--record", str(path), typed="")
    assert command("replay", str(path)).code == 0
    ran = command("replay", str(path), "--svg", str(tmp_path))
    assert ran.code == 2
    assert "needs a simulated match" in ran.err


def test_the_position_after_an_action_can_be_had_as_text(command: Any, record_file: Path, record_text: str) -> None:
    record = parse_record(record_text)
    ran = command("replay", str(record_file), "--position", "2")
    assert ran.code == 0
    (line,) = ran.out.splitlines()
    assert position_digest(parse_position(record.game, line)) == record.entries[1].digest
    begun = command("replay", str(record_file), "--position", "0").out.strip()
    assert parse_position(record.game, begun) == record.game.opening(record.starter)


def test_a_position_that_the_record_does_not_have_is_refused(command: Any, record_file: Path, record_text: str) -> None:
    ran = command("replay", str(record_file), "--position", "999")
    assert ran.code == 2
    assert "--position 999: the record goes from 0 to " in ran.err
    lines = [line[:-8] + "00000000" if line.startswith("2. ") else line for line in record_text.split("\n")]
    record_file.write_text("\n".join(lines), encoding="utf-8")
    ran = command("replay", str(record_file), "--position", "3")
    assert ran.code == 2
    assert "differs at action 2" in ran.err


def test_a_record_of_a_real_board_has_no_positions(command: Any, tmp_path: Path) -> None:
    path = tmp_path / "real.txt"
    path.write_text('[Game "penny-black"]\n[Starter "one"]\n[Pennyflick "0.1.0"]\n[Rules "1"]\n', encoding="utf-8")
    ran = command("replay", str(path), "--position", "0")
    assert ran.code == 2
    assert "knows no places" in ran.err
