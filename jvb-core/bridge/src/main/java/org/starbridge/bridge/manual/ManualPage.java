package org.starbridge.bridge.manual;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Text of a manual page in roff with the macros of man(7). */
final class ManualPage {
    private static final String ENVIRONMENT =
            "Colours of the help are left out if standard output is no terminal, or if NO_COLOR has any value.";

    private final StringBuilder text = new StringBuilder();

    private ManualPage() {}

    /** Writes the page of a program and its subcommands. */
    static String of(CommandSpec program, String version) {
        ManualPage page = new ManualPage();
        page.line(".TH " + program.name().toUpperCase(Locale.ROOT) + " 1 \"\" \"" + escaped(version) + "\"");
        page.line(".nh"); // keys and paths are not hyphenated
        page.line(".SH NAME");
        page.line(escaped(program.name() + " - " + first(program)));
        page.line(".SH SYNOPSIS");
        page.synopsis(program);
        program.subcommands().values().forEach(each -> page.synopsis(each.getCommandSpec()));
        page.line(".SH DESCRIPTION");
        page.paragraphs(program.usageMessage().description());
        page.paragraphs(program.usageMessage().footer());
        page.line(".SH OPTIONS");
        page.arguments(program);
        for (CommandLine each : program.subcommands().values()) {
            CommandSpec command = each.getCommandSpec();
            page.line(".SH \"" + escaped(command.qualifiedName()) + "\"");
            page.paragraphs(command.usageMessage().description());
            page.arguments(command);
            page.paragraphs(command.usageMessage().footer());
        }
        page.line(".SH ENVIRONMENT");
        page.line(escaped(ENVIRONMENT));
        return page.text.toString();
    }

    private static String first(CommandSpec command) {
        String description = command.usageMessage().description()[0];
        return description.endsWith(".") ? description.substring(0, description.length() - 1) : description;
    }

    private void synopsis(CommandSpec command) {
        line(".B " + escaped(command.qualifiedName()));
        for (OptionSpec option : command.options()) {
            String words = option.longestName() + value(option);
            line(escaped(option.required() ? words : "[" + words + "]"));
        }
        command.positionalParameters().forEach(each -> line(escaped(each.paramLabel())));
        line(".br");
    }

    private void arguments(CommandSpec command) {
        for (OptionSpec option : command.options()) {
            argument(String.join(", ", List.of(option.names())) + value(option), option);
        }
        command.positionalParameters().forEach(each -> argument(each.paramLabel(), each));
    }

    private void argument(String name, ArgSpec argument) {
        line(".TP");
        line(".B " + escaped(name));
        for (String each : argument.description()) {
            line(escaped(each));
        }
    }

    private static String value(OptionSpec option) {
        return option.arity().max() == 0 ? "" : " " + option.paramLabel();
    }

    private void paragraphs(String[] paragraphs) {
        for (String each : paragraphs) {
            if (!each.isEmpty()) {
                line(".PP");
                line(escaped(each));
            }
        }
    }

    /**
     * A backslash begins an escape, a dash would be typeset, and a point or quote at the begin of a line is a macro.
     */
    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
