package org.starbridge.bridge.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
    private static final Route.Handler NOTHING = _ -> Answer.empty(204);

    private final Router router = new Router(
            List.of(
                    Route.get("/rooms/{room}/guests/{guest}", true, request -> said(request, "room", "guest")),
                    new Route("POST", "/rooms/{room}", true, "application/sdp", request -> said(request, "room")),
                    Route.of("DELETE", "/rooms/{room}", true, request -> said(request, "room")),
                    Route.of("PUT", "/rooms/{room}", true, NOTHING),
                    Route.of("OPTIONS", "/rooms/{room}", true, NOTHING),
                    Route.get("/rooms/hidden", false, NOTHING),
                    Route.get("/unknown", true, request -> said(request, "room"))),
            new VariableRule(value -> !value.contains("%"), "expected no percent sign"));

    private static Answer said(HttpRequest request, String... variables) {
        return Answer.text(
                200,
                String.join(
                        " ", List.of(variables).stream().map(request::variable).toList()));
    }

    private Answer answer(String method, String contentType, String path) throws IOException {
        return router.answer(new HttpRequest(
                method,
                path,
                List.of(path.substring(1).split("/", -1)),
                Map.of(),
                "",
                name -> name.equals("Content-Type") && !contentType.isEmpty() ? List.of(contentType) : List.of(),
                "",
                !contentType.isEmpty(),
                () -> new byte[0]));
    }

    @Test
    void namesTheVariablesOfThePath() throws Exception {
        assertThat(answer("GET", "", "/rooms/a/guests/b").body()).isEqualTo("a b");
        assertThat(answer("DELETE", "", "/rooms/a").body()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/rooms//guests/b", "/rooms/a/guests", "/rooms/a/guests/b/c", "/room/a/guests/b"})
    void answersAnUnknownPathWith404(String path) throws Exception {
        assertThat(answer("GET", "", path).status()).isEqualTo(404);
    }

    @Test
    void answersAKnownPathWithAnotherMethodWith405AndAllMethodsThatItHas() throws Exception {
        Answer answer = answer("PATCH", "", "/rooms/a");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.headers()).containsEntry("Allow", "POST, DELETE, PUT, OPTIONS");
        assertThat(answer("POST", "", "/rooms/a/guests/b").headers()).containsEntry("Allow", "GET, HEAD");
    }

    @Test
    void ignoresDisabledRoutes() throws Exception {
        assertThat(answer("GET", "", "/rooms/hidden").headers().get("Allow")).doesNotContain("GET");
    }

    @Test
    void takesOnlyTheContentTypeOfTheRoute() throws Exception {
        assertThat(answer("POST", "application/sdp; charset=utf-8", "/rooms/a").status())
                .isEqualTo(200);
        assertThat(answer("POST", "application/json", "/rooms/a").status()).isEqualTo(415);
        assertThat(answer("OPTIONS", "text/plain", "/rooms/a").status()).isEqualTo(204);
    }

    @Test
    void answersAnImpossibleVariableWith400() throws Exception {
        Answer answer = answer("DELETE", "", "/rooms/%");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("expected no percent sign");
    }

    @Test
    void refusesAVariableThatTheTemplateDoesNotHave() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> answer("GET", "", "/unknown"))
                .withMessageContaining("room");
    }
}
