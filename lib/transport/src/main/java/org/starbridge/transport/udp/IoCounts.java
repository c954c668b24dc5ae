package org.starbridge.transport.udp;

/**
 * Counts of one port's work, since it was opened: system calls, messages and datagrams. Live; owned by the port's
 * thread, which gives others a {@link #copy()}.
 */
public final class IoCounts {
    private final SizeHistogram batchSizes = new SizeHistogram();
    private final SizeHistogram receives = new SizeHistogram();
    private long sendCalls;
    private long messagesSent;
    private long datagramsSent;
    private long fallbacks;
    private long paddingBytesSent;
    private long receiveCalls;
    private long datagramsReceived;

    /** The kernel was asked to send, whatever it said. */
    public void onSendCall() {
        sendCalls++;
    }

    /** The kernel took one message, which is one datagram or a GSO batch of them. */
    public void onSent(int datagrams) {
        batchSizes.count(datagrams);
        messagesSent++;
        datagramsSent += datagrams;
    }

    /** A GSO batch was refused, and its datagrams go singly. */
    void onFallback() {
        fallbacks++;
    }

    /** A packet that is to be sent was made longer by so much padding. */
    public void onPadding(int bytes) {
        paddingBytesSent += bytes;
    }

    /** The kernel was asked for datagrams and gave this many, 0 or more. */
    public void onReceiveCall(int datagrams) {
        receiveCalls++;
        if (datagrams > 0) {
            receives.count(datagrams);
            datagramsReceived += datagrams;
        }
    }

    /** Calls that sent, or tried to. */
    public long sendCalls() {
        return sendCalls;
    }

    /** Messages that the kernel took, each one datagram or a GSO batch. */
    public long messagesSent() {
        return messagesSent;
    }

    /** Datagrams that the kernel took. */
    public long datagramsSent() {
        return datagramsSent;
    }

    /** Runs that were refused, and whose datagrams went singly. */
    public long fallbacks() {
        return fallbacks;
    }

    /** Calls that received, or tried to. */
    public long receiveCalls() {
        return receiveCalls;
    }

    /** Datagrams that came. */
    public long datagramsReceived() {
        return datagramsReceived;
    }

    /** All of it at this moment. Allocates. */
    public IoTotals copy() {
        return new IoTotals(
                sendCalls,
                messagesSent,
                datagramsSent,
                fallbacks,
                paddingBytesSent,
                receiveCalls,
                datagramsReceived,
                batchSizes.copy(),
                receives.copy());
    }
}
