package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"0", "0,2", "0-3", "0,2-3,17"})
    void knowsAList(String list) {
        assertThat(CpuList.isValid(list)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "0,", "-1", "1-", "one", "0 1", "0-1-2"})
    void refusesAnythingElse(String list) {
        assertThat(CpuList.isValid(list)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'0,1', 0-1, true", "'3,0-1', '0-1,3', true", "0, 1, false", "0-1, 0, false"})
    void comparesWhatListsName(String one, String other, boolean same) {
        assertThat(CpuList.areSame(one, other)).isEqualTo(same);
    }

    @Test
    void namesACommandThatIsMissing() throws IOException {
        assertThatThrownBy(() -> CpuList.find("taskset", folder.toString()))
                .isInstanceOf(BridgeFailure.class)
                .hasMessageContaining("taskset");
        Path command = Files.createFile(folder.resolve("taskset"));
        assertThat(command.toFile().setExecutable(true)).isTrue();
        assertThat(CpuList.find("taskset", "/nowhere:" + folder)).isEqualTo(command);
    }
}
