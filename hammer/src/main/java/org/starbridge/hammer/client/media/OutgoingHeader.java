package org.starbridge.hammer.client.media;

import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.Replay;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.udp.SendBatch;

/**
 * Writes RTP headers of one outgoing stream, with audio level (RFC 6464), transport-wide sequence number and dependency
 * descriptor (AV1 RTP, appendix A). Owned by the driver.
 */
final class OutgoingHeader {
    private final SentStream sent;
    private final SpeakingPattern speaking;
    private final NegotiatedMedia numbers;
    private final RtpHeaderWriter writer = new RtpHeaderWriter();

    /**
     * @param speaking which endpoints declare that they speak
     * @param numbers of the header extensions
     */
    OutgoingHeader(SentStream sent, SpeakingPattern speaking, NegotiatedMedia numbers) {
        this.sent = sent;
        this.speaking = speaking;
        this.numbers = numbers;
    }

    /** Writes the header of the replay's current packet; returns its length in bytes. */
    int write(long slotAddress, Replay replay, int transportSequence) {
        writer.fixed(
                slotAddress,
                SendBatch.SLOT_BYTES,
                replay.isMarked(),
                replay.payloadType(),
                replay.extSeq(),
                (int) replay.rtpTimestamp(),
                sent.ssrc());
        int descriptorBytes = numbers.dependencyDescriptorId() == 0 ? 0 : replay.descriptorBytes();
        writer.begin(
                ExtensionForm.ONE_BYTE.canHold(1, Math.max(1, descriptorBytes))
                        ? ExtensionForm.ONE_BYTE
                        : ExtensionForm.TWO_BYTE);
        if (sent.kind() == MediaKind.AUDIO && numbers.audioLevelId() != 0) {
            boolean isSpeaking = speaking.isSpeaking(sent.endpoint());
            int level = isSpeaking ? replay.audioLevel() : SpeakingPattern.QUIET_LEVEL;
            writer.appendU8(numbers.audioLevelId(), AudioLevel.value(isSpeaking, level));
        }
        if (numbers.transportSequenceId() != 0) {
            writer.appendU16(numbers.transportSequenceId(), transportSequence);
        }
        long descriptor = descriptorBytes == 0 ? 0 : writer.reserve(numbers.dependencyDescriptorId(), descriptorBytes);
        if (descriptor != 0) {
            replay.writeDescriptor(descriptor);
        }
        return writer.end();
    }
}
