#!/bin/sh
# Make a virtual environment with a Python that is new enough: sh .ci/make_venv.sh FOLDER
# The Python is $PYTHON if that is one, else the first of the usual names that is.
set -eu
folder=$1

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

if [ -x "$folder/bin/python" ] && new_enough "$folder/bin/python"; then
    exit 0
fi
for name in "${PYTHON:-python3}" python3 python3.13 python3.12 python3.11 python3.10 python; do
    if new_enough "$name"; then
        python=$name
        break
    fi
done
if [ -z "${python:-}" ]; then
    echo "Error: seqattn needs Python 3.10 or newer, and there is none among the usual names." >&2
    echo "Hint:  Install one, or name it: make PYTHON=/path/to/python3" >&2
    exit 2
fi
echo "Making $folder with $("$python" --version)"
# Some systems split ensurepip off into a package of its own; the system's pip can stand in for it.
"$python" -m venv --clear "$folder" >/dev/null 2>&1 || {
    "$python" -m venv --clear --without-pip "$folder"
    "$python" -m pip --python "$folder/bin/python" install --quiet "pip>=25.1"
}
