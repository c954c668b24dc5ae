/** Typed access to the values of a configuration, for the components that declare them. Errors name the key. */
@NullMarked
package org.starbridge.bridge.config.reader;

import org.jspecify.annotations.NullMarked;
