package org.starbridge.transport.datachannel;

/** Reason why a message of the peer had no effect. Counted, see {@link DataChannels#dropped}. */
public enum ChannelDropReason {
    /** DCEP that is neither OPEN nor ACK, or has a length that lies, or an absurdly long label. */
    MALFORMED,
    /** OPEN for a stream whose channel is open. */
    ALREADY_OPEN,
    /** OPEN beyond the limit of channels. */
    TOO_MANY_CHANNELS,
    /** A message, or ACK, on a stream without a channel. */
    NO_SUCH_CHANNEL,
    /** A payload protocol identifier that data channels do not have. */
    UNKNOWN_PPID,
    /** Text that is not UTF-8. */
    BAD_TEXT
}
