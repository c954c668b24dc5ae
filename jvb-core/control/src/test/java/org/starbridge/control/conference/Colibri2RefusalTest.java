package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;
import static org.starbridge.control.conference.TestBridge.MEETING;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.source;
import static org.starbridge.control.conference.TestBridge.updating;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;

class Colibri2RefusalTest {
    private final TestBridge bridge = TestBridge.embedded().with("aaaa0001", "bbbb0002");

    @ParameterizedTest
    @MethodSource("rows")
    void refuses(ConferenceModify request, Condition condition, Reason reason, String sentence) {
        int tables = bridge.media.published.size();
        Colibri2Exception refusal = catchThrowableOfType(Colibri2Exception.class, () -> bridge.colibri.handle(request));

        assertThat(refusal).hasMessageContaining(sentence);
        assertThat(refusal.condition()).isEqualTo(condition);
        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(bridge.conferences.count()).as("no conference came or went").isEqualTo(1);
        assertThat(bridge.media.added).as("no endpoint came").hasSize(2);
        assertThat(bridge.media.published).as("nothing changed").hasSize(tables);
        assertThat(bridge.counters.get(ConferenceCounter.REQUESTS_REFUSED)).isEqualTo(1);
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                argumentSet(
                        "create of a conference that exists",
                        ConferenceModify.creating(MEETING, null, List.of()),
                        Condition.CONFLICT,
                        Reason.CONFERENCE_ALREADY_EXISTS,
                        "Conference already exists for ID: " + MEETING),
                argumentSet(
                        "meeting id that no URL could carry",
                        ConferenceModify.creating("a/b", null, List.of()),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "meeting-id \"a/b\""),
                argumentSet(
                        "unknown meeting id",
                        ConferenceModify.updating("other-id", List.of()),
                        Condition.ITEM_NOT_FOUND,
                        Reason.CONFERENCE_NOT_FOUND,
                        "Conference not found for ID: other-id"),
                argumentSet(
                        "name without a domain",
                        ConferenceModify.creating("new", "standup", List.of()),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "name \"standup\""),
                argumentSet(
                        "name with a resource",
                        ConferenceModify.creating("new", "a@b/c", List.of()),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "name \"a@b/c\""),
                argumentSet(
                        "meeting id too long",
                        ConferenceModify.creating("m".repeat(257), null, List.of()),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "the limit is 256"),
                argumentSet(
                        "a new conference with a bad endpoint leaves nothing",
                        ConferenceModify.creating(
                                "new",
                                null,
                                List.of(creating("cccc0003").transport(null).build())),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "cccc0003 has no transport"),
                update(
                        "update of an unknown endpoint",
                        updating("deadbeef").sources(List.of()).build(),
                        Condition.ITEM_NOT_FOUND,
                        Reason.UNKNOWN_ENDPOINT,
                        "no such endpoint: deadbeef"),
                update(
                        "create of an endpoint that exists",
                        creating("aaaa0001").build(),
                        Condition.CONFLICT,
                        Reason.UNSPECIFIED,
                        "aaaa0001"),
                update(
                        "create without transport",
                        creating("cccc0003").transport(null).build(),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "no transport"),
                update(
                        "create without source-names",
                        EndpointModify.builder("cccc0003")
                                .create(true)
                                .transport(sctp(null))
                                .build(),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "source name support is mandatory"),
                update(
                        "endpoint id that no URL could carry",
                        creating("aa/../bb").build(),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "aa/../bb"),
                update(
                        "endpoint id that means the path above",
                        creating("..").build(),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "endpoint id \"..\""),
                update(
                        "endpoint id that means the same path",
                        creating(".").build(),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "endpoint id \".\""),
                update(
                        "sctp where it is switched off",
                        creating("cccc0003")
                                .transport(sctp(new Sctp(null, null)))
                                .build(),
                        Condition.FEATURE_NOT_IMPLEMENTED,
                        Reason.FEATURE_NOT_IMPLEMENTED,
                        "videobridge.sctp.enabled is false"),
                update(
                        "sctp as client",
                        creating("cccc0003")
                                .transport(sctp(new Sctp(5000, Sctp.Role.CLIENT)))
                                .build(),
                        Condition.FEATURE_NOT_IMPLEMENTED,
                        Reason.FEATURE_NOT_IMPLEMENTED,
                        "role client"),
                update(
                        "sctp on another port",
                        creating("cccc0003")
                                .transport(sctp(new Sctp(5001, null)))
                                .build(),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "5001"),
                update(
                        "visitor with sources",
                        creating("cccc0003")
                                .mucRole(MucRole.VISITOR)
                                .sources(List.of(source(MediaKind.AUDIO, "cccc0003-a0", 3000)))
                                .build(),
                        Condition.BAD_REQUEST,
                        Reason.UNSPECIFIED,
                        "visitors receive only"),
                argumentSet(
                        "two endpoints of which one is described",
                        ConferenceModify.updating(
                                MEETING,
                                List.of(
                                        updating("aaaa0001").sources(List.of()).build(),
                                        EndpointModify.expiring("bbbb0002"))),
                        Condition.FEATURE_NOT_IMPLEMENTED,
                        Reason.FEATURE_NOT_IMPLEMENTED,
                        "for one endpoint only"),
                argumentSet(
                        "two endpoint creates",
                        ConferenceModify.updating(
                                MEETING,
                                List.of(
                                        creating("cccc0003").build(),
                                        creating("dddd0004").build())),
                        Condition.FEATURE_NOT_IMPLEMENTED,
                        Reason.FEATURE_NOT_IMPLEMENTED,
                        "2 endpoints in one request"),
                relays("relay", List.of(), 1, "relays are disabled"),
                relays("two relays", List.of(), 2, "relays are disabled"),
                relays(
                        "endpoint and relay",
                        List.of(EndpointModify.expiring("aaaa0001")),
                        1,
                        "endpoints and relays in one request"));
    }

    @Test
    void refusesNewConferencesInGracefulShutdownButServesOldOnes() {
        bridge.conferences.refuseNew();

        Colibri2Exception refusal = catchThrowableOfType(
                Colibri2Exception.class,
                () -> bridge.colibri.handle(ConferenceModify.creating("new", null, List.of())));
        assertThat(refusal.condition()).isEqualTo(Condition.SERVICE_UNAVAILABLE);
        assertThat(refusal.reason()).isEqualTo(Reason.GRACEFUL_SHUTDOWN);
        assertThat(bridge.update(creating("cccc0003").build()).endpoints()).hasSize(1);
    }

    @Test
    void refusesAnEndpointWhenTheWorkersAreOverloaded() {
        bridge.media.isFullForEndpoints = true;

        Colibri2Exception refusal = catchThrowableOfType(
                Colibri2Exception.class,
                () -> bridge.update(creating("cccc0003").build()));
        assertThat(refusal.condition()).isEqualTo(Condition.RESOURCE_CONSTRAINT);
        bridge.media.isFullForEndpoints = false;
        assertThat(bridge.update(creating("cccc0003").build()).endpoints()).hasSize(1);
    }

    @Test
    void refusesADescriptionThatTheWorkersCannotTakeAndReleasesTheNewEndpoint() {
        bridge.media.isFullForTransports = true;

        Colibri2Exception refusal = catchThrowableOfType(
                Colibri2Exception.class,
                () -> bridge.update(creating("cccc0003")
                        .transport(Transport.of(new IceUdpTransport(
                                "abcd", "abcdefghijklmnopqrstuvwx", null, true, List.of(), List.of(), List.of())))
                        .build()));

        assertThat(refusal.condition()).isEqualTo(Condition.RESOURCE_CONSTRAINT);
        bridge.media.endpoint("cccc0003").isFull = false;
        bridge.later.remove().run();
        assertThat(bridge.media.endpoint("cccc0003").isExpired).isTrue();
    }

    @Test
    void refusesACreationBeyondItsLimitsAndCutsAnUpdate() {
        ConferenceLimits limits = new ConferenceLimits(1, 2, 1, 2, 3, 1, 1, 1, 16, 40, 40, 5);
        TestBridge small = new TestBridge(TestBridge.configured(-1, -1, limits)).with("aaaa0001");
        List<MediaSource> twoSources = List.of(source(MediaKind.VIDEO, "v0", 1), source(MediaKind.VIDEO, "v1", 2));
        List<MediaSource> threeSsrcs = List.of(source(MediaKind.VIDEO, "v0", 1, 2, 3));
        List<MediaSource> longName = List.of(source(MediaKind.VIDEO, "12345678901234567", 1));

        for (List<MediaSource> sources : List.of(twoSources, threeSsrcs, longName)) {
            assertRefused(small, creating("bbbb0002").sources(sources));
        }
        for (List<MediaSource> sources : List.of(twoSources, threeSsrcs, longName)) {
            small.update(updating("aaaa0001").sources(sources).build());
        }
        assertThat(small.count(RequestWarning.BEYOND_LIMIT)).isEqualTo(3);
        small.update(updating("aaaa0001").sources(threeSsrcs).build());
        assertThat(small.media.transport("aaaa0001").streams())
                .as("cut at the limit")
                .hasSize(2);

        small.update(creating("bbbb0002").build());
        assertRefused(small, creating("cccc0003"));
        Colibri2Exception refusal = catchThrowableOfType(
                Colibri2Exception.class,
                () -> small.colibri.handle(ConferenceModify.creating("second", null, List.of())));
        assertThat(refusal).hasMessageContaining("the limit of 1");
        assertThat(refusal.condition()).isEqualTo(Condition.RESOURCE_CONSTRAINT);
    }

    private static void assertRefused(TestBridge bridge, EndpointModify.Builder request) {
        assertThat(catchThrowableOfType(Colibri2Exception.class, () -> bridge.update(request.build())))
                .hasMessageContaining("limit");
    }

    private static Arguments update(
            String name, EndpointModify endpoint, Condition condition, Reason reason, String sentence) {
        return argumentSet(name, ConferenceModify.updating(MEETING, List.of(endpoint)), condition, reason, sentence);
    }

    private static Arguments relays(String name, List<EndpointModify> endpoints, int count, String sentence) {
        List<RelayModify> relays = Stream.of("jvb2", "jvb3")
                .limit(count)
                .map(id -> new RelayModify(id, true, false, null, List.of(), null, null, null))
                .toList();
        return argumentSet(
                name,
                new ConferenceModify(MEETING, null, false, false, true, endpoints, relays, null),
                Condition.FEATURE_NOT_IMPLEMENTED,
                Reason.FEATURE_NOT_IMPLEMENTED,
                sentence);
    }

    private static Transport sctp(@Nullable Sctp sctp) {
        return new Transport(true, false, false, null, sctp);
    }
}
