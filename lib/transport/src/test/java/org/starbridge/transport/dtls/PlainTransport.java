package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.bouncycastle.tls.DatagramTransport;

/** The datagrams between a session of ours and Bouncy Castle as it comes, which are numbered over both directions. */
final class PlainTransport implements DatagramTransport {
    private final LinkedBlockingQueue<byte[]> toPlain = new LinkedBlockingQueue<>();
    private final AtomicInteger sent = new AtomicInteger();
    /** Of Bouncy Castle, whether they arrived or not. */
    final AtomicInteger sentByPlain = new AtomicInteger();

    private final IntPredicate arrives;
    private final Consumer<byte[]> toSession;

    /** The predicate says whether the n-th datagram of both directions arrives. */
    PlainTransport(IntPredicate arrives, Consumer<byte[]> toSession) {
        this.arrives = arrives;
        this.toSession = toSession;
    }

    /** From the session. */
    void onDatagram(byte[] datagram) {
        if (arrives.test(sent.getAndIncrement())) {
            toPlain.add(datagram);
        }
    }

    @Override
    public int getReceiveLimit() {
        return 1500;
    }

    @Override
    public int getSendLimit() {
        return 1200;
    }

    @Override
    public int receive(byte[] buf, int off, int len, int waitMillis) throws IOException {
        try {
            byte[] datagram = toPlain.poll(waitMillis, TimeUnit.MILLISECONDS);
            if (datagram == null) {
                return -1;
            }
            System.arraycopy(datagram, 0, buf, off, datagram.length);
            return datagram.length;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void send(byte[] buf, int off, int len) {
        sentByPlain.incrementAndGet();
        if (arrives.test(sent.getAndIncrement())) {
            toSession.accept(Arrays.copyOfRange(buf, off, off + len));
        }
    }

    @Override
    public void close() {}
}
