package org.starbridge.control.export;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Makes media exports of conferences. Any thread; everything returns at once. */
public interface MediaExporter {
    /** Of a bridge that exports nothing. */
    MediaExporter NONE = new MediaExporter() {
        @Override
        public boolean isAvailable() {
            return false;
        }

        @Override
        public @Nullable String objection(URI url) {
            return "media exports are switched off";
        }

        @Override
        public ExportLimits limits() {
            return ExportLimits.DEFAULT;
        }

        @Override
        public ExportGroup open(ExportedConference conference) {
            return ExportGroup.NONE;
        }
    };

    /** True if exports are enabled. */
    boolean isAvailable();

    /** Reason that nothing may be exported to this URL, as a clause; null if it may. */
    @Nullable
    String objection(URI url);

    /** Limits of the exports of one conference. */
    ExportLimits limits();

    /** The exports of one conference, none at first. */
    ExportGroup open(ExportedConference conference);
}
