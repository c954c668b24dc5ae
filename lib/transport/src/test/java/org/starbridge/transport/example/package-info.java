/** How another project uses this library; docs/libraries.md links here. */
@NullMarked
package org.starbridge.transport.example;

import org.jspecify.annotations.NullMarked;
