"""The tokenizers of a run, and the files that hold them."""

from dataclasses import dataclass
from pathlib import Path

from seqattn.errors import RunError
from seqattn.files import require_plain, write_atomic
from seqattn.text import visible
from seqattn.tokenizer.tokenizer import Tokenizer

_JOINT_NAMES: tuple[str, ...] = ("tokenizer.model",)
_SEPARATE_NAMES: tuple[str, ...] = ("tokenizer.source.model", "tokenizer.target.model")


@dataclass(frozen=True)
class TokenizerPair:
    """The tokenizers of a run: two, or one for both sides.

    Attributes:
        source: reads the text that is translated.
        target: writes the translation.
    """

    source: Tokenizer
    target: Tokenizer

    @property
    def joint(self) -> bool:
        """Whether both sides share one vocabulary."""
        return self.source.fingerprint == self.target.fingerprint

    @property
    def notices(self) -> tuple[str, ...]:
        """What a user should know of the learning, a sentence each."""
        if self.joint:
            return self.source.notices
        return tuple(
            f"{side.side}: {notice}"
            for side in (self.source, self.target)
            for notice in side.notices
        )

    def save(self, folder: Path) -> None:
        """Write `tokenizer.model`, or `tokenizer.source.model` and `tokenizer.target.model`.

        Raises:
            RunError: the folder cannot be written, or holds another program's file by such a name.
        """
        names, others = _JOINT_NAMES, _SEPARATE_NAMES
        if not self.joint:
            names, others = others, names
        for name in (*names, *others):
            _require_ours(folder / name)
        for name in others:  # of a training that was killed before its folder was a run
            (folder / name).unlink(missing_ok=True)
        for name, tokenizer in zip(names, (self.source, self.target), strict=False):
            write_atomic(folder / name, tokenizer.to_bytes())

    @classmethod
    def load(cls, folder: Path) -> "TokenizerPair":
        """Read what `save` wrote.

        Raises:
            RunError: a file is missing, is no tokenizer, or the two were swapped.
        """
        joint = folder / _JOINT_NAMES[0]
        if joint.exists():
            tokenizer = _read(joint)
            return cls(tokenizer, tokenizer)
        if not (folder / _SEPARATE_NAMES[0]).exists():
            raise RunError(
                f"{visible(str(folder))} holds no tokenizer.",
                hint="Give the folder that `seqattn train` wrote, copied whole.",
            )
        source, target = (_read(folder / name) for name in _SEPARATE_NAMES)
        if (source.side, target.side) == ("target", "source"):
            raise RunError(
                f"The two tokenizers in {visible(str(folder))} are swapped.",
                hint=f"Exchange the names of {' and '.join(_SEPARATE_NAMES)}.",
            )
        return cls(source, target)


def _require_ours(path: Path) -> None:
    """Refuse to write over a file that seqattn did not write; there may be none."""
    try:
        _read(path)
    except RunError as error:
        if path.exists():
            raise RunError(
                f"{visible(str(path))} is there already, and seqattn did not write it.",
                hint="Choose another folder with --run: training would write over it.",
            ) from error


def _read(path: Path) -> Tokenizer:
    name = visible(str(path))
    require_plain(path)
    try:
        return Tokenizer.from_bytes(path.read_bytes())
    except FileNotFoundError as error:
        raise RunError(
            f"{name} is missing.", hint="Copy the whole run folder, the tokenizer included."
        ) from error
    except OSError as error:
        raise RunError(
            f"{name} cannot be read: {error.strerror}.",
            hint="Copy the run folder again from where it was trained.",
        ) from error
    except RunError as error:
        raise RunError(f"{name}: {error.message}", hint=error.hint) from error
