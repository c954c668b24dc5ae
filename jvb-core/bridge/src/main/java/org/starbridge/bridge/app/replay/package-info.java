/**
 * Logs of conferences in files: the request that writes one, and the commands that ask for one and replay one. See
 * docs/replay.md.
 */
@NullMarked
package org.starbridge.bridge.app.replay;

import org.jspecify.annotations.NullMarked;
