/**
 * From what a conference's members declared and asked for to the {@link org.starbridge.jvb.media.ForwardingTable} that
 * the media workers look up. Runs on the control side whenever one of its inputs changed, never per packet; the choice
 * itself is made by module last-n.
 *
 * <p>Pure: values in, values out, any thread.
 */
@NullMarked
package org.starbridge.jvb.selection;

import org.jspecify.annotations.NullMarked;
