package org.starbridge.hammer.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.ReceiverCount;

/** Reports to test with. */
final class RunReports {
    private RunReports() {}

    static ReceiverCount receiver(int number, int couples, long received, long kernelDrops, long contentErrors) {
        return new ReceiverCount(
                number,
                "0000000" + number,
                1000,
                600_000,
                0,
                couples,
                couples == 1 ? List.of() : List.of("VIDEO of endpoint 1"),
                1000,
                received,
                0,
                kernelDrops,
                3,
                2,
                50,
                contentErrors,
                0,
                0,
                0,
                1,
                0,
                4 << 20);
    }

    /** Of two endpoints and 10 s. */
    static RunReport of(List<ReceiverCount> receivers, @Nullable Long bridgeCpuNs) {
        return new RunReport(
                2,
                10,
                receivers,
                "Starbridge 1",
                bridgeCpuNs,
                bridgeCpuNs == null ? null : (Long) 200_000_000L,
                bridgeCpuNs == null ? null : (Long) 210_000_000L,
                null,
                40_000_000L,
                0.25,
                new RunReport.Delays(30, 100_000, 900_000, 1_500_000),
                64,
                "libcrypto",
                List.of());
    }
}
