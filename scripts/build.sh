# shellcheck shell=bash
# Sourced by the other scripts, which set $root to the repository: runs Maven so that a person can follow it, and builds
# what scripts/starbridge and scripts/hammer start, if a source is newer than the last build.

build_lock="${root:?}/target/build.lock"

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
# shellcheck disable=SC2016 # awk's own $
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
    /^\[WARNING\] (JAR will be empty|Could not transfer metadata)/ { next } # modules without code; mirrors that are off
    /^\[WARNING\] Unknown keyword/ { next } # of the schema of component lists
    /^\[WARNING\]/ { say($0); next }
    /^\[ERROR\]/ { say($0); problem = 1; next }
    /^\[INFO\] BUILD/ { sub(/^\[INFO\] /, ""); verdict = $0; next }
    /^\[INFO\] Total time:/ { sub(/^\[INFO\] /, ""); say(verdict ", " $0); next }
    /^\[INFO\]/ { problem = 0; next }
    problem { say($0) }
    function say(line) { print line; fflush() }
'

commit() { # -> the commit that is built, for people who compare reports; -dirty if files were changed since
    git -C "$root" describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null || echo unknown
}

run_maven() { # LOG ARGUMENT... -> Maven with readable output; everything it says goes to LOG
    local log=$1 status=0
    shift
    if ! command -v mvn >/dev/null 2>&1; then
        echo "Starbridge is built by Maven: install it (on Debian: apt-get install maven)." >&2
        return 1
    fi
    mkdir -p "$(dirname "$log")"
    # fd 9 is the lock: a process that outlives Maven must not inherit it.
    (cd "$root" && mvn -B "-Dstarbridge.commit=$(commit)" "$@" 9>&-) 2>&1 | tee "$log" | awk "$readable" || status=$?
    [ "$status" = 0 ] || echo "Maven failed; everything it said is in $log" >&2
    return "$status"
}

is_stale() { # DIST -> whether a source is newer than the build in DIST
    [ -e "$1/.built" ] || return 0
    local newer
    newer=$(cd "$root" && find pom.xml .mvn ./*/pom.xml ./*/*/pom.xml ./*/src/main ./*/*/src/main -newer "$1/.built" -print -quit 2>/dev/null)
    [ -n "$newer" ]
}

# Maven writes jars in place, under the feet of a bridge that runs from them; a removed file lives on for who has it open.
remove_dists() { # MODULE...
    local module
    for module in "$@"; do rm -rf "$root/$module/target/dist"; done
}

mark_built() { # MARKER MODULE... -> the modules' dists are as new as the marker; every library is in Maven's repository
    local marker=$1 module
    shift
    for module in "$@"; do
        if [ -d "$root/$module/target/dist" ]; then cp -p "$marker" "$root/$module/target/dist/.built"; fi
    done
    cp -p "$marker" "$root/target/resolved"
}

libraries_are_here() { # whether no pom.xml is newer than the last build that worked
    [ -e "$root/target/resolved" ] || return 1
    [ -z "$(cd "$root" && find pom.xml .mvn ./*/pom.xml ./*/*/pom.xml -newer target/resolved -print -quit)" ]
}

build_now() { # MODULE... -> builds the modules' dists; called with the lock held
    local module modules marker stale=0 log="$root/target/build.log"
    for module in "$@"; do
        if is_stale "$root/$module/target/dist"; then stale=1; fi
    done
    [ "$stale" = 1 ] || return 0 # another script has built it while we waited for the lock
    modules=$(IFS=,; echo "$*")
    marker="$root/target/build.started"
    : >"$marker" # a source that changes from here on is newer than this build
    remove_dists "$@"
    set -- "$marker" "$@"
    local goals=(package -pl "$modules" -am -DskipTests -Dspotless.check.skip=true -Djacoco.skip=true)
    if libraries_are_here; then
        echo "Building Starbridge ..." >&2
        if run_maven "$log" --offline "${goals[@]}" >&2; then
            mark_built "$@"
            return 0
        fi
        grep -q 'offline mode' "$log" || return 1 # else Maven's repository has lost something: ask the network
    fi
    echo "Building Starbridge (the first time takes some minutes, mostly for downloads) ..." >&2
    run_maven "$log" "${goals[@]}" >&2 || return 1
    mark_built "$@"
}

require_writable() { # MODULE... -> ends the script with a sentence if they cannot be built here
    local place
    for place in "$root" "$@"; do
        [ "$place" = "$root" ] || place="$root/$place"
        [ ! -d "$place/target" ] || place="$place/target"
        if [ ! -w "$place" ]; then
            echo "What is built here is older than its sources, or missing, and $place cannot be written by $(id -un):" \
                "build it as its owner, or set STARBRIDGE_NO_BUILD=1 to run what there is." >&2
            exit 1
        fi
    done
}

build_if_needed() { # MODULE... -> makes sure that the modules' dists are newer than all sources
    local module
    for module in "$@"; do
        if is_stale "$root/$module/target/dist"; then
            require_writable "$@"
            with_build_lock build_now "$@" || exit 1
            return 0
        fi
    done
}

verify_now() { # ARGUMENT... -> format check, gates, all tests; leaves dists that need no other build
    local marker="$root/target/verify.started" status=0
    mkdir -p "$root/target"
    : >"$marker"
    remove_dists jvb-core/bridge hammer trials benchmarks
    # Every module is tested, even after a failed test in one that it needs: one run shows all there is to repair.
    run_maven "$root/target/test.log" verify --fail-at-end -Dmaven.test.failure.ignore=true "$@" || status=1
    # Maven is content now with failed tests, and with a Java machine that ended in the middle of them.
    if grep -qE '^\[(ERROR|WARNING)\] (There (are test failures|was a )|.*The forked VM terminated)' "$root/target/test.log"; then
        status=1
    fi
    failed_tests "$marker"
    [ "$status" = 0 ] || return 1
    mark_built "$marker" jvb-core/bridge hammer trials benchmarks
    # scripts/fuzz and scripts/stress need no other build, either.
    [ ! -e "$root/fuzz/target/fuzz.classpath" ] || cp -p "$marker" "$root/fuzz/target/.built"
    [ ! -e "$root/stress/target/stress.classpath" ] || cp -p "$marker" "$root/stress/target/.built"
}

failed_tests() { # MARKER -> the test classes with failures in reports that are newer
    find "$root" -path '*/surefire-reports/TEST-*.xml' -newer "$1" -exec \
        grep -lE '<testsuite .*(errors|failures)="[1-9]' {} + 2>/dev/null | sed 's|.*/TEST-||; s|\.xml$||; s|^|Failed: |' || true
}
