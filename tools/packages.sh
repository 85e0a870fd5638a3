# Sourced by start and check: installs what is missing, by the names of
# Debian's packages. Asks only the local list first, so that nothing touches
# the network when nothing is missing.

# What a build of the server takes.
PACKAGES_BUILD="gcc libc6-dev pkg-config meson ninja-build python3 libuv1-dev libyajl-dev libsqlite3-dev libsodium-dev
    libssl-dev libwslay-dev node-llhttp libcmocka-dev brotli libpq-dev"
# What the tests take beside that.
PACKAGES_CHECK="clang clang-format cppcheck git chromium libclang-rt-dev llvm binutils curl sqlite3 prometheus groff-base
    python3-jsonschema postgresql iproute2"

# Whoever has their own node keeps it: Debian's is installed only where there
# is none that is new enough for the build of the browser client.
packages_need_node() {
    if ! node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' 2>/dev/null; then
        packages_need nodejs npm
    elif ! command -v npm >/dev/null; then
        packages_need npm
    fi
}

packages_need() {
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    echo "installing:$missing"
    root=
    [ "$(id -u)" -eq 0 ] || root=sudo
    $root apt-get update -q
    # The list is words on purpose.
    # shellcheck disable=SC2086
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}
