/** Tests of the bridge channel messages. */
@NullMarked
package org.starbridge.colibri.channel;

import org.jspecify.annotations.NullMarked;
