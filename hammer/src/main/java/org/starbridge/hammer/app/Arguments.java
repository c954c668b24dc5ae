package org.starbridge.hammer.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.badlink.BadLink;
import org.starbridge.hammer.bridge.BridgeArguments;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.hls.HlsArguments;
import org.starbridge.hammer.join.JoinArguments;
import org.starbridge.hammer.meet.MeetArguments;
import org.starbridge.hammer.page.ReportArguments;
import org.starbridge.hammer.scenario.ScenarioArguments;
import org.starbridge.hammer.whip.WhipArguments;
import org.starbridge.hammer.xmpp.XmppArguments;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line's options, as picocli fills them in; checked by {@link #check}. */
final class Arguments {
    static final int SAMPLE_EVERY = 64;
    static final int ENDPOINTS_DEFAULT = 10;
    private static final int SECONDS_DEFAULT = 15;
    static final int MAX_STAR = 500;
    static final int MAX_RECEIVERS = 5000;
    private static final int MAX_GUESTS = 1000;
    private static final int MAX_SECONDS = 86_400;

    @Option(
            names = {"-k", "--endpoints"},
            paramLabel = "N",
            description = "Number of endpoints; each sends and receives all others (default: 10).")
    @Nullable
    Integer endpoints;

    @Option(
            names = "--senders",
            paramLabel = "N",
            description = "Number of endpoints that send and receive. Use it instead of -k, together with --receivers.")
    @Nullable
    Integer senders;

    @Option(
            names = "--receivers",
            paramLabel = "N",
            defaultValue = "0",
            description = "Number of further endpoints that only receive (default: 0).")
    int receivers;

    @Option(
            names = "--kinds",
            paramLabel = "KINDS",
            defaultValue = "both",
            description = "Media of senders: audio, video, both or none; none uses only the bridge channels "
                    + "(default: both).")
    String kinds = "both";

    @Option(
            names = "--join-rate",
            paramLabel = "N",
            defaultValue = "100",
            description = "Maximum number of endpoints that start joining per second (default: 100).")
    int joinRate;

    @Option(
            names = "--join-burst",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Let this many receive-only endpoints join within one second in the middle of the measurement; the "
                            + "report shows the effect on the others' delay. Their own media is not counted.")
    int joinBurst;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Warm-up in seconds, from the moment when all endpoints receive all streams " + "(default: 1).")
    int warmUpSeconds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "" + SECONDS_DEFAULT,
            description =
                    "Duration of the measurement in seconds, after all have joined and the warm-up (default: 15).")
    int seconds;

    @Mixin
    final BridgeArguments bridge = new BridgeArguments();

    @Mixin
    final RelayArguments relays = new RelayArguments();

    @Mixin
    final JoinArguments join = new JoinArguments();

    @Mixin
    final ChannelArguments channel = new ChannelArguments();

    @Mixin
    final MediaArguments media = new MediaArguments();

    @Mixin
    final SelectionArguments selection = new SelectionArguments();

    @Mixin
    final LinkArguments links = new LinkArguments();

    @Mixin
    final XmppArguments xmpp = new XmppArguments();

    @Mixin
    final MeetArguments meet = new MeetArguments();

    @Mixin
    final WhipArguments whip = new WhipArguments();

    @Mixin
    final HlsArguments hls = new HlsArguments();

    @Option(
            names = "--rtx",
            description =
                    "Declare retransmission (RTX) streams. The bridge may then limit video by its bandwidth estimate.")
    boolean rtx;

    @Option(
            names = "--nack",
            description =
                    "Recover lost video as real clients do: request missing packets by NACK and answer the bridge's "
                            + "NACKs, with RTX if --rtx is set. Such packets are reported both as lost and as recovered.")
    boolean nack;

    @Option(
            names = "--undeclared",
            description =
                    "Let senders send their audio a second time with an SSRC that is not signalled: the bridge has to "
                            + "drop these packets, but report them as received in transport-wide feedback.")
    boolean undeclared;

    @Option(
            names = "--verify",
            description = "Decrypt and compare every packet instead of one in " + SAMPLE_EVERY + " of each stream.")
    boolean verify;

    @Option(
            names = "--drivers",
            paramLabel = "N",
            description = "Number of media threads of the Hammer (default: 1, or 2 with more than two cores).")
    @Nullable
    Integer drivers;

    @Option(
            names = "--hostile",
            description =
                    "Attack the bridge during the run with all kinds of bad input: at the media port, from connected "
                            + "peers, over HTTP and WebSocket. Fails if the bridge does not count each kind by its reason, or "
                            + "if the conference loses packets.")
    boolean hostile;

    @Option(
            names = "--hostile-rate",
            paramLabel = "X",
            defaultValue = "1",
            description =
                    "Rate of the attack; 1 is about 4000 datagrams and 100 requests per second in total (default: 1).")
    double hostileRate;

    @Option(
            names = "--hostile-seed",
            paramLabel = "N",
            description = "Seed of the attack's random data, to repeat a run (default: a new one for each run).")
    @Nullable
    Long hostileSeed;

    @Option(
            names = "--soak",
            description = "Endurance test: pause the bridge, and sometimes the Hammer itself, for up to 3 s each time. "
                    + "Loss does not fail this run; a stream that does not recover or growing resource use of the bridge "
                    + "does. scripts/soak adds packet loss.")
    boolean soak;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "With --soak: write the samples to this file, one line each.")
    @Nullable
    Path csv;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result as a JSON object.")
    @Nullable
    Path json;

    @Mixin
    final ScenarioArguments scenario = new ScenarioArguments();

    @Mixin
    final ReportArguments report = new ReportArguments();

    @Option(names = "--quiet", description = "Print no progress line, only the summary.")
    boolean quiet;

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check() {
        List<Check> checks = List.of(
                this::checkEndpoints,
                () -> join.check(endpoints(), seconds),
                this::checkJoin,
                () -> channel.check(this),
                () -> media.check(this),
                () -> selection.check(this),
                () -> links.check(this),
                xmpp::check,
                meet::check,
                scenario::check,
                report::check,
                this::checkMeet,
                whip::check,
                hls::check,
                () -> HlsChecks.problem(this),
                this::checkWhip,
                this::checkRun,
                () -> relays.check(this),
                () -> relays.checkKill(this),
                () -> bridge.check(hasServer()));
        for (Check check : checks) {
            String problem = check.problem();
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /** Says what is wrong with some of the options, or null. */
    private interface Check {
        @Nullable
        String problem();
    }

    private @Nullable String checkRun() {
        if (seconds < 1 || seconds > MAX_SECONDS) {
            return "--seconds " + seconds + ": expected 1 to " + MAX_SECONDS;
        }
        if (drivers != null && (drivers < 1 || drivers > endpoints())) {
            return "--drivers " + drivers + ": expected 1 to the number of endpoints, " + endpoints();
        }
        if (soak && hostile) {
            return "--soak and --hostile cannot be combined: under attack no packet may be lost";
        }
        if (soak && bridge.url() != null && bridge.pid() == null) {
            return "--soak with --bridge: --bridge-pid is needed, too";
        }
        if (csv != null && !soak) {
            return "--csv " + csv + " without --soak: only endurance runs take samples";
        }
        if (!(hostileRate > 0 && hostileRate <= 10)) {
            return "--hostile-rate " + hostileRate + ": expected more than 0, at most 10";
        }
        return null;
    }

    private @Nullable String checkEndpoints() {
        if (endpoints != null && (senders != null || receivers != 0)) {
            return "-k " + endpoints
                    + " cannot be combined with --senders or --receivers: all endpoints of -k send and receive";
        }
        if (senders == null && receivers != 0) {
            return "--receivers " + receivers + " without --senders: give the number of senders, too";
        }
        if (senders == null && (endpoints() < 2 || endpoints() > MAX_STAR)) {
            return "-k " + endpoints + ": expected 2 to " + MAX_STAR + " endpoints";
        }
        if (senders() < 1 || senders() > MAX_STAR) {
            return "--senders " + senders + ": expected 1 to " + MAX_STAR;
        }
        if (receivers < 0 || receivers > MAX_RECEIVERS) {
            return "--receivers " + receivers + ": expected 0 to " + MAX_RECEIVERS;
        }
        if (endpoints() < 2) {
            return "--senders " + senders + " --receivers " + receivers + ": expected two endpoints or more";
        }
        if (!List.of("audio", "video", "both", "none").contains(kinds)) {
            return "--kinds " + kinds + ": expected audio, video, both or none";
        }
        if (joinRate < 1 || joinRate > 10_000) {
            return "--join-rate " + joinRate + ": expected 1 to 10000";
        }
        if (joinBurst < 0 || joinBurst > MAX_GUESTS) {
            return "--join-burst " + joinBurst + ": expected 0 to " + MAX_GUESTS;
        }
        if (joinBurst > 0 && seconds < 5) {
            return "--join-burst " + joinBurst + " with --seconds " + seconds
                    + ": expected 5 s or more, to compare the delay before and after";
        }
        if (joinBurst > 0 && (soak || hostile)) {
            return "--join-burst cannot be combined with --soak or --hostile";
        }
        if (hostile && (receivers > 0 || !kinds.equals("both"))) {
            return "--hostile cannot be combined with --receivers or --kinds: it needs a full star of audio and video";
        }
        if (warmUpSeconds < 0 || warmUpSeconds > 3600) {
            return "--warmup " + warmUpSeconds + ": expected 0 to 3600";
        }
        return null;
    }

    /** Guests and further conferences are known by Colibri2 only, and all conferences are alike. */
    private @Nullable String checkJoin() {
        if (!join.isMeant()) {
            return null;
        }
        if (meet.isMeant() || whip.isMeant() || relays.isMeant() || hostile || soak || joinBurst > 0) {
            return "--conferences and --guests cannot be combined with --meet, --whip, --relays, --hostile,"
                    + " --soak or --join-burst";
        }
        if (links.isMeant() || media.losesKeyFrames || channel.messages().perSecond() > 0) {
            return "--conferences and --guests cannot be combined with --link, --lose-key-frames or --messages";
        }
        if (join.conferences() > 1 && (selection.turnSeconds > 0 || selection.muteSeconds > 0)) {
            return "--conferences cannot be combined with --turns or --mute: these are for one conference";
        }
        return !join.guests().isEmpty() && (selection.isSelective() || selection.ssrcRewriting)
                ? "--guests cannot be combined with --simulcast, --last-n, --max-height or --ssrc-rewriting: the"
                        + " expected streams would change with each guest"
                : null;
    }

    /**
     * Checks for options that a client of a room cannot have: it does not choose the bridge, nor know the room by its
     * meeting's name.
     */
    private @Nullable String checkMeet() {
        if (!meet.isMeant()) {
            return null;
        }
        if (xmpp.isMeant()) {
            return "--meet and --xmpp cannot be combined: --meet uses a focus, --xmpp acts as the focus";
        }
        if (hostile || soak) {
            return "--meet cannot be combined with --hostile or --soak: these control the bridge directly";
        }
        if (bridge.bridgeCpus() != null) {
            return "--bridge-cpus " + bridge.bridgeCpus() + " cannot be combined with --meet, which starts no bridge";
        }
        return null;
    }

    /** One sender, of whom all others see the only encoding. */
    private @Nullable String checkWhip() {
        if (!whip.isMeant()) {
            return null;
        }
        if (senders() != 1 || receivers == 0) {
            return "--whip with " + senders() + " senders and " + receivers
                    + " receivers: expected --senders 1 and --receivers of 1 or more";
        }
        if (meet.isMeant() || xmpp.isMeant() || hostile || soak || nack || undeclared || joinBurst > 0) {
            return "--whip cannot be combined with --meet, --xmpp, --hostile, --soak, --nack, --undeclared or --join-burst";
        }
        if (selection.isSelective() || selection.ssrcRewriting || channel.bridgeChannel != null) {
            return "--whip cannot be combined with --simulcast, --last-n, --max-height, --ssrc-rewriting or bridge "
                    + "channel options: viewers have no bridge channel";
        }
        return bridge.url() == null
                ? null
                : "--whip cannot be combined with --bridge: give the URL of the WHIP resource to --whip";
    }

    /** Takes endpoints, links and duration of a scenario. */
    void become(BadLink scenario) {
        endpoints = null;
        senders = scenario.senders();
        receivers = scenario.receivers();
        seconds = scenario.seconds();
        warmUpSeconds = 0;
        selection.simulcast = true;
        links.specs = scenario.links();
    }

    /** Returns whether an option is given that a scenario of bad links sets itself. */
    boolean changesScenario() {
        return endpoints != null
                || senders != null
                || receivers != 0
                || !kinds.equals("both")
                || seconds != SECONDS_DEFAULT
                || links.isMeant()
                || selection.isSelective();
    }

    /** Returns whether endpoints go to a server whose REST interface is not asked. */
    boolean hasServer() {
        return meet.isMeant() || whip.isElsewhere() || (hls.isMeant() && !hls.isPublishing());
    }

    int endpoints() {
        return senders() + receivers;
    }

    /** Returns the number of endpoints that send. */
    int senders() {
        return senders != null ? senders : endpoints != null ? endpoints : ENDPOINTS_DEFAULT;
    }

    SentKinds sentKinds() {
        return SentKinds.valueOf(kinds.toUpperCase(Locale.ROOT));
    }

    ChannelKind channelKind() {
        return whip.isMeant() ? ChannelKind.NONE : channel.kind(meet.isMeant() ? ChannelKind.OFFERED : ChannelKind.WS);
    }

    int sampleEvery() {
        return verify || media.losesKeyFrames ? 1 : SAMPLE_EVERY;
    }

    int driverCount(int cores) {
        return drivers != null ? drivers : cores > 2 ? 2 : 1;
    }
}
