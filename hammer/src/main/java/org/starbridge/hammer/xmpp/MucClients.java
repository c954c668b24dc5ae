package org.starbridge.hammer.xmpp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.starbridge.colibri.xmpp.BreweryPlace;

/** Has a bridge enter a room, through its REST interface. */
public final class MucClients {
    private MucClients() {}

    /**
     * The bridge begins to connect, and goes on trying by itself.
     *
     * @param place who the bridge is to be there
     * @throws IOException if it refuses
     */
    public static void add(URI bridge, BreweryPlace place) throws IOException, InterruptedException {
        Map<String, String> client = Map.of(
                "id", place.nickname(),
                "hostname", place.host(),
                "port", Integer.toString(place.port()),
                "domain", place.domain(),
                "username", place.username(),
                "password", place.password(),
                "muc_jids", place.room(),
                "muc_nickname", place.nickname(),
                "disable_certificate_verification", "true");
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(bridge.resolve("/colibri/muc-client/add"))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(new JsonMapper().writeValueAsString(client)))
                            .build(),
                    BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("the bridge at " + bridge + " refuses to be " + place + ": HTTP status "
                        + answer.statusCode() + " " + answer.body());
            }
        }
    }
}
