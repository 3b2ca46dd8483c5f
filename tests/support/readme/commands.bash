# Stands before every shell block of the README: what installs, builds, opens a window or runs the tests again is
# replaced by a check that what it names exists and is right. Everything else is run as it is written.

wrong() {
    echo "$*" >&2
    exit 1
}

# A script of the project: it is there, can be run, and knows the options.
script_of_project() {
    local script=$source_folder/$1 option help
    [[ -x $script ]] || wrong "$1 cannot be run"
    [[ $1 == .ci/run ]] && return
    help=$("$script" --help)
    shift
    for option; do
        [[ $help == *"$option"* ]] || wrong "$script has no option $option"
    done
}
function app/run { script_of_project app/run "$@"; }
function tests/run { script_of_project tests/run "$@"; }
function .ci/run { script_of_project .ci/run "$@"; }
function build/release/app/heedmap { heedmap "$@"; }

# The packages are the ones the scripts install.
sudo() {
    [[ $1 == cmake ]] && { "$@"; return; }
    [[ $1 == apt-get && $2 == install ]] || wrong "sudo $*"
    local needed
    needed=$(sed -n '/^core_packages=/,/)/p; /^window_packages=/,/)/p' "$source_folder/app/set_up.bash" |
        sed 's/^[a-z_]*=(//; s/)$//; /^#/d')
    [[ $(sort <<<"${*:3}" | xargs -n 1 | sort) == $(xargs -n 1 <<<"$needed" | sort) ]] ||
        wrong "app/set_up.bash installs other packages: $needed"
}

# The preset exists; installing is what the test "installation" does.
cmake() {
    case $1 in
    --preset) [[ $(cd "$source_folder" && command cmake --list-presets) == *"\"$2\""* ]] ;;
    --build) [[ $(cd "$source_folder" && command cmake --build --list-presets) == *"\"$3\""* ]] ;;
    --install) [[ $2 == build/* ]] ;;
    *) false ;;
    esac || wrong "cmake $*"
}

# The window ends only when it is told to: it has to be there without complaint for a while.
heedmap() {
    if [[ ${1-} =~ ^(--)?[a-z]+$ ]]; then
        command heedmap "$@"
    else
        local status=0
        timeout 2 heedmap "$@" || status=$?
        ((status == 124)) || wrong "the window of heedmap $* ended with $status"
    fi
}
