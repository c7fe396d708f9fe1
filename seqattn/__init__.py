"""seqattn: an attention encoder-decoder to train, to translate with and to look into.

Axis letters, the same everywhere; batch comes first, `True` in a mask is always real:

    B      sentences in a batch
    T_x    source positions, the end mark included
    T_y    target positions, the end mark included
    E      size of an embedding
    D      size of a state; D_q of a query, D_k of a key, D_a inside an additive score
    V      size of a vocabulary

    x_i source token    h_j encoder state    s_t decoder state    y_t target token
    a_tj weight of h_j when y_t is predicted    c_t context, the weighted mean of the h_j

The public names are loaded on first use, so that `import seqattn` costs no torch.
"""

from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seqattn.alignment import Alignment as Alignment
    from seqattn.errors import SeqattnError as SeqattnError
    from seqattn.translation import Translation as Translation
    from seqattn.translator import Translator as Translator
    from seqattn.translator import load as load

__all__ = ["Alignment", "SeqattnError", "Translation", "Translator", "load"]

__version__ = metadata.version("seqattn")

_HOME = {
    "Alignment": "seqattn.alignment",
    "SeqattnError": "seqattn.errors",
    "Translation": "seqattn.translation",
    "Translator": "seqattn.translator",
    "load": "seqattn.translator",
}


def __getattr__(name: str) -> Any:
    """Import a public name from its module when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module 'seqattn' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
