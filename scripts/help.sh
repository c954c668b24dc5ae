# shellcheck shell=bash
# Sourced by the other scripts before they do anything: --help describes a script and does nothing else.

asks_for_help() { # ARGUMENT... -> whether one of them is --help or -h
    case " $* " in *" --help "* | *" -h "*) return 0 ;; esac
    return 1
}

print_head() { # prints the comment at the head of the script
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
}

help_if_asked() { # ARGUMENT... -> ends the script if they ask for help
    if asks_for_help "$@"; then
        print_head
        exit 0
    fi
}

help_of_program() { # JAR ARGUMENT... -> like help_if_asked, for a script whose program has more to say: it is started if it is built
    local jar=$1
    shift
    asks_for_help "$@" || return 0
    if [ ! -e "$jar" ]; then
        print_head
        echo
        echo "Not built yet. The first run builds it; --help shows every option then."
        exit 0
    fi
    export STARBRIDGE_NO_BUILD=1
}

wrong_usage() { # SENTENCE -> says it on standard error, and where help is, and ends the script
    local name
    name=$(basename "$0")
    echo "$name: $1" >&2
    echo "$0 --help describes how to call it." >&2
    exit 2
}
