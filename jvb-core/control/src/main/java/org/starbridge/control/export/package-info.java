/**
 * The door between conferences and media exports: what a focus asks for, who sends audio, and what comes back. The
 * connections themselves are made by a {@link org.starbridge.control.export.MediaExporter}, which knows a conference
 * only as an {@link org.starbridge.control.export.ExportedConference}. Values are immutable; the interfaces are called
 * by any thread.
 */
@NullMarked
package org.starbridge.control.export;

import org.jspecify.annotations.NullMarked;
