package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.codec.KeyFrames;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** RTP headers and header extensions, read and written. */
final class RtpFuzzTest {
    private record Element(int id, List<Byte> data) {
        static Element at(HeaderExtensions cursor) {
            return new Element(cursor.id(), boxed(Memory.copyOf(cursor.elementAddress(), cursor.elementLengthBytes())));
        }
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte each : bytes) {
            list.add(each);
        }
        return list;
    }

    /** Any bytes: nothing outside them is read, and what is well formed can be written again and means the same. */
    @FuzzTest
    void packet(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            RtpView view = new RtpView();
            RtpFault fault = view.wrap(slab.address(), data.length);
            int headerBytes = RtpView.headerLengthBytes(slab.address(), data.length);
            if (fault != null) {
                // SRTP looks at the header only; it can not see what is wrong with the padding.
                assertThat(headerBytes >= 0).as(fault.name()).isEqualTo(fault == RtpFault.BAD_PADDING);
                return;
            }
            assertThat(headerBytes).isEqualTo(view.headerLengthBytes());
            assertThat(view.headerLengthBytes() + view.payloadLengthBytes() + view.paddingLengthBytes())
                    .isEqualTo(data.length);
            assertThat(view.payloadLengthBytes()).isNotNegative();
            Memory.copyOf(view.payloadAddress(), view.payloadLengthBytes());
            for (VideoCodec codec : VideoCodec.values()) {
                KeyFrames.isKeyFrame(codec, view.payloadAddress(), view.payloadLengthBytes());
            }
            writtenAgainMeansTheSame(view);
        }
    }

    private static void writtenAgainMeansTheSame(RtpView view) {
        HeaderExtensions cursor = new HeaderExtensions();
        List<Element> elements = new ArrayList<>();
        cursor.wrap(view);
        while (cursor.next()) {
            elements.add(Element.at(cursor));
            if (cursor.elementLengthBytes() > 0) {
                assertThat(AudioLevel.level(cursor.elementAddress())).isBetween(0, 127);
            }
            if (cursor.elementLengthBytes() >= AbsoluteSendTime.LENGTH_BYTES) {
                AbsoluteSendTime.toNs(AbsoluteSendTime.read(cursor.elementAddress()));
            }
        }
        ExtensionForm form =
                ExtensionForm.isTwoByte(view.extensionProfile()) ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE;
        try (Slab copy = Slab.allocate(view.headerLengthBytes())) {
            RtpHeaderWriter writer = new RtpHeaderWriter();
            writer.fixed(
                    copy.address(),
                    view.headerLengthBytes(),
                    view.marker(),
                    view.payloadType(),
                    view.sequenceNumber(),
                    view.timestamp(),
                    view.ssrc());
            assertThat(writer.csrcs(view.address() + RtpView.FIXED_HEADER_BYTES, view.csrcCount()))
                    .isTrue();
            writer.begin(form);
            for (Element element : elements) {
                long address = writer.reserve(element.id(), element.data().size());
                assertThat(address).as("room for " + element).isNotZero();
                for (int i = 0; i < element.data().size(); i++) {
                    Memory.put8(address + i, element.data().get(i));
                }
            }
            RtpView again = new RtpView();
            assertThat(again.wrap(copy.address(), writer.end())).isNull();
            assertSameHeader(again, view);
            List<Element> elementsAgain = new ArrayList<>();
            cursor.wrap(again);
            while (cursor.next()) {
                elementsAgain.add(Element.at(cursor));
            }
            assertThat(cursor.isMalformed()).isFalse();
            assertThat(elementsAgain).isEqualTo(elements);
            for (Element element : elements) {
                long found = cursor.find(again, element.id());
                assertThat(found).as("element " + element.id()).isNotZero();
            }
        }
    }

    private static void assertSameHeader(RtpView again, RtpView view) {
        assertThat(again.marker()).isEqualTo(view.marker());
        assertThat(again.payloadType()).isEqualTo(view.payloadType());
        assertThat(again.sequenceNumber()).isEqualTo(view.sequenceNumber());
        assertThat(again.timestamp()).isEqualTo(view.timestamp());
        assertThat(again.ssrc()).isEqualTo(view.ssrc());
        assertThat(again.csrcCount()).isEqualTo(view.csrcCount());
        for (int i = 0; i < view.csrcCount(); i++) {
            assertThat(again.csrc(i)).isEqualTo(view.csrc(i));
        }
    }

    /** Elements that the fuzzer chooses, into a capacity that it chooses: never behind it, and read back as written. */
    @FuzzTest
    void header(byte[] data) {
        Input in = new Input(data);
        int capacityBytes = RtpView.FIXED_HEADER_BYTES + in.below(600);
        ExtensionForm form = in.flag() ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE;
        try (Slab slab = Slab.allocate(capacityBytes);
                Slab scratch = Slab.allocate(256)) {
            RtpHeaderWriter writer = new RtpHeaderWriter();
            writer.fixed(slab.address(), capacityBytes, in.flag(), in.u8(), in.u16(), in.i32(), in.i32());
            writer.csrcs(scratch.address(), in.below(18) - 1);
            writer.begin(form);
            List<Element> written = new ArrayList<>();
            while (in.hasMore()) {
                append(in, writer, scratch, written);
            }
            int lengthBytes = writer.end();
            assertThat(lengthBytes).isBetween(RtpView.FIXED_HEADER_BYTES, capacityBytes);
            RtpView view = new RtpView();
            assertThat(view.wrap(slab.address(), lengthBytes)).isNull();
            assertThat(view.headerLengthBytes()).isEqualTo(lengthBytes);
            HeaderExtensions cursor = new HeaderExtensions();
            cursor.wrap(view);
            List<Element> read = new ArrayList<>();
            while (cursor.next()) {
                read.add(Element.at(cursor));
            }
            assertThat(read).isEqualTo(written);
            assertThat(cursor.isMalformed()).isFalse();
        }
    }

    private static void append(Input in, RtpHeaderWriter writer, Slab scratch, List<Element> written) {
        int kind = in.below(4);
        int id = in.u8();
        int value = in.i32();
        switch (kind) {
            case 0 -> {
                if (writer.appendU8(id, value)) {
                    written.add(new Element(id, boxed(new byte[] {(byte) value})));
                }
            }
            case 1 -> {
                if (writer.appendU16(id, value)) {
                    written.add(new Element(id, boxed(new byte[] {(byte) (value >> 8), (byte) value})));
                }
            }
            case 2 -> {
                if (writer.appendU24(id, value)) {
                    written.add(new Element(
                            id, boxed(new byte[] {(byte) (value >> 16), (byte) (value >> 8), (byte) value})));
                }
            }
            default -> {
                byte[] bytes = in.bytes(value & 0xFF);
                Memory.copyIn(bytes, 0, scratch.address(), bytes.length);
                if (writer.append(id, scratch.address(), bytes.length)) {
                    written.add(new Element(id, boxed(bytes)));
                }
            }
        }
    }

    /** Any bytes as an element that names a stream or tells its layers. */
    @FuzzTest
    void elements(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            if (StreamIdentifier.check(slab.address(), data.length) == null) {
                String name = StreamIdentifier.read(slab.address(), data.length);
                assertThat(name).matches("[A-Za-z0-9_-]{1,16}");
                assertThat(StreamIdentifier.matches(slab.address(), data.length, StreamIdentifier.bytes(name)))
                        .isTrue();
            }
            LayersAllocation layers = new LayersAllocation();
            if (layers.parse(slab.address(), data.length) != null) {
                assertThat(layers.streams()).isZero();
            }
            for (int stream = 0; stream < LayersAllocation.MAX_STREAMS; stream++) {
                for (int layer = 0; layer < LayersAllocation.MAX_LAYERS; layer++) {
                    boolean active = layers.isActive(stream, layer);
                    assertThat(active && stream >= layers.streams()).isFalse();
                    assertThat(layers.temporalLayers(stream, layer) > 0).isEqualTo(active);
                    assertThat(layers.height(stream, layer) > 0).isEqualTo(active && layers.hasSizes());
                    assertThat(layers.targetBps(stream, layer, 3)).isNotNegative();
                }
            }
        }
    }
}
