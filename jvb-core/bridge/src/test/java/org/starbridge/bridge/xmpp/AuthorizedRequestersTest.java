package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.util.PacketParserUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jxmpp.jid.impl.JidCreate;
import org.starbridge.bridge.xmpp.AuthorizedRequesters.Audience;
import org.starbridge.bridge.xmpp.MucClientConfig.ControlRole;

class AuthorizedRequestersTest {
    private static final String ROOM = "brewery@rooms.example";
    private static final String FOCUS = ROOM + "/focus";

    @BeforeAll
    static void prepareSmack() {
        SmackSetUp.prepare(); // before anything of Smack is touched
    }

    private static AuthorizedRequesters askers(ControlRole role) throws Exception {
        return new AuthorizedRequesters("auth.example", Set.of(JidCreate.entityBareFrom(ROOM)), role);
    }

    private static boolean isAmong(AuthorizedRequesters askers, Audience audience, String from) throws Exception {
        return askers.isAmong(audience, from.isEmpty() ? null : JidCreate.from(from));
    }

    private static Presence presence(String from, String type, String affiliation, String role) throws Exception {
        return (Presence) PacketParserUtils.parseStanza("<presence xmlns='jabber:client' from='" + from + "'"
                + (type.isEmpty() ? "" : " type='" + type + "'")
                + "><x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='" + affiliation + "' role='"
                + role
                + "'/></x></presence>");
    }

    @ParameterizedTest
    @CsvSource({
        "brewery@rooms.example/focus, true, true",
        "brewery@rooms.example, false, true",
        "rooms.example, false, true",
        "auth.example, false, true",
        "'', false, true",
        "other@rooms.example/focus, false, false",
        "brewery@elsewhere.example/focus, false, false",
        "focus@auth.example/focus, false, false",
        "jvb@auth.example, false, false",
        "rooms.example/focus, false, false",
        "elsewhere.example, false, false"
    })
    void onlyOccupantsMayControlAndOnlyServersMayPingAsWell(String from, boolean isOccupant, boolean mayPing)
            throws Exception {
        AuthorizedRequesters askers = askers(ControlRole.OCCUPANT);

        assertThat(isAmong(askers, Audience.FOCUS, from)).isEqualTo(isOccupant);
        assertThat(isAmong(askers, Audience.OCCUPANTS, from)).isEqualTo(isOccupant);
        assertThat(isAmong(askers, Audience.OCCUPANTS_AND_SERVERS, from)).isEqualTo(mayPing);
    }

    @ParameterizedTest
    @CsvSource({
        "OCCUPANT, none, participant, true",
        "MODERATOR, none, participant, false",
        "MODERATOR, none, moderator, true",
        "MODERATOR, owner, moderator, true",
        "OWNER, none, moderator, false",
        "OWNER, admin, moderator, false",
        "OWNER, owner, moderator, true"
    })
    void theRoleMustBeTheOneThatIsConfigured(ControlRole needed, String affiliation, String role, boolean mayControl)
            throws Exception {
        AuthorizedRequesters askers = askers(needed);

        askers.onPresence(presence(FOCUS, "", affiliation, role));

        assertThat(isAmong(askers, Audience.FOCUS, FOCUS)).isEqualTo(mayControl);
        assertThat(isAmong(askers, Audience.OCCUPANTS, FOCUS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ControlRole.class,
            names = {"MODERATOR", "OWNER"})
    void aRoleEndsWithThePresenceThatShowedIt(ControlRole needed) throws Exception {
        AuthorizedRequesters askers = askers(needed);
        assertThat(isAmong(askers, Audience.FOCUS, FOCUS)).as("not seen yet").isFalse();

        askers.onPresence(presence(FOCUS, "", "owner", "moderator"));
        askers.onPresence(presence(FOCUS, "", "none", "participant"));
        assertThat(isAmong(askers, Audience.FOCUS, FOCUS)).as("taken away").isFalse();

        askers.onPresence(presence(FOCUS, "", "owner", "moderator"));
        askers.onPresence(presence(FOCUS, "unavailable", "owner", "none"));
        assertThat(isAmong(askers, Audience.FOCUS, FOCUS)).as("gone").isFalse();

        askers.onPresence(presence(FOCUS, "", "owner", "moderator"));
        askers.clear();
        assertThat(isAmong(askers, Audience.FOCUS, FOCUS)).as("another session").isFalse();
    }

    @Test
    void presenceFromElsewhereGivesNoRoleAndWhatIsKeptIsBounded() throws Exception {
        AuthorizedRequesters askers = askers(ControlRole.MODERATOR);
        askers.onPresence(presence("other@rooms.example/focus", "", "owner", "moderator"));
        assertThat(isAmong(askers, Audience.FOCUS, "other@rooms.example/focus")).isFalse();

        for (int i = 0; i < AuthorizedRequesters.MOST_KNOWN; i++) {
            askers.onPresence(presence(ROOM + "/" + i, "", "owner", "moderator"));
        }
        askers.onPresence(presence(FOCUS, "", "owner", "moderator"));
        assertThat(isAmong(askers, Audience.FOCUS, FOCUS)).isFalse();
        assertThat(isAmong(askers, Audience.FOCUS, ROOM + "/0")).isTrue();
    }
}
