# shellcheck shell=bash
# Sourced by the other scripts, which set $root to the repository: runs Maven so that a person can follow it, and builds
# what scripts/starbridge and scripts/hammer start, if a source is newer than the last build.

# Anything written to fd 9 while the lock is held would keep it; see with_build_lock.
build_lock="$root/target/build.lock"

with_build_lock() { # COMMAND... -> runs it while no other script of this repository builds
    mkdir -p "$root/target"
    if command -v flock >/dev/null 2>&1; then
        (
            if ! flock -n 9; then
                echo "Another build is running here; waiting for it." >&2
                flock 9
            fi
            "$@"
        ) 9>"$build_lock"
    else # macOS: mkdir is atomic, too, but has to be taken back, also after Ctrl-C
        (
            waiting=0
            until mkdir "$build_lock.d" 2>/dev/null; do
                holder=$(cat "$build_lock.d/pid" 2>/dev/null || true)
                if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
                    rm -rf "$build_lock.d" # left behind by a killed build
                    continue
                fi
                [ "$waiting" = 1 ] || echo "Another build is running here; waiting for it." >&2
                waiting=1
                sleep 1
            done
            trap 'rm -rf "$build_lock.d"' EXIT
            trap 'exit 130' INT TERM
            echo "$$" >"$build_lock.d/pid"
            "$@"
        )
    fi
}

# Turns Maven's log into a line per module, per test class and per problem. Downloads are counted, since the first build
# has hundreds of them and nothing else to show for minutes.
readable='
    { sub(/\r$/, "") }
    /^\[INFO\] Download(ing|ed) from|^Download(ing|ed) from|^Progress / {
        if (/Downloaded from/ && ++downloads % 50 == 0) say("    ... " downloads " files downloaded")
        next
    }
    /^\[INFO\] Building .*\[[0-9]+\/[0-9]+\]$/ {
        sub(/^\[INFO\] Building /, ""); module = $1; position = $NF
        say(position " " module)
        next
    }
    /^\[(INFO|WARNING|ERROR)\] Tests run:.* -- in / { sub(/^\[INFO\] /, "    "); say($0); next }
    /^\[(WARNING|ERROR)\] Tests run:/ { say($0); next }
    /^\[WARNING\]/ { if (!quietwarnings) say($0); next }
    /^\[ERROR\]/ { say($0); problem = 1; next }
    /^\[INFO\] BUILD/ { sub(/^\[INFO\] /, ""); verdict = $0; next }
    /^\[INFO\] Total time:/ { sub(/^\[INFO\] /, ""); say(verdict ", " $0); next }
    /^\[INFO\]/ { problem = 0; next }
    problem || showplain { say($0) }
    function say(line) { print line; fflush() }
'

run_maven() { # LOG ARGUMENT... -> Maven with readable output; everything it says goes to LOG
    local log=$1 status=0
    shift
    if ! command -v mvn >/dev/null 2>&1; then
        echo "Starbridge is built by Maven: install it (on Debian: apt-get install maven)." >&2
        return 1
    fi
    mkdir -p "$(dirname "$log")"
    # fd 9 is the lock: a process that outlives Maven must not inherit it.
    (cd "$root" && mvn -B "$@" 9>&-) 2>&1 | tee "$log" | awk "$readable" || status=$?
    [ "$status" = 0 ] || echo "Maven failed; everything it said is in $log" >&2
    return "$status"
}

is_stale() { # DIST -> whether a source is newer than the build in DIST
    [ -e "$1/.built" ] || return 0
    local newer
    newer=$(cd "$root" && find pom.xml .mvn ./*/pom.xml ./*/src/main -newer "$1/.built" -print 2>/dev/null | head -n 1)
    [ -n "$newer" ]
}

build_now() { # MODULE... -> builds the modules' dists; called with the lock held
    local module modules marker stale=0
    for module in "$@"; do
        if is_stale "$root/$module/target/dist"; then stale=1; fi
    done
    [ "$stale" = 1 ] || return 0 # another script has built it while we waited for the lock
    modules=$(IFS=,; echo "$*")
    echo "Building Starbridge (first time: a few minutes, mostly downloads) ..." >&2
    marker="$root/target/build.started"
    : >"$marker" # a source that changes from here on is newer than this build
    # Bridges that run from the old jars keep them: removed files live on, overwritten ones would not.
    for module in "$@"; do rm -rf "$root/$module/target/dist"; done
    run_maven "$root/target/build.log" package -pl "$modules" -am -DskipTests -Dspotless.check.skip=true -Djacoco.skip=true >&2 ||
        return 1
    for module in "$@"; do cp -p "$marker" "$root/$module/target/dist/.built"; done
}

build_if_needed() { # MODULE... -> makes sure that the modules' dists are newer than all sources
    local module
    for module in "$@"; do
        if is_stale "$root/$module/target/dist"; then
            with_build_lock build_now "$@" || exit 1
            return 0
        fi
    done
}
