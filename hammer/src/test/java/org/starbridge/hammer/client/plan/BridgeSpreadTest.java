package org.starbridge.hammer.client.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BridgeSpreadTest {
    @Test
    void packetsTakeOneRelayInAMeshAndTwoBetweenPointsOfAStar() {
        BridgeSpread mesh = new BridgeSpread(3, false, -1);
        BridgeSpread star = new BridgeSpread(3, true, -1);
        assertThat(mesh.relaysBetween(0, 3)).isZero();
        assertThat(mesh.relaysBetween(1, 5)).isEqualTo(1);
        assertThat(star.relaysBetween(0, 5)).isEqualTo(1);
        assertThat(star.relaysBetween(1, 5)).isEqualTo(2);
        assertThat(mesh.relaysOf(1)).isEqualTo(2);
        assertThat(star.relaysOf(1)).isEqualTo(1);
        assertThat(star.relaysOf(0)).isEqualTo(2);
    }

    @Test
    void endpointsOfALostBridgeGoToTheOthersInTurn() {
        BridgeSpread spread = new BridgeSpread(4, false, 3);
        assertThat(spread.lostOf(12)).containsExactly(3, 7, 11);
        assertThat(IntStream.of(3, 7, 11).map(spread::secondHome)).containsExactly(0, 1, 2);
        BridgeSpread middle = new BridgeSpread(3, false, 1);
        assertThat(middle.lostOf(6)).containsExactly(1, 4);
        assertThat(IntStream.of(1, 4).map(middle::secondHome)).containsExactly(0, 2);
    }

    @Test
    void visitorsAreOnAllBridgesButTheFirst() {
        BridgeSpread spread = new BridgeSpread(3, true, -1, 2);
        assertThat(IntStream.range(0, 6).map(spread::home)).containsExactly(0, 0, 1, 2, 1, 2);
        assertThat(IntStream.range(0, 4).filter(spread::isVisitor)).containsExactly(2, 3);
        assertThat(spread.relaysBetween(0, 3)).isEqualTo(1);
    }

    @Test
    void theFirstBridgeIsNotKilled() {
        assertThatThrownBy(() -> new BridgeSpread(3, false, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BridgeSpread(3, false, 3)).isInstanceOf(IllegalArgumentException.class);
    }
}
