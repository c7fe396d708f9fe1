"""Ctrl-C while a training runs."""

import signal

import pytest

from seqattn.cli.interruption import interruptible


@pytest.mark.parametrize("quiet", [False, True])
def test_the_first_ctrl_c_is_a_wish_and_the_second_ends_at_once(quiet, capfd):
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interruptible(quiet) as asked:  # noqa: PT012
        assert not asked()
        signal.raise_signal(signal.SIGINT)
        assert asked()
        assert ("Ctrl-C again quits at once" in capfd.readouterr().err) == (not quiet)
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
