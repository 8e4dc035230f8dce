#!/usr/bin/env bash
# usage: install_test.sh BUILD_DIR COMPILER
# Installs BUILD_DIR into a temporary folder, moves that, and compiles against it: each header alone, and the examples with
# find_package and with pkg-config, whose answers must not depend on the compiler flags of the program.
set -euo pipefail
build=$1 compiler=$2
root=$(dirname "${BASH_SOURCE[0]}")/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "$*" && exit 1; }
expect() { # TEXT COMMAND…
  local text=$1 output
  shift
  output=$("$@")
  [[ $output == "$text" ]] || fail "'$*' printed '$output', not '$text'"
}

cmake --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log" && exit 1; }
mv "$work/first" "$work/ordo" # nothing in the installed tree may depend on where it was installed
prefix=$work/ordo

for example in count_turns self_play; do
  cmake -S "$root/examples/$example" -B "$work/$example" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix"
  cmake --build "$work/$example"
done
expect "Ordo, White to move: 56 turns" "$work/count_turns/count_turns"
expect "Ordo X, White to move: 2062 turns" "$work/count_turns/count_turns" ordox
"$work/self_play/self_play" >"$work/game"
[[ $(tail -n 1 "$work/game") =~ ^(White wins|Black wins|a draw)$ ]] && (($(wc -l <"$work/game") > 4)) ||
  fail "the engine played no game to its end: $(cat "$work/game")"

# A program may be compiled for another CPU than the library, and with functions that are inline there in it (-O0).
flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name ordo.pc)") pkg-config --cflags --libs ordo)
variants=(-O0)
if [[ $(uname -m) == x86_64 ]]; then variants=("-O0 -march=x86-64" "-O2 -march=x86-64"); fi
if grep -qw avx2 /proc/cpuinfo; then variants+=("-O0 -march=x86-64-v3" "-O2 -march=x86-64-v3"); fi
for variant in "${variants[@]}"; do
  for example in count_turns self_play; do
    # shellcheck disable=SC2086 # the flags are words
    "$compiler" -std=c++20 $variant "$root/examples/$example/main.cpp" -o "$work/program_$example" $flags
  done
  expect "Ordo X, White to move: 2062 turns" "$work/program_count_turns" ordox
  expect "$(cat "$work/game")" "$work/program_self_play"
done
# What differs by CPU would differ between the library and the program.
if grep -rnE '__(AVX|BMI|SSE[34]|POPCNT|FMA)' "$prefix/include"; then fail "a header differs by -march"; fi
(cd "$prefix/include" && find ordo -name '*.h' -printf '#include <%p>\n') | xargs -P "$(nproc)" -d '\n' -I{} \
  sh -c 'echo "$1" | "$2" -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$3" -x c++ -' - {} "$compiler" "$prefix/include"

[[ ! -f $root/web/dist/index.html || -f $prefix/share/ordo/web/index.html ]] || fail "the web app was not installed"
"$prefix/bin/ordo" --help >"$work/help" || fail "the installed program does not start"
echo "the headers, find_package and pkg-config work"
