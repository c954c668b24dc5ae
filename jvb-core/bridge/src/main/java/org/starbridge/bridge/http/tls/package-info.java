/**
 * TLS of an HTTP port: its configuration, the key store that it names, and a watch for changes of that file. A fault in
 * a key store is a fault in the configuration.
 */
@NullMarked
package org.starbridge.bridge.http.tls;

import org.jspecify.annotations.NullMarked;
