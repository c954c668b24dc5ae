/** Tests of public addresses, with servers of our own on the loopback address. */
@NullMarked
package org.starbridge.bridge.nat;

import org.jspecify.annotations.NullMarked;
