/**
 * The JSON form of the Colibri2 records, as REST control speaks it: text in, records out, and back.
 *
 * <p>{@link org.starbridge.colibri.json.Colibri2Json} is the door. Reading is strict about types, lenient about keys it
 * does not know, and bounded in size and depth; what it refuses it names by its path. Everything here is stateless and
 * may be used from any thread.
 */
@NullMarked
package org.starbridge.colibri.json;

import org.jspecify.annotations.NullMarked;
