package org.starbridge.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * All fuzz tests by name, for {@code scripts/fuzz}. {@code scripts/test} runs each with a fixed number of new inputs
 * ({@link ShortRun}), without the fuzzer, which takes longer to start than it may run there.
 */
public final class AllTargets {
    private static final String SUFFIX = "FuzzTest";
    private static final Path FINDINGS = Path.of(System.getProperty("starbridge.fuzz.findings", "target/findings"));
    private static final List<Target> TARGETS = discover();

    private AllTargets() {}

    /** One method with {@code @FuzzTest}. */
    record Target(Class<?> type, Method method) {
        /** What a person calls it: the class without its suffix, a dot, the method. */
        String name() {
            String simple = type.getSimpleName();
            return simple.substring(0, simple.length() - SUFFIX.length()) + "." + method.getName();
        }

        /** Where Jazzer looks for its corpus, below the test resources. */
        Path inputs() {
            return Path.of(type.getName().replace('.', '/') + "Inputs", method.getName());
        }

        void run(byte[] input) throws Throwable {
            try {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.invoke(constructor.newInstance(), (Object) input);
            } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
            }
        }

        /** Runs an input; one that fails is stored and named on standard error. */
        void runOrStore(byte[] input) throws Throwable {
            try {
                run(input);
            } catch (Throwable e) {
                report(input);
                throw e;
            }
        }

        /** Stores an input and says how to run it again. */
        void report(byte[] input) {
            Path stored = store(this, input);
            System.err.println(
                    "FINDING in " + name() + ", input " + HexFormat.of().formatHex(input));
            System.err.println(
                    "    stored in " + stored + "; to see it again: scripts/fuzz " + name() + " --reproduce " + stored);
        }
    }

    private static List<Target> discover() {
        try {
            URL here = AllTargets.class.getProtectionDomain().getCodeSource().getLocation();
            Path root = Path.of(here.toURI());
            List<Target> targets = new ArrayList<>();
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                    if (file.getFileName().toString().endsWith(SUFFIX + ".class")) {
                        addTargets(root.relativize(file), targets);
                    }
                }
            }
            targets.sort(Comparator.comparing(Target::name));
            return List.copyOf(targets);
        } catch (IOException | URISyntaxException | ClassNotFoundException e) {
            throw new IllegalStateException("the fuzz tests' classes can not be read", e);
        }
    }

    private static void addTargets(Path file, List<Target> targets) throws ClassNotFoundException {
        String name = file.toString().replace('/', '.').replaceAll("\\.class$", "");
        Class<?> type = Class.forName(name, false, AllTargets.class.getClassLoader());
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(FuzzTest.class)) {
                method.setAccessible(true);
                targets.add(new Target(type, method));
            }
        }
    }

    private static Path store(Target target, byte[] input) {
        try {
            Path directory = FINDINGS.resolve(target.inputs());
            Files.createDirectories(directory);
            return Files.write(directory.resolve("crash-" + digest(input)), input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(byte[] input) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(input));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /**
     * For scripts/fuzz: {@code list} prints name, class, method and corpus of every test; {@code short CORPORA SEED
     * COUNT HANG} runs every test with COUNT new inputs, or a quarter of them where one takes long, and ends at one
     * that takes HANG seconds; {@code run NAME FILE...} runs a test with the files, without a fuzzer.
     */
    public static void main(String[] arguments) throws Throwable {
        switch (arguments[0].toLowerCase(Locale.ROOT)) {
            case "list" -> {
                for (Target each : TARGETS) {
                    System.out.println(each.name() + " " + each.type().getName() + " "
                            + each.method().getName() + " " + each.inputs());
                }
            }
            case "short" -> {
                int wanted = Integer.parseInt(arguments[3]);
                ShortRun run = new ShortRun(TARGETS, Path.of(arguments[1]), Long.parseLong(arguments[2]), wanted);
                run.endAtHang(Integer.parseInt(arguments[4]));
                List<String> starved = run.run(System.out::println);
                System.out.println(
                        TARGETS.size() + " fuzz tests, " + wanted + " new inputs each, a quarter where one takes long");
                if (!starved.isEmpty()) {
                    System.err.println("Fewer new inputs than " + wanted + ": " + starved);
                    System.exit(1);
                }
            }
            case "run" -> {
                Target target = TARGETS.stream()
                        .filter(each -> each.name().equals(arguments[1]))
                        .findFirst()
                        .orElseThrow();
                for (int i = 2; i < arguments.length; i++) {
                    System.out.println(arguments[i]);
                    target.run(Files.readAllBytes(Path.of(arguments[i])));
                }
            }
            default -> throw new IllegalArgumentException(arguments[0] + ": expected list, short or run");
        }
    }

    /** The tests that have no inputs below this folder. */
    static List<String> withoutCorpus(Path folder) {
        return TARGETS.stream()
                .filter(each -> !Files.isDirectory(folder.resolve(each.inputs())))
                .map(Target::name)
                .toList();
    }
}
