/**
 * The dependency descriptor, a header extension of the RTP payload format for AV1 (version 1.0, appendix A) that
 * describes the frames of any codec: layers, decode targets, chains and the frames that a frame refers to.
 *
 * <p>Comes in: the data of an extension element, and the structure that the stream's last key frame brought. Goes out:
 * a flyweight over one frame, an immutable structure, and descriptors with other numbers for a receiver. Malformed
 * elements yield a {@link org.starbridge.rtp.dependency.DependencyFault}, never an exception. Only a new structure
 * allocates.
 */
@NullMarked
package org.starbridge.rtp.dependency;

import org.jspecify.annotations.NullMarked;
