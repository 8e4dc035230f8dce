#!/usr/bin/env bash
# The search does the same with every compiler and sanitizer: `ordo bench` ends with the number in data/bench.txt.
# A change of search or evaluation changes it; write the new one there, and into the commit. usage: … PATH_OF_ORDO
set -euo pipefail
expected=$(cat "$(dirname "${BASH_SOURCE[0]}")/data/bench.txt")
actual=$("$1" bench | tail -n 1)
[[ $actual == "$expected" ]] || { echo "expected '$expected', got '$actual'" >&2; exit 1; }
