# Sourced by the other scripts: finds a JDK 25 or newer and exports JAVA_HOME; says in one sentence what to do if there is none.

java_major() { # DIR -> prints the major version of the JDK in DIR, nothing if it is not a JDK
    [ -x "$1/bin/javac" ] && "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

find_java25() {
    local candidate major
    for candidate in "${JAVA_HOME:-}" \
        "$(dirname "$(dirname "$(readlink -f "$(command -v javac 2>/dev/null || echo /nonexistent/bin/javac)")")")" \
        /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/*jdk* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
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
