/**
 * The floor: a process that takes the bridge's place before the same Hammer and does only what every forwarded packet
 * owes: it copies, numbers, encrypts and sends. What it costs is what no bridge on this machine can go below with the
 * same system calls and the same cryptography, so the bridge's cost is given as a multiple of it.
 *
 * <p>Joining is real: REST, ICE and DTLS. One thread owns all media, as one worker of the bridge does.
 */
@NullMarked
package org.starbridge.benchmarks.floor;

import org.jspecify.annotations.NullMarked;
