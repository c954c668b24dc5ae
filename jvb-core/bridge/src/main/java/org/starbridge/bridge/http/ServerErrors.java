package org.starbridge.bridge.http;

import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.Answer;

/**
 * Answers to what the server refuses by itself: a request that is not HTTP, a header that is too long, a path that no
 * handler takes, a handler that failed. Sentences for people, no names of exceptions.
 */
final class ServerErrors extends ErrorHandler {
    /** Jetty's words for a malformed request, unless they are those of an exception. */
    private static final Pattern WORDS = Pattern.compile("(?!.*(?:Exception|[a-z]\\.[A-Za-z]))[ -~]{1,120}");

    /** Jetty's path of a request whose own could not be read. */
    private static final String UNREAD = "/badMessage";

    /** Loads what an error is made of: when the first one is needed, no file descriptor may be left to load it. */
    ServerErrors() {
        Answer.error(503, sentence(503, null)).to("/");
    }

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        Answer answer = Answer.error(code, sentence(code, cause));
        String path = request.getHttpURI().getPath();
        RouteHandler.write(UNREAD.equals(path) ? answer : answer.to(path), response, callback);
    }

    private static String sentence(int status, @Nullable Throwable cause) {
        return switch (status) {
            case 404 -> "no such path";
            case 408 -> "the request has not arrived in time";
            case 414, 431 ->
                "the request line and the header together are longer than " + HttpListener.MAX_HEADER_BYTES + " bytes";
            case 501 -> "the request uses an HTTP feature that this server does not support" + reason(cause);
            case 503 -> "the server is stopping or overloaded: try again";
            case 505 -> "expected HTTP/1.1 or HTTP/2";
            default ->
                status >= 500
                        ? "unexpected failure, see the bridge's log"
                        : "the request is not valid HTTP" + reason(cause);
        };
    }

    private static String reason(@Nullable Throwable cause) {
        return cause instanceof HttpException failure
                        && failure.getReason() != null
                        && !failure.getReason().equals(HttpStatus.getMessage(failure.getCode()))
                        && WORDS.matcher(failure.getReason()).matches()
                ? ": " + failure.getReason()
                : "";
    }
}
