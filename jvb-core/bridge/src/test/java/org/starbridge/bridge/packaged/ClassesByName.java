package org.starbridge.bridge.packaged;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.security.sasl.Sasl;

/**
 * The classes that jars name by text, in constants of their classes and in their resources, as far as this Java machine
 * can load them; the services that they announce; and the providers of cryptography and SASL. The lines for a JDK and
 * for a smaller runtime differ by what the smaller one lacks.
 */
final class ClassesByName {
    private static final Pattern NAME = Pattern.compile("\\b(?:[a-z_]\\w*\\.)+[A-Z]\\w*(?:\\$\\w+)*");
    private static final Pattern TEXT =
            Pattern.compile(".*\\.(xml|properties|providers|conf|cfg)|META-INF/services/.*");
    private static final String SERVICES = "META-INF/services/";

    private final Set<String> candidates = new TreeSet<>();
    private final Set<String> lines = new TreeSet<>();
    private final Set<String> faults = new TreeSet<>();

    private ClassesByName() {}

    /** The lines for all jars below a folder. */
    static ClassesByName of(Path folder) throws IOException {
        ClassesByName all = new ClassesByName();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each :
                    (Iterable<Path>) files.filter(file -> file.toString().endsWith(".jar"))::iterator) {
                all.readJar(each);
            }
        }
        all.candidates.forEach(all::addClass);
        all.addOffers();
        all.addProviders();
        return all;
    }

    /**
     * {@code class MODULE NAME}, {@code offer MODULE SERVICE}, {@code provider MODULE NAME ALGORITHM}, {@code sasl
     * MODULE MECHANISM}, {@code service TYPE CLASS}.
     */
    Set<String> lines() {
        return lines;
    }

    /** Services whose class cannot be made, though the type that asks for them is there; one sentence each. */
    Set<String> faults() {
        return faults;
    }

    private void readJar(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.endsWith(".class")) {
                    readClass(bytes(jar, entry));
                } else if (TEXT.matcher(name).matches()) {
                    String text = new String(bytes(jar, entry), StandardCharsets.UTF_8);
                    addNames(text);
                    if (name.startsWith(SERVICES) && !entry.isDirectory()) {
                        text.lines()
                                .map(line -> line.replaceFirst("#.*", "").strip())
                                .filter(line -> !line.isEmpty())
                                .forEach(line -> addService(name.substring(SERVICES.length()), line));
                    }
                }
            }
        }
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private void readClass(byte[] bytes) {
        for (PoolEntry entry : ClassFile.of().parse(bytes).constantPool()) {
            if (entry instanceof StringEntry text) {
                addNames(text.stringValue());
            }
        }
    }

    private void addNames(String text) {
        Matcher matcher = NAME.matcher(text);
        while (matcher.find()) {
            candidates.add(matcher.group());
        }
    }

    private void addClass(String name) {
        try {
            Class<?> found = Class.forName(name, false, ClassesByName.class.getClassLoader());
            lines.add("class " + moduleOf(found) + " " + name);
        } catch (ClassNotFoundException | LinkageError _) {
            // A name of something else, or of a library that is optional.
        }
    }

    private void addService(String type, String name) {
        try {
            Class.forName(type, false, ClassesByName.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError _) {
            return; // Without the type there is no one to ask.
        }
        try {
            Class.forName(name, true, ClassesByName.class.getClassLoader())
                    .getDeclaredConstructor()
                    .newInstance();
            lines.add("service " + type + " " + name);
        } catch (ReflectiveOperationException | LinkageError e) {
            faults.add("the service " + name + " for " + type + " cannot be made: " + e);
        }
    }

    /** What modules of the Java machine offer to those that ask by {@link java.util.ServiceLoader}. */
    private void addOffers() {
        ModuleFinder.ofSystem()
                .findAll()
                .forEach(module -> module.descriptor()
                        .provides()
                        .forEach(offer ->
                                lines.add("offer " + module.descriptor().name() + " " + offer.service())));
    }

    private void addProviders() {
        for (Provider provider : Security.getProviders()) {
            for (Provider.Service service : provider.getServices()) {
                lines.add("provider " + moduleOf(provider.getClass()) + " " + provider.getName() + " "
                        + service.getType() + "." + service.getAlgorithm());
            }
        }
        Sasl.getSaslClientFactories()
                .asIterator()
                .forEachRemaining(factory -> Arrays.stream(factory.getMechanismNames(null))
                        .forEach(name -> lines.add("sasl " + moduleOf(factory.getClass()) + " " + name)));
    }

    /** The name of its module; a minus sign for a class of the class path. */
    private static String moduleOf(Class<?> type) {
        String name = type.getModule().getName();
        return name == null ? "-" : name;
    }

    /** {@code FOLDER}: prints the lines for the jars below it; ends with 1 if there is a fault. */
    public static void main(String[] arguments) throws IOException {
        ClassesByName all = of(Path.of(List.of(arguments).getFirst()));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        all.lines().forEach(out::println);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        all.faults().forEach(err::println);
        System.exit(all.faults().isEmpty() ? 0 : 1);
    }
}
