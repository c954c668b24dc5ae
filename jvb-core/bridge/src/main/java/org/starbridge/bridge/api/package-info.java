/**
 * The API page of a server: its OpenAPI description as YAML, as JSON, and as a page that a browser makes of the latter.
 * Nothing is loaded from elsewhere.
 */
@NullMarked
package org.starbridge.bridge.api;

import org.jspecify.annotations.NullMarked;
