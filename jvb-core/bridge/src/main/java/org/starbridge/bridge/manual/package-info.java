/** The manual page of the command line, made of the same texts as its {@code --help}. No state, any thread. */
@NullMarked
package org.starbridge.bridge.manual;

import org.jspecify.annotations.NullMarked;
