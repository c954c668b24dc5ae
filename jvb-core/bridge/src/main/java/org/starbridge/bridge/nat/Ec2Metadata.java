package org.starbridge.bridge.nat;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Asks Amazon EC2's instance metadata for the address that Amazon maps to ours: an instance knows only its private one.
 * With a session token (IMDSv2); an instance that knows no tokens is asked without (IMDSv1). Elsewhere nothing answers
 * at the metadata's link-local address, which is how we know that this is elsewhere.
 */
public final class Ec2Metadata implements AddressSource {
    private static final URI METADATA = URI.create("http://169.254.169.254/");
    /** For a connection, and for an answer; it is some microseconds away. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static final int LONGEST_BODY_BYTES = 1024;

    private final boolean isForced;
    private final URI metadata;
    private final Duration timeout;

    /** An answer's status and body. */
    private record Reply(int status, String body) {
        boolean isOk() {
            return status == HttpURLConnection.HTTP_OK;
        }
    }

    /** @param isForced this is EC2: without an answer, say so and go on asking */
    public Ec2Metadata(boolean isForced) {
        this(isForced, METADATA, TIMEOUT);
    }

    Ec2Metadata(boolean isForced, URI metadata, Duration timeout) {
        this.isForced = isForced;
        this.metadata = metadata;
        this.timeout = timeout;
    }

    @Override
    public String name() {
        return "EC2";
    }

    @Override
    public Optional<Map<InetAddress, InetAddress>> ask() throws IOException {
        try {
            Optional<String> token = token();
            Optional<InetAddress> local = address(token, "latest/meta-data/local-ipv4");
            Optional<InetAddress> mapped = address(token, "latest/meta-data/public-ipv4");
            return local.isPresent() && mapped.isPresent()
                    ? Optional.of(Map.of(local.get(), mapped.get()))
                    : Optional.empty();
        } catch (IOException e) {
            if (isForced) {
                throw new IOException(
                        "no instance metadata (" + e.getMessage()
                                + "), although ice4j.harvest.mapping.aws.force is true: set it to false if this is not EC2;"
                                + " in a container on EC2 set the metadata hop limit to 2",
                        e);
            }
            return Optional.empty(); // elsewhere
        }
    }

    private Optional<String> token() throws IOException {
        HttpURLConnection request = open("latest/api/token");
        request.setRequestMethod("PUT");
        request.setRequestProperty("X-aws-ec2-metadata-token-ttl-seconds", "60");
        Reply reply = reply(request);
        boolean isToken = reply.isOk() && reply.body().matches("[\\x21-\\x7E]+");
        return isToken ? Optional.of(reply.body()) : Optional.empty();
    }

    /** Empty when there is none: an instance need not have a public address. */
    private Optional<InetAddress> address(Optional<String> token, String path) throws IOException {
        HttpURLConnection request = open(path);
        token.ifPresent(value -> request.setRequestProperty("X-aws-ec2-metadata-token", value));
        Reply reply = reply(request);
        if (reply.status() == HttpURLConnection.HTTP_NOT_FOUND) {
            return Optional.empty();
        }
        if (!reply.isOk()) {
            throw new IOException("status " + reply.status() + " for " + path);
        }
        try {
            return Optional.of(InetAddress.ofLiteral(reply.body().strip()));
        } catch (IllegalArgumentException e) {
            throw new IOException("no address in the answer for " + path, e);
        }
    }

    /** Never through a proxy: a proxy's metadata is not ours. */
    private HttpURLConnection open(String path) throws IOException {
        HttpURLConnection request =
                (HttpURLConnection) metadata.resolve(path).toURL().openConnection(Proxy.NO_PROXY);
        request.setConnectTimeout((int) timeout.toMillis());
        request.setReadTimeout((int) timeout.toMillis());
        request.setInstanceFollowRedirects(false);
        return request;
    }

    private static Reply reply(HttpURLConnection request) throws IOException {
        try {
            int status = request.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                return new Reply(status, "");
            }
            try (InputStream body = request.getInputStream()) {
                return new Reply(status, new String(body.readNBytes(LONGEST_BODY_BYTES), StandardCharsets.US_ASCII));
            }
        } finally {
            request.disconnect();
        }
    }
}
