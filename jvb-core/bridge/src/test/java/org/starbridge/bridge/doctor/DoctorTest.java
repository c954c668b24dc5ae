package org.starbridge.bridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.doctor.Finding.Verdict;
import org.starbridge.bridge.http.tls.TlsConfig;
import org.starbridge.bridge.xmpp.XmppConfig;

class DoctorTest {
    @TempDir
    private Path root;

    private MachineExaminations machine;

    @BeforeEach
    void make() {
        machine = new MachineExaminations(root, 1_000_000);
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aSmallReceiveBufferComesWithTheCommandThatEnlargesIt() throws Exception {
        write("proc/sys/net/core/rmem_max", "212992\n");
        Finding finding = machine.receiveBuffer();
        assertThat(finding.verdict()).isEqualTo(Verdict.WARNING);
        assertThat(finding.found()).contains("212992 of 1000000 bytes");
        assertThat(finding.advice()).startsWith("sysctl -w net.core.rmem_max=1000000");
        write("proc/sys/net/core/rmem_max", "1000000\n");
        assertThat(machine.receiveBuffer().verdict()).isEqualTo(Verdict.OK);
    }

    /** No kernel grants less than 1000 bytes; a number of which the first digit is read would. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelsOwnNumberIsReadWhole() throws Exception {
        assertThat(new MachineExaminations(Path.of("/"), 1000).receiveBuffer().verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void fewFileDescriptorsAreNoticed() throws Exception {
        write(
                "proc/self/limits",
                "Limit  Soft Limit\nMax open files            1024                 524288               files\n");
        assertThat(machine.fileDescriptors().found()).startsWith("a process may open 1024");
        assertThat(machine.fileDescriptors().verdict()).isEqualTo(Verdict.WARNING);
        write("proc/self/limits", "Max open files            unlimited            unlimited            files\n");
        assertThat(machine.fileDescriptors().verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aGovernorThatSavesPowerIsNoticed() throws Exception {
        assertThat(machine.governor().verdict()).isEqualTo(Verdict.OK);
        write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        assertThat(machine.governor().verdict()).isEqualTo(Verdict.WARNING);
    }

    @Test
    void aMissingTimeServiceIsNoticed() throws Exception {
        assertThat(machine.clock().verdict()).isEqualTo(Verdict.WARNING);
        write("run/systemd/timesync/synchronized", "");
        assertThat(machine.clock().verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void whatCanNotBeLookedAtIsAWarning() throws Exception {
        Finding finding = machine.all().getFirst().finding();
        assertThat(finding.verdict()).isEqualTo(Verdict.WARNING);
        assertThat(finding.found()).contains("rmem_max");
    }

    @Test
    void aPortInUseIsNoticed() throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0)) {
            assertThat(NetworkExaminations.mediaPort(socket.getLocalPort()).verdict())
                    .isEqualTo(Verdict.WARNING);
        }
        try (ServerSocket socket = new ServerSocket(0)) {
            assertThat(NetworkExaminations.httpPort(socket.getLocalPort()).verdict())
                    .isEqualTo(Verdict.WARNING);
        }
        assertThat(NetworkExaminations.mediaPort(0).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void aKeyStoreThatIsNotThereIsAnError() throws Exception {
        TlsConfig tls =
                new TlsConfig("public", 443, root.resolve("none.p12").toString(), "", false, List.of(), List.of());
        Finding finding = new CertificateExamination(tls).get().finding();
        assertThat(finding.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(finding.found()).contains("none.p12 cannot be opened");
    }

    @Test
    void anXmppServerThatIsNotThereIsAnError() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        Map<String, String> account = Map.of(
                "hostname",
                "127.0.0.1",
                "port",
                Integer.toString(closed),
                "domain",
                "auth.meet.jitsi",
                "username",
                "jvb",
                "password",
                "word",
                "muc_jids",
                "brewery@internal.meet.jitsi",
                "muc_nickname",
                "one");
        XmppConfig config =
                new XmppConfig(XmppConfig.DEFAULT.presenceInterval(), Optional.empty(), Map.of("shard", account));
        Finding finding = new XmppExaminations(config).all().getFirst().finding();
        assertThat(finding.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(finding.found()).startsWith("no XMPP server answers at 127.0.0.1:" + closed);
        assertThat(finding.found()).doesNotContain("word");
    }

    @Test
    void eachFindingIsALineAndErrorsDecide() throws Exception {
        StringWriter text = new StringWriter();
        Doctor doctor = new Doctor(List.of(
                new Examination("a", () -> Finding.ok("fine")),
                new Examination("b", () -> Finding.error("broken", "mend it"))));
        assertThat(doctor.examine(new PrintWriter(text))).isFalse();
        assertThat(text.toString().lines())
                .containsExactly(
                        "ok       a: fine",
                        "ERROR    b: broken",
                        "           mend it",
                        "2 checks, 1 errors, 0 warnings");
        assertThat(new Doctor(List.of(new Examination("a", () -> Finding.warning("slow", "wait"))))
                        .examine(new PrintWriter(text)))
                .isTrue();
    }
}
