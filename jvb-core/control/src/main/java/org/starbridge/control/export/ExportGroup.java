package org.starbridge.control.export;

import java.util.List;

/** The exports of one conference. Any thread; everything returns at once. */
public interface ExportGroup {
    /** None, and none can be made. */
    ExportGroup NONE = new ExportGroup() {
        @Override
        public void start(ExportSpec spec) {}

        @Override
        public void change(ExportSpec spec) {}

        @Override
        public void stop(String exportId) {}

        @Override
        public List<ExportReport> reports() {
            return List.of();
        }
    };

    /** Begins one; there is none with its id. */
    void start(ExportSpec spec);

    /** Changes the one with this id. */
    void change(ExportSpec spec);

    /** Ends one; it is no longer among the {@link #reports}. */
    void stop(String exportId);

    /** Reports of the exports, in the order in which they were made. */
    List<ExportReport> reports();
}
