package org.starbridge.transport.udp;

import org.starbridge.transport.platform.LibC;
import org.starbridge.transport.platform.SendMmsg;

/**
 * Hands a batch's messages to {@code sendmmsg} and deals with what it refuses. Owned by its socket.
 *
 * <p>{@code sendmmsg} tells an error only about the first message of a call: when a later one fails it returns how many
 * went before, so the failing one is tried again, first this time. Then:
 *
 * <ul>
 *   <li>the socket's buffer is full (EAGAIN, ENOBUFS): what is left stays in the batch, in order;
 *   <li>no way to the destination, or forbidden: the message is counted and skipped, a GSO batch as a whole;
 *   <li>anything else about a GSO batch: its datagrams go singly, at once. If one then goes, the GSO batch was at
 *       fault, and {@link GsoLimits} remembers the destination;
 *   <li>anything else about one datagram: it is counted and skipped.
 * </ul>
 */
final class BatchSender {
    private final SendMmsg kernel;
    private final int fd;
    private final GsoLimits limits;
    private final SendFaults faults;
    private final IoCounts counts;

    BatchSender(SendMmsg kernel, int fd, GsoLimits limits, SendFaults faults, IoCounts counts) {
        this.kernel = kernel;
        this.fd = fd;
        this.limits = limits;
        this.faults = faults;
        this.counts = counts;
    }

    /** As {@link DatagramPort#send}. */
    int send(SendBatch batch) {
        int handedOver = 0;
        boolean heardOfAnEarlierOne = false;
        for (int messages = batch.messagesToSend(); messages > 0; messages = batch.messagesToSend()) {
            int sent = kernel.sendmmsg(fd, batch.frontMessage(), messages);
            counts.onSendCall();
            if (sent > 0) {
                handedOver += onSent(batch, sent);
                continue;
            }
            int errno = kernel.errno();
            if (SendFault.of(errno) == SendFault.FULL) {
                break; // the rest waits for the next call
            }
            if (errno == LibC.ECONNREFUSED && !heardOfAnEarlierOne) {
                heardOfAnEarlierOne = true; // that one's fate is reported once, to the next caller
            } else if (errno != LibC.EINTR) {
                onFault(batch, errno);
            }
        }
        return handedOver;
    }

    private int onSent(SendBatch batch, int messages) {
        int datagrams = 0;
        for (int m = 0; m < messages; m++) {
            int inMessage = batch.frontDatagrams();
            datagrams += inMessage;
            counts.onSent(inMessage);
            if (inMessage > 1) {
                limits.onSent();
            } else if (GsoLimits.speaksOfRun(batch.splitBy())) {
                limits.onRefused(batch.frontDestination(), batch.splitBy());
                batch.splitIsSettled();
            }
            batch.dropFront();
        }
        return datagrams;
    }

    private void onFault(SendBatch batch, int errno) {
        SendFault fault = SendFault.of(errno);
        int datagrams = batch.frontDatagrams();
        if (datagrams > 1 && fault != SendFault.UNREACHABLE && fault != SendFault.FORBIDDEN) {
            counts.onFallback();
            batch.splitFront(errno);
        } else {
            faults.count(fault, datagrams);
            batch.dropFront();
        }
    }
}
