package dev.relaybench.report.run;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Refuses a record that a file filled only in part: an explicit `null` passes the parser, and would pass as a value.
final class Completeness {
    private Completeness() {}

    static void check(Path file, Record value) {
        check(file, value, "");
    }

    private static void check(Path file, Object value, String where) {
        switch (value) {
            case Record record -> components(file, record, where);
            case Collection<?> values -> values.forEach(each -> check(file, each, where + "[]"));
            case Map<?, ?> map -> map.forEach((key, each) -> check(file, each, where + "." + key));
            default -> {}
        }
    }

    private static void components(Path file, Record record, String where) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = where.isEmpty() ? component.getName() : where + "." + component.getName();
            Object value = read(record, component);
            if (value != null) {
                check(file, value, name);
            } else if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                throw new RunFormatException(
                        file + " has no value for " + name + ": repeat the run or remove its directory.");
            }
        }
    }

    private static @Nullable Object read(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
