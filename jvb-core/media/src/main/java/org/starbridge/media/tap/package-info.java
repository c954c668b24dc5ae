/**
 * Packets of one endpoint for readers inside the process: recordings and HLS. The worker that owns the endpoint copies
 * each packet that it takes, decrypted and after loss repair, into a bounded {@link org.starbridge.media.tap.TapQueue}.
 * One other thread reads it. The worker never waits: what does not fit is counted.
 */
@NullMarked
package org.starbridge.media.tap;

import org.jspecify.annotations.NullMarked;
