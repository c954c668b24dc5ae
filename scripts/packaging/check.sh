# shellcheck shell=bash
# shellcheck disable=SC2154 # $root, $out and $dist
# Sourced by scripts/package: what --check does with a runtime and a bridge of an unpacked package.

named_by() { # JAVA LIB CLASS ARGUMENT... -> runs a class of the bridge's tests with the jars of a package
    local java=$1 lib=$2
    shift 2
    "$java" -Xshare:auto -cp "$lib/starbridge.jar:${dist%/*}/starbridge-tests.jar" "$@"
}

finds_by_name() { # RUNTIME LIB -> fails if the runtime lacks what a JDK finds by name for these jars, and the list of modules does not say why
    local runtime=$1 lib=$2 package=org.starbridge.bridge.packaged pid lacks
    named_by "$JAVA_HOME/bin/java" "$lib" "$package.ClassesByName" "$lib" >"$out/names.jdk" &
    pid=$!
    named_by "$runtime/bin/java" "$lib" "$package.ClassesByName" "$lib" >"$out/names.packaged" ||
        failed "the package's runtime cannot make a service of the package's jars"
    wait "$pid" || failed "a service of the bridge's jars cannot be made"
    lacks=$(LC_ALL=C comm -23 <(LC_ALL=C sort "$out/names.jdk") <(LC_ALL=C sort "$out/names.packaged") |
        awk -v without="$(listed without | tr '\n' ' ')" '
            BEGIN { count = split(without, list); for (i = 1; i <= count; i++) known[list[i]] = 1 }
            !($2 in known)')
    [ -z "$lacks" ] || failed "the package's runtime lacks what is found by name; scripts/packaging/modules must list it: $lacks"
    named_by "$runtime/bin/java" "$lib" "$package.RuntimeServices" || failed "the package's runtime lacks something"
}

can_meet() { # whether there is a Prosody; where there must be one, its absence is a failure
    if { command -v prosody || [ -x /usr/sbin/prosody ]; } >/dev/null 2>&1 && command -v openssl >/dev/null 2>&1; then
        return 0
    fi
    [ "${STARBRIDGE_REQUIRE_PROSODY:-}" != true ] || failed "prosody and openssl must be installed"
    echo "No conference was held over XMPP: that needs prosody and openssl."
    return 1
}

with_prosody() { # COMMAND... -> runs it while a Prosody is up at $xmpp_port, for which $out/xmpp.conf and $container_environment are
    local pid status=0
    xmpp_port=$((20000 + RANDOM % 20000))
    "$root/scripts/prosody" "$out/prosody" "$xmpp_port" >"$out/prosody.log" 2>&1 &
    pid=$!
    for _ in $(seq 1 300); do
        ! (exec 3<>"/dev/tcp/127.0.0.1/$xmpp_port") 2>/dev/null || break
        kill -0 "$pid" 2>/dev/null || failed "prosody does not start; see $out/prosody.log"
        sleep 0.1
    done
    cat >"$out/xmpp.conf" <<CONF
videobridge.apis.xmpp-client.configs.shard {
  hostname = "localhost", port = $xmpp_port, domain = "auth.meet.jitsi", username = "jvb", password = "secret"
  muc_jids = "jvbbrewery@internal-muc.meet.jitsi", muc_nickname = "packaged", disable_certificate_verification = true
}
videobridge.health.require-valid-address = false
videobridge.sctp.enabled = true
CONF
    # shellcheck disable=SC2034 # for scripts/package
    # The container has these variables from the compose files of Jitsi Meet.
    container_environment=(
        XMPP_SERVER=localhost "XMPP_PORT=$xmpp_port" XMPP_AUTH_DOMAIN=auth.meet.jitsi XMPP_INTERNAL_MUC_DOMAIN=internal-muc.meet.jitsi
        JVB_BREWERY_MUC=jvbbrewery JVB_AUTH_USER=jvb JVB_AUTH_PASSWORD=secret JVB_INSTANCE_ID=packaged JVB_PORT=10000
        COLIBRI_REST_ENABLED=1 TZ=UTC PUBLIC_URL=https://meet.example.invalid ENABLE_COLIBRI_WEBSOCKET=1
    )
    (
        # A failure inside ends this shell only, so that Prosody is ended in any case.
        "$@"
    ) || status=$?
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    rm -rf "$out/prosody"
    [ "$status" = 0 ] || exit "$status"
    rm -f "$out/prosody.log"
}

meets() { # LAUNCHER ARGUMENT... -> its bridge enters the room of bridges, and carries a conference that a focus makes there
    with_bridge "$1" confers "$1" -- "${@:2}"
}

holds_over_xmpp() { # URL -> whether a conference of two holds; a busy machine proves neither that it does nor that it does not
    STARBRIDGE_NO_BUILD=1 "$root/scripts/hammer" --bridge "$1" --xmpp "127.0.0.1:$xmpp_port" --xmpp-bridge packaged \
        --bridge-channel sctp -k 2 --seconds 3 --verify --quiet >"$out/hammer.log" 2>&1 || only_busy $? "$out/hammer.log"
}

confers() { # LAUNCHER URL -> a conference of two over XMPP with sound and picture, and doctor, while the bridge is up
    local launcher=$1 url=$2
    holds_over_xmpp "$url" || holds_over_xmpp "$url" || holds_over_xmpp "$url" || {
        cat "$out/hammer.log" >&2
        failed "no conference is carried over XMPP"
    }
    rm -f "$out/hammer.log"
    if [ "$launcher" != container ]; then
        # A busy machine may not answer in time.
        for _ in 1 2 3; do
            "$launcher" doctor --config "$out/xmpp.conf" >"$out/doctor.log" 2>&1 || true
            ! grep -q '^ok .*XMPP' "$out/doctor.log" || break
        done
        grep -q '^ok .*XMPP' "$out/doctor.log" || {
            cat "$out/doctor.log" >&2
            failed "doctor does not reach the XMPP server"
        }
        rm -f "$out/doctor.log"
    fi
}
