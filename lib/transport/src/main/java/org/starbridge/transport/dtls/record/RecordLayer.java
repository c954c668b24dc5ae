package org.starbridge.transport.dtls.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Records of epoch 1 in both directions:
 *
 * <pre>
 *  +------+---------+-------+-----------------+--------+----------------+--------------------+----------+
 *  | type | version | epoch | sequence number | length | explicit nonce | encrypted content  |   tag    |
 *  |  1   |    2    |   2   |        6        |   2    |     0 or 8     |                    |    16    |
 *  +------+---------+-------+-----------------+--------+----------------+--------------------+----------+
 * </pre>
 *
 * No number is used twice, and a record that came is not opened again. Not thread safe.
 */
public final class RecordLayer {
    /** Of a record, before its content. */
    public static final int HEADER_BYTES = 13;

    static final long MAX_NUMBER = (1L << 48) - 1;
    static final int EPOCH_OFFSET = 3;
    private static final int EXPLICIT_OFFSET = HEADER_BYTES;
    private static final short VERSION_1_2 = (short) 0xFEFD;
    private static final long EPOCH = 1L << 48;

    private final RecordKeys keys;
    private final RecordCipher seals;
    private final RecordCipher opens;
    private final RecordWindow window = new RecordWindow();
    private long nextNumber;

    /** @param nextNumber behind that of the last record that was sent under these keys */
    public RecordLayer(RecordKeys keys, long nextNumber) {
        this.keys = keys;
        this.nextNumber = nextNumber;
        seals = new RecordCipher(keys.suite(), true, keys.localKey(), keys.localSalt());
        opens = new RecordCipher(keys.suite(), false, keys.remoteKey(), keys.remoteSalt());
    }

    /** The next record, with this content. */
    public byte[] seal(int type, byte[] content) {
        if (nextNumber > MAX_NUMBER) {
            throw new IllegalStateException("all numbers of the DTLS session are used up");
        }
        int explicit = keys.suite().explicitBytes;
        int fragmentBytes = explicit + content.length + RecordSuite.TAG_BYTES;
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES + fragmentBytes)
                .put((byte) type)
                .putShort(VERSION_1_2)
                .putLong(EPOCH | nextNumber)
                .putShort((short) fragmentBytes);
        if (explicit > 0) {
            header.putLong(EPOCH | nextNumber);
        }
        nextNumber++;
        byte[] record = header.array();
        seals.run(record, 0, EXPLICIT_OFFSET, content, 0, content.length, record, HEADER_BYTES + explicit);
        return record;
    }

    /** Returns whether the record at this offset is of epoch 1. */
    public static boolean isOfEpoch(byte[] datagram, int at) {
        return number(datagram, at) >>> 48 == 1;
    }

    private static long number(byte[] datagram, int at) {
        return ByteBuffer.wrap(datagram).getLong(at + EPOCH_OFFSET);
    }

    /** Returns whether a record of epoch 1 may be new: it was not opened before, and is not too old to know. */
    public boolean isNew(byte[] datagram, int at) {
        return window.isNew(number(datagram, at) & MAX_NUMBER);
    }

    /**
     * The content of a record of epoch 1 that is new.
     *
     * @param lengthBytes of the record with its header
     * @return null if it is not authentic
     */
    public byte @Nullable [] open(byte[] datagram, int at, int lengthBytes) {
        int explicit = keys.suite().explicitBytes;
        int plainBytes = lengthBytes - HEADER_BYTES - explicit - RecordSuite.TAG_BYTES;
        if (plainBytes < 0) {
            return null;
        }
        byte[] content = new byte[plainBytes];
        int start = at + HEADER_BYTES;
        if (!opens.run(datagram, at, start, datagram, start + explicit, plainBytes, content, 0)) {
            return null;
        }
        window.add(number(datagram, at) & MAX_NUMBER);
        return content;
    }

    /** The content of a record that the local side sealed under the same keys. */
    public byte @Nullable [] openOwn(byte[] record) {
        RecordKeys ofPeer = new RecordKeys(
                keys.suite(),
                /* localKey= */ keys.remoteKey(),
                /* localSalt= */ keys.remoteSalt(),
                /* remoteKey= */ keys.localKey(),
                /* remoteSalt= */ keys.localSalt());
        return new RecordLayer(ofPeer, 0).open(record, 0, record.length);
    }

    /** Part of a snapshot; null when it is read. */
    public static RecordLayer state(State state, @Nullable RecordLayer known) throws StateException {
        RecordKeys keys = RecordKeys.state(state, known == null ? null : known.keys);
        long nextNumber = state.i64(known == null ? 0 : known.nextNumber);
        if (nextNumber < 0 || nextNumber > MAX_NUMBER + 1) {
            throw new StateException("a number of a DTLS record is out of range");
        }
        RecordLayer layer = known == null ? new RecordLayer(keys, nextNumber) : known;
        layer.window.state(state);
        return layer;
    }

    /** Returns whether it holds a cipher, for either direction. */
    boolean holdsCipher() {
        return seals.holdsCipher() || opens.holdsCipher();
    }
}
