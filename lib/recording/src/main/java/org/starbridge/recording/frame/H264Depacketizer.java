package org.starbridge.recording.frame;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * H.264 (RFC 6184), modes 0 and 1: single NAL units, STAP-A and FU-A. Parameter sets go into the track's format, not
 * into frames. Pictures of the base profile only: no reordering.
 */
final class H264Depacketizer implements Depacketizer {
    private static final int IDR = 5;
    private static final int SPS = 7;
    private static final int PPS = 8;
    private static final int DELIMITER = 9;
    private static final int FILLER = 12;
    private static final int STAP_A = 24;
    private static final int FU_A = 28;
    private static final int MAX_SETS = 8;

    private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
    private final ByteArrayOutputStream fragment = new ByteArrayOutputStream();
    private final List<byte[]> newPps = new ArrayList<>();
    private byte @Nullable [] newSps;
    private byte @Nullable [] sps;
    private List<byte[]> pps = List.of();
    private boolean isOpen;
    private boolean isWhole;
    private boolean isIdr;

    @Override
    public void begin() {
        frame.reset();
        fragment.reset();
        newPps.clear();
        newSps = null;
        isOpen = false;
        isWhole = true;
        isIdr = false;
    }

    @Override
    public void add(byte[] payload) {
        int type = payload.length == 0 ? 0 : payload[0] & 0x1F;
        if (type == FU_A) {
            addFragment(payload);
        } else if (isOpen || type == 0 || type > STAP_A) {
            isWhole = false;
        } else if (type == STAP_A) {
            addAggregate(payload);
        } else {
            addUnit(payload);
        }
    }

    private void addAggregate(byte[] payload) {
        int position = 1;
        while (position + 2 < payload.length) {
            int length = ((payload[position] & 0xFF) << 8) | (payload[position + 1] & 0xFF);
            position += 2;
            if (length == 0 || length > payload.length - position) {
                break;
            }
            addUnit(Arrays.copyOfRange(payload, position, position + length));
            position += length;
        }
        isWhole &= position == payload.length;
    }

    private void addFragment(byte[] payload) {
        if (payload.length < 3) {
            isWhole = false;
            return;
        }
        boolean isStart = (payload[1] & 0x80) != 0;
        isWhole &= isStart != isOpen;
        if (isStart) {
            fragment.reset();
            fragment.write((payload[0] & 0xE0) | (payload[1] & 0x1F));
        }
        isOpen = true;
        fragment.write(payload, 2, payload.length - 2);
        if ((payload[1] & 0x40) != 0) {
            isOpen = false;
            addUnit(fragment.toByteArray());
        }
    }

    private void addUnit(byte[] unit) {
        switch (unit[0] & 0x1F) {
            case SPS -> newSps = unit;
            case PPS -> {
                if (newPps.size() < MAX_SETS) {
                    newPps.add(unit);
                }
            }
            case DELIMITER, FILLER -> {}
            default -> {
                isIdr |= (unit[0] & 0x1F) == IDR;
                frame.write(unit.length >>> 24);
                frame.write(unit.length >>> 16);
                frame.write(unit.length >>> 8);
                frame.write(unit.length);
                frame.writeBytes(unit);
            }
        }
    }

    @Override
    public @Nullable EncodedFrame finish() {
        if (!isWhole || isOpen) {
            return null;
        }
        sps = newSps == null ? sps : newSps;
        pps = newPps.isEmpty() ? pps : List.copyOf(newPps);
        if (frame.size() == 0) {
            return null;
        }
        if (!isIdr) {
            return new EncodedFrame(frame.toByteArray(), false, null);
        }
        TrackFormat format = sps == null || pps.isEmpty() ? null : H264Sequence.format(sps, pps);
        return format == null ? null : new EncodedFrame(frame.toByteArray(), true, format);
    }
}
