#!/usr/bin/env bash
# usage: install_test.sh BUILD_DIR COMPILER
# Installs BUILD_DIR into a temporary folder, moves that, and builds and runs the example against it: once with
# find_package, once with pkg-config.
set -euo pipefail
build=$1 compiler=$2
example=$(dirname "${BASH_SOURCE[0]}")/../examples/count_turns
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() { # TEXT COMMAND…
  local text=$1 output
  shift
  output=$("$@")
  [[ $output == "$text" ]] || { printf "'%s' printed '%s', not '%s'\n" "$*" "$output" "$text" && exit 1; }
}

cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$work/ordo" # nothing in the installed tree may depend on where it was installed
prefix=$work/ordo

cmake -S "$example" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix"
cmake --build "$work/build"
expect "Ordo, White to move: 56 turns" "$work/build/count_turns"
expect "Ordo X, White to move: 2062 turns" "$work/build/count_turns" ordox

pc=$(dirname "$(find "$prefix" -name ordo.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs ordo)
# shellcheck disable=SC2086 # the flags are words
"$compiler" -std=c++20 -O2 "$example/main.cpp" -o "$work/count_turns" $flags
expect "Ordo, White to move: 56 turns" "$work/count_turns"

web=$(dirname "${BASH_SOURCE[0]}")/../web/dist
[[ ! -f $web/index.html || -f $prefix/share/ordo/web/index.html ]] || { echo "the web app was not installed" && exit 1; }

"$prefix/bin/ordo" --help >"$work/help" || { echo "the installed program does not start" && exit 1; }
echo "find_package and pkg-config both work"
