/**
 * Frames of a recording with several layers, and what each of them refers to, from the dependency descriptors that its
 * encoder wrote (AV1 RTP specification, appendix A).
 *
 * <p>In: the descriptors of a recording's packets. Out: facts of each frame by its number in the recording. Immutable;
 * any thread.
 */
@NullMarked
package org.starbridge.hammer.media.layer;

import org.jspecify.annotations.NullMarked;
