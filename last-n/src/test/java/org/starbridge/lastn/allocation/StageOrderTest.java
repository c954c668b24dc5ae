package org.starbridge.lastn.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.lastn.allocation.Scene.describe;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Sources behind one on stage that bandwidth keeps from its preferred quality. */
class StageOrderTest {
    private static final long SECOND_NS = 1_000_000_000L;

    /** The encodings of a camera of 640 x 360 in Chromium. */
    private static Scene stageAndTiles() {
        List<Layer> layers = Scene.simulcast(100, 350, 1000).stream()
                .map(each -> new Layer(each.id(), each.heightPx() / 2, each.framesPerSecond(), each.bitrateBps()))
                .toList();
        return new Scene()
                .camera("tile", layers)
                .camera("other", layers)
                .camera("stage", layers)
                .onStage("stage")
                .height("stage", 720);
    }

    @Test
    void tilesLiveBehindAStageThatCannotBeImproved() {
        Scene scene =
                new Scene().camera("a").camera("b").camera("c").onStage("c").height("c", 720);
        assertThat(describe(scene.allocate(450)))
                .as("in turns, lowest frame rate first")
                .containsExactly("c 180@30 BANDWIDTH", "a 180@15 BANDWIDTH", "b 180@7 BANDWIDTH");
        assertThat(describe(scene.strict().allocate(450)))
                .containsExactly("c 180@30 BANDWIDTH", "a - BEHIND_ON_STAGE", "b - BEHIND_ON_STAGE");
    }

    @Test
    void noTileIsBetterThanTheStage() {
        Scene scene = new Scene()
                .camera("a", Scene.simulcast(60, 150, 400))
                .camera("c", Scene.simulcast(200, 900, 3000))
                .onStage("c")
                .defaultHeight(720)
                .height("c", 720);
        assertThat(describe(scene.allocate(800)))
                .as("360 lines of a would fit, but the stage has 180")
                .containsExactly("c 180@30 BANDWIDTH", "a 180@30 BEHIND_ON_STAGE");
        assertThat(describe(scene.allocate(170)))
                .as("nor smoother")
                .containsExactly("c 180@15 BANDWIDTH", "a 180@15 BEHIND_ON_STAGE");
        assertThat(describe(scene.allocate(70)))
                .as("nor shown without one")
                .containsExactly("c - BANDWIDTH", "a - BEHIND_ON_STAGE");
    }

    @Test
    void aSecondSourceOnStageComesBeforeTiles() {
        Scene scene = new Scene()
                .camera("a")
                .camera("b")
                .camera("c")
                .onStage("b", "c")
                .height("b", 720)
                .height("c", 720);
        assertThat(describe(scene.allocate(420)))
                .containsExactly("b 180@30 BANDWIDTH", "c 180@30 BANDWIDTH", "a - BANDWIDTH");
    }

    @Test
    void behindFiveHundredKilobitsAllThreeAreShown() {
        assertThat(describe(stageAndTiles().allocate(440)))
                .containsExactly("stage 180@30 BANDWIDTH", "tile 90@7 BANDWIDTH", "other 90@7 BANDWIDTH");
    }

    @Test
    void aStepOfTheStageNeedsATenthToSpareWhileOthersWouldLoseByIt() {
        Scene scene =
                new Scene().camera("a").camera("b").camera("c").onStage("c").height("c", 720);
        scene.after(scene.allocate(480), 60 * SECOND_NS);
        Allocation lent = scene.allocate(480);
        Allocation same = scene.allocate(549);
        assertThat(describe(same))
                .as("500 would do, but not for long")
                .containsExactly("c 180@30 HEADROOM", "a 180@30 IDEAL", "b 180@15 BANDWIDTH");
        assertThat(Objects.requireNonNull(lent.find("c")).neededBps()).isEqualTo(550_000);
        assertThat(same.mayImprove(549_000, 60 * SECOND_NS)).isFalse();
        assertThat(same.mayImprove(551_000, 60 * SECOND_NS))
                .as("what is lent is available to the stage")
                .isTrue();
        assertThat(describe(scene.allocate(551)))
                .containsExactly("c 360@30 BANDWIDTH", "a - BANDWIDTH", "b - BANDWIDTH");
    }

    @Test
    void theStageIsSlowRatherThanOthersBeingDark() {
        Scene scene = stageAndTiles();
        assertThat(describe(scene.allocate(360)))
                .as("350 would be smooth and alone")
                .containsExactly("stage 180@15 BANDWIDTH", "tile 90@15 BANDWIDTH", "other 90@15 BANDWIDTH");
        assertThat(describe(scene.allocate(225)))
                .containsExactly("stage 180@7 BANDWIDTH", "tile 90@7 BANDWIDTH", "other 90@7 BANDWIDTH");
        assertThat(describe(scene.allocate(175)))
                .as("but it is not smaller for them")
                .containsExactly("stage 180@7 BANDWIDTH", "tile - BANDWIDTH", "other - BANDWIDTH");
    }

    /** Twenty tiles do not make a stage jerk. */
    @Test
    void theStageStaysSmoothForMoreThanItsShareOfTiles() {
        Scene scene = new Scene().camera("stage").onStage("stage").height("stage", 720);
        for (int i = 0; i < 20; i++) {
            scene.camera("tile" + i);
        }
        Allocation allocation = scene.allocate(450);
        assertThat(describe(allocation))
                .startsWith("stage 180@30 BANDWIDTH", "tile0 180@7 BANDWIDTH", "tile1 180@7 BANDWIDTH")
                .contains("tile3 - BANDWIDTH");
    }

    /** An estimate around what the stage needs does not make tiles come and go. */
    @Test
    void tilesDoNotComeAndGoWithTheEstimate() {
        Scene scene =
                new Scene().camera("a").camera("b").camera("c").onStage("c").height("c", 720);
        Allocation first = scene.allocate(480);
        scene.after(first, SECOND_NS);
        for (int second = 0; second < 60; second++) {
            Allocation allocation = scene.allocate(470 + 70 * (second % 2));
            assertThat(allocation.forwardedSources()).containsExactly("c", "a", "b");
            scene.after(allocation, SECOND_NS);
        }
    }
}
