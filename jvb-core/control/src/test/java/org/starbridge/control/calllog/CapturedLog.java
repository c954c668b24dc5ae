package org.starbridge.control.calllog;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What one class logs while this is open, as level and message. */
public final class CapturedLog extends Handler {
    private final Logger logger;
    private final Level levelBefore;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    public CapturedLog(Class<?> source, Level level) {
        logger = Logger.getLogger(source.getName());
        levelBefore = logger.getLevel();
        logger.setLevel(level);
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
    }

    /** {@code LEVEL message} for each line so far. */
    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getLevel() + " " + line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
        logger.setLevel(levelBefore);
    }
}
