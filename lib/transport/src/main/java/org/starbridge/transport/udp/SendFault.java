package org.starbridge.transport.udp;

import org.starbridge.transport.platform.LibC;

/** Reason why a datagram could not be sent: one constant, one sentence, one counter. */
public enum SendFault {
    UNREACHABLE(
            "No route to the destination, or its network or interface is down (ENETUNREACH, EHOSTUNREACH, ENETDOWN)."),
    FORBIDDEN("A firewall on this machine, or the security policy, forbids it (EPERM, EACCES)."),
    TOO_LONG("The datagram is longer than the path MTU (EMSGSIZE)."),
    BAD_ADDRESS("The destination is invalid, or the source address is not on this machine (EINVAL, EADDRNOTAVAIL)."),
    NO_MEMORY("The kernel is out of memory (ENOMEM)."),
    OTHER("Any other kernel error."),
    /** Not a failure: what waits is tried again, and this is not counted. */
    FULL("The socket's send buffer is full (EAGAIN, ENOBUFS).");

    private static final int EPERM = 1;
    private static final int ENOMEM = 12;
    private static final int EACCES = 13;
    private static final int EAFNOSUPPORT = 97;
    private static final int EADDRNOTAVAIL = 99;
    private static final int ENETDOWN = 100;
    private static final int ENETUNREACH = 101;
    private static final int EHOSTDOWN = 112;
    private static final int EHOSTUNREACH = 113;

    private final String sentence;

    SendFault(String sentence) {
        this.sentence = sentence;
    }

    /** Returns its meaning, for people. */
    public String sentence() {
        return sentence;
    }

    /** By Linux's error number. */
    static SendFault of(int errno) {
        return switch (errno) {
            case LibC.EAGAIN, LibC.ENOBUFS -> FULL;
            case EPERM, EACCES -> FORBIDDEN;
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EAFNOSUPPORT -> UNREACHABLE;
            case LibC.EMSGSIZE -> TOO_LONG;
            case LibC.EINVAL, EADDRNOTAVAIL -> BAD_ADDRESS;
            case ENOMEM -> NO_MEMORY;
            default -> OTHER;
        };
    }
}
