/**
 * Matroska and WebM files (RFC 9559) of one track, in pieces that make sense when the next piece never comes: the
 * header, then clusters. A file that ends anywhere is playable up to its last whole cluster.
 */
@NullMarked
package org.starbridge.recording.matroska;

import org.jspecify.annotations.NullMarked;
