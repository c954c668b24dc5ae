package org.starbridge.bridge.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.http.route.Json;

/** {@code /debug/CONFERENCE/ENDPOINT/why-not} of a whole bridge, for an endpoint that cannot connect. */
@Timeout(60)
class WhyNotTest {
    private static final String ENDPOINT = "{\"endpoints\":[{\"id\":\"1a2b3c4d\",\"create\":true,"
            + "\"capabilities\":[\"source-names\"],\"medias\":[{\"type\":\"audio\",\"payload-types\":"
            + "[{\"id\":111,\"name\":\"opus\",\"clockrate\":48000,\"channels\":2}]}],\"transport\":"
            + "{\"ice-controlling\":true}}]}";
    private static final String ANSWER = "{\"endpoints\":[{\"id\":\"1a2b3c4d\",\"transport\":{\"transport\":"
            + "{\"ufrag\":\"peer\",\"pwd\":\"abcdefghijklmnopqrstuvwx\",\"fingerprints\":[{\"hash\":\"sha-256\","
            + "\"setup\":\"active\",\"fingerprint\":\"" + "AB:".repeat(31) + "AB\"}]}}}]}";

    /** A Binding request (RFC 8489) that is signed with the wrong password. */
    private static byte[] wronglySigned(String localUfrag) throws Exception {
        byte[] username = (localUfrag + ":peer").getBytes(StandardCharsets.US_ASCII);
        int padded = (username.length + 3) / 4 * 4;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(0x0001);
        out.writeShort(4 + padded + 24);
        out.writeInt(0x2112A442);
        out.write(new byte[12]);
        out.writeShort(0x0006);
        out.writeShort(username.length);
        out.write(Arrays.copyOf(username, padded));
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec("not the password".getBytes(StandardCharsets.US_ASCII), "HmacSHA1"));
        byte[] signature = mac.doFinal(bytes.toByteArray());
        out.writeShort(0x0008);
        out.writeShort(20);
        out.write(signature);
        return bytes.toByteArray();
    }

    @Test
    void wrongCredentialsAreFoundAlsoAfterTheEnd() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                HttpClient client = HttpClient.newHttpClient();
                DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Api api = new Api(client, bridge.privatePort());
            api.send("POST", "/colibri/v2/conferences", "{\"meeting-id\":\"m1\",\"create\":true}");
            JsonNode created = api.send("PATCH", "/colibri/v2/conferences/m1", ENDPOINT);
            String ufrag = created.findValue("ufrag").asText();
            api.send("PATCH", "/colibri/v2/conferences/m1", ANSWER);
            String conference = api.send("GET", "/debug", "")
                    .get("conferences")
                    .fieldNames()
                    .next();
            String path = "/debug/" + conference + "/1a2b3c4d/why-not";

            byte[] request = wronglySigned(ufrag);
            socket.send(
                    new DatagramPacket(request, request.length, InetAddress.getLoopbackAddress(), bridge.mediaPort()));
            JsonNode found = api.send("GET", path, "");
            while (!found.get("verdict").asText().contains("wrong credentials")) { // until the datagram has come
                found = api.send("GET", path, "");
            }
            assertThat(found.get("connected").asBoolean()).isFalse();
            assertThat(found.get("findings").get(0).get("text").asText())
                    .isEqualTo("Signalling supplied the endpoint's ICE credentials, fingerprint and DTLS role.");

            api.send("PATCH", "/colibri/v2/conferences/m1", "{\"endpoints\":[{\"id\":\"1a2b3c4d\",\"expire\":true}]}");
            JsonNode ended = api.send("GET", path, "");
            while (!ended.has("left_seconds_ago")) { // until the worker has let it go
                ended = api.send("GET", path, "");
            }
            assertThat(ended.get("verdict").asText()).contains("wrong credentials");
            JsonNode failed =
                    api.send("GET", "/debug", "").get("failed_endpoints").get(0);
            assertThat(failed.get("endpoint").asText()).isEqualTo("1a2b3c4d");
            assertThat(failed.get("verdict")).isEqualTo(ended.get("verdict"));
        }
    }

    private record Api(HttpClient client, int port) {
        JsonNode send(String method, String path, String body) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .header("Content-Type", "application/json")
                    .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .build();
            String answer = client.send(request, BodyHandlers.ofString()).body();
            return Json.tree(answer);
        }
    }
}
