/**
 * Captures of one endpoint's packets in files that Wireshark reads. Requests of the private server come in; a media
 * worker copies packets into a bounded queue, and a thread of this package writes them out. Off unless
 * {@code jmt.debug.pcap.enabled} is set.
 */
@NullMarked
package org.starbridge.bridge.capture;

import org.jspecify.annotations.NullMarked;
