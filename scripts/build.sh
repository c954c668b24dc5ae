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
    [ "$status" = 0 ] || echo "Maven failed; its output is in $log" >&2
    return "$status"
}

sources() { # FIND ARGUMENT... -> what a build is made of
    (cd "$root" && find pom.xml .mvn ./*/pom.xml ./*/*/pom.xml ./*/src/main ./*/*/src/main "$@" 2>/dev/null) || true # not each of them is there
}

fingerprint() { # -> a number for the names and contents of all sources
    sources -type f -print0 | LC_ALL=C sort -z | (cd "$root" && xargs -0 cksum) | cksum
}

is_stale() { # DIST -> whether it was built from other sources. Where only times differ, as in a copy, its time is set
    local built="$1/.built"
    [ -e "$built" ] || return 0
    [ -n "$(sources -newer "$built" -print -quit)" ] || return 1
    [ -s "$built" ] && [ "$(cat "$built")" = "$(fingerprint)" ] || return 0
    [ ! -w "$built" ] || touch "$built"
    return 1
}

# A build goes to a folder of its own, target/dist-NUMBER, and target/dist is a link to the last one: Maven writes jars in place, under
# the feet of what runs from them. Who runs from a folder holds a shared lock on its .built; a folder without one goes with a later build.

new_dist() { # -> the name of a folder that no build had
    echo "dist-$(date +%Y%m%d%H%M%S)-$$"
}

link_dist() { # TARGET NAME -> target/dist is that folder from now on
    if [ -e "$1/dist" ] && [ ! -L "$1/dist" ]; then # of Maven without these scripts
        mv "$1/dist" "$1/dist-of-maven-$$"
    fi
    ln -sfn "$2" "$1/dist"
}

remove_unused_dists() { # TARGET -> removes all but the last, unless something runs from them
    local each last
    last=$(readlink "$1/dist" 2>/dev/null || true)
    for each in "$1"/dist-*; do
        if [ ! -d "$each" ] || [ "${each##*/}" = "$last" ]; then continue; fi
        if [ ! -e "$each/.built" ]; then
            rm -rf "$each" # a build that failed, or one of Maven
        elif command -v flock >/dev/null 2>&1; then
            (
                exec 8<"$each/.built"
                ! flock -n 8 || rm -rf "$each"
            )
        elif [ -n "$(find "$each/.built" -mtime +7)" ]; then # macOS: nothing says whether it is in use
            rm -rf "$each"
        fi
    done
}

hold_dist() { # FOLDER -> sets dist to the build that the link FOLDER leads to; it stays as long as this process, and what it becomes, runs
    local link=$1 last=
    dist=$link
    [ -L "$link" ] || return 0
    until [ "$last" = "$(readlink "$link")" ]; do # another build may come between
        last=$(readlink "$link")
        dist=${link%/*}/$last
        if [ -e "$dist/.built" ] && command -v flock >/dev/null 2>&1; then
            { exec 8<"$dist/.built"; } 2>/dev/null || continue # removed meanwhile
            flock -s 8
        fi
    done
}

finish_dists() { # NAME MARKER -> the builds of that name are the last ones and as new as the marker; every library is in Maven's repository
    local target
    for target in "$root"/*/target "$root"/*/*/target; do
        [ -d "$target/$1" ] || continue
        cp -p "$2" "$target/$1/.built"
        link_dist "$target" "$1"
        remove_unused_dists "$target"
    done
    cp -p "$2" "$root/target/resolved"
}

start_marker() { # FILE -> a source that changes from here on is newer than this build
    : >"$1.time"
    fingerprint >"$1"
    touch -r "$1.time" "$1"
    rm -f "$1.time"
}

libraries_are_here() { # whether no pom.xml is newer than the last build that worked
    [ -e "$root/target/resolved" ] || return 1
    [ -z "$(cd "$root" && find pom.xml .mvn ./*/pom.xml ./*/*/pom.xml -newer target/resolved -print -quit)" ]
}

# Classes only. -g stands for the compiler's gate, which it says again what is the default.
classes_only=(-Dspotless.check.skip=true -Djacoco.skip=true -Dstarbridge.gate=-g)

build_now() { # MODULE... -> builds the modules' dists; called with the lock held
    local module modules marker name stale=0 log="$root/target/build.log"
    for module in "$@"; do
        if is_stale "$root/$module/target/dist"; then stale=1; fi
    done
    [ "$stale" = 1 ] || return 0 # another script has built it while we waited for the lock
    modules=$(IFS=,; echo "$*")
    marker="$root/target/build.started"
    start_marker "$marker"
    name=$(new_dist)
    local goals=(package -pl "$modules" -am "-Ddist.folder=$name" -DskipTests "${classes_only[@]}")
    if libraries_are_here; then
        echo "Building Starbridge ..." >&2
        if run_maven "$log" --offline "${goals[@]}" >&2; then
            finish_dists "$name" "$marker"
            return 0
        fi
        grep -q 'offline mode' "$log" || return 1 # else Maven's repository has lost something: ask the network
    fi
    echo "Building Starbridge (the first time takes some minutes, mostly for downloads) ..." >&2
    run_maven "$log" "${goals[@]}" >&2 || return 1
    finish_dists "$name" "$marker"
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

start_dist() { # NAME -> tests start what was packaged, so the links lead there from the begin
    local module
    for module in jvb-core/bridge hammer lab/trials lab/benchmarks lab/simulation; do
        mkdir -p "$root/$module/target"
        link_dist "$root/$module/target" "$1"
    done
}

all_tests_pass() { # MARKER LOG -> Maven is content with failed tests, and with a Java machine that ended in the middle of them
    local status=0
    if grep -qE '^\[(ERROR|WARNING)\] (There (are test failures|was a )|.*The forked VM terminated)' "$2"; then
        status=1
    fi
    failed_tests "$1"
    return "$status"
}

# Every module is tested, even after a failed test in one that it needs: one run shows all there is to repair. Two modules at a time
# where they do not need each other, and two test JVMs in the long ones.
all_tests=(-T 2 --fail-at-end -Dmaven.test.failure.ignore=true)

verify_now() { # ARGUMENT... -> format check, gates and tests by one Maven; leaves dists that need no other build
    local marker="$root/target/verify.started" name status=0
    mkdir -p "$root/target"
    start_marker "$marker"
    name=$(new_dist)
    start_dist "$name"
    run_maven "$root/target/test.log" verify "${all_tests[@]}" "-Ddist.folder=$name" "$@" || status=1
    all_tests_pass "$marker" "$root/target/test.log" || status=1
    [ "$status" = 0 ] || return 1
    finish_dists "$name" "$marker"
}

# The same in three parts, of which the last two run side by side: classes and dists, tests, gates.

build_all_now() { # compiles and packages everything, tests included, without the gates
    local marker="$root/target/build.started" name
    mkdir -p "$root/target"
    start_marker "$marker"
    name=$(new_dist)
    start_dist "$name"
    run_maven "$root/target/build.log" package -T 2 --fail-at-end -DskipTests "${classes_only[@]}" "-Ddist.folder=$name" || return 1
    finish_dists "$name" "$marker"
    # scripts/fuzz and scripts/stress need no other build, either.
    [ ! -e "$root/lab/fuzz/target/fuzz.classpath" ] || cp -p "$marker" "$root/lab/fuzz/target/.built"
    [ ! -e "$root/lab/stress/target/stress.classpath" ] || cp -p "$marker" "$root/lab/stress/target/.built"
}

test_all_now() { # ARGUMENT... -> all tests of what build_all_now has built
    local marker="$root/target/verify.started" status=0
    : >"$marker"
    run_maven "$root/target/test.log" test "${all_tests[@]}" "${classes_only[@]}" "$@" || status=1
    all_tests_pass "$marker" "$root/target/test.log" || status=1
    return "$status"
}

check_gates() { # ARGUMENT... -> format check and compilation with the gates, in a folder of its own
    run_maven "$root/target/gates.log" test-compile -T 2 --fail-at-end -Dbuild.folder=target/gates "$@"
}

only_busy() { # STATUS LOG -> the Hammer's run proves nothing, as the machine was busy, and it saw no fault either
    [ "$1" -eq 3 ] && ! grep -qE 'Also seen|[Cc]ut short' "$2"
}

failed_tests() { # MARKER -> the test classes with failures in reports that are newer
    find "$root" -path '*/surefire-reports/TEST-*.xml' -newer "$1" -exec \
        grep -lE '<testsuite .*(errors|failures)="[1-9]' {} + 2>/dev/null | sed 's|.*/TEST-||; s|\.xml$||; s|^|Failed: |' || true
}
