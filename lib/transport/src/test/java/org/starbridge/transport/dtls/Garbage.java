package org.starbridge.transport.dtls;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** What a stranger who guesses the addresses can send without knowing the conversation. */
final class Garbage {
    private Garbage() {}

    /** Datagrams to be seen before the given one. */
    static List<byte[]> of(Random random, byte[] datagram) {
        byte[] noise = new byte[1 + random.nextInt(100)];
        random.nextBytes(noise);
        noise[0] = 22;
        byte[] cut = Arrays.copyOf(datagram, datagram.length - 1 - random.nextInt(datagram.length - 1));
        return List.of(
                noise,
                cut,
                hex("15 fefd 0001 000000000001 0002 0228"), // an alert that pretends to be encrypted
                hex("17 fefd 0001 0000000000ff 0010 00112233445566778899aabbccddeeff"),
                hex("14 fefd 0000 0000000f0000 0001 01"), // ChangeCipherSpec
                hex("16 fefd 0000 0000000f0001 000c 0e 000000 0002 000000 000000 16 fefd 0000 000000000000 0000"),
                hex("16 fefd 0000 0000000f0002 000c 00 000000 0000 000000 000000"), // HelloRequest
                hex("16 fefd 0000 0000000f0003 000d 0b ffffff 0001 000000 000001 00")); // 16 MiB announced
    }

    static byte[] hex(String spaced) {
        return HexFormat.of().parseHex(spaced.replace(" ", ""));
    }
}
