package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class HeaderExtensionIndexTest {
    private final Slab memory = Slab.allocate(1500);
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final RtpView packet = new RtpView();
    private final HeaderExtensionIndex index = new HeaderExtensionIndex();

    @AfterEach
    void free() {
        memory.close();
    }

    private void write(ExtensionForm form, Consumer<RtpHeaderWriter> elements) {
        writer.fixed(memory.address(), 1000, false, 96, 1, 2, 3);
        writer.begin(form);
        elements.accept(writer);
        assertThat(packet.wrap(memory.address(), writer.end())).isNull();
    }

    @Test
    void eachElementIsFoundByItsId() {
        write(ExtensionForm.ONE_BYTE, elements -> {
            elements.appendU16(5, 0x1234);
            elements.appendU16(14, 0x5678);
        });
        assertThat(index.fill(packet)).isTrue();
        assertThat(Memory.u16(index.elementAddress(5))).isEqualTo(0x1234);
        assertThat(Memory.u16(index.elementAddress(14))).isEqualTo(0x5678);
        assertThat(index.elementLengthBytes(14)).isEqualTo(2);
        assertThat(index.elementAddress(6)).isZero();
        assertThat(index.elementLengthBytes(6)).isZero();
    }

    @Test
    void idsOfTheTwoByteFormGoUpTo255() {
        write(ExtensionForm.TWO_BYTE, elements -> elements.appendU16(255, 0x1234));
        assertThat(index.fill(packet)).isTrue();
        assertThat(Memory.u16(index.elementAddress(255))).isEqualTo(0x1234);
    }

    @Test
    void ofTwoElementsWithTheSameIdTheFirstCounts() {
        write(ExtensionForm.ONE_BYTE, elements -> {
            elements.appendU16(5, 0x1234);
            elements.appendU16(5, 0x5678);
        });
        assertThat(index.fill(packet)).isTrue();
        assertThat(Memory.u16(index.elementAddress(5))).isEqualTo(0x1234);
    }

    @Test
    void elementsOfThePacketBeforeAreForgotten() {
        write(ExtensionForm.ONE_BYTE, elements -> elements.appendU16(5, 0x1234));
        assertThat(index.fill(packet)).isTrue();
        writer.fixed(memory.address(), 1000, false, 96, 1, 2, 3);
        assertThat(packet.wrap(memory.address(), writer.end())).isNull();
        assertThat(index.fill(packet)).isTrue();
        assertThat(index.elementAddress(5)).isZero();
        assertThat(index.elementLengthBytes(5)).isZero();
    }

    @Test
    void anElementThatIsCutOffIsNotNoted() {
        write(ExtensionForm.ONE_BYTE, elements -> {
            elements.appendU16(5, 0x1234);
            elements.appendU16(6, 0x5678);
        });
        Memory.put8(memory.address() + 16 + 3, 6 << 4 | 15);
        assertThat(index.fill(packet)).isFalse();
        assertThat(index.elementAddress(5)).isNotZero();
        assertThat(index.elementAddress(6)).isZero();
    }
}
