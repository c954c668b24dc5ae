/** Help of the command line: options in groups, and short answers to mistakes. One thread. */
@NullMarked
package org.starbridge.hammer.app.help;

import org.jspecify.annotations.NullMarked;
