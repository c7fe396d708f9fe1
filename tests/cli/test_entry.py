"""The entry point: an interruption before the command line stands is no traceback."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("interrupted", "code"), [(True, 130), (False, 0)])
def test_ctrl_c_while_the_command_line_is_imported_exits_130_in_silence(interrupted, code):
    # A finder that stands in for the user's Ctrl-C at the moment `seqattn.cli` is looked for.
    program = f"""
import sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == "seqattn.cli" and {interrupted}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, CtrlC())
sys.argv = ["seqattn", "--version"]
from seqattn.__main__ import main
main()
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.returncode == code
    assert result.stderr == ""
