# What ./run and ./test share. Sourced, not run; leaves the caller in the root of the tree.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run_packages=(g++ cmake ninja-build libfmt-dev libcli11-dev
  libboost1.81-dev libboost-json1.81-dev libsqlite3-dev libpq-dev libsodium-dev libspdlog-dev prometheus-cpp-dev)
web_packages=(emscripten nodejs) # the rules and the engine for browsers, and the web app around them; npm: use_node
test_packages=("${run_packages[@]}" "${web_packages[@]}"
  ccache pkg-config python3
  libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev
  clang clang-format clang-tidy
  libclang-rt-14-dev llvm # the sanitizers and libFuzzer, and readable stack traces from them
  chromium fonts-vlgothic # a browser for the end-to-end tests, and Japanese letters for it
  postgresql) # the tests start a server of their own in a temporary folder

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }

die() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 1
}

# install_packages NAME…: installs those that are missing; asks nothing, and is instant when none is.
install_packages() {
  local package missing=() as_root=()
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not Debian: taking it that what these packages hold is here: $*"
    return
  fi
  for package; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      missing+=("$package")
    fi
  done
  ((${#missing[@]})) || return 0
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die "not root and no sudo; install by hand: ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "${missing[@]}" \
    >/dev/null
}

# use_node: sees to it that `node` and `npm` are new enough for the web app. Debian 12's are not; npm has newer ones as packages.
use_node() {
  local node=0 npm
  command -v npm >/dev/null || install_packages npm
  command -v node >/dev/null && node=$(node -p 'process.versions.node.split(".")[0]')
  npm=$(npm --version)
  ((node >= 20 && ${npm%%.*} >= 11)) && return
  [[ -x build/node/node_modules/.bin/npm ]] ||
    npm install --silent --no-audit --no-fund --no-save --prefix build/node node@20 npm@11
  PATH=$PWD/build/node/node_modules/node/bin:$PWD/build/node/node_modules/.bin:$PATH
}

# build_web: web/dist, made anew only if something it is made of has changed.
build_web() {
  use_node
  if [[ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]]; then
    say "Fetching what the web app is built with"
    # Not `npm ci`: it insists on optional packages for other systems, which npm leaves out of the lock file itself.
    (cd web && npm install --silent --no-audit --no-fund && touch node_modules/.package-lock.json)
  fi
  say "Building the rules and the engine for browsers"
  web/build_wasm.sh
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
