/** Tests of the clients against small servers on the loopback interface. */
@NullMarked
package org.starbridge.colibri.client;

import org.jspecify.annotations.NullMarked;
