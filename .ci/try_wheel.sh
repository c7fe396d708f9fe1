#!/bin/sh
# Build a wheel, install it into a folder of its own, and use what comes with it from elsewhere:
# sh .ci/try_wheel.sh PYTHON. The other packages are those of PYTHON. Nothing is trained.
set -eu
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m pip wheel --quiet --no-deps --wheel-dir "$folder" .
"$python" -m pip install --quiet --no-deps --target "$folder/installed" "$folder"/seqattn-*.whl
cd "$folder"
export PYTHONPATH="$folder/installed"

expect() { # expect OUTPUT COMMAND..: what a command must write to stdout
    wanted=$1
    shift
    found=$("$python" -m seqattn "$@")
    [ "$found" = "$wanted" ] || {
        echo "Error: seqattn $* gave '$found', not '$wanted'." >&2
        exit 1
    }
}

where=$("$python" -c 'import seqattn; print(seqattn.__file__)')
case $where in
"$folder"/*) ;;
*) echo "Error: it is not the wheel that was tried, but $where." >&2 && exit 1 ;;
esac
expect 汤姆追逐杰瑞。 translate "Tom chases Jerry."
expect "Tom chases Jerry." translate 汤姆追逐杰瑞。
"$python" -m seqattn show-attention "Tom chases Jerry."
"$python" -m seqattn info
