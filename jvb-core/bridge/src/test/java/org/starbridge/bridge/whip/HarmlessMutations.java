package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes to descriptions that change no meaning: the habits of clients. Each is made from a seed. */
final class HarmlessMutations {
    private static final List<String> UNKNOWN = List.of(
            "a=x-unknown",
            "a=x-unknown:value with words",
            "a=framerate:30",
            "a=x-google-flag:conference",
            "a=rtcp:9 IN IP4 0.0.0.0",
            "a=group:LS 0 1",
            "a=group:LS",
            "a=extmap:4100 urn:example:many",
            "a=extmap:15 urn:example:reserved",
            "a=candidate:7 1 tcp 1518280447 192.0.2.9 9 typ host tcptype active",
            "a=candidate:8 1 udp 1 5d1e2f3a-0000-4000-8000-000000000000.local 50000 typ host",
            "a=ssrc-group:UNKNOWN 4000000001",
            "a=maxptime:60",
            "b=AS:2500",
            "b=TIAS:2500000",
            "b=X-NEW:1",
            "c=IN IP4 0.0.0.0",
            "c=IN IP6 ::",
            "k=prompt",
            "i=a name");
    private static final List<String> IN_SESSION =
            List.of("e=a@example.org", "p=+1 617 555-6011", "u=http://example.org/");

    /** What the answer does not depend on. */
    private static final Pattern SUPERFLUOUS = Pattern.compile(
            "(?i)(a=(rtcp|msid|msid-semantic|ice-options|end-of-candidates|rtcp-xr|ssrc-group:UNKNOWN)(:.*)?|[bcst]=.*)");

    /** Names of attributes, and the keywords in some, may be in upper case. */
    private static final Pattern KEYWORDS = Pattern.compile("a=("
            + "sendonly|recvonly|sendrecv|rtcp-mux|rtcp-rsize|rtcp-mux-only|bundle-only|extmap-allow-mixed|end-of-candidates"
            + "|setup:.*|rtpmap:.*|rtcp-fb:.*)");

    private final Random random;

    HarmlessMutations(long seed) {
        random = new Random(seed);
    }

    /** A description with other lines between, in another order, in other dress. */
    String of(String text) {
        List<List<String>> parts = new ArrayList<>();
        parts.add(new ArrayList<>());
        for (String line : text.lines().toList()) {
            if (line.startsWith("m=")) {
                parts.add(new ArrayList<>());
            }
            parts.getLast().add(line);
        }
        for (int i = 0; i < parts.size(); i++) {
            mutate(parts.get(i), i == 0);
        }
        StringBuilder mutated = new StringBuilder(random.nextInt(8) == 0 ? "\uFEFF" : "");
        boolean isBare = random.nextBoolean();
        for (List<String> part : parts) {
            for (String line : part) {
                mutated.append(random.nextInt(20) == 0 ? " " : "")
                        .append(line)
                        .append(random.nextInt(20) == 0 ? " \t" : "")
                        .append(isBare || random.nextInt(30) == 0 ? "\n" : "\r\n")
                        .append(random.nextInt(25) == 0 ? "\r\n" : "");
            }
        }
        return random.nextInt(3) == 0 ? mutated.toString().stripTrailing() : mutated.toString();
    }

    /** What there is of a fragment or a section stays below its {@code m=} line. */
    private void mutate(List<String> lines, boolean isSession) {
        List<String> body = lines.subList(isSession ? 0 : 1, lines.size());
        if (random.nextInt(4) == 0) {
            body.removeIf(line -> SUPERFLUOUS.matcher(line).matches() && random.nextBoolean());
        }
        List<String> changed = new ArrayList<>();
        for (String line : body) {
            changed.add(random.nextInt(8) == 0 ? dressed(line) : line);
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            changed.add(pick(isSession && random.nextInt(4) == 0 ? IN_SESSION : UNKNOWN));
        }
        if (random.nextBoolean()) {
            Collections.shuffle(changed, random);
        } else if (changed.size() > 1) {
            Collections.swap(changed, random.nextInt(changed.size()), random.nextInt(changed.size()));
        }
        String first = isSession ? "" : lines.getFirst();
        lines.clear();
        if (!isSession) {
            lines.add(random.nextInt(8) == 0 ? first.replace("m=", "M=").replace(" ", "  ") : first);
        }
        lines.addAll(changed);
    }

    private String dressed(String line) {
        return switch (random.nextInt(4)) {
            case 0 -> line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1);
            case 1 -> line.startsWith("a=") ? inUpperCase(line) : line;
            case 2 -> line.startsWith("a=fmtp") || line.startsWith("s=") ? line : line.replace(" ", "  ");
            default -> line.replaceFirst("^a=(mid|rtpmap|setup|ssrc|rtcp-fb|ice-ufrag|fingerprint|group):", "a=$1: ");
        };
    }

    private static String inUpperCase(String line) {
        if (KEYWORDS.matcher(line).matches()) {
            return "a=" + line.substring(2).toUpperCase(Locale.ROOT);
        }
        Matcher name = Pattern.compile("a=([^:]*)(.*)").matcher(line);
        return name.matches() ? "a=" + name.group(1).toUpperCase(Locale.ROOT) + name.group(2) : line;
    }

    private String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
