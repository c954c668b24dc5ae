# shellcheck shell=bash
# Sourced by the other scripts: finds a JDK 25 or newer and exports JAVA_HOME; says in one sentence what to do if there is
# none. Looks first at JAVA_HOME, then at the javac of the PATH, then where packages and installers put JDKs.

java_major() { # DIR -> prints the major version of the JDK in DIR, nothing if it is not a JDK
    [ -x "$1/bin/javac" ] || return 0
    # The release file answers without starting a Java machine (20 ms instead of 400).
    if [ -r "$1/release" ]; then
        sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" | sed -n 1p
    else
        "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p' | sed -n 1p
    fi
}

java_of_path() { # prints the home of the javac that the PATH finds, nothing if there is none
    local javac link
    javac=$(command -v javac 2>/dev/null) || return 0
    while link=$(readlink "$javac"); do # readlink -f is missing on older macOS
        case $link in
            /*) javac=$link ;;
            *) javac=$(dirname "$javac")/$link ;;
        esac
    done
    dirname "$(dirname "$javac")"
}

find_java25() {
    local candidate major
    for candidate in "${JAVA_HOME:-}" "$(java_of_path)" \
        /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/java/* /opt/java/* /opt/jdk* /opt/*jdk* \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
        "${HOME:-/nonexistent}"/.local/share/mise/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        [ -n "$candidate" ] || continue
        major=$(java_major "$candidate")
        if [ -n "$major" ] && [ "$major" -ge 25 ]; then
            JAVA_HOME=$candidate
            export JAVA_HOME
            return 0
        fi
    done
    echo "Starbridge needs a JDK 25 or newer: install one (Eclipse Temurin 25, for example) and set JAVA_HOME to it if it lies in an unusual place." >&2
    return 1
}

find_java25 || exit 1
