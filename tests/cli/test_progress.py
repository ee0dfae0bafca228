import pytest

from pennyflick.cli.progress import Progress


def test_a_log_gets_a_line_at_every_tenth_and_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    show = Progress()
    for hundredth in range(101):
        show("compiling", hundredth / 100)
    assert len(capsys.readouterr().err.splitlines()) == 11


def test_what_is_ready_at_once_is_not_worth_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    Progress()("ready", 1.0)
    assert capsys.readouterr().err == ""
