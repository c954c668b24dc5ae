# shellcheck shell=bash
# Sourced by scripts/starbridge and by the launcher of the packages, which set JAVA_HOME: the options of the bridge's Java machine.

megabytes() { # SIZE -> prints a size as Java takes it (512m, 2g, bytes) in whole megabytes
    if ! [[ $1 =~ ^([0-9]+)([kKmMgG]?)$ ]]; then
        echo "VIDEOBRIDGE_MAX_MEMORY is $1: expected a size such as 512m or 2g." >&2
        return 1
    fi
    case ${BASH_REMATCH[2]} in
        g | G) echo $((BASH_REMATCH[1] * 1024)) ;;
        m | M) echo "${BASH_REMATCH[1]}" ;;
        k | K) echo $((BASH_REMATCH[1] / 1024)) ;;
        *) echo $((BASH_REMATCH[1] / 1048576)) ;;
    esac
}

launch_bridge() { # JAR ARGUMENT... -> becomes the bridge; never returns
    local jar=$1
    shift
    local max_memory max_megabytes gc_type argument
    local gc_options shared java_options properties=() arguments=() operator_options debug_options deployed_properties
    max_memory=${VIDEOBRIDGE_MAX_MEMORY:-512m}
    max_megabytes=$(megabytes "$max_memory") || exit 78
    at_most_max() { echo $(($1 < max_megabytes ? $1 : max_megabytes)); }

    gc_type=${VIDEOBRIDGE_GC_TYPE:-ZGC}
    gc_options=("-XX:+Use$gc_type")
    if [ "$gc_type" = ZGC ]; then
        gc_options+=(
            # No collection just because the last one is long ago: they cost CPU that media can use.
            -XX:-ZProactive
            # Heap that a wave of arrivals took is given back seconds after a collection instead of 5 minutes, also some of what
            # the heap begins with.
            -XX:ZUncommitDelay=1 "-XX:MinHeapSize=$(at_most_max 16)m"
        )
    fi

    # Classes as the Java machine wants them, where a package has them beside the jar (docs/decisions/035). The archive is of one
    # kind of collector; with another one the Java machine does without.
    shared=()
    if [ "$gc_type" = ZGC ] && [ -r "${jar%.jar}.jsa" ]; then
        shared=(
            "-XX:SharedArchiveFile=${jar%.jar}.jsa"
            # The archive at the address that it was made for, if that is free: its pages stay those of the file. Elsewhere each
            # would be changed, so that an idle bridge has 14 MB more.
            -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
        )
    fi

    java_options=(
        # Media lives in native memory; the heap holds conferences, sessions and HTTP: 40 MB, and 80 KB for each endpoint. It is
        # kept under 128 MB as long as that is enough, and under 64 MB without endpoints; the bridge raises this limit when more
        # is in use. Several thousands of endpoints want more than 512 MB: VIDEOBRIDGE_MAX_MEMORY. What begins with 48 MB is
        # at 120 to 145 MB in all while it is idle (docs/decisions/012).
        "-Xms$(at_most_max 48)m" "-Xmx$max_memory" "-XX:SoftMaxHeapSize=$(at_most_max 128)m"
        # ZGC: a collection stops the media threads for less than 0.1 ms, where a full one by the serial collector takes 60 to 280.
        # It is paid for with 50 MB of resident memory (docs/decisions/012).
        "${gc_options[@]}" ${shared[@]+"${shared[@]}"}
        # 8 bytes of header per object instead of 12: a tenth less heap.
        -XX:+UseCompactObjectHeaders
        # The default of 240 MB is only reserved, but this keeps code in one dense region; a bridge fills about 20.
        -XX:ReservedCodeCacheSize=64m
        # The compiler and handshakes free memory that the C library keeps: 28 MB after ten minutes. It is given back every five.
        -XX:TrimNativeHeapInterval=300000
        # A bridge that has run out of memory is neither alive nor dead; its supervisor can start another.
        -XX:+ExitOnOutOfMemoryError
        # Native memory by plain addresses, and system calls and libcrypto through the foreign function API.
        --enable-native-access=ALL-UNNAMED
        --sun-misc-unsafe-memory-access=allow
        # Considered and left out: -XX:TieredStopAtLevel=1 starts as fast and forwards at half the speed; AlwaysPreTouch would
        # make the heap resident that we do not use; an AOT cache: see docs/decisions/035.
    )
    # One memory arena instead of up to eight per core: the C library's per-thread arenas hold on to what handshakes freed.
    export MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-2}

    # -Dkey=value belongs to the Java machine, everything else to the bridge.
    for argument in "$@"; do
        case $argument in
            -D?*) properties+=("$argument") ;;
            *) arguments+=("$argument") ;;
        esac
    done
    read -r -a operator_options <<<"${STARBRIDGE_JAVA_OPTS:-}"
    read -r -a debug_options <<<"${VIDEOBRIDGE_DEBUG_OPTIONS:-}"
    read -r -a deployed_properties <<<"${JAVA_SYS_PROPS:-}"

    # exec: signals and the process id are the bridge's own.
    exec "$JAVA_HOME/bin/java" "${java_options[@]}" ${debug_options[@]+"${debug_options[@]}"} \
        ${operator_options[@]+"${operator_options[@]}"} ${deployed_properties[@]+"${deployed_properties[@]}"} \
        ${properties[@]+"${properties[@]}"} -jar "$jar" ${arguments[@]+"${arguments[@]}"}
}
