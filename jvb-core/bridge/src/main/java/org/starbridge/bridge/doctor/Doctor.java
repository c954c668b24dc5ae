package org.starbridge.bridge.doctor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.nat.StunServer;

/** Makes all examinations, one after the other, and prints a line for each. */
public final class Doctor {
    private final List<Examination> examinations = new ArrayList<>();

    /**
     * @param config with which the bridge is to run
     * @param stun a server that says how this machine is seen, in addition to those of the configuration; null for none
     */
    public Doctor(BridgeConfig config, @Nullable StunServer stun) {
        examinations.addAll(
                new MachineExaminations(Path.of("/"), config.media().workers().receiveBufferBytes()).all());
        examinations.addAll(new NetworkExaminations(config, stun).all());
        config.servers().publicHttp().tls().ifPresent(tls -> examinations.add(new CertificateExamination(tls).get()));
        examinations.addAll(new XmppExaminations(config.services().xmpp()).all());
        if (config.servers().privateHttp().isEnabled()) {
            examinations.add(new FocusExamination(config.servers().privateHttp().port()).get());
        }
        examinations.addAll(new ExportExaminations(config.services().export()).all());
        examinations.addAll(new WebhookExaminations(config.services().webhooks()).all());
    }

    /** Examinations that a running bridge with this configuration can make. */
    static List<Examination> whileRunning(BridgeConfig config) {
        List<Examination> all = new ArrayList<>(
                new MachineExaminations(Path.of("/"), config.media().workers().receiveBufferBytes()).still());
        all.add(new NetworkExaminations(config, null).reachability());
        config.servers().publicHttp().tls().ifPresent(tls -> all.add(new CertificateExamination(tls).get()));
        return all;
    }

    Doctor(List<Examination> examinations) {
        this.examinations.addAll(examinations);
    }

    /**
     * Makes the examinations.
     *
     * @return whether the bridge can work: nothing was found that keeps it from starting or clients from reaching it
     */
    public boolean examine(PrintWriter out) throws InterruptedException {
        int warnings = 0;
        int errors = 0;
        for (Examination examination : examinations) {
            Finding finding = examination.finding();
            out.printf("%-8s %s: %s%n", word(finding.verdict()), examination.about(), finding.found());
            if (finding.advice() != null) {
                out.printf("%-8s   %s%n", "", finding.advice());
            }
            out.flush();
            warnings += finding.verdict() == Finding.Verdict.WARNING ? 1 : 0;
            errors += finding.verdict() == Finding.Verdict.ERROR ? 1 : 0;
        }
        out.printf("%d checks, %d errors, %d warnings%n", examinations.size(), errors, warnings);
        out.flush();
        return errors == 0;
    }

    /** Makes the examinations and writes a JSON object; the rest is as of {@link #examine}. */
    boolean examineAsJson(PrintWriter out) throws InterruptedException {
        List<Map<String, String>> findings = new ArrayList<>();
        boolean isGood = true;
        for (Examination examination : examinations) {
            Finding finding = examination.finding();
            Map<String, String> view = new LinkedHashMap<>();
            view.put("level", word(finding.verdict()).toLowerCase(Locale.ROOT));
            view.put("about", examination.about());
            view.put("text", finding.found());
            if (finding.advice() != null) {
                view.put("advice", finding.advice());
            }
            findings.add(view);
            isGood &= finding.verdict() != Finding.Verdict.ERROR;
        }
        out.println(Json.write(Map.of("findings", findings)));
        out.flush();
        return isGood;
    }

    private static String word(Finding.Verdict verdict) {
        return switch (verdict) {
            case OK -> "ok";
            case WARNING -> "warning";
            case ERROR -> "ERROR";
        };
    }
}
