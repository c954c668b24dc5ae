/**
 * From RTP packets to frames: {@link org.starbridge.recording.frame.PacketOrder} puts the packets of one stream in
 * order, a {@link org.starbridge.recording.frame.Depacketizer} of the codec joins payloads,
 * {@link org.starbridge.recording.frame.FrameAssembler} leaves out what cannot be decoded. Any input is accepted. Owned
 * by one thread; time is an argument.
 */
@NullMarked
package org.starbridge.recording.frame;

import org.jspecify.annotations.NullMarked;
