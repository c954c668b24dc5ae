package org.starbridge.bridge.stats;

import java.util.List;

/**
 * The one list of figures. A row is metric, JSON key, help, value; an empty name leaves it out on that side. What
 * deployments know and we can not tell truthfully yet is missing here and listed in {@code docs/not-implemented.md}.
 *
 * <p>Traffic totals are live; the reference adds an endpoint's share only when it leaves.
 */
final class Figures {
    private Figures() {}

    /** All rows, in the order in which they are shown. */
    static List<Figure> all(BridgeFacts facts, boolean withJvm, double averageParticipantStress) {
        FigureList rows = new FigureList();
        MediaFigures.addTo(rows, facts);
        ControlFigures.addTo(rows);
        rows.add(
                Figure.Kind.LEVEL,
                "",
                "average_participant_stress",
                "Stress that one participant is expected to add.",
                _ -> averageParticipantStress);
        if (withJvm) {
            MachineFigures.addTo(rows);
        }
        return rows.all();
    }
}
