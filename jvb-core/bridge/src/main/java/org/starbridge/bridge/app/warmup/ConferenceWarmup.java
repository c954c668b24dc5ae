package org.starbridge.bridge.app.warmup;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;

/**
 * A rehearsal of a conference, from its first request to its last, at the end of the start. A Java virtual machine
 * loads a class when it is first needed: without this the first request waits 0.3 s for some hundreds of them, and
 * longer beside media. No client connects, so it costs no packet, and it is in no statistics.
 */
public final class ConferenceWarmup {
    private static final Logger LOG = LoggerFactory.getLogger(ConferenceWarmup.class);
    private static final int ENDPOINTS = 10;

    private static final String JOIN = """
            {"create": %1$b, "meeting-id": "rehearsal", "name": "rehearsal@bridge.invalid", "endpoints": [{"create": true, "id": "%2$08x",
              "medias": [
                {"type": "audio",
                 "payload-types": [{"name": "opus", "id": "111", "channels": "2", "clockrate": "48000",
                   "parameters": {"useinbandfec": "1"}, "rtcp-fbs": [{"type": "transport-cc"}]}],
                 "rtp-hdrexts": [{"uri": "urn:ietf:params:rtp-hdrext:ssrc-audio-level", "id": 1}]},
                {"type": "video",
                 "payload-types": [
                   {"name": "VP8", "id": "100", "clockrate": "90000",
                    "rtcp-fbs": [{"type": "ccm", "subtype": "fir"}, {"type": "nack"}, {"type": "nack", "subtype": "pli"}]},
                   {"name": "rtx", "id": "96", "clockrate": "90000", "parameters": {"apt": "100"}}]}],
              "transport": {"ice-controlling": true},
              "capabilities": ["source-names"]}]}
            """;

    private static final String SOURCES = """
            {"meeting-id": "rehearsal", "endpoints": [{"id": "%2$08x",
              "transport": {"transport": {"xmlns": "urn:xmpp:jingle:transports:ice-udp:1", "rtcp-mux": true,
                "ufrag": "rehearsal", "pwd": "rehearsalrehearsalrehearsal",
                "fingerprints": [{"hash": "sha-256", "setup": "active", "fingerprint":
                  "00:01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F"}]}},
              "sources": [
                {"id": "%2$08x-a0", "type": "audio", "sources": [{"ssrc": %3$d1, "name": "%2$08x-a0"}]},
                {"id": "%2$08x-v0", "type": "video",
                 "sources": [{"ssrc": %3$d2, "name": "%2$08x-v0"}, {"ssrc": %3$d3, "name": "%2$08x-v0"}],
                 "ssrc-groups": [{"semantics": "FID", "sources": [%3$d2, %3$d3]}]}]}]}
            """;

    private static final String END = "{\"meeting-id\": \"rehearsal\", \"expire\": true}";

    private final Colibri2Handler colibri;

    private ConferenceWarmup(Colibri2Handler colibri) {
        this.colibri = colibri;
    }

    /**
     * Holds it; nothing of it is left afterwards. It ends early, with a line in the log, when a request is refused: a
     * limit of this bridge may be lower than what it asks for.
     */
    public static void hold(ConferenceConfig config, ConferenceEnvironment environment) {
        Conferences conferences = new Conferences(config, environment, new ConferenceCounters());
        try {
            new ConferenceWarmup(new Colibri2Handler(conferences)).hold();
        } catch (Colibri2Exception refusal) {
            LOG.info("the warm-up before the first conference ended early: {}", refusal.getMessage());
        } finally {
            conferences.expireAll();
        }
    }

    private void hold() {
        for (int endpoint = 1; endpoint <= ENDPOINTS; endpoint++) {
            ask(JOIN, endpoint);
            ask(SOURCES, endpoint);
        }
        ask(END, 0);
    }

    /** A request as a focus writes it over REST and over XMPP, and its answer. */
    private void ask(String body, int endpoint) {
        ConferenceModify overRest = Colibri2Json.parseModify(body.formatted(endpoint == 1, endpoint, endpoint), null);
        String stanza = Colibri2Xml.write(overRest).toXml();
        ConferenceModified answer = colibri.handle(Colibri2Xml.parseModify(XmlText.parse(stanza), _ -> {}));
        Colibri2Xml.write(answer).toXml();
        Colibri2Json.write(answer);
    }
}
