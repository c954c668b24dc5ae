/** The command line's subcommands that read results of earlier runs. One thread. */
@NullMarked
package org.starbridge.hammer.app.result;

import org.jspecify.annotations.NullMarked;
