/** Access of publishers and viewers: bearer tokens of the configuration, and JSON Web Tokens. */
@NullMarked
package org.starbridge.bridge.whip.access;

import org.jspecify.annotations.NullMarked;
