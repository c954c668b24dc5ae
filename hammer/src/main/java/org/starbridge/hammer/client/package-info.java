/**
 * Full clients of a Colibri2 bridge, many in one process: signalling in, RTP both ways, counts out.
 *
 * <p>A {@link org.starbridge.hammer.client.ClientConference} is one conference, a
 * {@link org.starbridge.hammer.client.ConferenceGroup} all of a run, which share their threads;
 * {@link org.starbridge.hammer.client.Guests} come and go. Each {@code Endpoint} has a UDP socket of its own and
 * belongs to one {@code Driver}, a platform thread that polls, receives, counts, sends and runs timers; no other thread
 * touches it. Joining (REST, WebSocket) runs on virtual threads, DTLS on its own pool; both reach an endpoint only
 * through its driver's queue.
 *
 * <p>The parts of an endpoint are in sub-packages: {@code plan} (what it is), {@code signalling}, {@code transport},
 * {@code channel}, {@code media} and {@code result} (what is counted). None of them refers to this package.
 */
@NullMarked
package org.starbridge.hammer.client;

import org.jspecify.annotations.NullMarked;
