"""Tests of the command line of `python -m bench`."""

import pytest

from bench import __main__ as command


def test_help_of_the_benchmark_command_lists_the_benchmarks(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(["--help"])
    assert stopped.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith("usage: python -m bench")
    assert set(command.NAMES) <= set(text.replace(",", " ").split())


def test_command_with_an_unknown_benchmark_name_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        command.main(["no_such_benchmark"])
    assert stopped.value.code == 2
    assert "invalid choice: 'no_such_benchmark'" in capsys.readouterr().err


@pytest.mark.parametrize("names", [[], ["odds"], ["odds", "swiss"]])
def test_command_accepts_any_number_of_benchmark_names(names: list[str]) -> None:
    assert command.arguments_parser().parse_args(names).names == names
