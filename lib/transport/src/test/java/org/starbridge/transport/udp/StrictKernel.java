package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.platform.SendMmsg;

/**
 * Stands in for {@code sendmmsg}: reads the structures as the kernel does, insists on what the kernel insists on, and
 * cuts runs into datagrams. A script says what fails.
 */
final class StrictKernel implements SendMmsg {
    private static final int MOST_MESSAGES = 1024;

    /** One message as it was handed over. */
    record Message(InetSocketAddress to, Optional<InetAddress> from, List<byte[]> datagrams) {}

    /** The error number with which a message fails; 0 = it goes. */
    @FunctionalInterface
    interface Script {
        int errno(Message message);
    }

    final List<Message> sent = new ArrayList<>();
    int calls;
    private final Script script;
    private int errno;

    StrictKernel(Script script) {
        this.script = script;
    }

    @Override
    public int sendmmsg(int fd, long messages, int count) {
        calls++;
        int taken = 0;
        while (taken < Math.min(count, MOST_MESSAGES)) {
            Message message = read(messages + (long) taken * SendBatch.MESSAGE_BYTES);
            int fault = script.errno(message);
            if (fault != 0) {
                if (taken == 0) {
                    errno = fault; // told only about the first one
                    return -1;
                }
                break;
            }
            sent.add(message);
            taken++;
        }
        errno = -1; // reading it now is an error
        return taken;
    }

    @Override
    public int errno() {
        return errno;
    }

    List<Integer> sizes() {
        return sent.stream().map(message -> message.datagrams().size()).toList();
    }

    private static Message read(long message) {
        long name = Memory.nativeLong(message);
        assertThat(Memory.nativeInt(message + 8)).isEqualTo(SocketAddresses.lengthBytes(name));
        InetSocketAddress to = SocketAddresses.read(name);
        byte[] bytes = gather(Memory.nativeLong(message + 16), Memory.nativeLong(message + 24));
        assertThat(bytes.length).isLessThanOrEqualTo(65_507);
        long at = Memory.nativeLong(message + 32);
        long end = at + Memory.nativeLong(message + 40);
        int segmentBytes = 0;
        Optional<InetAddress> from = Optional.empty();
        while (at < end) {
            long length = Memory.nativeLong(at);
            assertThat(length).isBetween(17L, end - at);
            if (Memory.nativeInt(at + 8) == 17) {
                assertThat(Memory.nativeInt(at + 12)).isEqualTo(103);
                assertThat(length).isEqualTo(18);
                segmentBytes = Memory.nativeU16(at + 16);
                assertThat(segmentBytes).isPositive();
            } else {
                assertThat(PacketInfo.isAt(at)).isTrue();
                from = Optional.of(address(at));
            }
            at += (length + 7) & ~7L;
        }
        return new Message(to, from, cut(bytes, segmentBytes));
    }

    private static byte[] gather(long vectors, long count) {
        assertThat(count).isBetween(1L, (long) MOST_MESSAGES);
        byte[] bytes = new byte[0];
        for (long v = 0; v < count; v++) {
            long base = Memory.nativeLong(vectors + v * 16);
            int length = (int) Memory.nativeLong(vectors + v * 16 + 8);
            byte[] longer = java.util.Arrays.copyOf(bytes, bytes.length + length);
            if (length > 0) {
                Memory.copyOut(base, longer, bytes.length, length);
            }
            bytes = longer;
        }
        return bytes;
    }

    private static List<byte[]> cut(byte[] bytes, int segmentBytes) {
        if (segmentBytes == 0 || bytes.length <= segmentBytes) {
            return List.of(bytes);
        }
        List<byte[]> datagrams = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += segmentBytes) {
            datagrams.add(java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + segmentBytes)));
        }
        assertThat(datagrams).hasSizeLessThanOrEqualTo(64);
        return datagrams;
    }

    private static InetAddress address(long at) {
        try {
            return InetAddress.getByAddress(
                    Memory.nativeInt(at + 8) == 41 ? Memory.copyOf(at + 16, 16) : Memory.copyOf(at + 20, 4));
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
