package org.starbridge.hammer.app;

/**
 * One run of a command.
 *
 * @param label what is different in it, for people
 */
record Step(String label, Arguments arguments) {}
