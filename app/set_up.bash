# What app/run, tests/run and .ci/run have in common: install what is missing, configure, build. Sourced, not run.
# Works on Debian 12 and later and Ubuntu 24.04 and later; elsewhere the packages are the user's business.

source_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
log=$source_folder/build/set-up.log

core_packages=(g++ cmake ninja-build pkgconf libeigen3-dev libhwy-dev libtbb-dev zlib1g-dev libpng-dev
    libicu-dev nlohmann-json3-dev libcli11-dev libgtest-dev)
# Debian's qt6-charts-dev needs libqt6opengl6-dev without saying so.
# The fonts are for token labels: Latin, Greek, Cyrillic, Arabic and Hebrew; Chinese, Japanese and Korean; emoji.
window_packages=(qt6-base-dev qt6-svg-dev qt6-charts-dev libqt6opengl6-dev qt6-tools-dev qt6-l10n-tools
    qt6-translations-l10n fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji)
# These only check what the program writes, and what the README says; a font that many desktops have is one that the
# window has to be right in.
test_packages=(fonts-noto-core poppler-utils librsvg2-bin desktop-file-utils shared-mime-info python3-numpy)

say() { echo "heedmap: $*" >&2; }

fail() {
    say "$*"
    exit 1
}

# What the failed step printed, from where it failed, then one line that says which step it was.
fail_with_log() {
    local from_failure
    from_failure=$(sed -n '/^FAILED:/,$p' "$log" | head --lines=100)
    echo "${from_failure:-$(tail --lines=60 "$log")}" >&2
    fail "$1. What was printed is above; all of it is in $log"
}

# quietly WHAT COMMAND…: runs COMMAND, which is heard only when it fails.
quietly() {
    local what=$1
    shift
    say "$what …"
    "$@" >"$log" 2>&1 </dev/null || fail_with_log "$what did not work"
}

as_root() {
    if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet --assume-yes -o DPkg::Lock::Timeout=600 "$@"
}

# Package lists may be absent or out of date; they are fetched only when the packages cannot be had without.
apt_install() {
    apt_get install --no-install-recommends "$@" ||
        { apt_get update && apt_get install --no-install-recommends "$@"; }
}

# install_missing PACKAGE…: asks nothing of the network, and needs no rights, when all of them are there.
install_missing() {
    if ! command -v apt-get dpkg-query >/dev/null; then
        say "this system has no apt-get; these Debian packages, or what they are called here, are needed: $*"
        return
    fi
    local installed package missing=()
    installed=$'\n'$(dpkg-query --show --showformat='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)$'\n'
    for package in "$@"; do
        [[ $installed == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "packages are missing; as root, run: apt-get install ${missing[*]}"
        sudo --validate || fail "packages are missing; with the rights to do so, run: apt-get install ${missing[*]}"
    fi
    quietly "installing ${missing[*]}" apt_install "${missing[@]}"
}

# configure PRESET [OPTION…]: from scratch where the folder has been moved, since CMake keeps the old place.
configure() {
    local preset=$1 fresh=()
    shift
    local cache=$source_folder/build/$preset/CMakeCache.txt
    if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source_folder" "$cache"; then
        fresh=(--fresh)
    fi
    cd "$source_folder" || exit
    quietly "configuring ($preset)" cmake "${fresh[@]}" --preset "$preset" "$@"
    cd "$OLDPWD" || exit
}

is_configured() {
    [[ -f $source_folder/build/$1/build.ninja ]] &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source_folder" "$source_folder/build/$1/CMakeCache.txt"
}

# Reads what ninja prints; says once that something is built, and counts along where somebody is looking.
show_progress() {
    local line announced=
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+/[0-9]+)\]\ (Building|Linking|Automatic) ]] || continue
        if [[ -t 2 ]]; then
            printf '\rheedmap: building (%s) %s ' "$1" "${BASH_REMATCH[1]}" >&2
        elif [[ ! $announced ]]; then
            say "building ($1), see $log …"
        fi
        announced=yes
    done
    [[ ! $announced || ! -t 2 ]] || echo >&2
}

# build PRESET [TARGET]: silent, and done within a tenth of a second, when there is nothing to do.
build() {
    (
        set -o pipefail
        NINJA_STATUS='[%f/%t] ' cmake --build "$source_folder/build/$1" --target "${2:-all}" 2>&1 </dev/null |
            tee "$log" | show_progress "$1"
    ) || fail_with_log "building ($1) did not work"
}

mkdir -p "$source_folder/build" 2>/dev/null || true
[[ -w $source_folder/build ]] || fail "$source_folder/build cannot be written to; copy the project to a folder of yours"
