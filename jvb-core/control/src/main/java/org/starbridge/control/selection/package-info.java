/**
 * From what a conference's members declared and asked for to the {@link org.starbridge.media.api.ForwardingTable} that
 * the media workers look up. Runs on the control side whenever one of its inputs changed, never per packet; the choice
 * itself is made by module last-n.
 *
 * <p>Without clock, threads or chance of its own. What keeps something from one choice to the next ({@code Selector},
 * {@code ReceiverSlots}) is guarded by the owner of it.
 */
@NullMarked
package org.starbridge.control.selection;

import org.jspecify.annotations.NullMarked;
