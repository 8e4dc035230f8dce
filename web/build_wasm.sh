#!/usr/bin/env bash
# Builds the WASM modules with the CMake preset "wasm" and puts them where the web app imports them: src/wasm/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ -f build/wasm/build.ninja ]] || cmake --preset wasm
# Emscripten's JavaScript optimiser finds Debian's acorn only with this.
NODE_PATH=/usr/share/nodejs cmake --build --preset wasm --target wasm_modules

mkdir -p web/src/wasm
for file in build/wasm/web/wasm_*.{wasm,js}; do
  # Only what changed, so that Vite and its tests need not start anew.
  cmp -s "$file" "web/src/wasm/${file##*/}" || install -m 644 "$file" web/src/wasm/
done
