package org.starbridge.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bridge.http.route.PageFile;
import org.starbridge.bridge.impairment.Culprit;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.SourceAllocation;

/** The page's sentences, and what it is served with. */
class DashboardWordsTest {
    private static List<String> words(Enum<?>... constants) {
        return Arrays.stream(constants)
                .map(each -> each.name().toLowerCase(Locale.ROOT) + ": \"")
                .toList();
    }

    @Test
    void everyReasonHasASentence() {
        String text = PageFile.read("/", "", DashboardRoutes.class, "dashboard-words.js")
                .text();
        assertThat(text)
                .contains(words(org.starbridge.lastn.allocation.Reason.values()))
                .contains(words(Reason.values()))
                .contains(words(Budget.Basis.values()))
                .contains(words(Culprit.values()))
                .contains(words(LastN.Limit.values()))
                .contains(words(SourceAllocation.Priority.values()));
    }

    @Test
    void isReadOnlyUnlessConfigured() {
        assertThat(page(DashboardConfig.DEFAULT).text()).contains("data-actions=\"off\"");
        assertThat(page(new DashboardConfig(true, true)).text()).contains("data-actions=\"on\"");
        assertThat(DashboardRoutes.table(new DashboardConfig(false, true))).isEmpty();
    }

    @Test
    void loadsNothingFromElsewhere() {
        assertThat(DashboardRoutes.POLICY)
                .startsWith("default-src 'none';")
                .doesNotContain("unsafe", "http:", "https:");
        assertThat(Stream.of(
                                "dashboard.html",
                                "dashboard.js",
                                "dashboard-elements.js",
                                "dashboard-history.js",
                                "dashboard.css")
                        .map(name -> PageFile.read("/", "", DashboardRoutes.class, name)
                                .text()))
                .allSatisfy(text -> assertThat(text.replace("http://www.w3.org/2000/svg", ""))
                        .doesNotContain("://", "style="));
    }

    private static PageFile page(DashboardConfig config) {
        PageFile page = DashboardRoutes.files(config).getFirst();
        assertThat(page.path()).isEqualTo("/");
        return page;
    }
}
