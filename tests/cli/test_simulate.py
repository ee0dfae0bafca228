"""`pennyflick simulate`: what it prints, what it refuses."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest

from pennyflick.cli.main import main

BREAKS = Path(__file__).parents[1] / "data" / "penny-black-breaks.json"
PLAIN: dict[str, Any] = {
    "friction": 0.2,
    "restitution": 0.85,
    "circle_radius_mm": 300.0,
    "radius_mm": 10.15,
    "mass_g": 3.56,
    "start_mm": [[-100.0, 0.0], [0.0, 0.0]],
    "flicks": [{"direction_deg": 0.0, "speed_mm_s": 1000}],
}


def written(folder: Path, **changes: Any) -> str:
    """A file with some fields changed; None takes a field away."""
    fields = {key: value for key, value in (PLAIN | changes).items() if value is not None}
    path = folder / "scene.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    return str(path)


def test_it_prints_rest_positions_and_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", written(tmp_path)]) == 0

    shown = capsys.readouterr().out
    assert "flick 1: disc 0, 0.00°, 1000 mm/s" in shown
    assert "0 and 1 hit, impulse" in shown
    assert "1 stopped" in shown


def test_json_holds_the_same_for_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", written(tmp_path), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    (shot,) = told["shots"]
    assert told["discs"] == ["0", "1"]
    assert shot["fates"] == ["board", "board"]
    # analytic: 79.7 mm to the contact, then (1 - e)/2 and (1 + e)/2 of the speed
    speed2 = 1000.0**2 - 2.0 * 1962.0 * 79.7
    assert shot["rest_mm"][0][0] == pytest.approx(-20.3 + speed2 * 0.075**2 / (2.0 * 1962.0), abs=2e-6)
    assert shot["rest_mm"][1][0] == pytest.approx(speed2 * 0.925**2 / (2.0 * 1962.0), abs=2e-6)
    assert [event["event"] for event in shot["events"]] == ["contact", "stopped", "stopped"]


def test_the_reference_breaks_come_out_as_they_should(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(BREAKS), "--json"]) == 0

    shots = json.loads(capsys.readouterr().out)["shots"]
    trials = json.loads(BREAKS.read_text(encoding="utf-8"))["flicks"]
    stable = [s for s, t in zip(shots, trials, strict=True) if t["spread_mm"] is not None and t["spread_mm"] < 1.0]
    assert len(stable) == 13
    assert sorted(shot["worst_mm"] for shot in stable)[6] < 1.0
    assert sum(not shot["same_discs_left"] for shot in stable) <= 1


def test_the_text_ends_with_the_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(BREAKS)]) == 0
    assert "13 stable flicks" in capsys.readouterr().out.splitlines()[-1]


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(PLAIN)))

    assert main(["simulate", "-"]) == 0
    assert "flick 1" in capsys.readouterr().out


def test_pictures_are_numbered_when_there_are_several(tmp_path: Path) -> None:
    flick = PLAIN["flicks"][0]

    assert main(["simulate", written(tmp_path), "--svg", str(tmp_path / "one.svg")]) == 0
    assert main(["simulate", written(tmp_path, flicks=[flick, flick]), "--svg", str(tmp_path / "two.svg")]) == 0

    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["one.svg", "two-1.svg", "two-2.svg"]
    assert (tmp_path / "one.svg").read_text(encoding="utf-8").lstrip().startswith("<svg")


def test_every_optional_field_is_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(
        tmp_path,
        circle_radius_mm=None,
        polygon_mm=[[200, -150], [200, 150], [-200, 150], [-200, -150]],
        gravity_mm_s2=9810,
        peg_restitution=0.5,
        follow_through_mm=4,
        hole_capture_s=0.008,
        pegs=[{"at_mm": [0, 100], "radius_mm": 3}],
        hole={"at_mm": [-150, 100], "radius_mm": 14.0},
        names=["red", "blue", "gone"],
        radius_mm=[10.15, 12.95, 10.15],
        mass_g=[3.56, 7.12, 3.56],
        start_mm=[[-100, 0], [-74, 0], None],
        flicks=[
            {"disc": "red", "direction_deg": 0, "speed_mm_s": 500},
            {"disc": 1, "direction_deg": 95.86, "speed_mm_s": 2000},
            {"disc": "gone", "start_mm": [0, 50], "direction_deg": 90, "speed_mm_s": 700},
            {"disc": "red", "held": "blue", "at_mm": [-198, 0], "direction_deg": -10.5, "speed_mm_s": 700},
        ],
    )

    assert main(["simulate", path, "--json"]) == 0

    pushed, _, pegged, side = json.loads(capsys.readouterr().out)["shots"]
    assert pushed["events"][0]["push"]
    assert pushed["finger_work_g_mm2_s2"] > 0.0
    assert pegged["events"][0]["event"] == "peg"
    assert side["direction_deg"] == 349.5
    assert side["fates"] == ["board", "hand", "off"]


def test_another_gravity_changes_how_far_discs_slide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = {"start_mm": [[-100.0, 0.0]], "flicks": [{"direction_deg": 0, "speed_mm_s": 300}]}
    main(["simulate", written(tmp_path, **alone, gravity_mm_s2=4905.0), "--json"])

    (shot,) = json.loads(capsys.readouterr().out)["shots"]
    assert shot["rest_mm"][0][0] == pytest.approx(-100.0 + 300.0**2 / (2.0 * 0.2 * 4905.0), abs=1e-6)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"friction": None}, "the file lacks the field 'friction'"),
        ({"frictoin": 0.2}, "unknown field 'frictoin'; did you mean 'friction'?"),
        ({"friction": "rough"}, 'friction must be a number, not "rough"'),
        ({"friction": True}, "friction must be a number, not true"),
        ({"friction": -0.1}, "friction"),
        ({"circle_radius_mm": None}, "exactly one edge"),
        ({"hexagon_apothem_mm": 173.2}, "exactly one edge"),
        ({"circle_radius_mm": -3}, "circle_radius_mm must be above 0, not -3"),
        ({"radius_mm": [10.15]}, "radius_mm lists 1 numbers for 2 discs"),
        ({"mass_g": [3.56, 0]}, "mass_g[1] must be above 0, not 0"),
        ({"start_mm": [[0, 0], [1]]}, "start_mm[1] must be a point [x, y], not [1]"),
        ({"start_mm": [[0, 0], [5, 0]]}, "overlap"),
        ({"start_mm": {}}, "start_mm must be a list"),
        ({"names": ["a", "a"]}, "names must be 2 different texts"),
        ({"flicks": [7]}, "flicks[0] must be an object"),
        ({"flicks": [{"direction_deg": 0}]}, "flicks[0] lacks the field 'speed_mm_s'"),
        ({"flicks": [{"direction_deg": 0.123, "speed_mm_s": 1}]}, "finer than 0.01 degrees"),
        ({"flicks": [{"direction_deg": 0, "speed_mm_s": 1.5}]}, "speed_mm_s 1.5 must be a whole number"),
        ({"flicks": [{"direction_deg": 0, "speed_mm_s": 5200}]}, "flick 1: "),
        ({"flicks": [{"direction_deg": 0, "speed_mm_s": 1, "disc": 9}]}, "disc 9 is no disc"),
        ({"flicks": [{"direction_deg": 0, "speed_mm_s": 1, "rest_mm": []}]}, "rest_mm lists 0 discs"),
        ({"pegs": [{"radius_mm": 3}]}, "pegs[0] lacks the field 'at_mm'"),
        ({"mass_g": 1e12}, "mass_g must be from 0.001 to 100000 g, not 1e+12"),
        ({"mass_g": [3.56, 1e-9]}, "mass_g[1] must be from 0.001 to 100000 g, not 1e-09"),
        ({"mass_g": [1.0, 1_001.0]}, "mass_g goes from 1 to 1001 g; the heaviest disc may have at most 1000 times"),
        ({"radius_mm": 1e9}, "radius_mm must be from 0.1 to 10000 mm, not 1e+09"),
        ({"pegs": [{"at_mm": [0, 50], "radius_mm": 1e-9}]}, "pegs[0]: radius_mm must be from 0.1 to 10000 mm"),
        ({"circle_radius_mm": 1e12}, "circle_radius_mm must be from 1 to 100000 mm, not 1e+12"),
        ({"start_mm": [[0, 0], [1e9, 0]]}, "start_mm[1] x must be at most 100000 mm from the centre, not 1e+09"),
        ({"flicks": [{}] * 100_001}, "the file has 100001 flicks; at most 100000 are simulated at once"),
    ],
)
def test_a_wrong_field_is_named_with_its_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], sentence: str
) -> None:
    assert main(["simulate", written(tmp_path, **changes)]) == 2

    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.err.startswith("pennyflick: simulate: ")
    assert shown.out == ""


def test_a_light_disc_between_the_heaviest_that_may_be_is_simulated_in_no_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = [[-100.0, 0.0], [0.0, 0.0], [20.3, 0.0], [40.6, 0.0], [20.3, 30.0]]
    hard = [{"direction_deg": 0.0, "speed_mm_s": 4000}]
    path = written(tmp_path, start_mm=row, mass_g=[1.0, 1000.0, 1.0, 1000.0, 1.0], flicks=hard)
    main(["simulate", path])  # the kernels are loaded
    began = time.perf_counter()

    assert main(["simulate", path]) == 0

    assert time.perf_counter() - began < 2.0
    assert "stopped" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "not JSON: "),
        ('{"friction": NaN}', "the file holds NaN; every number must be finite"),
        ('{"friction": -Infinity}', "the file holds -Infinity"),
        (json.dumps(PLAIN).replace("0.85", "1e999"), "restitution must be a finite number, not inf"),
        (json.dumps(PLAIN).replace("0.85", "1" + "0" * 400), "restitution must be a finite number, not inf"),
        (json.dumps(PLAIN).replace("0.85", "1" + "0" * 5_000), "a number of too many digits"),
        ("[]", "the file must be an object in {}, not []"),
        ("[" * 100_000, "not "),
        ("", "not JSON"),
    ],
)
def test_what_is_not_a_simulate_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")

    assert main(["simulate", str(path)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(tmp_path / "nothing.json")]) == 2
    assert "cannot read" in capsys.readouterr().err


def test_a_file_that_is_not_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff")

    assert main(["simulate", str(path)]) == 2
    assert "is not UTF-8 text" in capsys.readouterr().err


def test_no_flicks_are_nothing_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", written(tmp_path, flicks=[]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["shots"] == []
